"""What `tests/mutating` looks with at Banjooli Cross: a quick comparison with the second reading, and the ways of playing for the laws."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from ludotheque.testing import Effort
from tests.banjooli_cross.boxes import SHORT as SHORT

LAW_WAYS: tuple[tuple[int, dict[str, Any]], ...] = (
    (3, {"berries": True, "special": "one"}),
    (2, {"berries": True, "lion": True}),
)
FEW_GOLDEN = ("two-short-tiles", "three-berries")
EFFORT = Effort((1,), 3, 30, 100)


def naive() -> None:
    """Crowded positions and two whole races beside the second reading, and a race in another box."""
    from ludotheque.table import Table
    from tests.banjooli_cross.boxes import LONG
    from tests.banjooli_cross.crowds import crowded
    from tests.banjooli_cross.test_naive import along

    rng, seen = random.Random("quick"), Counter[str]()
    for _ in range(220):
        along(Table.from_position(crowded(rng), chance="physical"), rng, seen, most=12)
    for seed, (seats, options) in enumerate(
        ((3, {"berries": True, "special": "one"}), (4, {"lion": True, "tiles": 5, "special": "two"}))
    ):
        along(Table("banjooli-cross", seats, options, chance="physical"), random.Random(seed), seen)
    table = Table("banjooli-cross", 3, {"berries": True}, components=LONG, chance="physical")
    along(table, rng, seen, box=LONG)
