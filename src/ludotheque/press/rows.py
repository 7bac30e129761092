"""Lays parts on pages, row by row, and their backs so that they lie behind them when a sheet is turned over its long edge."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ludotheque.press.paper import BOTTOM, SIDE, TOP
from ludotheque.scene.printed import Part

BETWEEN = 3.0
"""How far round parts are apart, in millimetres; cards share their edges, so that one cut parts two of them."""
GROUPS = 7.0
"""How far rows of parts of different sizes are apart."""


@dataclass(frozen=True)
class Laid:
    """A part on a page: its upper left corner, its width and height there, and how many quarters it is turned."""

    part: Part
    x: float
    y: float
    width: float
    height: float
    quarters: int

    def behind(self, paper: float) -> Laid:
        """Where its back lies on the back of a sheet that is `paper` wide."""
        return Laid(
            self.part, paper - self.x - self.width, self.y, self.width, self.height, -self.quarters % 4
        )


def laid_out(parts: Iterable[Part], paper: tuple[float, float], scale: float) -> list[list[Laid]]:
    """The parts of each page, on upright paper. Parts of one size that follow each other share rows; a row lies on the first page with room for it."""
    pages: list[list[Laid]] = []
    ends: list[tuple[float, int]] = []  # of each page, where its last row ends, and of which group that is
    kinds = itertools.groupby(parts, key=lambda part: (part.width * scale, part.height * scale, part.shape))
    for group, ((width, height, shape), found) in enumerate(kinds):
        copies = list(_copies(found))
        gap = 0.0 if shape == "rect" else BETWEEN
        quarters, width, height = _turned(width, height, gap, paper)
        columns = max(1, _fitting(width, gap, paper[0] - 2 * SIDE))
        for first in range(0, len(copies), columns):
            page, y = _room_for(height, group, gap, ends, paper[1] - BOTTOM)
            if page == len(pages):
                pages.append([])
                ends.append((TOP, group))
            row = copies[first : first + columns]
            left = (paper[0] - columns * width - (columns - 1) * gap) / 2
            for column, part in enumerate(row):
                pages[page].append(Laid(part, left + column * (width + gap), y, width, height, quarters))
            ends[page] = (y + height, group)
    return pages


def _room_for(
    height: float, group: int, gap: float, ends: list[tuple[float, int]], bottom: float
) -> tuple[int, float]:
    """The page on which a row of this height lies, and where on it; a page that is not there yet if it fits on none."""
    for page, (end, other) in enumerate(ends):
        y = end + (gap if other == group else GROUPS)
        if y + height <= bottom + 0.01:
            return page, y
    return len(ends), TOP


def _copies(parts: Iterable[Part]) -> Iterator[Part]:
    return (part for part in parts for _ in range(part.count))


def _turned(width: float, height: float, gap: float, paper: tuple[float, float]) -> tuple[int, float, float]:
    """Upright, or turned by a quarter if more then lie on a page."""
    room = (paper[0] - 2 * SIDE, paper[1] - TOP - BOTTOM)
    upright = _fitting(width, gap, room[0]) * _fitting(height, gap, room[1])
    lying = _fitting(height, gap, room[0]) * _fitting(width, gap, room[1])
    return (1, height, width) if lying > upright else (0, width, height)


def _fitting(length: float, gap: float, room: float) -> int:
    return int((room + gap + 0.01) // (length + gap))
