"""Where every circle lies: the track bent into a ring, the start squares inside it, the finish in its gap.

Lane a runs along a rectangle with round corners, clockwise from the middle of the south side; the other lanes lie outside it.
The finish takes the room of two ranks there, before rank 0 and after the last one. Units: circles of a row are `LANE` apart,
and y goes downwards.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Any

from ludotheque.games.bantu.state import MAX_SEATS, PAWNS, circles_of, row_of

LANE = 92
PITCH = 106
"""From a rank to the next, on lane a; more where the track is short, so that the start squares fit inside."""
SHORTEST = 30 * PITCH
CORNER = 160
GAP = 2
"""The finish takes the room of this many ranks."""
EDGE = 54
"""From the middle of the innermost and outermost circles to the edge of the track."""
RIM = 48
BAND = 26
"""The band of triangles around the middle of the board."""
SQUARE = 238
WAY = 36
"""From the middle of a way that leads into a start square to its edge, and a little more."""
SPOT = 108
"""The spots are touched with fingers, so they are as large as the middle of the board allows."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Square:
    """A start square: its middle, and the spots of the seats, clockwise from the north-west."""

    x: float
    y: float

    @property
    def spots(self) -> tuple[Point, ...]:
        """The middle of each seat's spot."""
        off = SPOT / 2 + 1
        return tuple(
            (self.x + dx * off, self.y + dy * off) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )


class Ground:
    """The measures of a box's board."""

    def __init__(self, b: Any) -> None:
        self.b = b
        self.ranks, self.lanes = int(b["ranks"]), int(b["lanes"])
        slots = self.ranks + GAP
        self.pitch = max(PITCH, SHORTEST / slots)
        around = self.pitch * slots
        self.half_width = 0.1 * around + 12
        self.half_height = (around - 2 * math.pi * CORNER - 4 * (self.half_width - CORNER)) / 4 + CORNER
        self.outside = (self.lanes - 1) * LANE + EDGE
        self.width = round(2 * (self.half_width + self.outside + RIM))
        self.height = round(2 * (self.half_height + self.outside + RIM))
        self.squares = self._squares()

    # -- the ring -----------------------------------------------------------------------------------------------------

    def at(self, slot: float, off: float) -> Point:
        """The point `slot` ranks along lane a from the middle of the south side, `off` outside of it."""
        x, y, turn = self._along(slot * self.pitch)
        return (
            self.width / 2 + x + off * math.cos(turn),
            self.height / 2 + y + off * math.sin(turn),
        )

    def _along(self, way: float) -> tuple[float, float, float]:
        """A point of lane a, seen from the middle of the board, and the direction that leads outwards there."""
        right, low = self.half_width - CORNER, self.half_height - CORNER
        arc = math.pi * CORNER / 2
        way %= 4 * right + 4 * low + 4 * arc
        # Each side: how long it is, where it begins, which way it goes; then the corner after it turns clockwise.
        sides = (
            (right, (0.0, self.half_height), math.pi / 2),
            (2 * low, (-self.half_width, low), math.pi),
            (2 * right, (-right, -self.half_height), 3 * math.pi / 2),
            (2 * low, (self.half_width, -low), 2 * math.pi),
            (right, (right, self.half_height), 5 * math.pi / 2),
        )
        for length, (x, y), turn in sides:
            along = (-math.sin(turn), math.cos(turn))
            if way <= length:
                return x + along[0] * way, y + along[1] * way, turn
            way -= length
            x, y = x + along[0] * length, y + along[1] * length
            if way <= arc:
                bend = turn + way / CORNER
                centre = (x - CORNER * math.cos(turn), y - CORNER * math.sin(turn))
                return centre[0] + CORNER * math.cos(bend), centre[1] + CORNER * math.sin(bend), bend
            way -= arc
        return 0.0, self.half_height, math.pi / 2

    def circle(self, circle: int) -> Point:
        """The middle of a circle."""
        rank, lane = divmod(circle, self.lanes)
        return self.at(GAP / 2 + rank + 0.5, lane * LANE)

    def beyond(self, rank: float) -> Point:
        """Where the number of a rank is written, on the rim."""
        return self.at(GAP / 2 + rank + 0.5, self.outside + RIM / 2)

    # -- the start squares --------------------------------------------------------------------------------------------

    def entrance(self, pawn: int) -> Point:
        """The innermost circle of a start line."""
        rank = int(self.b["start_rank"][pawn])
        return self.circle(next(circle for circle in circles_of(self.b) if circle // self.lanes == rank))

    def way(self, pawn: int) -> tuple[Point, Point, Point]:
        """The way from a start line into its square: straight in, and then, if the square lies aside, around a corner."""
        square, (x, y) = self.squares[pawn], self.entrance(pawn)
        reach = SQUARE / 2 - WAY
        within = (
            max(square.x - reach, min(square.x + reach, x)),
            max(square.y - reach, min(square.y + reach, y)),
        )
        outside = self.beyond(int(self.b["start_rank"][pawn]))
        across, down = abs(outside[0] - x), abs(outside[1] - y)
        if across > 3 * down:
            corner = within[0], y
        elif down > 3 * across:
            corner = x, within[1]
        else:
            corner = within  # from a corner of the track it leads aslant
        return (x, y), corner, within

    def _squares(self) -> tuple[Square, ...]:
        """A square for each number, one on each side of the middle, as near to their start lines as possible in all."""
        inner = EDGE + BAND + 6 + SQUARE / 2
        across, down = self.half_width - inner, self.half_height - inner
        sides = ((0.0, -down), (across, 0.0), (0.0, down), (-across, 0.0))
        wanted = [(x - self.width / 2, y - self.height / 2) for x, y in map(self.entrance, range(PAWNS))]
        best = min(
            itertools.permutations(range(PAWNS)),
            key=lambda order: sum(
                math.dist(sides[side], want) for side, want in zip(order, wanted, strict=True)
            ),
        )
        squares = []
        for side, (x, y) in zip(best, wanted, strict=True):
            centre = list(sides[side])
            free = across if side % 2 == 0 else down - SQUARE - 12
            axis = side % 2
            centre[axis] = max(-free, min(free, (x, y)[axis]))
            squares.append(Square(self.width / 2 + centre[0], self.height / 2 + centre[1]))
        return tuple(squares)

    # -- the finish ---------------------------------------------------------------------------------------------------

    @property
    def finish(self) -> tuple[float, float, float, float]:
        """The middle of the finish, its width and its height."""
        x, y = self.at(0, (self.lanes - 1) * LANE / 2)
        return x, y, GAP * self.pitch - 24, (self.lanes - 1) * LANE + 2 * EDGE - 20

    @property
    def homes(self) -> tuple[float, list[Point]]:
        """The size of a spot for a pawn that is home, and the middle of each: seat by seat, number by number."""
        x, y, width, height = self.finish
        count, width, height = MAX_SEATS * PAWNS, width - 30, height - 16
        columns = max(range(1, count + 1), key=lambda n: min(width / n, height / math.ceil(count / n)))
        rows = math.ceil(count / columns)
        left, top = x + 7 - width / 2, y - height / 2
        spots = [
            (left + (i % columns + 0.5) * width / columns, top + (i // columns + 0.5) * height / rows)
            for i in range(count)
        ]
        return min(width / columns, height / rows), spots

    # -- what joins ---------------------------------------------------------------------------------------------------

    def rows(self) -> list[list[int]]:
        """The circles of every row, from the inside outwards."""
        found = {row_of(self.b, circle): None for circle in circles_of(self.b)}
        return [list(row) for row in found]

    def links(self) -> list[tuple[int, int]]:
        """Every link, as a pair of circles."""
        return [
            (circle, int(self.b["link"][circle, i]))
            for circle in circles_of(self.b)
            for i in range(int(self.b["links"][circle]))
        ]
