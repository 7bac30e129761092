"""What lies on the table, what may be clicked, and what happened. For who draws.

The states given here are hidden already for who looks. Lengths are in the layout's own units, y goes downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any

from ludotheque.core import verbs
from ludotheque.core.errors import Unreadable
from ludotheque.core.game import ActionPath
from ludotheque.core.message import Message
from ludotheque.scene.clicks import graph
from ludotheque.scene.model import Choices, EventView, Layout, Motion, Piece, Place, Scene, Standing
from ludotheque.scene.palette import Palette
from ludotheque.scene.seats import MARKS, TINTS, called

from mu_torere.actions import CODEC, NAMES
from mu_torere.rules import Why, empty_point
from mu_torere.state import MIDDLE, POINTS, SEATS, Ending

SIZE = 700
RADIUS = 265
CELL = 110
GRID = 4
"""Half the width of the drawing in characters."""
FACES = ("koru", "niho")

PALETTE = Palette(
    "mu_torere-board",
    day={"ground": "#B98A5A", "line": "#4A2F18", "point": "#E6CDA2"},
    night={"ground": "#3B2B1C", "line": "#A98B66", "point": "#55412B"},
    contrast={"ground": "#FFFFFF", "line": "#000000", "point": "#D9D9D9"},
)


# -- the board: what never changes during a game ---------------------------------------------------------------------


def layout(b: Any, s: Any) -> Layout:
    """The middle, and the points of the ring clockwise from the top."""
    ring = 2 * int(b["pieces"])
    return Layout(
        id=f"star-{ring}",
        width=SIZE,
        height=SIZE,
        places=(_place(MIDDLE, 0, 0), *(_kawai(point, ring) for point in range(1, ring + 1))),
        label=Message("mu_torere.board"),
    )


def _kawai(point: int, ring: int) -> Place:
    angle = 2 * pi * (point - 1) / ring
    return _place(point, sin(angle), -cos(angle))


def _place(point: int, east: float, south: float) -> Place:
    label = Message("mu_torere.middle") if point == MIDDLE else Message("mu_torere.kawai", {"number": point})
    return Place(
        id=NAMES[point],
        x=round(SIZE / 2 + RADIUS * east, 1),
        y=round(SIZE / 2 + RADIUS * south, 1),
        w=CELL,
        h=CELL,
        label=label,
        shape="circle",
        column=GRID + round(GRID * east),
        row=GRID + round(GRID * south),
    )


def board(b: Any, s: Any) -> str:
    """The board as SVG, drawn from the box: each line that joins two points, then the points."""
    land = layout(b, None)
    lines, points = [], []
    for one, start in enumerate(land.places):
        points.append(f'<circle cx="{start.x:g}" cy="{start.y:g}" r="{CELL / 2 - 4:g}"/>')
        for other, end in enumerate(land.places[:one]):
            if b["joined"][one, other]:
                lines.append(f"M{start.x:g} {start.y:g}L{end.x:g} {end.y:g}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" class="{PALETTE.name}">{PALETTE.style}'
        f'<rect width="{SIZE}" height="{SIZE}" rx="40" fill="{PALETTE.ink("ground")}"/>'
        f'<path d="{"".join(lines)}" fill="none" stroke="{PALETTE.ink("line")}" stroke-width="9" stroke-linecap="round"/>'
        f'<g fill="{PALETTE.ink("point")}" stroke="{PALETTE.ink("line")}" stroke-width="5">{"".join(points)}</g></svg>'
    )


# -- what is on it now ------------------------------------------------------------------------------------------------


def piece_id(seat: int, piece: int) -> str:
    """`piece.0.3`: the same wherever the piece goes."""
    return f"piece.{seat}.{piece}"


def scene(b: Any, s: Any, audience: int) -> Scene:
    """The pieces, whose they are, and what is expected of whom."""
    pieces = range(int(b["pieces"]))
    return Scene(
        game="mu_torere",
        layout=layout(b, s).id,
        prompt=_prompt(b, s, audience),
        standings=tuple(Standing(seat, (TINTS[seat],), MARKS[seat]) for seat in range(SEATS)),
        pieces=tuple(_piece(s, seat, piece) for seat in range(SEATS) for piece in pieces),
    )


def _piece(s: Any, seat: int, piece: int) -> Piece:
    point = int(s["at"][seat, piece])
    where = "middle" if point == MIDDLE else "ring"
    return Piece(
        id=piece_id(seat, piece),
        sprite="piece",
        face=FACES[seat],
        place=NAMES[point],
        label=Message(f"mu_torere.piece.{where}", {"who": called(seat), "number": point}),
        tint=TINTS[seat],
        mark=MARKS[seat],
        seat=seat,
    )


def _prompt(b: Any, s: Any, audience: int) -> Message:
    """What is expected: `you` where one seat looks, `here` where several share the screen, `other` elsewhere."""
    seat = int(s["to_play"])
    ending = verbs.ending(b, s)
    if ending == Ending.BLOCKED:
        return Message("mu_torere.prompt.blocked", {"who": called(seat), "winner": called(1 - seat)})
    if ending == Ending.TURN_LIMIT:
        return Message("mu_torere.prompt.limit")
    if audience >> seat & 1:
        whose = "you" if audience == 1 << seat else "here"
    else:
        whose = "other"
    return Message(f"mu_torere.prompt.{whose}", {"who": called(seat)})


# -- what may be clicked ----------------------------------------------------------------------------------------------


def choices(b: Any, s: Any, seat: int) -> Choices:
    """First the piece, then the empty point."""
    end = int(empty_point(b, s))
    paths = []
    for piece in range(int(b["pieces"])):
        code = int(s["at"][seat, piece]) * POINTS + end
        if verbs.why_not(b, s, seat, code) == Why.LEGAL:
            paths.append(([piece_id(seat, piece), NAMES[end]], code, "mu_torere.choice.move"))
    return graph(seat, paths)


def clicked(b: Any, s: Any, seat: int, clicks: Sequence[str]) -> tuple[int, ActionPath]:
    """The action, legal or not, that these clicks mean: from one point to another, or from one to the empty point."""
    where = {piece_id(of, n): int(s["at"][of, n]) for of in range(SEATS) for n in range(int(b["pieces"]))}
    where |= {place.id: point for point, place in enumerate(layout(b, s).places)}
    points = [where.get(click, -1) for click in clicks]
    if len(points) == 1 and points[0] != empty_point(b, s):
        points.append(int(empty_point(b, s)))
    if len(points) != 2 or -1 in points:
        raise Unreadable(f"{list(clicks)} means nothing here", Message("mu_torere.click.nothing"))
    return points[0] * POINTS + points[1], ()


# -- what happened ----------------------------------------------------------------------------------------------------


def event(b: Any, before: Any, after: Any, seat: int, code: int, path: ActionPath) -> EventView:
    """The piece slides along the line."""
    start, end = divmod(code, POINTS)
    piece = list(before["at"][seat]).index(start)
    trail = (NAMES[start], NAMES[end])
    told = "in" if end == MIDDLE else "out" if start == MIDDLE else "round"
    return EventView(
        seat,
        CODEC.text(b, before, seat, code, path),
        Message(f"mu_torere.event.{told}", {"start": start, "end": end}),
        (Motion(piece_id(seat, piece), trail, "slide"),),
        trail,
    )
