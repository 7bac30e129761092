"""Makes the box from a component file: its families and pawns, the times of the table, and the reactions that bots draw."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ludotheque.core.complaints import complain, settle
from ludotheque.core.errors import BadComponents
from ludotheque.core.memory import zeros
from ludotheque.core.message import Message
from ludotheque.core.validation import choice, entries, known_keys, number, provenance, table
from ludotheque.games.banzai.state import BOX, FAMILIES, MAX_PAWNS, REACTIONS

MINUTE = 60_000
LEAST = 3
"""The fewest families: a game is for three at least."""

TABLES: dict[str, dict[str, tuple[int, int]]] = {
    "pawns": {"count": (LEAST - 1, MAX_PAWNS)},
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
"""Every table of numbers in the file, and the least and greatest that each number may be."""

DEFAULTS: dict[str, dict[str, Any]] = {"families": {"names": list(FAMILIES)}, "pawns": {"count": MAX_PAWNS}}
"""Tables that a file may leave out: the box is whole."""

MAX_REACTION = 20_000.0
HALVINGS = 60


def validate(data: Mapping[str, Any]) -> Any:
    """Make the box from a component file's content. Raises `BadComponents` with the field that is wrong."""
    known_keys(BadComponents, data, ("families", *TABLES))
    families = _families(data.get("families", DEFAULTS["families"]))
    numbers = {name: _numbers(name, data.get(name, DEFAULTS.get(name))) for name in TABLES}
    settle()
    box = zeros(1, BOX)
    box["families"] = sum(1 << FAMILIES.index(name) for name in families)
    box["pawns"] = numbers["pawns"]["count"]
    for name in TABLES["times"]:
        box[name] = numbers["times"][name]
    box["exchanges"] = numbers["limits"]["exchanges"]
    box["reaction_ms"] = reactions(**numbers["reactions"])
    return box


def _families(given: Any) -> list[str]:
    """The families that are in the box, by name."""
    found = table(BadComponents, "families", given, ("names", "provenance"))
    provenance("families", found)
    names: list[str] = []
    for place, each in enumerate(entries(BadComponents, "families.names", found.get("names"))):
        where = f"families.names[{place}]"
        name = choice(BadComponents, where, each, FAMILIES)
        if name == each and name in names:
            twice = Message("banzai.components.twice", {"family": Message(f"banzai.family.{name}")})
            complain(BadComponents(where, twice))
        names.append(each)
    if len(names) < LEAST:
        few = Message("banzai.components.few", {"n": len(names), "least": LEAST})
        complain(BadComponents("families.names", few))
    return names


def lacking(b: Any, seats: int) -> Message | None:
    """What this box lacks for so many players: each needs a family, and all but one a pawn. None if it is enough."""
    families, pawns = int(b["families"]).bit_count(), int(b["pawns"])
    most = min(families, pawns + 1)
    if seats <= most:
        return None
    key = "families" if families == most else "pawns"
    return Message(f"banzai.lacking.{key}", {"n": most if key == "families" else pawns, "most": most})


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
