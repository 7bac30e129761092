"""The WebSocket at `/ws`: messages in and out. Their content is handled by `executor`, `watching`, `questions` and `gestures`.

A slow socket never delays the server. Answers wait in a bounded queue, and the server stops reading from the socket when it is full. The
table's state is built only when the socket can take it, so a slow one skips states instead of queueing them.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
from starlette.responses import JSONResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludotheque.core import nesting
from ludotheque.core.errors import LudothequeError
from ludotheque.server.access.addresses import Address, asker_of, share
from ludotheque.server.access.connections import Places
from ludotheque.server.access.frames import RECEIVED, Text, line_of
from ludotheque.server.access.limits import Bucket, too_fast
from ludotheque.server.access.origins import reached_at, safety
from ludotheque.server.base.clocks import now_ms
from ludotheque.server.base.logs import Logger
from ludotheque.server.live import questions
from ludotheque.server.live.gestures import Gesture, claim, gesture
from ludotheque.server.live.room import Room
from ludotheque.server.live.watching import Watching
from ludotheque.server.people.guests import Guest
from ludotheque.server.room import wire
from ludotheque.server.room.doors import refuse_removed
from ludotheque.server.room.refused import Refused, why_unread
from ludotheque.server.room.seating import clean_name
from ludotheque.server.store.leases import Elsewhere
from ludotheque.server.store.log import StoreError
from ludotheque.server.thinking.advice import advise

if TYPE_CHECKING:
    from ludotheque.server.services import Services

logger = Logger(__name__)

MAX_WAITING = 64
"""Answers that may wait for a slow socket before the server stops reading from it."""
MAX_TOGETHER = 16
"""The most answers written to the network at once."""
MAX_REFUSED = 200
"""Messages beyond the limits after which a socket is closed."""
SMALL = 512
"""A message up to this many bytes is read before it is counted, since gestures are counted apart from requests."""
LEFT = (1000, 1001, 1005)
"""How a browser closes a socket when its page is closed or left. uvicorn gives a `reason` with it, and none if the line just broke."""
TOO_BIG, POLICY, TRY_LATER = 1009, 1008, 1013
MOVED = 4001
"""The table lives in another process: the page is to connect again at once, naming its table in the address (`/ws?table=`)."""


class Unread(msgspec.Struct, frozen=True):
    """A message that could not be read: why, and the id of its request if it had one."""

    why: str
    identity: str


Request = wire.Hello | wire.Command | wire.Why | wire.More | wire.Past | wire.Advise | Unread
Received = tuple[Request, float]
"""A request, and when it was received (ms on the event loop's clock)."""


class Socket:
    """One open socket of a guest."""

    def __init__(
        self, services: Services, websocket: WebSocket, guest: Guest | None, address: Address
    ) -> None:
        self.services, self.websocket, self.address = services, websocket, address
        self.person = guest
        self.guest = guest.id if guest else 0
        self.name = guest.name if guest else ""
        limits, now = services.settings.limits, time.monotonic()
        self.bucket = Bucket(limits.socket, now)
        self.gestures, self.cheers = Bucket(limits.gestures, now), Bucket(limits.cheers, now)
        self.line = line_of(websocket.scope)
        self.trusted = self.line.trusted
        self.watching = Watching(self, services)
        self.is_lost = False
        self.blocked: frozenset[int] = frozenset()
        self.is_moved = asyncio.Event()
        """Set once the table that this page wants lives elsewhere."""
        self.refused = 0
        self._answers: deque[Text] = deque()
        self._requests: asyncio.Queue[Received] = asyncio.Queue(MAX_WAITING)
        self._answered = self._sent = 0
        self._timed: deque[tuple[int, float]] = deque()
        """Which of the answers are those of commands, by their number, and when these were received (ms)."""
        self._changed_ms = 0.0
        """When something happened at the table that is not sent yet; 0 if there is nothing."""
        self._wake = asyncio.Event()
        self._space = asyncio.Event()
        self._space.set()

    # -- the table being watched --------------------------------------------------------------------------------

    def notify(self, since_ms: float) -> None:
        """The table has changed. It is sent as soon as the socket can take it."""
        self.watching.is_behind = True
        self._changed_ms = self._changed_ms or since_ms
        self._wake.set()

    def watch(self, room: Room | None) -> None:
        """Watch this table and no other (None: none)."""
        if self.watching.look_at(room):
            self.line.watch_closely(room is not None and room.races is not None)

    def tell_again(self) -> None:
        """Something was taken out of what has been sent: send all of it again."""
        self.watching.forget()
        self.notify(now_ms())

    def moved(self) -> None:
        """The table lives in another process now, or this guest has gone: this socket is closed, and the page connects again."""
        self.is_moved.set()

    # -- sending ------------------------------------------------------------------------------------------------

    def answer(self, message: wire.Out | Text) -> None:
        """Queue an answer."""
        self._answers.append(message if isinstance(message, Text) else Text(wire.write(message)))
        self._answered += 1
        if len(self._answers) >= MAX_WAITING:
            self._space.clear()
        self._wake.set()

    async def send_loop(self) -> None:
        """Send answers first, then the newest state, until cancelled. What is ready at the same moment is written together."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._answers or self._tells:
                texts, told_ms = await self._batch()
                await self._send(texts)
                self._note(told_ms)

    @property
    def _tells(self) -> bool:
        """Whether there is something new to send about the table."""
        return self.watching.is_behind and self.watching.room is not None

    def _note(self, changed_ms: float) -> None:
        """Note how long the answers that are sent now were waited for, and how old the news is that goes with them."""
        now, times = now_ms(), self.services.times
        while self._timed and self._timed[0][0] <= self._sent:
            times.answered.add((now - self._timed.popleft()[1]) / 1000)
        if changed_ms:
            times.told.add((now - changed_ms) / 1000)

    async def _batch(self) -> tuple[list[Text], float]:
        """The answers that wait and, if there is time for it, the newest state behind the last of them, with when it came about (0: without it)."""
        changed_ms = 0.0
        shows = self.services.tables.pace.is_free or not self._answers
        if shows and self._tells:
            await self.watching.catch_up()
        texts: list[Text] = []
        while self._answers and len(texts) < MAX_TOGETHER:
            texts.append(self._answers.popleft())
            self._sent += 1
        if len(self._answers) < MAX_WAITING // 2:
            self._space.set()
        room = self.watching.room
        if shows and not self._answers and self.watching.is_behind and room is not None:
            texts.append(self.watching.update(room))
            changed_ms, self._changed_ms = self._changed_ms, 0.0
        return texts, changed_ms

    def write_now(self, text: Text) -> float | None:
        """Write a message before all that wait. Returns when it was written; None if it was not."""
        return self.line.write(text)

    def measure(self) -> None:
        """Measure the line's round trip right behind what was written."""
        self.line.measure()

    def show(self, message: Text) -> None:
        """Send an optional message, unless this socket is busy already."""
        if self.line.idle and len(self._answers) < MAX_WAITING // 2:
            self.answer(message)

    async def _send(self, texts: list[Text]) -> None:
        if self.line.send(texts):
            return
        for text in texts:
            await self.websocket.send_text(text.text.decode())

    async def flush(self) -> None:
        """Send the answers that wait, before closing."""
        while self._answers:
            await self._send([self._answers.popleft()])
            self._sent += 1
        self._note(0.0)

    # -- reading ------------------------------------------------------------------------------------------------

    async def pump(self) -> int:
        """Read messages from the network until the browser leaves (0) or the socket must be closed (the code).

        Claims and gestures are handled at once; the rest waits for `read_loop`.
        """
        while True:
            await self._space.wait()
            message = await self.websocket.receive()
            if message["type"] == "websocket.disconnect":
                self.is_lost = message.get("code") not in LEFT or "reason" not in message
                return 0
            data: str | bytes = message.get("text") or message.get("bytes") or ""
            if len(data) > wire.MAX_MESSAGE or (
                isinstance(data, str) and len(data.encode()) > wire.MAX_MESSAGE
            ):
                self._error(Refused("error.too_big", limit=wire.MAX_MESSAGE))
                return TOO_BIG
            received_ms = message.get(RECEIVED) or now_ms()
            small = _read(data) if len(data) <= SMALL else None
            if isinstance(small, Gesture):
                if self.gestures.take():
                    gesture(self, self.watching.room, small, received_ms, self.cheers)
                elif self._too_fast():
                    return POLICY
                continue
            wait_s = self._wait_s()
            if wait_s:
                self._error(too_fast(wait_s), _id_in(data))
                if self._too_fast():
                    return POLICY
                continue
            request = small or _read(data)
            if isinstance(request, wire.Claim):
                claim(self, self.watching.room, request, received_ms)
            elif not isinstance(request, Gesture):
                await self._requests.put((request, received_ms))

    async def read_loop(self) -> None:
        """Answer requests one after another."""
        while True:
            request, received_ms = await self._requests.get()
            await self._space.wait()
            await self._answer(request, received_ms)

    def _too_fast(self) -> bool:
        """Count a message beyond the limits. Returns whether that is enough to close the socket."""
        self.refused += 1
        if self.refused > MAX_REFUSED:
            self._error(too_fast(self.bucket.wait_s))
        return self.refused > MAX_REFUSED

    def _wait_s(self) -> int:
        """0 if a request is within the limits, else after how many seconds the next one is."""
        services = self.services
        if not self.bucket.take():
            return self.bucket.wait_s
        if self.guest and not services.by_guest.take(self.guest):
            return services.by_guest.wait_s(self.guest)
        if not services.by_address.take(self.address):
            return services.by_address.wait_s(self.address)
        return 0

    def _error(self, refused: Refused, identity: str = "") -> None:
        self.answer(wire.Error(refused.message, identity))

    async def _answer(self, message: Request, received_ms: float) -> None:
        if isinstance(message, Unread):
            self._error(Refused("error.malformed", why=message.why), message.identity)
            return
        if isinstance(message, wire.Command):
            answer = await self._executed(message)
            if answer is None:
                return
            self.services.times.decided.add((now_ms() - received_ms) / 1000)
            self.answer(answer)
            self._timed.append((self._answered, received_ms))
            if isinstance(answer, wire.Applied) and isinstance(message.do, wire.Sit):
                await self._introduced(message.do)
            return
        if isinstance(message, wire.Advise):  # other requests need not wait while a bot thinks
            self.services.tables.tasks.spawn(self._advise(message))
            return
        with self._refusing(getattr(message, "id", "")):
            try:
                room = await self._room(message.table)
                refuse_removed(room.state, self.guest)
                if isinstance(message, wire.Hello):
                    await self._look_up(room)
                    await room.catch_up(frozenset(room.state.seats_of(self.guest)))
                    self.watch(room)
                    self.answer(self.watching.welcome(room, message))
                else:
                    self.answer(await questions.answer(room, self.guest, message))
            except Elsewhere:
                self.moved()

    async def _room(self, table: str) -> Room:
        room = await self.services.tables.get(table)
        if room is None:
            raise Refused("error.unknown_table")
        return room

    @contextlib.contextmanager
    def _refusing(self, identity: str) -> Iterator[None]:
        """Answer the request with this id with what is refused within the block."""
        try:
            yield
        except Refused as refused:
            self._error(refused, identity)
        except LudothequeError as error:
            self._error(Refused.of(error), identity)

    async def _executed(self, message: wire.Command) -> wire.Out | Text | None:
        """The answer to a command; None if its table, the one that is watched, lives elsewhere now. It is then sent again there."""
        try:
            return await self.services.tables.executor.execute(self.guest, message)
        except Elsewhere:
            watched, cluster = self.watching.room, self.services.cluster
            if cluster is not None and watched is not None and watched.state.id != message.table:
                answer = await cluster.forward(self.guest, message)
                if answer is not None:
                    return Text(answer)
            self.moved()
            return None

    async def _advise(self, message: wire.Advise) -> None:
        with self._refusing(message.id):
            room = await self._room(message.table)
            self.answer(await advise(self.services.tables, room, self.guest, message))

    async def _look_up(self, room: Room) -> None:
        """Find out whom this guest has blocked, and whether the host of the table has blocked them. While the database is away, what was known
        stands."""
        if not self.guest:
            return
        store = self.services.store
        with contextlib.suppress(StoreError):
            self.blocked = frozenset(each.guest for each in await store.blocks_of(self.guest))
            self.watching.is_unwanted = await store.is_blocked(room.state.host, self.guest)

    async def _introduced(self, sat: wire.Sit) -> None:
        """A guest without a name gets the one they sat down with."""
        if self.person is None or self.name or sat.here:
            return
        self.person = await self.services.rename(self.websocket, self.person, clean_name(sat.name))
        self.name = self.person.name
        self.notify(now_ms())


def _read(data: str | bytes) -> wire.Incoming | Unread:
    if nesting.is_json_too_deep(data):
        return Unread(f"it is nested more than {nesting.MAX_DEPTH} deep", "")
    try:
        return wire.read(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return Unread(why_unread(error), _id_in(data))


def _id_in(data: str | bytes) -> str:
    """The id of a request that could not be read, so that its sender knows which one it was."""
    if nesting.is_json_too_deep(data):
        return ""
    try:
        found = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""
    if not isinstance(found, dict):
        return ""
    identity = found.get("command_id", found.get("id", ""))
    return identity[:80] if isinstance(identity, str) else ""


async def endpoint(websocket: WebSocket) -> None:
    """Accept a socket from one of our own pages and serve it until it closes."""
    services: Services = websocket.app.state.services
    host, origin = websocket.headers.get("host", ""), websocket.headers.get("origin")
    origins = services.settings.allowed
    if not origins.origin_allowed(origin, host, websocket.url.scheme, reached_at(websocket)):
        refused = Refused("error.forbidden_origin", (), 403, origin=(origin or "nowhere")[:200])
        await _deny(services, websocket, refused)
        return
    if services.tables.is_stopping:
        await _deny(services, websocket, Refused("error.stopping", (), 503))
        return
    asker, limits = asker_of(websocket), services.settings.limits
    most: dict[object, int] = {"all": services.space.sockets}
    for each in asker.counted:
        most[each] = services.space.of_address(limits.sockets_of_address * share(each))
    relayed = {"all": services.cluster.relayed} if services.cluster is not None else {}
    with Places(services.sockets, relayed) as places:  # before anything is waited for: many come at once
        free, is_last = places.take(most)
        guest = await services.guests.find(websocket) if free else None
        if guest is not None:
            free = places.take({("guest", guest.id): limits.sockets_of_guest})[0]
        if free and is_last:
            free = await _plays(services, guest, websocket.query_params.get("table", ""))
        if not free:
            await _deny(services, websocket, Refused("error.busy", (), 503))
            return
        try:
            await websocket.accept()
        except (WebSocketDisconnect, RuntimeError, OSError):  # nobody is there any more
            return
        socket = Socket(services, websocket, guest, asker)
        services.open_sockets.add(socket)
        try:
            await _serve(socket)
        finally:
            services.open_sockets.discard(socket)


async def _plays(services: Services, guest: Guest | None, table: str) -> bool:
    """Whether a guest plays at this table: people who wait there for others take no place from those who play."""
    if guest is None or not table:
        return False
    try:
        room = await services.tables.look_at(table[:32])
    except (Refused, StoreError):
        return False
    return room is not None and room.state.phase == "playing" and bool(room.state.seats_of(guest.id))


async def _deny(services: Services, websocket: WebSocket, refused: Refused) -> None:
    services.refusals.note(refused, asker_of(websocket))
    headers = safety(websocket.headers.get("host", ""))
    with contextlib.suppress(
        WebSocketDisconnect, RuntimeError, OSError
    ):  # they have hung up and need no answer
        await websocket.send_denial_response(JSONResponse(refused.as_json(), refused.status, headers))


async def _serve(socket: Socket) -> None:
    pulse = socket.services.tables.pulse
    pulse.hold(socket)
    sender = asyncio.create_task(socket.send_loop())
    pump = asyncio.create_task(socket.pump())
    reader = asyncio.create_task(socket.read_loop())
    leaving = asyncio.create_task(socket.is_moved.wait())
    tasks = (sender, pump, reader, leaving)
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        code = pump.result() if pump.done() and pump.exception() is None else TRY_LATER
        if socket.is_moved.is_set():
            code = MOVED
        for task in tasks:
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
        pulse.release(socket)
        socket.watch(None)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
