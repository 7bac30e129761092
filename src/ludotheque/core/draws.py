"""A table's draws in compiled code: HMAC-SHA256 (RFC 2104, FIPS 180-4), as in `core.chance`.

A game with dice or cards draws so often that calling Python for each result would take most of its time. Numbers are int64 that hold
32 bits.
"""

from __future__ import annotations

import hashlib
from typing import Any

from ludotheque.core import lazy
from ludotheque.core.chance import WORDS
from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np

_LOW = 0xFFFFFFFF
_BLOCK = 64
_END = 0x80000000
_HALF = lazy.constant("uint64", 32)
_TOP = lazy.constant("uint64", 2**64 - 1)
_ONE = lazy.constant("uint64", 1)
_LOW_BITS = lazy.constant("uint64", 11)


def _primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % each for each in found):
            found.append(number)
        number += 1
    return found


def _fraction(number: int, root: int) -> int:
    """The first 32 bits of the fractional part of a root, computed in whole numbers."""
    wanted, low, high = number << (32 * root), 0, number << 32
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**root <= wanted else (low, middle - 1)
    return low & _LOW


_START = lazy.table("int64", (_fraction(each, 2) for each in _primes(8)))
_ROUNDS = lazy.table("int64", (_fraction(each, 3) for each in _primes(64)))


@compiled
def _turned(value: int, by: int) -> int:
    """Rotate 32 bits to the right."""
    return (value >> by) | ((value << (32 - by)) & _LOW)


@compiled
def _compress(state: Any, first: int, workspace: Any) -> None:
    """Compress the block in `workspace[:16]` into the eight numbers of `state` from index `first`; `workspace` has 64 numbers."""
    for index in range(16, 64):
        early, late = workspace[index - 15], workspace[index - 2]
        small = _turned(early, 7) ^ _turned(early, 18) ^ (early >> 3)
        great = _turned(late, 17) ^ _turned(late, 19) ^ (late >> 10)
        workspace[index] = (workspace[index - 16] + small + workspace[index - 7] + great) & _LOW
    a, b, c, d = state[first], state[first + 1], state[first + 2], state[first + 3]
    e, f, g, h = state[first + 4], state[first + 5], state[first + 6], state[first + 7]
    for index in range(64):
        mixed = _turned(e, 6) ^ _turned(e, 11) ^ _turned(e, 25)
        more = h + mixed + ((e & f) ^ ((e ^ _LOW) & g)) + _ROUNDS[index] + workspace[index]
        rest = (_turned(a, 2) ^ _turned(a, 13) ^ _turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
        h, g, f, e = g, f, e, (d + more) & _LOW
        d, c, b, a = c, b, a, (more + rest) & _LOW
    state[first] = (state[first] + a) & _LOW
    state[first + 1] = (state[first + 1] + b) & _LOW
    state[first + 2] = (state[first + 2] + c) & _LOW
    state[first + 3] = (state[first + 3] + d) & _LOW
    state[first + 4] = (state[first + 4] + e) & _LOW
    state[first + 5] = (state[first + 5] + f) & _LOW
    state[first + 6] = (state[first + 6] + g) & _LOW
    state[first + 7] = (state[first + 7] + h) & _LOW


def keys(seed: bytes) -> Any:
    """The part of HMAC that all draws of a seed share: SHA-256 after the inner and the outer key, sixteen numbers."""
    whole = hashlib.sha256(seed).digest() if len(seed) > _BLOCK else seed
    key = np.frombuffer(whole.ljust(_BLOCK, b"\0"), ">u4").astype(np.int64)
    both = np.concatenate([_START, _START])
    _take_keys(key, both)
    return both


@compiled
def _take_keys(key: Any, both: Any) -> None:
    workspace = np.zeros(64, np.int64)
    workspace[:16] = key ^ 0x36363636
    _compress(both, 0, workspace)
    workspace[:16] = key ^ 0x5C5C5C5C
    _compress(both, 8, workspace)


@compiled
def make_words(both: Any, number: int, state: Any, workspace: Any, words: Any) -> None:
    """Write the first words of draw `number`, for a source without nonces. `state` (16) and `workspace` (64) are working space."""
    state[:] = both
    workspace[:16] = 0
    workspace[0], workspace[1], workspace[3], workspace[15] = (
        number >> 32,
        number & _LOW,
        _END,
        8 * (_BLOCK + 12),
    )
    _compress(state, 0, workspace)
    workspace[:16] = 0
    workspace[:8] = state[:8]
    workspace[8], workspace[15] = _END, 8 * (_BLOCK + 32)
    _compress(state, 8, workspace)
    for index in range(WORDS):
        words[index] = (np.uint64(state[8 + 2 * index]) << _HALF) | np.uint64(state[9 + 2 * index])


@compiled
def drawn(words: Any, probabilities: Any, count: int) -> int:
    """The result that `core.chance.Source.draw` finds in these words.

    It differs only if all words have to be skipped to avoid bias, which never happens in practice.
    """
    least = most = probabilities[0]
    for index in range(1, count):
        least = min(least, probabilities[index])
        most = max(most, probabilities[index])
    if most - least < 1e-12:
        size = np.uint64(count)
        beyond = (_TOP % size + _ONE) % size
        position = 0
        while position < WORDS - 1 and words[position] > _TOP - beyond:
            position += 1
        return np.int64(words[position] % size)  # type: ignore[return-value]  # compiled, it is an int
    point = float(words[0] >> _LOW_BITS) / 9007199254740992.0
    total, last = 0.0, 0
    for index in range(count):
        total += probabilities[index]
        if point < total:
            return index
        if probabilities[index] > 0.0:
            last = index
    return last


@compiled
def number_keys(number: int, both: Any, workspace: Any) -> None:
    """Write into `both` what `keys` returns for the seed `number`, a whole number from 0 to 2**63 - 1; `workspace` has 64 numbers."""
    length, rest = 1, number // 10
    while rest > 0:
        rest //= 10
        length += 1
    for half in range(2):
        pad = 0x36363636 if half == 0 else 0x5C5C5C5C
        workspace[:16] = 0
        rest = number
        for place in range(length - 1, -1, -1):
            workspace[place // 4] |= (48 + rest % 10) << (24 - 8 * (place % 4))
            rest //= 10
        for index in range(16):
            workspace[index] ^= pad
        for index in range(8):
            both[8 * half + index] = _START[index]
        _compress(both, 8 * half, workspace)
