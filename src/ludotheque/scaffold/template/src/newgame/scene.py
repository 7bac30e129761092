"""What is on the table, what may be clicked, and how an action is shown.

What the audience may not know is already wiped from the states given here. Lengths are in the layout's own units, y goes downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.core import verbs
from ludotheque.core.errors import Unreadable
from ludotheque.core.game import ActionPath
from ludotheque.core.message import Message
from ludotheque.scene.clicks import graph
from ludotheque.scene.model import Choices, EventView, Layout, Motion, Piece, Place, Scene, Standing
from ludotheque.scene.palette import Palette
from ludotheque.scene.seats import MARKS, TINTS, called

from newgame.actions import CODEC
from newgame.rules import Why, pebbles
from newgame.state import Last

COLUMNS = 5
CELL = 100
RIM = 50

PALETTE = Palette(
    "newgame-board",
    day={"rim": "#9C6B3C", "sand": "#E8D2A6", "hollow": "#CDAF7A"},
    night={"rim": "#3A2A1A", "sand": "#5A4A30", "hollow": "#463820"},
    contrast={"rim": "#000000", "sand": "#FFFFFF", "hollow": "#D9D9D9"},
)


# -- the board: what never changes during a game ---------------------------------------------------------------------


def layout(b: Any, s: Any) -> Layout:
    """A place for each pebble of the row, which winds down the board."""
    count = int(b["pebbles"])
    return Layout(
        id=f"row-{count}",
        width=2 * RIM + COLUMNS * CELL,
        height=2 * RIM + rows(count) * CELL,
        places=tuple(_place(number) for number in range(1, count + 1)),
        label=Message("newgame.board"),
    )


def rows(count: int) -> int:
    """How many rows of the board that many pebbles need."""
    return -(-count // COLUMNS)


def _place(number: int) -> Place:
    row, column = divmod(number - 1, COLUMNS)
    return Place(
        id=place_id(number),
        x=RIM + (column + 0.5) * CELL,
        y=RIM + (row + 0.5) * CELL,
        w=0.8 * CELL,
        h=0.8 * CELL,
        label=Message("newgame.place", {"number": number}),
        shape="circle",
        column=column,
        row=row,
    )


def place_id(number: int) -> str:
    """`p7`: the place of the seventh pebble."""
    return f"p{number}"


def piece_id(number: int) -> str:
    """`pebble.7`: the seventh pebble."""
    return f"pebble.{number}"


def board(b: Any, s: Any) -> str:
    """The board as SVG, drawn from the box: sand, and a hollow for each pebble."""
    land = layout(b, None)
    hollows = "".join(f'<circle cx="{place.x:g}" cy="{place.y:g}" r="34"/>' for place in land.places)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {land.width:g} {land.height:g}" '
        f'class="{PALETTE.name}">{PALETTE.style}'
        f'<rect width="{land.width:g}" height="{land.height:g}" rx="30" fill="{PALETTE.ink("rim")}"/>'
        f'<rect x="20" y="20" width="{land.width - 40:g}" height="{land.height - 40:g}" rx="18" '
        f'fill="{PALETTE.ink("sand")}"/><g fill="{PALETTE.ink("hollow")}">{hollows}</g></svg>'
    )


# -- what is on it now ------------------------------------------------------------------------------------------------


def scene(b: Any, s: Any, audience: int) -> Scene:
    """The pebbles that are left, how many each seat has taken, and whose turn it is."""
    return Scene(
        game="newgame",
        layout=layout(b, s).id,
        prompt=_prompt(s, audience),
        standings=tuple(_standing(s, seat) for seat in range(int(s["seats"]))),
        pieces=tuple(_piece(number) for number in range(1, int(s["left"]) + 1)),
    )


def _piece(number: int) -> Piece:
    return Piece(
        id=piece_id(number),
        sprite="pebble",
        place=place_id(number),
        label=Message("newgame.piece", {"number": number}),
    )


def _standing(s: Any, seat: int) -> Standing:
    taken = Message("newgame.standing.taken", {"n": int(s["taken"][seat])})
    return Standing(seat, (TINTS[seat],), MARKS[seat], (taken,))


def _prompt(s: Any, audience: int) -> Message:
    """Whose turn it is: `you` if only that seat sees the screen, `here` if several share it, `other` elsewhere."""
    seat = int(s["to_play"])
    if int(s["left"]) == 0:
        whose = "over_lost" if int(s["last"]) == Last.LOSES else "over_won"
    elif audience >> seat & 1:
        whose = "you" if audience == 1 << seat else "here"
    else:
        whose = "other"
    return Message(f"newgame.prompt.{whose}", {"who": called(seat)})


# -- what may be clicked ----------------------------------------------------------------------------------------------


def choices(b: Any, s: Any, seat: int) -> Choices:
    """A click on a pebble takes it and all after it."""
    paths = []
    for code in range(int(b["most"])):
        if verbs.why_not(b, s, seat, code) == Why.LEGAL:
            count = int(pebbles(code))
            first = piece_id(int(s["left"]) - count + 1)
            paths.append(([first], code, "newgame.choice.take", {"n": count}))
    return graph(seat, paths)


def clicked(b: Any, s: Any, seat: int, clicks: Sequence[str]) -> tuple[int, ActionPath]:
    """The action, legal or not, that these clicks mean; `Unreadable` if they mean none."""
    for number in range(1, int(s["left"]) + 1):
        if list(clicks) in ([piece_id(number)], [place_id(number)]):
            return CODEC.code(b, s, seat, {"kind": "take", "pebbles": int(s["left"]) - number + 1}), ()
    said = Message("newgame.click.nothing")
    raise Unreadable(f"{list(clicks)} means nothing here", said)


# -- what happened ----------------------------------------------------------------------------------------------------


def event(b: Any, before: Any, after: Any, seat: int, code: int, path: ActionPath) -> EventView:
    """The pebbles that were taken vanish, the last one first."""
    gone = range(int(before["left"]), int(after["left"]), -1)
    return EventView(
        seat,
        CODEC.text(b, before, seat, code, path),
        Message("newgame.event.take", {"n": len(gone)}),
        tuple(Motion(piece_id(number), (place_id(number),), "vanish") for number in gone),
        tuple(place_id(number) for number in gone),
    )
