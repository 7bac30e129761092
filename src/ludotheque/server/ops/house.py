"""The house's network: for an evening, phones in the house reach a server that listens to its own machine alone.

Each private address of the machine gets a listener of its own. What comes in there is marked in its scope, by the listener and not by what it says
of itself, so the host's page is never served there (see `web/hosting.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ludotheque.core.message import Message
from ludotheque.server.access.addresses import FORWARDED, is_loopback
from ludotheque.server.access.near import HOUSE, is_near, own_near
from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.base.listening import bound
from ludotheque.server.base.logs import Logger
from ludotheque.server.room.refused import Refused

if TYPE_CHECKING:
    import uvicorn

    from ludotheque.server.ops.side_server import SideServer
    from ludotheque.server.services import Services

logger = Logger(__name__)

LASTS_S = 6 * 3600
"""How long the house's network stays open at most."""
LOOK_S = 3.0
"""How often the addresses of this machine are looked at: it may have joined another Wi-Fi."""
FAREWELL_S = 1
"""The seconds that pages have to close their sockets before these are cut."""
CONTAINER_FILES = (Path("/.dockerenv"), Path("/run/.containerenv"))
Why = Literal["processes", "public", "container", "listens"]


def in_container() -> bool:
    """Whether this machine is a container, whose addresses no phone reaches."""
    return bool(
        os.environ.get("container")  # noqa: SIM112  (so Podman and systemd-nspawn spell it)
        or os.environ.get("KUBERNETES_SERVICE_HOST")
        or any(each.exists() for each in CONTAINER_FILES)
    )


class House:
    """The house's network, closed at first.

    Attributes:
        addresses: finds the private addresses of this machine, the likeliest first.
        admits: whether somebody at an address may come in.
    """

    def __init__(self, services: Services) -> None:
        self.services = services
        self.addresses: Callable[[], Sequence[str]] = own_near
        self.admits: Callable[[str], bool] = is_near
        self._app: ASGIApp | None = None
        self._port = 0
        self._doors: dict[str, SideServer] = {}
        self._order: Sequence[str] = ()
        self._problem: Message | None = None
        self._until_ms, self._until_s = 0, 0.0
        self._tending: asyncio.Task[None] | None = None
        self._changing, self._closing = asyncio.Lock(), False

    def lend(self, app: ASGIApp, port: int) -> None:
        """What is served to browsers, and the port on which this machine's own reach it."""
        self._app, self._port = app, port

    # -- what it is like ----------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether phones may come in."""
        return self._tending is not None and not self._closing

    @property
    def left_s(self) -> int:
        """The seconds until it closes by itself; 0 if it is closed."""
        return max(0, (self._until_ms - wall_ms()) // 1000) if self.is_open else 0

    @property
    def urls(self) -> list[str]:
        """Where phones reach the pages, the likeliest first; nowhere while it is closed."""
        shown = (f"[{each}]" if ":" in each else each for each in self._order if each in self._doors)
        return [f"http://{each}:{self._port}" for each in shown]

    @property
    def problem(self) -> Message | None:
        """Why nobody, or not everybody, can come in although it is open."""
        return self._problem if self.is_open else None

    def why_not(self) -> Message | None:
        """Why this server never opens it; None if it may."""
        settings = self.services.settings
        why: Why
        if settings.workers > 1 or settings.worker is not None or settings.database:
            why = "processes"
        elif settings.trust_proxy or settings.origins or settings.notices.public_url:
            why = "public"
        elif self._app is None or not (settings.host == "localhost" or is_loopback(settings.host)):
            why = "listens"
        elif in_container():
            why = "container"
        else:
            return None
        return Message(f"error.house.{why}", {})

    # -- opening and closing ------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Let phones in from now on, for `LASTS_S`. Raises `Refused` (409) with the reason if none can come in; nothing has changed then."""
        why = self.why_not()
        if why is not None:
            raise Refused(why.key, (), 409)
        async with self._changing:
            if self._tending is not None:
                return
            await self._settle()
            if not self._doors:
                problem = self._problem
                assert problem is not None
                raise Refused(problem.key, (), 409, **dict(problem.args))
            self._until_ms = wall_ms() + LASTS_S * 1000
            self._until_s = asyncio.get_running_loop().time() + LASTS_S
            self._tending = asyncio.create_task(self._tend())
        logger.info("host_house_opened", addresses=list(self._doors), hours=LASTS_S // 3600)

    async def close(self, why: str = "asked") -> None:
        """Let nobody in any more, and cut the connections of those who are in. Done already, it changes nothing.

        If a door sticks, it raises the error and counts as open again; every `LOOK_S` it is tried again.
        """
        async with self._changing:
            if self._tending is None:
                return
            self._until_ms, self._closing = 0, True
            try:
                await self._cut(*self._doors)
            finally:
                self._closing = False
            tending, self._tending = self._tending, None
            if tending is not asyncio.current_task():
                tending.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await tending
        logger.info("host_house_closed", why=why)

    async def _tend(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                # A machine that slept has a wall clock that went on; one whose clock is set back has another that did.
                if wall_ms() >= self._until_ms or asyncio.get_running_loop().time() >= self._until_s:
                    await self.close("late")
                    return
                async with self._changing:
                    await self._settle()
            except Exception:
                logger.exception("house_not_looked_at")

    async def _settle(self) -> None:
        """Listen on the addresses that this machine has now, and on no other."""
        from ludotheque.server.ops.side_server import SideServer

        self._order = wanted = tuple(self.addresses())
        self._problem = None if wanted else Message("error.house.no_network", {})
        gone = [each for each in self._doors if each not in wanted]
        await self._cut(*gone)
        came = []
        for each in wanted:
            if each in self._doors:
                continue
            try:
                listening = bound(each, self._port)
            except OSError as error:
                self._problem = _why_not_there(each, self._port, error)
                continue
            self._doors[each] = SideServer(self._config(), listening)
            came.append(each)
        if self._tending is not None and (gone or came):
            logger.info("house_moved", gone=gone, came=came)

    async def _cut(self, *addresses: str) -> None:
        """Close what listens on these addresses. What could not be closed stays among the doors, and its error is raised."""
        ends = await asyncio.gather(*(self._doors[each].cut() for each in addresses), return_exceptions=True)
        for each, end in zip(addresses, ends, strict=True):
            if end is None:
                del self._doors[each]
        for end in ends:
            if end is not None:
                raise end

    def _config(self) -> uvicorn.Config:
        import uvicorn

        from ludotheque.server.ops.side_server import uvicorn_settings

        assert self._app is not None
        briefly = {"timeout_graceful_shutdown": FAREWELL_S}
        return uvicorn.Config(
            Threshold(self._app, self),
            **(uvicorn_settings(self.services) | briefly),
        )


def _why_not_there(address: str, port: int, error: OSError) -> Message:
    if error.errno in (98, 48):
        return Message("error.house.port", {"address": address, "port": port, "other": port + 1})
    return Message("error.house.address", {"address": address, "why": error.strerror or str(error)})


class Threshold:
    """Marks what comes in by the house's network, forgets for whom it says that it asks, and lets nobody in from elsewhere."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self.app, self.house = app, house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or a socket on, or refuse it."""
        peer = scope["client"][0] if scope.get("client") else ""
        if not self.house.admits(peer):
            logger.warning("house_refused", address=peer)
            if scope["type"] == "http":
                await Response(status_code=403)(scope, receive, send)
            else:
                await send({"type": "websocket.close"})
            return
        scope[HOUSE] = True
        scope["headers"] = [each for each in scope["headers"] if each[0] not in FORWARDED]
        await self.app(scope, receive, send)
