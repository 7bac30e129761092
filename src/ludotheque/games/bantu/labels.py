"""Ids, shapes and labels of circles, squares and pawns on the screen, and the names of players."""

from __future__ import annotations

import functools
import re
from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.bantu.state import AT_FINISH, AT_START, COLOURS, NO_ROW, is_team_game, pawns_of

MARKS = {"red": "●", "blue": "■", "yellow": "◆", "green": "▲"}
SHAPES = {"red": "disc", "blue": "square", "yellow": "diamond", "green": "triangle"}
"""The shape of each colour's pawns, so that no colour is ever the only sign."""

FINISH = "finish"
NO_MOVE = "pass"


def end_names(b: Any) -> tuple[str, ...]:
    """The name of each place where a move may end, by its number: all circles of a board of this size, then the finish."""
    return _end_names(int(b["circles"]), int(b["lanes"]))


@functools.cache
def _end_names(circles: int, lanes: int) -> tuple[str, ...]:
    names = (f"r{circle // lanes}{chr(ord('a') + circle % lanes)}" for circle in range(circles))
    return (*names, FINISH)


@functools.cache
def _circles_by_name(circles: int, lanes: int) -> dict[str, int]:
    return {name: circle for circle, name in enumerate(_end_names(circles, lanes)[:-1])}


def circle_name(b: Any, circle: int) -> str:
    """`r15b` for a circle of the board."""
    return end_names(b)[circle]


def circle_named(b: Any, name: str) -> int:
    """The circle of a name, -1 if the board has none of that name."""
    circle = _circles_by_name(int(b["circles"]), int(b["lanes"])).get(name, -1)
    return circle if circle >= 0 and int(b["row"][circle]) != NO_ROW else -1


@functools.cache
def where(name: str) -> Message | str:
    """`rank 15, circle 2` for the name of a circle. Any other name stays as it is."""
    return Message("bantu.at", numbers_of(name)) if re.fullmatch(r"r\d+[a-z]", name) else name


def numbers_of(name: str) -> dict[str, Any]:
    """The numbers by which sentences call a circle, 15 and 2 for `r15b`. `place` is both as the board writes them: a screen points at it."""
    rank, lane = int(name[1:-1]), ord(name[-1]) - ord("a") + 1
    return {"rank": rank, "lane": lane, "place": f"{rank}-{lane}"}


def piece_id(seat: int, pawn: int) -> str:
    """`p0.3`: the pawn with the number 3 of seat 0."""
    return f"p{seat}.{pawn + 1}"


def piece_named(s: Any, name: str) -> tuple[int, int] | None:
    """The seat and the pawn (from 0) of a piece, None if there is no such pawn in this game."""
    for seat in range(int(s["seats"])):
        for pawn in pawns_of(s):
            if name == piece_id(seat, pawn):
                return seat, pawn
    return None


def start_place(pawn: int, seat: int) -> str:
    """The spot of a seat's pawn on the start square of its number."""
    return f"start.{pawn + 1}.{seat}"


def finish_place(seat: int, pawn: int) -> str:
    """The spot of a pawn that is home."""
    return f"{FINISH}.{seat}.{pawn + 1}"


def place_of(b: Any, s: Any, seat: int, pawn: int) -> str:
    """The id of the place where a pawn is."""
    at = int(s["at"][seat, pawn])
    if at == AT_START:
        return start_place(pawn, seat)
    return finish_place(seat, pawn) if at == AT_FINISH else circle_name(b, at)


@functools.cache
def colour_word(seat: int) -> Message:
    """`red`."""
    return Message(f"bantu.colour.{COLOURS[seat]}")


def player(seat: int) -> Message:
    """A seat called by its number, or by its player's name where a screen knows it."""
    return Message("bantu.player", {"n": seat + 1, "seat": seat})


def team(seat: int) -> Message:
    """A seat called by its colour."""
    return Message(f"bantu.team.{COLOURS[seat]}")


def side(s: Any, seat: int) -> Message:
    """Everybody who wins with a seat: the seat alone, or both partners."""
    if not is_team_game(s):
        return team(seat)
    one, two = sorted((seat, (seat + 2) % 4))
    return Message("bantu.team.two", {"one": team(one), "two": team(two)})
