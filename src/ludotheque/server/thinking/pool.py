"""Runs bots in other processes, so that a long search never keeps a table waiting and a bot that crashes is replaced."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ludotheque.bots.levels import DEFAULT_LEVEL, LEVELS
from ludotheque.core.game import Game
from ludotheque.server.base.logs import Logger

if TYPE_CHECKING:
    from ludotheque.bots.process import Processes

logger = Logger(__name__)

T = TypeVar("T")

_TRIES = 3

MAX_STUDIES = 8
"""The most studies of games that wait at once. Each may hold a whole record, and there is one process for all."""

STUDY_S = 120.0
"""The most seconds that one study may take. It is long, as the first one starts a process, and bots at tables come first."""

MAX_THOUGHT_S = 5.0
"""The most seconds that a search at a table may take, on a slow or busy machine."""


LEAST_TRIED = 0.02
"""The least share of a search's simulations that an action must have for its value to mean something."""

OWN_S = 10.0
"""The most seconds that a bot which the host has installed may think. After that a level decides instead."""


class BotFailed(RuntimeError):
    """A bot gave no action, even in a new process."""


class TookTooLong(BotFailed):
    """A study was given up after `STUDY_S`."""


def think(
    game: str, components: Mapping[str, Any] | None, view: bytes, seat: int, level: str, seed: int
) -> int:
    """Runs in the other process. It receives the seat's view, never the table."""
    from ludotheque import bots

    return bots.choose(game, components, view, seat, level, seed, bots.Budget(seconds=MAX_THOUGHT_S))


def weigh(
    game: str, components: Mapping[str, Any] | None, view: bytes, seat: int, level: str, seed: int
) -> tuple[int, float | None, float | None]:
    """Like `think`, and what the search expects of that action and of the best other one: the seat's chances, from 0 to 1; None if nothing was searched."""
    from ludotheque import bots
    from ludotheque.core import registry

    if bots.is_hasty(game, level) or level not in bots.SIMULATIONS:
        return think(game, components, view, seat, level, seed), None, None
    budget = bots.budget_of(registry.get(game), level, bots.Budget(seconds=MAX_THOUGHT_S))
    found = bots.analyse(game, components, view, seat, seed, budget).considered
    least = sum(one.visits for one in found) * LEAST_TRIED
    others = [one.value for one in found[1:] if one.visits >= least]
    return found[0].action, found[0].value, max(others, default=None)


def think_as_installed(
    game: str, components: Mapping[str, Any] | None, view: bytes, seat: int, level: str, seed: int
) -> int:
    """The same for a bot that the host has installed. Whatever it raises is a `ValueError`: its own errors may not be known here."""
    from ludotheque import bots

    try:
        return bots.choose(game, components, view, seat, level, seed)
    except Exception as error:
        raise ValueError(f"{type(error).__name__}: {error}") from None


def react(
    game: str, components: Mapping[str, Any] | None, view: bytes, seat: int, level: str, seed: int
) -> tuple[int, int] | None:
    """The same for reflexes: what the bot does next, and in how many milliseconds."""
    from ludotheque import bots

    return bots.reflex(game, components, view, seat, level, seed)


def load(game: str) -> None:
    """Import a game in the other process and load its compiled rules if there are any."""
    from ludotheque import bots  # noqa: F401  (imported before the first thought)
    from ludotheque.core import artefact

    artefact.look_again(game)


class Thinks(Protocol):
    """What answers requests of one kind. `waiting`: how many are not answered yet."""

    @property
    def waiting(self) -> int: ...

    async def ask(self, thought: Callable[..., T], *given: Any, limit_s: float | None = None) -> T:
        """The answer to a request. Raises `BotFailed` if there is none, and `TookTooLong` if there is none after `limit_s` seconds."""
        ...

    def load(self, game: str) -> None:
        """Load a game's rules before they are needed."""

    def load_again(self, game: str) -> None:
        """Load them again, if they are used."""

    def pids(self) -> list[int]:
        """The processes that run."""
        ...

    async def close(self) -> None:
        """End what runs."""


Pools = tuple[Thinks, Thinks, Thinks, Thinks]
"""The pools for thinking, for reflexes, for installed bots, and for studying games."""


class Bots:
    """Pools of processes for bots. They start with the first request.

    Reflexes have a pool of their own, since they cannot wait for another bot's search. So have bots that the host has installed, since
    nobody knows what they do, and studies of games (replays), in a process of low priority. `named` are bots that the server was given by name, and
    `pools` what stands in for the four.
    """

    def __init__(self, named: Mapping[str, Any] | None = None, pools: Pools | None = None) -> None:
        if pools is None:
            pools = _Pool(), _Pool(), _Pool("serve_lent", dict(named or {})), _Pool("serve_last")
        self._pools = pools
        self._thinking: Thinks = pools[0]
        self._reacting: Thinks = pools[1]
        self._installed: Thinks = pools[2]
        self._studying: Thinks = pools[3]
        self._turn = asyncio.Lock()
        self.studies = 0
        """How many studies wait or run."""

    @property
    def waiting(self) -> dict[str, int]:
        """How many requests are not answered yet, by kind."""
        kinds = ("thinking", "reacting", "installed", "studying")
        return {kind: pool.waiting for kind, pool in zip(kinds, self._pools, strict=True)}

    async def choose(
        self, game: str, components: Mapping[str, Any] | None, view: bytes, seat: int, level: str
    ) -> int:
        """An action for the seat with this view. Raises `BotFailed` if none comes.

        Where a bot that the host has installed fails, the game goes on: the usual level decides, and the log says why.
        """
        seed = secrets.randbits(63)
        if level not in LEVELS:
            try:
                asked = (game, components, view, seat, level, seed)
                return await self._installed.ask(think_as_installed, *asked, limit_s=OWN_S)
            except BotFailed as error:
                logger.warning("installed_bot_failed", bot=level, game=game, why=str(error))
                level = DEFAULT_LEVEL
        return await self._thinking.ask(think, game, components, view, seat, level, seed)

    async def weigh(
        self, game: str, components: Mapping[str, Any] | None, view: bytes, seat: int, level: str
    ) -> tuple[int, float | None, float | None]:
        """An action for the seat with this view, its chances, and those of the best other action, see `weigh`. Raises `BotFailed` if none comes."""
        return await self._thinking.ask(weigh, game, components, view, seat, level, secrets.randbits(63))

    async def reflex(
        self, game: str, components: Mapping[str, Any] | None, view: bytes, seat: int, level: str, seed: int
    ) -> tuple[int, int] | None:
        """What the seat with this view does next, and in how many milliseconds; None for nothing."""
        return await self._reacting.ask(react, game, components, view, seat, level, seed)

    async def study(self, thought: Callable[..., T], *given: Any) -> T:
        """The answer of a function that runs in the process of low priority, one at a time.

        Raises `BotFailed` if none comes, and `TookTooLong` if none comes in time. Its process is then replaced.
        """
        self.studies += 1
        try:
            async with self._turn:
                return await self._studying.ask(thought, *given, limit_s=STUDY_S)
        finally:
            self.studies -= 1

    def get_ready(self, game: Game) -> None:
        """Start a process and let it load a game's rules, so that the first answer is quick."""
        (self._reacting if game.has_reflexes else self._thinking).load(game.name)

    def load_again(self, game: str) -> None:
        """Let processes load a game's rules again, after they were compiled or compiling failed."""
        for pool in (self._thinking, self._reacting):
            pool.load_again(game)

    def pids(self) -> list[int]:
        """The running processes, for tests and logs."""
        return [pid for pool in self._pools for pid in pool.pids()]

    async def close(self) -> None:
        """End the processes: nobody waits for their answers."""
        for pool in self._pools:
            await pool.close()


def why_failed(error: Exception) -> str:
    """Why a thought failed, for anybody to read: the kind of error. Its text may hold secrets."""
    return type(error.__cause__ or error).__name__


class _Pool:
    """A process for one kind of request. If it dies, it is replaced. It first runs `prepared`, a function of `bots.process`, with the arguments
    `lent`."""

    def __init__(self, prepared: str = "serve_quietly", *lent: Any) -> None:
        self.prepared, self.lent = prepared, lent
        self._pool: Processes | None = None
        self._wanted: set[str] = set()
        self.waiting = 0
        """How many requests are not answered yet."""

    def _running(self) -> Processes:
        if self._pool is None:
            from ludotheque.bots import process  # a page has no processes

            self._pool = process.Processes(1, partial(getattr(process, self.prepared), *self.lent))
            for game in self._wanted:
                self._pool.submit(load, game)
        return self._pool

    async def ask(self, thought: Callable[..., T], *given: Any, limit_s: float | None = None) -> T:
        """A process's answer to a request. After `limit_s` seconds the processes are ended, and the next request starts others."""
        self.waiting += 1
        try:
            return await self._asked(thought, given, limit_s)
        finally:
            self.waiting -= 1

    async def _asked(self, thought: Callable[..., T], given: tuple[Any, ...], limit_s: float | None) -> T:
        loop = asyncio.get_running_loop()
        for attempt in range(1, _TRIES + 1):
            pool = self._running()
            limit = asyncio.timeout(limit_s)
            try:
                async with limit:
                    return await loop.run_in_executor(pool, thought, *given)
            except TimeoutError as error:
                if not limit.expired():
                    raise
                self._end(pool)
                raise TookTooLong(f"it took more than {limit_s:g} s") from error
            except BrokenExecutor as error:
                why = str(error)
                logger.warning("bot_process_died", attempt=attempt)
                if self._pool is pool:
                    self._pool = None
                    pool.shutdown(wait=False)
            except ValueError as error:
                raise BotFailed(str(error)) from error
        raise BotFailed(f"{_TRIES} processes died over this thought: {why}")

    def _end(self, pool: Processes) -> None:
        """End processes that cannot be asked to stop."""
        logger.warning("bot_process_ended")
        if self._pool is pool:
            self._pool = None
        pool.end(wait=False)

    def load(self, game: str) -> None:
        """Load a game's rules, now and in each new process."""
        pool = self._running()
        if game not in self._wanted:
            self._wanted.add(game)
            with contextlib.suppress(BrokenExecutor):  # the next request starts another
                pool.submit(load, game)

    def load_again(self, game: str) -> None:
        """Load them again in processes that use them."""
        if game in self._wanted:
            self._wanted.remove(game)
            self.load(game)

    def pids(self) -> list[int]:
        return list(getattr(self._pool, "_processes", None) or {})

    async def close(self) -> None:
        if self._pool is not None:
            pool, self._pool = self._pool, None
            await asyncio.to_thread(pool.end)
