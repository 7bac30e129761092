"""Draws the board as SVG: a tray of dark slate with a round hollow for each token. For the artist.

It is drawn from the measures of the box. Units: a cell is 100 by 100, the rim is `RIM` wide, and y goes downwards. Colours follow the
page's theme.
"""

from __future__ import annotations

from ludotheque.scene.palette import Palette

CELL = 100
RIM = 52

PALETTE = Palette.of(
    "boussanga-board",
    {
        "rim": ("#D9B98A", "#4A3A26", "#000000"),
        "rim-edge": ("#BC9560", "#342818", "#000000"),
        "rim-ink": ("#5A3F1C", "#E9D9BC", "#FFFFFF"),
        "slate": ("#F3E9D6", "#2A2E30", "#FFFFFF"),
        "hollow": ("#E4D5B8", "#1F2325", "#FFFFFF"),
        "hollow-edge": ("#CBB68E", "#3C4346", "#000000"),
        "grid": ("#D8C6A2", "#383E41", "#000000"),
    },
)
"""By day, by night, and in high contrast: plain paper, black lines."""

_ink = PALETTE.ink


def width(columns: int) -> int:
    """Units across or down a board of this many cells, with the rim."""
    return columns * CELL + 2 * RIM


def centre(x: int, y: int) -> tuple[float, float]:
    """The middle of a cell, in units."""
    return RIM + (x + 0.5) * CELL, RIM + (y + 0.5) * CELL


def draw(columns: int, rows: int) -> str:
    """The whole board as SVG text."""
    across, down = width(columns), width(rows)
    parts = (_tray(across, down), _grid(columns, rows), _hollows(columns, rows), _names(columns, rows))
    return PALETTE.svg(across, down, "".join(parts))


def _tray(across: int, down: int) -> str:
    inner = RIM - 6
    return (
        f'<rect width="{across}" height="{down}" rx="34" fill="{_ink("rim")}"/>'
        f'<rect x="{inner}" y="{inner}" width="{across - 2 * inner}" height="{down - 2 * inner}" rx="16"'
        f' fill="{_ink("rim-edge")}"/>'
        f'<rect x="{RIM}" y="{RIM}" width="{across - 2 * RIM}" height="{down - 2 * RIM}" rx="10" fill="{_ink("slate")}"/>'
    )


def _grid(columns: int, rows: int) -> str:
    right, bottom = RIM + columns * CELL, RIM + rows * CELL
    lines = [f"M{RIM + x * CELL} {RIM}V{bottom}" for x in range(1, columns)]
    lines += [f"M{RIM} {RIM + y * CELL}H{right}" for y in range(1, rows)]
    return f'<path d="{"".join(lines)}" stroke="{_ink("grid")}" stroke-width="2" fill="none"/>'


def _hollows(columns: int, rows: int) -> str:
    hollows = []
    for y in range(rows):
        for x in range(columns):
            across, down = centre(x, y)
            hollows.append(f'<circle cx="{across:g}" cy="{down:g}" r="37"/>')
    return (
        f'<g fill="{_ink("hollow")}" stroke="{_ink("hollow-edge")}" stroke-width="3">{"".join(hollows)}</g>'
    )


def _names(columns: int, rows: int) -> str:
    """Letters under and over the files, numbers beside the rows, on the rim."""
    low, right = width(rows) - RIM / 2 + 1, width(columns) - RIM / 2 + 1
    texts = [
        f'<text x="{centre(x, 0)[0]:g}" y="{down:g}">{chr(ord("a") + x)}</text>'
        for x in range(columns)
        for down in (RIM / 2 - 1, low)
    ]
    texts += [
        f'<text x="{across:g}" y="{centre(0, y)[1]:g}">{rows - y}</text>'
        for y in range(rows)
        for across in (RIM / 2 - 1, right)
    ]
    return (
        f'<g fill="{_ink("rim-ink")}" font-family="var(--text, sans-serif)" font-size="40" text-anchor="middle"'
        f' dominant-baseline="central" opacity=".85">{"".join(texts)}</g>'
    )
