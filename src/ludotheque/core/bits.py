"""Operations on the bits of a 64-bit word, signed or not. Compiled, they take one or two machine instructions (`compiler.front`)."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled


@compiled
def lowest_bit(word: Any) -> int:
    """The number of the lowest set bit, from 0. The word must not be 0."""
    return (int(word) & -int(word)).bit_length() - 1


@compiled
def highest_bit(word: Any) -> int:
    """The number of the highest set bit, from 0. The word must be greater than 0."""
    return int(word).bit_length() - 1


@compiled
def count_bits(word: Any) -> int:
    """The number of set bits. The word must not be negative."""
    return int(word).bit_count()
