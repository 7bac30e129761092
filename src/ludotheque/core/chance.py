"""Chance that can be checked afterwards: commit and reveal, with HMAC-SHA256 as a pseudo-random function.

The seed of a table is fixed before anybody sits down, and its SHA-256 (FIPS 180-4) is published: this is the commitment. Each player
then adds a nonce. Draw number `n` is HMAC-SHA256 (RFC 2104), with the seed as key, of the nonces, `n` and a block number, reduced without
bias. After the game the seed is published, and anybody can recompute every draw.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

WORDS = 4
"""The number of 64-bit words in one HMAC-SHA256."""


def new_seed() -> bytes:
    """32 unpredictable bytes."""
    return secrets.token_bytes(32)


def seed_bytes(seed: bytes | int | None) -> bytes:
    """A seed as bytes: new ones for None, the decimal digits for an integer."""
    if seed is None:
        return new_seed()
    return seed if isinstance(seed, bytes) else str(seed).encode()


def commitment(seed: bytes) -> str:
    """The SHA-256 of the seed, in hexadecimal. It is published before the nonces are known."""
    return hashlib.sha256(seed).hexdigest()


@dataclass(frozen=True)
class Source:
    """Where a table's draws come from.

    Attributes:
        seed: the key of the HMAC.
        nonces: the players' nonces, in order of seats.
    """

    seed: bytes
    nonces: tuple[bytes, ...] = field(default=())

    def _words(self, number: int) -> Sequence[int]:
        """An endless sequence of 64-bit words for draw `number`, four from each HMAC."""
        message = b"".join(len(nonce).to_bytes(2, "big") + nonce for nonce in self.nonces)
        return _Words(self.seed, message + number.to_bytes(8, "big"))

    def uniform(self, number: int, count: int) -> int:
        """Draw `number` as a whole number from 0 to `count` - 1, each equally likely.

        Words from the last multiple of `count` on are skipped, so there is no bias. Raises `ValueError` if `count` is less than 1.
        """
        if count < 1:
            raise ValueError(f"a draw needs at least one possible result, not {count}")
        limit = (1 << 64) - (1 << 64) % count
        words = self._words(number)
        position = 0
        while words[position] >= limit:
            position += 1
        return words[position] % count

    def draw(self, number: int, probabilities: Sequence[float]) -> int:
        """Draw `number` as an index into `probabilities`, which add up to 1."""
        if max(probabilities) - min(probabilities) < 1e-12:
            return self.uniform(number, len(probabilities))
        point = (self._words(number)[0] >> 11) / (1 << 53)
        total = 0.0
        for index, probability in enumerate(probabilities):
            total += probability
            if point < total:
                return index
        return max(index for index, probability in enumerate(probabilities) if probability > 0)


class _Words(Sequence[int]):
    def __init__(self, key: bytes, message: bytes) -> None:
        self._key, self._message = key, message
        self._block, self._number = b"", -1

    def __len__(self) -> int:
        return 1 << 62

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        block, word = divmod(index, WORDS)
        if block != self._number:
            message = self._message + block.to_bytes(4, "big")
            self._block, self._number = hmac.digest(self._key, message, "sha256"), block
        return int.from_bytes(self._block[8 * word : 8 * word + 8], "big")
