"""The evenings of this server: read from the database, and written to it.

Nothing of them is kept in memory, so any process may answer, and a restart loses nothing. An event has a number, and the database takes each
number once: if two people ask at once, the second one's wish is judged again after the first.
"""

from __future__ import annotations

import asyncio
import re
import secrets

from ludotheque.core import registry
from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.live.tables import Tables, first_batch
from ludotheque.server.people.evenings import events, wishes
from ludotheque.server.people.evenings.deciding import decide, made, table_options
from ludotheque.server.people.evenings.state import Evening, fold
from ludotheque.server.room import log_events
from ludotheque.server.room.log_events import LogEvent
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.seating import sat
from ludotheque.server.room.spec import ChairSpec, TableSpec, opening
from ludotheque.server.store.databases import StoreError
from ludotheque.server.store.log import Batch, Conflict
from ludotheque.server.thinking.preparation import BEING_MADE

LETTERS, LENGTH = "BCDFGHJKLMNPQRSTVWXZ", 8
"""Of what an evening's id is made, which people read out and type: no vowels, which make words, and nothing that looks like something else."""
GAPS = re.compile(r"[\s\-‐‑–]+")
"""With what people part the letters of a code when they write it."""
TRIES = 20
"""How often a wish is judged again because somebody else was quicker."""


class Evenings:
    """All evenings of this server."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.store = tables, tables.store
        self._writing = asyncio.Lock()

    async def find(self, identity: str) -> Evening:
        """The evening with this id, or with this code as people write it: small, in halves. Raises `Refused` if there is none."""
        for each in dict.fromkeys((identity[:32], GAPS.sub("", identity)[:32].upper())):
            if rows := await self.store.evening_events(each):
                results = await self.store.evening_results(each)
                return fold(each, rows, {table: told for table, _, told in results})
        raise Refused("error.evening.unknown", (), 404)

    async def make(self, guest: int, plan: wishes.Plan) -> str:
        """Make an evening, and return its id. Raises `Refused` if it cannot be held so."""
        event = await asyncio.to_thread(made, guest, plan)  # it may import the game
        row = (0, wall_ms(), events.write(event))
        for _ in range(TRIES):
            identity = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            try:
                await self.store.add_to_evening(identity, [row], host=guest, people=[guest])
            except Conflict:  # another evening has it
                continue
            except StoreError as error:
                raise Refused.unwritten(error) from error
            self.tables.preparation.want(event.game)
            return identity
        raise Refused("error.busy", (), 503)

    async def do(self, identity: str, guest: int, wish: wishes.Wish) -> None:
        """Do what a guest asks of an evening. Raises `Refused` if it cannot be done."""
        async with self._writing:
            for _ in range(TRIES):
                evening = await self.find(identity)
                event = await asyncio.to_thread(decide, evening, guest, wish)
                if event is None:
                    return
                try:
                    await self._append(evening, guest, event)
                except Conflict:
                    continue
                except StoreError as error:
                    raise Refused.unwritten(error) from error
                return
        raise Refused("error.busy", (), 503)

    async def _append(self, evening: Evening, guest: int, event: events.Event) -> None:
        """Write an event, and with a round its tables: all or nothing."""
        batches = await self._tables(evening, event) if isinstance(event, events.Round) else []
        row = (evening.seq + 1, wall_ms(), events.write(event))
        people = [guest] if isinstance(event, events.Joined) else []
        await self.store.add_to_evening(evening.id, [row], *batches, people=people)
        for batch in batches:
            first = batch.rows[0].event
            assert isinstance(first, log_events.Created)
            self.tables.commitments.note(batch.table, first)
        if batches:
            self.tables.preparation.want(evening.made.game, BEING_MADE)

    async def _tables(self, evening: Evening, event: events.Round) -> list[Batch]:
        """The new tables of a round: everybody has their seat, and the games wait until they come."""
        self.tables.refuse_while_stopping()
        people = {player for seating in event.tables for player in seating.players}
        unrated = {
            player
            for player in people
            if evening.made.rated and not (await self.store.wishes_of(evening.players[player].guest)).rated
        }
        return await asyncio.to_thread(
            lambda: [
                first_batch(
                    seating.table, evening.made.host, _first_events(evening, seating.players, unrated)
                )
                for seating in event.tables
            ]
        )


def _first_events(evening: Evening, players: tuple[int, ...], unrated: set[int]) -> list[LogEvent]:
    made_ = evening.made
    spec = TableSpec(
        made_.game,
        len(players),
        [ChairSpec("link") for _ in players],
        table_options(registry.get(made_.game), len(players), made_.options),
        company="strangers" if made_.rated else "friends",
        clock=made_.clock,
    )
    found = opening(made_.host, "", spec)
    for seat, number in enumerate(players):
        player = evening.players[number]
        found.append(sat(seat, player.guest, player.name, unrated=number in unrated))
    return found + [log_events.Awaited(seat) for seat in range(len(players))]
