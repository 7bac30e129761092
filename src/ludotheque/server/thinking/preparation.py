"""Whether games' rules are compiled here; in a checkout, compiles those that are not, while people already play with interpreted rules."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from ludotheque.core import artefact, registry
from ludotheque.server.base.logs import Logger

logger = Logger(__name__)

Status = Literal["ready", "compiling", "failed"]

SOMEBODY_WAITS, BEING_MADE, REST = 0, 1, 2
"""How urgent a game is: people sit at a table of it; such a table is being made; nobody has asked for it yet."""


@dataclass
class _Work:
    """A game that is to be compiled."""

    game: str
    urgency: int
    number: int
    why: str = ""
    set_aside: bool = False
    done: asyncio.Event = field(default_factory=asyncio.Event)


class Preparation:
    """Which games' rules are compiled. Made inside a running event loop.

    Args:
        builds: whether games that are not compiled are compiled, one after the other in a process of low priority, the most urgent first.
    """

    def __init__(self, *, builds: bool = False) -> None:
        self.builds = builds
        self._told: list[Callable[[str], None]] = []
        self._works: dict[str, _Work] = {}
        self._missing: set[str] = set()
        self._loaded: set[str] = set()
        self._running: tuple[_Work, asyncio.subprocess.Process] | None = None
        self._wake = asyncio.Event()
        self._builder: asyncio.Task[None] | None = None

    def on_change(self, tell: Callable[[str], None]) -> None:
        """Call `tell(game)` whenever a game has been compiled or cannot be."""
        self._told.append(tell)

    def status(self, game: str) -> Status:
        """How far a game is. Before it is `ready` it can be played with interpreted rules."""
        if artefact.way == artefact.INTERPRETED or game in self._loaded:
            return "ready"
        if artefact.is_loaded(game):
            self._loaded.add(game)
            return "ready"
        work = self._works.get(game)
        return "failed" if not self.builds or (work is not None and work.done.is_set()) else "compiling"

    def why(self, game: str) -> str:
        """Why a game's rules stay interpreted, in English; empty if they do not."""
        if self.status(game) != "failed":
            return ""
        work = self._works.get(game)
        return (work.why if work else "") or artefact.of(game, registry.package_of(game)).why_not

    def want(self, game: str, urgency: int = REST) -> None:
        """Ask for a game to be compiled. Asking again may make it more urgent, never less."""
        status = self.status(game)
        if status == "failed" and game not in self._works and game not in self._missing:
            self._missing.add(game)
            logger.warning("not_compiled", game=game, why=self.why(game))
        if not self.builds or status != "compiling":
            return
        work = self._works.setdefault(game, _Work(game, urgency, len(self._works)))
        work.urgency = min(work.urgency, urgency)
        if self._running is not None and work.urgency < self._running[0].urgency == REST:
            self._running[0].set_aside = True  # it will be its turn again
            _end(self._running[1])
        if self._builder is None:
            self._builder = asyncio.create_task(self._build())
        self._wake.set()

    async def close(self) -> None:
        """Stop what is under way."""
        if self._builder is not None:
            self._builder.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._builder
        if self._running is not None:
            _end(self._running[1])
            await self._running[1].wait()

    async def _build(self) -> None:
        while True:
            waiting = [each for each in self._works.values() if not each.done.is_set()]
            if not waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            await self._compile(min(waiting, key=lambda each: (each.urgency, each.number)))

    async def _compile(self, work: _Work) -> None:
        pipe, nowhere = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            *artefact.compiler(work.game, "--nice"), stdin=pipe, stdout=nowhere, stderr=pipe
        )
        self._running = work, process
        assert process.stderr is not None
        complaints = await process.stderr.read()
        code = await process.wait()
        self._running = None
        if work.set_aside:  # another game is more urgent
            work.set_aside = False
            return
        artefact.look_again(work.game)
        work.why = complaints.decode(errors="replace").strip()
        if code and not work.why:
            work.why = f"the compiler ended with code {code}"
        work.done.set()
        self._tell(work.game)

    def _tell(self, game: str) -> None:
        if self.status(game) == "failed":
            logger.error("compiling_failed", game=game, why=self.why(game))
        else:
            logger.info("rules_compiled", game=game)
        for tell in self._told:
            tell(game)


def _end(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
