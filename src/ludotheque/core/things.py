"""The parts of a box that a game may turn on: its tiles, cards, berries, calls. The laboratory counts how often each one matters.

A game may declare `Game.things`. Without that, the kinds of its actions are counted, so that every game has some.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludotheque.core.message import Message

if TYPE_CHECKING:
    from ludotheque.core.game import Game

Used = tuple[int, str]
"""Who used a thing, and its name: `(0, "berry.Oor")`. The seat is -1 where it concerns the whole table, such as a tile of the course."""

TABLE = -1
"""In `Used`: the thing concerns the whole table."""


@dataclass(frozen=True)
class Things:
    """What a game may turn on.

    The name of a thing is that of its group, a dot, and its own name within the group: `berry.Oor`. The catalogue of the game has
    the group's title under `GAME.thing.GROUP`.

    Attributes:
        used: `used(b, before, after, seat, code)` lists what an action or a result of chance used. Both states are whole, as the rules see
            them.
        label: `label(b, name)` says what a thing is called.
        groups: the groups of things that there may be.
    """

    used: Callable[[Any, Any, Any, int, int], Iterable[Used]]
    label: Callable[[Any, str], Message | str]
    groups: tuple[str, ...]


def group_of(name: str) -> str:
    """The group of a thing: `berry` for `berry.Oor`."""
    return name.partition(".")[0]


def of_game(game: Game) -> Things:
    """What a game may turn on; the kinds of its actions if it does not say."""
    return game.things or _kinds_of(game)


def title_of(game: Game, group: str) -> Message:
    """The title of a group of things."""
    return Message("balance.thing.action") if game.things is None else Message(f"{game.name}.thing.{group}")


def _kinds_of(game: Game) -> Things:
    def used(b: Any, before: Any, _after: Any, seat: int, code: int) -> Iterable[Used]:
        if seat >= 0:
            told = game.codec.structure(b, before, seat, code)
            yield seat, f"action.{told.get('kind', told.get('do', ''))}"

    return Things(used, lambda _b, name: name.partition(".")[2], ("action",))
