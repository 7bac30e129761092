"""Copies, saves, loads and hashes states byte for byte.

NumPy copies structured arrays field by field and leaves the padding between fields as it was. States that are sent to a bot or compared
as bytes must not carry whatever was in memory before.
"""

from __future__ import annotations

import hashlib
from typing import Any

from ludotheque.core.errors import BadInput
from ludotheque.core.game import Game
from ludotheque.core.memory import copy
from ludotheque.core.memory import load as load_bytes


def load(game: Game, saved: bytes) -> Any:
    """One saved state of a game, one record. Raises `BadInput` if the bytes have the wrong size."""
    if len(saved) != game.state.itemsize:
        raise BadInput(
            "state", f"a state of {game.name} must have {game.state.itemsize} bytes, not {len(saved)}"
        )
    return load_bytes(saved, game.state)


def digest(states: Any) -> str:
    """A short hash of the states: 16 hexadecimal digits of their SHA-256."""
    return hashlib.sha256(states.tobytes()).hexdigest()[:16]


__all__ = ["copy", "digest", "load", "load_bytes"]
