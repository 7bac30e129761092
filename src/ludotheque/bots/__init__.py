"""Players without a person: they see views, never the full state. See `docs/adr/0004-bots-in-processes.md`.

`choose` is the whole of it: a view in, a legal action out. Every level is written over the verbs and so plays every game. Where
the clock runs, and the game says how (the verb `reflex`), a bot is asked what it does next and when instead. Until the compiled code
of a game is loaded, bots that think are hasty (`bots.hasty`), unless their budget counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ludotheque.bots.greedy import greedy_action
from ludotheque.bots.hasty import hasty_action, is_hasty
from ludotheque.bots.levels import DEFAULT_LEVEL, LEVELS, MAX_THINKING_S, SIMULATIONS
from ludotheque.bots.search import Analysis, Budget, Considered, run_search
from ludotheque.bots.tree import Policy
from ludotheque.core import components as component_files
from ludotheque.core import entry, kernel, registry, state
from ludotheque.core.game import Game


def choose(
    game: str | Game,
    components: Mapping[str, Any] | None,
    view: bytes,
    seat: int,
    level: str,
    seed: int,
    budget: Budget | None = None,
) -> int:
    """The action that a bot of this level does at `seat`, one of its legal actions.

    `view` is the state as that seat may know it (`Table.view({seat}).tobytes()`), `components` a user's own component file
    or None for the printed box, `seed` what the bot's own luck comes from. A `budget` replaces the level's own; levels that
    do not search need none. `ValueError` if the seat has no legal action.

    With a budget that counts (one without `seconds`) a search waits until what it needs is compiled, and the same arguments give
    the same action as long as its limit in processor seconds is not reached. Otherwise every level but `random` is hasty until the
    game's compiled code is loaded (see `is_hasty`): it looks one action ahead for about a second, and how far it gets depends on the clock.
    """
    game, boxes, states = _given(game, components, view)
    return choose_in(game, boxes, states, seat, level, np.random.Generator(np.random.PCG64(seed)), budget)


def choose_in(
    game: Game,
    boxes: Any,
    states: Any,
    seat: int,
    level: str,
    rng: np.random.Generator,
    budget: Budget | None = None,
    *,
    near: float = 0.0,
) -> int:
    """The same with arrays of one box and one hidden state (left as it is), and a generator.

    The level greedy draws by lot among the actions that look at most `near` of a win worse than the best.
    """
    if level not in LEVELS:
        raise ValueError(f"there is no bot of level {level!r}; the levels are {', '.join(LEVELS)}")
    actions = _legal(game, boxes, states, seat)
    if len(actions) == 1:
        return int(actions[0])
    if level == "random":
        return int(actions[int(rng.random() * len(actions))])
    counted = budget is not None and budget.seconds is None  # the same answer is promised on any machine
    if is_hasty(game.name, level) and not counted:
        return hasty_action(game, boxes, states, seat, rng)
    if level == "greedy":
        return greedy_action(game, boxes, states, seat, actions, rng, near)
    budget = budget or Budget()
    if budget.simulations is None:
        budget = replace(budget, simulations=min(SIMULATIONS[level], game.max_simulations))
    if budget.processor_s is None:
        budget = replace(budget, processor_s=MAX_THINKING_S)
    with kernel.compiling():
        return run_search(game, boxes, states, seat, budget, rng).best


def reflex(
    game: str | Game, components: Mapping[str, Any] | None, view: bytes, seat: int, level: str, seed: int
) -> tuple[int, int] | None:
    """What a bot of this level does next at `seat`, and in how many milliseconds from now; None if nothing.

    Arguments as for `choose`. The same view and seed give the same answer. `ValueError` if the rules have no such verb.
    """
    game, boxes, states = _given(game, components, view)
    if not game.has_reflexes:
        raise ValueError(f"the rules of {game.name} lack the verb reflex, which says how bots react")
    return reflex_in(boxes, states, seat, level, seed)


def reflex_in(boxes: Any, states: Any, seat: int, level: str, luck: int) -> tuple[int, int] | None:
    """The same with arrays of one box and one hidden state (left as it is)."""
    if level not in LEVELS:
        raise ValueError(f"there is no bot of level {level!r}; the levels are {', '.join(LEVELS)}")
    out = np.array([0, -1], np.int64)
    entry.reflex(boxes, states.copy(), seat, LEVELS.index(level), luck, out)
    return (int(out[0]), int(out[1])) if out[1] >= 0 else None


@kernel.compiled_throughout
def analyse(
    game: str | Game,
    components: Mapping[str, Any] | None,
    view: bytes,
    seat: int,
    seed: int,
    budget: Budget,
    policy: Policy | None = None,
) -> Analysis:
    """What a search finds out about the seat's legal actions; arguments as for `choose`.

    `ValueError` if the seat has no legal action or the budget no limit.
    """
    game, boxes, states = _given(game, components, view)
    _legal(game, boxes, states, seat)
    rng = np.random.Generator(np.random.PCG64(seed))
    return run_search(game, boxes, states, seat, budget, rng, policy or Policy())


def _given(game: str | Game, components: Mapping[str, Any] | None, view: bytes) -> tuple[Game, Any, Any]:
    """The game, an array of its box and one of the view."""
    game = game if isinstance(game, Game) else registry.get(game)
    return game, component_files.load(game, components).array, state.load(game, view)


def _legal(game: Game, boxes: Any, states: Any, seat: int) -> Any:
    """The seat's legal actions; `ValueError` if it has none."""
    actions = np.empty(game.max_legal, np.int32)
    actions = actions[: entry.legal(boxes, states, seat, actions)]
    if len(actions) == 0:
        raise ValueError(f"seat {seat} has no legal action in this view")
    return actions


__all__ = [
    "DEFAULT_LEVEL",
    "LEVELS",
    "Analysis",
    "Budget",
    "Considered",
    "Policy",
    "analyse",
    "choose",
    "choose_in",
    "is_hasty",
    "reflex",
    "reflex_in",
]
