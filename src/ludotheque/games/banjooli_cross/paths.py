"""The path of a move, to show it: the spaces that the bird lands on, one after another, up to the last."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ludotheque.core.memory import filled, room
from ludotheque.games.banjooli_cross import codes
from ludotheque.games.banjooli_cross.rules.course import (
    berry_on,
    bird_on,
    ground,
    is_free,
    is_passable,
    next_space,
    space_at,
)
from ludotheque.games.banjooli_cross.rules.lava import UNREACHED, drive_back
from ludotheque.games.banjooli_cross.rules.moving import mark_ends, stops
from ludotheque.games.banjooli_cross.rules.points import is_great, is_joker, points_for, thrown
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
from ludotheque.scene.snapshot import Snapshot


def points_of_action(b: Any, s: Any, code: int) -> list[int]:
    """The numbers of points that a move, legal in this state, may be made with."""
    if codes.FRENZY <= code < codes.BEWITCH:
        rest = (code - codes.FRENZY) // DESTINATIONS
        return [int(thrown(s, rest // codes.JOKERS)) + rest % codes.JOKERS]
    if int(s["phase"]) == Phase.CONTINUE:
        return [int(s["points_left"])]
    out = room("int64", 8)
    return out[: int(points_for(b, s, (code - codes.MOVE) // DESTINATIONS, out))].tolist()


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
    costs = set()
    for points in points_of_action(b, s, codes.move_code(bird, PODIUM)):
        jokers = 0 if great == points or int(s["phase"]) == Phase.CONTINUE else points - own
        costs.add(Cost(points, jokers, _kind_of(s, jokers) if jokers else WHITE))
    return sorted(costs, key=lambda cost: (cost.jokers, cost.points))


def _kind_of(s: Any, jokers: int) -> int:
    """What so many jokers show. Kinds are never mixed; where two would do, it is white."""
    kinds = (kind for kind in (WHITE, *range(BIRDS)) if is_joker(s, kind))
    return next((kind for kind in kinds if int(thrown(s, kind)) == jokers), WHITE)


def target(code: int) -> tuple[int, int]:
    """The bird and the destination of a move."""
    if code < codes.FRENZY:
        return divmod(code - codes.MOVE, DESTINATIONS)
    rest, destination = divmod(code - codes.FRENZY, DESTINATIONS)
    return rest // codes.JOKERS, destination


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
    bird, destination = target(code)
    if cost is None and code < codes.FRENZY:
        cost = costs_of(b, s, bird).get(destination)
    paid = [cost.points] if cost else []
    for points in (*paid, *sorted(points_of_action(b, s, code), reverse=True)):
        found = _search(b, s, bird, points, destination)
        if found:
            return Run(found, len(found) > points)
    return Run([destination], False)


def jumped(b: Any, s: Any, bird: int, run: Run) -> int:
    """How many ostriches a move jumps over; 0 where the lava drives the bird back, which matters more."""
    return len(overleapt(b, s, bird, run))


def overleapt(b: Any, s: Any, bird: int, run: Run) -> list[int]:
    """The ostriches that a move jumps over, in their order; none where the lava drives the bird back, which matters more."""
    birds, at = [], int(s["at"][bird])
    for to in () if run.bounces else run.path:
        ahead = [(int(space_at(0, lane, 0)), 0) for lane in range(LANES)]
        if at != NEST:
            ahead = [(int(next_space(b, s, at, across)), across) for across in (0, -1, 1)]
        spaces = [space for space, _ in ahead]
        if to not in spaces and (to < SPACES or OVER_LINE not in spaces):
            birds += [
                int(bird_on(s, space))
                for space, across in ahead
                if space >= 0
                and bird_on(s, space) != NOBODY
                and int(next_space(b, s, space, across)) == (to if to < SPACES else OVER_LINE)
            ][:1]
        at = to
    return birds


def path_of(b: Any, s: Any, code: int) -> list[int]:
    """The spaces where a legal move lands, with its destination last; over lava, the lava space before it."""
    return run_of(b, s, code).path


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
        """The paths of so many points after which the bird may run on, one to each space."""
        return self._walk(points)[0]

    def ending(self, points: int) -> list[list[int]]:
        """The paths whose last of so many points stops the bird."""
        return self._walk(points)[1]

    def _walk(self, points: int) -> tuple[list[list[int]], list[list[int]]]:
        walked = self._walked  # threads may walk at once, each its own
        while len(walked) <= points:
            following: dict[int, list[int]] = {}
            ending: list[list[int]] = []
            for path in walked[-1][0]:
                for landing in _landings(self.b, self.s, self.bird, path):
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


def _landings(b: Any, s: Any, bird: int, path: list[int]) -> list[int]:
    """Where one point leads from the end of a path."""
    at = path[-1] if path else int(s["at"][bird])
    if at == NEST:
        tries = [(int(space_at(0, lane, 0)), 0) for lane in range(LANES)]
    else:
        tries = [(int(next_space(b, s, at, across)), across) for across in (0, -1, 1)]
    found = []
    for to, across in tries:
        if to >= 0 and is_passable(b, s, to) and bird_on(s, to) != NOBODY:
            to = int(next_space(b, s, to, across))
        if to == OVER_LINE:
            found.append(PODIUM)
        elif to != NO_SPACE and is_free(b, s, to):
            found.append(to)
    return found


def _comes_to(b: Any, s: Any, bird: int, space: int) -> set[int]:
    """Where a bird stands whose points end on a space: there, or, on lava, on one of the spaces behind."""
    if int(ground(b, s, space)) != Ground.LAVA:
        return {space}
    reached = filled("int8", [UNREACHED] * DESTINATIONS)
    drive_back(b, s, bird, space, reached)
    return {*_reached(reached)}


def _reached(ways: memoryview[Any]) -> list[int]:
    """The destinations that are not marked as unreached."""
    return [place for place, way in enumerate(ways.tolist()) if way != UNREACHED]
