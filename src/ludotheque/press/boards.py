"""Cuts a board that is larger than a page into pieces that overlap."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ludotheque.press.paper import BOTTOM, SIDE, TOP

OVERLAP = 10.0
"""How far neighbouring pieces overlap, in millimetres: that strip is glued."""


@dataclass(frozen=True)
class Piece:
    """A piece of a board: its name, such as B1, where it begins on the board, how wide and high it is, and its strips for glue."""

    name: str
    x: float
    y: float
    width: float
    height: float
    glued_right: bool
    glued_below: bool


@dataclass(frozen=True)
class Cut:
    """How a board is cut: whether pages lie on their side, in how many columns and rows, and the pieces, row by row."""

    sideways: bool
    columns: int
    rows: int
    pieces: tuple[Piece, ...]


def cut(width: float, height: float, paper: tuple[float, float]) -> Cut:
    """The fewest sheets of a paper that hold a board of this size, all its pieces equally large."""
    ways = []
    for sideways in (False, True):
        across, down = paper[::-1] if sideways else paper
        columns = _count(width, across - 2 * SIDE)
        rows = _count(height, down - TOP - BOTTOM)
        ways.append((columns * rows, sideways, columns, rows))
    _, sideways, columns, rows = min(ways)
    step_x = (width - OVERLAP) / columns if columns > 1 else width
    step_y = (height - OVERLAP) / rows if rows > 1 else height
    pieces = tuple(
        Piece(
            f"{chr(ord('A') + column)}{row + 1}" if columns * rows > 1 else "",
            column * step_x,
            row * step_y,
            step_x + (OVERLAP if columns > 1 else 0),
            step_y + (OVERLAP if rows > 1 else 0),
            column < columns - 1,
            row < rows - 1,
        )
        for row in range(rows)
        for column in range(columns)
    )
    return Cut(sideways, columns, rows, pieces)


def _count(length: float, room: float) -> int:
    return 1 if length <= room + 0.01 else math.ceil((length - OVERLAP) / (room - OVERLAP) - 1e-6)
