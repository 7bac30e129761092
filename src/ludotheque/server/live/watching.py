"""What one browser is sent of the table that it watches: everything first, then what is new."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from ludotheque.core.message import Message
from ludotheque.server.access.frames import Text
from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.live.room import Room
from ludotheque.server.live.shown import Shown
from ludotheque.server.live.watchers import Watcher
from ludotheque.server.room import doors, wire
from ludotheque.server.room.refused import Refused
from ludotheque.server.thinking.preparation import SOMEBODY_WAITS

if TYPE_CHECKING:
    from ludotheque.server.services import Services


class Watching:
    """The table that a socket watches, and what its browser already has.

    Attributes:
        room: the table; None if it watches none.
        known: the number of moves that the browser has.
        known_lines: how many of the lines that people wrote it has.
        invite: the key of the link that it followed.
        is_unwanted: whether the host of the table has blocked its guest.
        has_layout: whether it has the layout.
        is_behind: whether something has happened since.
    """

    def __init__(self, watcher: Watcher, services: Services) -> None:
        self._watcher, self.services = weakref.ref(watcher), services
        self.room: Room | None = None
        self.known = self.known_lines = 0
        self._is_rewound = self._wants_changes = False
        self._has: tuple[Shown, wire.You] | None = None
        """What the browser shows; None if it has to be sent all of it."""
        self._lines: tuple[int, int, frozenset[int]] | None = None
        """How many lines there were when it was last sent some, how many of them were empty, and whose were left out."""
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
        if rewound_to is not None and rewound_to < self.known:
            self.known, self._is_rewound = rewound_to, True
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
        shown, you = self._shown(room, mine), self._you(room, mine)
        self._wants_changes, self._has = message.changes, (shown, you)
        self._lines, self.known_lines = None, 0
        lines = self._new_lines(room)
        self.known, self._is_rewound = len(moves), False
        self.has_layout = shown.scene is not None
        build = self.services.build
        if message.view_hash and message.view_hash == shown.name:
            return wire.Current(room.state.seq, you, room.state.now_ms(wall_ms()), build)
        layout = room.views.layout()
        return wire.Welcome(
            **shown.whole(),
            **_timed(room),
            you=you,
            layout=layout,
            said=lines[1] if lines else [],
            moves=list(moves),
            build=build,
        )

    def update(self, room: Room) -> Text:
        """What is new. Who has been removed is told so, and watches no longer."""
        self.is_behind = False
        if self.watcher.guest in room.state.removed:
            self.look_at(None)
            return Text(wire.write(wire.Error(Refused(doors.NO_SEAT).message)))
        mine = room.state.seats_of(self.watcher.guest)
        moves = room.views.moves(frozenset(mine))
        shown, you = self._shown(room, mine), self._you(room, mine)
        known, self.known = min(self.known, len(moves)), len(moves)
        moves_from = known if self._is_rewound or known < len(moves) else -1
        self._is_rewound = False
        lines = self._new_lines(room)
        has, self._has = self._has, (shown, you)
        if self._wants_changes and has is not None and shown.follows(has[0]):
            own: dict[str, Any] = {"you": you} if you != has[1] else {}
            if lines is not None:
                own |= {"said_from": lines[0], "said": lines[1]}
            return room.pages.change(has[0], shown, moves_from, moves[known:], own, _timed(room))
        layout = None if self.has_layout else room.views.layout()
        self.has_layout = self.has_layout or layout is not None
        said_from, said = lines if lines is not None else (self.known_lines, [])
        update = wire.Update(
            **shown.whole(), **_timed(room), you=you, layout=layout,
            said_from=said_from, said=said, moves_from=known, moves=moves[known:],
        )  # fmt: skip
        return Text(wire.write(update))

    def tell_again(self) -> None:
        """Something was taken out of what the browser has: everything is sent again."""
        self._has, self._lines, self.known_lines = None, None, 0
        self.changed(0)

    def _shown(self, room: Room, mine: tuple[int, ...]) -> Shown:
        """What this guest's page shows now. `mine` are the guest's seats."""
        rules = self.services.preparation.status(room.state.game.name)
        return room.pages.shown(room, self.watcher.guest, mine, rules, self.watcher.blocked)

    def _you(self, room: Room, mine: tuple[int, ...]) -> wire.You:
        lost = () if mine else room.state.lost_by(self.watcher.guest)
        return wire.You(list(mine), self.watcher.name, self._key(room, mine), self._no_seat(room), lost)

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

    def _new_lines(self, room: Room) -> tuple[int, list[wire.SaidFacts]] | None:
        """The lines that the browser has not been sent, and from which number on they follow; None if it has all."""
        now = len(room.state.said), room.state.wiped, self.watcher.blocked
        before, self._lines = self._lines, now
        if now == before or room.is_quiet:
            return None
        told, had = self._said(room), self.known_lines
        known = had if before is not None and now[1:] == before[1:] else 0
        self.known_lines = len(told)
        return None if known == had == len(told) else (known, told[known:])

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


def _timed(room: Room) -> dict[str, Any]:
    """The fields of a message that count on while nothing happens."""
    now_ms = room.state.now_ms(wall_ms())
    return {
        "since_ms": max(0, now_ms - room.state.waiting_since_ms),
        "begins_ms": room.begins_ms,
        "now_ms": now_ms,
    }
