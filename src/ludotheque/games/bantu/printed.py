"""What is printed of the box: the board, and a counter for each pawn."""

from __future__ import annotations

from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.bantu.labels import SHAPES
from ludotheque.games.bantu.state import COLOURS, PAWNS
from ludotheque.scene.model import Piece
from ludotheque.scene.printed import Part, Printed, Say, face

UNIT = 0.26
"""Circles of a row are 24 mm apart: the board then fits on four sheets."""
COUNTER = 22.0
"""How wide a counter is, in millimetres."""


def printed(b: Any, contrast: bool, say: Say) -> Printed:
    """Four pawns of each colour, by shape and number; both faces are alike."""
    pawns = tuple(_pawn(colour, number, contrast) for colour in COLOURS for number in range(1, PAWNS + 1))
    return Printed(UNIT, pawns, advice=(Message("bantu.print.advice"),))


def _pawn(colour: str, number: int, contrast: bool) -> Part:
    sprite, title = f"{SHAPES[colour]}-{number}", Message("bantu.print.pawn")
    drawn = face(Piece("", "pawn", "", title, sprite, colour), {f"pawn-{sprite}"}, contrast)
    return Part(title, drawn, COUNTER, COUNTER, drawn, 1, "disc", True)
