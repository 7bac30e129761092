"""The log's SQL statements, for both SQLite and PostgreSQL. Importing them costs nothing.

`server/schema.py` defines the tables; a test generates the same statements from there and compares them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

VERSION = "0001"
"""The newest of `migrations/versions`. A data folder with this schema is opened as it is."""


class Statement:
    """A statement with `:names` for its values. `text` is what SQLite gets, `names` the order of the values in it."""

    def __init__(self, text: str) -> None:
        self.names: tuple[str, ...] = tuple(re.findall(r":(\w+)", text))
        self.text = re.sub(r":\w+", "?", text)

    def values(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """The values in that order."""
        return tuple(values[name] for name in self.names)


INSERT_TABLE = Statement(
    "INSERT INTO tables (id, game, host, created_ms) VALUES (:id, :game, :host, :created_ms)"
)
INSERT_EVENT = Statement(
    "INSERT INTO events (table_id, seq, command_id, at_ms, body) VALUES (:table_id, :seq, :command_id, :at_ms, :body)"
)
INSERT_GUEST = Statement(
    "INSERT INTO guests (token_hash, name, lang, created_ms) VALUES (:token_hash, :name, :lang, :created_ms)"
)
INSERT_SEATED = Statement(
    "INSERT INTO seated (guest_id, table_id) VALUES (:guest_id, :table_id) ON CONFLICT DO NOTHING"
)
UPDATE_GUEST = Statement("UPDATE guests SET name=:name, lang=:lang WHERE guests.id = :id")
WRITTEN = (INSERT_TABLE, INSERT_EVENT, INSERT_GUEST, INSERT_SEATED, UPDATE_GUEST)
"""The statements that write, in the order in which a transaction executes them."""

GUEST = Statement(
    "SELECT guests.id, guests.name, guests.lang FROM guests WHERE guests.token_hash = :token_hash"
)
EVENTS = Statement(
    "SELECT events.seq, events.command_id, events.at_ms, events.body FROM events "
    "WHERE events.table_id = :table_id ORDER BY events.seq"
)
GAME = Statement("SELECT tables.game FROM tables WHERE tables.id = :table_id")
TABLES_OF = Statement(
    "SELECT tables.id FROM tables JOIN seated ON seated.table_id = tables.id "
    "WHERE seated.guest_id = :guest_id ORDER BY tables.created_ms DESC LIMIT :limit"
)
NEWEST = Statement("SELECT tables.id FROM tables ORDER BY tables.created_ms DESC LIMIT :limit")
