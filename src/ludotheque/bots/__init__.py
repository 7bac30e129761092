"""Bots: they choose actions from a seat's view and never see the full state.

>>> from ludotheque import Table, bots
>>> table = Table("billabong", seats=2, seed=7)
>>> action = bots.choose(table, "random", seed=1)
>>> action in table.legal_actions()
True

`choose` returns an action, and `analyse` what a search finds about each action. In a game against the clock that has the verb `reflex`,
`reflex` says what the bot does next, and when. The levels are written over the verbs (`core.verbs`), so they play every game.

Where a game's rules are not compiled, all levels but `random` and `easy` play below their strength, see `is_hasty`. The reasons for this
design are in `docs/adr/0007-search.md`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, overload

from ludotheque.bots.levels import (
    DEFAULT_LEVEL,
    LEVELS,
    MAX_THINKING_S,
    NEVER_HASTY,
    SIMULATIONS,
    simulations_of,
)
from ludotheque.bots.one_ahead import easy_action, greedy_action, hasty_action, is_hasty
from ludotheque.bots.own import LEARNT, Bot, Sight, UnknownBot, ask, check, check_for, installed, name_of
from ludotheque.bots.search import Analysis, Budget, Considered, run_search
from ludotheque.bots.tree import Policy
from ludotheque.core import components as component_files
from ludotheque.core import entry, registry, state
from ludotheque.core.errors import Illegal
from ludotheque.core.game import Game
from ludotheque.core.luck import Luck
from ludotheque.core.memory import filled, room
from ludotheque.core.message import Message
from ludotheque.table import Table, views


@overload
def choose(
    game: Table,
    level: str | Bot = DEFAULT_LEVEL,
    *,
    seat: int | None = None,
    seed: int | None = None,
    budget: Budget | None = None,
) -> int: ...


@overload
def choose(
    game: str | Game,
    components: Mapping[str, Any] | None,
    view: bytes,
    seat: int,
    level: str | Bot,
    seed: int,
    budget: Budget | None = None,
) -> int: ...


def choose(  # type: ignore[misc]  # at a table the level comes second
    game: Table | str | Game,
    components: Any = None,
    view: bytes = b"",
    seat: int | None = None,
    level: str | Bot = DEFAULT_LEVEL,
    seed: int | None = None,
    budget: Budget | None = None,
) -> int:
    """Choose an action for a bot.

    At a table: `choose(table, level="greedy", *, seat=None, seed=None, budget=None)`. Without one: `choose(game, components, view, seat, level, seed)`.

    A budget without `seconds` makes the choice reproducible: the same arguments give the same action on any machine, unless the budget's
    processor seconds run out first. Without such a budget, every level but `random` and `easy` looks only one action ahead, for about a
    second, where the game's rules are not compiled (see `is_hasty`).

    Args:
        game: a table, of which the bot sees what its seat may know; a game's name; or a `Game`.
        components: the content of a component file; None for the printed box. Of a table, the level stands here.
        view: the state as the seat may know it, `table.view({seat}).tobytes()`.
        seat: the seat that the bot plays; at a table by default the first that may act.
        level: one of `LEVELS`, the name of another bot, or a bot itself, see `ludotheque.bots.own`.
        seed: where the bot's own luck comes from; at a table drawn if None.
        budget: how long a search may think; by default as long as its level does. Levels that do not search need none.

    Returns:
        One of the seat's legal actions, an integer.

    Raises:
        ValueError: the seat has no legal action, or a bot of your own returned none of them.
        UnknownBot: there is no such bot.
        Illegal, Unreadable: the table's game is over, or it has no such seat.
        UnknownGame: no such game is installed.
        BadComponents, BadInput: the components or the view cannot be used.
    """
    if isinstance(game, Table):
        if view or (components is not None and level != DEFAULT_LEVEL):
            raise TypeError("at a table, call choose(table, level, seat=…, seed=…, budget=…)")
        journal, wanted = game.journal, level if components is None else components
        if game.is_over:
            raise Illegal(message=Message("error.game_over"))
        if seat is None:
            seat = next(iter(game.actors), 0)
        elif not game.legal_actions(seat):
            raise ValueError(f"seat {seat} has nothing to decide now; to act: {list(game.actors)}")
        luck = Luck.of(secrets.randbits(62) if seed is None else seed)
        return choose_in(game.game, journal.box, views.view(journal, {seat}), seat, wanted, luck, budget)
    if seat is None or seed is None:
        raise TypeError("without a table, call choose(game, components, view, seat, level, seed)")
    kind, boxes, states = _given(game, components, view)
    return choose_in(kind, boxes, states, seat, level, Luck.of(seed), budget)


def choose_in(
    game: Game,
    boxes: Any,
    states: Any,
    seat: int,
    level: str | Bot,
    rng: Luck,
    budget: Budget | None = None,
    *,
    near: float = 0.0,
) -> int:
    """Choose an action, like `choose`, for arrays that are already loaded.

    Args:
        game: the game.
        boxes: the components, one record.
        states: the seat's view, one record. It is not changed.
        seat: the seat that the bot plays.
        level: as for `choose`.
        rng: where the bot's own luck comes from.
        budget: as for `choose`.
        near: the level `greedy` draws at random among the actions whose evaluation is at most this much worse than the best, from 0 to 1.

    Returns:
        One of the seat's legal actions, an integer.

    Raises:
        ValueError, UnknownBot: as for `choose`.
    """
    check(level)
    actions = _legal(game, boxes, states, seat)
    if len(actions) == 1:
        return int(actions[0])
    if not isinstance(level, str) or level not in LEVELS:
        return ask(level, game, boxes, states, seat, actions, rng)
    if level == "random":
        return int(actions[int(rng.random() * len(actions))])
    if level == "easy":
        return easy_action(game, boxes, states, seat, rng)
    counted = budget is not None and budget.seconds is None  # promises the same answer on any machine
    if is_hasty(game.name, level) and not counted:
        return hasty_action(game, boxes, states, seat, rng)
    if level == "greedy":
        return greedy_action(game, boxes, states, seat, actions, rng, near)
    return run_search(game, boxes, states, seat, budget_of(game, level, budget), rng).best


def budget_of(game: Game, level: str, budget: Budget | None = None) -> Budget:
    """How long a level that searches thinks about one action of this game, where `budget` sets no limit of its own."""
    budget = budget or Budget()
    if budget.simulations is None:
        budget = replace(budget, simulations=simulations_of(game, level))
    if budget.processor_s is None:
        budget = replace(budget, processor_s=MAX_THINKING_S)
    return budget


def reflex(
    game: str | Game, components: Mapping[str, Any] | None, view: bytes, seat: int, level: str, seed: int
) -> tuple[int, int] | None:
    """What a bot does next in a game against the clock, and when.

    The same view and seed give the same answer. Arguments are as for `choose`.

    Returns:
        The action and the delay from now in milliseconds; None if the bot does nothing.

    Raises:
        ValueError: the game has no verb `reflex`, or there is no such level.
    """
    game, boxes, states = _given(game, components, view)
    if not game.has_reflexes:
        raise ValueError(f"the rules of {game.name} lack the verb reflex, which says how bots react")
    return reflex_in(boxes, states, seat, level, seed)


def reflex_in(boxes: Any, states: Any, seat: int, level: str, luck: int) -> tuple[int, int] | None:
    """What a bot does next, like `reflex`, for arrays that are already loaded.

    Args:
        boxes: the components, one record.
        states: the seat's view, one record. It is not changed.
        seat: the seat that the bot plays.
        level: one of `LEVELS`.
        luck: a whole number; the same one gives the same answer.

    Returns:
        The action and the delay from now in milliseconds; None if the bot does nothing.
    """
    if level not in LEVELS:
        raise ValueError(f"there is no bot of level {level!r}; the levels are {', '.join(LEVELS)}")
    out = filled("int64", [0, -1])
    entry.reflex(boxes, states.copy(), seat, LEVELS.index(level), luck, out)
    return (int(out[0]), int(out[1])) if out[1] >= 0 else None


def analyse(
    game: str | Game,
    components: Mapping[str, Any] | None,
    view: bytes,
    seat: int,
    seed: int,
    budget: Budget,
    policy: Policy | None = None,
) -> Analysis:
    """Search a decision and report on each action considered.

    Args:
        game: a game's name or a `Game`.
        components: the content of a component file; None for the printed box.
        view: the state as the seat may know it, `table.view({seat}).tobytes()`.
        seat: the seat whose decision is searched.
        seed: where the search's luck comes from.
        budget: when to stop. It needs at least one limit.
        policy: the parameters of the search; by default those of the bots.

    Raises:
        ValueError: the seat has no legal action, or the budget has no limit.
    """
    game, boxes, states = _given(game, components, view)
    _legal(game, boxes, states, seat)
    rng = Luck.of(seed)
    return run_search(game, boxes, states, seat, budget, rng, policy or Policy())


def _given(game: str | Game, components: Mapping[str, Any] | None, view: bytes) -> tuple[Game, Any, Any]:
    """The game, its box and the view, the last two as records."""
    game = game if isinstance(game, Game) else registry.get(game)
    return game, component_files.load(game, components).array, state.load(game, view)


def _legal(game: Game, boxes: Any, states: Any, seat: int) -> Any:
    """The seat's legal actions, int32. Raises `ValueError` if it has none."""
    actions = room("int32", game.max_legal)
    actions = actions[: entry.legal(boxes, states, seat, actions)]
    if len(actions) == 0:
        raise ValueError(f"seat {seat} has no legal action in this view")
    return actions


__all__ = [
    "DEFAULT_LEVEL",
    "LEARNT",
    "LEVELS",
    "NEVER_HASTY",
    "SIMULATIONS",
    "Analysis",
    "Bot",
    "Budget",
    "Considered",
    "Policy",
    "Sight",
    "UnknownBot",
    "analyse",
    "budget_of",
    "check",
    "check_for",
    "choose",
    "choose_in",
    "installed",
    "is_hasty",
    "name_of",
    "reflex",
    "reflex_in",
    "simulations_of",
]
