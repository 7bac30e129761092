"""Everything that is known about a guest, for them to take along: one JSON file. No token, no hash and no other person's words are in it."""

from __future__ import annotations

import dataclasses
from typing import Any

from ludotheque.server.people.evenings import events
from ludotheque.server.room import log_events
from ludotheque.server.store.erasing import sittings
from ludotheque.server.store.log import Store
from ludotheque.server.store.results import read_told

FORMAT = 1
EVERY = 1_000_000
"""More evenings than anybody takes part in."""


async def everything(store: Store, guest: int) -> dict[str, Any]:
    """All of it. Instants are Unix milliseconds."""
    people = store.people
    name, lang, created_ms, seen_ms = await people.about(guest) or ("", "", 0, 0)
    kept, address = await people.kept_of(guest), await store.address_of(guest)
    tables = [await _table(store, table, guest) for table in sorted(await people.tables_with(guest))]
    return {
        "format": FORMAT,
        "guest": {"number": guest, "name": name, "lang": lang, "created_ms": created_ms, "seen_ms": seen_ms},
        "kept_name": {"name": kept[0], "made_ms": kept[1]} if kept else None,
        "devices": [{"made_ms": made_ms} for made_ms in await people.tokens_of(guest)],
        "browsers": [_some(each, "endpoint", "lang") for each in await store.subscriptions_of(guest)],
        "mail": None if address is None else _some(address, "address", "lang", "asked_ms", "confirmed_ms"),
        "wishes": dataclasses.asdict(await store.wishes_of(guest)),
        "blocked": [block.name for block in await store.blocks_of(guest)],
        "evenings": [_evening(body) for _, body in await store.evenings_of(guest, EVERY)],
        "called_to": [table for table, who in await store.called() if who == guest],
        "tables": tables,
    }


def _some(thing: object, *names: str) -> dict[str, Any]:
    """These attributes of something."""
    return {name: getattr(thing, name) for name in names}


def _evening(body: str) -> dict[str, Any]:
    made = events.read(body)
    return _some(made, "name", "game") if isinstance(made, events.Made) else {}


async def _table(store: Store, table: str, guest: int) -> dict[str, Any]:
    rows = await store.events(table)
    told = await store.people.told_of(table)
    return {
        "id": table,
        "game": await store.game_of(table),
        "created_ms": rows[0].at_ms if rows else 0,
        "host": any(isinstance(row.event, log_events.Created) and row.event.host == guest for row in rows),
        "sat": [{"at_ms": at_ms, "seat": seat, "name": name} for at_ms, seat, name in sittings(rows, guest)],
        "lines": [
            {"at_ms": row.at_ms} | _some(row.event, "name", "text", "emote")
            for row in rows
            if isinstance(row.event, log_events.Said) and row.event.guest == guest
        ],
        "result": _result(told, guest) if told else None,
        "record": f"/api/tables/{table}/record",
    }


def _result(told: str, guest: int) -> dict[str, Any]:
    """How a finished game ended for a guest's seats."""
    found = read_told(told)
    mine = [seat for seat, chair in enumerate(found.chairs) if chair.guest == guest]
    return {
        "ending": found.outcome.ending,
        "moves": found.moves,
        "lasted_ms": found.lasted_ms,
        "seats": [
            {"seat": seat, "rank": found.outcome.ranking[seat], "share": found.outcome.returns[seat]}
            for seat in mine
        ],
    }
