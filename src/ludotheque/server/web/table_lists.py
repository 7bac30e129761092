"""The lists of tables on the front page: my own, and other people's with an open seat."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludotheque.server.base.names import folded
from ludotheque.server.live.broken import BrokenTable
from ludotheque.server.live.room import Room
from ludotheque.server.live.tables import Tables
from ludotheque.server.people.ratings.index import Ratings
from ludotheque.server.room.doors import is_open
from ludotheque.server.room.rated import contest_of, unrated
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.state import TableState
from ludotheque.server.room.wire import plain
from ludotheque.server.store.log import Store
from ludotheque.server.store.results import PAGE, escaped, listed, pattern, played_by, sitter
from ludotheque.table.turns import turn_now

if TYPE_CHECKING:
    from ludotheque.server.people.ratings.ladder import Ladder

MINE, BRANCHES, OPEN = 20, 6, 30
"""How many of my tables are listed, how many of those that began at a moment of another game, and how many with an open seat of others."""
OF_ONE = 3
"""The most tables of one guest that are listed: the newest."""
KNOWN, LOOKED_AT = 10_000, 200
"""How many open tables are searched for those whose host is here, and how many are read, those first."""


async def of_tables(
    store: Store, tables: Tables, ratings: Ratings, guest: int, here: Container[int] = ()
) -> dict[str, Any]:
    """All lists. A table that cannot be opened is in `mine` if it is mine, and in `open` if its log says that a seat is open. What began at a
    moment of another game is in `branches` alone. Of the open ones those come first whose host is `here`; they have the ratings of those who
    sit there, if they want to be on the lists that everybody sees."""
    mine = await store.tables_of(guest, MINE) if guest else []
    branches = await store.branches_of(guest, BRANCHES) if guest else []
    unwanted = await store.blockers_of(guest) if guest else set()
    kept = [each for each in await _opened(tables, mine) if not _is_removed(each, guest)]
    open_ = await _open(store, tables, mine, guest, unwanted, here)
    rated = any(isinstance(each, Room) and unrated(each.state) is None for each in open_)
    ladders = await ratings.ladders() if rated else {}
    listed = await store.listed() if rated else {}
    return {
        "mine": [_told(each, guest) for each in _worth_a_line(kept, guest)],
        "branches": [_told(each, guest) for each in await _opened(tables, branches)],
        "open": [_told(each, guest) | _terms(each, ladders, listed) for each in open_],
    }


async def _open(
    store: Store,
    tables: Tables,
    mine: Container[str],
    guest: int,
    unwanted: Container[int],
    here: Container[int],
) -> list[Room | BrokenTable]:
    """Other people's tables with an open seat: first those whose host looks at them, then those whose host is here."""
    known = [
        (table, host)
        for table, host in await store.open_tables(OF_ONE, KNOWN)
        if table not in mine and host not in unwanted
    ]
    found = [table for table, _ in first_those_here(known, here, LOOKED_AT)]
    listed: list[Room | BrokenTable] = []
    shut: list[tuple[str, int]] = []
    for begin in range(0, len(found), OPEN):
        for each in await _opened(tables, found[begin : begin + OPEN]):
            if isinstance(each, Room) and not _is_open(each):  # of an older data folder
                shut.append((each.state.id, each.state.seq))
            elif _is_open(each) and not _is_removed(each, guest, unwanted):
                listed.append(each)
        if len(listed) >= OPEN:
            break
    for table, seq in shut:
        await store.note_open(table, False, seq)
    listed.sort(key=lambda each: not (isinstance(each, Room) and _is_looked_at(each)))
    return listed[:OPEN]


def first_those_here(
    found: Sequence[tuple[str, int]], here: Container[int], most: int
) -> list[tuple[str, int]]:
    """Of tables with their hosts the most that are read: those whose host is here, then the others, each in their order."""
    return sorted(found, key=lambda each: each[1] not in here)[:most]


def _is_looked_at(room: Room) -> bool:
    """Whether the host of a table has its page open, as far as this process knows."""
    return any(each.guest == room.state.host for each in room.watchers)


def _terms(
    each: Room | BrokenTable, ladders: Mapping[tuple[str, str], Ladder], listed: Container[int]
) -> dict[str, Any]:
    """On what terms one sits down at an open table: the clock, whether the game counts for ratings, and what those who sit there have."""
    if isinstance(each, BrokenTable):
        return {}
    state = each.state
    counts = unrated(state) is None
    ladder = ladders.get((state.game.name, contest_of(state.game, state.seats, state.options)))
    found = {
        seat: ladder.ratings[chair.guest].told()
        for seat, chair in enumerate(state.chairs)
        if counts and ladder is not None and chair.guest in listed and chair.guest in ladder.ratings
    }
    return {"clock": plain(state.created.clock), "rated": counts, "ratings": found}


async def _opened(tables: Tables, identities: Sequence[str]) -> list[Room | BrokenTable]:
    """These tables; those that cannot be opened with what is known about them."""
    found: list[Room | BrokenTable] = []
    for identity in identities:
        try:
            room = await tables.look_at(identity)
        except Refused:
            room = None
        each = room or tables.broken.get(identity)
        if each is not None:
            found.append(each)
    return found


def _is_removed(each: Room | BrokenTable, guest: int, unwanted: Container[int] = ()) -> bool:
    """Whether a guest has been removed from this table, or is not wanted by its host."""
    return isinstance(each, Room) and (guest in each.state.removed or each.state.host in unwanted)


def _worth_a_line(mine: Sequence[Room | BrokenTable], guest: int) -> Iterator[Room | BrokenTable]:
    """My tables, newest first, without those that I have not touched and of whose game I have a newer one."""
    met = set()
    for each in mine:
        game = each.game if isinstance(each, BrokenTable) else each.state.game.name
        if game not in met or not _is_untouched(each, guest):
            yield each
        met.add(game)


def _is_untouched(each: Room | BrokenTable, guest: int) -> bool:
    """Whether a guest sat down here alone with bots and left before doing anything."""
    if isinstance(each, BrokenTable) or each.state.phase != "playing":
        return False
    state, table, mine = each.state, each.state.table, each.state.seats_of(guest)
    alone = all(seat in mine or chair.who == "bot" for seat, chair in enumerate(state.chairs))
    return (
        table is not None and bool(mine) and alone and all(event.seat not in mine for event in table.events)
    )


def _is_open(each: Room | BrokenTable) -> bool:
    if isinstance(each, BrokenTable):
        return each.waits
    return is_open(each.state)


def _told(each: Room | BrokenTable, guest: int) -> dict[str, Any]:
    if isinstance(each, BrokenTable):
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
        "origin": plain(state.created.origin),
        "chairs": [
            sitter(seat, chair, seat in mine, seat in state.resigned)
            for seat, chair in enumerate(state.chairs)
        ],
        "actors": state.actors,
        "made_ms": state.made_ms,
        "at_ms": state.time_ms,
        "abandoned": state.abandoned,
    } | _how_far(state)


def _how_far(state: TableState) -> dict[str, Any]:
    """In which turn a game is, or how it ended."""
    if state.phase == "playing" and state.table is not None:
        return {"turn": turn_now(state.table.journal)}
    if state.phase == "over":
        return {"outcome": plain(state.outcome), "ended_ms": state.ended_ms}
    return {}


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
