"""`Luck`: a random stream for bots and measurements, the same compiled, interpreted and on every machine.

A table's dice and cards do not come from here, see `core.chance`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from ludotheque.core.entry_point import UInt64s
from ludotheque.core.jit import as_machine_code, compiled
from ludotheque.core.lazy import np
from ludotheque.core.memory import filled

_WORD = 2**64 - 1
_GOLDEN, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def _next_word(stream: Any, index: int) -> Any:
    """`next_word` in machine words, which wrap around by themselves."""
    stream[index] += np.uint64(_GOLDEN)
    mixed = stream[index]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(_FIRST)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(_SECOND)
    return mixed ^ (mixed >> np.uint64(31))


def _next_number(stream: Any, index: int) -> int:
    mixed = (int(stream[index]) + _GOLDEN) & _WORD
    stream[index] = mixed
    mixed = (mixed ^ (mixed >> 30)) * _FIRST & _WORD
    mixed = (mixed ^ (mixed >> 27)) * _SECOND & _WORD
    return mixed ^ (mixed >> 31)


@as_machine_code(_next_word)
def next_word(stream: Any, index: int) -> Any:
    """The next 64 bits of a stream (SplitMix64: Steele, Lea and Flood 2014), whose state is the uint64 `stream[index]`."""
    return np.uint64(_next_number(stream, index))


@compiled
def fraction(stream: Any, index: int) -> float:
    """The next number of a stream, from 0 up to 1."""
    return float(next_word(stream, index) >> np.uint64(11)) / 9007199254740992.0


class Luck(NamedTuple):
    """A random stream. Its methods work in compiled rules, too.

    Attributes:
        word: its state, uint64, shape (1,).
    """

    word: UInt64s

    @classmethod
    def of(cls, *seeds: int) -> Luck:
        """The stream that these whole numbers, of any size, select."""
        text = ",".join(str(int(each)) for each in seeds).encode()
        return cls(filled("uint64", [int.from_bytes(hashlib.sha256(text).digest()[:8], "little")]))

    def __reduce__(self) -> tuple[Any, ...]:
        return _at, (int(self.word[0]),)

    def random(self) -> float:
        """A number from 0 up to 1."""
        return (_next_number(self.word, 0) >> 11) / 9007199254740992.0

    def integers(self, low: int, high: int | None = None) -> int:
        """A whole number from `low` up to, but without, `high`; from 0 up to `low` if there is no `high`."""
        least, most = (0, low) if high is None else (low, high)
        return least + int(self.random() * (most - least))

    def choice(self, things: Sequence[Any]) -> Any:
        """One of these."""
        return things[self.integers(len(things))]

    def permutation(self, things: Sequence[Any]) -> list[Any]:
        """The same things in random order, as a list."""
        mixed = [*things]
        for index in range(len(mixed) - 1, 0, -1):
            other = self.integers(index + 1)
            mixed[index], mixed[other] = mixed[other], mixed[index]
        return mixed


def _at(word: int) -> Luck:
    """The stream in this state."""
    return Luck(filled("uint64", [word]))
