"""How many steps a second the environments make: what `ludotheque bench vector` and `bench/vector.py` measure."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from ludotheque.envs.vector import VectorEnv

AHEAD = 64
"""Steps whose actions are drawn before they are timed."""

Measure = Callable[[float], float]
"""Steps at all tables for about this many seconds; returns steps a second."""


def measures(tables: VectorEnv) -> dict[str, Measure]:
    """What can be measured of tables that are stepped together.

    Returns:
        `bare`: one action played at each table, given beforehand and not checked again, chance drawn and new games begun included.
        `checked`: the same with the check of every action.
        `full`: with `observe` and `mask` of the seat to act, written into arrays before each step.
        `random`: with an action drawn from the legal ones at each step (this lists them), without observations.
    """
    batch = tables.n
    seen = np.empty((batch, tables.size), np.float32)
    allowed = np.empty((batch, tables.num_actions), np.bool_)
    drawn = np.empty(batch, np.int32)

    def replayed(step: Callable[[Any], None]) -> Measure:
        def measure(seconds: float) -> float:
            spent, steps = 0.0, 0
            while spent < seconds:
                kept, actions = tables.clone(), []
                for _ in range(AHEAD):
                    actions.append(tables.sample().copy())
                    tables.step(actions[-1], check=False)
                tables.restore(kept)
                began = perf_counter()
                for each in actions:
                    step(each)
                spent += perf_counter() - began
                steps += AHEAD * batch
            return steps / spent

        return measure

    def full(actions: Any) -> None:
        tables.observe(seen)
        tables.mask(allowed)
        tables.step(actions, check=False)

    def random(seconds: float) -> float:
        began, steps = perf_counter(), 0
        while (spent := perf_counter() - began) < seconds:
            for _ in range(AHEAD):
                tables.step(tables.sample(drawn), check=False)
            steps += AHEAD * batch
        return steps / spent

    tables.step(tables.sample())
    return {
        "bare": replayed(lambda actions: tables.step(actions, check=False)),
        "checked": replayed(tables.step),
        "full": replayed(full),
        "random": random,
    }


def ticks(env: Any) -> Measure:
    """Ticks a second of a game against the clock, one table of PettingZoo's: every seat plays by lot, observations and masks are written."""
    luck = np.random.default_rng(1)
    seen: dict[str, Any] = {}

    def measure(seconds: float) -> float:
        nonlocal seen
        began, steps = perf_counter(), 0
        while (spent := perf_counter() - began) < seconds:
            if not env.agents:
                seen, _ = env.reset(seed=int(luck.integers(1 << 30)))
            actions = {
                agent: int(luck.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in env.agents
            }
            seen = env.step(actions)[0]
            steps += 1
        return steps / spent

    measure(1e-9)
    return measure
