"""Ids of places, pieces and buttons on the screen, and their labels."""

from __future__ import annotations

from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.banzai.state import CHARACTERS, FAMILIES, FAR, NONE, OF_FAMILY, STEP, card_name
from ludotheque.scene.seats import TINTS

MARKS = "ABCDEFGHIJKL"
"""The signs of the seats: there are more of them than colours, and the pawns have numbers."""


STEPS = FAR // STEP
"""Points from the middle of the table to its rim."""


def said(key: str, **holes: Any) -> Message:
    """A message."""
    return Message(key, holes)


# -- places and pieces ------------------------------------------------------------------------------------------------


def rim(place: int) -> str:
    """`rim.3`: a player's place."""
    return f"rim.{place}"


def laid_at(place: int) -> str:
    """`front.3`: where the card that is laid down lies."""
    return f"front.{place}"


def fan_at(place: int) -> str:
    """`held.3`: where the cards in hand are."""
    return f"held.{place}"


def taken_at(place: int) -> str:
    """`won.3`: the place of the pawn that a player has taken."""
    return f"won.{place}"


def lies_at(s: Any, pawn: int) -> str:
    """`at.2.350.0`: where a pawn lies."""
    return f"at.{pawn}.{int(s['pawn_x'][pawn])}.{int(s['pawn_y'][pawn])}"


def seen_at(place: int, number: int) -> str:
    """`seen.3.0`: the place of a card seen in a player's hand."""
    return f"seen.{place}.{number}"


def point_id(column: int, row: int) -> str:
    """`point.3.-1`: a point where pawns may be laid, in steps from the middle, y upwards."""
    return f"point.{column}.{row}"


def nearest_point(x: int, y: int) -> str:
    """The point nearest to a spot of the table, in thousandths of its radius."""
    return point_id(round(x / STEP), round(y / STEP))


def hand_place(seat: int, number: int) -> str:
    """`hand.3.0`: where a card of a hand lies."""
    return f"hand.{seat}.{number}"


def pawn_id(pawn: int) -> str:
    """`pawn.2`."""
    return f"pawn.{pawn}"


def doll_id(seat: int) -> str:
    """`seat.3`: who sits there."""
    return f"seat.{seat}"


def fan_id(seat: int) -> str:
    """`fan.3`: a player's hand."""
    return f"fan.{seat}"


def back_id(seat: int) -> str:
    """`laid.3`: the card that a player has laid down."""
    return f"laid.{seat}"


def number_of(name: str, kind: str) -> int:
    """The number of an id of this kind, NONE if it is another one: 2 of `pawn.2`."""
    head, _, rest = name.partition(".")
    digits = rest.partition(".")[0]
    return int(digits) if head == kind and digits.isascii() and digits.isdigit() and len(digits) < 3 else NONE


# -- words ------------------------------------------------------------------------------------------------------------


def tint(seat: int) -> str:
    """The colour of a seat; two may share one, never their sign."""
    return TINTS[seat % len(TINTS)]


def player(seat: int) -> Message:
    """`Player C`; `seat` lets a screen that knows the name say it instead."""
    return said("banzai.player", letter=MARKS[seat], seat=seat)


def family_word(family: int) -> Message:
    """`Fox`."""
    return Message(f"banzai.family.{FAMILIES[family]}")


def card_word(card: int) -> Message:
    """`Lord of the Foxes`."""
    return said(f"banzai.card.{CHARACTERS[card % OF_FAMILY]}", family=family_word(card // OF_FAMILY))


def listed(parts: list[Message]) -> Message | None:
    """Several things in one sentence; None if there are none."""
    found: Message | None = None
    for part in parts:
        found = part if found is None else said("banzai.list", first=found, then=part)
    return found


def card_face(card: int) -> str:
    """`fox-lord`: the face of a card's drawing."""
    return card_name(card).replace(".", "-")
