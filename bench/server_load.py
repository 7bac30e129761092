"""Measures how much one server carries: durable moves per second, how soon everybody has them, how late it is while people race.

    python bench/server_load.py [--parts log,moves,costs,scenes,crowds,audience,sockets,rivals,workers,memory,postgres] [--games billabong,bantu]
        [--rounds 3] [--seconds 5] [--tables 40] [--rate 300] [--crowds 12] [--people 5] [--scenes 300] [--sockets 2000] [--quiet 400]
        [--json]

The server (SQLite on this disk, no limits) and the simulated people are separate processes on this machine. The parts are:

- `log`: how many one-event commands per second the log makes durable, many tables at once, no scenes.
- `moves`: tables with a player and a watcher, for each of --games. A move counts once the player has the answer and both have
  the new state. Flat out, each table makes its next move as soon as it can. Paced, --rate moves per second are shared by the
  tables; `p50_ms` and `p99_ms` are the time from sending a move until the watcher has it. Medians of --rounds.
- `costs`: milliseconds of the server for a move, by step, for each of --games.
- `scenes`: processor time of a scene of each game (--drawn), for the seat that acts and for a watcher.
- `crowds`: --crowds tables of Banzaï! (--crowded) with --people at each, who play, wave and race. `loop_lag_ms` is how late the
  server's event loop came to what was due, by its own report (`GET /api/health`); `loop_own_ms` is the part caused by its own work.
- `audience`: delays of one table's moves, two a second, without and with --sockets guests who look at it, from several addresses of
  this machine; after each move one of them reloads the page. `watchers_p99_ms` is until they have a move.
- `sockets`: how many idle sockets stay open at once.
- `rivals`: boardgame.io from npm beside ours, see `bench/load/rivals.py`. `times_boardgame_io` is ours divided by its quickest way.
- `workers`: the first of --games on one process with SQLite, and on one and two workers with PostgreSQL, in turn: moves a second
  flat out, delays at --rate, bytes to each screen, and what PostgreSQL does for it. It is started for this, as the tests do.
- `memory`: on each of these, kilobytes for each of --quiet tables that nobody looks at, and for each of --sockets.
- `postgres`: each of these beside boardgame.io with its PostgreSQL adapter (bgio-postgres), in turn, see `bench/load/deployments.py`.

The goals on two cores: 1,000 moves/s flat out, 50 ms at 300 moves/s (p99), 5 ms for a scene, at most 20 ms late (p99.9), and to be
ahead of boardgame.io.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from load import audience, costs, crowds, deployments, pairs, rivals, scenes, weight, words
from load.line import Line, connect
from load.machine import machine
from load.server import Server, ours, say
from load.stores import Missing, stores

from ludotheque.core import registry
from ludotheque.server.room.log_events import Act, Row
from ludotheque.server.store.log import Batch, Store

PARTS = (
    "log",
    "moves",
    "costs",
    "scenes",
    "crowds",
    "audience",
    "sockets",
    "rivals",
    "workers",
    "memory",
    "postgres",
)
WITH_STORES = {"workers", "memory", "postgres"}
LOOKED_AT = 2.0
"""Moves a second of the table that many look at."""
PATIENCE_S = 30.0
"""Seconds within which all open sockets answer."""
HANDSHAKES = 50
"""Sockets that are opened at the same time."""


async def log_rate(folder: Path, seconds: float, tables: int = 200) -> float:
    """Durable one-event commands a second straight into the store, each waiting for its own."""
    store = Store(folder)
    await store.open()
    names = [f"t{n}" for n in range(tables)]
    event = Act(0, 123, ("k3", "i5"))
    await asyncio.gather(*(store.append(Batch(n, [Row(0, None, 0, event)], ("g", 1))) for n in names))
    end, done = time.perf_counter() + seconds, 0

    async def table(name: str) -> None:
        nonlocal done
        seq = 1
        while time.perf_counter() < end:
            await store.append(Batch(name, [Row(seq, f"c{seq}", 0, event)]))
            seq, done = seq + 1, done + 1

    await asyncio.gather(*(table(name) for name in names))
    await store.close()
    return done / seconds


async def moves(server: Server, game: str, asked: argparse.Namespace) -> dict[str, Any]:
    """A game's figures: flat out, paced, and the server's memory."""
    idle = server.memory_mb()
    tables = await pairs.tables(server, game, asked.tables)
    quick, calm = [], []
    for number in range(asked.rounds):
        say(f"{game}: flat out and {asked.rate:g} moves/s, round {number + 1} of {asked.rounds}")
        quick.append(await pairs.flat_out(tables, asked.seconds))
        calm.append(await pairs.paced(tables, asked.rate, asked.seconds))
    for pair in tables:
        pair.close()
    return {
        "flat_out": pairs.middle(quick),
        "paced": {"asked_moves_per_s": asked.rate, **pairs.middle(calm)},
        "idle_mb": round(idle),
        "busy_mb": round(server.memory_mb()),
    }


async def open_sockets(server: Server, count: int) -> int:
    """How many sockets are open at once and still answer."""
    alive, all_answered = 0, asyncio.Event()

    def heard(text: bytes) -> None:
        nonlocal alive
        alive += words.look(text).t == "error"
        if alive == len(lines):
            all_answered.set()

    lines: list[Line] = []
    gate = asyncio.Semaphore(HANDSHAKES)

    async def one() -> Line:
        async with gate:
            return await connect(server.base, heard)

    found = await asyncio.gather(*(one() for _ in range(count)), return_exceptions=True)
    lines += [line for line in found if not isinstance(line, BaseException)]
    for error in {str(error) for error in found if isinstance(error, BaseException)}:
        say(f"a socket was not opened: {error}")
    for line in lines:
        line.send(words.other("past", "none", id="x", move=0))
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(all_answered.wait() if lines else asyncio.sleep(0), PATIENCE_S)
    for line in lines:
        line.close()
    return alive


async def run(asked: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """The figures of all parts but `rivals`."""
    found: dict[str, Any] = {}
    if "log" in asked.parts:
        say("the log alone")
        found["log_commands_per_s"] = round(await log_rate(folder / "log", asked.seconds))
    for game in asked.games if "moves" in asked.parts else ():
        with ours(folder / game, [game]) as server:
            found.setdefault("moves", {})[game] = await moves(server, game, asked)
    for game in asked.games if "costs" in asked.parts else ():
        cost = await costs.measure(folder / f"{game}-costs", game, asked.tables, asked.seconds)
        found.setdefault("costs_ms_a_move", {})[game] = cost
    if "crowds" in asked.parts:
        with ours(folder / "crowds", [asked.crowded]) as server:
            seconds = asked.rounds * asked.seconds
            found["crowds"] = await crowds.measure(server, asked.crowded, asked.crowds, asked.people, seconds)
    if "audience" in asked.parts:
        with ours(folder / "audience", [asked.games[0]]) as server:
            seconds = asked.rounds * asked.seconds
            found["audience"] = await audience.measure(
                server, asked.games[0], asked.sockets, LOOKED_AT, seconds
            )
    if "sockets" in asked.parts:
        say(f"{asked.sockets} idle sockets")
        with ours(folder / "sockets", []) as server:
            found["sockets"] = await open_sockets(server, asked.sockets)
    return found


def with_stores(asked: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """The figures of the parts with PostgreSQL."""
    found: dict[str, Any] = {}
    figures = (asked.games[0], asked.tables, asked.rounds, asked.seconds, asked.rate)
    with stores(folder / "stores") as there:
        if "workers" in asked.parts:
            found["workers"] = asyncio.run(deployments.alternate(folder / "workers", there, *figures))
        if "memory" in asked.parts:
            for number, (name, workers) in enumerate(deployments.OURS.items()):
                place = folder / f"memory-{number}"
                with deployments.deployed(place, asked.games[:1], workers, there) as server:
                    weighed = weight.measure(server, asked.games[0], asked.quiet, asked.sockets)
                    found.setdefault("memory", {})[name] = asyncio.run(weighed)
        if "postgres" in asked.parts:
            try:
                found["postgres"] = deployments.compare(folder / "postgres", there, *figures)
            except Missing as why:
                print(why, file=sys.stderr)
                found["postgres"] = {"missing": str(why)}
    return found


def read(said: list[str] | None = None) -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--parts", type=lambda text: text.split(","), default=list(PARTS))
    parser.add_argument("--games", type=lambda text: text.split(","), default=["billabong", "bantu"])
    parser.add_argument("--tables", type=int, default=40, help="tables in the part moves")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each measurement")
    parser.add_argument("--seconds", type=float, default=5, help="seconds per round")
    parser.add_argument("--rate", type=float, default=300, help="moves per second when paced")
    parser.add_argument("--crowded", default="banzai", help="the game of the part crowds")
    parser.add_argument("--crowds", type=int, default=12, help="tables in the part crowds")
    parser.add_argument("--people", type=int, default=5, help="people at each of them")
    parser.add_argument("--scenes", type=int, default=300, help="scenes built for each figure")
    parser.add_argument("--drawn", type=lambda text: text.split(","), default=list(registry.names()))
    parser.add_argument("--sockets", type=int, default=2000, help="idle sockets to open")
    parser.add_argument(
        "--quiet", type=int, default=400, help="tables that nobody looks at, in the part memory"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args(said)
    unknown = sorted(set(asked.parts) - set(PARTS))
    if unknown:
        parser.error(f"there is no part {', '.join(unknown)}; there are: {', '.join(PARTS)}")
    return asked


def told(found: dict[str, Any], begin: str = "") -> list[str]:
    """The figures for a person, one a line."""
    lines = []
    for name, value in found.items():
        lines += (
            told(value, f"{begin}{name}: ") if isinstance(value, dict) else [f"{begin + name:64} {value}"]
        )
    return lines


def main() -> None:
    """Measure and print."""
    asked = read()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, asked.sockets * 2 + 1000)), hard))
    gc.freeze()
    where = machine()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(run(asked, Path(folder))) | {"machine": where}
        if "scenes" in asked.parts:
            for game in asked.drawn:
                say(f"{game}: scenes")
                found.setdefault("scenes", {})[game] = scenes.cost(game, asked.scenes)
        if "rivals" in asked.parts:
            try:
                found |= rivals.compare(
                    Path(folder), asked.games[0], asked.tables, asked.rounds, asked.seconds
                )
            except Missing as why:
                print(why, file=sys.stderr)
                found |= {"boardgame_io": {"missing": str(why)}, "times_boardgame_io": None}
        if WITH_STORES & set(asked.parts):
            try:
                found |= with_stores(asked, Path(folder))
            except Missing as why:
                print(why, file=sys.stderr)
                found |= {part: {"missing": str(why)} for part in asked.parts if part in WITH_STORES}
    print(json.dumps(found) if asked.json else "\n".join(told(found)))


if __name__ == "__main__":
    main()
