"""Coming home, the end of a turn, the end of the game, and the ranking."""

from __future__ import annotations

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.games.billabong.rules.placing import exists, kangaroos_of_a_seat
from ludotheque.games.billabong.state import AT_HOME, HOME_CROSSINGS, MAX_KANGAROOS, Ending

SAME_PROGRESS = 1e-9
"""Sums of angles that differ by less are equal."""


@rule("BIL-45", "BIL-46")
def come_home(b: Any, s: Any, seat: int, kangaroo: int) -> None:
    """Into the lake; with its last kangaroo home, the seat has the next rank."""
    s.cell[seat, kangaroo] = AT_HOME
    s.crossings[seat, kangaroo] = HOME_CROSSINGS
    s.home[seat] += 1
    if s.home[seat] == kangaroos_of_a_seat(b, s):
        s.rank[seat] = finished_seats(s) + 1


@rule("BIL-46")
def finished_seats(s: Any) -> int:
    """How many seats have all their kangaroos home."""
    count = 0
    for seat in range(s.seats):
        if s.rank[seat] > 0:
            count += 1
    return count


@rule("BIL-16", "BIL-46", "BIL-51")
def end_turn(b: Any, s: Any, seat: int) -> None:
    """The turn goes to the next seat that has not finished, unless the game is over."""
    s.turns[seat] += 1
    s.ended = reached_ending(b, s)
    if s.ended == Ending.NONE.value:
        s.to_play = next_racing(s, seat)


@rule("BIL-16", "BIL-46")
def next_racing(s: Any, seat: int) -> int:
    """The next seat to the left that still races."""
    for further in range(1, s.seats):
        after = (seat + further) % s.seats
        if s.rank[after] == 0:
            return after
    return seat


@rule("BIL-46", "BIL-51")
def reached_ending(b: Any, s: Any) -> int:
    """The first one home ends the game, or, playing on, the last but one; else the technical limit of turns."""
    finished = finished_seats(s)
    if finished == s.seats - 1 or (finished > 0 and not s.play_on):
        return Ending.ALL_HOME.value
    for seat in range(s.seats):
        if s.rank[seat] == 0 and s.turns[seat] < b.race_turns:
            return Ending.NONE.value
    return Ending.TURN_LIMIT.value


@rule("BIL-51")
def progress(b: Any, s: Any, seat: int) -> float:
    """The way of all the seat's kangaroos round the lake."""
    total = 0.0
    for kangaroo in range(MAX_KANGAROOS):
        if exists(b, s, kangaroo):
            total += distance_done(b, s, seat, kangaroo)
    return total


@rule("BIL-51")
def distance_done(b: Any, s: Any, seat: int, kangaroo: int) -> float:
    """A kangaroo's way round the lake: home 1; started, its share of the lap; not started, that less 1; in hand, -1."""
    cell = s.cell[seat, kangaroo]
    if cell == AT_HOME:
        return 1.0
    if cell < 0:
        return -1.0
    return b.lap[cell] - (1.0 if s.crossings[seat, kangaroo] == 0 else 0.0)


@rule("BIL-51")
def is_ahead(b: Any, s: Any, seat: int, other: int) -> bool:
    """More kangaroos home, or as many and more progress."""
    if s.home[seat] != s.home[other]:
        return s.home[seat] > s.home[other]
    return progress(b, s, seat) > progress(b, s, other) + SAME_PROGRESS


@rule("BIL-46", "BIL-51")
def ranking(b: Any, s: Any, out: Any) -> None:
    """Rank those who came home in that order. After them, at the limit of turns, by how far they got; else all are equal.

    All seats ranked first share the win.
    """
    finished = finished_seats(s)
    for seat in range(s.seats):
        out[seat] = s.rank[seat]
        if s.rank[seat] > 0 or s.ended == Ending.NONE.value:
            continue
        out[seat] = finished + 1
        for other in range(s.seats):
            if s.ended == Ending.TURN_LIMIT.value and s.rank[other] == 0 and is_ahead(b, s, other, seat):
                out[seat] += 1


@rule("BIL-46", "BIL-51")
def ending(b: Any, s: Any) -> int:
    """Why the game is over; 0 until then."""
    return s.ended
