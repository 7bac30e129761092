"""Rate limits for sockets, guests and addresses, and a record of what is refused: a host sees who tries, and what a proxy does wrong."""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque.server.access.addresses import Address, share
from ludotheque.server.base.logs import Logger
from ludotheque.server.room.refused import Refused

logger = Logger(__name__)

LONGEST_S = 3600
"""The longest wait that a refusal names, for rates that give nothing back."""
TOLD = (403, 421, 429, 503)
"""The statuses that the log mentions: others are mistakes of people and programs."""
AGAIN_S = 60.0
"""How often the log repeats the same reason for the same network, with how often it happened since."""
MOST = 1000


@dataclass(frozen=True)
class Rate:
    """`burst` requests at once, then `per_s` a second."""

    per_s: float
    burst: float


class Bucket:
    """The tokens of one asker."""

    __slots__ = ("at", "rate", "tokens")

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate, self.tokens, self.at = rate, rate.burst, now

    def take(self, now: float | None = None) -> bool:
        """Take a token; returns whether there was one."""
        self.fill(time.monotonic() if now is None else now)
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    def fill(self, now: float) -> None:
        """Give back what time gives back."""
        self.tokens = min(self.rate.burst, self.tokens + (now - self.at) * self.rate.per_s)
        self.at = now

    @property
    def missing_s(self) -> float:
        """After how many seconds there is a token again, counted from the last `take`."""
        missing = max(0.0, 1 - self.tokens)
        if not missing:
            return 0.0
        return LONGEST_S if missing >= LONGEST_S * self.rate.per_s else missing / self.rate.per_s

    @property
    def wait_s(self) -> int:
        """The same in whole seconds, at least 1."""
        return max(1, math.ceil(self.missing_s))


class Buckets:
    """Buckets by asker (a guest, an address). Those unused for longest are dropped first.

    An address has a bucket for each network that it counts as, see `addresses`: a token is taken of all, or of none.

    Attributes:
        spent: the tokens that were taken here since `take_spent` was last called, by asker; None where nobody else needs to know.
    """

    def __init__(self, rate: Rate, keep: int = 20_000) -> None:
        self.rate, self.keep = rate, keep
        self._buckets: OrderedDict[object, Bucket] = OrderedDict()
        self.spent: dict[object, int] | None = None

    def take(self, *askers: object) -> bool:
        """Take a token of each of these askers, or of none; returns whether each had one."""
        now, counted = time.monotonic(), _counted(askers)
        buckets = [self._of(who, now) for who in counted]
        for bucket in buckets:
            bucket.fill(now)
        if any(bucket.tokens < 1 for bucket in buckets):
            return False
        for who, bucket in zip(counted, buckets, strict=True):
            bucket.tokens -= 1
            if self.spent is not None:
                self.spent[who] = self.spent.get(who, 0) + 1
        return True

    def give_back(self, *askers: object) -> None:
        """Undo a take of these askers, which does not count after all. Processes that heard of it meanwhile still count it."""
        now = time.monotonic()
        for who in _counted(askers):
            bucket = self._of(who, now)
            bucket.tokens = min(bucket.rate.burst, bucket.tokens + 1)
            if self.spent is not None and who in self.spent:
                self.spent[who] -= 1
                if not self.spent[who]:
                    del self.spent[who]

    def take_spent(self) -> dict[object, int]:
        """What was taken here since the last call, by asker."""
        spent, self.spent = self.spent or {}, {}
        return spent

    def deduct(self, who: object, tokens: int) -> None:
        """Count what this asker has taken elsewhere. Their debt is never more than `burst`."""
        now = time.monotonic()
        bucket = self._of(who, now)
        bucket.fill(now)
        bucket.tokens = max(-bucket.rate.burst, bucket.tokens - tokens)

    def _of(self, who: object, now: float) -> Bucket:
        bucket = self._buckets.get(who)
        if bucket is None:
            rate, times = self.rate, share(who)
            wider = rate if times == 1 else Rate(rate.per_s * times, rate.burst * times)
            bucket = self._buckets[who] = Bucket(wider, now)
            if len(self._buckets) > self.keep:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(who)
        return bucket

    def missing_s(self, *askers: object) -> float:
        """After how many seconds all of these askers have a token, if nobody else takes one."""
        now = time.monotonic()
        return max(self._of(who, now).missing_s for who in _counted(askers))

    def wait_s(self, *askers: object) -> int:
        """After how many whole seconds these askers, of whom one was just refused, may ask again. At least 1."""
        now = time.monotonic()
        return max(self._of(who, now).wait_s for who in _counted(askers))

    def spend(self, *askers: object, key: str = "error.too_fast") -> None:
        """Take a token of these askers. Raises `Refused` (429) with when there is one again."""
        if not self.take(*askers):
            raise too_fast(self.wait_s(*askers), key)


def _counted(askers: Sequence[object]) -> list[object]:
    """By what these askers are counted."""
    return [each for who in askers for each in (who.counted if isinstance(who, Address) else (who,))]


def too_fast(wait_s: int, key: str = "error.too_fast") -> Refused:
    """The refusal (429) of somebody who may ask again in `wait_s` seconds."""
    refused = Refused(key, (), 429, n=wait_s)
    refused.headers = {"retry-after": str(wait_s)}
    return refused


@dataclass(frozen=True)
class Limits:
    """All limits of a server. An address may stand for a whole café, so it gets much more than a guest."""

    socket: Rate = Rate(20, 80)
    guest: Rate = Rate(40, 160)
    address: Rate = Rate(400, 2000)
    new_tables: Rate = Rate(0.2, 30)
    tables_of_address: Rate = Rate(2, 300)
    new_guests: Rate = Rate(20, 100)
    device_links: Rate = Rate(0.1, 10)
    replays: Rate = Rate(5, 60)
    requests: Rate = Rate(100, 1000)
    notices: Rate = Rate(0.05, 10)
    mails: Rate = Rate(1 / 600, 4)
    personal: Rate = Rate(1 / 30, 6)
    phrases: Rate = Rate(1 / 20, 8)
    phrases_of_address: Rate = Rate(1 / 4, 40)
    host_keys: Rate = Rate(1 / 30, 5)
    gestures: Rate = Rate(30, 60)
    cheers: Rate = Rate(2, 4)
    chat: Rate = Rate(0.5, 6)
    sockets_of_guest: int = 40
    sockets_of_address: int = 1000
    sockets: int = 5000


UNLIMITED = Limits(*(Rate(1e9, 1e9),) * 18, 10**9, 10**9, 10**9)
"""For measuring, and for tests of other things."""


class Refusals:
    """What was refused.

    Attributes:
        counts: how often, by the key of the reason.
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._told: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()

    def note(self, refused: Refused, asker: Address) -> None:
        """Something was refused to this asker."""
        key, now = refused.message.key, time.monotonic()
        self.counts[key] += 1
        if refused.status not in TOLD:
            return
        who = (asker.counted[0], key)
        told_s, since = self._told.pop(who, (now - AGAIN_S, 0))
        if now - told_s < AGAIN_S:
            self._told[who] = told_s, since + 1
            return
        self._told[who] = now, 0
        if len(self._told) > MOST:
            self._told.popitem(last=False)
        logger.info("refused", why=key, status=refused.status, address=str(asker), times=since + 1)
