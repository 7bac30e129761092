"""What each audience sees of a table: scenes, moves and the table itself. Built from hidden views only, once for each state.

The results are JSON ready to send, and all sockets with the same view are sent the same bytes.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Collection, Iterable
from functools import lru_cache
from operator import attrgetter
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import astuple, replace

from ludotheque.bots.levels import NEVER_HASTY
from ludotheque.core import components, registry
from ludotheque.core.message import Message
from ludotheque.core.takeback import was_just_entered
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.scene.budget import fit
from ludotheque.scene.columns import encode
from ludotheque.scene.editor import differences
from ludotheque.scene.model import EventView, Scene
from ludotheque.server.base.cache import Cache
from ludotheque.server.room import absence
from ludotheque.server.room.absence import patience_s
from ludotheque.server.room.chairs import Chair
from ludotheque.server.room.permits import RESIGN_S, may_advise
from ludotheque.server.room.rated import unrated
from ludotheque.server.room.spec import may_go_on, next_first
from ludotheque.server.room.state import TableState
from ludotheque.server.room.takebacks import may_undo
from ludotheque.server.room.wire import (
    AskingFacts,
    ChairFacts,
    ClockFacts,
    InvitationFacts,
    Move,
    RemovedFacts,
    Strength,
    TableFacts,
)
from ludotheque.table import views
from ludotheque.table.turns import is_before_turns
from ludotheque.table.views import Follower, mask

Audience = frozenset[int]
Thing = TypeVar("Thing", bound=msgspec.Struct)


class Written(Generic[Thing]):
    """A structure and its JSON, which is written once, on first use."""

    __slots__ = ("_json", "thing")

    def __init__(self, thing: Thing) -> None:
        self.thing = thing
        self._json: msgspec.Raw | None = None

    @property
    def json(self) -> msgspec.Raw:
        """The structure as JSON."""
        if self._json is None:
            self._json = msgspec.Raw(encode(self.thing))
        return self._json


class WrittenScene(Written[Scene]):
    """A scene, its JSON, and its choices as a `change` has them."""

    __slots__ = ("choices",)

    def __init__(self, thing: Scene, choices: list[msgspec.Raw]) -> None:
        super().__init__(thing)
        self.choices = choices


EVERYBODY: Audience = frozenset()

HASH_BYTES = 32
LAYOUT_BYTES, SITUATION_BYTES = 8 * 2**20, 2**20
"""How much is kept of layouts, each of them once, and of the situations in which tables had them."""

_layouts: Cache[bytes, Any] = Cache(LAYOUT_BYTES)
"""Layouts by their hash: most tables of a game share one."""
_situations: Cache[tuple[str, str, bytes], bytes] = Cache(SITUATION_BYTES)
"""The hashes of layouts, by game, components and state."""


class MoveList:
    """The list of moves for one audience, built as the game goes on.

    `open_list` is the spectators' list. If the game describes every unveiled move to all in the same words, those moves are taken from it.
    """

    def __init__(self, state: TableState, audience: Audience, open_list: MoveList | None = None) -> None:
        assert state.table is not None
        self.open_list = open_list
        self.moves: list[Any] = []
        self.moments: list[int] = []
        """The numbers of the moves that deserve a look, from 1."""
        self.thrown: list[int] = []
        """The numbers of the moves in which chance settled the rest of a turn: the last die of a throw."""
        self.veiled: list[int] = []
        """The numbers of the moves that are hidden from the audience."""
        self.follower = Follower(state.table.journal, mask(audience))

    def truncate(self, count: int) -> None:
        """Forget the moves from index `count` on, which were taken back."""
        if len(self.moves) <= count:
            return
        del self.moves[count:]
        for numbers in (self.moments, self.thrown, self.veiled):
            numbers[:] = [number for number in numbers if number <= count]
        self.follower = Follower(self.follower.journal, self.follower.audience)
        if len(self.follower.journal.events) == count:
            self.follower.jump()

    def go_on(self, until_s: float | None = None) -> bool:
        """Build the missing moves, at most until this instant of `time.monotonic`. Returns whether the list is complete."""
        follower, moves = self.follower, self.moves
        if self.open_list is not None and follower.is_behind:
            if not self.open_list.go_on(until_s):
                return False
            if not self._take(self.open_list, until_s):
                return False
        while follower.is_behind:
            if follower.count < len(moves) - 1:
                follower.skip(follower.count + 1)
            else:  # the last move is built again for the scene
                self._next()
            if until_s is not None and time.monotonic() >= until_s:
                break
        return not follower.is_behind

    def _take(self, told: MoveList, until_s: float | None) -> bool:
        """Take all moves of another list except those veiled from its audience. Returns whether there was time for that."""
        follower, moves, count = self.follower, self.moves, len(told.moves)
        for number in told.veiled:
            if number > len(moves):
                if until_s is not None and time.monotonic() >= until_s:
                    return False
                moves += told.moves[len(moves) : number - 1]
                follower.skip(number - 1)
                self._next()
        moves += told.moves[len(moves) :]
        if not told.veiled or told.veiled[-1] < count:
            follower.jump(told.follower.last)
        return True

    def _next(self) -> None:
        """Build the next move, unless it is there."""
        event_view, number = self.follower.next(), self.follower.count
        if number <= len(self.moves):
            return
        self.moves.append(msgspec.Raw(encode(move_of(number, event_view))))
        if event_view.moment is not None:
            self.moments.append(number)
        if event_view.seat == CHANCE_SEAT and event_view.prepares and event_view.brief:
            self.thrown.append(number)
        if self.follower.is_veiled:
            self.veiled.append(number)


class ViewCache:
    """The caches for one table. Call `forget` after each event. Lists of moves are kept and only grow.

    `may_write` says whether people may write on this server, `resign_s` are the seconds in which a resignation may be taken back.
    """

    def __init__(self, state: TableState, may_write: bool = True, resign_s: float = RESIGN_S) -> None:
        self.state, self.may_write, self.resign_s = state, may_write, resign_s
        self._told: dict[Audience, MoveList] = {}
        self._scenes: dict[Audience, WrittenScene] = {}
        self._facts: dict[tuple[Any, ...], Written[TableFacts]] = {}
        self._layout: Any = None
        self._online: Collection[int] = ()
        self.rewinds: list[int] = []
        """How many moves remained each time that some were taken back."""

    def forget(self, rewound_to: int | None = None) -> None:
        """Something happened. With `rewound_to`, moves from that index on were taken back."""
        self._scenes.clear()
        self._facts.clear()
        if rewound_to is not None:
            self.rewinds.append(rewound_to)
            for told in self._told.values():
                told.truncate(rewound_to)

    def scene(self, audience: Audience) -> WrittenScene | None:
        """The scene now, as it is sent; None before the game starts."""
        if self.state.table is None:
            return None
        made = self._scenes.get(audience)
        if made is None:
            scene, choices = fit(resigned(self.state, self._scene(audience)))
            made = self._scenes[audience] = WrittenScene(scene, choices)
        return made

    def _scene(self, audience: Audience) -> Scene:
        """The game's own scene. Once the game is over nothing is secret, even if the rules could go on."""
        told = self._list_of(audience)
        told.go_on()
        table = self.state.table
        if (
            self.state.outcome is None
            or table is None
            or table.journal.is_over_by_rules
            or not table.game.secrets
        ):
            return told.follower.scene(mask(audience))
        shown = views.scene(table.journal, frozenset(range(self.state.seats)))
        pieces = tuple(replace(piece, cover=None) for piece in shown.pieces)
        panels = tuple(replace(panel, secret=False) for panel in shown.panels)
        return replace(shown, last=told.follower.scene(mask(audience)).last, pieces=pieces, panels=panels)

    def layout(self) -> Any:
        """The layout, which never changes, as JSON ready to send (null before the game starts)."""
        if self.state.table is None:
            return None
        if self._layout is None:
            table = self.state.table
            whole = table.game.name, table.journal.setup.digest, table.journal.state.tobytes()
            digest = _situations.get(whole)
            self._layout = _layouts.get(digest) if digest is not None else None
            if self._layout is None:
                made = encode(views.layout(table.journal))
                digest = _situations.put(whole, hashlib.sha256(made).digest(), len(whole[2]) + HASH_BYTES)
                self._layout = _layouts.get(digest)
                if self._layout is None:
                    self._layout = _layouts.put(digest, msgspec.Raw(made), len(made))
        return self._layout

    def moves(self, audience: Audience) -> list[Any]:
        """All moves so far, each as JSON ready to send. The list grows as the game goes on."""
        if self.state.table is None:
            return []
        told = self._list_of(audience)
        told.go_on()
        return told.moves

    def is_ready(self, audience: Audience) -> bool:
        """Whether the scene for an audience has been built, and with it the list of moves."""
        return audience in self._scenes

    def catch_up(self, audience: Audience, for_s: float) -> bool:
        """Build an audience's list of moves for at most `for_s` seconds. Returns whether it is complete."""
        if self.state.table is None:
            return True
        return self._list_of(audience).go_on(time.monotonic() + for_s)

    def has_moment(self, since: int) -> bool:
        """Whether a move after number `since` deserves a look, as far as anybody has seen the moves."""
        return any(told.moments and told.moments[-1] > since for told in self._told.values())

    def has_throw(self, number: int) -> bool:
        """Whether chance settled the rest of a turn with move `number`, from 1, as far as anybody has seen the moves."""
        return any(told.thrown and told.thrown[-1] == number for told in self._told.values())

    def facts(self, guest: int, online: Collection[int], rules: str) -> Written[TableFacts]:
        """The table as this guest may know it. Built once for all guests who may know the same."""
        state = self.state
        if online is not self._online:
            self._facts.clear()
            self._online = online
        shared = self._facts.get((rules,))
        if shared is None:
            made = shared_facts(state, online, rules, self.may_write, self.resign_s)
            shared = self._facts[(rules,)] = Written(made)
        mine, is_host = state.seats_of(guest), bool(guest) and guest == state.host
        if not mine and not is_host:
            return shared
        own = self._facts.get((rules, mine, is_host))
        if own is None:
            own = self._facts[rules, mine, is_host] = Written(own_facts(shared.thing, state, guest))
        return own

    def _list_of(self, audience: Audience) -> MoveList:
        """The list of moves for an audience. Without secrets there is one for all."""
        key = audience if self.state.game.secrets else EVERYBODY
        told = self._told.get(key)
        if told is None:
            alike = key != EVERYBODY and views.tells_alike(self.state.game)
            open_list = self._list_of(EVERYBODY) if alike else None
            told = self._told[key] = MoveList(self.state, key, open_list)
        return told


def move_of(number: int, event_view: EventView) -> Move:
    """An event view as a line in the list of moves."""
    return Move(*astuple(event_view), n=number)


def resigned(state: TableState, scene: Scene) -> Scene:
    """A game's scene after resignations: those seats have no choices, and if this ended the game, the scene shows its ending and the ranks."""
    if not state.resigned and not state.is_called_off:
        return scene
    assert state.table is not None
    choices = tuple(
        choice for choice in scene.choices if state.phase == "playing" and choice.seat not in state.resigned
    )
    outcome = state.outcome
    if outcome is None:
        return replace(scene, choices=choices)
    standings = tuple(replace(standing, rank=outcome.ranking[standing.seat]) for standing in scene.standings)
    if state.table.journal.is_over_by_rules:
        return replace(scene, standings=standings)
    return replace(
        scene,
        choices=(),
        actors=(),
        standings=standings,
        ending=outcome.ending,
        due_ms=-1,
        prompt=Message(_why_over(state)),
    )


def _why_over(state: TableState) -> str:
    """The prompt of a game that its rules did not end."""
    if state.abandoned is not None:
        return "ui.prompt.abandoned"
    return "ui.prompt.called_off" if state.is_called_off else "ui.prompt.resigned"


_FROM_CHAIR = tuple(
    name for name in ChairFacts.__struct_fields__ if name in Chair.__dataclass_fields__ and name != "awaited"
)
_fields_of = attrgetter(*_FROM_CHAIR)


_USUAL = {
    "yours": False,
    "online": True,
    "resigned": False,
    "handicap_ms": 0,
    "awaited": False,
    "clock": None,
}
"""What a table adds to a chair unless it says otherwise."""


def chair_facts(seat: int, chair: Chair, **of_table: Any) -> ChairFacts:
    """A chair as pages see it: its own fields, and what the table adds to them."""
    own = dict(zip(_FROM_CHAIR, _fields_of(chair), strict=True))
    return ChairFacts(seat=seat, taken_over=len(chair.former), **(_USUAL | of_table | own))


def table_object(state: TableState, guest: int, online: Collection[int], rules: str) -> TableFacts:
    """The table as this guest may know it, on a server where people may write. `rules` says how far its rules are prepared."""
    return ViewCache(state).facts(guest, online, rules).thing


def own_facts(shared: TableFacts, state: TableState, guest: int) -> TableFacts:
    """The facts that everybody may know of a table, with this guest's own."""
    mine, is_host = state.seats_of(guest), bool(guest) and guest == state.host
    may_undo, may_ask = _takebacks(state, mine)
    return replace(
        shared,
        host=is_host,
        chairs=[replace(chair, yours=True) if chair.seat in mine else chair for chair in shared.chairs],
        may_undo=may_undo,
        may_ask=may_ask,
        advice=may_advise(state, guest),
        removed=tuple(RemovedFacts(seq, name) for name, seq in state.removed.values()) if is_host else (),
        origin=state.created.origin if mine else None,
        weighs=may_weigh(state, guest),
        alone=may_go_on(state, guest),
    )


def shared_facts(
    state: TableState, online: Collection[int], rules: str, may_write: bool, resign_s: float
) -> TableFacts:
    """The table as anybody may know it. `rules` says how far its rules are prepared, `resign_s` how long a resignation may be taken back."""
    phase, clocks, table = state.phase, state.clocks, state.table
    return TableFacts(
        id=state.id,
        host=False,
        may_undo=[],
        may_ask=[],
        advice=False,
        game=state.game.name,
        seats=state.seats,
        options=state.options,
        first=state.first,
        company=state.company,
        phase=phase,
        chairs=[
            chair_facts(
                seat,
                chair,
                online=chair.who == "bot" or (chair.who == "person" and chair.guest in online),
                handicap_ms=state.handicaps[seat],
                awaited=state.is_awaited(seat),
                clock=None if clocks is None else ClockFacts(clocks.left_ms[seat], clocks.since_ms[seat]),
                resigned=seat in state.resigned,
            )
            for seat, chair in enumerate(state.chairs)
        ],
        asking=_asking(state),
        reply=state.reply,
        patience_ms=round(patience_s(state) * 1000),
        reminder_ms=round(absence.NUDGE_AGAIN_S * 1000),
        resigning_ms=round(resign_s * 1000),
        clock=state.created.clock,
        chat=state.created.chat and may_write,
        rematch=state.rematch,
        setting_up=phase == "playing" and table is not None and is_before_turns(table.journal),
        rematch_by=state.rematch_by,
        quits=tuple(table.journal.quits) if table is not None else (),
        takebacks=tuple(state.takebacks),
        paused=phase == "playing" and state.is_paused,
        outcome=state.outcome,
        commitment=state.commitment,
        nonces=[chair.nonce.hex() for chair in state.chairs] if table is not None else [],
        seed=state.seed.hex() if phase == "over" else None,
        bots=_bots(state, rules),
        together=state.is_together,
        unrated=unrated(state),
        next_first=next_first(state) if table is not None and state.game.first else -1,
        abandoned=state.abandoned,
        invitation=InvitationFacts(state.invitation.who, state.invitation.until_ms),
        closed=state.is_closed,
        branch=state.is_branch,
        own_box=state.created.components is not None,
        differences=_differences(state.game.name, state.created.components),
    )


@lru_cache(maxsize=64)
def _differences(game: str, text: str | None) -> tuple[Message, ...]:
    """How the box of a component file differs from the printed one."""
    data = None if text is None else components.read_toml(text)
    return () if data is None else tuple(each.said for each in differences(registry.get(game), data))


def may_weigh(state: TableState, guest: int) -> bool:
    """Whether a guest may see everybody's chances while they play: they try out another way in a game, and nobody else plays there. Where cards are
    hidden, all of them are the guest's own."""
    if not state.is_branch or state.game.timed or not guest:
        return False
    others = [chair for chair in state.chairs if not chair.is_of(guest)]
    return len(others) < state.seats and (
        not others or (not state.game.secrets and all(chair.who == "bot" for chair in others))
    )


def _bots(state: TableState, rules: str) -> Strength:
    """How strong bots play: `ready` at full strength, `hasty` while rules are being compiled, `weak` if they are not."""
    if rules == "ready" or state.game.has_reflexes:
        return "ready"
    if all(chair.who != "bot" or chair.level in NEVER_HASTY for chair in state.chairs):
        return "ready"
    return "weak" if rules == "failed" else "hasty"


def _takebacks(state: TableState, mine: Iterable[int]) -> tuple[list[int], list[int]]:
    """Those of these seats that may take something back at once (-1 for the last die entered), and those that may ask to."""
    may = {seat: may_undo(state, seat) for seat in mine}
    free = [seat for seat, how in may.items() if how == "at once"]
    plays = any(seat not in state.resigned for seat in may)
    told = state.table is not None and was_just_entered(state.table.journal)
    if plays and told and may_undo(state, CHANCE_SEAT) == "at once":
        free = [CHANCE_SEAT]
    return free, [seat for seat, how in may.items() if how != "no"]


def _asking(state: TableState) -> AskingFacts | None:
    asking = state.asking
    if asking is None:
        return None
    waiting = [seat for seat in asking.of if seat not in asking.yes]
    return AskingFacts(asking.kind, asking.seat, {str(seat): True for seat in asking.yes}, waiting)
