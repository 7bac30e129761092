"""A house that forgets: guests who were not seen for long are erased, and tables that nobody touched, with everything about them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ludotheque.core.message import Message
from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.base.listening import CannotStart
from ludotheque.server.base.logs import Logger
from ludotheque.server.people.guests import SEEN_S

if TYPE_CHECKING:
    from ludotheque.server.services import Services

logger = Logger(__name__)

PAGE = 200
"""How many are looked for at once."""
SLACK_MS = round(SEEN_S * 1000) + 60_000
"""How late it may be noted that somebody is here."""
UNUSED_MS, UNUSED_NAMED_MS = 86_400_000, 7 * 86_400_000
"""How long guests are kept who never sat down, wrote or wanted anything; and those of them who have given a name."""
MOST_UNUSED = 100_000
"""The most of them that are kept, whatever their names, wishes and blocks: those who were here last. A crowd of guests costs a
request each, from as many addresses as somebody has."""
MANY_NEW = 10_000
"""How many new guests make the server look again for guests to drop; otherwise it looks once an hour."""
SHORTEST_H = 1
"""The shortest time, in hours: people must be able to finish a game."""
LONGEST_D = 3650
_HOURS = {"h": 1, "d": 24}


def hours_of(text: str) -> int:
    """How many hours `24h` or `7d` are; 0 for nothing. Raises `CannotStart` if it is no such time."""
    if not text:
        return 0
    found = re.fullmatch(r"([1-9][0-9]{0,4})\s*([hd])", text.strip().lower(), re.ASCII)
    hours = int(found[1]) * _HOURS[found[2]] if found else 0
    if not SHORTEST_H <= hours <= LONGEST_D * 24:
        raise CannotStart(Message("cli.serve.forget_after", {"value": text[:40]}))
    return hours


async def forget(services: Services, after_h: int, now_ms: int | None = None) -> tuple[int, int]:
    """Forget guests who were not seen, and tables that were not touched, for this many hours; but no game while somebody looks at it.

    Returns how many guests and tables were erased.
    """
    now_ms = wall_ms() if now_ms is None else now_ms
    before_ms = now_ms - after_h * 3_600_000
    tables = await _tables(services, before_ms)
    await _evenings(services, before_ms)
    guests = await _guests(services, before_ms - SLACK_MS, now_ms)
    if guests or tables:
        logger.info("forgotten", guests=guests, tables=tables)
    return guests, tables


async def drop_unused(services: Services, now_ms: int | None = None) -> int:
    """Drop guests of whom nothing is known but that they came once, on any server, and those beyond `MOST_UNUSED`. Returns how many."""
    now_ms = wall_ms() if now_ms is None else now_ms
    people, here, count = services.store.people, {each.guest for each in services.open_sockets}, 0
    made = services.guests.made
    crowd_ms = min(await people.crowd(MOST_UNUSED), now_ms - SLACK_MS)
    before = max(now_ms - UNUSED_MS, crowd_ms), now_ms - UNUSED_NAMED_MS
    while found := [
        each for each in await people.unused(*before, PAGE + len(here), crowd_ms) if each not in here
    ]:
        dropped = await people.drop_unused(found, *before, crowd_ms)
        for guest in dropped:
            services.guests.forget(guest)
        count += len(dropped)
    services.guests.made -= made
    if count:
        logger.info("unused_dropped", guests=count)
    return count


async def _tables(services: Services, before_ms: int) -> int:
    people, after, count = services.store.people, "", 0
    while found := await people.untouched(before_ms, after, PAGE):
        for table in found:
            if await services.tables.erase(table):
                services.forget_shown(table)
                count += 1
        after = found[-1]
    return count


async def _evenings(services: Services, before_ms: int) -> None:
    people = services.store.people
    while found := await people.untouched_evenings(before_ms, PAGE):
        for evening in found:
            await people.erase_evening(evening)


async def _guests(services: Services, before_ms: int, now_ms: int) -> int:
    people, count = services.store.people, 0
    here = {each.guest for each in services.open_sockets}
    while found := [guest for guest in await people.unseen(before_ms, PAGE + len(here)) if guest not in here]:
        for guest in found:
            await services.departures.erase(guest, now_ms, aloud=False)
            count += 1
    return count
