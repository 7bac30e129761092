"""The table of breakages, and the ways of adding to it: a verb, a fact, or a method of the codec, the positions, the presenter."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from ludotheque.core.game import Game
from tests.testing.altered import altered, codec, positions, presenter


@dataclass(frozen=True)
class Breakage:
    """A law, what breaks it, a part of what the law then says, and the broken game (made when it is needed)."""

    law: str
    what: str
    says: str
    game: Callable[[], Game]
    around: Callable[[], AbstractContextManager[Any]] = nullcontext


BREAKAGES: list[Breakage] = []


def breaks(
    law: str, what: str, says: str, around: Callable[[], AbstractContextManager[Any]] = nullcontext
) -> Callable[[Callable[[], Game]], Callable[[], Game]]:
    """Put the broken game made by the function below into the table."""

    def put(game: Callable[[], Game]) -> Callable[[], Game]:
        BREAKAGES.append(Breakage(law, what, says, game, around))
        return game

    return put


def verb(law: str, what: str, says: str, **facts: Any) -> Callable[[Callable[..., Any]], None]:
    """The game is broken by the verb below."""
    return lambda function: BREAKAGES.append(
        Breakage(law, what, says, lambda: altered({function.__name__: function}, **facts))
    )


def fact(law: str, what: str, says: str, **facts: Any) -> None:
    """The game is broken by declaring something else."""
    BREAKAGES.append(Breakage(law, what, says, lambda: altered(**facts)))


def coded(law: str, what: str, says: str, **facts: Any) -> Callable[[Callable[..., Any]], None]:
    """The game is broken by the method of its codec below, which gets the good codec first."""
    return lambda method: BREAKAGES.append(
        Breakage(law, what, says, lambda: altered(codec=codec(**{method.__name__: method}), **facts))
    )


def seen(law: str, what: str, says: str) -> Callable[[Callable[..., Any]], None]:
    """The game is broken by the method of its presenter below, which gets the good presenter first."""
    return lambda method: BREAKAGES.append(
        Breakage(law, what, says, lambda: altered(presenter=presenter(**{method.__name__: method})))
    )


def placed(law: str, what: str, says: str) -> Callable[[Callable[..., Any]], None]:
    """The game is broken by the method of its positions below."""
    return lambda method: BREAKAGES.append(
        Breakage(law, what, says, lambda: altered(positions=positions(**{method.__name__: method})))
    )


def replace_facts(game: Game, **facts: Any) -> Game:
    """The same variant with other facts that its verbs do not depend on."""
    for name, value in facts.items():
        object.__setattr__(game, name, value)
    return game
