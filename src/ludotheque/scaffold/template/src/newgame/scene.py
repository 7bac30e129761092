"""What is on the table, and what is clicked for an action.

`Tabletop` does the rest: it draws the board, offers the legal actions, and shows the pebbles vanish. What the audience may not know is already
wiped from the states given here.
"""

from __future__ import annotations

from typing import Any

from ludotheque.core.message import Message
from ludotheque.scene.asking import watcher
from ludotheque.scene.model import Layout, Piece, Scene, Standing
from ludotheque.scene.seats import called, standing
from ludotheque.scene.tabletop import Tabletop, grid

from newgame.actions import CODEC
from newgame.rules import pebbles
from newgame.state import Last

COLUMNS = 5


def layout(b: Any, s: Any) -> Layout:
    """A place for each pebble, called `1`, `2` and so on."""
    names = [str(number) for number in range(1, int(b["pebbles"]) + 1)]
    rows = [names[first : first + COLUMNS] for first in range(0, len(names), COLUMNS)]
    return grid("newgame", rows, "circle")


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
    label = Message("newgame.piece", {"number": number})
    return Piece(id=f"pebble.{number}", sprite="pebble", place=str(number), label=label)


def _standing(s: Any, seat: int) -> Standing:
    taken = Message("newgame.standing.taken", {"n": int(s["taken"][seat])})
    return standing(seat, taken)


def _prompt(s: Any, audience: int) -> Message:
    """Whose turn it is; at the end, who took the last pebble."""
    seat = int(s["to_play"])
    whose = watcher(audience, seat)
    if int(s["left"]) == 0:
        whose = "over_lost" if int(s["last"]) == Last.LOSES else "over_won"
    return Message(f"newgame.prompt.{whose}", {"who": called(seat)})


def clicks(b: Any, s: Any, seat: int, action: int) -> list[str]:
    """The first pebble that an action takes, legal or not, if it is there."""
    first = int(s["left"]) - pebbles(action) + 1
    return [f"pebble.{first}"] if first > 0 else []


TABLE = Tabletop("newgame", CODEC, layout, scene, clicks)
