"""A state copied, saved and named, byte for byte.

NumPy copies structured arrays field by field and leaves the padding between fields as it finds it; what is sent to a bot or
compared as bytes must not carry whatever lay in memory before.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from ludotheque.core import recarrays
from ludotheque.core.errors import BadInput
from ludotheque.core.game import Game


def copy(states: Any) -> Any:
    """The same states in memory of their own, padding included."""
    return load_bytes(states.tobytes(), states.dtype)


def load_bytes(saved: bytes, dtype: np.dtype[Any]) -> Any:
    """States from the bytes of `tobytes()`, writable."""
    return np.frombuffer(bytearray(saved), recarrays.with_attributes(dtype))


def load(game: Game, saved: bytes) -> Any:
    """One saved state of a game, an array of one record; `BadInput` if the bytes are not of its size."""
    if len(saved) != game.state.itemsize:
        raise BadInput(
            "state", f"a state of {game.name} must have {game.state.itemsize} bytes, not {len(saved)}"
        )
    return load_bytes(saved, game.state)


def digest(states: Any) -> str:
    """A short name of the states, equal for equal states: 16 hexadecimal digits of their SHA-256."""
    return hashlib.sha256(states.tobytes()).hexdigest()[:16]
