"""Random games: each is played once for a variant and a seed, and then checked by every law."""

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
"""In a timed game, the longest pause before an action, in milliseconds."""

EAGER_AMONG, KEEN_AMONG = 6, 40
"""How many actions eager and keen players compare by evaluation."""
BLIND_ACTIONS = {"blind": 1.0, "eager": 0.4, "keen": 0.05}
"""The share of actions drawn without comparing."""


class CannotGoOn(RuntimeError):
    """The rules raised an error during a random game. The text says after how many events, and which."""


@dataclass(frozen=True)
class Walk:
    """A random game.

    Attributes:
        table: the table after the last event. Do not change it.
        points: the numbers of events after which a seat could choose; the last one is the end.
        endless: why the game was stopped before its end; "" if it ended.
    """

    table: Table
    points: tuple[int, ...]
    endless: str

    def steps(self) -> Iterator[tuple[Event, Any, Any]]:
        """Every event, with the states before and after it: two arrays of shape (1,) that the next step overwrites."""
        return self.table.journal.steps()

    def tables(self, points: list[int]) -> Iterator[Table]:
        """A copy of the table as it was after each of these numbers of events, which must rise."""
        going = restarted(self.table)
        for point in points:
            for event in self.table.events[len(going.events) : point]:
                going.journal.append(event)
            yield going.copy()


def restarted(table: Table) -> Table:
    """A table of the same game before its first event, to play the same events again."""
    other = table.copy()
    other.journal.rewind(0)
    return other


@functools.lru_cache(maxsize=64)
def walk(variant: Variant, seed: int, *, keen: bool = False) -> Walk:
    """The random game of a variant and a seed.

    Games with even seeds are played blindly, games with odd seeds fairly well. Keen games are played as well as comparing many actions
    one ahead allows, so that they reach the situations of players who want to win.
    """
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
    """Let a seat that may act do something. Returns False if something happened by itself first."""
    at_ms = int(table.journal.s["now_ms"]) + int(rng.integers(1, LATEST_MS)) if table.game.timed else None
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
    after, scores = states.copy(table.journal.state), np.zeros(table.seats)
    entry.play(table.journal.box, after, seat, code)
    entry.judge(table.journal.box, after, scores)
    return float(scores[seat])
