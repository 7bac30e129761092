"""The bits of a word, one by one and counted: one machine instruction each when compiled."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import INTERPRETED, compiled
from ludotheque.games.boussanga.state import ONE, word

if INTERPRETED:

    def lowest_bit(bits: Any) -> int:
        """Number of the lowest set bit of a word that is not 0."""
        return (int(bits) & -int(bits)).bit_length() - 1

    def count_bits(bits: Any) -> int:
        """How many bits of a word are set."""
        return int(bits).bit_count()

else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[misc, unused-ignore]  # Numba does not type it
    def _zeros_below(typing_context: Any, bits: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), build

    @intrinsic  # type: ignore[misc, unused-ignore]  # Numba does not type it
    def _ones(typing_context: Any, bits: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), build

    @compiled
    def lowest_bit(bits: Any) -> int:
        """Number of the lowest set bit of a word that is not 0."""
        return _zeros_below(bits)  # type: ignore[call-arg]  # the context is passed by Numba

    @compiled
    def count_bits(bits: Any) -> int:
        """How many bits of a word are set."""
        return _ones(bits)  # type: ignore[call-arg]  # the context is passed by Numba


@compiled
def bit(number: int) -> Any:
    """The word with this bit alone."""
    return ONE << word(number)


@compiled
def without_lowest(bits: Any) -> Any:
    """A word that is not 0, without its lowest bit."""
    return bits & (bits - ONE)
