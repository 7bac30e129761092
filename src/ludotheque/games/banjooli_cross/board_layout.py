"""Where every space lies: the course bends with its tiles, from the nests to the podium, on squares of 300 by 300 units.

A tile is a square, and a space is about 100 wide. The race starts eastwards; north is to the left of a bird that runs east. y goes down.

In characters each tile is a column, with its three lanes from left to right as the birds run:

    >  nests 1 2 3 4 5
       0 start:A| 1 C1:B:left
    l  .        | .
    c  .        | .  .  .
    r  .        | .  .  .  .  .
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ludotheque.games.banjooli_cross.labels import face_name
from ludotheque.games.banjooli_cross.rules.course import length
from ludotheque.games.banjooli_cross.state import BIRDS, LANE_NAMES, LANES, Bend, Ground

SQUARE = 300.0
SPACE = 100.0
RIM = 40.0

Point = tuple[float, float]


@dataclass(frozen=True)
class Tile:
    """A tile on the table: its centre, the direction in which birds enter it, its bend, its face, and the number of spaces in each lane."""

    number: int
    x: float
    y: float
    ahead: Point
    bend: int
    face: int
    lengths: tuple[int, ...]

    @property
    def left(self) -> Point:
        """The direction to the left of a bird that enters."""
        return self.ahead[1], -self.ahead[0]

    def at(self, along: float, aside: float) -> Point:
        """A point `along` units ahead of the centre and `aside` units to the left."""
        left = self.left
        return (
            self.x + self.ahead[0] * along + left[0] * aside,
            self.y + self.ahead[1] * along + left[1] * aside,
        )

    def on_arc(self, radius: float, share: float) -> Point:
        """A point of a curve at `radius` from its inner corner, `share` (0 to 1) of the way round."""
        side = 1.0 if self.bend == Bend.LEFT else -1.0
        angle = share * math.pi / 2
        along = -SQUARE / 2 + radius * math.sin(angle)
        return self.at(along, side * (SQUARE / 2 - radius * math.cos(angle)))

    def inside(self, lane: int) -> int:
        """The lane as a component file counts it: in a curve from the inside."""
        return LANES - 1 - lane if self.bend == Bend.RIGHT else lane

    @property
    def out(self) -> Point:
        """The direction in which birds leave it."""
        left = self.left
        if self.bend == Bend.LEFT:
            return left
        return (-left[0], -left[1]) if self.bend == Bend.RIGHT else self.ahead


@dataclass(frozen=True)
class Track:
    """The whole course in units of the picture."""

    width: float
    height: float
    tiles: tuple[Tile, ...]

    def space(self, tile: int, lane: int, step: int) -> Point:
        """The centre of a space."""
        here, last = self.tiles[tile], len(self.tiles) - 1
        count = here.lengths[lane]
        if here.bend != Bend.STRAIGHT:
            return here.on_arc((here.inside(lane) + 0.5) * SPACE, (step + 0.5) / count)
        room, begin = SQUARE, -SQUARE / 2
        if tile == 0:
            room = SQUARE * count / (count + 2)
            begin = SQUARE / 2 - room
        elif tile == last:
            room = SQUARE * count / (count + 1)
        return here.at(begin + (step + 0.5) * room / count, (1 - lane) * SPACE)

    def depth(self, tile: int) -> float:
        """How long a space of a straight tile is."""
        here = self.tiles[tile]
        more = 2 if tile == 0 else 1 if tile == len(self.tiles) - 1 else 0
        return SQUARE / (here.lengths[0] + more)

    def nest(self, bird: int) -> Point:
        """Where an ostrich waits: two and three nests behind the first rank."""
        depth = self.depth(0)
        row, column = (0, bird) if bird < 3 else (1, bird - 3)
        aside = (1 - column) * 96.0 if row == 0 else (0.5 - column) * 96.0
        return self.tiles[0].at(-SQUARE / 2 + depth * (1.42 if row == 0 else 0.56), aside)

    def podium(self, place: int) -> Point:
        """Where the ostrich that came in at this place (1 to 5) stands, beyond the line."""
        last = self.tiles[-1]
        return last.at(SQUARE / 2 - self.depth(len(self.tiles) - 1) * 0.5, (3 - place) * 58.0)


def track_of(b: Any, s: Any) -> Track:
    """The course laid so far, shifted so that it begins at the edge of the picture."""
    tiles, x, y, ahead = [], 0.0, 0.0, (1.0, 0.0)
    for number in range(int(s["laid"])):
        lengths = tuple(int(length(b, s, number, lane)) for lane in range(LANES))
        tile = Tile(number, x, y, ahead, int(s["bend"][number]), int(s["face"][number]), lengths)
        tiles.append(tile)
        ahead = tile.out
        x, y = x + ahead[0] * SQUARE, y + ahead[1] * SQUARE
    if not tiles:
        return Track(SQUARE, SQUARE, ())
    left, top = min(tile.x for tile in tiles), min(tile.y for tile in tiles)
    move_x, move_y = RIM + SQUARE / 2 - left, RIM + SQUARE / 2 - top
    moved = tuple(
        Tile(t.number, t.x + move_x, t.y + move_y, t.ahead, t.bend, t.face, t.lengths) for t in tiles
    )
    return Track(
        max(tile.x for tile in moved) + SQUARE / 2 + RIM,
        max(tile.y for tile in moved) + SQUARE / 2 + RIM,
        moved,
    )


# -- in characters --------------------------------------------------------------------------------------------------------

SIGNS = {
    Ground.EARTH: ". ",
    Ground.ROCK: "# ",
    Ground.QUICKSAND: "@ ",
    Ground.CROCODILE: "C ",
    Ground.WATER: "~ ",
    Ground.BRIDGE: "= ",
    Ground.LAVA: "^ ",
    Ground.HIGH: "h ",
    Ground.VORTEX: "V ",
}
"""What a space shows when nothing stands there. The labels of the places explain the signs."""
HOLE = 2
"""Characters of a place: whatever stands there fills it."""
A_LINE = 4
"""Tiles beside each other."""


def text_board(b: Any, s: Any) -> tuple[str, ...]:
    """The lines, with a hole for each place; empty before the course is laid."""
    tiles = track_of(b, s).tiles
    if len(tiles) < 2:
        return ()
    nests = " ".join(f"{{nest.{bird}}}" for bird in range(BIRDS))
    podium = " ".join(f"{{podium.{place}}}" for place in range(1, BIRDS + 1))
    lines = [f">  {nests}"]
    for first in range(0, len(tiles), A_LINE):
        lines += _row(b, s, tiles[first : first + A_LINE])
    return (*lines, f"|| {podium}")


def _row(b: Any, s: Any, tiles: tuple[Tile, ...]) -> list[str]:
    """Some tiles beside each other: their names, then a line for each lane."""
    names = [f"{tile.number} {face_name(b, tile.face, tile.bend)}" for tile in tiles]
    widths = [max(len(name), (HOLE + 1) * max(tile.lengths)) for name, tile in zip(names, tiles, strict=True)]
    lines = [
        "",
        "   " + "| ".join(name.ljust(width) for name, width in zip(names, widths, strict=True)).rstrip(),
    ]
    for lane in range(LANES):
        parts = []
        for tile, width in zip(tiles, widths, strict=True):
            spaces = [f"{{{tile.number}{LANE_NAMES[lane]}{step + 1}}}" for step in range(tile.lengths[lane])]
            parts.append(" ".join(spaces) + " " * (width - (HOLE + 1) * len(spaces) + 1))
        lines.append(f"{LANE_NAMES[lane]}  {'| '.join(parts)}".rstrip())
    return lines
