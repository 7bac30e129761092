"""The way of a move, circle by circle: found to be shown, and checked where somebody gives one. Rules need only its ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.core.game import How
from ludotheque.games.bantu.codes import finish_of
from ludotheque.games.bantu.rules.moving import may_pass, steps_of
from ludotheque.games.bantu.things import FINISH, circle_name, circle_named


def onward(b: Any, s: Any, start: int, circle: int, aside: int) -> Iterator[tuple[int, int]]:
    """Where a step may lead from a circle: forward along its links, the finish included, then aside, inwards and outwards.

    `aside` is the direction of the side steps made in this rank before (0 where there were none): a way never turns round.
    Each comes with the `aside` that it leaves.
    """
    if not may_pass(s, start, circle, False):
        return
    for i in range(int(b["links"][circle])):
        yield int(b["link"][circle, i]), 0
    if b["arrow"][circle]:
        yield int(finish_of(b)), 0
    inner = circle % int(b["lanes"]) > 0 and b["joined"][circle - 1]
    if inner and aside <= 0:
        yield circle - 1, -1
    if b["joined"][circle] and aside >= 0:
        yield circle + 1, 1


def way_to(b: Any, s: Any, seat: int, pawn: int, to: int) -> How:
    """A way of the pawn that ends at `to` (a circle or `finish_of(b)`) in its number of steps, as names; `()` if none does.

    It steps aside as late as it can; of the ways to the finish it is the shortest.
    """
    start = int(s["at"][seat, pawn])
    if start < 0:
        return ()
    most = int(steps_of(b, s, start))
    finish = int(finish_of(b))
    for length in range(1, most + 1) if to == finish else (most,):
        way = _search(b, s, start, start, 0, length, to, set())
        if way:
            return tuple(FINISH if circle == finish else circle_name(b, circle) for circle in way)
    return ()


def _search(
    b: Any, s: Any, start: int, circle: int, aside: int, left: int, to: int, dead: set[tuple[int, int, int]]
) -> tuple[int, ...]:
    """The rest of a way with `left` steps to go; `dead` holds what was found to lead nowhere."""
    if (circle, aside, left) in dead or circle == int(finish_of(b)):
        return ()
    for after, then in onward(b, s, start, circle, aside):
        if left == 1 and after == to:
            return (after,)
        if left > 1:
            rest = _search(b, s, start, after, then, left - 1, to, dead)
            if rest:
                return (after, *rest)
    dead.add((circle, aside, left))
    return ()


def is_way(b: Any, s: Any, seat: int, pawn: int, how: How) -> bool:
    """Whether the names are those of a true way of the pawn, of its number of steps, or fewer to the finish."""
    start = int(s["at"][seat, pawn])
    if start < 0 or not how:
        return False
    finish, circle, aside = int(finish_of(b)), start, 0
    for name in how:
        to = finish if name == FINISH else circle_named(b, name)
        if circle == finish:
            return False
        aside = dict(onward(b, s, start, circle, aside)).get(to, 2)
        if aside == 2:
            return False
        circle = to
    most = int(steps_of(b, s, start))
    return len(how) == most or (circle == finish and len(how) < most)
