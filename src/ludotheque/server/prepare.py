"""Preparing rules: compiling them in another process while people already make and join tables."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Any, Literal

import msgspec
import structlog

from ludotheque.core.warm import is_warm, warm

logger = structlog.get_logger(__name__)

Status = Literal["ready", "compiling", "failed"]


class Preparation:
    """Which games' rules can be run. One is prepared at a time, in another process."""

    def __init__(self) -> None:
        self._status: dict[str, Status] = {}
        self._progress: dict[str, tuple[int, int]] = {}
        self._why: dict[str, str] = {}
        self._waiting: list[str] = []
        self._worker: asyncio.Task[None] | None = None
        self._told: list[Callable[[str], None]] = []

    def on_ready(self, tell: Callable[[str], None]) -> None:
        """Have `tell(game)` called whenever a game is ready, or has failed."""
        self._told.append(tell)

    def status(self, game: str) -> Status:
        """How far a game is; one that nobody wanted yet counts as compiling unless nothing is to be done."""
        return self._status.get(game, "compiling")

    def why(self, game: str) -> str:
        """Why a game could not be prepared, in English; empty if it did not fail."""
        return self._why.get(game, "")

    def progress(self, game: str) -> tuple[int, int]:
        """Steps done, of how many (0 of 0 before the first)."""
        return self._progress.get(game, (0, 0))

    def want(self, game: str, *, first: bool = False) -> None:
        """Prepare a game in the background unless that is done, or under way; `first` before others that wait."""
        if game in self._status and game not in self._waiting:
            return
        self._status[game] = "compiling"
        if game in self._waiting:
            self._waiting.remove(game)
        self._waiting.insert(0 if first else len(self._waiting), game)
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Stop what is under way."""
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)

    async def _work(self) -> None:
        """Prepare what is wanted, one game at a time."""
        while self._waiting:
            await self._prepare(self._waiting.pop(0))

    async def _prepare(self, game: str) -> None:
        try:
            if not is_warm(game):
                logger.info("compiling", game=game)
                await self._compile(game)
            await asyncio.to_thread(warm, game)
            self._status[game] = "ready"
            logger.info("rules_ready", game=game)
        except Exception as error:
            self._status[game] = "failed"
            self._why[game] = (str(error).strip().splitlines() or [repr(error)])[-1][:300]
            logger.exception("preparing_failed", game=game, why=self._why[game])
        for tell in self._told:
            tell(game)

    async def _compile(self, game: str) -> None:
        """Fill the cache of compiled rules from another process, so that this one goes on answering."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "ludotheque", "warm", game, "--json",
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        errors = asyncio.create_task(process.stderr.read())
        try:
            async for line in process.stdout:
                self._note(game, line)
            code = await process.wait()
        except asyncio.CancelledError:
            process.kill()
            await process.wait()
            raise
        said = (await errors).decode(errors="replace").strip()
        if code != 0:
            raise RuntimeError(said or f"the compiling process ended with code {code}")

    def _note(self, game: str, line: bytes) -> None:
        try:
            said: Any = msgspec.json.decode(line)
            self._progress[game] = (int(said["done"]), int(said["of"]))
        except (msgspec.DecodeError, KeyError, TypeError, ValueError):
            return  # a line that is no progress
