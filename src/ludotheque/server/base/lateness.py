"""Measures how late the event loop is: every heartbeat counts, races look at the late ones, and `/api/health` shows the figures."""

from __future__ import annotations

import asyncio
import time
from array import array
from collections import deque
from typing import Any

from ludotheque.core.processor import thread_time
from ludotheque.server.base.timed import Timed

STEP_MS = 0.1
"""The resolution of the counts, in milliseconds."""
MAX_MS = 2000.0
"""Anything later counts as this late (`max` keeps the true value)."""

LATELY_S = 60.0

BEAT_MS = 10.0
PAUSE_MS = 5.0
"""If a beat is later than this, something blocked it, and a race at that moment is flagged."""

QUANTILES = {"p50": 0.5, "p99": 0.99, "p999": 0.999}


class Counted:
    """How often each number of milliseconds was seen, in steps of `STEP_MS`."""

    def __init__(self) -> None:
        self._counts = array("L", bytes(array("L").itemsize * (int(MAX_MS / STEP_MS) + 1)))
        self.samples = 0
        self.most = 0.0

    def add(self, ms: float) -> None:
        """Count one value."""
        self._counts[int(min(max(ms, 0.0), MAX_MS) / STEP_MS)] += 1
        self.samples += 1
        self.most = max(self.most, ms)

    def with_those_of(self, other: Counted) -> Counted:
        """These values and those of another count."""
        both = Counted()
        both._counts = array("L", (a + b for a, b in zip(self._counts, other._counts, strict=True)))
        both.samples, both.most = self.samples + other.samples, max(self.most, other.most)
        return both

    def figures(self) -> dict[str, float]:
        """`p50`, `p99`, `p999` and `max` in milliseconds, and the number of `samples`; all 0 if there are none."""
        found: dict[str, float] = dict.fromkeys(QUANTILES, 0.0)
        seen = 0
        waiting = list(QUANTILES)
        for step, count in enumerate(self._counts):
            seen += count
            while count and waiting and seen >= QUANTILES[waiting[0]] * self.samples:
                found[waiting.pop(0)] = round(min((step + 1) * STEP_MS, self.most), 3)
        return {**found, "max": round(self.most, 3), "samples": self.samples}


class Lateness:
    """How late heartbeats were since the last `reset`, and how much of that was the loop's own work.

    `late` is measured against the instant at which a beat was due. A very late beat also stands for those that would have been due meanwhile.
    `own` is at most the processor time that the loop's thread has used since the previous beat, so it leaves out other work on the machine.
    """

    def __init__(self) -> None:
        self._lately, self._before = Counted(), Counted()
        self._lately_since = time.monotonic()
        self.lag = Timed()
        """How late all beats were that came, since the process began."""
        self.reset()

    def reset(self) -> None:
        """Start counting again."""
        self.late, self.own = Counted(), Counted()
        self._since = time.monotonic()
        self._used_ms: float | None = None

    def beat(self, late_ms: float, every_ms: float) -> None:
        """Count a beat that was `late_ms` late; beats are due every `every_ms`."""
        used_ms = thread_time() * 1000
        worked_ms = 0.0 if self._used_ms is None else used_ms - self._used_ms
        self._used_ms = used_ms
        late_ms = max(late_ms, 0.0)
        self.lag.add(late_ms / 1000)
        self._turn_over()
        self._lately.add(late_ms)
        while True:
            self.late.add(late_ms)
            self.own.add(min(late_ms, worked_ms))
            late_ms -= every_ms
            if late_ms <= 0:
                return

    def pause(self) -> None:
        """Expect no beats for a while."""
        self._used_ms = None

    def lately(self) -> dict[str, float]:
        """How late beats were in the last one or two minutes."""
        self._turn_over()
        return self._lately.with_those_of(self._before).figures()

    def _turn_over(self) -> None:
        """Begin a new minute, if the present one is over."""
        now = time.monotonic()
        if now - self._lately_since >= LATELY_S:
            fresh = now - self._lately_since < 2 * LATELY_S
            self._before, self._lately = self._lately if fresh else Counted(), Counted()
            self._lately_since = now

    def figures(self) -> dict[str, Any]:
        """The body of `/api/health`, except `ok`."""
        return {
            "loop_lag_ms": self.late.figures(),
            "loop_own_ms": self.own.figures(),
            "window_s": round(time.monotonic() - self._since, 3),
        }


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
