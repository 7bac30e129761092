"""Weights: the numbers of a game's evaluation, kept as data beside the rules and put into the box.

A game that has any declares them (`Game.weights`), and its box has a field `weights`, an array of float64 that `judge` reads. Their values
are in the game's package, in `weights.json`, with a record of how they were found. Other values need no other compiled code.

| in the file | |
|---|---|
| `format` | 1 |
| `game` | the game's name |
| `weights` | the value of each weight, by name |
| `record` | how they were found: the settings and the result of the run that made them |
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludotheque.core import packaged
from ludotheque.core.errors import BadInput
from ludotheque.core.reading import decoded

if TYPE_CHECKING:
    from ludotheque.core.game import Game

FILE = "weights.json"
"""The name of the file in a game's package."""
FIELD = "weights"
"""The field of the box that holds the values."""
FORMAT = 1
"""The version of the files."""
MAX_BYTES = 256 * 1024
"""The largest file that is read, in bytes."""


class BadWeights(BadInput):
    """A file holds no weights, or none for this game. The text says what is wrong."""

    def __init__(self, why: str) -> None:
        super().__init__("weights", why)


@dataclass(frozen=True)
class Weight:
    """A number of a game's evaluation.

    Attributes:
        name: its name.
        low: the least value that makes sense, more than 0.
        high: the greatest.
        together: whether it counts in cooperative games only; the others count in competitive games only.
    """

    name: str
    low: float
    high: float
    together: bool = False

    def __post_init__(self) -> None:
        if not 0.0 < self.low < self.high:
            raise ValueError(f"the weight {self.name} needs 0 < low < high, not {self.low} and {self.high}")


@dataclass(frozen=True)
class Weights:
    """Values for the weights of a game.

    Attributes:
        game: the game's name.
        values: the value of each weight, by name.
        record: how they were found.
    """

    game: str
    values: Mapping[str, float]
    record: Mapping[str, Any] = field(default_factory=dict)

    def array(self, game: Game) -> list[float]:
        """The values in the order of `Game.weights`. Raises `BadWeights` if they are not this game's."""
        if self.game != game.name:
            raise BadWeights(f"they are for {self.game}, not for {game.name}")
        names = [each.name for each in game.weights]
        if not names:
            raise BadWeights(f"the evaluation of {game.name} has no weights")
        if set(names) != set(self.values):
            raise BadWeights(
                f"the weights of {game.name} are {', '.join(names)}, not {', '.join(self.values) or 'none'}"
            )
        for each in game.weights:
            if not each.low <= self.values[each.name] <= each.high:
                raise BadWeights(
                    f"{each.name} must be from {each.low:g} to {each.high:g}, not {self.values[each.name]}"
                )
        return [self.values[name] for name in names]

    def text(self) -> str:
        """The content of a file."""
        told = {"format": FORMAT, "game": self.game, "weights": dict(self.values), "record": self.record}
        return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def parse(content: bytes) -> Weights:
    """The weights in the content of a file. Raises `BadWeights` if there are none."""
    if len(content) > MAX_BYTES:
        raise BadWeights(f"the file has {len(content)} bytes; at most {MAX_BYTES} are read")
    try:
        told = json.loads(decoded(content))
    except (ValueError, RecursionError) as error:
        raise BadWeights(f"the file is not JSON: {error}") from error
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise BadWeights(
            f"the file is not one of weights of format {FORMAT}; `ludotheque tune` writes such files"
        )
    values, record = told.get("weights"), told.get("record", {})
    if not isinstance(told.get("game"), str) or not isinstance(values, dict) or not isinstance(record, dict):
        raise BadWeights("the file lacks game, weights or record")
    for name, value in values.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise BadWeights(f"{name} must be a number, not {value!r}")
    return Weights(told["game"], {name: float(value) for name, value in values.items()}, record)


def load(path: str | os.PathLike[str]) -> Weights:
    """Read a file. Raises `BadWeights` if it cannot be read or holds no weights."""
    try:
        return parse(Path(path).read_bytes())
    except OSError as error:
        raise BadWeights(f"{os.fspath(path)} cannot be read: {error.strerror or error}") from error


_shipped: dict[str, tuple[Game, Weights]] = {}


def shipped(game: Game) -> Weights:
    """The weights that come with a game. Raises `BadWeights` if its evaluation has none, or the package's file is wrong."""
    if not game.weights:
        raise BadWeights(f"the evaluation of {game.name} has no weights")
    kept = _shipped.get(game.name)
    if kept is None or kept[0] is not game:
        file = packaged.file_of(game.package, FILE)
        if file is None:
            raise BadWeights(f"the package {game.package} declares weights and lacks the file {FILE}")
        kept = _shipped[game.name] = game, parse(file.read_bytes())
    return kept[1]


def put(boxes: Any, values: Sequence[float]) -> Any:
    """A copy of a box, one record, with these weights."""
    own = boxes.copy()
    own[0][FIELD] = values
    return own
