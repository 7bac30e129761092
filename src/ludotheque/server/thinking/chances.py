"""The chances of each player through a game, computed in the background while somebody looks at its replay.

One game is weighed at a time, moment by moment, in the process of low priority (`Bots.study`), so that games being played come first. What
was found is kept in memory.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ludotheque import bots
from ludotheque.bots import review
from ludotheque.core.message import Message
from ludotheque.server.base.cache import Cache
from ludotheque.server.base.logs import Logger
from ludotheque.server.room.refused import Refused
from ludotheque.server.thinking.pool import MAX_STUDIES, BotFailed, Bots, TookTooLong, why_failed
from ludotheque.server.thinking.preparation import SOMEBODY_WAITS, Preparation
from ludotheque.server.thinking.replay_worker import Source, moments, weigh, weigh_last

logger = Logger(__name__)

MAX_MOMENTS = 150
"""How many moments of a game are weighed; of a longer game every second turn, and so on."""

EACH = bots.Budget(simulations=1_500, processor_s=0.3)
"""How long each moment is weighed."""

CLOSELY = bots.Budget(simulations=bots.SIMULATIONS["master"], processor_s=3.0)
"""How long the level `master` weighs a moment that somebody asks about."""

TRIES = 2
"""How often a moment may take too long: the first time, its process may have been preparing rules."""

FORGOTTEN_S = 30.0
"""After this many seconds without a question, the rest of a game is left until somebody asks again."""

NOW = -1
"""In place of the number of a moment: where a table stands."""

MAX_WAITING = 12
"""How many games may wait to be weighed."""

KEPT_BYTES = 32 * 2**20
"""How many bytes of results are kept, games in progress included; and as many for moments that were looked at closely."""


@dataclass
class Weighing:
    """A game being weighed, or weighed already.

    Attributes:
        points: what was found so far, in the order of the moments.
        turning_points: the turning points, once all moments are weighed.
        since, asked: when somebody first and last asked (seconds of the monotonic clock).
        why: why it could not be done; None if it can.
    """

    source: Source
    game: str
    moments: list[int] | None = None
    points: list[dict[str, Any]] = field(default_factory=list)
    turning_points: list[dict[str, Any]] = field(default_factory=list)
    since: float = field(default_factory=time.monotonic)
    asked: float = field(default_factory=time.monotonic)
    why: Message | None = None
    late: int = 0
    """How often in a row a moment took too long."""
    size: int = 0
    """The points' size as JSON, in bytes."""

    @property
    def bytes(self) -> int:
        """About how much memory it takes. The game itself is needed only until all is done."""
        return self.size + (0 if self.is_done else len(self.source.record) + len(self.source.saved))

    @property
    def failed(self) -> bool:
        """Whether it could not be done."""
        return self.why is not None

    @property
    def is_done(self) -> bool:
        """Whether there is nothing left to do."""
        return self.failed or (self.moments is not None and len(self.points) == len(self.moments))


class Chances:
    """The chances of the players of all games that somebody looks at."""

    def __init__(self, bots: Bots, preparation: Preparation) -> None:
        self.bots, self.preparation = bots, preparation
        self._known: Cache[str, Weighing] = Cache(KEPT_BYTES)
        self._closely: Cache[tuple[str, int], dict[str, Any]] = Cache(KEPT_BYTES)
        self._standing: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Stop what is under way."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def of(self, source: Source, game: str) -> Weighing:
        """What is known of a game's chances. What is missing is computed from now on. Raises `Refused` if too many games wait."""
        self._check(game)
        found = self._known.get(source.key)
        if found is None:
            if (
                sum(not each.is_done and self._is_wanted(each) for each in self._known.values())
                >= MAX_WAITING
            ):
                raise Refused("error.busy", (), 503)
            found = Weighing(source, game)
            self._keep(found)
        found.asked = time.monotonic()
        self._go_on()
        return found

    async def closely(self, source: Source, game: str, move: int) -> dict[str, Any]:
        """What the strongest level finds at one moment. Raises `Refused` while the game's rules are being compiled."""
        found = self._closely.get((source.key, move))
        if found is None:
            found = await self._study(game, weigh, source, move, CLOSELY)
            self._closely.put((source.key, move), found, _size(found))
            weighing = self._known.get(source.key)
            for point in weighing.points if weighing else ():
                self._look_closer(source, point)
        return found

    async def now(self, source: Source, game: str, table: str) -> dict[str, Any]:
        """What a search finds where a table stands now, one at a time for each table. Raises `Refused` while the rules are being compiled."""
        found = self._closely.get((source.key, NOW))
        if found is None:
            if table in self._standing:
                raise Refused("error.busy", (), 503)
            self._standing.add(table)
            try:
                found = await self._study(game, weigh_last, source, EACH)
            finally:
                self._standing.discard(table)
            self._closely.put((source.key, NOW), found, _size(found))
        return found

    def _check(self, game: str) -> None:
        """Raises `Refused` if a game's rules could not be compiled."""
        if self.preparation.status(game) == "failed":
            raise Refused("error.replay.not_compiled")

    async def _study(self, game: str, thought: Any, *given: Any) -> dict[str, Any]:
        """What is found about one moment. Raises `Refused` if it cannot be, or not now."""
        self._check(game)
        if self.preparation.status(game) != "ready":
            self.preparation.want(game, SOMEBODY_WAITS)
            raise Refused("error.replay.compiling", (), 503)
        if self.bots.studies >= MAX_STUDIES:
            raise Refused("error.busy", (), 503)
        try:
            found: dict[str, Any] = await self.bots.study(thought, *given)
        except TookTooLong as error:
            raise Refused("error.replay.too_long", (), 503) from error
        except BotFailed as error:
            raise Refused("error.replay.no_decision") from error
        return found

    def _look_closer(self, source: Source, point: dict[str, Any]) -> None:
        """Add the result of a closer look to a decision. Its chances stay, so that those of all moments are comparable."""
        found = self._closely.get((source.key, point["move"]))
        if found is not None:
            point.update({name: found[name] for name in ("best", "played", "missed", "why")})

    def _keep(self, weighing: Weighing) -> None:
        """Keep the results for a game, and count its present size."""
        if weighing.is_done:
            weighing.source = Source(weighing.source.key)
        self._known.put(weighing.source.key, weighing, weighing.bytes)

    def _is_wanted(self, each: Weighing) -> bool:
        return time.monotonic() - each.asked < FORGOTTEN_S

    def _go_on(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        """Weigh one moment after another; of several games, the one asked for first comes first."""
        while waiting := [
            each for each in self._known.values() if not each.is_done and self._is_wanted(each)
        ]:
            ready = [each for each in waiting if self.preparation.status(each.game) == "ready"]
            if not ready:
                for each in waiting:
                    self.preparation.want(each.game, SOMEBODY_WAITS)
                await asyncio.sleep(0.5)
                continue
            first = min(ready, key=lambda each: each.since)
            try:
                await self._weigh_next(first)
            except Exception as error:  # a game that cannot be searched must not stop the others
                first.late += isinstance(error, TookTooLong)
                if isinstance(error, TookTooLong) and first.late < TRIES:
                    logger.warning("weighing_slow", game=first.game)
                    continue
                logger.exception("weighing_failed", game=first.game)
                first.why = _why(error)
                self._keep(first)

    async def _weigh_next(self, weighing: Weighing) -> None:
        if weighing.moments is None:
            weighing.moments = await self.bots.study(moments, weighing.source, MAX_MOMENTS)
        if len(weighing.points) < len(weighing.moments):
            move = weighing.moments[len(weighing.points)]
            point = await self.bots.study(weigh, weighing.source, move, EACH)
            weighing.late = 0
            self._look_closer(weighing.source, point)
            weighing.points.append(point)
            weighing.size += _size(point)
        if weighing.is_done:
            weighing.turning_points = [vars(each) for each in review.turning_points(points_of(weighing))]
        self._keep(weighing)


def _why(error: Exception) -> Message:
    """Why a game's chances could not be computed."""
    if isinstance(error, TookTooLong):
        return Message("error.replay.too_long")
    return Message("error.replay.failed", {"why": why_failed(error)})


def _size(point: dict[str, Any]) -> int:
    """The size of a point as JSON, in bytes."""
    return len(msgspec.json.encode(point))


def points_of(weighing: Weighing) -> list[review.Weighed]:
    """The points as `review` made them, without the actions."""
    return [
        review.Weighed(
            each["move"], each["turn"], each["seat"], tuple(each["chances"]), stopped=each["stopped"]
        )
        for each in weighing.points
    ]
