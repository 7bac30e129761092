"""Whether the game of a record is still being played at a table here, so that nobody gets advice in it from its own record.

A record has its seed, which identifies its table. But people may edit a record, so its positions are also compared with those of running tables, as a
spectator sees them.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from ludotheque.core import chance, entry, nesting
from ludotheque.core.journal import Journal, Setup
from ludotheque.server.base.cache import Cache
from ludotheque.server.room.absence import others_play
from ludotheque.server.room.state import TableState

if TYPE_CHECKING:
    from ludotheque.server.live.tables import Tables

OPENING = 8
"""After fewer moves than this, two games may well stand alike by chance. Then only the end of a record is compared."""

MAX_COMPARED = 200
"""With how many running tables of the same game and number of seats a record is compared."""

FRESH_S = 5.0
"""How long an answer holds: pages ask for chances once a second."""


class Reached(msgspec.Struct, frozen=True):
    """The game of a record: how many seats, whether it is over, and its positions in order, see `position_key`."""

    game: str
    seats: int
    over: bool
    positions: list[str]


def position_key(setup: Setup, state: Any) -> str:
    """The identity of a position: the same for all positions that look alike to a spectator, whatever the options.

    The first seat and the options are left out: changing one that has not mattered yet leaves the game the same.
    """
    seen = state.copy()
    entry.hide(setup.box, seen, 0)
    for name in ("first", *(option.name for option in setup.game.options)):
        if name in (seen.dtype.names or ()):
            seen[name] = 0
    return hashlib.blake2b(seen.tobytes(), digest_size=12).hexdigest()


def positions_of(journal: Journal) -> list[str]:
    """All positions of a game in order."""
    setup, state = journal.setup, journal.start()
    found = [position_key(setup, state)]
    for event in journal.events:
        journal.step(state, event)
        found.append(position_key(setup, state))
    return found


def others_play_on(state: TableState, guest: int) -> bool:
    """Whether somebody other than this guest is still playing here."""
    return state.phase == "playing" and any(
        state.chairs[seat].who == "person" and state.chairs[seat].guest != guest for seat in state.remaining
    )


class Running:
    """Finds out whether others are still playing the game of a record at a table here."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._said: Cache[tuple[str, int], tuple[float, bool]] = Cache(1000)

    async def plays(self, key: str, record: str, reached: Reached, guest: int) -> bool:
        """Whether somebody other than this guest is still playing the game of a record. `key` tells the record from others."""
        kept = self._said.get((key, guest))
        if kept is not None and kept[0] > time.monotonic():
            return kept[1]
        found = await self._plays(record, reached, guest)
        self._said.put((key, guest), (time.monotonic() + FRESH_S, found), 1)
        return found

    async def _plays(self, record: str, reached: Reached, guest: int) -> bool:
        known = self._tables.commitments
        for commitment in commitments_in(record):
            table = await known.table_of(commitment)
            state = await self._tables.glance(table) if table is not None else None
            if state is not None and others_play_on(state, guest):
                return True
        elsewhere = await known.tables_alike(reached.game, reached.seats, MAX_COMPARED)
        alike = [*dict.fromkeys([*self._here(reached), *elsewhere])]
        for table in alike[:MAX_COMPARED]:
            state = await self._tables.glance(table)
            if state is None or not (others_play(state) and others_play_on(state, guest)):
                continue
            if stands_in(state, reached.positions):
                return True
        return False

    def _here(self, reached: Reached) -> list[str]:
        """The tables in memory at which a game of this kind goes on."""
        states = [room.state for room in self._tables.in_memory]
        return [
            state.id
            for state in states
            if (state.game.name, state.seats, state.phase) == (reached.game, reached.seats, "playing")
        ]


def stands_in(state: TableState, positions: list[str]) -> bool:
    """Whether a running table stands where a record came to."""
    if state.table is None:
        return False
    journal = state.table.journal
    acts = sum(event.seat >= 0 for event in journal.events)
    if journal.start_position() is not None:  # it did not begin where all games do
        acts += OPENING
    if acts == 0:
        return False
    compared: Iterable[str] = positions if acts >= OPENING else positions[-1:]
    return position_key(journal.setup, journal.state) in compared


def commitments_in(record: str) -> list[str]:
    """The commitments in a record: the published one, and that of the seed itself."""
    first = next((line for line in record.split("\n") if line.strip()), "")
    if nesting.is_json_too_deep(first):
        return []
    try:
        head = msgspec.json.decode(first, type=_Head)
        seeds = [chance.commitment(bytes.fromhex(head.seed))] if head.seed else []
    except (msgspec.DecodeError, ValueError):  # reading it strictly will say what is wrong
        return []
    return [*dict.fromkeys([head.commitment.lower(), *seeds])]


class _Head(msgspec.Struct, frozen=True):
    """What identifies the game in the first line of a record."""

    commitment: str = ""
    seed: str = ""
