"""A game against the clock stands still while nobody who plays is at the table, and goes on when one of them is back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque import replay, verify
from ludotheque.core import record
from ludotheque.core.errors import BadRecord
from ludotheque.server.commands import game_ms
from ludotheque.server.live import Live
from ludotheque.server.log_events import kind_of
from ludotheque.server.races.waiting import wall_ms
from tests.server.harness import Harness, Person, Tab, serving, until
from tests.server.test_playing import LINK, ME

pytestmark = pytest.mark.alone

BOT = {"who": "bot", "level": "random"}
QUICK = "faces = 6\ncards = 6\nrounds = 2\npawn = 2\npatience_ms = 300\n"
"""A box of the tiny game in which something happens by itself soon."""
LONG_S = 0.7
"""More than twice as long as anything there takes."""


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Harness]:
    async with serving(tmp_path / "data") as harness:
        await harness.rules_ready()
        yield harness


def live_of(house: Harness, table: str) -> Live:
    return house.services.tables._live[table]


async def paused(house: Harness, table: str, so: bool = True) -> None:
    """Wait until the game stands still, or no longer."""

    async def is_so() -> bool:
        return live_of(house, table).state.is_paused == so

    await until(is_so, "the game stands still" if not so else "the game goes on")


async def events(house: Harness, table: str) -> list[str]:
    return [kind_of(row.event) for row in await house.services.store.events(table)]


async def alone(house: Harness, **more: Any) -> tuple[Person, str, Tab]:
    """A person against a bot."""
    ada = await house.person("Ada")
    table = await ada.make([ME, BOT], **more)
    return ada, table, await ada.tab(table)


async def test_the_game_stands_still_when_its_only_person_leaves(house: Harness) -> None:
    ada, table, tab = await alone(house, components=QUICK)
    await tab.close()
    await paused(house, table)
    state = live_of(house, table).state
    seq, at_ms = state.seq, game_ms(state, wall_ms())
    await asyncio.sleep(LONG_S)
    assert (state.seq, game_ms(state, wall_ms())) == (seq, at_ms), "nothing happens, and no time passes"
    assert state.actors == ()
    back = await ada.tab(table)
    await back.until(lambda view: not view["table"]["paused"])
    assert game_ms(state, wall_ms()) < at_ms + LONG_S * 1000, "the time is not made up for"
    await back.until(lambda view: view["seq"] > seq + 1)  # and it goes on
    assert (await events(house, table)).count("paused") == 1


async def test_nobody_stops_a_race_among_people_by_leaving(house: Harness) -> None:
    ada, tom = await house.person("Ada"), await house.person("Tom")
    table = await ada.make([ME, LINK, BOT])
    a, b = await ada.tab(table), await tom.tab(table)
    await b.do("sit", seat=1, name="Tom")
    await b.until(lambda view: view["table"]["phase"] == "playing")
    await a.close()
    await b.until(lambda view: not view["table"]["chairs"][0]["online"])
    assert not b.view["table"]["paused"]
    assert "paused" not in await events(house, table)
    eve = await (await house.person("Eve")).tab(table)
    await b.close()
    await eve.until(lambda view: view["table"]["paused"])  # who watches plays no part in it
    await tom.tab(table)
    await eve.until(lambda view: not view["table"]["paused"])


async def test_bots_among_themselves_play_on(house: Harness) -> None:
    ada = await house.person("Ada")
    table = await ada.make([BOT, BOT], components=QUICK)
    tab = await ada.tab(table)
    await tab.until(lambda view: view["table"]["phase"] != "lobby")
    await tab.close()

    async def over() -> bool:
        return live_of(house, table).state.phase == "over"

    await until(over, "bots stopped")
    assert "paused" not in await events(house, table)


async def test_nothing_is_done_meanwhile(house: Harness) -> None:
    ada, table, tab = await alone(house)
    await tab.close()
    await paused(house, table)
    unseen = await ada.tab()
    unseen.table = table
    refused = await unseen.act(0, 0, expected=live_of(house, table).state.seq)
    assert refused["reason"]["key"] == "error.paused"


async def test_a_pause_survives_a_restart_and_is_in_the_record(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as house:
        await house.rules_ready()
        ada, table, tab = await alone(house, components=QUICK)
        await tab.close()
        await paused(house, table)
        at_ms = game_ms(live_of(house, table).state, wall_ms())
    await asyncio.sleep(LONG_S)
    async with serving(tmp_path / "data") as house:
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
    assert pauses[0]["ms"] >= LONG_S * 1000
    assert verify(lines).seed_known
    assert record.write(replay(lines).journal) == lines
    assert lines[0]["ludotheque"] == record.FORMAT


async def test_a_restart_leaves_people_the_time_to_come_back(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as house:
        await house.rules_ready()
        ada = await house.person("Ada")
        table = await ada.make([ME, BOT])
        tab = await ada.tab(table)
        await tab.until(lambda view: view["table"]["phase"] == "playing")
        house.services.tables.progress.close()  # killed: nobody could write down that people left
    async with serving(tmp_path / "data") as house:
        await house.rules_ready()
        await house.services.tables.get(table)
        assert "paused" not in await events(house, table)
        assert not live_of(house, table).state.is_paused
        await paused(house, table)  # nobody came


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({"pause": {"at_ms": 1}}, "error.record.one_pause"),
        ({"pause": {"at_ms": 1, "ms": 2}, "n": 1}, "error.record.one_pause"),
        ({"pause": {"at_ms": 1, "ms": -2}}, "error.record.whole_number"),
    ],
)
async def test_a_malformed_pause_is_refused(house: Harness, line: dict[str, Any], why: str) -> None:
    _, table, _ = await alone(house)
    state = live_of(house, table).state
    assert state.table is not None
    head = record.write(state.table.journal)[0]
    with pytest.raises(BadRecord) as refused:
        replay([head, line])
    assert refused.value.said is not None
    assert refused.value.said.key == why
