"""Random games, played once for each way and seed and then looked at by every law."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludotheque.core import entry
from ludotheque.core import state as states
from ludotheque.core.event import Event
from ludotheque.table import Table
from ludotheque.testing.variants import Variant

LATEST_MS = 1500
"""In a timed game, the longest pause before an action."""

EAGER_AMONG, KEEN_AMONG = 6, 40
"""In eager and in keen games, how many actions are compared by how good they look."""
BLIND_ACTIONS = {"blind": 1.0, "eager": 0.4, "keen": 0.05}
"""The share of actions that are drawn without looking."""


class CannotGoOn(RuntimeError):
    """A random game could not be played on: its rules raised something. The text says after how many events, and what."""


@dataclass(frozen=True)
class Walk:
    """A random game. `table` stands after the last event and is left alone; `points` are the numbers of events after which
    somebody could choose, the last one the end; `endless` is what went on for ever, "" if nothing did."""

    table: Table
    points: tuple[int, ...]
    endless: str

    def steps(self) -> Iterator[tuple[Event, Any, Any]]:
        """Every event with the states before and after it (arrays of one record, overwritten by the next)."""
        return self.table.journal.steps()

    def tables(self, points: list[int]) -> Iterator[Table]:
        """The table as it stood after these numbers of events (rising), each one a copy to do with as one likes."""
        going = restarted(self.table)
        for point in points:
            for event in self.table.events[len(going.events) : point]:
                going.journal.append(event)
            yield going.copy()


def restarted(table: Table) -> Table:
    """A table of the same game before its first event, to carry the same events out on."""
    other = table.copy()
    other.journal.rewind(0)
    return other


@functools.lru_cache(maxsize=64)
def walk(variant: Variant, seed: int, *, keen: bool = False) -> Walk:
    """The random game of a way and a seed. Games of even seeds are played blindly, those of odd ones rather well, keen ones as
    well as a glance at many actions can do: they come to where people come who want to win."""
    style = "keen" if keen else "eager" if seed % 2 == 1 else "blind"
    table, rng = variant.table(seed), np.random.default_rng(seed)
    points, actions = [len(table.events)], 0
    most = table.game.max_actions
    while not table.is_over:
        if actions >= most:
            return Walk(
                table, tuple(points), f"{actions} actions are done, the declared most, and nothing ends"
            )
        if len(table.events) > 100 * most + 10_000:
            return Walk(
                table, tuple(points), f"{len(table.events)} events, most of them by chance or by itself"
            )
        try:
            actions += _step(table, rng, style)
        except Exception as error:
            where = f"after {len(table.events)} events of the random game"
            raise CannotGoOn(f"{where}, {type(error).__name__}: {error}") from error
        points.append(len(table.events))
    return Walk(table, tuple(points), "")


def _step(table: Table, rng: np.random.Generator, style: str) -> bool:
    """Let somebody who may act do something; False where meanwhile something else happened by itself."""
    at_ms = int(table.s["now_ms"]) + int(rng.integers(1, LATEST_MS)) if table.game.timed else None
    if at_ms is not None:
        events = len(table.events)
        table.advance(at_ms)
        if len(table.events) > events:
            return False
    seat = int(rng.choice(table.actors))
    table.play(_chosen(table, seat, rng, style), seat, at_ms=at_ms)
    return True


def _chosen(table: Table, seat: int, rng: np.random.Generator, style: str) -> int:
    legal = np.array(list(table.legal_actions(seat)))
    if style == "blind" or rng.random() < BLIND_ACTIONS[style]:
        return int(rng.choice(legal))
    most = KEEN_AMONG if style == "keen" else EAGER_AMONG
    among = rng.choice(legal, min(most, len(legal)), replace=False).tolist()
    best: int = max(among, key=lambda code: _looks(table, seat, code))
    return best


def _looks(table: Table, seat: int, code: int) -> float:
    after, scores = states.copy(table.state), np.zeros(table.seats)
    entry.play(table.box, after, seat, code)
    entry.judge(table.box, after, scores)
    return float(scores[seat])
