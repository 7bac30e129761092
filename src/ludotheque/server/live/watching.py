"""What one browser is sent of the table that it watches: everything first, then what is new."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from ludotheque.core.message import Message
from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.live.room import Room
from ludotheque.server.live.watchers import Watcher
from ludotheque.server.room import agenda, doors, wire
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.views import view_hash
from ludotheque.server.thinking.preparation import SOMEBODY_WAITS

if TYPE_CHECKING:
    from ludotheque.server.services import Services


class Watching:
    """The table that a socket watches, and what its browser already has.

    Attributes:
        room: the table; None if it watches none.
        known: the number of moves that the browser has.
        known_lines: how much of what people wrote it has.
        invite: the key of the link that it followed.
        is_unwanted: whether the host of the table has blocked its guest.
        has_layout: whether it has the layout.
        is_behind: whether something has happened since.
    """

    def __init__(self, watcher: Watcher, services: Services) -> None:
        self._watcher, self.services = weakref.ref(watcher), services
        self.room: Room | None = None
        self.known = self.known_lines = 0
        self._blocked: frozenset[int] = frozenset()
        """Whose lines were left out of those that it has."""
        self.invite, self.is_unwanted = "", False
        self.has_layout = False
        self.is_behind = False

    @property
    def watcher(self) -> Watcher:
        """Who watches. It holds this object, which must not hold it in turn: both are freed when the socket closes."""
        watcher = self._watcher()
        assert watcher is not None
        return watcher

    def look_at(self, room: Room | None) -> bool:
        """Watch this table and no other (None: none). Returns whether that is a change."""
        before, self.room = self.room, room
        if before is room:
            return False
        if before is not None:
            before.leave(self.watcher)
        if room is not None:
            room.arrive(self.watcher)
            self.services.preparation.want(room.state.game.name, SOMEBODY_WAITS)
        return True

    def changed(self, rewound_to: int | None) -> None:
        """Something happened at the table. With `rewound_to`, moves from that index on were taken back."""
        if rewound_to is not None:
            self.known = min(self.known, rewound_to)
        self.is_behind = True

    async def catch_up(self) -> None:
        """Build what is to be sent of the game, in small steps."""
        if self.room is not None:
            await self.room.catch_up(frozenset(self.room.state.seats_of(self.watcher.guest)))

    def welcome(self, room: Room, message: wire.Hello) -> wire.Out:
        """Everything about the newly watched table, unless the browser says that it has it."""
        self.is_behind = False
        if message.last_seq < 0:  # a page that was just opened, not one that is connected again
            room.watchers.opened[self.watcher.guest] = room.state.seq
            room.go_on()
        self.invite = message.invite or self.invite
        mine = room.state.seats_of(self.watcher.guest)
        moves = room.views.moves(frozenset(mine))
        name, view = self._view(room, mine)
        said, self._blocked = self._said(room), self.watcher.blocked
        self.known = len(moves)
        self.known_lines = len(said)
        self.has_layout = view["layout"] is not None
        if message.view_hash and message.view_hash == name:
            return wire.Current(room.state.seq, view["now_ms"], self.services.build)
        return wire.Welcome(**view, said=said, moves=list(moves), build=self.services.build)

    def update(self, room: Room) -> wire.Out:
        """What is new. Who has been removed is told so, and watches no longer."""
        self.is_behind = False
        if self.watcher.guest in room.state.removed:
            self.look_at(None)
            return wire.Error(Refused(doors.NO_SEAT).message)
        mine = room.state.seats_of(self.watcher.guest)
        moves = room.views.moves(frozenset(mine))
        _, view = self._view(room, mine)
        known, self.known = min(self.known, len(moves)), len(moves)
        told = self._said(room)
        lines = min(self.known_lines, len(told)) if self._blocked == self.watcher.blocked else 0
        self.known_lines, self._blocked = len(told), self.watcher.blocked
        if self.has_layout:
            view["layout"] = None
        self.has_layout = self.has_layout or view["layout"] is not None
        return wire.Update(**view, said_from=lines, said=told[lines:], moves_from=known, moves=moves[known:])

    def _view(self, room: Room, mine: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
        """What this guest is sent of the table now, with its hash. `mine` are the guest's seats."""
        state, guest = room.state, self.watcher.guest
        views = room.views
        table = views.facts(guest, room.watchers.online, self.services.preparation.status(state.game.name))
        lost = () if mine else state.lost_by(guest)
        you = wire.You(list(mine), self.watcher.name, self._key(room, mine), self._no_seat(room), lost)
        scene = views.scene(frozenset(mine))
        race = room.races.told(mine) if room.races is not None else None
        watching, watchers = room.besides
        blocked = sorted(self.watcher.blocked)  # it decides which lines are shown
        shown = (table, you, scene, race, room.counted_s >= 0, watching, watchers, blocked)
        name = view_hash(state.seq, *shown, *([state.wiped] if state.wiped else []))
        now_ms = state.now_ms(wall_ms())
        return name, {
            "seq": state.seq,
            "view_hash": name,
            "table": table,
            "you": you,
            "scene": scene,
            "layout": views.layout(),
            "race": race,
            "awaits_ready": agenda.awaits_ready(state, room.count_s),
            "begins_ms": room.begins_ms,
            "since_ms": max(0, now_ms - state.waiting_since_ms),
            "now_ms": now_ms,
            "watching": watching,
            "watchers": watchers,
        }

    def _key(self, room: Room, mine: tuple[int, ...]) -> str:
        """The key for links, for those who may pass it on: the host, and whoever sits at the table or came with it."""
        state, guest = room.state, self.watcher.guest
        if state.phase != "lobby":
            return ""
        invited = state.invitation
        knows = bool(guest) and (guest == state.host or bool(mine))
        return invited.key if knows or self.invite == invited.key else ""

    def _no_seat(self, room: Room) -> Message | None:
        """Why this guest may not sit down; None if they may, or if nobody can any more."""
        state = room.state
        if state.phase != "lobby":
            return None
        if self.is_unwanted:
            return Message(doors.NO_SEAT)
        try:
            doors.check(state, self.watcher.guest, self.invite, wall_ms())
        except Refused as refused:
            return refused.message
        return None

    def _said(self, room: Room) -> list[wire.SaidFacts]:
        """What people wrote whom this guest has not blocked. People are told apart by the order in which they first spoke."""
        if room.is_quiet:
            return []
        said, guest, blocked = room.state.said, self.watcher.guest, self.watcher.blocked
        number = {speaker: by for by, speaker in enumerate(dict.fromkeys(each.guest for each in said))}
        return [
            wire.SaidFacts(each.seat, number[each.guest], bool(guest) and each.guest == guest, each.name, each.text, each.emote)
            for each in said
            if each.guest not in blocked
        ]  # fmt: skip
