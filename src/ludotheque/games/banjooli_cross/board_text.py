"""Draws the course in characters: one column for each tile, with its three lanes from left to right as the birds run.

0 start   1 C1:B ↰
nests: 1 2 3 4 5
l      ·         ·
c      ·         ·  ·  ·
r      ·         ·  ·  ·  ·  ·
"""

from __future__ import annotations

from typing import Any

from ludotheque.games.banjooli_cross.board_layout import Tile, track_of
from ludotheque.games.banjooli_cross.names import face_name
from ludotheque.games.banjooli_cross.state import BIRDS, LANE_NAMES, LANES, Ground

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
