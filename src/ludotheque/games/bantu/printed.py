"""What is printed of the box: the board, and a counter for each pawn."""

from __future__ import annotations

from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.bantu.labels import SHAPES
from ludotheque.games.bantu.state import COLOURS, PAWNS
from ludotheque.scene.model import Piece
from ludotheque.scene.printed import Part, Printed, Say, face, inside

UNIT = 0.26
"""Circles of a row are 24 mm apart: the board then fits on four sheets."""
COUNTER = 22.0
"""How wide a counter is, in millimetres."""
REACH = {"disc": 50.0, "square": 62.0, "diamond": 50.0, "triangle": 62.0}
"""How far a pawn of each shape reaches from the middle of its symbol."""


def printed(b: Any, contrast: bool, say: Say) -> Printed:
    """Four pawns of each colour, by shape and number; both faces are alike."""
    pawns = tuple(_pawn(colour, number, contrast) for colour in COLOURS for number in range(1, PAWNS + 1))
    return Printed(UNIT, pawns, advice=(Message("bantu.print.advice"),))


def _pawn(colour: str, number: int, contrast: bool) -> Part:
    sprite, title = f"{SHAPES[colour]}-{number}", Message("bantu.print.pawn")
    drawn = face(Piece("", "pawn", "", title, sprite, colour), {f"pawn-{sprite}"}, contrast)
    drawn = inside(drawn, COUNTER, REACH[SHAPES[colour]])
    return Part(title, drawn, COUNTER, COUNTER, drawn, 1, "disc", True)
