"""Ids, colours and labels of cells and pieces on the screen, and what players are called."""

from __future__ import annotations

import functools
import re
from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.billabong.state import AT_HOME, IN_HAND, MAX_PER_COLOUR, colours_of, kangaroos_of

MARKS = {"red": "●", "blue": "■", "yellow": "◆", "green": "▲"}
"""The shape that goes with each colour, so that no colour is ever the only sign."""

REFEREE = "referee"
REFEREE_BATH = "lake.0"
NO_MOVE = "pass"

_KANGAROO = re.compile(r"k([0-9]+)\.([0-9]+)")


def cell_name(b: Any, cell: int) -> str:
    """`k3` for a cell of the board."""
    return cell_names(b)[cell]


def cell_names(b: Any) -> tuple[str, ...]:
    """The names of all cells of the board, in their order."""
    return _cell_names(int(b["width"]), int(b["height"]))


@functools.cache
def _cell_names(width: int, height: int) -> tuple[str, ...]:
    return tuple(f"{chr(ord('a') + x)}{height - y}" for y in range(height) for x in range(width))


def cell_named(b: Any, name: str) -> int:
    """The cell of a name, -1 if the board has none of that name."""
    file, row = name[:1], name[1:]
    if not ("a" <= file <= "z" and row.isascii() and row.isdigit() and len(row) <= 2):
        return -1
    x, y = ord(file) - ord("a"), int(b["height"]) - int(row)
    if x >= int(b["width"]) or not 0 <= y < int(b["height"]) or row != str(int(row)):
        return -1
    return y * int(b["width"]) + x


def is_near(b: Any, one: int, other: int) -> bool:
    """Whether two cells touch, if only at a corner."""
    width = int(b["width"])
    return max(abs(one % width - other % width), abs(one // width - other // width)) == 1


def piece_id(seat: int, kangaroo: int) -> str:
    """`k0.3`: the fourth kangaroo of seat 0."""
    return f"k{seat}.{kangaroo}"


def piece_named(b: Any, s: Any, name: str) -> tuple[int, int] | None:
    """The seat and the number of a kangaroo's piece; None if this table has no such piece."""
    match = _KANGAROO.fullmatch(name)
    if match is None or int(match[1]) >= int(s["seats"]):
        return None
    seat, kangaroo = int(match[1]), int(match[2])
    return (seat, kangaroo) if kangaroo in kangaroos_of(b, s, seat) else None


def hand_place(seat: int, kangaroo: int) -> str:
    """Where a kangaroo lies before it is placed: one heap for each colour of the seat."""
    return f"hand.{seat}.{kangaroo // MAX_PER_COLOUR}"


def bath_place(b: Any, s: Any, seat: int, kangaroo: int) -> str:
    """Where a kangaroo bathes when it is home: each has its own spot; spot 0 is the referee's."""
    before = sum(len(colours_of(s, other)) for other in range(seat)) + kangaroo // MAX_PER_COLOUR
    return f"lake.{1 + before * int(b['kangaroos']) + kangaroo % MAX_PER_COLOUR}"


def place_of(b: Any, s: Any, seat: int, kangaroo: int) -> str:
    """The id of the place where a kangaroo is."""
    cell = int(s["cell"][seat, kangaroo])
    if cell == IN_HAND:
        return hand_place(seat, kangaroo)
    return bath_place(b, s, seat, kangaroo) if cell == AT_HOME else cell_name(b, cell)


@functools.cache
def colour_word(colour: str) -> Message:
    """`red`."""
    return Message(f"billabong.colour.{colour}")


def player(seat: int) -> Message:
    """A seat called by its number, or by its player's name where a screen knows it."""
    return Message("billabong.player", {"n": seat + 1, "seat": seat})


def team(s: Any, seat: int) -> Message:
    """A seat called by its colours."""
    colours = colours_of(s, seat)
    one = Message(f"billabong.team.{colours[0]}")
    if len(colours) == 1:
        return one
    return Message("billabong.team.two", {"one": one, "two": Message(f"billabong.team.{colours[1]}")})
