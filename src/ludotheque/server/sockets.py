"""The WebSocket at `/ws`: messages in, answers out, and the newest state of the table being watched.

A slow socket never holds the server up: answers wait in a bounded queue (the server stops reading from it meanwhile), and the
table's state is made only when the socket can take it, so that a slow one skips states instead of queueing them.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from typing import Any

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludotheque.core.errors import LudothequeError
from ludotheque.core.message import Message
from ludotheque.scene import lean
from ludotheque.scene.budget import beginning_with
from ludotheque.server import wire
from ludotheque.server.commands import clean_name
from ludotheque.server.fold import TableState
from ludotheque.server.guests import Guest
from ludotheque.server.limits import Bucket
from ludotheque.server.live import Live
from ludotheque.server.present import table_object, view_hash
from ludotheque.server.reasons import Refused
from ludotheque.server.services import Services

logger = structlog.get_logger(__name__)

MAX_WAITING = 64
"""Answers that may wait for a slow socket before the server stops reading from it."""
MAX_REFUSED = 200
"""Messages beyond the limits after which a socket is closed."""

TOO_BIG, POLICY, TRY_LATER = 1009, 1008, 1013


class Socket:
    """One open socket: at most one watched table, `known` of whose moves the browser has."""

    def __init__(self, services: Services, websocket: WebSocket, guest: Guest | None, address: str) -> None:
        self.services, self.websocket, self.address = services, websocket, address
        self.person = guest
        self.guest = guest.id if guest else 0
        self.name = guest.name if guest else ""
        self.bucket = Bucket(services.settings.limits.socket, time.monotonic())
        self.live: Live | None = None
        self.known = 0
        self.has_layout = False
        self.dirty = False
        self.refused = 0
        self._answers: deque[wire.Out] = deque()
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
            (table.watchers.add if arriving else table.watchers.discard)(self)
            table.used = time.monotonic()
            if table.online != was:
                for watcher in table.watchers:
                    if watcher is not self:
                        watcher.mark()
                self.services.tables.go_on(table)

    def _view(self, live: Live) -> tuple[str, dict[str, Any]]:
        """What this guest is told of the table now, with its hash."""
        state = live.state
        mine = state.seats_of(self.guest)
        preparing = bool(live.rest) or (
            state.phase == "lobby" and self.services.preparation.status(state.game.name) == "compiling"
        )
        table = table_object(state, self.guest, live.online, preparing)
        if self.services.preparation.status(state.game.name) == "failed":
            table["failed"] = {"key": "error.preparing_failed", "args": {}}
        you = {"seats": list(mine), "name": self.name}
        scene = live.views.scene(frozenset(mine))
        name = view_hash(state.seq, table, you, scene)
        table["since_ms"] = max(0, time.time_ns() // 1_000_000 - state.waiting_since_ms)
        return name, {
            "seq": state.seq,
            "view_hash": name,
            "table": table,
            "you": you,
            "scene": scene,
            "layout": live.views.layout(),
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
        """Send answers first, then the newest state, until cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._answers:
                message = self._answers.popleft()
                await self._send(message)
                if len(self._answers) < MAX_WAITING // 2:
                    self._room.set()
            if self.dirty and self.live is not None:
                self.dirty = False
                await self._send(self._update(self.live))

    async def _send(self, message: wire.Out) -> None:
        await self.websocket.send_text(wire.write(message).decode())

    async def flush(self) -> None:
        """Send the answers that wait, before closing."""
        while self._answers:
            await self._send(self._answers.popleft())

    # -- reading ------------------------------------------------------------------------------------------------

    async def read_loop(self) -> int:
        """Read and answer until the browser goes (0) or the socket must be closed (the code to close it with)."""
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
            if not self._within_limits():
                self.refused += 1
                self._error(Refused("error.too_fast"), _id_in(data))
                if self.refused > MAX_REFUSED:
                    return POLICY
                continue
            await self._read(data)

    def _within_limits(self) -> bool:
        services = self.services
        return (
            self.bucket.take()
            and (not self.guest or services.by_guest.take(self.guest))
            and services.by_address.take(self.address)
        )

    def _error(self, refused: Refused, identity: str = "") -> None:
        self.answer(wire.Error(_message(refused.message), identity))

    async def _read(self, data: str | bytes) -> None:
        try:
            message = wire.read(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._error(Refused("error.malformed", why=str(error)), _id_in(data))
            return
        if isinstance(message, wire.Command):
            answer = await self.services.tables.command(self.guest, message)
            self.answer(answer)
            if isinstance(answer, wire.Applied) and isinstance(message.do, wire.Sit):
                await self._introduced(message.do)
            return
        try:
            live = await self.services.tables.get(message.table)
            if live is None:
                raise Refused("error.unknown_table")
            self._serve(live, message)
        except Refused as refused:
            self._error(refused, getattr(message, "id", ""))
        except LudothequeError as error:
            self._error(Refused.of(error), getattr(message, "id", ""))

    async def _introduced(self, sat: wire.Sit) -> None:
        """Somebody who had no name yet is known from now on by the one they sat down with."""
        if self.person is None or self.name or sat.here:
            return
        self.person = await self.services.guests.change(
            self.websocket, self.person, clean_name(sat.name), self.person.lang
        )
        self.name = self.person.name
        self.mark()

    def _serve(self, live: Live, message: wire.Hello | wire.Why | wire.More | wire.Past) -> None:
        match message:
            case wire.Hello():
                self._hello(live, message)
            case wire.Why():
                self.answer(_because(live.state, self._seat(live, message.seat), message))
            case wire.More():
                choices = _playing(live.state).choices(self._seat(live, message.seat))
                self.answer(
                    wire.ChoicesOut(
                        message.id, wire.plain(lean.choices(beginning_with(choices, message.click)))
                    )
                )
            case wire.Past():
                self.answer(self._past(live, message))

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

    def _past(self, live: Live, message: wire.Past) -> wire.Out:
        table = _playing(live.state)
        if not 0 <= message.move <= len(table.events):
            raise Refused("error.unknown_move", move=message.move)
        scene = table.scene_at(frozenset(live.state.seats_of(self.guest)), message.move)
        return wire.PastOut(message.id, message.move, wire.plain(scene))


def _playing(state: TableState) -> Any:
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
            code, _ = table.clicked(seat, message.clicks)
            refusal = table.why_not(code, seat)
            if refusal is not None:
                reason, rules = refusal.message, refusal.rules
        except LudothequeError as error:
            refused = Refused.of(error)
            reason, rules = refused.message, refused.rules
    return wire.Because(message.id, _message(reason), list(rules))


def _message(message: Message) -> dict[str, Any]:
    return {"key": message.key, "args": wire.plain(dict(message.args))}


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


async def endpoint(websocket: WebSocket) -> None:
    """Accept a socket from one of our own pages and serve it until it closes."""
    services: Services = websocket.app.state.services
    host, origin = websocket.headers.get("host", ""), websocket.headers.get("origin")
    origins = services.settings.origins
    if not origins.origin_allowed(origin, host, websocket.url.scheme):
        refused = Refused("error.forbidden_origin", (), 403, origin=(origin or "nowhere")[:200])
        await _deny(websocket, refused)
        return
    guest = await services.guests.find(websocket)
    address = websocket.client.host if websocket.client else ""
    holders: list[object] = ["all", ("address", address)]
    limits = services.settings.limits
    most = [limits.sockets, limits.sockets_of_address]
    if guest is not None:
        holders.append(("guest", guest.id))
        most.append(limits.sockets_of_guest)
    if any(services.sockets.get(who, 0) >= limit for who, limit in zip(holders, most, strict=True)):
        await _deny(websocket, Refused("error.busy", (), 503))
        return
    await websocket.accept()
    for who in holders:
        services.sockets[who] = services.sockets.get(who, 0) + 1
    try:
        await _serve(Socket(services, websocket, guest, address))
    finally:
        for who in holders:
            services.sockets[who] -= 1
            if not services.sockets[who]:
                del services.sockets[who]


async def _deny(websocket: WebSocket, refused: Refused) -> None:
    from starlette.responses import JSONResponse

    await websocket.send_denial_response(JSONResponse(refused.as_json(), refused.status))


async def _serve(socket: Socket) -> None:
    sender = asyncio.create_task(socket.send_loop())
    reader = asyncio.create_task(socket.read_loop())
    try:
        await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
        code = reader.result() if reader.done() and reader.exception() is None else TRY_LATER
        for task in (sender, reader):
            error = task.exception() if task.done() and not task.cancelled() else None
            if error is not None and not isinstance(error, WebSocketDisconnect | OSError | RuntimeError):
                logger.error("socket_failed", exc_info=error)
        if code:
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await sender
            with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
                await asyncio.wait_for(socket.flush(), 5)
                await socket.websocket.close(code)
    finally:
        socket.watch(None)
        for task in (sender, reader):
            task.cancel()
        await asyncio.gather(sender, reader, return_exceptions=True)
