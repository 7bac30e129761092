"""Bots of your own: a function that gets what a seat sees, and returns one of its legal actions.

    def hasty(sight):
        return sight.actions[0]

It plays wherever the built-in levels do: give the function itself to a `Match`, name it on the command line (`--bots mine:hasty`, a module
and a function), or declare it in a package, and it has a name like the levels, also on a server where that package is installed:

    [project.entry-points."ludotheque.bots"]
    hasty = "mine:hasty"

A server is also given bots without a package, under names of their own: see `lent`.

A bot may be an object with a method `check(game, boxes, view)`, which raises an error if it cannot play this game.

The library brings one of these itself: `learnt`, with the network of the game, or `learnt:FILE` with a network of your own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, cast

from ludotheque.bots.judging import chances_of, evaluate, resolve_chance
from ludotheque.bots.levels import LEVELS
from ludotheque.core import announced, entry, state
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.luck import Luck
from ludotheque.core.memory import array_of, load, room

GROUP = "ludotheque.bots"
"""The group of entry points in which packages declare bots."""

LEARNT = "learnt"
"""The name of the bot of `ludotheque.bots.learnt`."""


class UnknownBot(LudothequeError, LookupError):
    """There is no bot of this name, or its module cannot be imported."""


@dataclass(frozen=True)
class Sight:
    """What a bot knows when it must act.

    Attributes:
        game: the game.
        records: box and view as the library has them, each one record; copies.
        seat: the seat that acts.
        actions: its legal actions.
        luck: where the bot's own luck should come from, so that a match can be played again.
    """

    game: Game
    records: tuple[Any, Any]
    seat: int
    actions: tuple[int, ...]
    luck: Luck

    @property
    def box(self) -> Any:
        """The components, an array of shape (1,)."""
        return array_of(self.records[0])

    @property
    def view(self) -> Any:
        """The state as the seat may know it, an array of shape (1,); `docs/views.md` explains the fields."""
        return array_of(self.records[1])

    def text(self, action: int) -> str:
        """An action in notation."""
        codec = self.game.codec
        b, s = self.records[0][0], self.records[1][0]
        path = codec.path(b, s, self.seat, action)
        return codec.text(b, s, self.seat, action, path)

    def after(self, action: int) -> Any:
        """A state after an action, an array of shape (1,): what the seat cannot see is guessed, and chance drawn."""
        box, guess = self.records[0], state.copy(self.records[1])
        entry.redeal(box, guess, 1 << self.seat, self.luck)
        entry.play(box, guess, self.seat, action)
        resolve_chance(box, guess, chances_of(self.game), self.luck)
        return array_of(guess)

    def worth(self, states: Any) -> float:
        """How good a state is for the seat, from 0 to 1: the game's evaluation, or the result if the game is over."""
        there = load(states.tobytes(), self.game.state)
        shares = room("float64", int(there[0]["seats"]))
        over = int(entry.actors(self.records[0], there)) == 0
        evaluate(self.records[0], there, over, shares)
        return float(shares[self.seat])


Bot = Callable[[Sight], int]
"""A bot of your own."""


def name_of(bot: str | Bot) -> str:
    """A bot's name: a level's, or that of the function."""
    return bot if isinstance(bot, str) else str(getattr(bot, "__name__", type(bot).__name__))


_lent: dict[str, Bot] = {}
"""Bots that have a name in this process alone, see `lent`."""


def lend(bots: Mapping[str, Bot]) -> None:
    """Give bots names in this process for as long as it lives."""
    _lent.update(bots)
    find.cache_clear()


@contextmanager
def lent(bots: Mapping[str, Bot]) -> Iterator[None]:
    """Give bots names in this process for the time of a `with` block, as if a package had declared them."""
    before = dict(_lent)
    lend(bots)
    try:
        yield
    finally:
        _lent.clear()
        _lent.update(before)
        find.cache_clear()


def may_be_named(name: str) -> bool:
    """Whether a bot may have this name: one that no level has and that is no `module:function`."""
    return (
        name.isprintable()
        and name == name.strip() != ""
        and ":" not in name
        and name not in (*LEVELS, LEARNT)
    )


def installed() -> tuple[str, ...]:
    """The names of the bots that installed packages declare, and of those that are `lent`. The name of a level cannot be taken."""
    return tuple(sorted({*_installed(tuple(sys.path), announced.packages()), *_lent}))


@cache
def _installed(_path: tuple[str, ...], _packages: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """They are looked for once: a server is asked for them with each page, and the search reads a file of every package."""
    return tuple(sorted({each.name for each in announced.entry_points(GROUP)} - set(LEVELS)))


@cache
def find(name: str) -> Bot:
    """The bot with this name: one that a package declares, `module:function`, `learnt`, `learnt:FILE`, or
    `weights:FILE`.

    Raises:
        UnknownBot: there is none, or it cannot be imported.
    """
    if name in _lent:
        return _lent[name]
    if name.partition(":")[0] == LEARNT:
        return _learnt(name.partition(":")[2])
    if name.startswith("weights:"):
        return _weighted(name.partition(":")[2])
    declared = {each.name: each for each in announced.entry_points(GROUP)}
    try:
        if name in declared:
            found: Any = declared[name].load()
        elif ":" in name:
            module, _, function = name.partition(":")
            found = getattr(import_module(module), function)
        else:
            known = ", ".join((*LEVELS, LEARNT, *installed()))
            raise UnknownBot(
                f"there is no bot of level {name!r}; the levels are {known}; your own bot is module:function"
            )
    except UnknownBot:
        raise
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise UnknownBot(f"the bot {name!r} cannot be imported: {error}") from error
    if not callable(found):
        raise UnknownBot(f"the bot {name!r} is no function but {type(found).__name__}")
    return cast(Bot, found)


def _learnt(path: str) -> Bot:
    """The learnt player, with the network of a file, or with that of the game."""
    try:
        from ludotheque.bots.learnt import BadNetwork, Learnt
    except ModuleNotFoundError as error:  # pages that are their own server hold no networks
        raise UnknownBot(f"the bot {LEARNT} is not here: {error}") from error
    try:
        return Learnt(path or None)
    except BadNetwork as error:
        raise UnknownBot(f"the bot {LEARNT}:{path} cannot be read: {error}") from error


def _weighted(name: str) -> Bot:
    """A level with the weights of a file."""
    from ludotheque.bots.weighted import WEIGHTS, found
    from ludotheque.core.weights import BadWeights

    try:
        return found(name)
    except BadWeights as error:
        raise UnknownBot(f"the bot {WEIGHTS}:{name} cannot play: {error}") from error


def check_for(bot: str | Bot, game: Game, boxes: Any, view: Any) -> None:
    """Check that a bot plays this game, where it can tell. Raises what the bot's own `check` raises.

    `boxes` is a copy of the components and `view` what the bot's seat may know: no bot is ever given more.
    """
    if not isinstance(bot, str) or bot not in LEVELS:
        chosen = find(bot) if isinstance(bot, str) else bot
        tell = getattr(chosen, "check", None)
        if tell is not None and getattr(chosen, "reads_records", False):  # a bot of this library
            tell(game, boxes, view)
        elif tell is not None:
            tell(game, array_of(boxes), array_of(view))


def check(bot: str | Bot) -> None:
    """Raise `UnknownBot` if there is no such level or bot."""
    if isinstance(bot, str) and bot not in LEVELS:
        find(bot)
    elif not isinstance(bot, str) and not callable(bot):
        raise UnknownBot(f"a bot is the name of one, or a function, not {type(bot).__name__}")


def ask(bot: str | Bot, game: Game, boxes: Any, view: Any, seat: int, actions: Any, luck: Luck) -> int:
    """Let a bot of your own choose.

    Raises:
        ValueError: what it returned is no legal action. The text names the bot, the seat and what it returned.
    """
    chosen = find(bot) if isinstance(bot, str) else bot
    legal = tuple(actions.tolist())
    answer = chosen(Sight(game, (state.copy(boxes), state.copy(view)), seat, legal, luck))
    if isinstance(answer, bool) or not hasattr(type(answer), "__index__") or int(answer) not in legal:
        raise ValueError(
            f"the bot {name_of(bot)} of seat {seat} returned {answer!r}, which is none of its {len(legal)} legal actions"
        )
    return int(answer)
