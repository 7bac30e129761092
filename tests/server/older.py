"""Databases as older versions of the program left them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

UNDONE = {
    "0009": ("DROP TABLE open_tables",),
    "0008": ("DROP TABLE blocks",),
    "0007": (
        "DROP TABLE evening_people",
        "DROP TABLE evening_tables",
        "DROP TABLE evening_events",
        "DROP TABLE evenings",
        "DROP TABLE wishes",
        "DROP INDEX results_contest",
        "ALTER TABLE results DROP COLUMN contest",
    ),
    "0006": (
        "DROP TABLE erased",
        "DROP TABLE wrote",
        "DROP TABLE kept",
        "DROP TABLE tokens",
        "ALTER TABLE guests DROP COLUMN seen_ms",
        "ALTER TABLE guests RENAME COLUMN mark TO token_hash",
    ),
    "0005": ("DROP TABLE shared", "DROP TABLE leases", "DROP TABLE processes"),
    "0004": ("DROP TABLE called", "DROP TABLE addresses", "DROP TABLE subscriptions"),
    "0003": ("DROP TABLE results",),
    "0002": ("DROP TABLE outages",),
}
"""What takes each revision of the schema back, the newest first."""


def back_to(revision: str, execute: Callable[[str], object]) -> None:
    """Take a database of the present schema back to an older revision. What is in tables that were there then stays."""
    for each, statements in UNDONE.items():
        if each > revision:
            for statement in statements:
                execute(statement)
    execute(f"UPDATE alembic_version SET version_num = '{revision}'")


def make_older(path: Path, revision: str) -> None:
    """The same with a file."""
    with closing(sqlite3.connect(path)) as database, database:
        back_to(revision, database.execute)
