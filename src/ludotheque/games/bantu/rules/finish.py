"""Reaching the finish, the end of a turn, the end of the game, and the ranking."""

from __future__ import annotations

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.games.bantu.rules.setting import on_one_side, pawns_of_a_seat
from ludotheque.games.bantu.state import AT_FINISH, AT_START, Ending, wide


@rule("BAN-02", "BAN-41")
def come_home(s: Any, seat: int, pawn: int) -> None:
    """A pawn has reached the finish and stays there."""
    s.at[seat, pawn] = AT_FINISH
    s.home[seat] += 1


@rule("BAN-41", "BAN-46", "BAN-49")
def has_finished(s: Any, seat: int) -> bool:
    """Whether all pawns of a seat are on the finish: in teams it then has no more turns."""
    return s.home[seat] == pawns_of_a_seat(s)


@rule("BAN-03", "BAN-41", "BAN-46", "BAN-49")
def has_won(s: Any, seat: int) -> bool:
    """Whether everybody on the seat's side has finished: four pawns, three in the short game, in teams those of both."""
    for other in range(s.seats):
        if on_one_side(s, seat, other) and not has_finished(s, other):
            return False
    return True


@rule("BAN-14", "BAN-41", "BAN-49", "BAN-53")
def end_turn(b: Any, s: Any, seat: int) -> None:
    """The turn goes to the left, past those who have finished, unless the game is over."""
    s.turns[seat] += 1
    s.ended = reached_ending(b, s)
    if s.ended == Ending.NONE.value:
        s.to_play = next_playing(s, seat)


@rule("BAN-14", "BAN-49")
def next_playing(s: Any, seat: int) -> int:
    """The next seat to the left that still plays; the same seat if no other does."""
    for further in range(1, s.seats):
        after = (seat + further) % s.seats
        if not has_finished(s, after):
            return after
    return seat


@rule("BAN-41", "BAN-53")
def reached_ending(b: Any, s: Any) -> int:
    """A side has won, or everybody who still plays has had as many turns as there may be."""
    for seat in range(s.seats):
        if has_won(s, seat):
            return Ending.ALL_HOME.value
    for seat in range(s.seats):
        if not has_finished(s, seat) and s.turns[seat] < b.turn_limit:
            return Ending.NONE.value
    return Ending.TURN_LIMIT.value


@rule("BAN-53")
def distance(b: Any, s: Any, seat: int, pawn: int) -> int:
    """Forward steps to the finish; a pawn on its start square counts from its start line."""
    at = wide(s.at[seat, pawn])
    if at == AT_FINISH:
        return wide(0)
    return wide(b.ranks) - (wide(b.start_rank[pawn]) if at == AT_START else at // b.lanes)


@rule("BAN-53")
def home_and_distance(b: Any, s: Any, seat: int) -> tuple[int, int]:
    """The pawns home and the forward steps still to go, of the seat's whole side."""
    home, left = wide(0), wide(0)
    for other in range(s.seats):
        if on_one_side(s, seat, other):
            home += s.home[other]
            for pawn in range(pawns_of_a_seat(s)):
                left += distance(b, s, other, pawn)
    return home, left


@rule("BAN-41", "BAN-53")
def is_ahead(b: Any, s: Any, seat: int, other: int) -> bool:
    """Whether the seat alone has won; or, if nobody has, whether it has more pawns home, or as many and less way to go."""
    if s.ended == Ending.ALL_HOME.value:
        return has_won(s, seat) and not has_won(s, other)
    home, left = home_and_distance(b, s, seat)
    other_home, other_left = home_and_distance(b, s, other)
    return home > other_home or (home == other_home and left < other_left)


@rule("BAN-03", "BAN-41", "BAN-49", "BAN-53")
def ranking(b: Any, s: Any, out: Any) -> None:
    """Rank each seat after the seats ahead of it, so that partners share a rank; 0 before the end.

    All seats ranked first share the win, including partners.
    """
    for seat in range(s.seats):
        out[seat] = 0 if s.ended == Ending.NONE.value else 1
        for other in range(s.seats):
            if s.ended != Ending.NONE.value and is_ahead(b, s, other, seat):
                out[seat] += 1


@rule("BAN-41", "BAN-53")
def ending(b: Any, s: Any) -> int:
    """Why the game is over; 0 until then."""
    return s.ended
