"""The observation of a game that declares none: the fields of its state, as the seat may know them, between 0 and 1.

A field that holds a set, as the bits of a word, becomes a number for each bit. An instant becomes its age.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.game import Game
from ludotheque.core.memory import dtype_of
from ludotheque.core.observation import Feature, Observation

LEAST_SET = 15
"""A field whose greatest value is this or more, and one less than a power of two, is a set."""

INSTANT = 1 << 32
"""A field of a game with a clock whose greatest value is this or more is an instant, in ms."""

OLD_MS = 60_000
"""An instant this long ago or longer is 1."""


class _Field(NamedTuple):
    name: str
    shape: tuple[int, ...]
    least: int
    most: int
    bits: int
    """How many bits a set has; 0 for no set."""
    instant: bool

    @property
    def size(self) -> int:
        """How many numbers the field gives."""
        return prod(self.shape) * max(1, self.bits)


def observation(game: Game, seats: int) -> Observation:
    """The description of what `observe` writes for a game, field by field."""
    features = [
        Feature(field.name, field.shape + ((field.bits,) if field.bits else ()), _says(field))
        for field in _fields(game)
    ]
    return Observation(numbers=(Feature("seat", (seats,), "The seat that looks."), *features))


def _says(field: _Field) -> str:
    if field.instant:
        return f"How long ago `{field.name}` was: 1 is {OLD_MS // 1000} s or longer, or never."
    if field.bits:
        return f"The field `{field.name}` of the state, bit by bit."
    return f"The field `{field.name}` of the state: {field.least} is 0, {field.most} is 1."


def observe(game: Game, views: Any, seats: NDArray[np.int8], out: NDArray[np.float32]) -> None:
    """Write the observations of many tables.

    Args:
        game: the game.
        views: states as the seat that looks may know them, shape (n,).
        seats: the seat that looks at each, shape (n,).
        out: written to, float32, shape (n, size).
    """
    chosen = _fields(game)
    at = out.shape[1] - sum(field.size for field in chosen)
    out[:, :at] = seats[:, None] == np.arange(at)
    for field in chosen:
        values = np.asarray(views[field.name]).reshape(len(views), -1)
        part = out[:, at : at + field.size]
        at += field.size
        if field.bits:
            known = np.where(values < 0, 0, values).astype(np.uint64)
            bits = known[:, :, None] >> np.arange(field.bits, dtype=np.uint64) & np.uint64(1)
            part[:] = bits.reshape(len(views), -1)
        elif field.instant:
            age = np.asarray(views["now_ms"]).reshape(len(views), 1) - values
            part[:] = np.where(values < 0, 1.0, np.clip(age / OLD_MS, 0.0, 1.0))
        else:
            spread = max(1.0, float(field.most) - field.least)
            part[:] = np.clip((values.astype(np.float64) - field.least) / spread, 0.0, 1.0)


_known: dict[np.dtype[Any], tuple[_Field, ...]] = {}


def _fields(game: Game) -> tuple[_Field, ...]:
    """Every field but the first, which only bears the game's name, and the clock."""
    kind = dtype_of(game.state)
    if kind not in _known:
        _known[kind] = tuple(_read_fields(game))
    return _known[kind]


def _read_fields(game: Game) -> Iterator[_Field]:
    for name in (game.state.names or ())[1:]:
        if game.timed and name == "now_ms":
            continue
        kind = dtype_of(game.state)[name]
        told = game.ranges.get(name)
        least, most = told or _option(game, name) or _whole(kind.base)
        bits = int(most).bit_length() if told and most >= LEAST_SET and most & (most + 1) == 0 else 0
        instant = game.timed and most >= INSTANT and not bits
        yield _Field(name, kind.shape, int(least), int(most), bits, instant)


def _whole(kind: np.dtype[Any]) -> tuple[int, int]:
    if kind.kind not in "iu":
        return 0, 1
    return int(np.iinfo(kind).min), int(np.iinfo(kind).max)


def _option(game: Game, name: str) -> tuple[int, int] | None:
    """The range of a field that holds an option, the number of players or who begins."""
    if name in ("seats", "first"):
        return 0, max(game.seats)
    for option in game.options:
        if option.name == name and option.choices is not None:
            return 0, len(option.choices) - 1
        if option.name == name and isinstance(option.default, bool):
            return 0, 1
        if option.name == name and option.maximum is not None:
            return option.minimum or 0, option.maximum
    return None
