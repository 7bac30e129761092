"""Answers what a scene asks of the rules in one call, since each call into compiled code costs more than the rules do."""

from __future__ import annotations

from typing import Any, NamedTuple

from ludotheque.core.entry_point import Bools, Box, Int64s, State, entry_point
from ludotheque.core.memory import room
from ludotheque.games.banzai.codes import NAMED, call_code
from ludotheque.games.banzai.rules.calls import is_agreed
from ludotheque.games.banzai.rules.choosing import place_of
from ludotheque.games.banzai.rules.hands import is_in_play
from ludotheque.games.banzai.rules.racing import holds_pawn
from ludotheque.games.banzai.rules.refusals import why_not
from ludotheque.games.banzai.rules.stops import lies
from ludotheque.games.banzai.state import CALLS, MAX_FAMILIES, MAX_PAWNS, MAX_SEATS


class TableFacts(NamedTuple):
    """By family: is it in play; by call: is it agreed on; by seat: its place, has it a pawn; by pawn: does it lie there."""

    in_play: list[int]
    agreed: list[int]
    places: list[int]
    holding: list[int]
    lying: list[int]


def table_facts(s: Any) -> TableFacts:
    """The whole table, looked at once."""
    sizes = (MAX_FAMILIES, len(CALLS), MAX_SEATS, MAX_SEATS, MAX_PAWNS)
    found = [room("int64", size) for size in sizes]
    read_table(s, *found)
    return TableFacts(*(each.tolist() for each in found))


@entry_point()
def read_table(
    s: State, in_play: Int64s, agreed: Int64s, places: Int64s, holding: Int64s, lying: Int64s
) -> None:
    """Writes (int64) what `TableFacts` has."""
    for family in range(len(in_play)):
        in_play[family] = is_in_play(s, family)
    for call in range(len(agreed)):
        agreed[call] = is_agreed(s, call)
    for seat in range(s.seats):
        places[seat] = place_of(s, seat)
        holding[seat] = holds_pawn(s, seat)
    for pawn in range(s.pawns):
        lying[pawn] = lies(s, pawn)


@entry_point()
def read_calls(b: Box, s: State, seat: int, allowed: Bools) -> None:
    """Which calls nothing forbids a seat now, of any family (bool)."""
    for call in range(len(allowed)):
        for family in range(NAMED):
            if why_not(b, s, seat, call_code(call, family)) == 0:
                allowed[call] = True
                break
