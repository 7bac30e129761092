"""The chairs of a table, and the requests that a seat makes of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from ludotheque.server.base.names import look, unlike
from ludotheque.server.room import log_events


@dataclass
class Chair:
    """A seat at a table. Instants are on the table's clock (Unix ms); -1 for never. `wire.ChairFacts` says what the fields are that pages see.

    Attributes:
        guest: the guest who holds it; several chairs may have the same guest.
        stayed_ms: when a resignation was last taken back.
        noted_ms: when the log last said that its person was away, on the clock of the events themselves, which outages do not move.
        declined_seq: the event with which its person declined.
        replaced_seq: the event that let a bot play there although its person was there; -1 if they were away.
        unrated: whether its person does not want to be rated.
        renamed: how often its person has changed their name here.
        former: the guests who held it before while the game went on, until somebody took it over.
    """

    who: Literal["open", "person", "bot"] = "open"
    guest: int = 0
    name: str = ""
    level: str = ""
    here: bool = False
    nonce: bytes = b""
    resigns_ms: int = -1
    stayed_ms: int = -1
    timed_out: bool = False
    late: bool = False
    ready: bool = False
    stand_in: bool = False
    offered: bool = False
    absent_ms: int = -1
    noted_ms: int = -1
    awaited: bool = False
    declined: bool = False
    declined_seq: int = -1
    nudged_ms: int = -1
    nudged_by: int = -1
    heard_ms: int = -1
    replaced_seq: int = -1
    advised: int = 0
    unrated: bool = False
    renamed: int = 0
    former: tuple[int, ...] = ()

    def is_of(self, guest: int) -> bool:
        """Whether this guest holds the seat (0 is nobody)."""
        return bool(guest) and self.who == "person" and self.guest == guest

    @property
    def is_erased(self) -> bool:
        """Whether its person was erased: nobody holds it."""
        return self.who == "person" and not self.guest

    def shift(self, ms: int) -> None:
        """The table's clock stood still for this long."""
        if self.resigns_ms >= 0:
            self.resigns_ms += ms
        if self.absent_ms >= 0:
            self.absent_ms += ms


def chair_of(event: log_events.Sat | log_events.Bot) -> Chair:
    """The chair of a person or bot that sits down."""
    if isinstance(event, log_events.Bot):
        return Chair("bot", level=event.level)
    nonce = bytes.fromhex(event.nonce)
    return Chair("person", event.guest, event.name, "", event.here, nonce, unrated=event.unrated)


def told_apart(chairs: Sequence[Chair], name: str, but: int = -1) -> str:
    """The name, with a number after it if it looks like that of a person on another chair than `but`."""
    return unlike(
        {look(chair.name) for seat, chair in enumerate(chairs) if chair.who == "person" and seat != but},
        name,
    )


@dataclass
class Request:
    """What `seat` asks of the others. The seats in `of` must all agree; those in `yes` have."""

    kind: log_events.What
    seat: int
    seq: int
    since_ms: int
    of: tuple[int, ...]
    yes: list[int] = field(default_factory=list)


class ReplyFacts(msgspec.Struct, frozen=True):
    """How the last request ended, until there is another.

    Attributes:
        seat: the seat that asked.
        seq: the number of the event that asked, by which a page knows whether it has shown the answer.
        by: the seat that refused, or agreed last; the asking seat itself if it asks no longer; -1 if the game went on without an answer.
    """

    kind: log_events.What
    seat: int
    seq: int
    by: int
    yes: bool


class Takeback(msgspec.Struct, frozen=True):
    """A seat took its move back with event `seq` of the log, and the first `move` events of the game remained."""

    seat: int
    move: int
    seq: int
