"""Whether the server itself was running: a heartbeat while anybody is there, which remembers when it was late."""

from __future__ import annotations

import asyncio
from collections import deque

from ludotheque.server.base.lateness import Lateness

BEAT_MS = 10.0
PAUSE_MS = 5.0
"""If a beat is later than this, something blocked it, and a race at that moment is flagged."""


class Pulse:
    """One heartbeat for the server. It beats as long as anybody `holds` it."""

    def __init__(self) -> None:
        self._holders: set[object] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._pauses: deque[tuple[float, float]] = deque(maxlen=256)
        self.lateness = Lateness()

    def hold(self, who: object) -> None:
        """Beat, for this holder too."""
        self._holders.add(who)
        if self._timer is None:
            self._next()

    def release(self, who: object) -> None:
        """Stop beating for this holder."""
        self._holders.discard(who)
        if not self._holders and self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self.lateness.pause()

    def _next(self) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + BEAT_MS / 1000
        self._timer = loop.call_later(BEAT_MS / 1000, self._beat, due)

    def _beat(self, due: float) -> None:
        now = asyncio.get_running_loop().time()
        self.note(now * 1000, (now - due) * 1000)
        self.lateness.beat((now - due) * 1000, BEAT_MS)
        self._next()

    def note(self, now_ms: float, late_ms: float) -> None:
        """Note how late a beat was."""
        if late_ms > PAUSE_MS:
            self._pauses.append((now_ms, late_ms))

    def longest_since(self, since_ms: float) -> float:
        """The longest pause that ended after this instant; 0 if none matters."""
        return max((late for at, late in self._pauses if at >= since_ms), default=0.0)
