"""Bots in a page. They think in a worker of their own, where there is one, and else where they are asked."""

from __future__ import annotations

import asyncio
import contextlib
import pickle
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from ludotheque.core.artefact import RulesFailed
from ludotheque.server.base.logs import Logger
from ludotheque.server.thinking.pool import BotFailed, Bots, TookTooLong, load

logger = Logger(__name__)

T = TypeVar("T")

CALM_S = 3.0
"""When a table that was just opened has less to do: so long a worker waits that nobody has asked yet."""
PATIENCE_S = 1.0
"""So long a bot waits for a study that runs, or for what nobody wants any more. Another worker takes half a second, and such a study begins again."""
FAILED = 2
"""So many workers in a row may fail. From then on one thinks here."""
FAILURES = (ValueError, MemoryError, RulesFailed)
"""What a thought may raise. Anything else is our mistake."""


class Here:
    """Stands where a server has a pool of processes."""

    @property
    def waiting(self) -> int:
        """How many requests are not answered yet: each is at once."""
        return 0

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


class Request:
    """A request to the worker. Its `answer` is what the worker says, or None where none can be asked."""

    def __init__(self, packed: bytes) -> None:
        self.packed = packed
        self.answer: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()


class ThinkingWorker:
    """A worker that thinks, so that the page's server goes on meanwhile. It starts with the first request; where none starts, one thinks here.

    It is asked one thing at a time. What `bots` want goes before `studies`, and what nobody wants any more is not begun.
    """

    def __init__(self, start: Callable[[], Worker]) -> None:
        self.bots, self.studies = WorkerQueue(self), WorkerQueue(self)
        self._start = start
        self._worker: Worker | None = None
        self._now: Request | None = None
        self._failures = 0
        self._answering: asyncio.Task[None] | None = None
        self._loading: set[asyncio.Future[None]] = set()
        self._loaded: set[str] = set()

    @property
    def has_failed(self) -> bool:
        """Whether this browser starts no worker."""
        return self._failures == FAILED

    def go_on(self) -> None:
        """Answer what waits. A bot need not wait long for anything but another bot."""
        if self._answering is None or self._answering.done():
            self._answering = asyncio.ensure_future(self._answer())
        elif self.bots.first is not None:
            asyncio.get_running_loop().call_later(PATIENCE_S, self._make_way, self._now)

    def give_up(self, asked: Request) -> None:
        """End the worker if it is at this request."""
        if self._now is asked:
            self._end()

    def _make_way(self, before: Request | None) -> None:
        is_wanted = before is not None and before in self.bots.asked
        if before is not None and self._now is before and not is_wanted and self.bots.first is not None:
            self._end()

    async def _answer(self) -> None:
        while (asked := self.bots.first or self.studies.first) is not None and not self.has_failed:
            self._now, worker = asked, self._worker
            try:
                if worker is None:
                    worker = self._worker = self._start()
                answered = await worker.ask(asked.packed)
            except OSError as error:
                if (
                    self._worker is worker
                ):  # else it was ended, and another one is asked again what is still wanted
                    self._failures += 1
                    logger.warning("worker_failed", why=str(error))
                    self._end()
                continue
            finally:
                self._now = None
            self._failures = 0
            if not asked.answer.done():
                asked.answer.set_result(answered)
        for queue in (self.bots, self.studies):
            queue.refuse()

    def _end(self) -> None:
        worker, self._worker = self._worker, None
        self._loaded.clear()
        if worker is not None:
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
            await self.studies.ask(load, game)

    def close(self) -> None:
        """End the worker."""
        for task in (*self._loading, self._answering):
            if task is not None:
                task.cancel()
        self._end()
        for queue in (self.bots, self.studies):
            queue.fail(BotFailed("the page is closing"))


class WorkerQueue(Here):
    """What waits for the worker, with the interface of a server’s pool."""

    def __init__(self, there: ThinkingWorker) -> None:
        self.asked: list[Request] = []
        self._there = there

    @property
    def waiting(self) -> int:
        """How many requests are not answered yet."""
        return len(self.asked)

    @property
    def first(self) -> Request | None:
        """The first request to which there is no answer yet."""
        return next((each for each in self.asked if not each.answer.done()), None)

    def refuse(self) -> None:
        """Say to all that no worker answers."""
        for each in self.asked:
            if not each.answer.done():
                each.answer.set_result(None)

    def fail(self, why: BotFailed) -> None:
        """All who wait raise this error."""
        for each in self.asked:
            if not each.answer.done():
                each.answer.set_exception(why)

    async def ask(self, thought: Callable[..., T], *given: Any, limit_s: float | None = None) -> T:
        """The worker's answer to a request. It is ended if there is none after `limit_s` seconds, and the next request starts another."""
        asked = Request(pickle.dumps((thought, given)))
        self.asked.append(asked)
        self._there.go_on()
        limit = asyncio.timeout(limit_s)
        try:
            async with limit:
                answered = await asked.answer
        except TimeoutError as error:
            if not limit.expired():
                raise
            self._there.give_up(asked)
            raise TookTooLong(f"it took more than {limit_s:g} s") from error
        finally:
            self.asked.remove(asked)
            if self._there.bots.first is not None:
                self._there.go_on()  # a bot need not wait for what nobody wants any more
        if answered is None:
            return await super().ask(thought, *given)
        came, found = pickle.loads(answered)  # noqa: S301  # from the same page
        if not came:
            raise BotFailed(found)
        return found  # type: ignore[no-any-return]  # what was pickled is what the thought returns

    def load(self, game: str) -> None:
        """Load a game's rules there before they are needed."""
        self._there.load(game)

    async def close(self) -> None:
        """End the worker."""
        self._there.close()


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
        here = Here()
        there = None if start is None else ThinkingWorker(start)
        thinking, studying = (there.bots, there.studies) if there is not None else (here, here)
        super().__init__(pools=(thinking, here, here, studying))
