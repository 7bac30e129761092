"""Our server as it may be run (one process with a file, one or two with PostgreSQL), and boardgame.io with PostgreSQL.

Within a run they take turns, flat out and at a given rate. boardgame.io keeps its matches with bgio-postgres, in the same PostgreSQL server, which
waits for the disk.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from load import pairs, ratios, rivals
from load.pairs import middle
from load.rivals import WARM_S, Side, theirs
from load.server import Server, ours, say
from load.stores import Stores

ADAPTER = "bgio-postgres@1"
OURS = {"sqlite": 0, "postgres, 1 worker": 1, "postgres, 2 workers": 2}
"""How our server is run, with how many workers on PostgreSQL (0: one process and a file)."""
THEIRS = {
    "boardgame.io, postgres": "client:3:one-by-one",
    "boardgame.io, postgres, bare sockets": "bare:3:one-by-one",
    "boardgame.io, postgres, bare sockets, long matches": "bare:14:one-by-one",
}


@contextmanager
def deployed(folder: Path, games: list[str], workers: int, there: Stores) -> Iterator[Server]:
    """Our server with this many workers on a new database, or with a file (0)."""
    if workers == 0:
        with ours(folder, games) as server:
            yield server
        return
    with ours(folder, games, there.cluster.new(), workers) as server:
        yield server


async def alternate(
    folder: Path, there: Stores, game: str, tables: int, rounds: int, seconds: float, rate: float
) -> dict[str, Any]:
    """Figures of each of ours with the tables of `pairs`, medians of this many runs that alternate: `flat_out` and `paced`."""
    found: dict[str, Any] = {}
    runs: dict[str, dict[str, list[dict[str, float]]]] = {}
    with ExitStack() as stack:
        servers, played = {}, {}
        for number, (name, workers) in enumerate(OURS.items()):
            before = there.connections()
            servers[name] = stack.enter_context(deployed(folder / f"ours-{number}", [game], workers, there))
            found[name] = {
                "idle_mb": round(servers[name].memory_mb()),
                "connections": there.connections() - before,
            }
            played[name] = await pairs.tables(servers[name], game, tables)
            await pairs.flat_out(played[name], min(WARM_S, seconds))
            runs[name] = {"flat_out": [], "paced": []}
        for number in range(rounds):
            for name, some in played.items():
                say(f"{name}: round {number + 1} of {rounds}")
                for how, pace in (("flat_out", 0.0), ("paced", rate)):
                    before_it, began = there.counted(), time.monotonic()
                    commits = servers[name].all_told()["commits_total"]
                    running = pairs.paced(some, pace, seconds) if pace else pairs.flat_out(some, seconds)
                    figures = await running
                    figures |= _beside(there, before_it, figures, time.monotonic() - began)
                    commits = servers[name].all_told()["commits_total"] - commits
                    figures["commits_a_move"] = commits / max(1.0, figures["moves_per_s"] * seconds)
                    runs[name][how].append(figures)
        for name, server in servers.items():
            found[name]["busy_mb"] = round(server.memory_mb())
        for some in played.values():
            for pair in some:
                pair.close()
    for name, each in runs.items():
        found[name] |= {how: middle(figures) for how, figures in each.items()}
    return {"asked_moves_per_s": rate, "tables": tables, "ways": found}


def compare(
    folder: Path, there: Stores, game: str, tables: int, rounds: int, seconds: float, rate: float
) -> dict[str, Any]:
    """The same beside boardgame.io, all played by the driver of `rivals`. Raises `Missing` if boardgame.io cannot be had."""
    modules = rivals.installed(folder / "npm", ADAPTER)
    runs: dict[str, dict[str, list[dict[str, float]]]] = {}
    with ExitStack() as stack:
        places: dict[str, tuple[Server, str]] = {}
        for number, (name, workers) in enumerate(OURS.items()):
            server = stack.enter_context(deployed(folder / f"beside-{number}", [game], workers, there))
            places[name] = (server, "ours")
        peer = stack.enter_context(theirs("postgres", there.cluster.new(), modules))
        places |= {name: (peer, kind) for name, kind in THEIRS.items()}
        sides: dict[str, Side] = {}
        for name, (server, kind) in places.items():
            sides[name] = Side(server, kind, tables, game, modules)
            stack.callback(sides[name].stop)
            sides[name].answer()
            sides[name].run(min(WARM_S, seconds), counts=False)
            runs[name] = {"flat_out": [], "paced": []}
        for number in range(rounds):
            for name, side in sides.items():
                say(f"{name}: round {number + 1} of {rounds}")
                for how, pace in (("flat_out", 0.0), ("paced", rate)):
                    before, began = there.counted(), time.monotonic()
                    figures = side.played(seconds, pace)
                    runs[name][how].append(
                        figures | _beside(there, before, figures, time.monotonic() - began)
                    )
    found: dict[str, Any] = {
        name: {how: middle(figures) for how, figures in each.items()} for name, each in runs.items()
    }
    for name in OURS:
        for other in THEIRS:
            ours, peers = ([run["moves_per_s"] for run in runs[side]["flat_out"]] for side in (name, other))
            found[name].setdefault("times", {})[other] = ratios.middle(ours, peers)
    return {"asked_moves_per_s": rate, "tables": tables, "ways": found}


def _beside(
    there: Stores, before: dict[str, float], figures: dict[str, float], took_s: float
) -> dict[str, float]:
    """What PostgreSQL did for each move of a run. What they did for servers that are idle is in it."""
    after = there.counted()
    moves = max(1.0, figures["moves_per_s"] * took_s)
    return {
        "wal_bytes_a_move": (after["wal_bytes"] - before["wal_bytes"]) / moves,
        "postgres_ms_a_move": 1000 * (after["postgres_cpu_s"] - before["postgres_cpu_s"]) / moves,
    }
