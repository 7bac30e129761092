"""Bots in a page: they think where they are asked, in the compiled rules of the game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from ludotheque.core.artefact import RulesFailed
from ludotheque.server.thinking.pool import BotFailed, Bots

T = TypeVar("T")


class Here:
    """Stands where a server has a pool of processes."""

    waiting = 0

    async def ask(self, thought: Callable[..., T], *given: Any, limit_s: float | None = None) -> T:  # noqa: ARG002 (nobody could end it)
        """The answer to a request. Raises `BotFailed` if there is none."""
        await asyncio.sleep(0)  # what waits to be sent goes first
        try:
            return thought(*given)
        except (ValueError, MemoryError, RulesFailed) as error:
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


class PageBots(Bots):
    """All bots of a page."""

    def __init__(self) -> None:
        super().__init__()
        self._thinking = self._reacting = self._installed = self._studying = Here()  # type: ignore[assignment]  # it stands in for a pool
        self._pools = (self._thinking, self._reacting, self._installed, self._studying)
