"""What is printed of a game's box: what is cut out, how large, and how often. `press` puts it on sheets of paper.

A game's package may have a module `printed.py` with `printed(b, contrast, say) -> Printed`: `b` is the box, `contrast` whether colours are those of
high contrast, and `say` puts a message into the words of the paper's language. Without such a module `press.contents` takes the board and the
pieces of a first scene.
"""

from __future__ import annotations

import math
from html import escape
from typing import Literal

import msgspec
from msgspec.structs import replace

from ludotheque.core.message import Message
from ludotheque.scene.model import Piece, Place
from ludotheque.scene.svg import INK, TINTS, Say, draw_piece, draw_sign, draw_text

__all__ = [
    "SAFE",
    "SIDE",
    "UNSAID",
    "Part",
    "Printed",
    "Say",
    "face",
    "inside",
    "line",
    "picture",
    "spot",
    "used",
]

NOTHING = ""
UNSAID = Message(NOTHING)
"""The label of what nobody calls by name."""

SIDE = 100.0
"""The width and height of a face, in its own units."""

SAFE = 1.6
"""How far the drawing of a disc stays from its edge, in millimetres: scissors do not follow a line more closely."""

MARK = 16.0
"""How large the disc of a mark is on a face, from its centre to its edge."""


class Part(msgspec.Struct, frozen=True):
    """Something to cut out.

    Attributes:
        title: what it is, for the list of sheets; parts of one title are counted together.
        front: its face as SVG, which may use the symbols of the game.
        width: its width in millimetres, at the usual size.
        height: its height in millimetres.
        back: its other face; "" for a part with one face. The top of both faces is the same edge.
        count: how many of it there are.
        shape: `rect` and `disc` are cut along their edge; for `free` the picture shows where to cut.
        stands: whether it may be printed as a figure that stands, with its front on both sides.
    """

    title: Message
    front: str
    width: float
    height: float
    back: str = ""
    count: int = 1
    shape: Literal["rect", "disc", "free"] = "rect"
    stands: bool = False


class Printed(msgspec.Struct, frozen=True):
    """What is printed of a box.

    Attributes:
        unit: how many millimetres a unit of the layout is, at the usual size.
        parts: what is cut out. Parts of one size that follow each other lie on the same sheets.
        board: whether the board is printed in one piece. It is not where a game needs none, or lays it out of its parts.
        advice: sentences about making the parts, such as what may be used instead.
        counters: the advice for parts that could stand, printed as counters.
        figures: the advice for the same parts, printed as figures.
        score: the rows of the score sheet; none if nothing is counted.
        reminders: lines to look at during a game, such as what each kind of token does.
    """

    unit: float
    parts: tuple[Part, ...]
    board: bool = True
    advice: tuple[Message, ...] = ()
    counters: Message | None = None
    figures: Message | None = None
    score: tuple[Message, ...] = ()
    reminders: tuple[Message, ...] = ()


def picture(
    content: str, width: float = SIDE, height: float = SIDE, left: float = 0.0, top: float = 0.0
) -> str:
    """Drawn elements as a picture of this size."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {width:g} {height:g}"'
        f' font-family="sans-serif">{content}</svg>'
    )


def face(piece: Piece, symbols: set[str], contrast: bool = False) -> str:
    """A piece as it lies on the board, as large as its picture, its mark within the circle around it. In high contrast that is larger, and black."""
    drawn = draw_piece(replace(piece, mark=""), spot(SIDE / 2, SIDE / 2, SIDE, SIDE), symbols, "")
    if piece.mark:
        size, thick, paper = (1.4 * MARK, 3.0, "#FFF") if contrast else (MARK, 2.0, "#FDF9F1")
        ink = "#000" if contrast else TINTS.get(piece.tint, TINTS["none"])[1]
        at = SIDE / 2 - (SIDE / 2 - size - thick / 2) * math.sqrt(0.5)
        drawn += f'<circle cx="{at:g}" cy="{at:g}" r="{size:g}" fill="{paper}" stroke="{ink}" stroke-width="{thick:g}"/>'
        drawn += draw_sign(piece.mark, piece.tint, at, at, 0.62 * size, ink=ink)
    return picture(drawn)


def inside(drawn: str, width: float, reach: float = SIDE / 2) -> str:
    """A face for a disc of this width in millimetres, so small that nothing lies near the cut.

    Args:
        drawn: what `face` or `picture` draws, as large as `SIDE`.
        width: that of the disc.
        reach: how far the drawing reaches from its middle, in its own units.
    """
    half = reach * width / (width - 2 * SAFE)
    edge, side = SIDE / 2 - half, 2 * half
    return drawn.replace(
        f'viewBox="0 0 {SIDE:g} {SIDE:g}"', f'viewBox="{edge:.3f} {edge:.3f} {side:.3f} {side:.3f}"', 1
    )


def used(symbol: str, x: float, y: float, size: float, tint: str = "none") -> str:
    """A symbol of the game within a picture, by its upper left corner, in a colour of the palette."""
    tone, dark = TINTS[tint]
    return (
        f'<use href="#{escape(symbol)}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"'
        f' style="--tint:{tone};--tint-dark:{dark}"/>'
    )


def line(x: float, y: float, size: float, text: str, bold: bool = False) -> str:
    """Text about a point of its baseline."""
    return draw_text(x, y, size, text, bold, INK, "middle")


def spot(x: float, y: float, width: float, height: float) -> Place:
    """A place with nothing to say."""
    return Place("", x, y, width, height, UNSAID)
