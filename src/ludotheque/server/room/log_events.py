"""The events of a table's log, one structure for each kind. No other module knows how they are written (JSON, the tag `kind`).

They are read strictly: an unknown kind, an unknown field or a wrong type gives an `Unreadable`, and the table cannot be opened. Fields that
were added later have defaults for older logs.
"""

from __future__ import annotations

from dataclasses import dataclass
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


MAX_LINE = 200
Line = Annotated[str, Meta(max_length=MAX_LINE)]
"""What somebody writes at a table."""
Emote = Literal["hello", "bravo", "oops", "haha", "thanks", "again"]
"""What is said with one tap, in each reader's own language."""


class TimeControl(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """How much time people have.

    Attributes:
        per: `move` (for each move; a bot plays it when the time is up), `game` (in all; the game is lost when the time is up), or `days`
            (for each move, over days; the game is lost).
        seconds: for each move, or in all.
        increment: the seconds that each turn adds to a time in all.
    """

    per: Literal["move", "game", "days"]
    seconds: Annotated[int, Meta(ge=10, le=30 * 86_400)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class _Event(msgspec.Struct, tag_field="kind", forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """Something that happened at a table."""


class _OfSeat(_Event, frozen=True):
    """An event that only names a seat."""

    seat: Seat


class Origin(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The moment of another game at which a table began ("what if?"): after the first `move` events of the table `table`."""

    table: str
    move: Count


class Created(_Event, tag="created", frozen=True):
    """The table was made: the first event of every table.

    Attributes:
        rules: the version of the game's rules.
        first: who goes first: a seat, the host, or drawn by lot.
        components: the user's own component file (TOML); None for the printed box.
        host: the guest who made the table.
        chance: who provides the results of chance, see `core.journal.CHANCES`.
        handicaps: the head start of each seat in races, in milliseconds; empty if nobody has one.
        company: who is meant to sit down: friends or strangers.
        clock: how much time people have; None for no limit.
        chat: whether people may write to each other.
        position: the situation that the game begins from; None for the usual start.
        origin: the moment of another table's game at which it began; None for the usual start, and where that game came from a file.
        brought: the situation in which a game was brought here from another server, where it goes on; None for any other table.
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
    clock: TimeControl | None = None
    chat: bool = True
    position: dict[str, Any] | None = None
    origin: Origin | None = None
    brought: dict[str, Any] | None = None


BRANCH = '%"position":{%'
"""A pattern for LIKE that finds the first events of tables that began at a moment of another game. Within texts quotes are written otherwise."""


class Sat(_Event, tag="sat", frozen=True):
    """A guest sat down. `here` is for another person on that guest's screen; `nonce` is the player's share in the table's chance.
    `unrated`: they do not want to be rated."""

    seat: Seat
    guest: int
    name: str
    here: bool
    nonce: Hex
    unrated: bool = False


class Bot(_Event, tag="bot", frozen=True):
    """A bot of this level sat down."""

    seat: Seat
    level: str


class Stood(_OfSeat, tag="stood", frozen=True):
    """A seat is open again."""


class Started(_Event, tag="started", frozen=True):
    """The game began; `first` is the seat that goes first. `rated`: it counts for ratings, as the table said before."""

    first: Seat
    rated: bool = False


class Ready(_OfSeat, tag="ready", frozen=True):
    """The person in a seat is ready for the game to begin."""


class Paused(_Event, tag="paused", frozen=True):
    """All players have left the table: the game's clock stands still."""


class Resumed(_Event, tag="resumed", frozen=True):
    """A player is back: the game's clock goes on from where it stood."""


class Act(_Event, tag="act", frozen=True):
    """A seat acted, or people entered a result of chance.

    `path` lists the places it passes, empty for the usual path. `ms` is the instant on the game's clock, -1 if it does not matter.
    """

    seat: SeatOrChance
    action: Count
    path: tuple[str, ...] = msgspec.field(default=(), name="how")  # the name in logs since the first version
    ms: Annotated[int, Meta(ge=-1)] = -1


class Time(_Event, tag="time", frozen=True):
    """Time passed up to this instant on the game's clock, because something was due."""

    ms: Count


class RacedClaim(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True, kw_only=True):
    """One hand in a race, with everything measured, in milliseconds; see `docs/races.md`.

    Attributes:
        held: set for a call that was kept from the others.
        travel_ms: how long the pointer travelled, if it did.
        lot: the lot drawn for it, if there was one.
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
    """A race was decided. The `act` events that result follow.

    Attributes:
        race: the kind of cue.
        cue: the name of the cue.
        base_ms: the cue's instant on the game's clock.
        by: the seat whose call gave the cue; -1 for none.
        window_ms: how long the first claim waited.
        slow: whether the server's pause mattered.
        pause_ms: the server's longest pause meanwhile.
        claims: what each hand did, in order.
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
    """The server was away, and the game's clock stood still for this many milliseconds."""

    ms: Count


What = Literal["undo", "end"]
"""What a seat may ask of the others: to take back its last action, or to end the game without a winner."""


class Asked(_Event, tag="asked", frozen=True):
    """A seat asks the others for something. All the seats `of` must agree."""

    what: What
    seat: Seat
    of: tuple[Seat, ...]


class Answered(_Event, tag="answered", frozen=True):
    """A seat that was asked has answered. Older logs say neither `what` nor the `asker`: the answer is to the latest request."""

    seat: Seat
    yes: bool
    what: What | None = None
    asker: SeatOrChance = -1


class Withdrawn(_Event, tag="withdrawn", frozen=True):
    """The seat that asked no longer asks."""

    what: What
    seat: Seat


class Undone(_Event, tag="undone", frozen=True):
    """A seat's last action was taken back (-1: a die that was entered). `remaining` events of the game remain.

    `agreed` are the seats that were asked and agreed; none where nobody had to be asked.
    """

    seat: SeatOrChance
    remaining: Count = msgspec.field(name="keep")
    agreed: tuple[Seat, ...] = ()


class Resigning(_Event, tag="resigning", frozen=True):
    """A seat resigns: it takes effect `ms` milliseconds later, unless the seat takes it back."""

    seat: Seat
    ms: Count


class Stayed(_OfSeat, tag="stayed", frozen=True):
    """The seat that was resigning plays on."""


class Resigned(_OfSeat, tag="resigned", frozen=True):
    """A seat resigned."""


class Advised(_OfSeat, tag="advised", frozen=True):
    """A seat got advice from a bot."""


class TimedOut(_OfSeat, tag="timed_out", frozen=True):
    """A seat's time is up. See `TimeControl.per` for what follows."""


class Renamed(_Event, tag="renamed", frozen=True):
    """A person at the table has another name."""

    seat: Seat
    name: str


class CalledOff(_Event, tag="called_off", frozen=True):
    """The game ended without a winner, because its players wanted that: seat `by`, and those that `agreed` when asked.

    In older logs `by` is -1, and the answers say who agreed.
    """

    by: SeatOrChance = -1
    agreed: tuple[Seat, ...] = ()


class Absent(_OfSeat, tag="absent", frozen=True):
    """The person in a seat has left the table's page."""


class Present(_OfSeat, tag="present", frozen=True):
    """The person in a seat is at the table again."""


class Awaited(_OfSeat, tag="awaited", frozen=True):
    """The person in a seat has not come to this game yet, which somebody else wants. The game waits for them, and no clock runs before."""


class Nudged(_Event, tag="nudged", frozen=True):
    """Seat `by` reminds this seat that the others wait for it."""

    seat: Seat
    by: Seat


class Heard(_OfSeat, tag="heard", frozen=True):
    """The person in a seat has answered a reminder: they are there, and still think."""


class Declined(_OfSeat, tag="declined", frozen=True):
    """The person in a seat does not want to play this game, which somebody else began for them."""


class Said(_Event, tag="said", frozen=True):
    """Somebody wrote `text`, or said an emote. `seat` is -1 for a watcher. It is no part of the game's record."""

    seat: SeatOrChance
    guest: int
    name: str
    text: Line = ""
    emote: Emote | None = None


class StoodIn(_Event, tag="stood_in", frozen=True):
    """A bot plays for a person who is away, or (`unheard`) is there and did not answer a reminder. `open` means that somebody else may take
    the seat over."""

    seat: Seat
    open: bool = False
    unheard: bool = False


class Returned(_OfSeat, tag="returned", frozen=True):
    """The person is back."""


class TakenOver(_Event, tag="taken_over", frozen=True):
    """Somebody else took the seat over."""

    seat: Seat
    guest: int
    name: str


class Abandoned(_Event, tag="abandoned", frozen=True):
    """Nothing happened here for this many days, so the table is closed: nobody can join any more, or the game ended without a winner."""

    days: Annotated[int, Meta(ge=1)]


class Rematch(_Event, tag="rematch", frozen=True):
    """The same people have a new table, with this id. Seat `by` asked for it; -1 in old logs."""

    table: str
    by: SeatOrChance = -1


Door = Literal["anybody", "link", "nobody"]
"""Which newcomers may sit down at a table: anybody, people with the invitation, or nobody."""
KEY_SIGNS = "^[A-Za-z0-9_-]{0,64}$"
"""The form of an invitation's key."""


class Invited(_Event, tag="invited", frozen=True):
    """Who may sit down from now on.

    Attributes:
        who: which newcomers may sit down. At a table whose log does not say, anybody may.
        key: the key in links that let people in. Links with an earlier key have become invalid.
        until_ms: until when the key is valid (Unix ms); -1 for until the game begins.
    """

    who: Door
    key: Annotated[str, Meta(pattern=KEY_SIGNS)] = ""
    until_ms: Annotated[int, Meta(ge=-1)] = -1


class Removed(_Event, tag="removed", frozen=True):
    """The host of the table has removed somebody: their seats are open again, and they may neither sit down nor watch until they are let in."""

    guest: int
    name: str


class LetIn(_Event, tag="let_in", frozen=True):
    """Somebody who was removed may come again."""

    guest: int


class Closed(_Event, tag="closed", frozen=True):
    """The host of the server has closed the table: nothing can be done there, and nobody's time runs."""


class Reopened(_Event, tag="reopened", frozen=True):
    """The table is open again: everything goes on from where it stood."""


LogEvent = (
    Created | Invited | Removed | LetIn | Closed | Reopened | Sat | Bot | Stood | Ready | Started | Paused | Resumed | Act | Time | Resolved | Away | Asked | Answered | Withdrawn | Undone | Resigned
    | Advised | Renamed
    | Resigning | Stayed | TimedOut | CalledOff | Absent | Present | Awaited | Nudged | Heard | Declined | Said
    | StoodIn | Returned | TakenOver | Rematch | Abandoned
)  # fmt: skip


class _UndoAsked(_Event, tag="undo_asked", frozen=True):
    seat: Seat
    of: tuple[Seat, ...]


class _EndAsked(_Event, tag="end_asked", frozen=True):
    seat: Seat
    of: tuple[Seat, ...]


class _Consented(_Event, tag="consented", frozen=True):
    seat: Seat
    yes: bool


class _UndoWithdrawn(_OfSeat, tag="undo_withdrawn", frozen=True):
    pass


class _EndWithdrawn(_OfSeat, tag="end_withdrawn", frozen=True):
    pass


_Before = _UndoAsked | _EndAsked | _Consented | _UndoWithdrawn | _EndWithdrawn
"""The forms in older logs of `Asked`, `Answered` and `Withdrawn`. They are read, and never written."""


def _as_now(event: LogEvent | _Before) -> LogEvent:
    """An event in its present form."""
    match event:
        case _UndoAsked(seat, of):
            return Asked("undo", seat, of)
        case _EndAsked(seat, of):
            return Asked("end", seat, of)
        case _Consented(seat, yes):
            return Answered(seat, yes)
        case _UndoWithdrawn(seat):
            return Withdrawn("undo", seat)
        case _EndWithdrawn(seat):
            return Withdrawn("end", seat)
    return event


class Unreadable(msgspec.Struct, frozen=True):
    """A line of the log that cannot be read as an event. `why` says where, in English; `kind` is the kind it claims, "" if none."""

    kind: str
    why: str


_decoder: msgspec.json.Decoder[LogEvent | _Before] = msgspec.json.Decoder(LogEvent | _Before)
_encoder = msgspec.json.Encoder()

KINDS = frozenset(kind.__struct_config__.tag for kind in get_args(LogEvent))
"""Every kind of event."""
KNOWN = KINDS | {kind.__struct_config__.tag for kind in get_args(_Before)}
"""Every kind that can be read, including those of older logs."""


def kind_of(event: LogEvent | Unreadable) -> str:
    """The kind of an event, as the log names it."""
    return event.kind if isinstance(event, Unreadable) else str(event.__struct_config__.tag)


def read(text: str | bytes) -> LogEvent | Unreadable:
    """An event from its text in the log."""
    try:
        return _as_now(_decoder.decode(text))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return Unreadable(_kind_in(text), str(error))


def _kind_in(text: str | bytes) -> str:
    """The kind that an unreadable event claims."""
    try:
        found: Any = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""
    kind = found.get("kind") if isinstance(found, dict) else None
    return kind[:40] if isinstance(kind, str) else ""


def write(event: LogEvent) -> str:
    """An event as text for the log."""
    return _encoder.encode(event).decode()


def fields(event: LogEvent) -> dict[str, Any]:
    """An event's fields as plain JSON values."""
    found: dict[str, Any] = msgspec.json.decode(write(event))
    del found["kind"]
    return found


@dataclass(frozen=True)
class Row:
    """One event of a table: its number (from 0), the command that caused it, its time (Unix ms), and its content."""

    seq: int
    command_id: str | None
    at_ms: int
    event: LogEvent | Unreadable
