"""Has people play for a while, and says whether the server grows: memory, open files, lateness, tables, sockets.

    python bench/soak.py [--minutes 10] [--warm-up 3.5] [--every 10] [--share 0.6] [--rate 0] [--tables 60] [--moves 40] [--game billabong]
        [--races 2] [--racers 4] [--crowded banzai] [--database URL] [--workers 1] [--seed 1] [--json]

The server (no limits, its data in a folder that goes with it) and the simulated people are processes of this machine, and speak over 127.0.0.1 only.
First --tables tables play flat out for a few seconds. Then people play --share of that, or --rate moves a second, at --tables tables, each for
--moves moves or until the game is over; then they resign, ask for a rematch or leave, and meet at new tables. Now and then they write a line, lose
their line, close their page, or look on. At --races tables of --racers people a game of speed goes on beside that.

With `--database own`, a PostgreSQL is started for it; else a URL names a database that is yours, and new.

Every --every seconds it notes resident memory and open descriptors of all the server's processes, how late the event loop was (`GET /api/health`; with
several workers that of the one that answers), tables in memory, sockets, moves a second, and the server's share of a processor. From the warm-up
on, a straight line is laid through each, and its slope told with an interval of 95 %. It is `flat` if all of that interval is within ± the bound for
its row; `grows` or `shrinks` if it leaves out 0; else `unclear`: run it for longer. The warm-up should last longer than the two minutes after which the
server drops a table that nobody looks at.

At the end the server is stopped, and each command that was acknowledged is looked for in its log: `lost` of `acknowledged` are not there.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import tempfile
from collections import Counter
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

from load import pairs, processes
from load.crowds import Crowd
from load.evenings import Company
from load.machine import machine
from load.server import Server, ours, say
from load.stores import Missing, stores
from load.trend import trend

from ludotheque.server.store import archive

FLAT_OUT_S = 5.0
"""Seconds in which it is found out how much the server carries."""
LEAST = 4
"""Points that a line needs."""
BOUNDS = {
    "memory_mb": (0.5, "%"),
    "descriptors": (1.0, "%"),
    "tables": (1.0, "%"),
    "sockets": (1.0, "%"),
    "lag_p50_ms": (0.1, "ms"),
    "lag_p99_ms": (1.0, "ms"),
    "lag_p999_ms": (1.0, "ms"),
    "lag_max_ms": (5.0, "ms"),
}
"""What may be added or lost in a minute and still counts as flat: percent of the mean, or milliseconds."""


def sample(server: Server) -> dict[str, float]:
    """What is noted of a server each time."""
    health, _ = server.http("/api/health?reset=1")
    told = server.all_told()
    return {
        "memory_mb": round(server.memory_mb(), 1),
        "descriptors": processes.descriptors(server.process.pid),
        "tables": told["tables"],
        "sockets": told["sockets"],
        "lag_p50_ms": health["loop_lag_ms"]["p50"],
        "lag_p99_ms": health["loop_lag_ms"]["p99"],
        "lag_p999_ms": health["loop_lag_ms"]["p999"],
        "lag_max_ms": health["loop_lag_ms"]["max"],
    }


async def watched(server: Server, company: Company, until: float, every_s: float) -> list[dict[str, float]]:
    """What was noted, again and again, until the loop's clock says so."""
    loop, began = asyncio.get_running_loop(), asyncio.get_running_loop().time()
    found: list[dict[str, float]] = []
    before, cpu, then = company.counts.copy(), server.cpu_s(), began
    await asyncio.to_thread(sample, server)  # from here on the lateness counts
    while loop.time() + every_s <= until:
        await asyncio.sleep(every_s)
        figures = await asyncio.to_thread(sample, server)
        now, used = loop.time(), server.cpu_s()
        counts = company.counts.copy()
        found.append(
            {
                "minute": round((now - began) / 60, 3),
                **figures,
                "moves_per_s": round((counts["moves"] - before["moves"]) / (now - then), 1),
                "server_cpu_share": round((used - cpu) / (now - then), 3),
            }
        )
        before, cpu, then = counts, used, now
        say(", ".join(f"{name} {value:g}" for name, value in found[-1].items()))
    return found


async def rate_of(server: Server, asked: argparse.Namespace) -> tuple[float, float]:
    """Moves a second flat out (0 where that need not be known), and those that people are to make."""
    if asked.rate:
        return 0.0, asked.rate
    say(f"{asked.game}: flat out, to know how much that is")
    tables = await pairs.tables(server, asked.game, min(asked.tables, 40))
    figures = await pairs.flat_out(tables, FLAT_OUT_S)
    for pair in tables:
        pair.close()
    return figures["moves_per_s"], asked.share * figures["moves_per_s"]


async def crowds(server: Server, asked: argparse.Namespace) -> list[Crowd]:
    """The tables at which people race, once they do."""
    found = [
        await asyncio.to_thread(Crowd, server, asked.crowded, asked.racers, number)
        for number in range(asked.races)
    ]
    for crowd in found:
        await crowd.open()
    for crowd in found:
        for person in crowd.people:
            person.live()
    return found


async def soak(server: Server, asked: argparse.Namespace) -> tuple[dict[str, Any], Company]:
    """The figures, and the people with what they were told."""
    most, rate = await rate_of(server, asked)
    company = Company(server, asked.game, asked.tables / rate, asked.moves, random.Random(asked.seed))
    racing = await crowds(server, asked)
    until = asyncio.get_running_loop().time() + 60 * asked.minutes
    say(f"{rate:.0f} moves/s at {asked.tables} tables for {asked.minutes:g} min")
    playing = [asyncio.create_task(company.go_on(until)) for _ in range(asked.tables)]
    found = await watched(server, company, until, asked.every)
    await asyncio.gather(*playing)
    for crowd in racing:
        for person in crowd.people:
            person.line.close()
    raced: Counter[str] = Counter()
    for crowd in racing:
        raced.update(claims=crowd.claims, applied=crowd.applied, rejected=crowd.rejected)
        if crowd.failed:
            company.fail(crowd.failed)
    return {
        "flat_out_moves_per_s": round(most, 1),
        "asked_moves_per_s": round(rate, 1),
        "counts": dict(company.counts),
        "races": dict(raced),
        "failures": sorted(company.failures),
        "samples": found,
    }, company


def judged(samples: list[dict[str, float]], warm_up: float) -> dict[str, Any]:
    """For each row of `BOUNDS`: its mean, how it changes in a minute, and whether that counts as flat."""
    counted = [each for each in samples if each["minute"] > warm_up]
    if len(counted) < LEAST:
        return {}
    minutes = [each["minute"] for each in counted]
    found: dict[str, Any] = {}
    for name, (bound, unit) in BOUNDS.items():
        line = trend(minutes, [each[name] for each in counted])
        limit = bound if unit == "ms" else bound / 100 * line.mean
        figures = {key: round(value, 4) for key, value in asdict(line).items()}
        found[name] = {**figures, "bound": round(limit, 4), "verdict": line.verdict(limit)}
    return found


def looked_for(source: Path | str, company: Company) -> dict[str, int]:
    """How many commands were acknowledged, how many of them are not in the log, and how many are there twice."""
    found = Counter({"acknowledged": 0, "lost": 0, "twice": 0})
    for table, rows in archive.tables(source):
        names = Counter(row.command_id for row in rows if row.command_id is not None)
        told = set(company.acknowledged.pop(table, ()))
        found["acknowledged"] += len(told)
        found["lost"] += sum(name not in names for name in told)
        found["twice"] += sum(count > 1 for count in names.values())
    for told_of in company.acknowledged.values():  # tables of which there is no log at all
        found["acknowledged"] += len(told_of)
        found["lost"] += len(told_of)
    return dict(found)


def read() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=10, help="how long people play")
    parser.add_argument("--warm-up", type=float, default=3.5, help="minutes that are not judged")
    parser.add_argument("--every", type=float, default=10, help="seconds between two looks")
    parser.add_argument("--share", type=float, default=0.6, help="of the moves flat out")
    parser.add_argument("--rate", type=float, default=0, help="moves a second; 0: by --share")
    parser.add_argument("--tables", type=int, default=60, help="tables at the same time")
    parser.add_argument("--moves", type=int, default=40, help="the most moves of an evening")
    parser.add_argument("--game", default="billabong", help="what is played there")
    parser.add_argument("--races", type=int, default=2, help="tables of a game of quickness")
    parser.add_argument("--racers", type=int, default=4, help="people at each of them")
    parser.add_argument("--crowded", default="banzai", help="the game of quickness")
    parser.add_argument("--database", default="", help="a URL, or `own`; a file if you say nothing")
    parser.add_argument("--workers", type=int, default=1, help="processes, with --database")
    parser.add_argument("--seed", type=int, default=1, help="of what people do")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    if asked.workers > 1 and not asked.database:
        parser.error("several --workers need a --database")
    return asked


def told(found: dict[str, Any]) -> str:
    """The figures for a person."""
    lines = [f"{'':14}{'mean':>10}{'a minute':>11}{'from':>10}{'to':>10}{'bound ±':>10}"]
    for name, row in found["trends"].items():
        cells = [f"{row[each]:10.3f}" for each in ("mean", "slope", "low", "high", "bound")]
        lines.append(f"{name:14}{' '.join(cells)}  {row['verdict']}")
    lines.append(", ".join(f"{name} {count}" for name, count in {**found["counts"], **found["log"]}.items()))
    return "\n".join(lines + found["failures"])


def main() -> None:
    """Play, judge and print."""
    asked = read()
    gc.freeze()
    where = machine()
    try:
        with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
            database = asked.database
            if database == "own":
                there = stack.enter_context(stores(Path(folder, "stores")))
                database = there.cluster.new()
            games = [asked.game, *([asked.crowded] if asked.races else [])]
            data = Path(folder, "data")
            with ours(data, games, database, asked.workers) as server:
                found, company = asyncio.run(soak(server, asked))
            found["log"] = looked_for(database or data, company)
    except Missing as why:
        raise SystemExit(str(why)) from why
    found |= {
        "trends": judged(found["samples"], asked.warm_up),
        "minutes": asked.minutes,
        "warm_up": asked.warm_up,
        "machine": where,
        "store": "PostgreSQL" if asked.database else "SQLite",
        "processes": asked.workers,
    }
    print(json.dumps(found) if asked.json else told(found))


if __name__ == "__main__":
    main()
