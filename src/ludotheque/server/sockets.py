"""The WebSocket at `/ws`: messages in, answers out, and the newest state of the table being watched.

A slow socket never holds the server up: answers wait in a bounded queue (the server stops reading from it meanwhile), and the
table's state is made only when the socket can take it, so that a slow one skips states instead of queueing them.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Any

import msgspec
from starlette.websockets import WebSocket

from ludotheque.core.errors import LudothequeError
from ludotheque.core.message import Message
from ludotheque.scene.budget import beginning_with
from ludotheque.server import wire
from ludotheque.server.commands import clean_name
from ludotheque.server.countdown import left_ms
from ludotheque.server.fold import TableState
from ludotheque.server.guests import Guest
from ludotheque.server.limits import Bucket
from ludotheque.server.line import RECEIVED, line_of
from ludotheque.server.live import Live
from ludotheque.server.prepare import SOMEBODY_WAITS
from ludotheque.server.present import view_hash
from ludotheque.server.reasons import Refused
from ludotheque.server.services import Services
from ludotheque.table import Table, sight

MAX_WAITING = 64
"""Answers that may wait for a slow socket before the server stops reading from it."""
MAX_TOGETHER = 16
"""Answers that are written to the network at once."""
MAX_REFUSED = 200
"""Messages beyond the limits after which a socket is closed."""

SMALL = 512
"""Bytes of a message that is read before it is counted: what a hand does is counted apart from what is asked for."""

TOO_BIG, POLICY, TRY_LATER = 1009, 1008, 1013


class Unread(msgspec.Struct, frozen=True):
    """A message that could not be read: why, and the id of its request where it had one."""

    why: str
    identity: str


Request = wire.Hello | wire.Command | wire.Why | wire.More | wire.Past | Unread
Gesture = wire.Mark | wire.Wave | wire.Cheer


class Socket:
    """One open socket: at most one watched table, `known` of whose moves the browser has."""

    def __init__(self, services: Services, websocket: WebSocket, guest: Guest | None, address: str) -> None:
        self.services, self.websocket, self.address = services, websocket, address
        self.person = guest
        self.guest = guest.id if guest else 0
        self.name = guest.name if guest else ""
        limits, now = services.settings.limits, time.monotonic()
        self.bucket = Bucket(limits.socket, now)
        self.gestures, self.cheers = Bucket(limits.gestures, now), Bucket(limits.cheers, now)
        self.line = line_of(websocket.scope)
        self.trusted = self.line.trusted
        self.live: Live | None = None
        self.known = 0
        self.has_layout = False
        self.dirty = False
        self.refused = 0
        self._answers: deque[wire.Out] = deque()
        self._requests: asyncio.Queue[Request] = asyncio.Queue(MAX_WAITING)
        self._wake = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()

    # -- the table being watched --------------------------------------------------------------------------------

    def mark(self, keep: int | None = None) -> None:
        """The table changed: it is told as soon as the socket can take it."""
        if keep is not None:
            self.known = min(self.known, keep)
        self.dirty = True
        self._wake.set()

    def watch(self, live: Live | None) -> None:
        """Watch this table and no other (None: none); the others at the tables see who is there."""
        before, self.live = self.live, live
        if before is live:
            return
        for table, arriving in ((before, False), (live, True)):
            if table is None:
                continue
            was = table.online
            (table.arrive if arriving else table.leave)(self)
            table.used = time.monotonic()
            if table.course is not None and not arriving:
                table.course.left()
            if table.online != was:
                for watcher in table.watchers:
                    if watcher is not self:
                        watcher.mark()
                self.services.tables.progress.go_on(table)
        self.line.watch_closely(live is not None and live.course is not None)
        if live is not None:
            self.services.preparation.want(live.state.game.name, SOMEBODY_WAITS)

    def _view(self, live: Live) -> tuple[str, dict[str, Any]]:
        """What this guest is told of the table now, with its hash."""
        state = live.state
        mine = state.seats_of(self.guest)
        views = live.views
        table = views.facts(self.guest, live.online, self.services.preparation.status(state.game.name))
        you = wire.You(list(mine), self.name)
        scene = views.scene(frozenset(mine))
        race = live.course.told(mine) if live.course is not None else None
        name = view_hash(state.seq, table, you, scene, race, live.counting is not None)
        return name, {
            "seq": state.seq,
            "view_hash": name,
            "table": table,
            "you": you,
            "scene": scene,
            "layout": views.layout(),
            "race": race,
            "begins_ms": left_ms(live),
            "since_ms": max(0, time.time_ns() // 1_000_000 - state.waiting_since_ms),
        }

    def _update(self, live: Live) -> wire.Out:
        moves = live.views.moves(frozenset(live.state.seats_of(self.guest)))
        _, view = self._view(live)
        known, self.known = min(self.known, len(moves)), len(moves)
        new: list[Any] = moves[known:]
        if self.has_layout:
            view["layout"] = None
        self.has_layout = self.has_layout or view["layout"] is not None
        return wire.Update(**view, moves_from=known, moves=new)

    # -- sending ------------------------------------------------------------------------------------------------

    def answer(self, message: wire.Out) -> None:
        """Queue an answer."""
        self._answers.append(message)
        if len(self._answers) >= MAX_WAITING:
            self._room.clear()
        self._wake.set()

    async def send_loop(self) -> None:
        """Send answers first, then the newest state, until cancelled; what there is at one moment is written together."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._answers or (self.dirty and self.live is not None):
                await self._send(await self._batch())

    async def _batch(self) -> list[bytes]:
        """The answers that wait, and, where there is time for it, the newest state behind the last of them."""
        shows = self.services.tables.pace.is_free or not self._answers
        if shows and self.dirty and self.live is not None:
            await self.live.catch_up(frozenset(self.live.state.seats_of(self.guest)))
        texts: list[bytes] = []
        while self._answers and len(texts) < MAX_TOGETHER:
            texts.append(wire.write(self._answers.popleft()))
        if len(self._answers) < MAX_WAITING // 2:
            self._room.set()
        if shows and not self._answers and self.dirty and self.live is not None:
            self.dirty = False
            texts.append(wire.write(self._update(self.live)))
        return texts

    def write_now(self, text: bytes) -> float | None:
        """Write a message before all that wait; when it was written, None if it was not."""
        return self.line.write(text)

    def measure(self) -> None:
        """Measure the line's round trip right behind what was written."""
        self.line.measure()

    def show(self, message: wire.Out) -> None:
        """Send what nobody misses, unless this socket has enough to do already."""
        if self.line.idle and len(self._answers) < MAX_WAITING // 2:
            self.answer(message)

    async def _send(self, texts: list[bytes]) -> None:
        if self.line.send(texts):
            return
        for text in texts:
            await self.websocket.send_text(text.decode())

    async def flush(self) -> None:
        """Send the answers that wait, before closing."""
        while self._answers:
            await self._send([wire.write(self._answers.popleft())])

    # -- reading ------------------------------------------------------------------------------------------------

    async def pump(self) -> int:
        """Take messages from the network as they come, until the browser goes (0) or the socket must be closed (the code).

        What is raced for is seen to at once, the rest waits for `read_loop`.
        """
        while True:
            await self._room.wait()
            message = await self.websocket.receive()
            if message["type"] == "websocket.disconnect":
                return 0
            data: str | bytes = message.get("text") or message.get("bytes") or ""
            if len(data) > wire.MAX_MESSAGE or (
                isinstance(data, str) and len(data.encode()) > wire.MAX_MESSAGE
            ):
                self._error(Refused("error.too_big", limit=wire.MAX_MESSAGE))
                return TOO_BIG
            received_ms = message.get(RECEIVED) or asyncio.get_running_loop().time() * 1000
            small = _read(data) if len(data) <= SMALL else None
            if isinstance(small, Gesture):
                if self.gestures.take():
                    self._gesture(small, received_ms)
                elif self._too_fast():
                    return POLICY
                continue
            if not self._within_limits():
                self._error(Refused("error.too_fast"), _id_in(data))
                if self._too_fast():
                    return POLICY
                continue
            request = small or _read(data)
            if isinstance(request, wire.Claim):
                self._claim(request, received_ms)
            elif not isinstance(request, Gesture):
                await self._requests.put(request)

    async def read_loop(self) -> None:
        """Answer what is asked for, one after the other."""
        while True:
            request = await self._requests.get()
            await self._room.wait()
            await self._answer(request)

    def _too_fast(self) -> bool:
        """Count a message beyond the limits; whether that is enough."""
        self.refused += 1
        if self.refused > MAX_REFUSED:
            self._error(Refused("error.too_fast"))
        return self.refused > MAX_REFUSED

    def _within_limits(self) -> bool:
        services = self.services
        return (
            self.bucket.take()
            and (not self.guest or services.by_guest.take(self.guest))
            and services.by_address.take(self.address)
        )

    def _error(self, refused: Refused, identity: str = "") -> None:
        self.answer(wire.Error(refused.message, identity))

    async def _answer(self, message: Request) -> None:
        if isinstance(message, Unread):
            self._error(Refused("error.malformed", why=message.why), message.identity)
            return
        if isinstance(message, wire.Command):
            answer = await self.services.tables.executor.execute(self.guest, message)
            self.answer(answer)
            if isinstance(answer, wire.Applied) and isinstance(message.do, wire.Sit):
                await self._introduced(message.do)
            return
        try:
            live = await self.services.tables.get(message.table)
            if live is None:
                raise Refused("error.unknown_table")
            if isinstance(message, wire.Hello):
                await live.catch_up(frozenset(live.state.seats_of(self.guest)))
            await self._serve(live, message)
        except Refused as refused:
            self._error(refused, getattr(message, "id", ""))
        except LudothequeError as error:
            self._error(Refused.of(error), getattr(message, "id", ""))

    # -- hands --------------------------------------------------------------------------------------------------

    def _claim(self, message: wire.Claim, received_ms: float) -> None:
        """Enter the race; a refusal is told at once, anything else when the race is decided."""
        live = self.live
        try:
            if not 1 <= len(message.command_id) <= 80:
                why = Message("error.why.length", {"low": 1, "high": 80})
                raise Refused("error.bad_input", field="command_id", why=why)
            if live is None or live.state.id != message.table:
                raise Refused("error.unknown_table")
            if live.course is None:
                raise Refused("error.not_raced")
            live.course.claim(self, message, received_ms, self.answer)
        except Refused as refused:
            seq = live.state.seq if live is not None else -1
            self.answer(wire.Rejected(message.command_id, refused.message, list(refused.rules), seq))

    def _gesture(self, message: Gesture, received_ms: float) -> None:
        """What a hand or a voice does beside the game; what cannot be is dropped, for nobody waits for an answer."""
        live = self.live
        if live is None or live.state.id != message.table:
            return
        mine = live.state.seats_of(self.guest)
        match message:
            case wire.Mark() if live.course is not None:
                live.course.mark(self, message, received_ms)
            case wire.Wave() if live.course is not None and message.seat in mine:
                waves = wire.Waves(message.table, message.seat, message.x, message.y)
                for watcher in live.watchers - {self}:
                    watcher.show(waves)
            case wire.Cheer() if self.cheers.take():
                cheers = wire.Cheers(message.table, mine[0] if mine else -1, self.name, message.kind)
                for watcher in live.watchers:
                    watcher.show(cheers)

    async def _introduced(self, sat: wire.Sit) -> None:
        """Somebody who had no name yet is known from now on by the one they sat down with."""
        if self.person is None or self.name or sat.here:
            return
        self.person = await self.services.guests.change(
            self.websocket, self.person, clean_name(sat.name), self.person.lang
        )
        self.name = self.person.name
        self.mark()

    async def _serve(self, live: Live, message: wire.Hello | wire.Why | wire.More | wire.Past) -> None:
        match message:
            case wire.Hello():
                self._hello(live, message)
            case wire.Why():
                self.answer(_because(live.state, self._seat(live, message.seat), message))
            case wire.More():
                choices = sight.choices(_playing(live.state).journal, self._seat(live, message.seat))
                self.answer(wire.ChoicesOut(message.id, beginning_with(choices, message.click)))
            case wire.Past():
                self.answer(await self._past(live, message))

    def _seat(self, live: Live, seat: int) -> int:
        if seat not in live.state.seats_of(self.guest):
            raise Refused("error.not_your_seat")
        return seat

    def _hello(self, live: Live, message: wire.Hello) -> None:
        self.watch(live)
        self.dirty = False
        moves: list[Any] = live.views.moves(frozenset(live.state.seats_of(self.guest)))
        name, view = self._view(live)
        self.known = len(moves)
        self.has_layout = view["layout"] is not None
        if message.view_hash and message.view_hash == name:
            self.answer(wire.Current(live.state.seq))
        else:
            self.answer(wire.Welcome(**view, moves=list(moves)))

    async def _past(self, live: Live, message: wire.Past) -> wire.Out:
        table = _playing(live.state)
        if not 0 <= message.move <= len(table.events):
            raise Refused("error.unknown_move", move=message.move)
        mine = frozenset(live.state.seats_of(self.guest))
        try:  # in a thread, for all moves until then are made again
            scene = await asyncio.to_thread(sight.scene_at, table.journal, mine, message.move)
        except IndexError as error:  # it was taken back meanwhile
            raise Refused("error.unknown_move", move=message.move) from error
        return wire.PastOut(message.id, message.move, scene)


def _playing(state: TableState) -> Table:
    if state.table is None:
        raise Refused("error.not_playing")
    return state.table


def _because(state: TableState, seat: int, message: wire.Why) -> wire.Out:
    """Why the action that these clicks mean cannot be done; an action that can be done has the reason `error.allowed`."""
    table = _playing(state)
    reason = Message("error.allowed")
    rules: tuple[str, ...] = ()
    if state.phase == "over":
        reason = Message("error.game_over")
    elif seat not in state.actors:
        reason = Message("error.not_your_turn")
    else:
        try:
            code, _ = sight.clicked(table.journal, seat, message.clicks)
            refusal = table.why_not(code, seat)
            if refusal is not None:
                reason, rules = refusal.message, refusal.rules
        except LudothequeError as error:
            refused = Refused.of(error)
            reason, rules = refused.message, refused.rules
    return wire.Because(message.id, reason, list(rules))


def _read(data: str | bytes) -> wire.Incoming | Unread:
    try:
        return wire.read(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Unread(str(error), _id_in(data))


def _id_in(data: str | bytes) -> str:
    """The id of a request that could not be read, so that its sender knows which it was."""
    try:
        found = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
    if not isinstance(found, dict):
        return ""
    identity = found.get("command_id", found.get("id", ""))
    return identity[:80] if isinstance(identity, str) else ""
