"""Tree search: `run_search` runs simulations until a budget is spent, and reports on each action.

Simulations run in compiled code (`descent.run_simulations`), one batch at a time. Several trees may be grown side by side, each with its own
luck, and their visits are added up in the end (root parallelisation: Chaslot, Winands and van den Herik, 2008). Threads only share this work
out: what a tree finds does not depend on which of them grew it.
"""

from __future__ import annotations

import math
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from ludotheque.bots.descent import SearchWorkspace, run_simulations
from ludotheque.bots.judging import chances_of
from ludotheque.bots.lines import Step, lines_after
from ludotheque.bots.tree import MAX_EDGES, MAX_NODES, Policy, Tree, clear, edges_of, new_tree
from ludotheque.core.game import Game
from ludotheque.core.luck import Luck
from ludotheque.core.memory import RecordAt, room
from ludotheque.core.processor import thread_time

BATCH_S = 0.02
"""About how many seconds one call of compiled code takes under a budget in seconds."""

FIRST_BATCH = 8
"""The number of simulations in the first such call, which shows how fast they are."""

WATCHED_S = 0.1
"""How often a search reports its progress."""

DEFAULT_POLICY = Policy()

GoOn = Callable[[int], bool]
"""Called with the number of simulations so far; returns whether to go on."""


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one action. It stops at the first limit that it reaches.

    The same seed, simulations and trees give the same answer on any machine, unless a limit in seconds is reached first.

    Attributes:
        simulations: the most simulations, all trees together. If None, `choose` takes those of the level, and `analyse` has no such limit.
        seconds: the most seconds on the clock. With this limit bots may be hasty, see `is_hasty`.
        threads: the number of threads that search at the same time.
        processor_s: the most processor seconds of each thread; other work on the machine does not count. If None, `choose` takes the limit
            of the levels, 4.5 s.
        trees: the number of trees that are grown apart from each other; None for one in each thread. How far several trees agree shows how
            certain an answer is (`Analysis.errors`). If they are given, the number of threads changes nothing but the time.

    Raises:
        ValueError: a limit is not positive.
    """

    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1
    processor_s: float | None = None
    trees: int | None = None

    def __post_init__(self) -> None:
        if self.simulations is not None and self.simulations < 1:
            raise ValueError(f"a budget needs at least one simulation, not {self.simulations}")
        for limit in (self.seconds, self.processor_s):
            if limit is not None and not limit > 0:
                raise ValueError(f"a budget in seconds must be more than 0, not {limit}")
        if self.threads < 1:
            raise ValueError(f"a budget needs at least one thread, not {self.threads}")
        if self.trees is not None and self.trees < 1:
            raise ValueError(f"a budget needs at least one tree, not {self.trees}")


@dataclass(frozen=True)
class Considered:
    """What a search found about one action.

    Attributes:
        action: the action, an integer.
        visits: the number of simulations that tried it.
        value: the seat's mean result, from 0 to 1.
        judged: the seat's evaluation one action ahead, before any simulation, from 0 to 1.
        error: the standard error of `value`, see `Analysis`; None if fewer than two trees tried the action.
    """

    action: int
    visits: int
    value: float
    judged: float
    error: float | None = None


@dataclass(frozen=True)
class Analysis:
    """What a search found about a decision.

    Standard errors come from how far the trees differ, each weighted with its simulations. They measure the luck of the search (its draws,
    its guesses, what it happened to try): another search of the same size would be off by about as much. They do not measure what the game's
    evaluation gets wrong, which all trees share.

    Attributes:
        seat: the seat whose decision it is.
        considered: the actions considered, most visited first.
        simulations: the number of simulations it took.
        values: the mean result of each seat in these simulations, from 0 to 1.
        errors: the standard error of each of these; empty if there was one tree.
        lines: how the search expects the game to go on after each of the best actions, as many as were asked for.
    """

    seat: int
    considered: tuple[Considered, ...]
    simulations: int
    values: tuple[float, ...]
    errors: tuple[float, ...] = ()
    lines: tuple[tuple[Step, ...], ...] = ()

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
    rng: Luck,
    policy: Policy = DEFAULT_POLICY,
    *,
    lines: int = 0,
    go_on: GoOn | None = None,
) -> Analysis:
    """Search a seat's decision. It must have a legal action.

    Args:
        game: the game.
        boxes: the components, one record.
        states: the seat's view, one record. It is not changed.
        seat: the seat.
        budget: when to stop.
        rng: where the search's luck comes from.
        policy: the parameters of the search.
        lines: for how many of the best actions to say how the game may go on.
        go_on: called about ten times a second; the search ends when it returns False.

    Raises:
        ValueError: the budget has no limit.
    """
    if budget.simulations is None and budget.seconds is None and budget.processor_s is None:
        raise ValueError("give the search a budget in simulations or in seconds")
    shares = _shares(budget.simulations, budget.trees or budget.threads)
    lucks = [Luck.of(rng.integers(2**63)) for _ in shares]
    threads = min(budget.threads, len(shares))
    done = [0] * len(shares)
    stopped = threading.Event()
    asked: GoOn = go_on or (lambda _: True)

    with ExitStack() as stack:
        spaces = [stack.enter_context(_borrowed(game, boxes, states)) for _ in shares]
        began = time.perf_counter()

        def grow(thread: int) -> None:
            mine = range(thread, len(shares), threads)
            for number, tree in enumerate(mine, 1):
                part = number / len(mine)  # the time is shared out among the trees of a thread
                deadline = None if budget.seconds is None else began + part * budget.seconds
                processor_s = None if budget.processor_s is None else budget.processor_s / len(mine)
                left = partial(_seconds_left, deadline, processor_s, thread_time())
                for count in batches(shares[tree], left):
                    if stopped.is_set():
                        return
                    run_simulations(boxes, states, seat, count, *spaces[tree], policy, lucks[tree])
                    done[tree] += count

        _in_threads(grow, threads, stopped, None if go_on is None else lambda: asked(sum(done)))
        trees = [tree for tree, _ in spaces]
        considered = _together([[Considered(*edge) for edge in edges_of(tree, seat)] for tree in trees])
        best = [each.action for each in considered[:lines] if each.visits]
        told = lines_after(game, boxes, states, seat, best, trees)
        averages = [
            [RecordAt(tree.spread, each).average for each in range(tree.spread.shape[0])] for tree in trees
        ]
    values, errors = mean_and_error(averages, done)
    return Analysis(seat, considered, sum(done), values, errors, told)


def _in_threads(
    grow: Callable[[int], None], threads: int, stopped: threading.Event, go_on: Callable[[], bool] | None
) -> None:
    """Call `grow` with each thread's number, in threads unless there is one and nobody watches. They are stopped if this is interrupted."""
    if threads == 1 and go_on is None:
        grow(0)
        return
    with ThreadPoolExecutor(threads) as pool:
        running = [pool.submit(grow, number) for number in range(threads)]
        try:
            while (there := wait(running, WATCHED_S)).not_done:
                if any(each.exception() for each in there.done) or not (go_on is None or go_on()):
                    break
        finally:
            stopped.set()
        for each in running:
            each.result()


def mean_and_error(
    samples: Sequence[Sequence[float]], weights: Sequence[float]
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The weighted mean of samples (a number for each seat), and its standard errors: empty if fewer than two samples have weight.

    The variance is that of a ratio of means (W. G. Cochran, Sampling Techniques, 1977, section 2.11).
    """
    weighed = [*weights] if any(weights) else [1.0] * len(samples)
    total, count = sum(weighed), sum(map(bool, weights))
    columns = [*zip(*samples, strict=True)]
    means = tuple(
        sum(each * weight for each, weight in zip(column, weighed, strict=True)) / total for column in columns
    )
    if count < 2:
        return means, ()
    errors = []
    for column, mean in zip(columns, means, strict=True):
        squares = sum((weight * (each - mean)) ** 2 for each, weight in zip(column, weighed, strict=True))
        errors.append(math.sqrt(squares * count / (count - 1)) / total)
    return means, tuple(errors)


def _shares(simulations: int | None, trees: int) -> list[int | None]:
    """The number of simulations for each tree, none of them 0; None for "no limit"."""
    if simulations is None:
        return [None] * trees
    trees = min(trees, simulations)
    return [simulations // trees + (index < simulations % trees) for index in range(trees)]


def _seconds_left(deadline: float | None, processor_s: float | None, began: float) -> float:
    """How long this thread may still think: until the deadline, and for `processor_s` processor seconds since `began`."""
    by_clock = math.inf if deadline is None else deadline - time.perf_counter()
    by_processor = math.inf if processor_s is None else began + processor_s - thread_time()
    return min(by_clock, by_processor)


def batches(share: int | None, left: Callable[[], float], batch_s: float = BATCH_S) -> Iterator[int]:
    """The sizes of the batches in which a tree grows, each of about `batch_s`: `share` simulations, or while seconds are left."""
    done, batch = 0, FIRST_BATCH
    while share is None or done < share:
        batch = batch if share is None else min(batch, share - done)
        began = time.perf_counter()
        yield batch
        done += batch
        seconds = left()
        if seconds <= 0:
            return
        fitting = min(batch_s, seconds) / max(time.perf_counter() - began, 1e-9) * batch
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
    if visits == 0:
        return Considered(action, 0, judged, judged)
    (value,), error = mean_and_error([[each.value] for each in same], [each.visits for each in same])
    return Considered(action, visits, value, judged, error[0] if error else None)


_idle: dict[tuple[str, int, int], deque[tuple[Tree, SearchWorkspace]]] = {}


@contextmanager
def _borrowed(game: Game, boxes: Any, states: Any) -> Iterator[tuple[Tree, SearchWorkspace]]:
    """A cleared tree and working space for this game and number of seats. They are kept for the next search."""
    seats, actions = int(states[0]["seats"]), game.num_actions(boxes[0])
    idle = _idle.setdefault((game.name, seats, actions), deque(maxlen=8))
    try:
        tree, workspace = idle.pop()
    except IndexError:
        if sys.platform == "emscripten":  # a page has no room for the trees of other tables, too
            for key, others in _idle.items():
                if key[0] == game.name:
                    others.clear()
        tree, workspace = new_tree(MAX_NODES, MAX_EDGES, actions, seats), _workspace(game, states, seats)
    clear(tree)
    yield tree, workspace
    idle.append((tree, workspace))


def _workspace(game: Game, states: Any, seats: int) -> SearchWorkspace:
    return SearchWorkspace(
        guess=states.copy(),
        tried=states.copy(),
        actions=room("int32", game.max_legal),
        worths=room("float64", game.max_legal),
        values=room("float64", seats),
        shares=room("float64", seats),
        chances=chances_of(game),
    )
