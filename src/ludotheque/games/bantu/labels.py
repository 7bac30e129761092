"""Ids, colours, shapes and labels of circles, squares and pawns on the screen, and what players are called."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.bantu.rules.setting import on_one_side, pawns_of_a_seat
from ludotheque.games.bantu.state import AT_FINISH, AT_START, NO_ROW, PAWNS
from ludotheque.scene import snapshot

COLOURS = ("red", "blue", "yellow", "green")
MARKS = {"red": "●", "blue": "■", "yellow": "◆", "green": "▲"}
SHAPES = {"red": "disc", "blue": "square", "yellow": "diamond", "green": "triangle"}
"""The shape of each colour's pawns, so that no colour is ever the only sign."""

FINISH = "finish"
NO_MOVE = "pass"


def circle_name(b: Any, circle: int) -> str:
    """`r15b` for a circle of the board."""
    return name_of_circle(circle, int(b["lanes"]))


@functools.cache
def name_of_circle(circle: int, lanes: int) -> str:
    """`r15b` for a circle of a board with this many lanes."""
    rank, lane = divmod(circle, lanes)
    return f"r{rank}{chr(ord('a') + lane)}"


def circle_named(b: Any, name: str) -> int:
    """The circle of a name, -1 if the board has none of that name."""
    rank, lane = name[1:-1], ord(name[-1:] or "?") - ord("a")
    if not (name.startswith("r") and rank.isascii() and rank.isdigit() and rank == str(int(rank[:4]))):
        return -1
    if int(rank) >= int(b["ranks"]) or not 0 <= lane < int(b["lanes"]):
        return -1
    circle = int(rank) * int(b["lanes"]) + lane
    return circle if int(b["row"][circle]) != NO_ROW else -1


@functools.cache
def where(name: str) -> Message | str:
    """`rank 15, circle 2`: a circle as people call it, from its name; any other place as it is called. `place` lets a screen point at it."""
    if not re.fullmatch(r"r\d+[a-z]", name):
        return name
    rank, lane = rank_and_lane(name)
    return Message("bantu.at", {"rank": rank, "lane": lane, "place": in_short(name)})


def rank_and_lane(name: str) -> tuple[int, int]:
    """The numbers by which people call a circle: 15 and 2 for `r15b`."""
    return int(name[1:-1]), ord(name[-1]) - ord("a") + 1


@functools.cache
def in_short(name: str) -> str:
    """`15-2` for `r15b`: the numbers that sentences say, as the board writes them."""
    return "{}-{}".format(*rank_and_lane(name))


def circles_of(b: Any) -> Iterator[int]:
    """The circles there are, rank by rank, from the inside outwards."""
    for circle in range(int(b["circles"])):
        if int(b["row"][circle]) != NO_ROW:
            yield circle


def row_of(b: Any, circle: int) -> range:
    """The circles of the row in which a circle lies."""
    row = int(b["row"][circle])
    return range(int(b["first"][row]), int(b["first"][row]) + int(b["width"][row]))


def numbers_beside(b: Any, s: Any, circle: int) -> list[int]:
    """The numbers of the pawns in the row of a circle, in its order: what a pawn there adds up."""
    on = s["pawn_on"]
    return [(int(on[other]) - 1) % PAWNS + 1 for other in row_of(b, circle) if on[other]]


def colour_of(seat: int) -> str:
    """The colour of a seat's pawns."""
    return COLOURS[seat]


def pawns_of(s: Any) -> range:
    """The pawns of a seat, from 0: the number printed on one is one more."""
    return range(int(snapshot.ask(s, pawns_of_a_seat)))


def is_team_game(s: Any) -> bool:
    """Whether partners sit opposite each other."""
    return bool(snapshot.ask(s, on_one_side, 0, 2)) and int(s["seats"]) > 2


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
    return Message(f"bantu.colour.{colour_of(seat)}")


def player(seat: int) -> Message:
    """A seat called by its number, or by its player's name where a screen knows it."""
    return Message("bantu.player", {"n": seat + 1, "seat": seat})


def team(s: Any, seat: int) -> Message:
    """A seat called by its colour."""
    return Message(f"bantu.team.{colour_of(seat)}")


def side(s: Any, seat: int) -> Message:
    """Who wins with a seat: itself, or both partners."""
    if not is_team_game(s):
        return team(s, seat)
    one, two = sorted((seat, (seat + 2) % 4))
    return Message("bantu.team.two", {"one": team(s, one), "two": team(s, two)})
