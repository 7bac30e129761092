"""A game against the clock stands still while nobody who plays is at the table, and goes on when one of them is back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludotheque import replay, verify
from ludotheque.core import record
from ludotheque.core.errors import BadRecord
from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.live.room import Room
from ludotheque.server.room import absence, wire
from ludotheque.server.room.acting import game_ms
from ludotheque.server.room.log_events import Paused, Resumed, kind_of
from tests.server.harness import Harness, Person, Tab, later, serving, until
from tests.server.played import HOST, begun
from tests.server.test_playing import LINK, ME

BOT = {"who": "bot", "level": "random"}
QUICK = "faces = 6\ncards = 6\nrounds = 2\npawn = 2\npatience_ms = 300\n"
"""A box of the tiny game in which something happens by itself soon."""


def live_of(house: Harness, table: str) -> Room:
    return house.services.tables._rooms[table]


async def paused(house: Harness, table: str) -> None:
    """Wait until the game stands still."""

    async def is_so() -> bool:
        return live_of(house, table).state.is_paused

    await until(is_so, "the game goes on")


async def events(house: Harness, table: str) -> list[str]:
    return [kind_of(row.event) for row in await house.services.store.events(table)]


async def alone(house: Harness, **more: Any) -> tuple[Person, str, Tab]:
    """A person against a bot."""
    ada = await house.person("Ada")
    table = await ada.make([ME, BOT], **more)
    return ada, table, await ada.tab(table)


def test_no_time_passes_in_a_pause_and_it_is_not_made_up_for() -> None:
    table = begun().wait(1).happen(Paused())
    at_ms = game_ms(table.state, table.now_ms)
    assert game_ms(table.wait(60).state, table.now_ms) == at_ms
    assert table.state.actors == ()
    assert table.refuses(HOST, wire.Act(0, 0)) == "error.paused", "nothing is done meanwhile"
    table.happen(Resumed())
    assert at_ms <= game_ms(table.state, table.now_ms) < at_ms + 1000
    assert table.state.actors == (0, 1)


async def test_the_game_stands_still_when_its_only_person_leaves(server: Harness) -> None:
    ada, table, tab = await alone(server, components=QUICK)
    await tab.close()
    await paused(server, table)
    room = live_of(server, table)
    seq = room.state.seq
    assert room.timer is None, "nothing happens by itself"
    back = await ada.tab(table)
    await back.until(lambda view: not view["table"]["paused"])
    assert (await back.act(0, 0))["t"] == "applied"
    await back.until(lambda view: view["seq"] > seq + 2)  # and it goes on by itself
    assert (await events(server, table)).count("paused") == 1


async def test_nobody_stops_a_race_among_people_by_leaving(server: Harness) -> None:
    ada, tom = await server.person("Ada"), await server.person("Tom")
    table = await ada.make([ME, LINK, BOT])
    a, b = await ada.tab(table), await tom.tab(table)
    await b.do("sit", seat=1, name="Tom")
    await b.until(lambda view: view["table"]["phase"] == "playing")
    await a.close()
    await b.until(lambda view: not view["table"]["chairs"][0]["online"])
    assert not b.view["table"]["paused"]
    assert "paused" not in await events(server, table)
    eve = await (await server.person("Eve")).tab(table)
    await b.close()
    await eve.until(lambda view: view["table"]["paused"])  # who watches plays no part in it
    await tom.tab(table)
    await eve.until(lambda view: not view["table"]["paused"])


async def test_bots_among_themselves_play_on(server: Harness) -> None:
    ada = await server.person("Ada")
    table = await ada.make([BOT, BOT], components=QUICK)
    tab = await ada.tab(table)
    await tab.until(lambda view: view["table"]["phase"] != "lobby")
    await tab.close()

    async def over() -> bool:
        return live_of(server, table).state.phase == "over"

    await until(over, "bots stopped")
    assert "paused" not in await events(server, table)


async def test_a_pause_survives_a_restart_and_is_in_the_record(tmp_path: Path) -> None:
    async with serving(tmp_path) as house:
        await house.rules_ready()
        ada, table, tab = await alone(house, components=QUICK)
        await tab.close()
        await paused(house, table)
        at_ms = game_ms(live_of(house, table).state, wall_ms())
    later(tmp_path, 3_600_000)
    async with serving(tmp_path) as house:
        await house.rules_ready()
        ada.base = house.base
        await house.services.tables.get(table)
        state = live_of(house, table).state
        assert state.is_paused
        assert game_ms(state, wall_ms()) == at_ms
        back = await ada.tab(table)
        await back.until(lambda view: not view["table"]["paused"])
        journal = live_of(house, table).state.table
        assert journal is not None
        lines = record.loads(record.dumps(record.write(journal.journal)))
    pauses = [line["pause"] for line in lines if "pause" in line]
    assert len(pauses) == 1
    assert pauses[0]["at_ms"] == at_ms
    assert pauses[0]["ms"] >= 3_600_000
    assert verify(lines).seed_known
    assert record.write(replay(lines).journal) == lines
    assert lines[0]["ludotheque"] == record.FORMAT


async def test_a_restart_leaves_people_the_time_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as house:
        await house.rules_ready()
        _, table, tab = await alone(house)
        await tab.until(lambda view: view["table"]["phase"] == "playing")
        house.services.tables.has_ended = True  # killed: nobody could write down that people left
    monkeypatch.setattr(absence, "COMES_BACK_S", 60.0)
    async with serving(tmp_path) as house:
        await house.rules_ready()
        room = await house.services.tables.get(table)
        assert room is not None
        assert room.timer is not None, "they have so long"
        assert "paused" not in await events(house, table)
        monkeypatch.setattr(absence, "COMES_BACK_S", 0.0)
        room.go_on()
        await paused(house, table)  # nobody came


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({"pause": {"at_ms": 1}}, "error.record.one_pause"),
        ({"pause": {"at_ms": 1, "ms": 2}, "n": 1}, "error.record.one_pause"),
        ({"pause": {"at_ms": 1, "ms": -2}}, "error.record.whole_number"),
    ],
)
def test_a_malformed_pause_is_refused(line: dict[str, Any], why: str) -> None:
    game = begun().state.table
    assert game is not None
    with pytest.raises(BadRecord) as refused:
        replay([record.write(game.journal)[0], line])
    assert refused.value.said is not None
    assert refused.value.said.key == why
