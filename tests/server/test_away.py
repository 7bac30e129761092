"""Somebody leaves a game that goes on: a bot stands in, or somebody else; whoever comes back plays on."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque.server.live import watchers
from ludotheque.server.room import absence
from ludotheque.server.room.state import fold
from server.harness import Harness, Person, Tab


async def pair(server: Harness) -> tuple[Tab, Tab, Person]:
    """Two people at a table whose game has begun, and the second once more."""
    ada, ben = await server.person("Ada"), await server.person("Ben")
    table = await ada.make([{"who": "me"}, {"who": "link"}])
    a, b = await ada.tab(table), await ben.tab(table)
    await a.hello()
    await b.hello()
    await b.do("sit", seat=1, name="Ben")
    for tab in (a, b):
        await tab.until(lambda view: view["table"]["phase"] == "playing")
    return a, b, ben


def chair(view: dict[str, Any], seat: int) -> dict[str, Any]:
    found: dict[str, Any] = view["table"]["chairs"][seat]
    return found


async def test_present_players_are_not_replaced(server: Harness) -> None:
    a, b, _ = await pair(server)
    assert (await a.do("stand_in", seat=1))["reason"]["key"] == "error.not_away"
    assert (await a.do("stand_in", seat=7))["reason"]["key"] == "error.unknown_seat"
    await b.close()
    await a.until(lambda view: not chair(view, 1)["online"])
    assert (await a.do("stand_in", seat=1))["reason"]["key"] == "error.not_away"
    assert not chair(a.view, 1)["stand_in"]


async def test_a_bot_plays_for_whoever_left_until_they_are_back(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absence, "AWAY_S", 0.0)  # tiny is timed
    a, b, ben = await pair(server)
    await b.close()
    await a.until(lambda view: not chair(view, 1)["online"])
    before = len(a.moves)
    assert (await a.do("stand_in", seat=1))["t"] == "applied"
    await a.until(lambda view: chair(view, 1)["stand_in"])
    assert (await a.do("stand_in", seat=1))["reason"]["key"] == "error.not_away", "once is enough"
    await a.act(0, 0)
    await a.until(lambda view: len(a.moves) > before + 1 and 0 in view["scene"]["actors"])
    assert any(move["seat"] == 1 for move in a.moves[before:]), "the bot played"
    back = await ben.tab(a.table)
    await back.hello()
    await back.until(lambda view: not chair(view, 1)["stand_in"])
    await a.until(lambda view: not chair(view, 1)["stand_in"] and chair(view, 1)["online"])


async def test_a_watcher_may_take_over_from_a_substitute_bot(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absence, "AWAY_S", 0.0)  # tiny is timed
    a, b, ben = await pair(server)
    zoe = await (await server.person("Zoé")).tab(a.table)
    await zoe.hello()
    assert (await zoe.do("stand_in", seat=1))["reason"]["key"] == "error.not_your_seat"
    assert (await zoe.do("sit", seat=1, name="Zoé"))["reason"]["key"] == "error.already_started"
    await b.close()
    await a.until(lambda view: not chair(view, 1)["online"])
    await a.do("stand_in", seat=1)
    assert (await zoe.do("sit", seat=1, name="Zoé"))["reason"]["key"] == "error.already_started", (
        "not offered"
    )
    assert (await a.do("stand_in", seat=1, open=True))["t"] == "applied"
    await a.until(lambda view: chair(view, 1)["offered"])
    assert (await a.do("sit", seat=1, name="Ada"))["reason"]["key"] == "error.seat_taken", "not both hands"
    assert (await zoe.do("sit", seat=1, name="Zoé"))["t"] == "applied"
    await a.until(lambda view: chair(view, 1)["name"] == "Zoé" and not chair(view, 1)["stand_in"])
    await zoe.until(lambda view: view["you"]["seats"] == [1])
    back = await ben.tab(a.table)
    view = await back.hello()
    assert (view["you"]["seats"], view["you"]["lost"]) == ([], [1]), "whoever comes back later watches"
    assert [chair(view, seat)["taken_over"] for seat in (0, 1)] == [0, 1]
    again = fold(a.table, await server.services.store.events(a.table))
    assert again.chairs[1].name == "Zoé", "the log tells it"


async def test_only_the_host_offers_a_seat_to_others(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absence, "AWAY_S", 0.0)
    a, b, _ = await pair(server)
    await a.close()
    await b.until(lambda view: not chair(view, 0)["online"])
    assert (await b.do("stand_in", seat=0, open=True))["reason"]["key"] == "error.not_host"
    assert (await b.do("stand_in", seat=0))["t"] == "applied"


async def test_a_player_returning_during_replacement_plays_on(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchers.Watchers, "is_away", lambda *_: True)
    a, _, _ = await pair(server)
    assert (await a.do("stand_in", seat=1))["t"] == "applied", "the house did not see them yet"
    view = await a.until(lambda view: not chair(view, 1)["stand_in"])
    assert chair(view, 1)["online"]
