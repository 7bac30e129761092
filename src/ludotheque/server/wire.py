"""The messages between a browser and the server, the only module that knows how they are encoded (JSON text frames).

Every message is an object with a tag `t`. A message with an unknown field, an unknown tag or a wrong type is refused with
an `error` that says where. `docs/wire.md` shows each with an example.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ludotheque.core.message import Message
from ludotheque.core.outcome import Outcome
from ludotheque.core.racing import CueKind
from ludotheque.scene.model import Choices, EventView, Layout, Scene

MAX_MESSAGE = 64 * 1024
"""Bytes of the largest message the server reads."""


class _In(msgspec.Struct, tag_field="t", forbid_unknown_fields=True, frozen=True):
    """A message from a browser."""


class Hello(_In, tag="hello", frozen=True):
    """Watch a table from now on; the answer is `welcome` (or `current` where `view_hash` is still right)."""

    table: str
    last_seq: int = -1
    view_hash: str = ""


class Sit(msgspec.Struct, tag_field="kind", tag="sit", forbid_unknown_fields=True, frozen=True):
    """Take an open seat, or, while the game goes on, one that its host offers where a bot stands in; `name` is shown to all. `here`: for
    somebody else on this screen.

    `nonce` is the player's own share in the table's chance, any short text; the server makes one where it is empty.
    """

    seat: int
    name: str
    here: bool = False
    nonce: Annotated[str, msgspec.Meta(max_length=64)] = ""


class Stand(msgspec.Struct, tag_field="kind", tag="stand", forbid_unknown_fields=True, frozen=True):
    """Leave a seat before the game starts (the host may also empty a bot's seat)."""

    seat: int


class SitBot(msgspec.Struct, tag_field="kind", tag="bot", forbid_unknown_fields=True, frozen=True):
    """The host gives an open seat to a bot of this level."""

    seat: int
    level: str


class Start(msgspec.Struct, tag_field="kind", tag="start", forbid_unknown_fields=True, frozen=True):
    """Begin, once every seat is taken. (A table also begins by itself when its last seat is taken.)"""


class Act(msgspec.Struct, tag_field="kind", tag="act", forbid_unknown_fields=True, frozen=True):
    """An action of a seat, by its integer; `path` the way it is carried out (place ids), empty for the usual one."""

    seat: int
    action: int
    path: list[str] = []


class Undo(msgspec.Struct, tag_field="kind", tag="undo", forbid_unknown_fields=True, frozen=True):
    """Take back the seat's last action: at once where the policy allows, else by asking the others."""

    seat: int


class Consent(msgspec.Struct, tag_field="kind", tag="consent", forbid_unknown_fields=True, frozen=True):
    """Answer the takeback that is being asked for, for this seat."""

    seat: int
    yes: bool


class Resign(msgspec.Struct, tag_field="kind", tag="resign", forbid_unknown_fields=True, frozen=True):
    """Give up the game for this seat."""

    seat: int


class StandIn(msgspec.Struct, tag_field="kind", tag="stand_in", forbid_unknown_fields=True, frozen=True):
    """Have a bot play for somebody who is away, until they come back. Whoever plays at the table may.

    `open`: somebody who watches may play on there instead, and whoever left finds the seat taken then. Only the host says so.
    """

    seat: int
    open: bool = False


class Rematch(msgspec.Struct, tag_field="kind", tag="rematch", forbid_unknown_fields=True, frozen=True):
    """After the end: a new table with the same people (answered by the table's `rematch` field)."""


Do = Sit | Stand | SitBot | Start | Act | Undo | Consent | Resign | StandIn | Rematch


class Command(_In, tag="command", frozen=True):
    """Do something at a table; always answered by `applied`, `duplicate` or `rejected` with the same `command_id`."""

    table: str
    command_id: str
    expected_seq: int
    do: Do


class Why(_In, tag="why", frozen=True):
    """Why can these clicks (ids of pieces, places, buttons) not be done? Answered by `because`."""

    table: str
    id: str
    seat: int
    clicks: list[str]


class More(_In, tag="more", frozen=True):
    """The choices that begin with this click, left out of a scene to keep it small. Answered by `choices`."""

    table: str
    id: str
    seat: int
    click: str


class Past(_In, tag="past", frozen=True):
    """The scene after the first `move` moves. Answered by `past`."""

    table: str
    id: str
    move: int


class Claim(_In, tag="claim", frozen=True):
    """Do what others may be doing at the same moment, in the race of this cue; answered like a command.

    `reaction_ms` is the time from the cue's presentation to the press, on the browser's one clock; for the seat whose call
    gave the cue, from that call. Until its cue has come, such a seat names it by the `command_id` of the call. `travel_ms`: for so
    long before the press a mouse or a pen was on its way to what it pressed.
    """

    table: str
    command_id: str
    cue: str
    seat: int
    action: int
    reaction_ms: Annotated[float, msgspec.Meta(ge=0, le=10_000_000)]
    travel_ms: Annotated[float, msgspec.Meta(ge=0, le=10_000_000)] = 0.0


class Idle(_In, tag="idle", frozen=True):
    """Nothing was pressed for this seat up to `ms` after the cue's presentation: nobody needs to wait for it."""

    table: str
    cue: str
    seat: int
    ms: Annotated[float, msgspec.Meta(ge=0, le=10_000_000)]


CheerKind = Literal["clap", "oh", "laugh", "drum"]

Part = Annotated[float, msgspec.Meta(ge=-1, le=1)]


class Wave(_In, tag="wave", frozen=True):
    """A seat's hand moves over the board, for the others to see: -1 to 1 from its middle, y downwards. Kept nowhere."""

    table: str
    seat: int
    x: Part
    y: Part


class Cheer(_In, tag="cheer", frozen=True):
    """A noise that anybody at the table, or around it, makes."""

    table: str
    kind: CheerKind


Incoming = Hello | Command | Why | More | Past | Claim | Idle | Wave | Cheer


class Out(msgspec.Struct, tag_field="t", frozen=True):
    """A message to a browser."""


class ChairFacts(msgspec.Struct, frozen=True):
    """A seat at a table. `here`: another person on the screen of the guest who took it. `handicap_ms`: what it is given in races.
    `stand_in`: a bot plays there while they are away; `offered`: somebody who watches may play on there.
    """

    seat: int
    who: Literal["open", "person", "bot"]
    name: str
    level: str
    here: bool
    yours: bool
    online: bool
    resigned: bool
    handicap_ms: int
    stand_in: bool
    offered: bool


class AskingFacts(msgspec.Struct, frozen=True):
    """A takeback that `seat` asks for: who said yes so far (by seat), and the seats that have not answered."""

    seat: int
    answers: dict[str, bool]
    waiting: list[int]


Strength = Literal["ready", "hasty", "weak"]


class TableFacts(msgspec.Struct, frozen=True):
    """A table as a guest may know it. `may_undo`: your seats that may take back at once; `may_ask`: those that may take back or ask.

    `company`: who was meant to sit down, friends or anybody.
    `bots`: how strong bots play: as they can, below that while rules are being compiled, or where they cannot be.
    """

    id: str
    game: str
    seats: int
    options: dict[str, Any]
    first: int | str
    company: Literal["friends", "strangers"]
    phase: Literal["lobby", "playing", "over"]
    host: bool
    chairs: list[ChairFacts]
    may_undo: list[int]
    may_ask: list[int]
    asking: AskingFacts | None
    rematch: str | None
    outcome: Outcome | None
    commitment: str
    nonces: list[str]
    seed: str | None
    bots: Strength


class You(msgspec.Struct, frozen=True):
    """Who the server takes this browser for: its seats at the table, and the name of its guest."""

    seats: list[int]
    name: str


class Move(EventView, frozen=True, omit_defaults=True, gc=False, kw_only=True):
    """A line of the list of moves; `n` counts from 1, the seat -1 is chance, -2 time."""

    n: int


class RaceFacts(msgspec.Struct, frozen=True):
    """What people race for now: `seats` are your own that may still act, `actions` the codes raced for.

    `by` is the seat whose call gave the cue, -1 where none did; `at_ms` the cue's instant on the game's clock.
    """

    cue: str
    kind: CueKind
    at_ms: int
    by: int
    seats: list[int]
    actions: list[int]


class PhotoRow(msgspec.Struct, frozen=True):
    """What one hand did in a race, every raw value of it in milliseconds. A call that came to nothing has the action -1 and no text."""

    seat: int
    action: int
    result: Literal["taken", "late", "early", "void"]
    elapsed_ms: float
    reaction_ms: float
    compensation_ms: float
    reach_ms: float
    handicap_ms: float
    key_ms: float
    text: str
    place: int


class Welcome(Out, tag="welcome", frozen=True):
    """Everything about a table, once after `hello`. `scene` is null before the game starts.

    `since_ms`: how long the present actors have been waited for. `begins_ms`: how long until the game begins, -1 where nobody counts.
    """

    seq: int
    view_hash: str
    table: TableFacts
    you: You
    scene: Scene | None
    layout: Layout | None
    race: RaceFacts | None
    since_ms: int
    begins_ms: int
    moves: list[Move]


class Current(Out, tag="current", frozen=True):
    """Answer to a `hello` whose view is still right."""

    seq: int


class Update(Out, tag="update", frozen=True):
    """Something happened. `moves` replaces the list of moves from index `moves_from` on; `layout` is null where it was sent before."""

    seq: int
    view_hash: str
    table: TableFacts
    you: You
    scene: Scene | None
    layout: Layout | None
    race: RaceFacts | None
    since_ms: int
    begins_ms: int
    moves_from: int
    moves: list[Move]


class Applied(Out, tag="applied", frozen=True):
    """The command is in the log, as event `seq`."""

    command_id: str
    seq: int


class Duplicate(Out, tag="duplicate", frozen=True):
    """The command was already applied, as event `seq`."""

    command_id: str
    seq: int


class Rejected(Out, tag="rejected", frozen=True):
    """The command was not applied; `reason` is a message, `rules` the rows of the rulebook behind it."""

    command_id: str
    reason: Message
    rules: list[str]
    seq: int
    scene: Scene | None = None


class Cue(Out, tag="cue", frozen=True):
    """Something that all hurry to answer; written to every socket at once, before anything else is told of it.

    For a cue to grab it says to all what they need until they are told the rest: since when, by whose call, which seats may act, and
    the codes of what lies there for whoever is first, as far as a spectator may know.
    """

    table: str
    cue: str
    kind: CueKind
    at_ms: int = -1
    by: int = -1
    seats: list[int] = []
    actions: list[int] = []


class Photo(Out, tag="photo", frozen=True):
    """How the claims about a cue came in so far, in their order.

    `slow`: the server itself paused meanwhile; `doubtful`: and that could have changed what came of it.
    """

    table: str
    cue: str
    kind: CueKind
    slow: bool
    doubtful: bool
    window_ms: float
    rows: list[PhotoRow]


class Waves(Out, tag="waves", frozen=True):
    """Another player's hand moves."""

    table: str
    seat: int
    x: float
    y: float


class Cheers(Out, tag="cheers", frozen=True):
    """Somebody made a noise; seat -1 for who only watches."""

    table: str
    seat: int
    name: str
    kind: CheerKind


class Because(Out, tag="because", frozen=True):
    """Answer to `why`."""

    id: str
    reason: Message
    rules: list[str]


class ChoicesOut(Out, tag="choices", frozen=True):
    """Answer to `more`."""

    id: str
    choices: Choices


class PastOut(Out, tag="past", frozen=True):
    """Answer to `past`."""

    id: str
    move: int
    scene: Scene


class Error(Out, tag="error", frozen=True):
    """A message that could not be understood or served; `id` is of the request, where it had one."""

    reason: Message
    id: str = ""


Outgoing = (
    Welcome | Current | Update | Applied | Duplicate | Rejected | Because | ChoicesOut | PastOut | Error
    | Cue | Photo | Waves | Cheers
)  # fmt: skip

_decoder = msgspec.json.Decoder(Incoming)
_encoder = msgspec.json.Encoder()


def read(data: str | bytes) -> Incoming:
    """A browser's message; `msgspec.ValidationError` or `DecodeError` where it is none."""
    message: Incoming = _decoder.decode(data)
    return message


def write(message: Out) -> bytes:
    """A message as bytes of JSON."""
    return _encoder.encode(message)


def plain(value: Any) -> Any:
    """Structures (scenes, messages) as plain lists and objects."""
    return msgspec.to_builtins(value)
