"""A server that is killed at every point of a command loses nothing that was acknowledged, and does nothing twice."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

from tests.depth import few_or_many
from tests.server.arming import POINTS
from tests.server.killing import Ordeal


@few_or_many("kills", len(POINTS), 1000)
async def test_killed_at_any_point_every_command_is_done_once(
    tmp_path: Path, database_or_two: str, kills: int
) -> None:
    luck = random.Random(kills)
    plans = ((point, luck.randint(1, 4)) for point in itertools.cycle(POINTS))
    ordeal = Ordeal(tmp_path, database_or_two, plans)
    await ordeal.play(kills)
    told = f"killed {dict(ordeal.kills)}, {ordeal.commands} commands at {len(ordeal.histories)} tables"
    print(told)
    assert min(ordeal.kills[point] for point in POINTS) >= kills // len(POINTS), told
    assert ordeal.faults() == []
