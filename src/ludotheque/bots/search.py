"""Tree search: `run_search` runs simulations until a budget is spent, and reports on each action.

Simulations run in compiled code (`descent.run_simulations`), one batch at a time. With several workers, each grows its own tree in its
own thread with its own luck, and the visits are added up in the end.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ludotheque.bots.descent import Workspace, run_simulations
from ludotheque.bots.tree import MAX_EDGES, MAX_NODES, Policy, Tree, clear, edges_of, new_tree
from ludotheque.core import kernel
from ludotheque.core.game import Game

BATCH_S = 0.02
"""About how many seconds one call of compiled code takes under a budget in seconds."""

FIRST_BATCH = 8
"""The number of simulations in the first such call, which shows how fast they are."""

DEFAULT_POLICY = Policy()


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one action. It stops at the first limit that it reaches.

    The same seed, simulations and workers give the same answer on any machine, unless a limit in seconds is reached first.

    Attributes:
        simulations: the most simulations, all workers together. If None, `choose` takes those of the level, and `analyse` has no such limit.
        seconds: the most seconds on the clock. With this limit `choose` does not wait for compiled code, see `is_hasty`.
        workers: the number of threads that search at the same time.
        processor_s: the most processor seconds of each worker; other work on the machine does not count. If None, `choose` takes the limit
            of the levels, 4.5 s.

    Raises:
        ValueError: a limit is not positive.
    """

    simulations: int | None = None
    seconds: float | None = None
    workers: int = 1
    processor_s: float | None = None

    def __post_init__(self) -> None:
        if self.simulations is not None and self.simulations < 1:
            raise ValueError(f"a budget needs at least one simulation, not {self.simulations}")
        for limit in (self.seconds, self.processor_s):
            if limit is not None and not limit > 0:
                raise ValueError(f"a budget in seconds must be more than 0, not {limit}")
        if self.workers < 1:
            raise ValueError(f"a budget needs at least one worker, not {self.workers}")


@dataclass(frozen=True)
class Considered:
    """What a search found about one action.

    Attributes:
        action: the action, an integer.
        visits: the number of simulations that tried it.
        value: the seat's mean result, from 0 to 1.
        judged: the seat's evaluation one action ahead, before any simulation, from 0 to 1.
    """

    action: int
    visits: int
    value: float
    judged: float


@dataclass(frozen=True)
class Analysis:
    """What a search found about a decision.

    Attributes:
        seat: the seat whose decision it is.
        considered: the actions considered, most visited first.
        simulations: the number of simulations it took.
        values: the mean result of each seat in these simulations, from 0 to 1.
    """

    seat: int
    considered: tuple[Considered, ...]
    simulations: int
    values: tuple[float, ...]

    @property
    def best(self) -> int:
        """The action to play: the most visited one, and of equals the one with the better mean."""
        return self.considered[0].action


def run_search(
    game: Game,
    boxes: Any,
    states: Any,
    seat: int,
    budget: Budget,
    rng: np.random.Generator,
    policy: Policy = DEFAULT_POLICY,
) -> Analysis:
    """Search a seat's decision. It must have a legal action.

    Args:
        game: the game.
        boxes: the components, an array of shape (1,).
        states: the seat's view, an array of shape (1,). It is not changed.
        seat: the seat.
        budget: when to stop.
        rng: where the search's luck comes from.
        policy: the parameters of the search.

    Raises:
        ValueError: the budget has no limit.
    """
    if budget.simulations is None and budget.seconds is None and budget.processor_s is None:
        raise ValueError("give the search a budget in simulations or in seconds")
    deadline = None if budget.seconds is None else time.perf_counter() + budget.seconds
    shares = _shares(budget.simulations, budget.workers)
    lucks = [
        np.random.Generator(np.random.PCG64(int(seed))) for seed in rng.integers(2**63, size=len(shares))
    ]

    compiles = kernel.compiles()  # this thread's mode, for the others too

    def think(share: int | None, luck: np.random.Generator) -> tuple[list[Considered], list[float]]:
        with kernel.compiling(compiles), _borrowed(game, boxes, states) as (tree, workspace):
            run_simulations(
                boxes, states, seat, 0, tree, workspace, policy, luck
            )  # compiles what is needed before the clock starts
            left = partial(_seconds_left, deadline, budget.processor_s, time.thread_time())
            _search_until(boxes, states, seat, share, left, (tree, workspace), policy, luck)
            return [Considered(*edge) for edge in edges_of(tree, seat)], tree.spread["average"].tolist()

    if len(shares) == 1:
        found = [think(shares[0], lucks[0])]
    else:
        with ThreadPoolExecutor(len(shares)) as pool:
            found = list(pool.map(think, shares, lucks))
    visits = [sum(each.visits for each in edges) for edges, _ in found]
    values = np.average([averages for _, averages in found], axis=0, weights=visits if any(visits) else None)
    return Analysis(seat, _together([edges for edges, _ in found]), sum(visits), tuple(values.tolist()))


def _shares(simulations: int | None, workers: int) -> list[int | None]:
    """The number of simulations for each worker, none of them 0; None for "no limit"."""
    if simulations is None:
        return [None] * workers
    workers = min(workers, simulations)
    return [simulations // workers + (index < simulations % workers) for index in range(workers)]


def _seconds_left(deadline: float | None, processor_s: float | None, began: float) -> float:
    """How long this thread may still think: until the deadline, and for `processor_s` processor seconds since `began`."""
    by_clock = math.inf if deadline is None else deadline - time.perf_counter()
    by_processor = math.inf if processor_s is None else began + processor_s - time.thread_time()
    return min(by_clock, by_processor)


def _search_until(
    boxes: Any,
    states: Any,
    seat: int,
    share: int | None,
    left: Callable[[], float],
    space: tuple[Tree, Workspace],
    policy: Policy,
    luck: np.random.Generator,
) -> None:
    """Grow a tree by `share` simulations, or while seconds are left, in batches of about `BATCH_S`."""
    if share is not None and left() == math.inf:
        run_simulations(boxes, states, seat, share, *space, policy, luck)
        return
    done, batch = 0, FIRST_BATCH
    while share is None or done < share:
        batch = batch if share is None else min(batch, share - done)
        began = time.perf_counter()
        run_simulations(boxes, states, seat, batch, *space, policy, luck)
        done += batch
        seconds = left()
        if seconds <= 0:
            return
        fitting = min(BATCH_S, seconds) / max(time.perf_counter() - began, 1e-9) * batch
        batch = max(1, min(int(fitting), 4 * batch))


def _together(found: list[list[Considered]]) -> tuple[Considered, ...]:
    """The actions of several trees, with their visits added up."""
    of_action: dict[int, list[Considered]] = {}
    for each in (each for one in found for each in one):
        of_action.setdefault(each.action, []).append(each)
    considered = [_merged(action, same) for action, same in of_action.items()]
    return tuple(sorted(considered, key=lambda each: (-each.visits, -each.value, each.action)))


def _merged(action: int, same: list[Considered]) -> Considered:
    """One action as found in several trees."""
    visits = sum(each.visits for each in same)
    judged = sum(each.judged for each in same) / len(same)
    value = sum(each.value * each.visits for each in same) / visits if visits else judged
    return Considered(action, visits, value, judged)


_idle: dict[tuple[str, int, int], deque[tuple[Tree, Workspace]]] = {}


@contextmanager
def _borrowed(game: Game, boxes: Any, states: Any) -> Iterator[tuple[Tree, Workspace]]:
    """A cleared tree and working space for this game and number of seats. They are kept for the next search."""
    seats, actions = int(states["seats"][0]), game.num_actions(boxes[0])
    idle = _idle.setdefault((game.name, seats, actions), deque(maxlen=8))
    try:
        tree, workspace = idle.pop()
    except IndexError:
        tree, workspace = new_tree(MAX_NODES, MAX_EDGES, actions, seats), _workspace(game, states, seats)
    clear(tree)
    yield tree, workspace
    idle.append((tree, workspace))


def _workspace(game: Game, states: Any, seats: int) -> Workspace:
    return Workspace(
        guess=states.copy(),
        tried=states.copy(),
        actions=np.empty(game.max_legal, np.int32),
        worths=np.empty(game.max_legal),
        values=np.zeros(seats),
        shares=np.zeros(seats),
        chances=(np.empty(game.max_chance, np.int32), np.empty(game.max_chance)),
    )
