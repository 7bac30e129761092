"""What is due at a table by itself, and when: `room/agenda.py`, without a server and without a clock that runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ludotheque.server.room import absence, agenda, wire
from ludotheque.server.room.agenda import Here
from ludotheque.server.room.log_events import (
    Abandoned,
    Absent,
    LogEvent,
    Paused,
    Present,
    Resigned,
    Resumed,
    Returned,
    Started,
    Stood,
    StoodIn,
    TimeControl,
)
from ludotheque.server.room.spec import ChairSpec
from tests.server.played import GUEST, HOST, LINK, ME, Played, TableSpec, billabong

BOTH = Here(frozenset({HOST, GUEST}))


def due(table: Played, here: Here) -> list[type[LogEvent]]:
    return [type(event) for event in agenda.happens(table.state, here, table.now_ms)]


def wait_s(table: Played, here: Here) -> float | None:
    wait_ms = agenda.wait_ms(table.state, here, table.now_ms)
    return None if wait_ms is None else wait_ms / 1000


def happen(table: Played, here: Here) -> Played:
    """What is due happens."""
    for event in agenda.happens(table.state, here, table.now_ms):
        table.happen(event)
    return table


def left(table: Played, *guests: int) -> Here:
    """These guests leave now."""
    return Here(BOTH.online - set(guests), left_ms=dict.fromkeys(guests, table.now_ms))


def test_nothing_is_due_while_everybody_is_there() -> None:
    table = billabong()
    assert (due(table, BOTH), wait_s(table, BOTH)) == ([], None)


def test_who_leaves_is_noted_after_a_while_and_who_comes_back_at_once() -> None:
    table = billabong()
    here = left(table, GUEST)
    assert (due(table, here), wait_s(table, here)) == ([], absence.NOTED_S)
    table.wait(absence.NOTED_S)
    assert (due(table, here), wait_s(table, here)) == ([Absent], 0)
    happen(table, here)
    assert (due(table, here), wait_s(table, here)) == ([], None), "once is enough"
    assert agenda.happens(table.state, BOTH, table.now_ms) == [Present(1)]


def test_a_page_that_is_reloaded_is_not_noted() -> None:
    table = billabong()
    here = left(table, GUEST)
    table.wait(absence.NOTED_S - 1)
    assert due(table, replace(here, online=BOTH.online)) == []


def test_who_was_never_here_counts_from_when_the_table_was_opened() -> None:
    table = billabong()
    here = Here(frozenset({HOST}), since_ms=table.now_ms - 3000)
    assert wait_s(table, here) == absence.NOTED_S - 3


def test_a_stand_in_leaves_when_its_person_opens_the_page_again() -> None:
    table = happen(billabong().wait(60), Here(frozenset({HOST})))
    table.do(HOST, wire.StandIn(1, False), is_away=lambda _: True)
    assert isinstance(table.events[-1], StoodIn)
    assert due(table, Here(frozenset({HOST}))) == []
    assert agenda.happens(table.state, BOTH, table.now_ms) == [Returned(1)]


def full() -> Played:
    """A raced game of two that has not begun."""
    table = Played(TableSpec("tiny", 2, [ME, LINK], first=0)).do(GUEST, wire.Sit(1, "Ben"), counts=True)
    assert table.state.phase == "lobby"
    return table


def test_a_raced_game_is_counted_down_once_all_are_ready() -> None:
    table, here = full(), replace(BOTH, count_s=3)
    assert agenda.awaits_ready(table.state, 3)
    assert not agenda.nothing_is_missing(table.state, here)
    table.do(HOST, wire.Ready()).do(GUEST, wire.Ready())
    assert agenda.nothing_is_missing(table.state, here)
    assert (due(table, here), wait_s(table, here)) == ([], None), "nobody counts yet"
    here = replace(here, counted_ms=table.now_ms)
    assert (due(table, here), wait_s(table, here)) == ([], 3)
    table.wait(3)
    assert (due(table, here), wait_s(table, here)) == ([Started], 0)
    assert due(table, replace(here, is_looked_at=False)) == [], "nobody looks"


def raced() -> Played:
    """A raced game of two that goes on."""
    return happen(full(), BOTH)


def test_a_raced_game_stands_still_when_the_last_one_leaves() -> None:
    table = raced()
    assert due(table, left(table, GUEST)) == []
    here = left(table, HOST, GUEST)
    deciding = replace(here, is_deciding=True)
    assert due(table, deciding) == []
    assert wait_s(table, deciding) == absence.NOTED_S, "it is not asked again and again meanwhile"
    assert due(table, here) == [Paused]
    happen(table, here).wait(3)
    back = replace(BOTH, count_s=3)
    assert due(table, back) == []
    assert due(table, replace(back, counted_ms=table.now_ms - 3000)) == [Resumed]
    assert due(table, BOTH) == [Resumed], "where nothing is counted, at once"


def test_after_a_restart_people_have_the_time_to_come_back() -> None:
    table = raced()
    here = Here(since_ms=table.now_ms)
    assert (due(table, here), wait_s(table, here)) == ([], absence.COMES_BACK_S)
    table.wait(absence.COMES_BACK_S)
    assert due(table, here) == [Paused]


def test_the_games_own_clock_is_asked_apart() -> None:
    chairs = [ME, ChairSpec("here", "Bea"), ChairSpec("here", "Cleo")]
    table = happen(Played(TableSpec("banzai", 3, chairs)), BOTH)
    wait = agenda.game_wait_ms(table.state, table.now_ms)
    assert wait is not None
    later = agenda.game_wait_ms(table.state, table.now_ms + 1)
    assert later == max(0, wait - 1)
    table.happen(Paused())
    assert agenda.game_wait_ms(table.state, table.now_ms) is None
    assert agenda.game_wait_ms(billabong().state, table.now_ms) is None, "it has none"


def test_a_time_that_runs_is_waited_for() -> None:
    table = billabong(clock=TimeControl("move", 30))
    assert wait_s(table, BOTH) == pytest.approx(30, abs=0.1)
    table.wait(10)
    assert wait_s(table, BOTH) == pytest.approx(20, abs=0.1)


def test_bots_wait_for_the_answer_to_a_takeback() -> None:
    table = billabong().act(0).act(1)
    table.do(HOST, wire.Undo(0))
    assert table.state.asking is not None
    assert agenda.bots_wait(table.state, BOTH, table.now_ms)
    assert wait_s(table, BOTH) == pytest.approx(agenda.ASKING_S, abs=0.1)
    assert not agenda.bots_wait(table.state, left(table, GUEST), table.now_ms), "nobody could answer"
    table.wait(agenda.ASKING_S)
    assert not agenda.bots_wait(table.state, BOTH, table.now_ms)


@pytest.mark.parametrize("made", [billabong, full])
def test_nothing_happens_at_a_closed_table(made: Callable[[], Played]) -> None:
    table = made()
    table.state.closed_ms = table.now_ms
    nobody = Here()
    assert (due(table, nobody), wait_s(table, nobody)) == ([], None)


def all_that_happens(table: Played, here: Here) -> float | None:
    """Everything that is due happens; returns the seconds until something is again."""
    for _ in range(10):
        if not due(table, here):
            return wait_s(table, here)
        happen(table, here)
    pytest.fail("it happens again and again")


def test_a_due_event_happens_once_and_every_wait_ends_with_one() -> None:
    """Otherwise whoever drives the table would write without end, or look again at once, for ever."""
    tables = (
        billabong(),
        billabong(clock=TimeControl("move", 30)),
        raced(),
        full(),
        full().do(HOST, wire.Ready()).do(GUEST, wire.Ready()),
    )
    for table in tables:
        for leaves in ((), (GUEST,), (HOST, GUEST)):
            for count_s in (0.0, 3.0):
                played = Played([row.event for row in table.rows]).wait(10)
                counted = played.now_ms if count_s else -1
                here = replace(left(played, *leaves), count_s=count_s, counted_ms=counted)
                wait = all_that_happens(played, here)
                if wait is None:
                    continue
                assert wait > 0
                played.wait(wait)
                up = played.state.clocks is not None
                assert due(played, here) or up, "something else than the time of a seat was waited for"
                later = all_that_happens(played, here)
                assert up or later is None or later > 0


def test_the_seat_of_somebody_who_was_erased_is_vacated_once() -> None:
    for table, event in ((billabong(), StoodIn), (full(), Stood)):
        table.state.chairs[1].guest = 0
        assert due(table, BOTH) == [event]
        assert event not in due(happen(table, BOTH), BOTH)


def test_who_declined_is_back_only_once_they_open_the_page_again() -> None:
    table = billabong()
    chair = table.state.chairs[1]
    chair.declined, chair.declined_seq = True, 5
    assert due(table, BOTH) == []
    assert due(table, replace(BOTH, opened={GUEST: 4})) == []
    assert due(table, replace(BOTH, opened={GUEST: 5})) == [Present]


def test_nothing_happens_once_a_game_is_over_or_abandoned() -> None:
    for event in (Abandoned(90), Resigned(0)):
        table = billabong()
        here = left(table, GUEST)
        table.happen(event).wait(60)
        assert table.state.phase == "over"
        assert (due(table, here), wait_s(table, here)) == ([], None)
