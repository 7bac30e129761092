"""How long a player's network really takes, and how much of what the page reports about it is believed. Pure: all instants are passed in.

On a slow line a player sees the cue later and is heard later. The page's report of the reaction is believed as far as the line explains
it: by its shortest round trip, measured below the page (`Trusted`), and beyond that by a quota, which refills by as much as the line
usually varies (`Quota`). All times are milliseconds on one clock that never runs back.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from ludotheque.server.room.races.credit import Credit

MEMORY_MS = 60_000.0
"""Round trips older than this do not count."""

MAX_TRUSTED_MS = 500.0
"""The longest round trip believed among friends."""

MAX_GAIN_MS = 50.0
"""The most by which a race refills a quota."""

MIN_GAIN_MS = 8.0
"""The least, on a line with at least `KNOWN` pings: half a frame of a screen, which nobody measures, and the page's own work."""

KNOWN = 4

AT_FIRST, AT_MOST = 2.0, 4.0
"""How many races' worth a quota holds at first, and at most."""

MAX_SAMPLES = 200

SILENT_MS = 10_000.0
"""A line that has answered no ping for this long may be gone."""


class Trusted:
    """The round trips of one line that its page could not influence: those of WebSocket pings, and the kernel's own if available.

    Attributes:
        kernel_ms: the shortest that a kernel measured on the connection to the browser itself.
        kernel_usual_ms: its running mean.
    """

    __slots__ = ("_raced", "_samples", "kernel_ms", "kernel_usual_ms")

    def __init__(self) -> None:
        self._samples: deque[tuple[float, float]] = deque(maxlen=MAX_SAMPLES)
        self._raced: tuple[float, float] | None = None
        self.kernel_ms: float | None = None
        self.kernel_usual_ms: float | None = None

    def add(self, at_ms: float, round_trip_ms: float) -> None:
        """Add a round trip."""
        self._samples.append((at_ms, round_trip_ms))

    def add_raced(self, at_ms: float, round_trip_ms: float) -> None:
        """Add a round trip measured right behind a cue. It is compared with the usual ones, and is not one of them."""
        self._raced = (round_trip_ms, max(self._recent(at_ms), default=round_trip_ms))

    def take_raced(self) -> tuple[float, float] | None:
        """The round trip behind the last cue and the longest usual one then, once; None if none has been answered since."""
        raced, self._raced = self._raced, None
        return raced

    def answers(self, now_ms: float) -> bool:
        """Whether the line has answered a ping recently."""
        return bool(self._samples) and self._samples[-1][0] >= now_ms - SILENT_MS

    def _recent(self, now_ms: float) -> list[float]:
        samples = self._samples
        while samples and samples[0][0] < now_ms - MEMORY_MS:
            samples.popleft()
        return [round_trip for _, round_trip in samples]

    def least(self, now_ms: float, most_ms: float = MAX_TRUSTED_MS) -> float:
        """The shortest recent round trip, no longer than the kernel's; 0 if none was measured."""
        recent = self._recent(now_ms)
        if not recent:
            return 0.0
        least = min(*recent, most_ms)
        return least if self.kernel_ms is None else min(least, self.kernel_ms)

    def is_measured(self, now_ms: float) -> bool:
        """Whether any round trip was measured recently."""
        return bool(self._recent(now_ms))

    def jitter(self, now_ms: float) -> float:
        """By how much round trips exceed the shortest one, on average."""
        recent = self._recent(now_ms)
        return sum(recent) / len(recent) - min(recent) if recent else 0.0

    def is_known(self, now_ms: float) -> bool:
        """Whether enough round trips were measured recently to know how much the line varies."""
        return len(self._recent(now_ms)) >= KNOWN

    def steady_jitter(self, now_ms: float) -> float:
        """The same, but at most the kernel's own measurement if there is one: a page can make its pongs vary."""
        jitter = self.jitter(now_ms)
        if self.kernel_ms is None or self.kernel_usual_ms is None:
            return jitter
        return min(jitter, max(0.0, self.kernel_usual_ms - self.kernel_ms))

    def p95(self, now_ms: float) -> float:
        """The round trip that 95 % stay within; the longest believed one if none was measured."""
        recent = sorted(self._recent(now_ms))
        return recent[min(len(recent) - 1, int(0.95 * len(recent)))] if recent else MAX_TRUSTED_MS


@dataclass
class Quota:
    """What is believed of a player beyond the round trip: a leaky bucket that holds `level_ms`."""

    level_ms: float = -1.0

    def refill(self, jitter_ms: float) -> None:
        """Refill once for each race, by the line's mean jitter."""
        gain = min(MAX_GAIN_MS, jitter_ms)
        if self.level_ms < 0:
            self.level_ms = AT_FIRST * gain
        else:
            self.level_ms = min(AT_MOST * gain, self.level_ms + gain)

    def spend(self, ms: float) -> None:
        """Take off the time that was believed beyond the round trip."""
        self.level_ms = max(0.0, self.level_ms - ms)


def explained(
    elapsed_ms: float, reaction_ms: float, trusted_ms: float, quota: Quota, credit: Credit | None = None,
    vouched_ms: float = 0.0,
) -> float:  # fmt: skip
    """How much of the time that passed at the server the network explains, if the player took `reaction_ms`.

    Among strangers there is a `credit`, and somebody other than the line vouches for `vouched_ms` of the round trip.
    """
    allowed = trusted_ms + max(0.0, quota.level_ms)
    given = min(max(0.0, elapsed_ms - reaction_ms), allowed)
    return given if credit is None else credit.given(given, vouched_ms)


def compensation(
    elapsed_ms: float, reaction_ms: float, trusted_ms: float, quota: Quota, credit: Credit | None = None,
    vouched_ms: float = 0.0,
) -> float:  # fmt: skip
    """How much of the time that passed is put down to the network (see `explained`). What exceeds the round trip is taken from the quota."""
    given = explained(elapsed_ms, reaction_ms, trusted_ms, quota, credit, vouched_ms)
    quota.spend(max(0.0, given - trusted_ms))
    return given
