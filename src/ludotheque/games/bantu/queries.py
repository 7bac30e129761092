"""Answers what a scene asks of the rules for all pawns and moves at once, since each call into compiled code costs more than the rules do."""

from __future__ import annotations

from ludotheque.core.entry_point import BoolTable, Box, Int32s, Int32Table, State, entry_point
from ludotheque.games.bantu.codes import destination, finish_of, mover
from ludotheque.games.bantu.paths import circles_to
from ludotheque.games.bantu.rules.capturing import is_protected
from ludotheque.games.bantu.rules.moving import steps_of, waits
from ludotheque.games.bantu.rules.setting import pawns_of_a_seat, seat_on
from ludotheque.games.bantu.state import wide


@entry_point()
def read_pawns(b: Box, s: State, waiting: BoolTable, safe: BoolTable) -> None:
    """Which pawns wait on their start square, and which are safe on the track (both bool, seats × pawns)."""
    for seat in range(s.seats):
        for pawn in range(pawns_of_a_seat(s)):
            waiting[seat, pawn] = waits(s, seat, pawn)
            at = wide(s.at[seat, pawn])
            safe[seat, pawn] = at >= 0 and is_protected(b, s, at)


PAWN, TO, WAITS, STEPS, VICTIM, LENGTH = range(6)
"""The columns of `read_moves`."""


@entry_point()
def read_moves(b: Box, s: State, seat: int, codes: Int32s, moves: Int32Table, paths: Int32Table) -> None:
    """What each action (int32, none a pass) is: a row of `moves` (int32) with the columns above, a path of it in `paths` (int32).

    `STEPS` is how far the pawn goes (0 for one that waits), `VICTIM` the seat whose pawn stands where it ends, -1 for nobody's.
    """
    for row in range(len(codes)):
        code = wide(codes[row])
        pawn, to = mover(b, code), destination(b, code)
        waiting, start = waits(s, seat, pawn), wide(s.at[seat, pawn])
        moves[row, 0], moves[row, 1], moves[row, 2] = pawn, to, waiting
        moves[row, 3] = 0 if waiting else steps_of(b, s, start)
        moves[row, 4] = -1 if to == finish_of(b) else seat_on(s, to)
        moves[row, 5] = 0 if waiting else circles_to(b, s, start, to, paths[row])
