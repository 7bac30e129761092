"""Opens and closes WebSockets: who may open one, and what runs while it is open."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludotheque.server.access.addresses import asker_of, share
from ludotheque.server.access.connections import Places
from ludotheque.server.access.origins import reached_at
from ludotheque.server.access.safety import safety
from ludotheque.server.base.logs import Logger
from ludotheque.server.people.guests import Guest
from ludotheque.server.room.refused import Refused
from ludotheque.server.store.log import StoreError
from ludotheque.server.web.sockets import MOVED, TRY_LATER, Socket

if TYPE_CHECKING:
    from ludotheque.server.services import Services

logger = Logger(__name__)


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
    """Whether a guest plays at this table: whoever waits there for others takes no place from those who do."""
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
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):  # whoever hangs up needs no answer
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
