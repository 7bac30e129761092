"""Which games count for ratings, in which contest, why one does not, and in what order its people came.

Whether a game counts is decided when it begins, from what the table shows to everybody before, and the log keeps it (`Started.rated`).
So people always know beforehand, and a rebuilt index counts the same games.

A contest of a game has ratings of its own: a duel is another contest than a game of three or more, and each value of an option that the game declares as
`rated="apart"` makes another one. A contest is written as a text, such as `2 mode=duel` or `3+ short=true`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.core.option import Value
from ludotheque.server.room.chairs import Chair

if TYPE_CHECKING:
    from ludotheque.server.room.state import TableState


TWO, MORE = "2", "3+"
"""The classes of numbers of seats."""


def contest_of(game: Game, seats: int, options: Mapping[str, Value]) -> str:
    """The contest that a game with these seats and options belongs to."""
    parts = [TWO if seats == 2 else MORE]
    chosen: dict[str, Value] = {}
    for option in game.options:
        if option.name in options and option.exists(seats, chosen):
            value = chosen[option.name] = options[option.name]
            if option.rated == "apart" and not option.asks_nothing(value):
                parts.append(f"{option.name}={_written(value)}")
    return " ".join(parts)


def _written(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def told(contest: str) -> dict[str, Any]:
    """A contest as a page says it: the class of its numbers of seats, and the options that make it another one."""
    seats, *parts = contest.split(" ")
    options = dict(part.split("=", 1) for part in parts if "=" in part)
    return {"seats": seats, "options": {name: value == "true" if value in ("true", "false") else value for name, value in options.items()}}  # fmt: skip


def turned_off(game: Game, options: Mapping[str, Value]) -> str | None:
    """The option that, with its present value, makes a game count for no rating; None if none does."""
    for option in game.options:
        if option.rated == "off" and options.get(option.name, option.default) != option.default:
            return option.name
    return None


class Rated(msgspec.Struct, frozen=True):
    """What a finished game says about ratings: the sides, each with its guests, and the rank of each; equal sides share a rank."""

    sides: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]

    def without(self, guest: int) -> Rated:
        """The same without a guest, who is replaced by 0: somebody unknown."""
        sides = tuple(tuple(0 if each == guest else each for each in side) for side in self.sides)
        return Rated(sides, self.ranks)


def why_unrated(state: TableState, chairs: Sequence[Chair] | None = None) -> Message | None:
    """Why the game of a table would not count if it began now; None if it would. `chairs` are those that there will be then.

    Open seats do not count: if a bot sits down there, the table says so then.
    """
    chairs = state.chairs if chairs is None else chairs
    found = _of_table(state) or _of_people(chairs)
    return None if found is None else Message(f"ui.unrated.{found}")


def _of_table(state: TableState) -> str | None:
    """The obstacle in the way the table was made, if any."""
    created = state.created
    if state.seats < 2:
        return "alone"
    if created.company != "strangers":
        return "friends"
    if any(each is not None for each in (created.components, created.position, created.brought)):
        return "own_box"
    if created.chance != "auto":
        return "own_dice"
    if any(state.handicaps):
        return "handicap"
    if turned_off(state.game, state.options) is not None:
        return "option"
    return "together" if _is_cooperative(state) else None


def _is_cooperative(state: TableState) -> bool:
    """Whether all win or lose together, as far as the options tell before the game."""
    if state.game.cooperative is None:
        return False
    table = state.table if state.table is not None else state.new_game()
    return table.journal.is_together


def _of_people(chairs: Sequence[Chair]) -> str | None:
    """The obstacle among the people there, if any: each seat needs a person of its own."""
    people = [chair for chair in chairs if chair.who == "person"]
    if any(chair.who == "bot" or chair.stand_in for chair in chairs):
        return "bot"
    if any(chair.here for chair in people) or len({chair.guest for chair in people}) < len(people):
        return "one_screen"
    return "unwilling" if any(chair.unrated for chair in people) else None


def unrated(state: TableState) -> Message | None:
    """Why a table's game does not count, as it stands; None if it does, or will."""
    if state.phase == "lobby":
        return why_unrated(state)
    if not state.rated:
        return why_unrated(state) or Message("ui.unrated.before")
    if state.is_called_off:
        return Message("ui.unrated.called_off")
    if state.taken_over:
        return Message("ui.unrated.taken_over")
    if state.phase == "over" and not all(state.moved.intersection(seats) for seats in _sides(state)):
        return Message("ui.unrated.moveless")  # a side in which no person moved played against nobody
    return None


def _sides(state: TableState) -> list[list[int]]:
    """The sides of a table, each with its seats."""
    sides = state.game.sides
    numbers = list(range(state.seats)) if sides is None else sides(state.seats, state.options)
    by_side: dict[int, list[int]] = {}
    for seat, side in enumerate(numbers):
        by_side.setdefault(side, []).append(seat)
    return list(by_side.values())


def rated_of(state: TableState) -> Rated | None:
    """What a finished game says about ratings; None if it does not count. Where an evening had ended before, `sql.RATED` and `CONTESTS` leave it out.

    People who left and let a bot finish come last, as if they had resigned: leaving spares nobody a loss. Of partners the worse rank counts.
    """
    outcome = state.outcome
    if outcome is None or not state.rated or unrated(state) is not None or state.is_together:
        return None
    last = state.seats + 1
    ranks = [
        last if chair.stand_in else rank for chair, rank in zip(state.chairs, outcome.ranking, strict=True)
    ]
    sides = _sides(state)
    return Rated(
        tuple(tuple(state.chairs[seat].guest for seat in seats) for seats in sides),
        tuple(max(ranks[seat] for seat in seats) for seats in sides),
    )
