"""A log that a server wrote before: it makes the tables that it made then.

`stored_log.jsonl` holds, for each table, a line that says what its events made when they were written, then the events as they lie
in the database. Every kind of event occurs in it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludotheque.server import archive
from ludotheque.server.fold import TableState, fold
from ludotheque.server.log import Row

STORED = Path(__file__).with_name("stored_log.jsonl")


def stored() -> dict[str, tuple[dict[str, Any], list[Row]]]:
    """For each table what its events made, and the events."""
    found: dict[str, tuple[dict[str, Any], list[Row]]] = {}
    for line in map(json.loads, STORED.read_text().splitlines()):
        if "table" in line:
            rows: list[Row] = []
            found[line["table"]] = line["makes"], rows
        else:
            rows.append(Row(line["seq"], line["command_id"], line["at_ms"], line["body"]))
    return found


def made(state: TableState) -> dict[str, Any]:
    """What a table's events came to, as the file tells it."""
    chairs = [[c.who, c.guest, c.name, c.level, c.nonce.hex()] for c in state.chairs]
    found: dict[str, Any] = {
        "phase": state.phase, "chairs": chairs, "commands": state.commands,
        "decision_since": {str(seat): seq for seat, seq in state.decision_since.items()},
        "started_ms": state.started_ms, "rematch": state.rematch, "commitment": state.commitment,
    }  # fmt: skip
    if state.table is not None:
        found["events"] = [[e.seat, e.code, e.text, e.at_ms] for e in state.table.events]
        found["races"] = [list(race) for race in state.table.journal.races]
        found["ranking"] = list(state.outcome.ranking) if state.outcome else None
    return found


@pytest.mark.parametrize("table", stored())
def test_a_log_of_before_makes_the_same_table(table: str) -> None:
    makes, rows = stored()[table]
    state = fold(table, rows)
    assert made(state) == makes
    archive.verify(table, rows)
