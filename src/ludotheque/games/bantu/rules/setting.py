"""Before the first move: every pawn on the start square of its number. Which pawns each seat has, and who shares a team."""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import State, entry_point
from ludotheque.core.rule import rule
from ludotheque.games.bantu.state import AT_START, MAX_CIRCLES, MAX_SEATS, PAWNS, SHORT_PAWNS, Ending


@rule("BAN-05", "BAN-11", "BAN-12")
def setup(b: Any, s: Any) -> None:
    """All pawns wait on their start squares, and `s.first` goes first."""
    for circle in range(MAX_CIRCLES):
        s.pawn_on[circle] = 0
    for seat in range(MAX_SEATS):
        s.home[seat], s.turns[seat] = 0, 0
        for pawn in range(PAWNS):
            s.at[seat, pawn] = AT_START
    s.to_play, s.ended = s.first, Ending.NONE.value


@entry_point()
@rule("BAN-04", "BAN-44", "BAN-55")
def pawns_of_a_seat(s: State) -> int:
    """Pawns 1 to 4, or 1 to 3 in the short game."""
    return SHORT_PAWNS if s.short != 0 else PAWNS


@entry_point()
@rule("BAN-47", "BAN-49", "BAN-55")
def on_one_side(s: State, seat: int, other: int) -> bool:
    """Whether two seats win together: partners sit opposite, everybody else is alone."""
    return seat == other or (s.teams != 0 and s.seats == MAX_SEATS and (seat + 2) % MAX_SEATS == other)


@rule("BAN-37")
def stand(s: Any, seat: int, pawn: int, circle: int) -> None:
    """Put a pawn on a free circle."""
    s.at[seat, pawn] = circle
    s.pawn_on[circle] = 1 + PAWNS * seat + pawn


@entry_point()
@rule("BAN-37")
def seat_on(s: State, circle: int) -> int:
    """Whose pawn stands on a circle, -1 if nobody's."""
    return (s.pawn_on[circle] + PAWNS - 1) // PAWNS - 1
