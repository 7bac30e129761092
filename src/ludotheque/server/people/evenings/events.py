"""The events of an evening's log, one structure for each kind, written as JSON with the tag `kind` and read strictly.

Players are numbered from 0 in the order in which they joined.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from ludotheque.core.game import Value
from ludotheque.server.room.log_events import TimeControl

Kind = Literal["swiss", "round-robin"]
Player = Annotated[int, Meta(ge=0)]

NOBODY = 0
"""The guest of a player who was erased."""


class _Event(msgspec.Struct, tag_field="kind", forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """Something that happened on an evening."""


class Made(_Event, tag="made", frozen=True):
    """The evening was made: its first event.

    Attributes:
        host: the guest who organises it.
        sizes: how many may sit at a table.
        rounds: the number of rounds.
        how: the kind of tournament.
        rated: whether its games may count for ratings.
        clock: how much time people have; None for no limit.
    """

    name: str
    host: int
    game: str
    options: dict[str, Value]
    sizes: tuple[int, ...]
    rounds: int
    how: Kind
    rated: bool = False
    clock: TimeControl | None = None


class Joined(_Event, tag="joined", frozen=True):
    """Somebody takes part from now on."""

    guest: int
    name: str


class Left(_Event, tag="left", frozen=True):
    """A player takes no part in rounds that begin from now on."""

    player: Player


class Back(_Event, tag="back", frozen=True):
    """A player who left takes part again."""

    player: Player


class Seating(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table of a round: its id, and the player on each seat."""

    table: str
    players: tuple[Player, ...]


class Round(_Event, tag="round", frozen=True):
    """A round began. Those who `wait` have no table in it."""

    tables: tuple[Seating, ...]
    wait: tuple[Player, ...] = ()


class Corrected(_Event, tag="corrected", frozen=True):
    """The organiser says how a table ended: the rank of each seat, from 1. Equal seats share a rank."""

    table: str
    ranks: tuple[Annotated[int, Meta(ge=1)], ...]


class Ended(_Event, tag="ended", frozen=True):
    """The organiser ends a table whose game goes on: all seats count as equal, unless that is corrected."""

    table: str


class Closed(_Event, tag="closed", frozen=True):
    """The evening is over."""


Event = Made | Joined | Left | Back | Round | Corrected | Ended | Closed

_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(Event)


def write(event: Event) -> str:
    """An event as it is kept."""
    return _encode(event).decode()


def read(body: str) -> Event:
    """An event as it was kept. Raises `msgspec.ValidationError` or `msgspec.DecodeError`."""
    event: Event = _decoder.decode(body)
    return event


def without(rows: Sequence[tuple[int, int, str]], guest: int) -> tuple[list[tuple[int, str]], int | None]:
    """The events of an evening that tell of a guest, as they are to be written over, and who organises it from then on if the guest did.

    An evening whose organiser is erased goes on with the first of the other players; without any, with nobody.
    """
    found: list[tuple[int, Event]] = []
    for seq, _, body in rows:
        try:
            found.append((seq, read(body)))
        except msgspec.DecodeError:  # an evening that cannot be read is shown to nobody
            continue
    others = [event.guest for _, event in found if isinstance(event, Joined)]
    heir = next((each for each in others if each not in (guest, NOBODY)), NOBODY)
    host: int | None = None
    written: list[tuple[int, str]] = []
    for seq, event in found:
        if isinstance(event, Made) and event.host == guest:
            host = heir
            written.append((seq, write(replace(event, host=heir))))
        elif isinstance(event, Joined) and event.guest == guest:
            written.append((seq, write(replace(event, guest=NOBODY, name=""))))
    return written, host
