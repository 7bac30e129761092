"""Lowest and highest set bit of a word: one machine instruction when compiled."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import INTERPRETED, compiled

if INTERPRETED:

    def lowest_bit(word: int) -> int:
        """Number of the lowest set bit of a positive whole number (0 for 1)."""
        return (int(word) & -int(word)).bit_length() - 1

    def highest_bit(word: int) -> int:
        """Number of the highest set bit of a positive whole number (0 for 1)."""
        return int(word).bit_length() - 1

else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[misc, unused-ignore]
    def _zeros_below(typing_context: Any, word: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), build

    @intrinsic  # type: ignore[misc, unused-ignore]
    def _zeros_above(typing_context: Any, word: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), build

    @compiled
    def lowest_bit(word: int) -> int:
        """Number of the lowest set bit of a positive whole number (0 for 1)."""
        return _zeros_below(word)  # type: ignore[call-arg]

    @compiled
    def highest_bit(word: int) -> int:
        """Number of the highest set bit of a positive whole number (0 for 1)."""
        return 63 - _zeros_above(word)  # type: ignore[call-arg]
