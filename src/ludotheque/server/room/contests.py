"""The contests of a game: what is so different that it has ratings of its own.

A duel is another contest than a game of three or more, and each value of an option that the game declares as `rated="apart"` makes another
one. A contest is written as a text, such as `2 mode=duel` or `3+ short=true`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.core.game import Game
from ludotheque.core.option import Value

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
