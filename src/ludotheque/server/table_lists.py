"""The lists of tables on the front page: my own, and other people's with an open seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.server.chairs import folded
from ludotheque.server.closed import Closed
from ludotheque.server.live import Live
from ludotheque.server.log import Store
from ludotheque.server.reasons import Refused
from ludotheque.server.results import PAGE, escaped, listed, pattern, played_by
from ludotheque.server.tables import Tables
from ludotheque.server.wire import plain

MINE, NEWEST = 20, 30
"""How many of my tables are listed, and how many of all tables are searched for an open seat."""


async def of_tables(store: Store, tables: Tables, guest: int) -> dict[str, Any]:
    """Both lists. A table that cannot be opened is in `mine` if it is mine, and in `open` if its log says that a seat is open."""
    mine = await store.tables_of(guest, MINE) if guest else []
    others = [identity for identity in await store.newest(NEWEST) if identity not in mine]
    return {
        "mine": [_told(each, guest) for each in await _opened(tables, mine)],
        "open": [_told(each, guest) for each in await _opened(tables, others) if _is_open(each)],
    }


async def _opened(tables: Tables, identities: Sequence[str]) -> list[Live | Closed]:
    """These tables; those that cannot be opened with what is known about them."""
    found: list[Live | Closed] = []
    for identity in identities:
        try:
            live = await tables.look_at(identity)
        except Refused:
            live = None
        each = live or tables.closed.get(identity)
        if each is not None:
            found.append(each)
    return found


def _is_open(each: Live | Closed) -> bool:
    if isinstance(each, Closed):
        return each.waits
    return each.state.phase == "lobby" and each.state.closed is None and not each.state.is_full


def _told(each: Live | Closed, guest: int) -> dict[str, Any]:
    if isinstance(each, Closed):
        return {"id": each.id, "game": each.game, "closed": plain(each.why)}
    state = each.state
    mine = state.seats_of(guest)
    return {
        "id": state.id,
        "game": state.game.name,
        "seats": state.seats,
        "options": state.options,
        "phase": state.phase,
        "host": bool(guest) and guest == state.host,
        "chairs": [
            {
                "seat": seat,
                "who": chair.who,
                "name": chair.name,
                "level": chair.level,
                "yours": seat in mine,
                "resigned": chair.resigned,
            }
            for seat, chair in enumerate(state.chairs)
        ],
        "actors": state.actors,
        "at_ms": state.time_ms,
        "abandoned": state.closed,
    } | ({"outcome": plain(state.outcome), "ended_ms": state.ended_ms} if state.phase == "over" else {})


async def history(store: Store, guest: int, game: str, people: str, page: int) -> dict[str, Any]:
    """A page of the finished games that a guest played, the latest first, with those of which a person's name contains `people`."""
    wanted, played = escaped(game) if game else "%", played_by(guest)
    count, found = await store.results_of(guest, played, wanted, pattern(folded(people)), PAGE, page * PAGE)
    return {
        "tables": [listed(result, guest) for result in found],
        "count": count,
        "pages": -(-count // PAGE),
        "games": await store.games_of(guest, played),
    }
