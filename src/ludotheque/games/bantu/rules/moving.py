"""How far a pawn goes, where it can get, and where it may end.

It goes forward along links and sideways within a row, through no other pawn, and never over a circle twice.
"""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import Box, State, entry_point
from ludotheque.core.rule import rule
from ludotheque.games.bantu.codes import Why
from ludotheque.games.bantu.rules.setting import on_one_side, seat_on
from ludotheque.games.bantu.state import AT_START, PAWNS, wide


@rule("BAN-07", "BAN-08", "BAN-09", "BAN-35")
def pawns_in_row(b: Any, s: Any, circle: int) -> int:
    """How many pawns, of any colour, stand in the row of a circle; whether they touch does not matter."""
    row, count = b.row[circle], 0
    for other in range(b.first[row], b.first[row] + b.width[row]):
        if s.pawn_on[other] > 0:
            count += 1
    return count


@entry_point()
@rule("BAN-26", "BAN-27", "BAN-28", "BAN-29", "BAN-30", "BAN-52")
def steps_of(b: Box, s: State, circle: int) -> int:
    """The steps of a pawn that stands on a circle now, at the start of a turn: the sum of the numbers in its row, its own
    included, so that alone in its row it goes its own number."""
    row, total = b.row[circle], wide(0)
    for other in range(b.first[row], b.first[row] + b.width[row]):
        if s.pawn_on[other] > 0:
            total += (wide(s.pawn_on[other]) - 1) % PAWNS + 1
    return total


@rule("BAN-20", "BAN-21", "BAN-22", "BAN-23", "BAN-24", "BAN-38")
def reach(b: Any, s: Any, start: int, most: int, through: bool, arrivals: Any, steps: Any) -> int:
    """In how many steps, at most `most`, each circle can be reached from `start`: bit `t` of `steps[circle]` stands for t.

    Only circles from the rank of `start` to the returned rank are written. A circle with a pawn can be reached but not passed,
    unless `through`. Within a rank a path keeps its direction, and it never goes back a rank, so it visits no circle twice.
    `arrivals` and `steps` are int64 working space, one entry for each circle; `arrivals` gets the paths that end in a forward step.
    """
    lanes, limit = wide(b.lanes), (wide(2) << most) - 1
    rank = start // lanes
    for circle in range(rank * lanes, (rank + 1) * lanes):
        arrivals[circle] = 0
    arrivals[start] = 1
    while True:
        inner = rank * lanes
        go_aside(b, s, start, inner, limit, through, arrivals, steps)
        if rank + 1 == b.ranks:
            return rank
        for circle in range(inner + lanes, inner + 2 * lanes):
            arrivals[circle] = 0
        if not go_forward(b, s, start, inner, limit, through, arrivals, steps):
            return rank
        rank += 1


@rule("BAN-21", "BAN-22", "BAN-38")
def go_aside(
    b: Any, s: Any, start: int, inner: int, limit: int, through: bool, arrivals: Any, steps: Any
) -> None:
    """Along the rows of the rank whose innermost place is `inner`: outwards, then inwards, never both in one path."""
    carried, last = wide(0), inner + b.lanes - 1
    for circle in range(inner, last + 1):
        steps[circle] = arrivals[circle] | carried
        carried = wide(0)
        if b.joined[circle] and may_pass(s, start, circle, through):
            carried = steps[circle] << 1 & limit
    carried = wide(0)
    for circle in range(last, inner - 1, -1):
        ending = arrivals[circle] | carried
        steps[circle] |= carried
        carried = wide(0)
        if circle > inner and b.joined[circle - 1] and may_pass(s, start, circle, through):
            carried = ending << 1 & limit


@rule("BAN-10", "BAN-20", "BAN-24", "BAN-25", "BAN-38")
def go_forward(
    b: Any, s: Any, start: int, inner: int, limit: int, through: bool, arrivals: Any, steps: Any
) -> bool:
    """Along the links from a rank to the next. Returns whether any path goes on."""
    onward = False
    for circle in range(inner, inner + b.lanes):
        ways = steps[circle] << 1 & limit
        if ways != 0 and may_pass(s, start, circle, through):
            for i in range(b.links[circle]):
                arrivals[b.link[circle, i]] |= ways
                onward = True
    return onward


@rule("BAN-38")
def may_pass(s: Any, start: int, circle: int, through: bool) -> bool:
    """A pawn passes through no other pawn. Its own circle does not block it."""
    return through or circle == start or s.pawn_on[circle] == 0


@rule("BAN-31", "BAN-42", "BAN-43", "BAN-50")
def can_finish(b: Any, s: Any, start: int, most: int, last_rank: int, through: bool, steps: Any) -> bool:
    """Whether `reach` found a path to an arrow that leaves a step for the finish. Surplus steps are lost."""
    if last_rank + 1 < b.ranks:
        return False
    before = (wide(1) << most) - 1
    for circle in range((b.ranks - 1) * b.lanes, wide(b.ranks) * b.lanes):
        if b.arrow[circle] and steps[circle] & before != 0 and may_pass(s, start, circle, through):
            return True
    return False


@entry_point()
@rule("BAN-13", "BAN-17", "BAN-18", "BAN-33")
def waits(s: State, seat: int, pawn: int) -> bool:
    """Whether a pawn is on its start square: not entered yet, or sent back."""
    return s.at[seat, pawn] == AT_START


# -- where it may end: on a free circle, or on an opponent's pawn that nothing protects -------------------------------


@rule("BAN-32", "BAN-34", "BAN-35", "BAN-36", "BAN-37", "BAN-49", "BAN-51", "BAN-52")
def why_not_end_on(b: Any, s: Any, seat: int, circle: int) -> int:
    """Why a pawn of the seat may not end on a circle that it reaches exactly."""
    owner = seat_on(s, circle)
    if owner < 0:
        return Why.LEGAL.value
    if owner == seat:
        return Why.OWN_PAWN.value
    if on_one_side(s, seat, owner):
        return Why.PARTNERS_PAWN.value
    if b.start_line[circle]:
        return Why.SAFE_START_LINE.value
    if pawns_in_row(b, s, circle) > 1:
        return Why.SAFE_IN_ROW.value
    return Why.LEGAL.value


@rule("BAN-34", "BAN-35", "BAN-36")
def is_protected(b: Any, s: Any, circle: int) -> bool:
    """Whether no opponent may send the pawn on a circle back: on a start line, or not alone in its row."""
    return b.start_line[circle] != 0 or pawns_in_row(b, s, circle) > 1


@rule("BAN-32", "BAN-33")
def send_back(s: Any, circle: int) -> None:
    """The pawn on a circle returns to its start square; it may enter again in any later turn."""
    owner, pawn = seat_on(s, circle), (s.pawn_on[circle] - 1) % PAWNS
    s.at[owner, pawn] = AT_START
    s.pawn_on[circle] = 0
