"""Everything that is known about a guest, for them to take along: one JSON file. No token, no hash and no other person's words are in it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from ludotheque.server.people.evenings import events
from ludotheque.server.room import log_events
from ludotheque.server.room.log_events import Row
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
        "browsers": [
            {"endpoint": each.endpoint, "lang": each.lang} for each in await store.subscriptions_of(guest)
        ],
        "mail": None
        if address is None
        else {
            "address": address.address,
            "lang": address.lang,
            "asked_ms": address.asked_ms,
            "confirmed_ms": address.confirmed_ms,
        },
        "wishes": dataclasses.asdict(await store.wishes_of(guest)),
        "blocked": [block.name for block in await store.blocks_of(guest)],
        "evenings": [_evening(body) for _, body in await store.evenings_of(guest, EVERY)],
        "called_to": [table for table, who in await store.called() if who == guest],
        "tables": tables,
    }


def _evening(body: str) -> dict[str, Any]:
    made = events.read(body)
    return {"name": made.name, "game": made.game} if isinstance(made, events.Made) else {}


async def _table(store: Store, table: str, guest: int) -> dict[str, Any]:
    rows = await store.events(table)
    told = await store.people.told_of(table)
    return {
        "id": table,
        "game": await store.game_of(table),
        "created_ms": rows[0].at_ms if rows else 0,
        "host": any(isinstance(row.event, log_events.Created) and row.event.host == guest for row in rows),
        "sat": _sat(rows, guest),
        "lines": [
            {"at_ms": row.at_ms, "name": row.event.name, "text": row.event.text, "emote": row.event.emote}
            for row in rows
            if isinstance(row.event, log_events.Said) and row.event.guest == guest
        ],
        "result": _result(told, guest) if told else None,
        "record": f"/api/tables/{table}/record",
    }


def _sat(rows: Sequence[Row], guest: int) -> list[dict[str, Any]]:
    """Where a guest sat, and by what names."""
    found: list[dict[str, Any]] = []
    mine: set[int] = set()
    for row in rows:
        event = row.event
        match event:
            case log_events.Sat() | log_events.TakenOver():
                mine.discard(event.seat)
                if event.guest == guest:
                    mine.add(event.seat)
                    found.append({"at_ms": row.at_ms, "seat": event.seat, "name": event.name})
            case log_events.Bot() | log_events.Stood():
                mine.discard(event.seat)
            case log_events.Renamed() if event.seat in mine:
                found.append({"at_ms": row.at_ms, "seat": event.seat, "name": event.name})
    return found


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
