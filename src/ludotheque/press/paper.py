"""A page being drawn: text in lines, rules, marks for cutting. Lengths are in millimetres, from the upper left corner."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.press import letters
from ludotheque.press.drawing import Colour, written
from ludotheque.press.pdf import matrix, number, numbers
from ludotheque.press.shapes import ellipse, rectangle

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""The width and height of each kind of paper."""
SIDE, TOP, BOTTOM = 10.0, 12.0, 12.0
"""The margins: no printer prints to the edge, and marks for cutting need room."""
SMALL, TEXT, HEAD, TITLE = 3.2, 3.7, 5.2, 10.0
"""The sizes of letters, the smallest 9 points."""
LARGE = 1.25
"""How much larger letters are on sheets of the large kind."""

INK: Colour = (0.13, 0.15, 0.17)
SOFT: Colour = (0.35, 0.34, 0.31)
FAINT: Colour = (0.7, 0.7, 0.7)
ACCENT: Colour = (0.54, 0.23, 0.07)
LIGHT: Colour = (0.5, 0.5, 0.5)
CUT = 0.25
"""How wide lines for cutting are: a pair of scissors follows them on cardboard."""
ROUND_CUT = 0.35
"""How wide they are around a disc, whose cut no mark lengthens."""


@dataclass(frozen=True)
class Area:
    """A part of a page."""

    x: float
    y: float
    width: float
    height: float


class Page:
    """What is drawn on one side of a sheet.

    Args:
        width: of the paper.
        height: of the paper.
        scale: how large letters are, beside the usual size.
        contrast: whether all text is black.
    """

    def __init__(self, width: float, height: float, scale: float = 1.0, contrast: bool = False) -> None:
        self.width, self.height, self.scale, self.contrast = width, height, scale, contrast
        self.parts: list[str] = []

    @property
    def room(self) -> Area:
        """The page within its margins."""
        return Area(SIDE, TOP, self.width - 2 * SIDE, self.height - TOP - BOTTOM)

    @property
    def content(self) -> str:
        """The operators."""
        return "".join(self.parts)

    def ink(self, ink: Colour) -> Colour:
        """A colour of text, black in high contrast."""
        return (0.0, 0.0, 0.0) if self.contrast else ink

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = TEXT,
        bold: bool = False,
        ink: Colour = INK,
        anchor: str = "start",
    ) -> float:
        """Write a line on a baseline; how wide it is."""
        size *= self.scale
        wide = letters.width(text, size, bold)
        x -= wide * {"middle": 0.5, "end": 1.0}.get(anchor, 0.0)
        self.parts.append(written(text, x, y, size, bold, self.ink(ink)))
        return wide

    def paragraph(
        self,
        x: float,
        y: float,
        width: float,
        text: str,
        size: float = TEXT,
        bold: bool = False,
        ink: Colour = INK,
    ) -> float:
        """Write text in lines from this upper edge; where it ends."""
        for line in letters.lines(text, size * self.scale, width, bold):
            y += 1.32 * size * self.scale
            self.text(x, y - 0.32 * size * self.scale, line, size, bold, ink)
        return y

    def tall(self, width: float, text: str, size: float = TEXT, bold: bool = False) -> float:
        """How high a paragraph is."""
        return len(letters.lines(text, size * self.scale, width, bold)) * 1.32 * size * self.scale

    def line(
        self,
        x: float,
        y: float,
        to_x: float,
        to_y: float,
        width: float = CUT,
        ink: Colour = INK,
        dashes: str = "",
    ) -> None:
        """Draw a line."""
        self.parts.append(
            f"q {numbers(*ink)} RG {number(width)} w [{dashes}] 0 d {numbers(x, y)} m {numbers(to_x, to_y)} l S Q\n"
        )

    def box(
        self, x: float, y: float, width: float, height: float, stroke: Colour | None = INK, fill: Colour | None = None,
        thick: float = CUT, radius: float = 0.0,
    ) -> None:  # fmt: skip
        """Draw a rectangle."""
        self._shape(rectangle(x, y, width, height, radius), stroke, fill, thick)

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        stroke: Colour | None = INK,
        fill: Colour | None = None,
        thick: float = CUT,
    ) -> None:
        """Draw a circle about a centre."""
        self._shape(ellipse(x, y, radius, radius), stroke, fill, thick)

    def _shape(self, path: str, stroke: Colour | None, fill: Colour | None, thick: float) -> None:
        inks = (f"{numbers(*stroke)} RG {number(thick)} w " if stroke else "") + (
            f"{numbers(*fill)} rg " if fill else ""
        )
        self.parts.append(f"q {inks}{path}{'B' if stroke and fill else 'S' if stroke else 'f'} Q\n")

    def put(
        self, drawn: str, x: float, y: float, quarters: int = 0, width: float = 0.0, height: float = 0.0
    ) -> None:
        """Put a drawing with its upper left corner here, turned clockwise by quarters; `width` and `height` are those before it is turned."""
        turned = {
            0: (1, 0, 0, 1, x, y),
            1: (0, 1, -1, 0, x + height, y),
            2: (-1, 0, 0, -1, x + width, y + height),
            3: (0, -1, 1, 0, x, y + width),
        }[quarters % 4]
        self.parts.append(f"q {matrix(*turned)} cm {drawn}Q\n")

    def clipped(self, drawn: str, area: Area, x: float, y: float) -> None:
        """Put a drawing with its upper left corner at a point, of which only this area is seen."""
        self.parts.append(
            f"q {numbers(area.x, area.y, area.width, area.height)} re W n {matrix(1, 0, 0, 1, x, y)} cm {drawn}Q\n"
        )
