"""Takes somebody out of an evening: who met whom and how it ended stays, but nothing says who it was."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from ludotheque.server.people.evenings import events

NOBODY = 0
"""The guest of a player who was erased."""


def changed(rows: Sequence[tuple[int, int, str]], guest: int) -> tuple[list[tuple[int, str]], int | None]:
    """The events of an evening that tell of a guest, as they are to be written over, and who organises it from then on if the guest did.

    An evening whose organiser is erased goes on with the first of the other players; without any, with nobody.
    """
    found: list[tuple[int, events.Event]] = []
    for seq, _, body in rows:
        try:
            found.append((seq, events.read(body)))
        except msgspec.DecodeError:  # an evening that cannot be read is shown to nobody
            continue
    others = [event.guest for _, event in found if isinstance(event, events.Joined)]
    heir = next((each for each in others if each not in (guest, NOBODY)), NOBODY)
    host: int | None = None
    written: list[tuple[int, str]] = []
    for seq, event in found:
        if isinstance(event, events.Made) and event.host == guest:
            host = heir
            written.append((seq, events.write(replace(event, host=heir))))
        elif isinstance(event, events.Joined) and event.guest == guest:
            written.append((seq, events.write(replace(event, guest=NOBODY, name=""))))
    return written, host
