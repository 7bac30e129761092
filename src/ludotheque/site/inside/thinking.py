"""Bots in a page. They think in a worker of their own, where there is one, and else where they are asked."""

from __future__ import annotations

import asyncio
import contextlib
import pickle
from collections.abc import Callable
from typing import Any, Protocol, TypeVar, cast

from ludotheque.core.artefact import RulesFailed
from ludotheque.server.base.logs import Logger
from ludotheque.server.thinking.pool import BotFailed, Bots, TookTooLong, load

logger = Logger(__name__)

T = TypeVar("T")

CALM_S = 3.0
"""When a table that was just opened has less to do: so long a worker waits that nobody has asked yet."""
FAILED = 2
"""So many workers in a row may fail. From then on one thinks here."""
FAILURES = (ValueError, MemoryError, RulesFailed)
"""What a thought may raise. Anything else is our mistake."""


class Here:
    """Stands where a server has a pool of processes."""

    waiting = 0

    async def ask(self, thought: Callable[..., T], *given: Any, limit_s: float | None = None) -> T:  # noqa: ARG002 (nobody could end it)
        """The answer to a request. Raises `BotFailed` if there is none."""
        await asyncio.sleep(0)  # what waits to be sent goes first
        try:
            return thought(*given)
        except FAILURES as error:
            raise BotFailed(str(error)) from error

    def load(self, game: str) -> None:
        """Its rules are there already."""

    def load_again(self, game: str) -> None:
        """They never change."""

    def pids(self) -> list[int]:
        """There is no other process."""
        return []

    async def close(self) -> None:
        """Nothing runs."""


class Worker(Protocol):
    """A worker of the browser with a Python of its own, as `client/src/site/thinker.ts` lends it."""

    async def ask(self, packed: bytes) -> bytes:
        """Answer with what `answer` returns there. Raises `OSError` if the worker cannot start, has failed or was ended."""
        ...

    def end(self) -> None:
        """End it at once. Whoever waits for an answer gets an `OSError`."""
        ...


class Elsewhere(Here):
    """A worker that thinks, so that the page's server goes on meanwhile. It starts with the first request; where none starts, one thinks here."""

    def __init__(self, start: Callable[[], Worker]) -> None:
        self._start = start
        self._worker: Worker | None = None
        self._failures = 0
        self._loading: set[asyncio.Future[None]] = set()
        self._loaded: set[str] = set()

    async def ask(self, thought: Callable[..., T], *given: Any, limit_s: float | None = None) -> T:
        """The worker's answer to a request. It is ended after `limit_s` seconds, and the next request starts another."""
        self.waiting += 1
        try:
            return await self._asked(thought, given, limit_s)
        finally:
            self.waiting -= 1

    async def _asked(self, thought: Callable[..., T], given: tuple[Any, ...], limit_s: float | None) -> T:
        if self._failures == FAILED:
            return await super().ask(thought, *given)
        worker = self._worker
        limit = asyncio.timeout(limit_s)
        try:
            if worker is None:
                worker = self._worker = self._start()
            async with limit:
                answered = await worker.ask(pickle.dumps((thought, given)))
        except TimeoutError as error:
            if not limit.expired():
                raise
            self._end(cast("Worker", worker))
            raise TookTooLong(f"it took more than {limit_s:g} s") from error
        except OSError as error:
            if (
                worker is not None and self._worker is not worker
            ):  # ended because another thought took too long
                return await self._asked(thought, given, limit_s)
            self._failures += 1
            logger.warning("worker_failed", why=str(error))
            if worker is not None:
                self._end(worker)
            return await self._asked(thought, given, limit_s)
        self._failures = 0
        came, found = pickle.loads(answered)  # noqa: S301  # from the same page
        if not came:
            raise BotFailed(found)
        return found  # type: ignore[no-any-return]  # what was pickled is what the thought returns

    def _end(self, worker: Worker) -> None:
        if self._worker is worker:
            self._worker = None
            self._loaded.clear()
        worker.end()

    def load(self, game: str) -> None:
        """Load a game's rules there before they are needed."""
        if game in self._loaded:
            return
        self._loaded.add(game)
        task = asyncio.ensure_future(self._load(game))
        self._loading.add(task)
        task.add_done_callback(self._loading.discard)

    async def _load(self, game: str) -> None:
        await asyncio.sleep(CALM_S)
        with contextlib.suppress(BotFailed):  # a bot that needs it will say so
            await self.ask(load, game)

    async def close(self) -> None:
        """End the worker."""
        for task in self._loading:
            task.cancel()
        if self._worker is not None:
            self._end(self._worker)


def answer(packed: bytes) -> bytes:
    """Runs in the worker: whether a thought came, and its result or why there is none."""
    thought, given = pickle.loads(packed)  # noqa: S301  # from the same page
    try:
        return pickle.dumps((True, thought(*given)))
    except Exception as error:  # the worker goes on, for the others
        return pickle.dumps((False, str(error) or type(error).__name__))


class PageBots(Bots):
    """All bots of a page. Reflexes and installed bots are asked here; with `start` others think in a worker of their own."""

    def __init__(self, start: Callable[[], Worker] | None = None) -> None:
        super().__init__()
        here = Here()
        there = Elsewhere(start) if start is not None else here
        self._pools = there, here, here, there  # type: ignore[assignment]  # they stand in for pools
        self._thinking, self._reacting, self._installed, self._studying = self._pools
