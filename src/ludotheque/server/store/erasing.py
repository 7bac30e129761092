"""Takes somebody out of a table's log: what happened stays, and can be played on and verified, but nothing says who it was.

The log only grows, with this one exception: events keep their number, their time and all that the rules read, and lose what names or tells of
the guest. Their seat's guest is 0 from then on, with no name, which pages call “somebody”; the lines that they wrote are empty.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from ludotheque.server.room import log_events
from ludotheque.server.room.log_events import LogEvent, Row, Unreadable
from ludotheque.server.store import results
from ludotheque.server.store.people import Changed

NOBODY = 0
"""The guest of a seat whose person was erased."""


def changed(table: str, rows: Sequence[Row], told: str, guest: int) -> Changed | None:
    """What is to be written over at a table so that a guest is gone from it; None if nobody else ever sat there, so that it can go as a whole.

    `told` is its result as it is kept, "" if there is none.
    """
    others = _others(rows, guest)
    if not others:
        return None
    events: list[tuple[int, str]] = []
    host: int | None = None
    holders: dict[int, int] = {}
    first = next((row.event.first for row in rows if isinstance(row.event, log_events.Started)), None)
    for row in rows:
        event = row.event
        if isinstance(event, Unreadable):
            continue
        if isinstance(event, log_events.Created) and event.host == guest:
            host = others[0]
            after: LogEvent = replace(event, host=host)
            if event.first == "host" and first is not None:  # the game began with who was the host then
                after = replace(event, host=host, first=first)
        else:
            after = without(event, guest, holders)
        if after is not event:
            events.append((row.seq, log_events.write(after)))
    return Changed(table, events, host, results.without(told, guest) if told else None)


def without(event: LogEvent, guest: int, holders: dict[int, int]) -> LogEvent:
    """An event without a guest; itself if it does not tell of them. `holders` is who holds each seat, and follows the events."""
    match event:
        case log_events.Sat() | log_events.TakenOver():
            holders[event.seat] = event.guest
            return replace(event, guest=NOBODY, name="") if event.guest == guest else event
        case log_events.Bot() | log_events.Stood():
            holders.pop(event.seat, None)
        case log_events.Renamed() if holders.get(event.seat) == guest:
            return replace(event, name="")
        case log_events.Said() if event.guest == guest:
            return replace(event, guest=NOBODY, name="", text="", emote=None)
        case log_events.Removed() if event.guest == guest:
            return replace(event, guest=NOBODY, name="")
        case log_events.LetIn() if event.guest == guest:
            return replace(event, guest=NOBODY)
    return event


def sittings(rows: Sequence[Row], guest: int) -> Iterator[tuple[int, int, str]]:
    """When a guest sat down at a table or was renamed there (Unix ms), on which seat, and by what name."""
    mine: set[int] = set()
    for row in rows:
        match row.event:
            case log_events.Sat() | log_events.TakenOver() as event:
                mine.discard(event.seat)
                if event.guest == guest:
                    mine.add(event.seat)
                    yield row.at_ms, event.seat, event.name
            case log_events.Bot() | log_events.Stood() as event:
                mine.discard(event.seat)
            case log_events.Renamed() as event if event.seat in mine:
                yield row.at_ms, event.seat, event.name


def names_in(rows: Sequence[Row], guest: int) -> set[str]:
    """What a guest was called at a table."""
    return {name for _, _, name in sittings(rows, guest)} - {""}


def origin_of(rows: Sequence[Row]) -> log_events.Origin | Literal["none"] | None:
    """Which table's game a "what if?" began from, None where that came from a file; "none" for any other table."""
    first = rows[0].event if rows else None
    if not isinstance(first, log_events.Created) or first.position is None:
        return "none"
    return first.origin


def copies(table: str, rows: Sequence[Row], told: str, names: Container[str]) -> Changed | None:
    """What is to be written over at a "what if?" whose seats are called as they were in the game that it began from; None if none has such a name."""
    events: list[tuple[int, str]] = []
    here: set[int] = set()
    for row in rows:
        event = row.event
        if isinstance(event, log_events.Sat):
            (here.add if event.here else here.discard)(event.seat)
        if (
            isinstance(event, log_events.Sat | log_events.Renamed)
            and event.seat in here
            and event.name in names
        ):
            events.append((row.seq, log_events.write(replace(event, name=""))))
    return (
        Changed(table, events, None, results.without_names(told, names) if told else None) if events else None
    )


def _others(rows: Sequence[Row], guest: int) -> list[int]:
    """The other guests of a table: those who still sit there first, in the order of their seats, then those who did, then the host."""
    sitting: dict[int, int] = {}
    ever: list[int] = []
    host = NOBODY
    for row in rows:
        match row.event:
            case log_events.Created():
                host = row.event.host
            case log_events.Sat() | log_events.TakenOver():
                sitting[row.event.seat] = row.event.guest
                ever.append(row.event.guest)
            case log_events.Bot() | log_events.Stood():
                sitting.pop(row.event.seat, None)
    found = [*(sitting[seat] for seat in sorted(sitting)), *ever, host]
    return [each for each in dict.fromkeys(found) if each not in (guest, NOBODY)]
