"""`bench vector`: how many steps a second the environments make for programs that learn."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ludotheque.cli.options import report
from ludotheque.cli.stopping import until_stopped
from ludotheque.core.output import say

if TYPE_CHECKING:
    from ludotheque.cli.words import Words

BATCHES = (1, 128, 4096)
"""How many tables are stepped together."""
COLUMNS = ("bare", "checked", "full", "random")


def print_vectors(seconds: float, words: Words, as_json: bool) -> None:
    """Measure every installed game on one core, and print it. A game against the clock has no vector: its ticks are counted at one table."""
    from ludotheque.core import artefact, registry

    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    rows: list[dict[str, Any]] = []
    if not as_json:
        heads = "".join(f"{words(f'cli.vector.{each}'):>14}" for each in COLUMNS)
        say(f"{words('cli.vector.head'):<20}{words('cli.vector.tables'):>8}{heads}")
    with until_stopped() as stopped:
        for name in registry.names():
            for row in _rows(name, seconds):
                rows.append(row)
                if not as_json:
                    say(_line(row, words))
    way = artefact.way if all(map(artefact.is_loaded, registry.names())) else artefact.INTERPRETED
    foot = words("cli.vector.foot", rules=words(f"cli.bench.rules.{way}"))
    report({"seconds": seconds, "stopped": bool(stopped), "rows": rows}, [foot], as_json, stopped.code)


def _rows(name: str, seconds: float) -> Any:
    from ludotheque import envs
    from ludotheque.core import registry
    from ludotheque.envs import speed

    if registry.get(name).timed:
        try:
            env = envs.parallel(name)
        except envs.MissingLibrary as error:
            yield {"game": name, "batch": 1, "ticks": None, "why": error.text}
            return
        seats = len(env.possible_agents)
        yield {"game": name, "batch": 1, "seats": seats, "ticks": round(speed.ticks(env)(seconds), 1)}
        return
    for batch in BATCHES:
        tables = envs.vector(name, batch)
        rates = {what: round(measure(seconds), 1) for what, measure in speed.measures(tables).items()}
        yield {"game": name, "batch": batch, "seats": tables.seats, "options": tables.options, **rates}


def _line(row: dict[str, Any], words: Words) -> str:
    start = f"{row['game']:<20}{row['batch']:>8}"
    if "ticks" not in row:
        return start + "".join(f"{words.number(row[each], 0):>14}" for each in COLUMNS)
    return f"{start}  " + (
        words("cli.vector.ticks", rate=words.number(row["ticks"], 0)) if row["ticks"] else str(row["why"])
    )
