"""What is printed of the box: the board, a two-sided counter for each kangaroo, and the referee."""

from __future__ import annotations

from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.billabong.labels import MARKS, REFEREE
from ludotheque.games.billabong.state import COLOURS
from ludotheque.scene.model import Piece
from ludotheque.scene.printed import Part, Printed, Say, face, inside

UNIT = 0.235
"""A cell is 23.5 mm wide: the board then fits on four sheets."""
COUNTER = 22.0
"""How wide a counter is, in millimetres."""
REACH = 56.5
"""How far ears and tail reach from the middle of the drawing."""
SYMBOLS = {"kangaroo-shown", "kangaroo-blank", "referee"}


def printed(b: Any, contrast: bool, say: Say) -> Printed:
    """The parts of this box. A kangaroo lies with its blank face up until it has crossed the stream."""
    kangaroos = tuple(
        Part(
            Message("billabong.print.kangaroo"),
            _kangaroo(colour, "shown", contrast),
            COUNTER,
            COUNTER,
            _kangaroo(colour, "blank", contrast),
            int(b["kangaroos"]),
            "disc",
            True,
        )
        for colour in COLOURS
    )
    referee = inside(
        face(Piece(REFEREE, "referee", "", Message("billabong.piece.referee")), SYMBOLS), COUNTER, REACH
    )
    judge = Part(Message("billabong.print.referee"), referee, COUNTER, COUNTER, referee, 1, "disc", True)
    counters, figures = Message("billabong.print.counters"), Message("billabong.print.figures")
    return Printed(UNIT, (*kangaroos, judge), counters=counters, figures=figures)


def _kangaroo(colour: str, shown: str, contrast: bool) -> str:
    label = Message("billabong.print.kangaroo")
    drawn = face(Piece("", "kangaroo", "", label, shown, colour, MARKS[colour]), SYMBOLS, contrast)
    return inside(drawn, COUNTER, REACH)
