"""The numbers that refusals name: how far a pawn goes, and how far away what was tapped is."""

from __future__ import annotations

from typing import Any

from ludotheque.core.memory import room
from ludotheque.games.bantu.codes import destination, finish_of, mover
from ludotheque.games.bantu.rules.moving import reach, steps_of
from ludotheque.games.bantu.rules.reasons import Why
from ludotheque.games.bantu.rules.refusals import LOOKED_AHEAD
from ludotheque.games.bantu.state import wide

_NAMED = (Why.TOO_FAR, Why.WRONG_COUNT, Why.FINISH_TOO_FAR)


def figures(b: Any, s: Any, seat: int, action: int, reason: int) -> dict[str, int]:
    """`n`: the steps of the pawn; `far`: those that lead there, whoever stands on the way. Nothing for any other reason."""
    if reason not in _NAMED:
        return {}
    pawn, to = int(mover(b, wide(action))), int(destination(b, wide(action)))
    start = int(s["at"][seat, pawn])
    n = int(steps_of(b, s, start))
    ways = _ways(b, s, start, to)
    nearest = min(ways, key=lambda steps: (abs(steps - n), steps), default=0)
    return {"n": n, "far": nearest or to // int(b["lanes"]) - start // int(b["lanes"])}


def _ways(b: Any, s: Any, start: int, to: int) -> list[int]:
    """In how many steps a circle or the finish can be reached; none where no way leads there."""
    circles, lanes = int(b["circles"]), int(b["lanes"])
    arrivals, steps = room("int64", circles + 1), room("int64", circles + 1)
    last_rank = int(reach(b, s, start, LOOKED_AHEAD, True, arrivals, steps))
    if to != int(finish_of(b)):
        return _bits(int(steps[to])) if to // lanes <= last_rank else []
    if last_rank + 1 < int(b["ranks"]):
        return []
    arrows = [circle for circle in range(last_rank * lanes, circles) if b["arrow"][circle]]
    return [n + 1 for circle in arrows for n in _bits(int(steps[circle]))]


def _bits(number: int) -> list[int]:
    return [n for n in range(number.bit_length()) if number >> n & 1]
