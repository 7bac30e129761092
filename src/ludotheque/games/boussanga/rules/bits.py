"""Helpers that take words of bits apart and put them together."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.games.boussanga.state import ONE, word


@compiled
def bit(number: int) -> Any:
    """The word with this bit alone."""
    return ONE << word(number)


@compiled
def without_lowest(bits: Any) -> Any:
    """A word that is not 0, without its lowest bit."""
    return bits & (bits - ONE)
