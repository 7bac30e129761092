"""The cost of a scene: building it for the seat that acts and for a spectator, and writing the bytes that are sent."""

from __future__ import annotations

import gc
import time
from typing import Any

import msgspec
import numpy as np

from load.pairs import quantile
from ludotheque import Table
from ludotheque.core import registry

PEOPLE = {"banzai": 5}
"""Players at the table that is measured, where it is not two."""
WARM = 5
"""Positions at the beginning that are not counted: there what all scenes have in common is made."""

_write = msgspec.json.Encoder().encode


def cost(game: str, scenes: int, seed: int = 1) -> dict[str, Any]:
    """Milliseconds of processor time of a scene along random games, `for_player` and `for_watcher`, and their kilobytes.

    What is there before is spared the garbage collector, as in a server that has got ready.
    """
    found = registry.get(game)
    seats = PEOPLE.get(game, 2 if 2 in found.seats else found.seats[0])
    rng = np.random.default_rng(seed)
    took: dict[str, list[float]] = {"for_player": [], "for_watcher": []}
    sizes: list[int] = []
    table = Table(found, seats, seed=seed)
    gc.collect()
    gc.freeze()
    for number in range(scenes + WARM):
        if not table.actors:
            seed += 1
            table = Table(found, seats, seed=seed)
        seat = int(rng.choice(table.actors))
        for name, audience in (("for_player", {seat}), ("for_watcher", set[int]())):
            began = time.thread_time()
            text = _write(table.scene(audience))
            if number >= WARM:
                took[name].append(1000 * (time.thread_time() - began))
                sizes += [len(text)] if audience else []
        action = int(rng.choice(list(table.legal_actions(seat))))
        table.play(action, seat, at_ms=len(table.events) * 10 if found.timed else None)
    kilobytes = {
        "p50_kb": round(quantile(list(map(float, sizes)), 0.5) / 1000, 1),
        "most_kb": max(sizes) / 1000,
    }
    return {"seats": seats, **{name: _shares(values) for name, values in took.items()}, **kilobytes}


def _shares(values: list[float]) -> dict[str, float]:
    return {
        "p50_ms": round(quantile(values, 0.5), 3),
        "p99_ms": round(quantile(values, 0.99), 3),
        "most_ms": round(max(values), 3),
    }
