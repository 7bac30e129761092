"""Draws the round table as SVG, and says where everything lies on it. For the artist.

Units: the board is `SIZE` by `SIZE`, and the table's radius is `RADIUS`; x to the right, y downwards. Nothing in the picture has a right
way up, because all players see it from their own side. Colours follow the page's theme.
"""

from __future__ import annotations

import math

from ludotheque.games.banzai.state import FAR, START, STEP
from ludotheque.scene.palette import Palette

SIZE = 1000.0
MIDDLE = SIZE / 2
RADIUS = 396.0
DOLL = 100.0
"""The width of a player at the table."""
PAWN = 100.0
"""The width of a pawn beside who took it, and the least of one on the table."""
LARGE_PAWN = 180.0
"""The width of one on the table while few lie there: what is grabbed is as large as it can be."""
UNIT = 100.0
"""The usual size of what lies on the table."""
CARD = 150.0
SMALL_CARD = 84.0
POOLED = 116.0
SEEN = 78.0
SEEN_APART = 14.0
"""The widths of a card to be dealt back and of one that was seen, and the degrees from one to the next if there is room."""
LAID = 92.0
POINT = RADIUS * STEP / FAR
"""How far apart the points are where pawns may be laid."""

SITS = 1.13
LIES = 0.8
SHOWS = 0.58
"""How far from the middle dolls, cards and cards that were seen are, in radii of the table."""
APART = 10.0
"""Degrees from a player's place to the card laid down on one side, and to the hand on the other."""
BESIDE = 13.0
"""Degrees from a player's place to the pawn they have taken."""

PALETTE = Palette.of(
    "banzai-board",
    {
        "mat": ("#DCE3B8", "#29312A", "#FFFFFF"),
        "mat-line": ("#C5CE98", "#353F35", "#FFFFFF"),
        "edge": ("#7A4A22", "#2A1B0E", "#000000"),
        "wood": ("#C98F4E", "#5E4225", "#FFFFFF"),
        "grain": ("#B97F40", "#533A20", "#FFFFFF"),
        "ring": ("#E8C48E", "#7D5B36", "#000000"),
        "sun": ("#D9482F", "#A63A2A", "#FFFFFF"),
    },
)
"""The colours by day and by night, and plain paper with black lines for contrast."""

_ink = PALETTE.ink


def at(x: float, y: float) -> tuple[float, float]:
    """Where a point of the table is drawn, given in thousandths of its radius, y upwards."""
    return round(MIDDLE + x * RADIUS / FAR, 1), round(MIDDLE - y * RADIUS / FAR, 1)


def pawn_size(pawns: int) -> float:
    """The width of a pawn in a round with this many: side by side on their circle, they do not overlap."""
    apart = 2 * RADIUS * START / FAR * math.sin(math.pi / max(pawns, 2))
    return round(min(LARGE_PAWN, max(PAWN, apart)), 1)


def around(place: int, placed: int, radii: float, beside: float = 0.0) -> tuple[float, float]:
    """The point `radii` radii from the centre towards a place of the table, turned clockwise by `beside` degrees."""
    angle = math.radians(360 * place / placed + beside)
    return (
        round(MIDDLE + radii * RADIUS * math.sin(angle), 1),
        round(MIDDLE - radii * RADIUS * math.cos(angle), 1),
    )


def turn_of(place: int, placed: int) -> float:
    """How far the table is turned clockwise, in degrees from 0 to 360, so that this place is nearest to the viewer."""
    return round((180 - 360 * place / placed) % 360, 3)


def draw() -> str:
    """The table as SVG text."""
    return PALETTE.svg(SIZE, SIZE, _mat() + _table() + _middle())


def _circle(radius: float, fill: str, stroke: str = "none", width: float = 0) -> str:
    return (
        f'<circle cx="{MIDDLE:g}" cy="{MIDDLE:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}"'
        f' stroke-width="{width:g}"/>'
    )


def _mat() -> str:
    """A round mat of straw on which everybody sits."""
    rings = "".join(_circle(radius, "none", _ink("mat-line"), 4) for radius in (420, 440, 460, 480))
    return _circle(MIDDLE, _ink("mat")) + rings


def _table() -> str:
    """Wood, with its rings of growth."""
    grain = "".join(_circle(RADIUS * part, "none", _ink("grain"), 3) for part in (0.93, 0.83, 0.7, 0.55, 0.2))
    return _circle(RADIUS + 14, _ink("edge")) + _circle(RADIUS, _ink("wood")) + grain


def _middle() -> str:
    """The circle on which pawns lie when a round begins, round a sun."""
    sun = _circle(RADIUS * 0.11, _ink("sun"), _ink("ring"), 5)
    return _circle(RADIUS * START / FAR, "none", _ink("ring"), 5) + sun
