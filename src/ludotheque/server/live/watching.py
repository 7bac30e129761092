"""What one browser gets of the table that it watches: everything first, then the changes."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from ludotheque.core.message import Message
from ludotheque.server.access.frames import Text
from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.live.room import Room
from ludotheque.server.live.shown import View
from ludotheque.server.live.watchers import Watcher
from ludotheque.server.room import doors, wire
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.views import ViewCache
from ludotheque.server.thinking.preparation import SOMEBODY_WAITS

if TYPE_CHECKING:
    from ludotheque.server.services import Services


class Watching:
    """The table that a socket watches, and what its browser already has.

    Attributes:
        room: the table; None if it watches none.
        invite: the key of the link that it followed.
        is_unwanted: whether the host of the table has blocked its guest.
        is_behind: whether something has happened since.
    """

    def __init__(self, watcher: Watcher, services: Services) -> None:
        self._watcher, self.services = weakref.ref(watcher), services
        self.room: Room | None = None
        self._wants_changes = False
        self._moves = self._lines = 0
        """How many moves, and how many lines that people wrote, the browser has."""
        self._followed: tuple[ViewCache, int] | None = None
        """The list of moves from which it has them, and how often some had been taken back by then."""
        self._has: tuple[View, wire.You] | None = None
        """What the browser shows; None if it has to be sent all of it."""
        self._heard: tuple[int, int, frozenset[int]] | None = None
        """How many lines there were when it was last sent some, how many of them were empty, and whose were left out."""
        self.invite, self.is_unwanted = "", False
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

    async def catch_up(self) -> None:
        """Build the missing moves in small steps."""
        if self.room is not None:
            await self.room.catch_up(frozenset(self.room.state.seats_of(self.watcher.guest)))

    def welcome(self, room: Room, message: wire.Hello) -> Text:
        """Everything about the newly watched table, unless the browser says that it has it."""
        self.is_behind = False
        if message.last_seq < 0:  # a page that was just opened, not one that reconnects
            room.watchers.opened[self.watcher.guest] = room.state.seq
            room.go_on()
        self.invite = message.invite or self.invite
        self.forget()
        view, you, moves, _, said = self._go_on(room)
        self._wants_changes = message.changes
        build, timed = self.services.build, _timed(room)
        if message.view_hash and message.view_hash == view.view_hash:
            return Text(wire.write(wire.Current(view.seq, you, timed["now_ms"], build)))
        lines, whole = said[1] if said is not None else [], view.whole()
        layout = room.views.layout()
        welcome = wire.Welcome(**whole, **timed, you=you, layout=layout, said=lines, moves=moves, build=build)
        return Text(wire.write(welcome), is_mixed=bool(lines))

    def update(self, room: Room) -> Text:
        """What is new. A guest who has been removed gets an error, and stops watching."""
        self.is_behind = False
        if self.watcher.guest in room.state.removed:
            self.look_at(None)
            return Text(wire.write(wire.Error(Refused(doors.NO_SEAT).message)))
        had, has = self._moves, self._has
        view, you, moves, kept, said = self._go_on(room)
        has_layout = has is not None and has[0].scene is not None
        if has is None or has[1].seats != you.seats:  # other seats have seen other things
            kept, has = 0, None
        timed = _timed(room)
        if self._wants_changes and has is not None and has_layout == (view.scene is not None):
            new = (kept, moves[kept:]) if kept < max(had, len(moves)) else None
            return room.pages.change(has[0], view, new, said, you if you != has[1] else None, timed)
        layout = None if has_layout else room.views.layout()
        said_from, lines = said if said is not None else (self._lines, [])
        update = wire.Update(
            **view.whole(), **timed, you=you, layout=layout,
            said_from=said_from, said=lines, moves_from=kept, moves=moves[kept:],
        )  # fmt: skip
        return Text(wire.write(update), is_mixed=bool(lines))

    def forget(self) -> None:
        """The browser is to be sent everything again."""
        self._has, self._heard, self._followed, self._moves, self._lines = None, None, None, 0, 0

    def _go_on(
        self, room: Room
    ) -> tuple[View, wire.You, list[Any], int, tuple[int, list[wire.SaidFacts]] | None]:
        """Note that the browser gets the present state of the table. Returns the view, the guest's own part, all moves, how many of them the
        browser keeps, and the lines that it lacks."""
        guest, views = self.watcher.guest, room.views
        mine = room.state.seats_of(guest)
        moves = views.moves(frozenset(mine))
        rules = self.services.preparation.status(room.state.game.name)
        before, self._followed = self._followed, (views, len(views.rewinds))
        kept = 0
        if before is not None and before[0] is views:
            kept = min([self._moves, len(moves), *views.rewinds[before[1] :]])
        self._moves = len(moves)
        view, you = room.pages.view(room, guest, mine, rules, self.watcher.blocked), self._you(room, mine)
        self._has = view, you
        return view, you, moves, kept, self._new_lines(room)

    def _you(self, room: Room, mine: tuple[int, ...]) -> wire.You:
        lost = () if mine else room.state.lost_by(self.watcher.guest)
        return wire.You(list(mine), self.watcher.name, self._key(room, mine), self._no_seat(room), lost)

    def _key(self, room: Room, mine: tuple[int, ...]) -> str:
        """The key for links, for guests who may pass it on: the host, people at the table, and people who came with it."""
        state, guest = room.state, self.watcher.guest
        if state.phase != "lobby":
            return ""
        invited = state.invitation
        knows = bool(guest) and (guest == state.host or bool(mine))
        return invited.key if knows or self.invite == invited.key else ""

    def _no_seat(self, room: Room) -> Message | None:
        """Why this guest may not sit down; None if they may, or if the game has begun."""
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

    def _new_lines(self, room: Room) -> tuple[int, list[wire.SaidFacts]] | None:
        """The lines that the browser lacks, behind the number of those that it keeps; None if it has all."""
        now = len(room.state.said), room.state.wiped, self.watcher.blocked
        before, self._heard = self._heard, now
        if now == before:
            return None
        lines, had = room.pages.lines(room, self.watcher.guest, self.watcher.blocked), self._lines
        kept = had if before is not None and now[1:] == before[1:] else 0
        self._lines = len(lines)
        return None if kept == had == len(lines) else (kept, lines[kept:])


def _timed(room: Room) -> dict[str, Any]:
    """The fields of a message that count on while nothing happens."""
    now_ms = room.state.now_ms(wall_ms())
    return {
        "since_ms": max(0, now_ms - room.state.waiting_since_ms),
        "begins_ms": room.begins_ms,
        "now_ms": now_ms,
    }
