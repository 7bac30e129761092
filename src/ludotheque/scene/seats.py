"""Colours and marks for the seats of a game that has no colours of its own, and their names."""

from __future__ import annotations

from ludotheque.core.message import Message
from ludotheque.scene.model import Standing

TINTS = ("red", "blue", "green", "yellow", "plum", "sky")
MARKS = ("●", "■", "▲", "◆", "✚", "⬟")
"""A palette name and a mark for each seat; colour is never the only difference."""


def called(seat: int) -> Message:
    """What a seat is called within a sentence, such as `red`."""
    return Message(f"seat.{TINTS[seat]}")


def standing(seat: int, *lines: Message) -> Standing:
    """A seat in the standings, with its colour, its mark and these counters."""
    return Standing(seat, (TINTS[seat],), MARKS[seat], lines)
