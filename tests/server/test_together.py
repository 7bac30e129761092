"""Being together: thinking again before giving up, who is away, ending a game, nudging, writing, and time that runs out."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ludotheque.core.quits import Quit
from ludotheque.server.access.limits import Limits, Rate
from ludotheque.server.room import absence, asking, wire
from ludotheque.server.room.absence import patience_s, usual_s
from ludotheque.server.room.acting import next_due
from ludotheque.server.room.log_events import (
    Act,
    Answered,
    Asked,
    Awaited,
    Away,
    CalledOff,
    Declined,
    LogEvent,
    Present,
    Resigned,
    Row,
    Sat,
    Started,
    StoodIn,
    TakenOver,
    TimeControl,
    TimedOut,
    Undone,
    Withdrawn,
)
from ludotheque.server.room.seat_clocks import SeatClocks
from ludotheque.server.room.spec import ChairSpec, TableSpec, opening
from ludotheque.server.room.state import TableState, fold
from ludotheque.server.room.takebacks import may_undo
from ludotheque.server.room.views import ViewCache
from ludotheque.server.store import archive
from ludotheque.server.store.results import listed, result_of
from ludotheque.table.turns import is_before_turns
from tests.server.harness import Harness, Tab, later, serving
from tests.server.played import GUEST, HOST, STRANGER, Played, begun, billabong
from tests.server.test_playing import BOT, LINK, ME, pair


def chair(view: dict[str, Any], seat: int) -> dict[str, Any]:
    found: dict[str, Any] = view["table"]["chairs"][seat]
    return found


async def duel(server: Harness, **more: Any) -> tuple[Tab, Tab]:
    """Two people at Billabong on a server."""
    await server.rules_ready("billabong")
    return await pair(server, game="billabong", options={"mode": "duel"}, **more)


def first_action(tab: Tab) -> int:
    nodes = tab.view["scene"]["choices"][0]["nodes"]
    return next(int(node["action"]) for node in nodes if node["action"] >= 0)


async def acts_first(a: Tab, b: Tab, seat: int) -> None:
    """The first action that this seat may take, seen on both screens."""
    n = len(a.moves)
    await (a, b)[seat].act(seat, first_action((a, b)[seat]))
    await a.until(lambda v: len(a.moves) > n)
    await b.until(lambda v: len(b.moves) > n)


def test_only_the_person_whose_seat_was_taken_over_is_told() -> None:
    table = (
        begun().do(HOST, wire.StandIn(1, open=True), is_away=lambda _: True).do(STRANGER, wire.Sit(1, "Zoé"))
    )
    chair = table.shown(HOST).chairs[1]
    assert (chair.name, chair.taken_over) == ("Zoé", 1)
    assert [table.state.lost_by(guest) for guest in (HOST, GUEST, STRANGER, 0)] == [(), (1,), (), ()]


# -- thinking again ---------------------------------------------------------------------------------------------


def test_a_coming_resignation_can_be_cancelled_by_its_seat_alone() -> None:
    table = billabong()
    assert table.refuses(HOST, wire.Stay(0)) == "error.not_resigning"
    table.do(HOST, wire.Resign(0), resign_s=60.0)
    assert 0 < table.shown(GUEST).chairs[0].resigns_ms - table.now_ms <= 60_000
    assert table.state.phase == "playing"
    assert table.refuses(HOST, wire.Resign(0)) == "error.resigning", "two clicks are one"
    assert table.refuses(GUEST, wire.Stay(0)) == "error.not_your_seat"
    table.do(HOST, wire.Stay(0))
    assert table.shown(GUEST).chairs[0].resigns_ms == -1
    again = table.why_not(HOST, wire.Resign(0))
    assert (again.key, again.args) == ("error.resigned_again", {"n": 30})
    table.wait(30).do(HOST, wire.Resign(0)).act(0)
    assert table.state.actors == (1,)
    assert (table.state.chairs[0].resigns_ms, table.state.resigned) == (-1, []), "whoever plays on, stays"


async def test_it_takes_effect_when_its_time_has_come(tmp_path: Path) -> None:
    async with serving(tmp_path, resign_after=0.4) as server:
        a, b = await duel(server)
        assert a.view["table"]["resigning_ms"] == 400, "everybody sees it coming"
        began = time.monotonic()
        await a.do("resign", seat=0)
        view = await b.until(lambda v: v["table"]["phase"] == "over")
        assert time.monotonic() - began >= 0.4
        assert view["table"]["outcome"]["ranking"] == [2, 1]
        assert (await a.do("stay", seat=0))["reason"]["key"] == "error.game_over"


async def test_a_resignation_waits_while_the_server_is_away(tmp_path: Path) -> None:
    async with serving(tmp_path, resign_after=30.0) as server:
        a, _ = await duel(server)
        await a.do("resign", seat=0)
        table, cookie = a.table, server.people[0].cookie
    later(tmp_path, 3_600_000)
    async with serving(tmp_path, resign_after=30.0) as server:
        lea = server.stranger()
        name, _, value = cookie.partition("=")
        lea.http.cookies.set(name, value)
        a = await lea.tab(table)
        view = await a.until(lambda v: chair(v, 0)["resigns_ms"] > 0)
        assert 20_000 < chair(view, 0)["resigns_ms"] - view["now_ms"] <= 30_000, (
            "an hour away counts for nobody"
        )
        assert (await a.do("stay", seat=0))["t"] == "applied"
        log = await server.services.store.events(table)
        assert any(isinstance(row.event, Away) for row in log)


# -- who is away ------------------------------------------------------------------------------------------------


async def test_absence_is_noted_and_survives_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absence, "NOTED_S", 0.2)
    async with serving(tmp_path) as server:
        a, b = await duel(server)
        await b.close()
        view = await a.until(lambda v: chair(v, 1)["absent_ms"] > 0)
        assert not chair(view, 1)["online"]
        assert view["table"]["patience_ms"] == 60_000
        again = await server.people[1].tab(a.table)
        await a.until(lambda v: chair(v, 1)["absent_ms"] == -1 and chair(v, 1)["online"])
        await again.close()
        view = await a.until(lambda v: chair(v, 1)["absent_ms"] > 0)
        since, table = chair(view, 1)["absent_ms"], a.table
    async with serving(tmp_path) as server:
        state = fold(table, await server.services.store.events(table))
        assert state.chairs[1].absent_ms == since


async def test_a_page_that_is_loaded_again_is_no_absence(server: Harness) -> None:
    a, b = await duel(server)
    await b.close()
    await a.until(lambda v: not chair(v, 1)["online"])
    await server.people[1].tab(a.table)
    await a.until(lambda v: chair(v, 1)["online"])
    kinds = {type(row.event).__name__ for row in await server.services.store.events(a.table)}
    assert "Absent" not in kinds


def test_a_slow_player_is_reminded_but_not_twice_at_once() -> None:
    table = billabong()
    assert table.refuses(GUEST, wire.Nudge(0)) == "error.not_waited", "it is too early"
    table.wait(absence.AWAY_WITHOUT_HURRY_S)
    assert table.refuses(GUEST, wire.Nudge(1)) == "error.not_waited", "not oneself"
    assert table.refuses(HOST, wire.Nudge(1)) == "error.not_waited", "it is not their turn"
    table.do(GUEST, wire.Nudge(0))
    nudged = table.shown(HOST).chairs[0]
    assert (nudged.nudged_ms, nudged.nudged_by) == (table.rows[-1].at_ms, 1)
    again = table.why_not(GUEST, wire.Nudge(0))
    assert (again.key, again.args) == ("error.nudged", {"n": 30})
    table.wait(absence.NUDGE_AGAIN_S).do(GUEST, wire.Nudge(0))


def test_after_an_unanswered_reminder_a_bot_plays_until_return() -> None:
    table = billabong().wait(absence.AWAY_WITHOUT_HURRY_S)
    assert table.refuses(HOST, wire.Stay(0)) == "error.not_resigning", "nobody reminded them"
    assert table.refuses(GUEST, wire.StandIn(0)) == "error.not_away", "first they are reminded"
    table.do(GUEST, wire.Nudge(0)).do(HOST, wire.Stay(0))
    heard = table.shown(GUEST).chairs[0]
    assert heard.heard_ms >= heard.nudged_ms > 0
    assert table.refuses(HOST, wire.Stay(0)) == "error.not_resigning", "once is enough"
    table.wait(absence.NUDGE_AGAIN_S)
    assert table.refuses(GUEST, wire.StandIn(0)) == "error.not_away", "they are there"
    table.do(GUEST, wire.Nudge(0))
    assert table.refuses(GUEST, wire.StandIn(0)) == "error.not_away", "they have a while to answer"
    table.wait(absence.NUDGE_AGAIN_S)
    assert table.refuses(GUEST, wire.StandIn(0, open=True)) == "error.not_host", "the seat is not given away"
    table.do(GUEST, wire.StandIn(0))
    assert table.state.is_bot(0)
    table.do(HOST, wire.Stay(0))
    assert not table.state.is_bot(0)


async def test_a_substitute_bot_leaves_when_its_player_is_back(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = await duel(server)
    monkeypatch.setattr(absence, "AWAY_WITHOUT_HURRY_S", 0.0)
    monkeypatch.setattr(absence, "NUDGE_AGAIN_S", 0.0)
    assert (await b.do("nudge", seat=0))["t"] == "applied"
    await a.until(lambda v: chair(v, 0)["nudged_ms"] > 0)
    assert (await b.do("stand_in", seat=0))["t"] == "applied"
    view = await b.until(lambda v: v["scene"]["actors"] == [1])
    assert chair(view, 0)["stand_in"], "their page is open all the time: that says nothing"
    assert (await a.do("stay", seat=0))["t"] == "applied"
    await acts_first(a, b, 1)
    assert not chair(b.view, 0)["stand_in"]
    await b.do("nudge", seat=0)
    assert (await b.do("stand_in", seat=0))["t"] == "applied"
    await b.until(lambda v: chair(v, 0)["stand_in"])
    await server.people[0].tab(a.table)
    await b.until(lambda v: not chair(v, 0)["stand_in"])


def test_with_a_clock_present_players_are_not_replaced() -> None:
    table = billabong(clock=TimeControl("game", 600)).wait(absence.AWAY_WITHOUT_HURRY_S)
    table.do(GUEST, wire.Nudge(0)).wait(absence.NUDGE_AGAIN_S)
    assert table.refuses(GUEST, wire.StandIn(0)) == "error.not_away"
    assert table.state.actors == (0,)


def test_requests_consents_and_withdrawals_are_told_and_logged() -> None:
    table = billabong().act(0).act(1)
    assert table.shown(HOST).may_ask == [0]
    table.do(HOST, wire.Undo(0)).do(GUEST, wire.Consent(1, True))
    assert table.state.actors == (0,)
    table.do(HOST, wire.End(0)).do(HOST, wire.End(0))
    told = table.shown(GUEST)
    assert told.asking is None
    reply = (told.reply.kind, told.reply.seat, told.reply.by, told.reply.yes)
    assert reply == ("end", 0, 0, False), "nobody else said no"
    table.do(GUEST, wire.End(1)).do(HOST, wire.Consent(0, True))
    assert table.state.phase == "over"
    asked = [
        each for each in table.events if isinstance(each, Asked | Answered | Withdrawn | Undone | CalledOff)
    ]
    assert asked == [
        Asked("undo", 0, (1,)), Answered(1, True, "undo", 0), Undone(0, 0, (1,)),
        Asked("end", 0, (1,)), Withdrawn("end", 0),
        Asked("end", 1, (0,)), Answered(0, True, "end", 1), CalledOff(1, (0,)),
    ]  # fmt: skip


@pytest.mark.parametrize("leaver", [0, 1])
def test_in_cooperation_a_resignation_loses_for_all(leaver: int) -> None:
    table = begun("boussanga", options={"mode": "cooperative"}).happen(Resigned(leaver))
    for guest in (HOST, GUEST):
        told = table.shown(guest)
        assert told.together
        assert (told.outcome.returns, told.outcome.ranking, told.outcome.ending) == (
            (0.0, 0.0),
            (1, 1),
            "resigned",
        )
    scene = ViewCache(table.state).scene(frozenset())
    assert scene is not None
    assert [standing.rank for standing in scene.thing.standings] == [1, 1]


def test_all_present_can_agree_to_end_without_a_winner() -> None:
    table = billabong()
    assert table.refuses(HOST, wire.End(1)) == "error.not_your_seat"
    table.do(HOST, wire.End(0))
    asking = table.shown(GUEST).asking
    assert (asking.kind, asking.seat, asking.answers, asking.waiting) == ("end", 0, {}, [1])
    assert table.act(0).state.actors == (1,), "meanwhile the game goes on"
    assert table.shown(GUEST).asking.kind == "end"
    table.do(GUEST, wire.Consent(1, False))
    reply = table.shown(HOST).reply
    assert (reply.kind, reply.seat, reply.by, reply.yes) == ("end", 0, 1, False)
    assert table.refuses(HOST, wire.End(0)) == "error.asked_again"
    table.wait(absence.ASK_AGAIN_S).do(HOST, wire.End(0))
    assert table.do(HOST, wire.End(0)).state.asking is None, "sent again, it is withdrawn"


async def test_a_game_ended_by_all_is_over_on_every_screen_and_logged(server: Harness) -> None:
    a, b = await duel(server)
    await a.do("end", seat=0)
    await b.until(lambda v: v["table"]["asking"] == {"kind": "end", "seat": 0, "answers": {}, "waiting": [1]})
    await b.do("consent", seat=1, yes=True)
    view = await a.until(lambda v: v["table"]["phase"] == "over")
    assert view["table"]["outcome"] == {"returns": [0.5, 0.5], "ranking": [1, 1], "ending": "called_off"}
    assert (view["scene"]["choices"], view["scene"]["ending"]) == ([], "called_off")
    verdict = archive.verify(a.table, await server.services.store.events(a.table))
    assert verdict is not None
    assert (await a.do("rematch"))["t"] == "applied"


@pytest.mark.parametrize("do", [wire.Undo(0), wire.End(0)], ids=["undo", "end"])
def test_a_withdrawn_request_cannot_be_repeated_at_once(do: wire.Do) -> None:
    table = billabong().act(0).act(1).do(HOST, do).do(HOST, do)
    assert table.events[-1] == Withdrawn("undo" if isinstance(do, wire.Undo) else "end", 0)
    assert table.state.asking is None
    assert table.refuses(HOST, do) == "error.asked_again"
    assert table.wait(absence.ASK_AGAIN_S).do(HOST, do).state.asking
    table.do(HOST, do)
    assert table.do(GUEST, wire.End(1)).state.asking, "the other may ask"


def test_playing_on_withdraws_the_request() -> None:
    table = billabong().act(0).act(1).do(HOST, wire.Undo(0)).act(0)
    assert table.state.asking is None
    assert table.act(1).refuses(HOST, wire.Undo(0)) == "error.asked_again"


def test_a_takeback_works_while_an_end_is_proposed() -> None:
    table = billabong().do(GUEST, wire.End(1)).act(0)
    assert (table.shown(HOST).may_undo, table.shown(HOST).may_ask) == ([0], [0])
    table.do(HOST, wire.Undo(0))
    assert table.state.actors == (0,)
    assert table.shown(HOST).asking.kind == "end", "the question stands"
    assert table.do(HOST, wire.Consent(0, True)).state.phase == "over"


def test_time_others_spent_is_not_taken_back_without_them() -> None:
    table = billabong(clock=TimeControl("game", 600, 10))
    while table.shown(HOST).setting_up:
        seat = table.state.actors[0]
        table.act(seat)
        assert seat in table.shown(seat + 1).may_undo, "setting up costs no time"
    seat = table.state.actors[0]
    table.act(seat)
    assert table.state.actors == (1 - seat,)
    told = table.shown(seat + 1)
    assert (told.may_undo, told.may_ask) == ([], [seat])
    table.do(seat + 1, wire.Undo(seat))
    assert (table.shown(2 - seat).asking.waiting, table.state.actors) == ([1 - seat], (1 - seat,))
    table.do(2 - seat, wire.Consent(1 - seat, True))
    assert table.state.actors == (seat,)
    assert table.state.takebacks


def test_absent_players_are_not_asked() -> None:
    table = billabong().do(HOST, wire.End(0))
    assert table.state.phase == "playing"
    table.do(HOST, wire.End(0)).do(HOST, wire.End(0), is_away=lambda guest: guest == GUEST)
    assert table.state.outcome is not None
    assert table.state.outcome.ending == "called_off"


def over(**more: Any) -> Played:
    """A game in which the first has given up."""
    return billabong(**more).happen(Resigned(0))


def test_a_rematch_request_can_be_withdrawn_while_others_wait() -> None:
    table = over().rematch(HOST)
    assert [each.awaited for each in table.shown(HOST).chairs] == [False, True]
    table.do(HOST, wire.Decline(0)).happen(Present(1))
    assert [(each.declined, each.awaited) for each in table.shown(GUEST).chairs] == [
        (True, False),
        (False, False),
    ]


async def test_a_person_declining_the_rematch_is_replaced_at_once(server: Harness) -> None:
    a, b = await pair(server)
    new = await rematch(a, b)
    after = await server.people[0].tab(new)
    assert (await after.do("stand_in", seat=1))["reason"]["key"] == "error.not_away"
    old, b.table = b.table, new
    assert (await b.do("decline", seat=0))["reason"]["key"] == "error.not_your_seat"
    assert (await b.do("decline", seat=1, expected=0))["t"] == "applied"
    b.table = old
    view = await after.until(lambda v: chair(v, 1)["declined"])
    assert view["table"]["phase"] == "lobby", "told at once, and nothing begins by itself"
    assert (await after.do("stand_in", seat=1))["t"] == "applied"
    view = await after.until(lambda v: v["table"]["phase"] == "playing")
    assert chair(view, 1)["stand_in"]
    await server.people[1].tab(new)
    await after.until(lambda v: not chair(v, 1)["declined"] and not chair(v, 1)["stand_in"])


async def test_the_clocks_of_a_rematch_wait_until_both_have_opened_it(server: Harness) -> None:
    a, b = await duel(server, clock={"per": "game", "seconds": 600, "increment": 10})
    await a.do("resign", seat=0)
    view = await a.until(lambda v: v["table"]["phase"] == "over")
    assert view["table"]["quits"] == [{"seat": 0, "why": "resigned", "move": 0}]
    await a.do("rematch")
    told = (await b.until(lambda v: v["table"]["rematch"] is not None))["table"]
    assert told["rematch_by"] == 0
    after = await server.people[0].tab(told["rematch"])
    view = after.view
    assert view["table"]["phase"] == "lobby"
    assert [chair(view, seat)["awaited"] for seat in (0, 1)] == [False, True]
    assert [chair(view, seat)["clock"]["since_ms"] for seat in (0, 1)] == [-1, -1]
    await server.people[1].tab(told["rematch"])
    view = await after.until(lambda v: v["table"]["phase"] == "playing")
    assert not chair(view, 1)["awaited"]
    assert sorted(chair(view, seat)["clock"]["since_ms"] > 0 for seat in (0, 1)) == [False, True]


async def rematch(a: Tab, b: Tab) -> str:
    """The first gives up and wants another game; its id."""
    await a.do("resign", seat=0)
    await a.until(lambda v: v["table"]["phase"] == "over")
    await a.do("rematch")
    told = await b.until(lambda v: v["table"]["rematch"] is not None)
    return str(told["table"]["rematch"])


def test_a_rematch_waits_then_begins_without_the_other() -> None:
    table = over().rematch(HOST)
    refused = table.why_not(HOST, wire.Start())
    assert (refused.key, refused.args) == ("error.awaited", {"name": "Ben"})
    assert table.refuses(HOST, wire.StandIn(1, open=True)) == "error.not_playing"
    assert table.refuses(HOST, wire.StandIn(1)) == "error.not_away"
    assert (table.state.phase, table.state.waits_to_begin) == ("lobby", True)
    table.do(HOST, wire.Start(), is_away=lambda guest: guest == GUEST)
    assert table.state.phase == "playing"
    assert table.shown(HOST).chairs[1].awaited


async def test_over_days_a_rematch_does_not_wait(server: Harness) -> None:
    new = await rematch(*await duel(server, clock={"per": "days", "seconds": 86_400}))
    after = await server.people[0].tab(new)
    await after.until(lambda v: v["table"]["phase"] == "playing")


async def test_a_declining_persons_other_open_page_says_nothing(server: Harness) -> None:
    a, b = await duel(server)
    await a.do("resign", seat=0)
    await a.until(lambda v: v["table"]["phase"] == "over")
    await a.do("rematch")
    new = (await b.until(lambda v: v["table"]["rematch"] is not None))["table"]["rematch"]
    after, other = await server.people[0].tab(new), await server.people[1].tab(new)
    await other.until(lambda v: v["table"]["phase"] == "playing")
    b.table = new
    assert (await b.do("decline", seat=1, expected=0))["t"] == "applied"
    await after.until(lambda v: chair(v, 1)["declined"])
    again = await server.people[1].tab()
    again.table = new
    await again.hello(last_seq=3)  # a page that was connected before
    assert (await after.do("stand_in", seat=1))["t"] == "applied"
    room = server.services.tables._rooms[new]
    kinds = [type(row.event).__name__ for row in await server.services.store.events(new)]
    declined = kinds.index("Declined")
    assert kinds[declined + 1] == "StoodIn"
    assert {*kinds[declined + 2 :]} <= {"Act", "Time"}, "the bot may have played already"
    async with room.lock:
        assert room.state.chairs[1].declined
    await server.people[1].tab(new)
    await after.until(lambda v: not chair(v, 1)["declined"] and not chair(v, 1)["stand_in"])


def test_playing_shows_presence() -> None:
    table = billabong().do(GUEST, wire.Decline(1)).act(0)
    assert table.state.chairs[1].declined
    table.act(1)
    assert (table.state.chairs[1].declined, table.state.chairs[1].absent_ms) == (False, -1)


# -- what people write ------------------------------------------------------------------------------------------


async def test_chat_is_kept_with_the_table_and_not_in_the_record(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        a, b = await duel(server)
        zoe = await (await server.person("Zoé")).tab(a.table)
        assert (await a.do("say", text="  Bonne   <b>chance</b> "))["t"] == "applied"
        assert (await zoe.do("say", emote="bravo", name="Zoé"))["t"] == "applied"
        for tab in (a, b):
            view = await tab.until(lambda v: v["said_from"] + len(v["said"]) == 2)
        assert view["watching"] == 1
        late = await (await server.person("Eve")).tab(a.table)
        assert late.view["said"] == [
            {"seat": 0, "by": 0, "yours": False, "name": "Léa", "text": "Bonne <b>chance</b>", "emote": None},
            {"seat": -1, "by": 1, "yours": False, "name": "Zoé", "text": "", "emote": "bravo"},
        ]
        for wrong in ({"text": " "}, {"text": "x", "emote": "bravo"}, {"text": "\u202e"}):
            assert (await a.do("say", **wrong))["reason"]["key"] == "error.bad_line"
        assert (await a.do("say", text="x" * 201))["reason"]["key"] == "error.malformed"
        record = (await server.people[0].http.get(f"/api/tables/{a.table}/record")).text
        assert "chance</b>" not in record
        table = a.table
    async with serving(tmp_path) as server:
        again = await server.stranger().tab(table)
        assert [said["text"] for said in again.view["said"]] == ["Bonne <b>chance</b>", ""]


def test_a_table_keeps_a_bounded_number_of_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "MAX_SAID", 1)
    table = billabong().do(HOST, wire.Say("👨\u200d👩\u200d👧 a\u202eb"))
    assert table.state.said[0].text == "👨\u200d👩\u200d👧 ab"
    assert table.refuses(HOST, wire.Say("encore")) == "error.chat_full"


def test_nobody_uses_up_the_lines_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "MAX_SAID_EACH", 2)
    monkeypatch.setattr(asking, "MAX_SAID_WATCHING", 3)
    table, eve = billabong(), STRANGER + 1
    for guest in (STRANGER, STRANGER, eve, HOST, HOST):
        table.do(guest, wire.Say(emote="bravo"))
    for guest, key in ((STRANGER, "yours_full"), (HOST, "yours_full"), (eve, "watching_full")):
        assert table.refuses(guest, wire.Say("encore")) == f"error.chat_{key}"
    table.do(GUEST, wire.Say("encore"))


def test_nobody_writes_at_a_childrens_table() -> None:
    table = billabong(chat=False)
    assert table.shown(HOST).chat is False
    assert table.refuses(HOST, wire.Say(emote="hello")) == "error.chat_off"


async def test_nobody_writes_too_fast(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(chat=Rate(0.001, 2))) as server:
        tom = await server.person("Tom")
        alone = await tom.tab(await tom.make([ME, LINK]))
        first = await alone.do("say", text="un", command_id="one")
        assert first["t"] == "applied"
        assert (await alone.do("say", text="deux"))["t"] == "applied"
        assert (await alone.do("say", text="trois"))["reason"]["key"] == "error.chat_fast"
        assert (await alone.do("say", text="un", command_id="one"))["seq"] == first["seq"], "it was applied"


# -- time -------------------------------------------------------------------------------------------------------

BEGAN = 100_000


def timed(control: TimeControl, *events: tuple[int, LogEvent], seats: int = 2) -> TableState:
    """A game of Billabong with a clock; each event with its instant after the start, in seconds."""
    chairs = [ChairSpec("me", "Ada"), *[ChairSpec("link")] * (seats - 1)]
    spec = TableSpec(
        "billabong", seats, chairs, first=0, options={"mode": "duel"} if seats == 2 else {}, clock=control
    )
    sat = [Sat(seat, seat + 1, f"P{seat}", False, "02") for seat in range(1, seats)]
    start: list[LogEvent] = [*opening(1, "Ada", spec), *sat, Started(0)]
    rows = [Row(seq, None, BEGAN, event) for seq, event in enumerate(start)]
    rows += [Row(len(rows) + n, None, BEGAN + at * 1000, event) for n, (at, event) in enumerate(events)]
    return fold("t", rows)


def act_of(state: TableState) -> Act:
    assert state.table is not None
    seat = state.table.actors[0]
    return Act(seat, state.table.legal_actions(seat)[0])


def played(
    control: TimeControl, *instants: int, after: Sequence[tuple[int, LogEvent]] = ()
) -> tuple[TableState, list[tuple[int, LogEvent]]]:
    """One player after the other acts at these instants."""
    events = list(after)
    for at in instants:
        events.append((at, act_of(timed(control, *events))))
    return timed(control, *events), events


def placed(control: TimeControl) -> list[tuple[int, LogEvent]]:
    """All kangaroos are placed, at once."""
    events: list[tuple[int, LogEvent]] = []
    while (state := timed(control, *events)).table is not None and is_before_turns(state.table.journal):
        events.append((0, act_of(state)))
    return events


def test_total_time_runs_for_active_seats_and_turns_add_to_it() -> None:
    control = TimeControl("game", 60, 5)
    state, events = played(control, 20, 50, after=placed(control))
    clocks = state.clocks
    assert clocks is not None
    assert clocks.left_ms == [45_000, 35_000]
    assert clocks.since_ms == [BEGAN + 50_000, -1]
    assert may_undo(state, 1) == "asks", "the other's time would be lost"
    assert next_due(state) == (BEGAN + 95_000, TimedOut(0))
    over = timed(control, *events, (95, TimedOut(0)))
    assert (over.phase, over.chairs[0].timed_out) == ("over", True)
    assert over.outcome is not None
    assert over.outcome.ranking == (2, 1)


def test_move_time_restarts_and_a_bot_plays_when_it_is_up() -> None:
    control = TimeControl("move", 30)
    state, events = played(control, 20)
    assert next_due(state) == (BEGAN + 50_000, TimedOut(1))
    late = timed(control, *events, (50, TimedOut(1)))
    assert (late.phase, late.is_bot(1), next_due(late)) == ("playing", True, None)
    events += [(50, TimedOut(1)), (51, act_of(late))]
    after = timed(control, *events)
    assert [(each.seat, each.why, each.move) for each in after.table.journal.quits] == [(1, "late", 1)], (
        "it is told"
    )
    assert not after.is_bot(1), "the next move is the person's own"
    assert next_due(after) == (BEGAN + 81_000, TimedOut(0))
    events.append((60, Undone(0, 0)))
    assert next_due(timed(control, *events)) == (BEGAN + 70_000, TimedOut(0)), (
        "who decides again has what was left"
    )
    events.append((65, act_of(timed(control, *events))))
    after = timed(control, *events)
    assert next_due(after) == (BEGAN + 95_000, TimedOut(1)), "the other decides about something new"
    events.append((66, Undone(0, 0)))
    assert next_due(timed(control, *events)) == (BEGAN + 71_000, TimedOut(0)), "again, and again less"


def test_a_takeback_within_a_turn_brings_no_new_time() -> None:
    clocks = SeatClocks(TimeControl("move", 30), 2)
    clocks.follow(0, [0], 0, 0)
    clocks.follow(20_000, [0], 0, 1, acted=0)
    assert clocks.due() == (50_000, 0), "the next action of the turn"
    clocks.follow(45_000, [0], 1, 0, taker=0)
    assert clocks.due() == (55_000, 0)
    clocks.follow(46_000, [0], 0, 1, acted=0)
    assert clocks.due() == (51_000, 0), "five seconds of it were left"
    clocks.follow(47_000, [1], 1, 2, acted=0)
    clocks.follow(48_000, [0], 2, 3, acted=1)
    assert clocks.due() == (78_000, 0), "what was not decided before"


def test_taking_back_a_turn_takes_back_its_increment() -> None:
    control = TimeControl("game", 60, 5)
    before = placed(control)
    state, events = played(control, 20, 30, after=before)
    assert state.clocks is not None
    assert state.clocks.left_ms == [45_000, 55_000]
    events.append((33, Undone(0, len(before))))
    clocks = timed(control, *events).clocks
    assert clocks is not None
    assert clocks.left_ms == [40_000, 50_000], "as much as both had when they decided"
    assert clocks.since_ms == [BEGAN + 33_000, -1]
    events.append((34, act_of(timed(control, *events))))
    clocks = timed(control, *events).clocks
    assert clocks is not None
    assert clocks.left_ms == [44_000, 50_000]


def test_time_spent_on_an_undone_action_is_given_back() -> None:
    control = TimeControl("game", 60, 5)
    before = placed(control)
    _, events = played(control, 20, after=before)
    events.append((33, Undone(0, len(before))))
    state = timed(control, *events)
    assert state.clocks is not None
    assert state.clocks.left_ms == [40_000, 60_000], "thirteen seconds were spent on what is gone"
    assert state.clocks.since_ms == [BEGAN + 33_000, -1]


def test_events_meanwhile_cost_none_of_that_time() -> None:
    clocks = SeatClocks(TimeControl("game", 60), 2)
    clocks.follow(0, [0], 0, 0)
    clocks.follow(20_000, [1], 0, 1, acted=0)
    clocks.follow(25_000, [1], 1, 1)
    clocks.follow(33_000, [0], 1, 0, taker=0)
    assert clocks.left_ms == [40_000, 60_000]
    clocks.follow(34_000, [1], 0, 1, acted=0)
    clocks.follow(44_000, [0], 1, 2, acted=1)
    assert clocks.left_ms == [39_000, 50_000]


def test_earlier_thinking_time_is_not_returned() -> None:
    clocks = SeatClocks(TimeControl("game", 60), 2)
    clocks.follow(0, [0, 1], 0, 0)
    clocks.follow(10_000, [1], 0, 1, acted=0)
    clocks.follow(15_000, [0, 1], 1, 0, taker=0)
    assert clocks.left_ms == [50_000, 45_000]


def test_setting_up_pieces_adds_nothing_to_a_clock() -> None:
    state, _ = played(TimeControl("game", 600, 10), 3, 5, 9)
    assert state.clocks is not None
    assert state.clocks.left_ms == [593_000, 598_000]


def test_no_clock_runs_before_all_have_come_to_a_rematch() -> None:
    control = TimeControl("game", 60, 5)
    events: list[tuple[int, LogEvent]] = [(0, Awaited(1))]
    waiting = timed(control, *events, (30, act_of(timed(control, *events))))
    assert waiting.clocks is not None
    assert (waiting.clocks.left_ms, waiting.clocks.since_ms) == ([60_000, 60_000], [-1, -1])
    assert (waiting.chairs[1].absent_ms, next_due(waiting)) == (BEGAN, None)
    come = timed(control, *events, (30, Present(1)))
    assert next_due(come) == (BEGAN + 90_000, TimedOut(0))
    acted = [*events, (30, act_of(waiting := timed(control, *events)))]
    acted.append((40, act_of(timed(control, *acted))))
    assert next_due(timed(control, *acted)) == (BEGAN + 100_000, TimedOut(0)), "who acts has come"
    for event in (StoodIn(1, False), TakenOver(1, 7, "Eve"), Resigned(1)):
        assert not timed(control, *events, (30, event)).is_awaited(1)
    assert next_due(timed(control, *events, (30, StoodIn(1, False)))) == (BEGAN + 90_000, TimedOut(0))


def test_no_clock_runs_for_a_player_who_declined() -> None:
    control = TimeControl("game", 60, 5)
    _, events = played(control, 20)
    events.append((30, Declined(1)))
    state = timed(control, *events)
    assert state.clocks is not None
    assert (state.clocks.left_ms[1], next_due(state)) == (50_000, None)
    assert next_due(timed(control, *events, (40, Present(1)))) == (BEGAN + 90_000, TimedOut(1))
    assert next_due(timed(control, (0, Awaited(1)), (5, Declined(1)))) is None


def test_how_long_a_game_took_is_kept() -> None:
    found = result_of(timed(TimeControl("game", 60), (31, Resigned(1))))
    assert listed(found, 1)["lasted_ms"] == 31_000
    # How long somebody looked at the table before the first move is none of it.
    control = TimeControl("game", 60)
    first = (20, act_of(timed(control)))
    assert listed(result_of(timed(control, first, (31, Resigned(1)))), 1)["lasted_ms"] == 11_000


def test_quitting_is_noted_with_the_last_move() -> None:
    control = TimeControl("game", 60)
    _, events = played(control, 20, 30)
    assert timed(control, *events, (31, Resigned(1))).table.journal.quits == [Quit(1, "resigned", 2)]
    assert timed(control, *events, (90, TimedOut(0))).table.journal.quits == [Quit(0, "timed_out", 2)]
    assert timed(control, *events, (31, CalledOff())).table.journal.quits == [Quit(-1, "called_off", 2)]
    three = timed(control, (1, Resigned(2)), seats=3)
    assert three.table.journal.quits == [Quit(2, "resigned", 0)]


def test_clocks_stop_if_time_runs_back_or_the_server_is_away() -> None:
    control = TimeControl("game", 60)
    _, events = played(control, 30)
    back = timed(control, *events, (10, Away(0)))
    assert back.clocks is not None
    assert back.clocks.left_ms == [30_000, 60_000]
    away = timed(control, *events, (630, Away(600_000)))
    assert next_due(away) == (BEGAN + 690_000, TimedOut(1)), "all of its minute"


def test_in_long_games_nobody_is_away_until_time_is_up() -> None:
    day = 86_400
    assert patience_s(timed(TimeControl("days", 3 * day))) == 3 * day
    assert patience_s(timed(TimeControl("move", 30))) == usual_s(timed(TimeControl("move", 30))) == 60


def test_a_substitute_bot_answers_pending_requests() -> None:
    state = timed(TimeControl("days", 86_400), (1, Asked("end", 0, (1,))), (2, StoodIn(1, False)))
    assert state.asking is None
    assert state.reply is not None
    assert (state.reply.kind, state.reply.seat, state.reply.by, state.reply.yes) == ("end", 0, -1, False)


async def test_a_time_that_is_up_is_written_down_and_a_bot_plays(server: Harness) -> None:
    a, _ = await duel(server, clock={"per": "move", "seconds": 10})
    assert a.view["table"]["clock"] == {"per": "move", "seconds": 10, "increment": 0}
    assert chair(a.view, 0)["clock"]["since_ms"] > 0
    assert chair(a.view, 1)["clock"]["since_ms"] == -1
    room = await server.services.tables.get(a.table)
    assert room is not None
    assert room.state.clocks is not None
    async with room.lock:  # as if it had run for nine seconds and a half
        room.state.clocks.since_ms[0] -= 9_500
        room.state.time_ms -= 9_500
        room.set_timer()
    view = await a.until(lambda v: v["scene"]["actors"] == [1])
    assert a.moves[-1]["seat"] == 0
    assert not chair(view, 0)["late"]
    kinds = [type(row.event).__name__ for row in await server.services.store.events(a.table)]
    assert kinds[-2:] == ["TimedOut", "Act"]


async def test_a_clock_is_asked_for_as_the_game_has_it(server: Harness) -> None:
    lea = await server.person("Léa")
    spec = {
        "game": "tiny",
        "seats": 2,
        "chairs": [ME, BOT],
        "first": 0,
        "clock": {"per": "game", "seconds": 60},
    }
    refused = await lea.http.post("/api/tables", json=spec)
    assert refused.status_code == 400
    assert refused.json()["error"]["args"]["why"]["key"] == "error.why.own_clock", (
        "tiny has a clock of its own"
    )
    spec |= {"game": "billabong", "clock": {"per": "move", "seconds": 5}}
    assert (await lea.http.post("/api/tables", json=spec)).status_code == 422


async def test_sleep_counts_for_nobody(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        up = server.services.tables.uptime
        now = time.time_ns() // 1_000_000
        assert up.lost_ms(now - 60_000, now) == 0
        up._heard_ms = now - 40_000
        assert up.lost_ms(now - 60_000, now) == 40_000
        await up.beat()
        assert await server.services.store.outages() == [pytest.approx((now - 40_000, now), abs=5000)]
        assert up.lost_ms(now - 60_000, now) == pytest.approx(40_000, abs=5000)
        ((begin, end),) = up.outages
        for silence, lost in (((begin, end), 0), ((begin + 5000, end - 5000), 0), ((end, end + 2000), 2000)):
            assert up.lost_ms(now - 60_000, end + 5000, silence) == end - begin + lost
