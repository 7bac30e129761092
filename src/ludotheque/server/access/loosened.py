"""Uvicorn's protocol for requests, with time limits, and without leaving anything of a lost connection behind."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol, h11  # type: ignore[attr-defined]  # the states that it uses

from ludotheque.server.access.addresses import address

if TYPE_CHECKING:
    from ludotheque.server.access.connections import Connections

HEAD_S, BODY_S = 20.0, 60.0
"""How long the head of a request may take, and then its body."""
TAKEN_S = 60.0
"""How long a browser may take nothing of an answer that waits for it."""
TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class LoosenedHTTP(H11Protocol):
    """Uvicorn's protocol for requests. It leaves nothing of a lost connection to the garbage collector, and has time limits.

    Attributes:
        among: the connections that share the room; None where nobody counts them.
        home: what its address counts as.
    """

    among: Connections | None = None
    home = ""
    _deadline: asyncio.TimerHandle | None = None
    _stuck: asyncio.TimerHandle | None = None
    _phase = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.home = address(self.client[0] if self.client else "").counted[0]
        if self.among is not None:
            self.among.enter(self)
        self._look()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        self._phase = ""
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stuck is None:
            self._stuck = self.loop.call_later(TAKEN_S, self.drop)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stuck = _cancelled(self._stuck)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)
        loosen(self.transport)

    def drop(self) -> None:
        """Close the connection at once."""
        self._leave()
        self.transport.abort()

    def _look(self) -> None:
        """See what is waited for now, and for how long."""
        if self.transport.is_closing():
            return
        if self.transport.get_protocol() is not self:  # a WebSocket runs over it
            self._leave()
            return
        theirs = self.conn.their_state
        phase = {h11.IDLE: "head", h11.SEND_BODY: "body"}.get(theirs, "answer")
        if phase == self._phase:
            return
        self._phase, self._deadline = phase, _cancelled(self._deadline)
        if phase == "answer":
            if self.among is not None:
                self.among.answer(self)
            return
        if self.among is not None:
            self.among.wait_for(self)
        self._deadline = self.loop.call_later(HEAD_S if phase == "head" else BODY_S, self._too_late)

    def _too_late(self) -> None:
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE) and self._phase:
            self.transport.write(TOO_LATE)
            self._leave()
            self.transport.close()
        else:
            self.drop()

    def _leave(self) -> None:
        self._deadline, self._stuck = _cancelled(self._deadline), _cancelled(self._stuck)
        if self.among is not None:
            self.among.leave(self)


def _cancelled(timer: asyncio.TimerHandle | None) -> asyncio.TimerHandle | None:
    if timer is not None:
        timer.cancel()
    return None


def loosen(transport: Any) -> None:
    """Free a lost transport at once: asyncio's own holds one of its methods, hence itself."""
    if hasattr(transport, "_read_ready_cb"):
        transport._read_ready_cb = None
