"""What a server for many people would need, worked out from what was measured with few."""

from __future__ import annotations

import math
from typing import Any

PEOPLE = 100_000
RACING = 0.1
"""The share of them who play a game of speed, at tables of `RACERS`."""
RACERS = 5
AT_A_TABLE = 2.5
EVERY_S = 6.0
"""People at a table of the others, and the seconds between two moves there."""
BUSY = 0.6
"""How much of a core a process may use, so that it has time for what comes at once."""
CORES = 16
CONNECTIONS = 100
"""What PostgreSQL allows if nobody says anything."""
HINT_BYTES = 300
HINTS_PER_S = 2
BEATS_PER_S = 5
"""Transactions of a process that only say that it lives, and look whether others do."""


def worked_out(
    workers: dict[str, Any], memory: dict[str, Any], crowds: dict[str, Any]
) -> list[tuple[str, str, str]]:
    """Rows of a table: what, how it is worked out, and how much it is."""
    one, two = workers["ways"]["postgres, 1 worker"], workers["ways"]["postgres, 2 workers"]
    weighed = memory["postgres, 2 workers"]
    racing_tables = PEOPLE * RACING / RACERS
    tables = PEOPLE * (1 - RACING) / AT_A_TABLE
    moves = tables / EVERY_S
    ms, both = one["paced"]["server_ms_a_move"], two["paced"]["server_ms_a_move"]
    relay = max(0.0, 2 * (both - ms))
    for_moves = moves * (ms + relay) * AT_A_TABLE / 2 / 1000
    each_race = crowds["server_cpu_share"] / crowds["tables"]
    for_races = racing_tables * each_race
    processes = math.ceil((for_moves + for_races) / BUSY)
    race_events = racing_tables * crowds["applied_per_s"] / crowds["tables"]
    commits = one["paced"]["commits_a_move"] * moves + race_events + BEATS_PER_S * processes
    cores_of_postgres = one["paced"]["postgres_ms_a_move"] * (moves + race_events) / 1000
    per_process = one["connections"]
    hints = HINTS_PER_S * processes
    idle = weighed["idle_mb"] / 2
    for_tables = (tables + racing_tables) * weighed["table_kb"] / 1e6
    for_sockets = PEOPLE * weighed["watching_kb"] / 1e6
    bytes_per_s = moves * AT_A_TABLE * one["paced"]["bytes_to_a_screen"]
    updates = racing_tables * crowds["updates_per_s"] / crowds["tables"]
    kb_a_race = crowds.get("bytes_to_a_screen", 0.0)
    net = (bytes_per_s + updates * kb_a_race) * 8 / 1e9
    return [
        (
            "tables",
            f"{PEOPLE:,} × {1 - RACING:.0%} / {AT_A_TABLE} and {PEOPLE:,} × {RACING:.0%} / {RACERS}",
            f"{tables:,.0f} and {racing_tables:,.0f} racing",
        ),
        ("moves", f"{tables:,.0f} / {EVERY_S:g} s", f"{moves:,.0f}/s"),
        (
            "cores for them",
            f"{moves:,.0f} × ({ms:.2f} ms + {relay:.2f} ms relay) × {AT_A_TABLE} / 2 screens",
            f"{for_moves:.0f}",
        ),
        ("cores for races", f"{racing_tables:,.0f} × {each_race:.4f}", f"{for_races:.0f}"),
        ("processes", f"({for_moves:.0f} + {for_races:.0f}) / {BUSY:.0%}", f"{processes:,}"),
        ("hosts", f"{processes:,} / {CORES} cores", f"{math.ceil(processes / CORES)}"),
        (
            "transactions of PostgreSQL",
            f"{one['paced']['commits_a_move']:.2f} × {moves:,.0f} + {race_events:,.0f} of races + {BEATS_PER_S} × {processes:,} beats",
            f"{commits:,.0f}/s",
        ),
        (
            "cores of PostgreSQL",
            f"({moves:,.0f} + {race_events:,.0f}) × {one['paced']['postgres_ms_a_move']:.2f} ms",
            f"{cores_of_postgres:.0f}",
        ),
        (
            "connections to PostgreSQL",
            f"{per_process} × {processes:,} (it allows {CONNECTIONS} unless told otherwise)",
            f"{per_process * processes:,}",
        ),
        (
            "messages between processes",
            f"at most {HINTS_PER_S} × {processes:,} in, each to {processes - 1:,} others",
            f"{hints:,}/s in, {hints * (processes - 1):,}/s out",
        ),
        (
            "their traffic",
            f"{hints * processes:,} × {HINT_BYTES} bytes",
            f"{hints * processes * HINT_BYTES * 8 / 1e9:.1f} Gbit/s",
        ),
        (
            "memory",
            (
                f"{tables + racing_tables:,.0f} tables × {weighed['table_kb']:.0f} kB + {PEOPLE:,} sockets × {weighed['watching_kb']:.0f} kB "
                f"+ {processes:,} × {idle:.0f} MB"
            ),
            f"{for_tables + for_sockets + processes * idle / 1000:,.0f} GB",
        ),
        (
            "network to people",
            (
                f"({moves:,.0f} × {AT_A_TABLE} × {one['paced']['bytes_to_a_screen'] / 1000:.1f} kB + {updates:,.0f} × {kb_a_race / 1000:.1f} kB of races) "
                "× 8"
            ),
            f"{net:.2f} Gbit/s",
        ),
    ]
