"""Counts refusals, and logs where they come from: a host sees who tries, and what a proxy does wrong."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict

from ludotheque.server.access.addresses import Address
from ludotheque.server.base.logs import Logger
from ludotheque.server.room.refused import Refused

logger = Logger(__name__)

TOLD = (403, 421, 429, 503)
"""The statuses that the log mentions: others are mistakes of people and programs."""
AGAIN_S = 60.0
"""How often the log repeats the same reason for the same network, with how often it happened since."""
MOST = 1000


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
