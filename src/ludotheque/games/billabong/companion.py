"""Kangaroos set by hand, as they stand on the board of a real box."""

from __future__ import annotations

from typing import Any

from ludotheque.core.errors import BadPosition
from ludotheque.core.message import Message
from ludotheque.games.billabong.labels import piece_named
from ludotheque.games.billabong.rules.placing import kangaroos_of_a_seat
from ludotheque.games.billabong.state import kangaroos_of

COLOURS = ("red", "blue", "yellow", "green")
COLUMNS = ("p", "n", "l", "j")
"""The columns in which the colours wait behind the stream, each out of the others' way."""


def begin(seats: int, position: dict[str, Any]) -> dict[str, Any]:
    """All kangaroos in columns behind the stream: people move those that matter."""
    two = seats == 2 and position["options"].get("mode", "two-teams") == "two-teams"
    owner = {colour: index % 2 if two else index for index, colour in enumerate(COLOURS)}
    kangaroos: list[dict[str, Any]] = [
        {"seat": owner[colour], "colour": colour, "cell": f"{column}{row}", "crossings": 0}
        for colour, column in zip(COLOURS, COLUMNS, strict=True)
        if owner[colour] < seats
        for row in range(1, 6)
    ]
    kangaroos.sort(key=lambda each: each["seat"])
    return {**position, "phase": "race", "to_play": 0, "kangaroos": kangaroos}


def lay(b: Any, s: Any, position: dict[str, Any], thing: str, place: str) -> dict[str, Any]:
    """A kangaroo on another cell or, home, in the lake; on its own cell it is turned over."""
    named = piece_named(b, s, thing)
    if named is None:
        raise BadPosition("lay", Message("billabong.box.only"))
    seat, kangaroo = named
    number = seat * int(kangaroos_of_a_seat(b, s)) + list(kangaroos_of(b, s, seat)).index(kangaroo)
    before = position["kangaroos"][number]
    now = {**before, "cell": place}
    if place.startswith("lake."):
        now = {"seat": before["seat"], "colour": before["colour"], "cell": "home"}
    elif place == before["cell"]:
        now["crossings"] = 1 - before["crossings"]
    kangaroos = [*position["kangaroos"][:number], now, *position["kangaroos"][number + 1 :]]
    return {**position, "kangaroos": kangaroos}
