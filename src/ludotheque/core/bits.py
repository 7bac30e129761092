"""Operations on the bits of a 64-bit word, signed or not. Compiled, they take one or two machine instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludotheque.core.jit import as_machine_code


def _built(build: Callable[[Any, Any, Any], Any]) -> Callable[[], Any]:
    """A Numba intrinsic on one word, from the LLVM code that `build(builder, word, constant)` writes."""

    def make() -> Any:
        from llvmlite import ir
        from numba import types
        from numba.extending import intrinsic

        def typed(_typing: Any, word: Any) -> Any:
            if word not in (types.int64, types.uint64):
                return None

            def write(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
                return build(builder, arguments[0], lambda bits, value: ir.Constant(ir.IntType(bits), value))

            return types.int64(word), write

        return intrinsic(typed)

    return make


@as_machine_code(_built(lambda builder, word, constant: builder.cttz(word, constant(1, 1))))
def lowest_bit(word: Any) -> int:
    """The number of the lowest set bit, from 0. The word must not be 0."""
    return (int(word) & -int(word)).bit_length() - 1


@as_machine_code(
    _built(lambda builder, word, constant: builder.sub(constant(64, 63), builder.ctlz(word, constant(1, 1))))
)
def highest_bit(word: Any) -> int:
    """The number of the highest set bit, from 0. The word must be greater than 0."""
    return int(word).bit_length() - 1


@as_machine_code(_built(lambda builder, word, _constant: builder.ctpop(word)))
def count_bits(word: Any) -> int:
    """The number of set bits. The word must not be negative."""
    return int(word).bit_count()
