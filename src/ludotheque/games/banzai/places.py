"""Where things lie at Banzaï!: the points of the table, which never change, and the places of those who are left."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.banzai import picture
from ludotheque.games.banzai.glance import Glance
from ludotheque.games.banzai.looks import fan_at, laid_at, lies_at, point_id, rim, said, taken_at
from ludotheque.games.banzai.picture import around
from ludotheque.games.banzai.rules.stops import is_on_table
from ludotheque.games.banzai.state import FAR, NONE, STEP
from ludotheque.games.banzai.things import seated
from ludotheque.scene.model import Layout, Place

STEPS = FAR // STEP
"""Steps from the middle of the table to its rim."""

_MARGIN = 1
"""Columns of the text drawing beside the table, for those who sit there."""


@functools.cache
def layout() -> Layout:
    """The table and the points where pawns may be laid: the same for every number of players."""
    return Layout(
        id="table",
        width=picture.SIZE,
        height=picture.SIZE,
        places=tuple(_points()),
        label=Message("banzai.board"),
        unit=picture.UNIT,
    )


def _points() -> Iterator[Place]:
    steps = range(-STEPS, STEPS + 1)
    for row in reversed(steps):
        for column in steps:
            if is_on_table(column * STEP, row * STEP):
                x, y = picture.at(column * STEP, row * STEP)
                label = said("banzai.place.point", x=f"{column / STEPS:.1f}", y=f"{row / STEPS:.1f}")
                size = picture.POINT
                sign = "·" if column % 2 == 0 and row % 2 == 0 else " "
                across, down = _cell(column * STEP, row * STEP)
                yield Place(point_id(column, row), x, y, size, size, label, "circle", across, down, sign)


def _cell(x: float, y: float) -> tuple[int, int]:
    """Column and row of the text drawing for a spot of the table, in thousandths of its radius."""
    return round(x / STEP) + STEPS + _MARGIN, STEPS + _MARGIN - round(y / STEP)


def around_the_table(s: Any, at: Glance) -> Iterator[Place]:
    """Everybody's seat, with the card they laid down, the cards they hold and the pawns they took; and where pawns lie."""
    placed = int(s["placed"])
    for place, seat in enumerate(seated(s)):
        yield _seat(place, placed, Message("banzai.place.seat"))
        yield _spot(laid_at(place), place, placed, picture.LIES, -picture.APART, picture.LAID, "laid")
        yield _spot(fan_at(place), place, placed, picture.LIES, picture.APART, picture.LAID, "held")
        if at.holding[seat]:
            yield _spot(taken_at(place), place, placed, picture.SITS, picture.BESIDE, picture.PAWN, "taken")
    for pawn in range(int(s["pawns"])):
        if at.lying[pawn] and int(s["pawn_by"][pawn]) == NONE:
            x, y = picture.at(int(s["pawn_x"][pawn]), int(s["pawn_y"][pawn]))
            label = said("banzai.place.pawn", n=pawn + 1)
            column, row = _cell(int(s["pawn_x"][pawn]), int(s["pawn_y"][pawn]))
            yield Place(lies_at(s, pawn), x, y, picture.PAWN, picture.PAWN, label, "circle", column, row)


def _seat(place: int, placed: int, label: Message) -> Place:
    x, y = around(place, placed, picture.SITS)
    column, row = _cell(
        (x - picture.MIDDLE) / picture.RADIUS * FAR, (picture.MIDDLE - y) / picture.RADIUS * FAR
    )
    return Place(rim(place), x, y, picture.DOLL, picture.DOLL, label, "circle", column, row)


def _spot(name: str, place: int, placed: int, radii: float, beside: float, size: float, what: str) -> Place:
    """A place before somebody's seat; whose it is, what lies there says."""
    x, y = around(place, placed, radii, beside)
    return Place(name, x, y, size, size, Message(f"banzai.place.{what}"))
