"""What a game of Banzaï! may turn on: calls, feints, pawns, and the cards that are dealt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.core.message import Message
from ludotheque.core.things import TABLE, Things, Used
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.rules.setup import dealt_to
from ludotheque.games.banzai.state import CALLS, CHARACTERS, FAMILIES, FEINTS, NONE, OF_FAMILY, Phase


def used(b: Any, before: Any, after: Any, seat: int, code: int) -> Iterator[Used]:
    """A call, a feint, a pawn grabbed or touched; a family in play, and the characters that are dealt."""
    if seat == CHANCE_SEAT:
        yield from _dealt(before, code)
    elif seat < 0:
        return
    elif codes.CALL <= code < codes.GRAB:
        yield seat, f"call.{CALLS[int(codes.called(code))]}"
    elif codes.GRAB <= code < codes.MOVE:
        yield seat, "pawn.grab" if int(before["phase"]) == Phase.GRAB else "pawn.touch"
    elif codes.FEINT <= code < codes.GIVE:
        yield seat, f"feint.{FEINTS[code - codes.FEINT]}"


def _dealt(before: Any, code: int) -> Iterator[Used]:
    if codes.FAMILY <= code < codes.CARD:
        yield TABLE, f"family.{FAMILIES[code - codes.FAMILY]}"
    elif codes.CARD <= code < codes.SEAT and int(before["phase"]) == Phase.DEAL:
        seat = int(dealt_to(before))
        if seat != NONE:
            yield seat, f"dealt.{CHARACTERS[(code - codes.CARD) % OF_FAMILY]}"


def label(b: Any, name: str) -> Message:
    """What it is called."""
    group, _, rest = name.partition(".")
    return (
        Message(f"banzai.{name}") if group in ("call", "family") else Message(f"banzai.thing.{group}.{rest}")
    )


THINGS = Things(used, label, ("call", "feint", "pawn", "family", "dealt"))
