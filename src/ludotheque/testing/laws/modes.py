"""The law that compiling changes nothing."""

from __future__ import annotations

from ludotheque.testing.law import Case, law
from ludotheque.testing.mirror import MirrorFailed, mirrored
from ludotheque.testing.trace import difference, trace
from ludotheque.testing.walks import twin

REASONS = 12
"""How many actions are asked about in each situation that is looked at."""


@law("compiled", "Compiled and interpreted, the rules say the same of the same game.")
def compiled(case: Case) -> None:
    table = case.walk.table
    looked_at = case.points(max(3, case.effort.situations // 2))
    try:
        there = mirrored(case.way, case.seed, table, looked_at, REASONS)
    except MirrorFailed as failed:
        case.broken(f"the other process failed, {failed}")
    here = trace(twin(table), table.events, looked_at, REASONS)
    for number, (one, other) in enumerate(zip(here, there, strict=True)):
        case.events = number
        found = difference(one, other)
        if found:
            case.broken(f"compiled and interpreted differ (this process, the other one): {found}")
