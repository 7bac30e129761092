"""What the course does to an ostrich that is chosen: what would stop it, where the lava drives it back, what it goes over, what bars its way."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal

from ludotheque.games.banjooli_cross.labels import said
from ludotheque.games.banjooli_cross.names import space_name
from ludotheque.games.banjooli_cross.rules.course import (
    berry_on,
    bird_on,
    ground,
    is_free,
    is_passable,
    next_space,
    space_at,
)
from ludotheque.games.banjooli_cross.rules.moving import stops
from ludotheque.games.banjooli_cross.state import LANES, NEST, NO_SPACE, NOBODY, OVER_LINE, Ground
from ludotheque.scene.model import Effect

KINDS: dict[str, Literal["stops", "returns", "passes", "bars"]] = {
    "quicksand": "stops",
    "vortex": "stops",
    "berry": "stops",
    "lava": "returns",
    "over_lava": "passes",
    "over_bird": "passes",
    "bird": "bars",
    "lion": "bars",
    "rock": "bars",
    "water": "bars",
}
"""How the browser draws each of these, the strongest first: of two that hold for one space, the first is told."""


def effects_of(b: Any, s: Any, bird: int, points: Collection[int]) -> tuple[Effect, ...]:
    """What meets the bird on all its ways of one of these lengths, at most once a space."""
    found = _Way(b, s).walk(int(s["at"][bird]), points)
    order = list(KINDS)
    told: dict[int, str] = {}
    for word, space in sorted(found, key=lambda each: (order.index(each[0]), each[1])):
        told.setdefault(space, word)
    return tuple(
        Effect(space_name(space), KINDS[word], said(f"banjooli-cross.effect.{word}"))
        for space, word in told.items()
    )


class _Way:
    """Walks the course point by point, and notes what it meets: a word of `KINDS` and a space."""

    def __init__(self, b: Any, s: Any) -> None:
        self.b, self.s = b, s
        self.found: set[tuple[str, int]] = set()

    def walk(self, start: int, points: Collection[int]) -> set[tuple[str, int]]:
        front, most = {start}, max(points, default=0)
        for spent in range(1, most + 1):
            stopped = any(KINDS[word] == "stops" for word, _ in self.found)
            ahead = {space for at in front for space in self._steps(at)}
            if not ahead and not stopped:
                self._lava(front, "lava")  # as far as it can
                break
            self._lava(ahead, "lava" if spent in points else "over_lava")
            front = ahead
        return self.found

    def _steps(self, at: int) -> list[int]:
        """Where one point leads from a space, onwards from which the bird may go."""
        if at == NEST:
            tries = [(int(space_at(0, lane, 0)), 0) for lane in range(LANES)]
        else:
            tries = [(int(next_space(self.b, self.s, at, across)), across) for across in (0, -1, 1)]
        landings = [self._landing(to, across) for to, across in tries]
        return [space for space in landings if space >= 0]

    def _landing(self, to: int, across: int) -> int:
        b, s = self.b, self.s
        if to < 0:
            return NO_SPACE
        if not is_passable(b, s, to):
            self._bar(to)
            return NO_SPACE
        if bird_on(s, to) != NOBODY:
            beyond = int(next_space(b, s, to, across))
            leaps = beyond == OVER_LINE or (beyond >= 0 and bool(is_free(b, s, beyond)))
            self.found.add(("over_bird" if leaps else "bird", to))
            to = beyond
            if not leaps or to == OVER_LINE:
                return NO_SPACE
        if not stops(b, s, to):
            return to
        kind = Ground(int(ground(b, s, to)))
        self.found.add(("berry" if int(berry_on(s, to)) != NOBODY else kind.name.lower(), to))
        return NO_SPACE

    def _bar(self, space: int) -> None:
        lion = space == int(self.s["lion_at"])
        kind = Ground(int(ground(self.b, self.s, space)))
        self.found.add(("lion" if lion else kind.name.lower(), space))

    def _lava(self, spaces: Collection[int], word: str) -> None:
        for space in spaces:
            if space >= 0 and int(ground(self.b, self.s, space)) == Ground.LAVA:
                self.found.add((word, space))
