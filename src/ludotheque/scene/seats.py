"""How seats are told apart in a game that has no colours of its own: a colour and a sign each, and what to call them."""

from __future__ import annotations

from ludotheque.core.message import Message

TINTS = ("red", "blue", "green", "yellow", "plum", "sky")
MARKS = ("●", "■", "▲", "◆", "✚", "⬟")
"""The palette's names, and the sign beside each: no colour is ever the only signal."""


def called(seat: int) -> Message:
    """What to call a seat within a sentence: `red`."""
    return Message(f"seat.{TINTS[seat]}")
