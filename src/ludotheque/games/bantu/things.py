"""What a game of Bantu may turn on: which pawn moves, enters and comes home first, and turns that are lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.core.message import Message
from ludotheque.core.things import Things, Used
from ludotheque.games.bantu import codes
from ludotheque.games.bantu.state import AT_START


def used(b: Any, before: Any, after: Any, seat: int, code: int) -> Iterator[Used]:
    """A pawn that moves; the first to enter and the first to arrive; those sent back; a turn that is lost."""
    if seat < 0:
        return
    if code == codes.PASS:
        yield seat, "turn.lost"
        return
    pawn = int(codes.mover(b, code))
    yield seat, f"pawn.{pawn + 1}"
    if all(each == AT_START for each in before["at"][seat].tolist()):
        yield seat, f"first_in.{pawn + 1}"
    if int(after["home"][seat]) == 1 and int(before["home"][seat]) == 0:
        yield seat, f"first_home.{pawn + 1}"
    for other in range(int(before["seats"])):
        if other != seat and any(
            was >= 0 and now == AT_START
            for was, now in zip(before["at"][other], after["at"][other], strict=True)
        ):
            yield seat, "turn.hit"


def label(b: Any, name: str) -> Message:
    """What it is called; pawns have their numbers."""
    group, _, rest = name.partition(".")
    return (
        Message("bantu.thing.number", {"n": rest})
        if group != "turn"
        else Message(f"bantu.thing.{group}.{rest}")
    )


THINGS = Things(used, label, ("pawn", "first_in", "first_home", "turn"))
