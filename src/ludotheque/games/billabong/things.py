"""What a game of Billabong may turn on: how the kangaroos come forward."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.core.message import Message
from ludotheque.core.things import Things, Used
from ludotheque.games.billabong import codes
from ludotheque.games.billabong.state import HOME_CROSSINGS

FAR = 6
"""A move that ends at least this many columns or rows away is a great leap."""


def used(b: Any, before: Any, after: Any, seat: int, code: int) -> Iterator[Used]:
    """A step, a series of hops, a great leap, a turn without a move."""
    if seat < 0:
        return
    if code == codes.PASS:
        yield seat, "move.pass"
        return
    if code < int(codes.race_start(b)):
        return
    if int(codes.crossings_then(b, code)) == HOME_CROSSINGS:
        return  # whoever wins has brought all of them home
    width = int(b["width"])
    start = int(before["cell"][seat, int(codes.mover(b, code))])
    here, there = divmod(start, width), divmod(int(codes.destination(b, code)), width)
    way = max(abs(here[0] - there[0]), abs(here[1] - there[1]))
    yield seat, "move.far" if way >= FAR else "move.hops" if way > 1 else "move.step"


def label(b: Any, name: str) -> Message:
    """What a way to move is called."""
    group, _, rest = name.partition(".")
    return Message(f"billabong.thing.{group}.{rest}", {"n": FAR})


THINGS = Things(used, label, ("move",))
