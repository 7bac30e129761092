"""What the HTTP API answers in JSON, by type: what is sent is made of these, and `openapi.py` tells programs of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from ludotheque.bots import trial
from ludotheque.bots.review import TurningPoint, Weighed
from ludotheque.core.message import Message
from ludotheque.core.option import Option, Part, Value
from ludotheque.core.outcome import Outcome
from ludotheque.server.room.log_events import Origin, TimeControl
from ludotheque.table import pictures

Preparing = Literal["ready", "compiling", "failed"]


class Done(msgspec.Struct, frozen=True):
    """It is done."""

    ok: bool = True


class Playable(msgspec.Struct, frozen=True):
    """A component file is right.

    Attributes:
        seats: the numbers of players that its box is enough for.
    """

    seats: tuple[int, ...]


class Myself(msgspec.Struct, frozen=True):
    """A guest's name and language; both are empty until they give them."""

    name: str
    lang: str


class Met(Myself, frozen=True):
    """What a page asks first: who I am, whether this browser is a guest already, and which build of the pages the server has ("" if none is
    built), so that one left open over an upgrade knows it."""

    known: bool
    build: str


class DeviceLink(msgspec.Struct, frozen=True):
    """A link for another device, the same as a QR code (SVG), and how many seconds it is valid."""

    link: str
    qr: str
    valid_s: int


class HouseFacts(msgspec.Struct, frozen=True):
    """The house's network, by which phones reach this machine.

    Attributes:
        why: why this server never opens it; None if it may.
        open: whether it is open.
        urls: where phones reach the pages, the likeliest first.
        left_s: the seconds until it closes by itself.
        lasts_s: how many seconds it stays open when it is opened.
        problem: why nobody, or not everybody, can come in although it is open; None if all is well.
        data: the data folder that this server was given; "" for the user's.
    """

    why: Message | None
    open: bool
    urls: list[str]
    left_s: int
    lasts_s: int
    problem: Message | None
    data: str


class Made(msgspec.Struct, frozen=True):
    """The id of a table that was made."""

    id: str


class OptionFacts(msgspec.Struct, frozen=True):
    """What players agree on before a game begins, as a form needs it. `composed`: whether its value is composed of parts of the box."""

    name: str
    default: Value
    choices: tuple[str, ...] | None
    minimum: int | None
    maximum: int | None
    seats: tuple[int, ...] | None
    when: tuple[str, Value] | None
    choice_seats: Mapping[str, tuple[int, ...]]
    composed: bool
    neutral: Value | None
    interface: bool
    usual: Mapping[int, Value]

    @classmethod
    def of(cls, option: Option) -> OptionFacts:
        """What is told of an option."""
        told = {name: getattr(option, name) for name in cls.__struct_fields__}
        return cls(**told | {"composed": option.composed is not None})


class GameFacts(msgspec.Struct, frozen=True):
    """A game, with everything that the form for a new table needs.

    Attributes:
        seats: the numbers of players that can play.
        minutes: how long a game takes, shortest and longest.
        age: from how many years on we recommend it; 0 if nothing is recommended.
        own_dice: whether people may roll their own dice.
        timed: whether hands are raced for.
        first: whether a seat goes first.
        first_game: whether there is a guided first game.
        puzzles: whether there are positions of the day.
        ready: whether its rules are compiled.
    """

    name: str
    seats: tuple[int, ...]
    minutes: tuple[int, int]
    age: int
    options: list[OptionFacts]
    own_dice: bool
    timed: bool
    first: bool
    first_game: bool
    puzzles: bool
    ready: Preparing


class Library(msgspec.Struct, frozen=True):
    """The games, the levels of bots, and the bots that other packages bring. `alone`: whether the library without a server is at `/alone/`."""

    games: list[GameFacts]
    bots: tuple[str, ...]
    own_bots: tuple[str, ...]
    default_bot: str
    forget_after_h: int
    chat: bool
    alone: bool


class SitterFacts(msgspec.Struct, frozen=True):
    """Who sits on a chair of a table in a list."""

    seat: int
    who: str
    name: str
    level: str
    yours: bool
    resigned: bool


class ListedTable(msgspec.Struct, frozen=True):
    """A table in a list. One that cannot be opened has `closed`, which says why, and nothing more than its id and its game."""

    id: str
    game: str
    closed: Message | UnsetType = UNSET
    seats: int | UnsetType = UNSET
    options: Mapping[str, Value] | UnsetType = UNSET
    phase: Literal["lobby", "playing", "over"] | UnsetType = UNSET
    host: bool | UnsetType = UNSET
    chairs: list[SitterFacts] | UnsetType = UNSET
    actors: tuple[int, ...] | UnsetType = UNSET
    made_ms: int | UnsetType = UNSET
    at_ms: int | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    """The current turn of a game that is not over; 0 before the first one."""
    outcome: Outcome | UnsetType | None = UNSET
    ended_ms: int | UnsetType = UNSET
    origin: Origin | UnsetType | None = UNSET
    clock: TimeControl | UnsetType | None = UNSET
    """Of open tables; None for no limit of time."""
    rated: bool | UnsetType = UNSET
    """Whether the game of an open table would count for ratings, as things are."""
    ratings: Mapping[int, dict[str, int | bool]] | UnsetType = UNSET
    """The ratings of those who sit at an open table that counts and who want to be on the lists, by seat."""


class Lists(msgspec.Struct, frozen=True):
    """My tables, those of them that began at a moment of another game, and other people's tables with an open seat."""

    mine: list[ListedTable]
    branches: list[ListedTable]
    open: list[ListedTable]


class PlayedTable(msgspec.Struct, frozen=True):
    """A finished game. `moves` counts what happened in it; `lasted_ms` is 0 where nobody knows. `points` has those of each
    side, the first one first; none where the game counts none, or was not played to its end."""

    id: str
    game: str
    seats: int
    phase: Literal["over"]
    chairs: list[SitterFacts]
    outcome: Outcome
    ended_ms: int
    moves: int
    lasted_ms: int
    points: list[int]


class History(msgspec.Struct, frozen=True):
    """A page of my finished games, how many games and pages there are, and which games I have played at all."""

    tables: list[PlayedTable]
    count: int
    pages: int
    games: list[str]


class RuleRow(msgspec.Struct, frozen=True):
    """A row of a rulebook, and the ruling where the rulebook leaves a question open. `easy_*`: both in sentences that are easy to read, if it has
    them. `reconstructed`: the ruling fills in what is lost of the box. `special`: it is about a mode, a variant or an option."""

    id: str
    paragraph: str
    paragraph_en: str
    fr: str
    en: str
    ruling_fr: str | None
    ruling_en: str | None
    easy_fr: str | None
    easy_en: str | None
    reconstructed: bool
    special: bool


class GameTerm(msgspec.Struct, frozen=True):
    """A word of a game, and the id of the row that explains it."""

    fr: str
    en: str
    row: str


class FoundRow(msgspec.Struct, frozen=True):
    """A row that answers a question: its id, and the words that were found, as its texts have them."""

    id: str
    words: tuple[str, ...]


class FoundRules(msgspec.Struct, frozen=True):
    """The rows that answer a question, the best first, whether the first of them is sure to, and the language of their words: the other one if none
    answers in that of the asker. If none does at all: words of the rulebook like those asked for, and at most two rows that come near."""

    rows: tuple[FoundRow, ...]
    sure: bool
    language: str
    near: tuple[str, ...]
    related: tuple[FoundRow, ...]


class RowPicture(msgspec.Struct, frozen=True):
    """The picture beside a row, and what it shows in words."""

    picture: str
    alt_fr: str
    alt_en: str


class Rules(msgspec.Struct, frozen=True):
    """A game's rulebook row by row, the pictures of its goal and of a turn, those of rows by the row's id, and the words that the rows explain."""

    rows: list[RuleRow]
    goal: tuple[pictures.Shown, ...]
    turn: tuple[pictures.Shown, ...]
    pictures: Mapping[str, RowPicture]
    terms: list[GameTerm]


class Edition(msgspec.Struct, frozen=True):
    """The facts of a game's box, each with its provenance."""

    facts: list[dict[str, Any]]


class Reason(msgspec.Struct, frozen=True):
    """Why something is not legal, and the ids of the rows behind it."""

    reason: Message
    rules: tuple[str, ...]


class Composition(msgspec.Struct, frozen=True):
    """The parts that may come next, what is still missing, and what the composition looks like so far (SVG)."""

    parts: list[Part]
    missing: Message | None
    picture: str


class Readiness(msgspec.Struct, frozen=True):
    """Whether people can be sent here, and if not, why."""

    ok: bool
    why: Literal["stopping", "store", "cluster"] | UnsetType = UNSET


class Lateness(msgspec.Struct, frozen=True):
    """How late the event loop was, and how much of that was its own work, in milliseconds, within `window_s` seconds."""

    ok: bool
    loop_lag_ms: Mapping[str, float]
    loop_own_ms: Mapping[str, float]
    window_s: float


class PushFacts(msgspec.Struct, frozen=True):
    """What a browser subscribes to, or why it cannot."""

    key: str | None
    why: Message | None


class MailFacts(msgspec.Struct, frozen=True):
    """Whether e-mails are offered, and my own address."""

    offered: bool
    address: str
    confirmed: bool


class Notified(msgspec.Struct, frozen=True):
    """By what I am called."""

    push: PushFacts
    mail: MailFacts


class ChancesFacts(msgspec.Struct, frozen=True):
    """The chances through a game, as far as they are computed: `done` of `of` moments. `points` begins behind those that the asker knows."""

    of: int
    done: int
    ready: bool
    failed: bool
    why: Message | None
    points: list[Weighed]
    turning_points: list[TurningPoint]


class ReachedChange(msgspec.Struct, frozen=True):
    """In which share of the games that were looked at a change of the box made a difference. It is called `said`, or what stands at `path` is."""

    path: str
    said: Message | None
    games: trial.Share


class Trial(msgspec.Struct, frozen=True):
    """What bots' games with a box came to so far.

    Attributes:
        tally: the counts, to continue with.
        games: how many games a whole trial has.
        level: the level of the bots.
        wins: for each seat its share of the wins; seat 0 goes first.
        shared: the share of games without one winner.
        actions: the mean number of actions.
        endings: the share of each ending.
        reached: for each change of the box that can be taken back alone, how often it mattered.
        uneven: the seat that wins too often or too rarely for luck alone; None if none does.
    """

    tally: trial.Tally
    games: int
    level: str
    wins: list[trial.Share]
    shared: trial.Share
    actions: float
    endings: dict[str, trial.Share]
    reached: list[ReachedChange]
    uneven: int | None
