"""The numbers that refusals name: how far dice lead, and how far away what was tapped is."""

from __future__ import annotations

from typing import Any

from ludotheque.core.memory import room
from ludotheque.core.message import Message
from ludotheque.games.banjooli_cross.codes import FRENZY, MOVE
from ludotheque.games.banjooli_cross.rules.frenzy import wild_bird, wild_joker_count, wild_jokers
from ludotheque.games.banjooli_cross.rules.missing import fewest_points
from ludotheque.games.banjooli_cross.rules.points import points_for, thrown
from ludotheque.games.banjooli_cross.rules.reasons import Why
from ludotheque.games.banjooli_cross.state import DESTINATIONS, WHITE, Phase, wide

Figures = dict[str, int | str | Message]


def figures(b: Any, s: Any, seat: int, action: int, reason: int) -> Figures:
    """The numbers of a reason that names some; nothing for any other."""
    if reason in (Why.TOO_FAR, Why.WRONG_COUNT):
        bird, points = _points(b, s, action)
        far = int(fewest_points(b, s, wide(bird), wide((action - MOVE) % DESTINATIONS)))
        if reason == Why.TOO_FAR:
            return {"n": points[-1], "far": far}
        return {"spaces": _spaces(points), "far": far}
    if reason == Why.TOO_NEAR:
        return {"n": int(b["berry_distance"])}
    if reason == Why.TOO_MANY_JOKERS:
        return {"n": int(wild_jokers(s)), "asked": int(wild_joker_count(action))}
    if reason == Why.LION_ELSEWHERE:
        return {"n": int(thrown(s, WHITE))}
    return {}


def _points(b: Any, s: Any, action: int) -> tuple[int, list[int]]:
    """The ostrich of a move, and the numbers of spaces that it may run, the least first."""
    if action >= FRENZY:
        bird = int(wild_bird(action))
        return bird, [int(thrown(s, bird)) + int(wild_joker_count(action))]
    bird = (action - MOVE) // DESTINATIONS
    if int(s["phase"]) == Phase.CONTINUE:
        return bird, [int(s["points_left"])]
    out = room("int64", 8)
    return bird, sorted(set(out[: int(points_for(b, s, wide(bird), out))].tolist()))


def _spaces(points: list[int]) -> Message:
    """`3 spaces`, `3 or 4 spaces`."""
    *others, last = points
    said = Message("banjooli-cross.spaces", {"n": last})
    for n in reversed(others):
        said = Message("banjooli-cross.or", {"first": n, "then": said})
    return said
