"""The events of a table's log: one structure a kind, the only module that knows how they are written (JSON, the tag `kind`).

They are read strictly: an unknown kind, an unknown field or a wrong type makes an `Unreadable`, of which no table can be made. What
was added to a kind later has a value of its own for logs of before.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ludotheque.core.game import Value
from ludotheque.core.racing import CueKind

Seat = Annotated[int, Meta(ge=0)]
SeatOrChance = Annotated[int, Meta(ge=-1)]
"""A seat, or -1 for chance."""
Count = Annotated[int, Meta(ge=0)]
Hex = Annotated[str, Meta(pattern="^([0-9a-f]{2})*$")]
"""Bytes as hexadecimal digits."""


class _Event(msgspec.Struct, tag_field="kind", forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """Something that happened at a table."""


class Created(_Event, tag="created", frozen=True):
    """The table was made, by the guest `host`; the first event of every table.

    `rules` is their version, `first` who begins: a seat, the host, or whom the lot finds. `components` is a user's own file (TOML).
    `chance` says who throws dice: the table, or people (`dice`). `handicaps` are milliseconds, one number a seat, where anybody has
    one. `company`: who is meant to sit down.
    """

    game: str
    rules: int
    seats: Annotated[int, Meta(ge=1)]
    options: dict[str, Value]
    first: Seat | Literal["lot", "host"]
    components: str | None
    seed: Hex
    host: int
    chance: Literal["auto", "dice", "physical"] = "auto"
    handicaps: tuple[Count, ...] = ()
    company: Literal["friends", "strangers"] = "friends"


class Sat(_Event, tag="sat", frozen=True):
    """A guest sat down; `here`: another person on that guest's screen. `nonce` is their share in the table's chance."""

    seat: Seat
    guest: int
    name: str
    here: bool
    nonce: Hex


class Bot(_Event, tag="bot", frozen=True):
    """A bot of this level sat down."""

    seat: Seat
    level: str


class Stood(_Event, tag="stood", frozen=True):
    """A seat is open again."""

    seat: Seat


class Started(_Event, tag="started", frozen=True):
    """The game began; `first` is the seat that goes first."""

    first: Seat


class Act(_Event, tag="act", frozen=True):
    """A seat acted, or people told a result of chance. `path`: the way taken, empty for the usual one.

    `ms` is the instant on the game's clock, -1 where that does not matter.
    """

    seat: SeatOrChance
    action: Count
    path: tuple[str, ...] = msgspec.field(
        default=(), name="how"
    )  # logs have called it so since the first one
    ms: Annotated[int, Meta(ge=-1)] = -1


class Time(_Event, tag="time", frozen=True):
    """Time passed up to this instant of the game's clock: something was due by itself."""

    ms: Count


class RacedClaim(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True, kw_only=True):
    """What one hand did in a race, every raw value of it in milliseconds: see `docs/races.md`.

    `held`: a call that was kept from the others; `travel_ms` and `lot` are there where a pointer travelled, and lots were drawn.
    """

    seat: Seat
    action: Count
    ms: Count
    result: Literal["taken", "late", "early", "void"]
    held: Literal[True] | UnsetType = UNSET
    elapsed_ms: float
    reaction_ms: float
    trusted_ms: float
    quota_ms: float
    compensation_ms: float
    reach_ms: float
    handicap_ms: float
    key_ms: float
    travel_ms: float | UnsetType = UNSET
    lot: int | UnsetType = UNSET


class Resolved(_Event, tag="resolved", frozen=True):
    """A race was decided: what was raced for and by whom; the `act`s that came of it follow.

    `cue` names the cue, which came at `base_ms` of the game's clock, given by the call of the seat `by` (-1: by nobody's). `window_ms` is
    how long the first claim waited, `pause_ms` the longest pause of the server meanwhile, `slow` whether that was a long one.
    """

    race: CueKind
    cue: str
    base_ms: float
    by: SeatOrChance
    window_ms: float
    slow: bool
    pause_ms: float | UnsetType = UNSET
    claims: tuple[RacedClaim, ...] = ()


class Away(_Event, tag="away", frozen=True):
    """The server was away, and the game's clock stood still for so many milliseconds."""

    ms: Count


class UndoAsked(_Event, tag="undo_asked", frozen=True):
    """A seat asks for its last action back; the seats `of` must agree."""

    seat: Seat
    of: tuple[Seat, ...]


class Consented(_Event, tag="consented", frozen=True):
    """A seat that was asked answered."""

    seat: Seat
    yes: bool


class UndoWithdrawn(_Event, tag="undo_withdrawn", frozen=True):
    """The seat that asked does not ask any more."""

    seat: Seat


class Undone(_Event, tag="undone", frozen=True):
    """A seat's last action was taken back (-1: what was told of a die); `remaining` events of the game remain."""

    seat: SeatOrChance
    remaining: Count = msgspec.field(name="keep")


class Resigned(_Event, tag="resigned", frozen=True):
    """A seat gave up."""

    seat: Seat


class StoodIn(_Event, tag="stood_in", frozen=True):
    """A bot plays for a person who is away; `open`: somebody else may play on there."""

    seat: Seat
    open: bool = False


class Returned(_Event, tag="returned", frozen=True):
    """That person is back."""

    seat: Seat


class TakenOver(_Event, tag="taken_over", frozen=True):
    """Somebody else plays on there."""

    seat: Seat
    guest: int
    name: str


class Rematch(_Event, tag="rematch", frozen=True):
    """The same people have a next table, of this id."""

    table: str


LogEvent = (
    Created | Sat | Bot | Stood | Started | Act | Time | Resolved | Away | UndoAsked | Consented | UndoWithdrawn | Undone | Resigned
    | StoodIn | Returned | TakenOver | Rematch
)  # fmt: skip


class Unreadable(msgspec.Struct, frozen=True):
    """What lies in the log is none of these events: `why` (English) says where. `kind` is what it calls itself, "" where it does not."""

    kind: str
    why: str


_decoder = msgspec.json.Decoder(LogEvent)
_encoder = msgspec.json.Encoder()

KINDS = frozenset(kind.__struct_config__.tag for kind in get_args(LogEvent))
"""Every kind of event."""


def kind_of(event: LogEvent | Unreadable) -> str:
    """The kind of an event, as the log names it."""
    return event.kind if isinstance(event, Unreadable) else str(event.__struct_config__.tag)


def read(text: str | bytes) -> LogEvent | Unreadable:
    """An event as it lies in the log."""
    try:
        event: LogEvent = _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return Unreadable(_kind_in(text), str(error))
    return event


def _kind_in(text: str | bytes) -> str:
    """What an event that cannot be read calls itself."""
    try:
        found: Any = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""
    kind = found.get("kind") if isinstance(found, dict) else None
    return kind[:40] if isinstance(kind, str) else ""


def write(event: LogEvent) -> str:
    """An event as the log keeps it."""
    return _encoder.encode(event).decode()


def fields(event: LogEvent) -> dict[str, Any]:
    """What an event says, as plain values of JSON."""
    found: dict[str, Any] = msgspec.json.decode(write(event))
    del found["kind"]
    return found
