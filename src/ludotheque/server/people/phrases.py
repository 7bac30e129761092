"""Recovery phrases: six words that bring a kept name back on another device. Only their argon2id hash is kept.

A phrase is drawn from a list of 1024 words in the person's language: 60 bits of chance, so the hash may be quick. It is still slow enough that a
stolen database is no use, and it takes memory: not many are computed at once, in threads.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, TypeVar

from ludotheque.core import catalogue
from ludotheque.server.base.names import folded
from ludotheque.server.room.refused import Refused

if TYPE_CHECKING:
    from argon2 import PasswordHasher

WORDS = 6
LONGEST = 200
"""The most letters of a phrase that somebody types."""
AT_ONCE = 2
"""How many hashes are computed at once."""
MOST_WAITING = 40
"""How many more may wait; anyone after them hears that the server is busy."""
TIME_COST, MEMORY_KIB, LANES = 2, 19 * 1024, 1
"""What OWASP recommends for argon2id."""
Made = TypeVar("Made")
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})


@cache
def words(language: str) -> tuple[str, ...]:
    """The words of a language."""
    known = language if language in catalogue.LANGUAGES else catalogue.ENGLISH
    text = files("ludotheque.server").joinpath("words", f"{known}.txt").read_text("utf-8")
    return tuple(text.split())


def new_phrase(language: str) -> str:
    """A new phrase."""
    return " ".join(secrets.choice(words(language)) for _ in range(WORDS))


def plain(phrase: str) -> str:
    """What counts of a phrase that somebody types: its letters, whatever their case and accents, and whatever stands between words."""
    return "".join(letter for letter in folded(phrase.casefold().translate(_LIGATURES)) if letter.isalnum())


class Phrases:
    """Computes and compares hashes."""

    def __init__(self) -> None:
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._nobodys = ""

    async def hash(self, phrase: str) -> str:
        """The hash of a phrase."""
        return await self._compute(lambda: _hasher().hash(plain(phrase)))

    async def fits(self, phrase: str, hashed: str | None) -> bool:
        """Whether this is the phrase with that hash. Where there is none (None) it takes as long to say no."""
        if hashed is None and not self._nobodys:
            self._nobodys = await self.hash(secrets.token_hex(16))
        fits = await self._compute(lambda: _fits(hashed or self._nobodys, plain(phrase)))
        return fits and hashed is not None

    async def _compute(self, work: Callable[[], Made]) -> Made:
        if self._waiting >= MOST_WAITING:
            raise Refused("error.busy", (), 503)
        self._waiting += 1
        try:
            async with self._at_once:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


@cache
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher

    return PasswordHasher(TIME_COST, MEMORY_KIB, LANES)


def _fits(hashed: str, phrase: str) -> bool:
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return _hasher().verify(hashed, phrase)
    except (VerificationError, InvalidHashError):
        return False
