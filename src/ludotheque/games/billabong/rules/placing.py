"""Before the race: the players take turns to place their kangaroos on the board, one at a time."""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import Bools, State, entry_point
from ludotheque.core.rule import rule
from ludotheque.games.billabong.codes import Why, place_code
from ludotheque.games.billabong.rules.geometry import is_occupied, put
from ludotheque.games.billabong.state import (
    AT_HOME,
    IN_HAND,
    MAX_KANGAROOS,
    MAX_LINES,
    MAX_PER_COLOUR,
    MAX_SEATS,
    Ending,
    Mode,
    Phase,
    Placement,
    wide,
)


@rule("BIL-05", "BIL-06", "BIL-07")
def setup(b: Any, s: Any) -> None:
    """All kangaroos are in hand, the referee is in the lake, and `s.first` goes first."""
    for line in range(MAX_LINES):
        s.lines[line] = 0
    for seat in range(MAX_SEATS):
        s.home[seat], s.rank[seat], s.turns[seat] = 0, 0, 0
        for kangaroo in range(MAX_KANGAROOS):
            s.cell[seat, kangaroo], s.crossings[seat, kangaroo] = IN_HAND, 0
    s.phase, s.ended = Phase.PLACEMENT.value, Ending.NONE.value
    s.to_play = s.first


@rule("BIL-04", "BIL-47")
def colours_of_a_seat(s: Any) -> int:
    """Everybody has one colour, but two players in two teams have two each."""
    return 2 if s.seats == 2 and s.mode == Mode.TWO_TEAMS.value else 1


@rule("BIL-02", "BIL-04", "BIL-47")
def kangaroos_of_a_seat(b: Any, s: Any) -> int:
    """All kangaroos of the seat's colours."""
    return b.kangaroos * colours_of_a_seat(s)


@rule("BIL-02", "BIL-04")
def exists(b: Any, s: Any, kangaroo: int) -> bool:
    """Whether a number is that of a kangaroo in the box, of a colour that each seat has here."""
    return kangaroo // MAX_PER_COLOUR < colours_of_a_seat(s) and kangaroo % MAX_PER_COLOUR < b.kangaroos


@rule("BIL-07")
def next_in_hand(b: Any, s: Any, seat: int, colour: int) -> int:
    """The kangaroo of the seat's colour 0 or 1 that is placed next, -1 if none is in hand."""
    for kangaroo in range(colour * MAX_PER_COLOUR, colour * MAX_PER_COLOUR + b.kangaroos):
        if s.cell[seat, kangaroo] == IN_HAND:
            return kangaroo
    return -1


@rule("BIL-01", "BIL-09", "BIL-10", "BIL-50")
def why_not_there(b: Any, s: Any, cell: int) -> int:
    """Any free cell outside the lake; with the option, only behind the stream, in the quarter before the line."""
    if b.is_lake[cell]:
        return Why.LAKE.value
    if is_occupied(b, s, cell):
        return Why.CELL_TAKEN.value
    if s.placement == Placement.BEHIND_STREAM.value and not is_behind_stream(b, cell):
        return Why.BEHIND_STREAM.value
    return Why.LEGAL.value


@rule("BIL-09")
def is_behind_stream(b: Any, cell: int) -> bool:
    """East of the stream and south of the lake."""
    return b.column[cell] > b.stream and b.row[cell] >= b.lake_y + b.lake_height


@rule("BIL-02", "BIL-04", "BIL-07")
def why_not_place(b: Any, s: Any, seat: int, colour: int, cell: int) -> int:
    """Only the seat's own colour, while it has some in hand."""
    if colour >= colours_of_a_seat(s):
        return Why.NOT_YOUR_COLOUR.value
    if next_in_hand(b, s, seat, colour) < 0:
        return Why.NONE_IN_HAND.value
    return why_not_there(b, s, cell)


@rule("BIL-07", "BIL-09", "BIL-47")
def list_placings(b: Any, s: Any, seat: int, out: Any) -> int:
    """Every cell, and in two teams either colour, as long as it is in hand."""
    first = next_in_hand(b, s, seat, 0) >= 0
    second = colours_of_a_seat(s) == 2 and next_in_hand(b, s, seat, 1) >= 0
    n = 0
    for cell in range(wide(b.cells)):
        if why_not_there(b, s, cell) != Why.LEGAL.value:
            continue
        if first:
            out[n] = place_code(b, 0, cell)
            n += 1
        if second:
            out[n] = place_code(b, 1, cell)
            n += 1
    return n


@rule("BIL-07", "BIL-08", "BIL-14", "BIL-15")
def place(b: Any, s: Any, seat: int, colour: int, cell: int) -> None:
    """Face hidden on its cell; the race begins when all are placed, and its first turn is the first placer's again."""
    s.cell[seat, next_in_hand(b, s, seat, colour)] = cell
    put(b, s, cell)
    s.to_play = (seat + 1) % s.seats
    if s.to_play == s.first and all_placed(b, s):
        s.phase = Phase.RACE.value


@rule("BIL-14")
def all_placed(b: Any, s: Any) -> bool:
    """Whether nobody has a kangaroo in hand."""
    for seat in range(s.seats):
        for colour in range(colours_of_a_seat(s)):
            if next_in_hand(b, s, seat, colour) >= 0:
                return False
    return True


@rule("BIL-08", "BIL-11", "BIL-48")
def shows_its_face(s: Any, seat: int, kangaroo: int) -> bool:
    """A kangaroo is blank until it has crossed the stream, and again when it has gone back over it."""
    return s.crossings[seat, kangaroo] > 0 or s.cell[seat, kangaroo] == AT_HOME


@entry_point()
def faces(s: State, seat: int, out: Bools) -> None:
    """Which of a seat's kangaroos show their face (`out`: bool, MAX_KANGAROOS)."""
    for kangaroo in range(len(out)):
        out[kangaroo] = shows_its_face(s, seat, kangaroo)
