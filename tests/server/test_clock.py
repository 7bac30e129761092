"""A game's clock never runs back, whatever the wall's clock does: neither in what is written down now, nor in older logs."""

from __future__ import annotations

import time

import pytest

from ludotheque import Table
from ludotheque.server.room.acting import act
from ludotheque.server.room.log_events import Act, Away, LogEvent, Row, Sat, Started, Time
from ludotheque.server.room.races.photo import develop
from ludotheque.server.room.races.race import Claim, Race
from ludotheque.server.room.spec import ChairSpec, TableSpec, opening
from ludotheque.server.room.state import TableState, fold
from ludotheque.server.store import archive
from tests.server.harness import PATIENT, Harness
from tests.server.test_playing import BOT, ME, pair
from tests.server.test_races import answered, claim, cued
from tiny import races
from tiny.state import GRAB_CODE

BEGAN = 10_000


def rows(*events: LogEvent) -> list[Row]:
    """A table of two at the tiny game, and what happened there."""
    spec = TableSpec("tiny", 2, [ChairSpec("me", "Ada"), ChairSpec("link")], first=0, components=PATIENT)
    happened = [*opening(1, "Ada", spec), Sat(1, 2, "Ben", False, "02"), Started(0), *events]
    return [Row(seq, None, BEGAN, event) for seq, event in enumerate(happened)]


def played(*events: LogEvent) -> TableState:
    return fold("t", rows(*events))


@pytest.mark.parametrize(
    ("now_ms", "ms"), [(BEGAN - 5000, 400), (BEGAN, 400), (BEGAN + 399, 400), (BEGAN + 900, 900)]
)
def test_an_event_is_never_dated_before_its_predecessor(now_ms: int, ms: int) -> None:
    state = played(Act(0, 0, (), 400))
    event = act(state, 1, 0, (), now_ms)
    assert event.ms == ms
    state.apply(Row(state.seq + 1, None, now_ms, event))
    assert state.clock_ms == ms


def test_time_that_is_given_back_does_not_run_back() -> None:
    state = played(Act(0, 0, (), 400), Act(1, 0, (), 500), Away(30_000))
    event = act(state, 0, GRAB_CODE, (), BEGAN + 29_000)
    assert event.ms == 500
    state.apply(Row(state.seq + 1, None, 1, event))


def test_an_older_log_with_a_decreasing_time_is_read() -> None:
    log = rows(
        Act(0, 0, (), 400),
        Act(1, 0, (), 300),
        Act(1, GRAB_CODE, (), 350),
        Time(60),
        Act(0, 0, (), 10),
        Act(1, 1, (), 600),
    )
    state = fold("t", log)
    assert state.table is not None
    assert [event.at_ms for event in state.table.events if event.seat >= 0] == [400, 400, 400, 400, 600]
    assert archive.verify("t", log) is not None, "the record that it makes holds by itself"


def claims(*hands: tuple[int, float, int]) -> list[Claim]:
    """Hands of seats, with their keys, that go for something."""
    return [Claim(seat, action, key, key, key, key_ms=key) for seat, key, action in hands]


def raced(*hands: tuple[int, float, int], clock_ms: int = 0) -> list[tuple[int, str, int]]:
    state = played(Act(0, 0, (), 400), Act(1, 0, (), 500))
    assert isinstance(state.table, Table)
    if clock_ms:
        state.table.advance(clock_ms)
    race = Race("cue", "grab", 0.0, 500.0, 0b11)
    found, _ = develop(state.table, races.Racing(), race, claims(*hands), [])
    return [(finish.claim.seat, finish.result, finish.ms) for finish in found]


def test_hands_in_a_race_count_no_earlier_than_the_clock() -> None:
    assert raced((0, 120.0, GRAB_CODE)) == [(0, "taken", 620)]
    assert raced((0, 120.0, GRAB_CODE), clock_ms=900) == [(0, "taken", 900)]


def test_a_hand_that_is_refused_leaves_no_time_behind() -> None:
    # Within a tie the shorter way goes first, though its key is later; what is refused did not happen.
    assert raced((0, 126.0, 99), (1, 120.0, GRAB_CODE)) == [(0, "void", 626), (1, "taken", 620)]


async def test_the_game_continues_while_the_walls_clock_is_set_back(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = await pair(server)
    zoe = await server.person("Zoé")
    alone = await zoe.tab(await zoe.make([ME, BOT]))
    await alone.until(lambda v: v["table"]["phase"] == "playing")
    wall = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: wall() - 3600 * 10**9)
    cue = await cued(a, b)
    grab = claim(a, cue, 0, 200.0)
    await a.send(grab)
    assert (await answered(a, grab["command_id"]))["t"] == "applied"
    for tab in (a, b):
        await tab.until(lambda v: v["race"] is None and v["scene"]["actors"] == [0, 1])
    assert (await a.act(0, 0))["t"] == "applied"
    monkeypatch.setattr(time, "time_ns", lambda: wall() - 7200 * 10**9)
    assert (await b.act(1, 0))["t"] == "applied"
    assert (await alone.act(0, 0))["t"] == "applied"
    await alone.until(lambda v: any(move["seat"] == 1 for move in alone.moves))
    for table in (a.table, alone.table):
        log = await server.services.store.events(table)
        instants = [row.event.ms for row in log if isinstance(row.event, Act | Time)]
        assert instants == sorted(instants)
        assert len(instants) >= 2
        assert archive.verify(table, log) is not None
