"""How late the event loop comes to what is due: counted by every beat of the heart (`races.pulse`), read at `/api/health`."""

from __future__ import annotations

import time
from array import array
from typing import Any

STEP_MS = 0.1
"""How finely lateness is counted."""
MAX_MS = 2000.0
"""What is later than this is counted as this late (`max` says how late it was)."""

QUANTILES = {"p50": 0.5, "p99": 0.99, "p999": 0.999}


class Counted:
    """Milliseconds by how often they were seen, in steps of `STEP_MS`."""

    def __init__(self) -> None:
        self._counts = array("L", bytes(array("L").itemsize * (int(MAX_MS / STEP_MS) + 1)))
        self.samples = 0
        self.most = 0.0

    def add(self, ms: float) -> None:
        """One more of these."""
        self._counts[int(min(max(ms, 0.0), MAX_MS) / STEP_MS)] += 1
        self.samples += 1
        self.most = max(self.most, ms)

    def figures(self) -> dict[str, float]:
        """`p50`, `p99`, `p999` and `max` in milliseconds, and how many `samples` they come from; all 0 where there are none."""
        found: dict[str, float] = dict.fromkeys(QUANTILES, 0.0)
        seen = 0
        waiting = list(QUANTILES)
        for step, count in enumerate(self._counts):
            seen += count
            while count and waiting and seen >= QUANTILES[waiting[0]] * self.samples:
                found[waiting.pop(0)] = round(min((step + 1) * STEP_MS, self.most), 3)
        return {**found, "max": round(self.most, 3), "samples": self.samples}


class Lateness:
    """How late beats came since the last `reset`, and how much of it was the loop's own work.

    `late` is measured against the instant at which a beat was due; a beat that is so late that others would have been due
    meanwhile stands for them too. `own` is never more than the processor time that the loop's thread used since the beat
    before: on a machine that does other things besides, it leaves out what those took.
    """

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Begin to count anew."""
        self.late, self.own = Counted(), Counted()
        self._since = time.monotonic()
        self._used_ms: float | None = None

    def beat(self, late_ms: float, every_ms: float) -> None:
        """A beat came so late; beats are due so often."""
        used_ms = time.thread_time() * 1000
        worked_ms = 0.0 if self._used_ms is None else used_ms - self._used_ms
        self._used_ms = used_ms
        late_ms = max(late_ms, 0.0)
        while True:
            self.late.add(late_ms)
            self.own.add(min(late_ms, worked_ms))
            late_ms -= every_ms
            if late_ms <= 0:
                return

    def pause(self) -> None:
        """No beats for a while."""
        self._used_ms = None

    def figures(self) -> dict[str, Any]:
        """The body of `/api/health`, but for `ok`."""
        return {
            "loop_lag_ms": self.late.figures(),
            "loop_own_ms": self.own.figures(),
            "window_s": round(time.monotonic() - self._since, 3),
        }
