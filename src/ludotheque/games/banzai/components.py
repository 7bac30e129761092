"""Makes the box from a component file: the times of the table, checked one by one, and the reactions that bots draw."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ludotheque.core.errors import BadComponents
from ludotheque.core.memory import zeros
from ludotheque.core.validation import known_keys, number, provenance, table
from ludotheque.games.banzai.state import BOX, REACTIONS

MINUTE = 60_000
TABLES: dict[str, dict[str, tuple[int, int]]] = {
    "times": {
        "hand_ms": (0, 2000),
        "hop_ms": (1, MINUTE),
        "hold_ms": (0, 1000),
        "stop_ms": (1000, 10 * MINUTE),
        "whim_ms": (1000, MINUTE),
        "race_ms": (500, MINUTE),
        "early_ms": (0, 100),
        "touch_ms": (0, 5000),
        "provoked_ms": (0, MINUTE),
        "rest_ms": (1, 10 * MINUTE),
        "feint_ms": (1, MINUTE),
        "miss_ms": (1, 5000),
    },
    "limits": {"exchanges": (1, 10_000)},
    "reactions": {"mean_ms": (50, 1000), "deviation_ms": (1, 300), "tail_ms": (1, 1000)},
}
"""Every table of the file, and the least and greatest that each number may be."""

MAX_REACTION = 20_000.0
HALVINGS = 60


def validate(data: Mapping[str, Any]) -> Any:
    """Make the box from a component file's content. Raises `BadComponents` with the field that is wrong."""
    known_keys(BadComponents, data, TABLES)
    numbers = {name: _numbers(name, data.get(name)) for name in TABLES}
    box = zeros(1, BOX)
    for name in TABLES["times"]:
        box[name] = numbers["times"][name]
    box["exchanges"] = numbers["limits"]["exchanges"]
    box["reaction_ms"] = reactions(**numbers["reactions"])
    return box


def _numbers(name: str, given: Any) -> dict[str, int]:
    wanted = TABLES[name]
    found = table(BadComponents, name, given, (*wanted, "provenance"))
    provenance(name, found)
    return {key: number(BadComponents, f"{name}.{key}", found.get(key), *wanted[key]) for key in wanted}


def reactions(mean_ms: int, deviation_ms: int, tail_ms: int) -> list[int]:
    """Equally likely reactions, in milliseconds, of the ex-Gaussian distribution: a normal part and an exponential one.

    The middle of each of `REACTIONS` equal shares. (Luce, Response Times, 1986.)
    """
    shares = [(step + 0.5) / REACTIONS for step in range(REACTIONS)]
    return [round(_quantile(share, mean_ms, deviation_ms, tail_ms)) for share in shares]


def _quantile(share: float, mean: float, deviation: float, tail: float) -> float:
    low, high = 0.0, MAX_REACTION
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if _below(middle, mean, deviation, tail) < share:
            low = middle
        else:
            high = middle
    return low


def _below(time: float, mean: float, deviation: float, tail: float) -> float:
    """The probability of a reaction quicker than `time`."""
    normal = _normal((time - mean) / deviation)
    ratio = deviation / tail
    exponent = ratio * ratio / 2 - (time - mean) / tail
    if exponent > 700:  # beyond what a float holds: that far below the mean nothing is left
        return normal
    return normal - math.exp(exponent) * _normal((time - mean) / deviation - ratio)


def _normal(value: float) -> float:
    return 0.5 * math.erfc(-value / math.sqrt(2))
