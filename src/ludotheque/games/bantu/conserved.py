"""What no action may change: every pawn is in exactly one place, and the fields derived from that agree."""

from __future__ import annotations

from typing import Any

from ludotheque.games.bantu.labels import circles_of, pawns_of
from ludotheque.games.bantu.state import AT_FINISH, AT_START, MAX_CIRCLES, PAWNS


def conserved(b: Any, s: Any) -> dict[str, int]:
    """The pawns of each seat, and the number of contradictions, always 0, in the counters of pawns at home and on circles."""
    found: dict[str, int] = {}
    track = set(circles_of(b))
    on: dict[int, int] = {}
    for seat in range(int(s["seats"])):
        places = [int(s["at"][seat, pawn]) for pawn in pawns_of(s)]
        standing = {circle for circle in places if circle in track and circle not in on}
        on |= {circle: 1 + PAWNS * seat + places.index(circle) for circle in standing}
        home = places.count(AT_FINISH)
        found[f"pawns of seat {seat}"] = places.count(AT_START) + home + len(standing)
        found[f"miscounted at the finish, seat {seat}"] = home - int(s["home"][seat])
    wrong = [circle for circle in range(MAX_CIRCLES) if int(s["pawn_on"][circle]) != on.get(circle, 0)]
    found["circles marked wrongly"] = len(wrong)
    return found
