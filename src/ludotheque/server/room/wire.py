"""The messages between a browser and the server. No other module knows how they are encoded (JSON text frames).

Every message is an object with a tag `t`. A message with an unknown field, an unknown tag or a wrong type is refused with an `error`
that says where. `docs/wire.md` shows each message with an example.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ludotheque.core.message import Message
from ludotheque.core.outcome import Outcome
from ludotheque.core.quits import Quit
from ludotheque.core.racing import CueKind
from ludotheque.scene.columns import short
from ludotheque.scene.model import Choices, EventView, Layout, Scene
from ludotheque.server.room.chairs import ReplyFacts, Takeback
from ludotheque.server.room.log_events import MAX_LINE, Door, Emote, Origin, TimeControl, What

MAX_MESSAGE = 64 * 1024
"""The largest message that the server reads, in bytes."""


class _In(msgspec.Struct, tag_field="t", forbid_unknown_fields=True, frozen=True):
    """A message from a browser, about a table."""

    table: str


Key = Annotated[str, msgspec.Meta(max_length=64)]
"""The key of an invitation, as a link has it."""


class Hello(_In, tag="hello", frozen=True):
    """Start watching a table. The answer is `welcome`, or `current` if `view_hash` is still right.

    Attributes:
        invite: the key in the link to the table; "" if it has none.
        changes: whether the browser wants a `change` in place of an `update` where it has the previous message.
    """

    last_seq: int = -1
    view_hash: str = ""
    invite: Key = ""
    changes: bool = False


class _Do(msgspec.Struct, tag_field="kind", forbid_unknown_fields=True, frozen=True):
    """What a command does."""


class _DoOfSeat(_Do, frozen=True):
    """What a command does for a seat, or to it."""

    seat: int


class Sit(_Do, tag="sit", frozen=True):
    """Take an open seat; or, while the game goes on, a seat that its host offers where a bot stands in.

    Attributes:
        seat: the seat.
        name: the player's name, shown to all.
        here: whether the seat is for another person on this screen.
        nonce: the player's share in the table's chance, any short text; the server makes one if it is empty.
        invite: the key in the link to the table, where newcomers need one.
    """

    seat: int
    name: str
    here: bool = False
    nonce: Annotated[str, msgspec.Meta(max_length=64)] = ""
    invite: Key = ""


class Stand(_DoOfSeat, tag="stand", frozen=True):
    """Leave a seat before the game starts. The host may also empty a bot's seat."""


class SitBot(_Do, tag="bot", frozen=True):
    """Give an open seat to a bot of this level. Only the host may."""

    seat: int
    level: str


class Start(_Do, tag="start", frozen=True):
    """Start the game once every seat is taken. A table also starts by itself when its last seat is taken."""


class Ready(_Do, tag="ready", frozen=True):
    """Say that you are ready for the game to begin, with all your seats. The table says when it waits for that (`awaits_ready`)."""


class Act(_Do, tag="act", frozen=True):
    """Play an action. `path` lists the ids of the places it passes; empty for the usual path."""

    seat: int
    action: int
    path: list[str] = []


class Undo(_DoOfSeat, tag="undo", frozen=True):
    """Take back the seat's last action: at once if the policy allows it, otherwise after asking the others."""


class Consent(_Do, tag="consent", frozen=True):
    """Answer, for this seat, a request for a takeback or for the end of the game."""

    seat: int
    yes: bool


class Resign(_DoOfSeat, tag="resign", frozen=True):
    """Resign the game for this seat. It takes effect ten seconds later, unless the seat stays or plays on."""


class Stay(_DoOfSeat, tag="stay", frozen=True):
    """Play on: withdraw this seat's resignation, take the seat back from a bot that plays although you are there, or answer a reminder."""


class End(_DoOfSeat, tag="end", frozen=True):
    """End the game without a winner: at once if all other people are away, otherwise after asking them. Sent again, it withdraws the request."""


class Nudge(_DoOfSeat, tag="nudge", frozen=True):
    """Remind this seat that the others are waiting for it."""


class Decline(_DoOfSeat, tag="decline", frozen=True):
    """Decline a game that somebody else began, such as a rematch. This holds until you open its page again, or play."""


class Say(_Do, tag="say", frozen=True):
    """Write a line to the table, or say an emote: one of the two. Watchers give their `name`."""

    text: Annotated[str, msgspec.Meta(max_length=MAX_LINE)] = ""
    emote: Emote | None = None
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""


class StandIn(_Do, tag="stand_in", frozen=True):
    """Let a bot play for a player who is away, until that player comes back. Anybody who plays at the table may.

    Attributes:
        seat: the seat of the player who is away.
        open: whether a watcher may take the seat over, so that the player finds it taken. Only the host may set it.
    """

    seat: int
    open: bool = False


class Rename(_Do, tag="rename", frozen=True):
    """Give another name to the person in one of your own seats, before the end. If somebody else there has that name, it gets a number."""

    seat: int
    name: str


class Invite(_Do, tag="invite", frozen=True):
    """Set which newcomers may sit down. With `link` the server makes a new link, valid for this many days, and older ones become invalid.
    Only the host may, before the game."""

    who: Door
    days: Annotated[int, msgspec.Meta(ge=1, le=60)] = 7


class Remove(_Do, tag="remove", frozen=True):
    """Remove somebody, who may neither sit down nor watch until they are let in. Only the host may.

    Attributes:
        seat: the person in this seat, before the game; -1 for somebody else.
        watcher: the person who watches under this name.
        by: the person who wrote the lines with this number.
    """

    seat: int = -1
    watcher: Annotated[str, msgspec.Meta(max_length=80)] = ""
    by: int = -1


class LetIn(_Do, tag="let_in", frozen=True):
    """Let somebody come back who was removed, by their number `n` in the table's list. Only the host may."""

    n: int


class Rematch(_Do, tag="rematch", frozen=True):
    """Ask for a new table with the same people after the end. The table's `rematch` field is the answer."""


Do = (
    Sit
    | Stand
    | SitBot
    | Start
    | Ready
    | Act
    | Undo
    | Consent
    | Resign
    | Stay
    | End
    | Nudge
    | Decline
    | Say
    | StandIn
    | Rename
    | Invite
    | Remove
    | LetIn
    | Rematch
)


class Command(_In, tag="command", frozen=True):
    """Do something at a table. The answer is `applied`, `duplicate` or `rejected` with the same `command_id`."""

    command_id: str
    expected_seq: int
    do: Do


class Why(_In, tag="why", frozen=True):
    """Ask why these clicks (ids of pieces, places, buttons) are refused. The answer is `because`."""

    id: str
    seat: int
    clicks: list[str]


class More(_In, tag="more", frozen=True):
    """Ask for the choices that begin with this click and were left out of a scene to keep it small. The answer is `choices`."""

    id: str
    seat: int
    click: str


class Advise(_In, tag="advise", frozen=True):
    """Ask what a good bot would do for one of your seats. The answer is `advice`. It is counted, except while pieces are set up."""

    id: str
    seat: int


class Past(_In, tag="past", frozen=True):
    """Ask for the scene after the first `move` moves. The answer is `past`."""

    id: str
    move: int


class Claim(_In, tag="claim", frozen=True):
    """Play an action in a race, where others may do the same at the same moment. It is answered like a command.

    Attributes:
        cue: the cue of the race. The seat whose call gave the cue may name it by the call's `command_id` until the cue arrives.
        seat: the seat.
        action: the action.
        reaction_ms: the time from showing the cue to the press, on the browser's clock; for the seat whose call gave the cue, from that call.
        travel_ms: how long a mouse or a pen moved towards what it pressed, before the press.
    """

    command_id: str
    cue: str
    seat: int
    action: int
    reaction_ms: Annotated[float, msgspec.Meta(ge=0, le=10_000_000)]
    travel_ms: Annotated[float, msgspec.Meta(ge=0, le=10_000_000)] = 0.0


class Idle(_In, tag="idle", frozen=True):
    """Report that nothing was pressed for this seat up to `ms` milliseconds after the cue was shown, so nobody has to wait for it."""

    cue: str
    seat: int
    ms: Annotated[float, msgspec.Meta(ge=0, le=10_000_000)]


CheerKind = Literal["clap", "oh", "laugh", "drum"]

Part = Annotated[float, msgspec.Meta(ge=-1, le=1)]


class Wave(_In, tag="wave", frozen=True):
    """A seat's hand moves over the board, for the others to see: from -1 to 1 from the centre, y downwards. It is not kept."""

    seat: int
    x: Part
    y: Part


class Cheer(_In, tag="cheer", frozen=True):
    """A noise from anybody at the table or watching it."""

    kind: CheerKind


Incoming = Hello | Command | Why | More | Past | Advise | Claim | Idle | Wave | Cheer


class Out(msgspec.Struct, tag_field="t", frozen=True):
    """A message to a browser."""


class ClockFacts(msgspec.Struct, frozen=True):
    """A seat's clock: what it had left at `since_ms`, from when it runs; -1 if it stands."""

    left_ms: int
    since_ms: int


class ChairFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A seat at a table. Instants are on the table's clock, see `now_ms` of a `welcome`; -1 for never.

    Attributes:
        who: whether the seat is open, or has a person or a bot.
        here: whether it belongs to another person on the screen of the guest who took it.
        handicap_ms: the head start of its hand in races, in milliseconds.
        stand_in: whether a bot plays there while its player is away.
        offered: whether a watcher may take it over.
        advised: how often the seat asked for advice.
        absent_ms: since when its person has been away, once the log says so.
        awaited: whether the game, which somebody else wants, waits for its person to come. No clock runs before.
        declined: whether its person does not want to play this game.
        nudged_ms: when it was last reminded, by the seat `nudged_by`.
        heard_ms: when its person last answered a reminder.
        resigns_ms: when its resignation takes effect.
        timed_out: whether it lost on time.
        late: whether its time for this move is up, so that a bot plays the move.
        ready: whether its person is ready for the game to begin.
        clock: its clock; null if there is none.
        taken_over: how often somebody else has taken it over while the game went on.
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
    advised: int
    absent_ms: int
    awaited: bool
    declined: bool
    nudged_ms: int
    nudged_by: int
    heard_ms: int
    resigns_ms: int
    timed_out: bool
    late: bool
    ready: bool
    clock: ClockFacts | None
    taken_over: int = 0


class AskingFacts(msgspec.Struct, frozen=True):
    """What a seat asks of the others.

    Attributes:
        kind: to take back its move, or to end the game without a winner.
        seat: the seat that asks.
        answers: who has answered, by seat, and whether they agree.
        waiting: the seats that have not answered.
    """

    kind: What
    seat: int
    answers: dict[str, bool]
    waiting: list[int]


class SaidFacts(msgspec.Struct, frozen=True):
    """A line or an emote of somebody at the table (`seat`), or of a watcher (-1). `by` tells people apart, for muting; `yours` says that
    it was you.

    It is other people's text: show it as text only.
    """

    seat: int
    by: int
    yours: bool
    name: str
    text: str
    emote: Emote | None


class InvitationFacts(msgspec.Struct, frozen=True):
    """Which newcomers may sit down, and until when the present link is valid (Unix ms); -1 for no limit."""

    who: Door = "anybody"
    until_ms: int = -1


class RemovedFacts(msgspec.Struct, frozen=True):
    """Somebody whom the host has removed, with the number for letting them in again. Only the host gets this."""

    n: int
    name: str


Strength = Literal["ready", "hasty", "weak"]


class TableFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a guest may know it.

    Attributes:
        company: who was meant to sit down: friends or strangers.
        may_undo: your seats that may take back at once.
        may_ask: your seats that may take back or ask to.
        advice: whether you may ask what a good bot would do.
        reply: how the last request ended.
        patience_ms: how long somebody must be gone before the others may do something about it.
        reminder_ms: how long a reminder may stay unanswered, before one may remind again, or let a bot play for who is there.
        resigning_ms: how long a resignation may be taken back.
        clock: how much time people have; null for no limit.
        chat: whether people may write to each other.
        bots: how strong bots play: `ready` at full strength, `hasty` below it while rules are being compiled, `weak` if they are not.
        quits: who stopped playing or was late, in order, and after which move.
        takebacks: who took a move back, in order, and how many moves remained.
        rematch_by: the seat that asked for the rematch; -1 if nobody did.
        paused: whether the game is paused because all players have left the table.
        setting_up: whether no turn has begun: pieces are being set up, or cards dealt.
        together: whether all seats win or lose together.
        next_first: the seat that goes first in a rematch; -1 if no seat does.
        abandoned: after how many days without anything happening the table was closed; null if it was not.
        unrated: why this game does not count for ratings, or would not as things are; null if it does.
        invitation: who may sit down.
        removed: the people whom you have removed, if you are the host.
        closed: whether the host of the server has closed the table.
        branch: whether it began at a moment of another game ("what if?").
        origin: which moment of which table's game that was, if you have a seat and it is known.
        weighs: whether you may see everybody's chances while the game goes on.
        alone: whether you may go on with the game in a library without a server.
        own_box: whether the host plays it on a box of their own.
        differences: how that box differs from the printed one.
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
    reply: ReplyFacts | None
    patience_ms: int
    reminder_ms: int
    resigning_ms: int
    clock: TimeControl | None
    chat: bool
    rematch: str | None
    outcome: Outcome | None
    commitment: str
    nonces: list[str]
    seed: str | None
    advice: bool
    bots: Strength
    together: bool = False
    next_first: int = -1
    quits: tuple[Quit, ...] = ()
    takebacks: tuple[Takeback, ...] = ()
    rematch_by: int = -1
    setting_up: bool = False
    paused: bool = False
    abandoned: int | None = None
    unrated: Message | None = None
    invitation: InvitationFacts = InvitationFacts()
    removed: tuple[RemovedFacts, ...] = ()
    closed: bool = False
    branch: bool = False
    origin: Origin | None = None
    weighs: bool = False
    alone: bool = False
    own_box: bool = False
    differences: tuple[Message, ...] = ()


class You(msgspec.Struct, frozen=True):
    """Your own seats at the table, and the name the server knows you by.

    Attributes:
        invite: the key that a link needs to let others sit down, if you may pass it on; "" if you may not, or none is needed.
        no_seat: why you may not sit down now; null if you may.
        lost: the seats that were yours until somebody took them over.
    """

    seats: list[int]
    name: str
    invite: str = ""
    no_seat: Message | None = None
    lost: tuple[int, ...] = ()


class Move(EventView, frozen=True, omit_defaults=True, gc=False, kw_only=True):
    """A line in the list of moves. `n` counts from 1; seat -1 is chance, -2 is time."""

    n: int


class RaceFacts(msgspec.Struct, frozen=True):
    """The race that is on.

    Attributes:
        at_ms: the instant of the cue on the game's clock.
        by: the seat whose call gave the cue; -1 if none did.
        seats: your own seats that may still act.
        actions: the actions raced for.
    """

    cue: str
    kind: CueKind
    at_ms: int
    by: int
    seats: list[int]
    actions: list[int]


class PhotoRow(msgspec.Struct, frozen=True):
    """One hand in a race, with the values that were measured, in milliseconds. A call that had no effect has the action -1 and no text."""

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


class _Whole(Out, frozen=True):
    """Everything that a page shows of a table at a moment."""

    seq: int
    view_hash: str
    table: TableFacts
    you: You
    scene: Scene | None
    layout: Layout | None
    race: RaceFacts | None
    since_ms: int
    awaits_ready: bool
    begins_ms: int
    now_ms: int
    watching: int
    watchers: list[str]


class Welcome(_Whole, tag="welcome", frozen=True):
    """Everything about a table, once after `hello`.

    Attributes:
        scene: null before the game starts.
        since_ms: how long the table has waited for the seats that may act, in milliseconds.
        awaits_ready: whether the game begins as soon as all people at the table have said that they are ready.
        begins_ms: the time until the game begins, or goes on, in milliseconds; -1 if no countdown is running.
        now_ms: the table's clock (Unix ms).
        watching: the number of people who watch and do not play.
        watchers: the names of the first five of them who have one. It is other people's text: show it as text only.
        said: the lines that people wrote.
        build: which build of the pages the server has; a page of another one was left open over an upgrade. "" where none is built.
    """

    said: list[SaidFacts]
    moves: list[Move]
    build: str = ""


class Current(Out, tag="current", frozen=True):
    """Answer to a `hello` whose view is still right. `now_ms`, `build` and `you` as in `Welcome`: `view_hash` does not cover them."""

    seq: int
    you: You
    now_ms: int = -1
    build: str = ""


class Update(_Whole, tag="update", frozen=True):
    """Something has happened. `moves` replaces the list of moves from index `moves_from` on, and `said` replaces the lines from `said_from` on;
    `layout` is null if it was sent before."""

    said_from: int
    said: list[SaidFacts]
    moves_from: int
    moves: list[Move]


class Change(Out, tag="change", frozen=True):
    """Something has happened: what an `update` would say, as far as it differs from the message with the `view_hash` `base`.

    A field that is left out is unchanged. The others mean the same as in an `Update`.

    Attributes:
        base: the `view_hash` of the `welcome`, `update` or `change` before.
        table: the fields of the table that differ; of its chairs those that do.
        scene: the fields of the scene that differ, see `scene/changes.py`. `last` is never among them: it is the last of the moves.
    """

    seq: int
    base: str
    view_hash: str
    now_ms: int
    since_ms: int
    begins_ms: int
    table: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    you: You | msgspec.UnsetType = msgspec.UNSET
    scene: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    race: RaceFacts | msgspec.UnsetType | None = msgspec.UNSET
    awaits_ready: bool | msgspec.UnsetType = msgspec.UNSET
    watching: int | msgspec.UnsetType = msgspec.UNSET
    watchers: list[str] | msgspec.UnsetType = msgspec.UNSET
    said_from: int | msgspec.UnsetType = msgspec.UNSET
    said: list[SaidFacts] | msgspec.UnsetType = msgspec.UNSET
    moves_from: int | msgspec.UnsetType = msgspec.UNSET
    moves: list[Move] | msgspec.UnsetType = msgspec.UNSET


class Applied(Out, tag="applied", frozen=True):
    """The command is in the log, as event `seq`."""

    command_id: str
    seq: int


class Duplicate(Out, tag="duplicate", frozen=True):
    """The command was already applied, as event `seq`."""

    command_id: str
    seq: int


class Rejected(Out, tag="rejected", frozen=True):
    """The command was refused. `reason` is a message, and `rules` the ids of the rulebook rows behind it."""

    command_id: str
    reason: Message
    rules: list[str]
    seq: int
    scene: Scene | None = None


class Cue(Out, tag="cue", frozen=True):
    """What the players of a race react to. It is written to every socket at once, before anything else about it.

    A cue to grab has all that a page needs until the update arrives: its instant, the seat whose call gave it, the seats that may act,
    and the actions raced for, as far as a spectator may know.
    """

    table: str
    cue: str
    kind: CueKind
    at_ms: int = -1
    by: int = -1
    seats: list[int] = []
    actions: list[int] = []


class Photo(Out, tag="photo", frozen=True):
    """How the claims for a cue came in so far, in order.

    Attributes:
        slow: whether the server itself paused meanwhile.
        doubtful: whether that could have changed the result.
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
    """Somebody made a noise; seat -1 for a watcher."""

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


class Advice(Out, tag="advice", frozen=True):
    """Answer to `advise`.

    Attributes:
        seat: the seat that asked.
        action: what a good bot would do.
        click: the first click of that action.
        seq: the last event of the log. The seat's decision is the one of that moment.
        why: the reason for it, where the game gives one.
    """

    id: str
    seat: int
    action: int
    click: str
    seq: int
    why: Message | None = None


class PastOut(Out, tag="past", frozen=True):
    """Answer to `past`."""

    id: str
    move: int
    scene: Scene


class Error(Out, tag="error", frozen=True):
    """A message could not be understood or served. `id` is that of the request, if it had one."""

    reason: Message
    id: str = ""


Outgoing = (
    Welcome | Current | Update | Change | Applied | Duplicate | Rejected | Because | ChoicesOut | PastOut | Advice | Error
    | Cue | Photo | Waves | Cheers
)  # fmt: skip

_decoder = msgspec.json.Decoder(Incoming)


def read(data: str | bytes) -> Incoming:
    """A browser's message. Raises `msgspec.ValidationError` or `msgspec.DecodeError` if it is not one."""
    message: Incoming = _decoder.decode(data)
    return message


def write(message: Out) -> bytes:
    """A message as JSON bytes. Large choices in a `change` are written in columns."""
    return short(message)


def plain(value: Any) -> Any:
    """Structures (scenes, messages) as plain lists and objects."""
    return msgspec.to_builtins(value)
