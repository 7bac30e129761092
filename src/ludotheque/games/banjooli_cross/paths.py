"""How an ostrich runs, to show it: what a move costs, where it lands point by point, and what meets it on its ways."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from ludotheque.core.memory import filled
from ludotheque.games.banjooli_cross import codes
from ludotheque.games.banjooli_cross.actions import points_of_action
from ludotheque.games.banjooli_cross.codes import bird_of, destination_of
from ludotheque.games.banjooli_cross.labels import said, space_name
from ludotheque.games.banjooli_cross.rules.course import (
    berry_on,
    bird_on,
    ground,
    is_free,
    is_passable,
    next_space,
    space_at,
)
from ludotheque.games.banjooli_cross.rules.dice import is_great, is_joker, thrown
from ludotheque.games.banjooli_cross.rules.moving import UNREACHED, drive_back, mark_ends, stops
from ludotheque.games.banjooli_cross.state import (
    BIRDS,
    DESTINATIONS,
    LANES,
    NEST,
    NO_SPACE,
    NOBODY,
    OVER_LINE,
    PODIUM,
    SPACES,
    WHITE,
    Ground,
    Phase,
)
from ludotheque.scene import snapshot
from ludotheque.scene.model import Effect
from ludotheque.scene.snapshot import Snapshot

# -- one point ----------------------------------------------------------------------------------------------------------


def _ahead(b: Any, s: Any, at: int) -> list[tuple[int, int]]:
    """The spaces ahead of a space, or of the nests, with the direction across in which they lie."""
    if at == NEST:
        return [(int(space_at(0, lane, 0)), 0) for lane in range(LANES)]
    return [(int(next_space(b, s, at, across)), across) for across in (0, -1, 1)]


def _landing(b: Any, s: Any, to: int, across: int) -> int:
    """Where a point spent towards a space leads: there, or beyond the ostrich there; `NO_SPACE` if nowhere."""
    if to >= 0 and is_passable(b, s, to) and bird_on(s, to) != NOBODY:
        to = int(next_space(b, s, to, across))
    return to if to == OVER_LINE or (to != NO_SPACE and is_free(b, s, to)) else NO_SPACE


def _landings(b: Any, s: Any, at: int) -> Iterator[int]:
    """Where one point leads from a space."""
    for to, across in _ahead(b, s, at):
        landing = _landing(b, s, to, across)
        if landing != NO_SPACE:
            yield PODIUM if landing == OVER_LINE else landing


# -- what a move costs --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cost:
    """What a move takes: its points, how many of them are jokers, and what these show: white, or the colour of an ostrich that is home."""

    points: int
    jokers: int
    kind: int = WHITE


def costs_of(b: Any, s: Any, bird: int) -> dict[int, Cost]:
    """Every destination of a bird with the cheapest way of paying for it: no jokers where they are not needed (but at a berry)."""
    return _ways(b, s, bird).costs


def _costs(b: Any, s: Any, bird: int) -> dict[int, Cost]:
    costs: dict[int, Cost] = {}
    for cost in _payments(b, s, bird):
        reached = filled("int8", [UNREACHED] * DESTINATIONS)
        mark_ends(b, s, bird, cost.points, reached)
        for destination in _reached(reached):
            least = costs.get(destination)
            if least is None or (_stops_early(s, destination) and cost.points > least.points):
                costs[destination] = cost
    return costs


def _stops_early(s: Any, destination: int) -> bool:
    """Whether a berry interrupts the move there. Then all points that can be paid are, and the rest is run afterwards."""
    return destination < SPACES and int(berry_on(s, destination)) >= 0


def _payments(b: Any, s: Any, bird: int) -> list[Cost]:
    """The points that the bird may move with, fewest jokers first. Points beyond its own dice are jokers, except in a great result."""
    own, great = int(thrown(s, bird)), int(b["five"]) if is_great(b, s) else 0
    costs = []
    for points in points_of_action(b, s, codes.move_code(bird, PODIUM)):
        jokers = 0 if great == points or int(s["phase"]) == Phase.CONTINUE else points - own
        costs.append(Cost(points, jokers, _kind_of(s, jokers) if jokers else WHITE))
    return sorted(costs, key=lambda cost: (cost.jokers, cost.points))


def _kind_of(s: Any, jokers: int) -> int:
    """What this number of jokers shows. Kinds are never mixed; where two would do, it is white."""
    kinds = (kind for kind in (WHITE, *range(BIRDS)) if is_joker(s, kind))
    return next((kind for kind in kinds if int(thrown(s, kind)) == jokers), WHITE)


# -- where a move lands -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """How a move goes.

    Attributes:
        path: the spaces where it lands, with its destination last; over lava, the lava space before it.
        bounces: whether the lava drives the bird back at the end.
    """

    path: list[int]
    bounces: bool


def run_of(b: Any, s: Any, code: int, cost: Cost | None = None) -> Run:
    """How a legal move goes, with the points that it takes: `cost`, where the caller knows it already."""
    bird, destination = int(bird_of(code)), int(destination_of(code))
    if cost is None and code < codes.FRENZY:
        cost = costs_of(b, s, bird).get(destination)
    paid = [cost.points] if cost else []
    for points in (*paid, *reversed(points_of_action(b, s, code))):
        found = _search(b, s, bird, points, destination)
        if found:
            return Run(found, len(found) > points)
    return Run([destination], False)


def overleapt(b: Any, s: Any, bird: int, run: Run) -> list[int]:
    """The ostriches that a move jumps over, in their order; none where the lava drives the bird back, which matters more."""
    birds, at = [], int(s["at"][bird])
    for landing in () if run.bounces else run.path:
        to = OVER_LINE if landing >= SPACES else landing
        ahead = _ahead(b, s, at)
        if to not in [space for space, _ in ahead]:
            birds += [
                int(bird_on(s, space))
                for space, across in ahead
                if space >= 0 and bird_on(s, space) != NOBODY and int(next_space(b, s, space, across)) == to
            ][:1]
        at = landing
    return birds


def _search(b: Any, s: Any, bird: int, points: int, destination: int) -> list[int]:
    ways = _ways(b, s, bird)
    layer: list[list[int]] = []
    for spent in range(1, points + 1):
        found = next((path for path in ways.ending(spent) if path[-1] == destination), None)
        if found is not None:
            return [*found]
        layer = ways.going_on(spent) or layer
    for path in layer:
        if _comes_to(b, s, bird, path[-1]) == {destination}:
            return [*path] if path[-1] == destination else [*path, destination]
        if destination in _comes_to(b, s, bird, path[-1]):
            return [*path, destination]
    return []


class _Ways:
    """How a bird may run from where it stands, point by point, and what that costs."""

    def __init__(self, b: Any, s: Any, bird: int) -> None:
        self.b, self.s, self.bird = b, s, bird
        self._walked: tuple[tuple[list[list[int]], list[list[int]]], ...] = (([[]], []),)

    @cached_property
    def costs(self) -> dict[int, Cost]:
        """Its destinations, see `costs_of`."""
        return _costs(self.b, self.s, self.bird)

    def going_on(self, points: int) -> list[list[int]]:
        """The paths of this many points after which the bird may run on, one to each space."""
        return self._walk(points)[0]

    def ending(self, points: int) -> list[list[int]]:
        """The paths whose last of this many points stops the bird."""
        return self._walk(points)[1]

    def _walk(self, points: int) -> tuple[list[list[int]], list[list[int]]]:
        walked = self._walked  # threads may walk at once, each its own
        while len(walked) <= points:
            following: dict[int, list[int]] = {}
            ending: list[list[int]] = []
            for path in walked[-1][0]:
                at = path[-1] if path else int(self.s["at"][self.bird])
                for landing in _landings(self.b, self.s, at):
                    if landing == PODIUM or stops(self.b, self.s, landing):
                        ending.append([*path, landing])
                    else:
                        following.setdefault(landing, [*path, landing])
            self._walked = walked = (*walked, ([*following.values()], ending))
        return walked[points]


def _ways(b: Any, s: Any, bird: int) -> _Ways:
    return snapshot.once(snapshot.of_box(b), snapshot.of(s), _ways_of_birds)[bird]


def _ways_of_birds(b: Snapshot, s: Snapshot) -> list[_Ways]:
    return [_Ways(b.record, s.record, bird) for bird in range(BIRDS)]


def _comes_to(b: Any, s: Any, bird: int, space: int) -> set[int]:
    """Where a bird stands when its points end on a space: there, or, on lava, on one of the spaces behind."""
    if int(ground(b, s, space)) != Ground.LAVA:
        return {space}
    reached = filled("int8", [UNREACHED] * DESTINATIONS)
    drive_back(b, s, bird, space, reached)
    return {*_reached(reached)}


def _reached(ways: memoryview[Any]) -> list[int]:
    """The destinations that are not marked as unreached."""
    return [place for place, way in enumerate(ways.tolist()) if way != UNREACHED]


# -- what meets an ostrich ----------------------------------------------------------------------------------------------

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
"""How the browser draws each of these, the strongest first: of two for the same space, the first is shown."""


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
            ahead = {self._step(*each) for at in front for each in _ahead(self.b, self.s, at)} - {NO_SPACE}
            if not ahead and not stopped:
                self._lava(front, "lava")  # as far as it can
                break
            self._lava(ahead, "lava" if spent in points else "over_lava")
            front = ahead
        return self.found

    def _step(self, to: int, across: int) -> int:
        """Where a point spent towards a space leads; `NO_SPACE` if the bird does not go on from there."""
        b, s = self.b, self.s
        landing = _landing(b, s, to, across)
        if to >= 0 and not is_passable(b, s, to):
            self._bar(to)
        elif to >= 0 and bird_on(s, to) != NOBODY:
            self.found.add(("bird" if landing == NO_SPACE else "over_bird", to))
        if landing < 0 or not stops(b, s, landing):
            return max(landing, NO_SPACE)
        kind = Ground(int(ground(b, s, landing)))
        self.found.add(("berry" if int(berry_on(s, landing)) != NOBODY else kind.name.lower(), landing))
        return NO_SPACE

    def _bar(self, space: int) -> None:
        lion = space == int(self.s["lion_at"])
        kind = Ground(int(ground(self.b, self.s, space)))
        self.found.add(("lion" if lion else kind.name.lower(), space))

    def _lava(self, spaces: Collection[int], word: str) -> None:
        for space in spaces:
            if space >= 0 and int(ground(self.b, self.s, space)) == Ground.LAVA:
                self.found.add((word, space))
