"""Prepares rules: other processes compile them and this one loads them, while people already play with interpreted rules."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Callable
from typing import Literal

from ludotheque.core import background, cache_folders
from ludotheque.core.background import BEING_MADE, REST, SOMEBODY_WAITS, Background
from ludotheque.server import logs
from ludotheque.server.logs import Logger

logger = Logger(__name__)

Status = Literal["ready", "compiling", "failed"]


class Preparation:
    """How far each game's rules are. Made inside a running event loop. Nothing is compiled during the first `delay_s` seconds."""

    def __init__(self, delay_s: float = 0.0) -> None:
        background.compile_elsewhere()
        self._own_cache = _somewhere_to_keep()
        self._told: list[Callable[[str], None]] = []
        self._loop = asyncio.get_running_loop()
        self._background = Background(bots=False, told=self._tell_soon, delay_s=delay_s)

    def on_change(self, tell: Callable[[str], None]) -> None:
        """Call `tell(game)` whenever a game makes progress or fails."""
        self._told.append(tell)

    def status(self, game: str) -> Status:
        """How far a game is. Before it is `ready` it can be played with interpreted rules."""
        if cache_folders.INTERPRETED:
            return "ready"
        status = self._background.status(game)
        return status if status == "ready" or status == "failed" else "compiling"

    def why(self, game: str) -> str:
        """Why a game could not be prepared, in English; empty if it did not fail."""
        return self._background.why(game)

    def progress(self, game: str) -> tuple[int, int]:
        """The steps done and the number of steps; 0 of 0 before the first."""
        return self._background.progress(game)

    def want(self, game: str, urgency: int = REST) -> None:
        """Prepare a game in the background, more urgent ones first."""
        if not cache_folders.INTERPRETED:
            self._background.want(game, urgency)

    async def close(self) -> None:
        """Stop what is under way."""
        await asyncio.to_thread(self._background.close)
        if self._own_cache is not None:
            self._own_cache.cleanup()

    def _tell_soon(self, game: str) -> None:
        logs.prepare()  # in this background thread
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._tell, game)

    def _tell(self, game: str) -> None:
        status = self._background.status(game)
        if status == "failed":
            logger.error("preparing_failed", game=game, why=self.why(game))
        else:
            logger.info("rules_ready" if status == "ready" else "rules_compiled", game=game)
        for tell in self._told:
            tell(game)


def _somewhere_to_keep() -> tempfile.TemporaryDirectory[str] | None:
    """A cache of this server's own if the user's cannot be written, since this process must get what others compile."""
    if cache_folders.INTERPRETED:
        return None
    folder = cache_folders.cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        own = tempfile.TemporaryDirectory(prefix="ludotheque-rules-")
        os.environ["LUDOTHEQUE_CACHE"] = own.name
        cache_folders.folder.cache_clear()
        logger.warning("cache_not_writable", folder=str(folder), why=error.strerror, instead=own.name)
        return own


__all__ = ["BEING_MADE", "REST", "SOMEBODY_WAITS", "Preparation", "Status"]
