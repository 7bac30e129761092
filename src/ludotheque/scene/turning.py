"""A round table seen from a player's own side: turns places about the centre of the board.

>>> from ludotheque.core.message import Message
>>> north = Place("north", 50, 10, 8, 8, Message("place.north"))
>>> south = turned(north, Layout("round", 100, 100, (north,), Message("board")), 180)
>>> south.x, south.y
(50.0, 90.0)
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from ludotheque.scene.model import Layout, Place, Scene


def on_board(scene: Scene, layout: Layout) -> tuple[Place, ...]:
    """The board's places as this scene shows them: those of the layout and those that come and go, turned."""
    return tuple(turned(place, layout, scene.turn) for place in (*layout.places, *scene.places))


def turned(place: Place, layout: Layout, degrees: float) -> Place:
    """A place on a board turned clockwise by `degrees`. Its shape stays upright."""
    if degrees == 0:
        return place
    x, y = spot(place.x, place.y, layout, degrees)
    return replace(place, x=x, y=y)


def spot(x: float, y: float, layout: Layout, degrees: float) -> tuple[float, float]:
    """A point of the board after that turn, in the layout's units, to a thousandth."""
    across, down = x - layout.width / 2, y - layout.height / 2
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return (
        round(layout.width / 2 + across * cosine - down * sine, 3),
        round(layout.height / 2 + across * sine + down * cosine, 3),
    )
