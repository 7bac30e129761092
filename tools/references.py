"""`python tools/references.py` writes two pages about the games: `docs/views.md`, the fields of `Table.view`, and `docs/observations.md`, what
`observe` of an environment gives.

The meaning of a field is the comment beside it in a game's `state.py`. Fields that all games share are explained here, once.
"""

from __future__ import annotations

import ast
import importlib
import io
import re
import tokenize
from collections.abc import Iterator
from enum import IntEnum
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core import components, registry
from ludotheque.core.game import Game
from ludotheque.core.memory import dtype_of
from ludotheque.core.observation import Feature
from ludotheque.envs.seats import described, usual_seats

DOCS = Path(__file__).resolve().parents[1] / "docs"


def pages() -> dict[Path, str]:
    """Each page as it must be."""
    return {DOCS / "views.md": views(), DOCS / "observations.md": observations()}


def our_games() -> Iterator[Game]:
    """The games of this library."""
    for name in registry.names():
        if registry.package_of(name).startswith("ludotheque.games."):
            yield registry.get(name)


# ------------------------------------------------------------------------------------------------ views

EVERYWHERE = {
    "seats": "number of seats",
    "first": "the seat that goes first",
    "to_play": "the seat whose turn it is",
    "now_ms": "the game's clock, in milliseconds since it began",
}
VIEWS = """# Views, field by field

`Table.view(audience)` gives the state as the seats of an audience may know it: a NumPy array with one record.

```python
table = Table("bantu", seats=2)
view = table.view({0})
view[0].to_play  # the same as view["to_play"][0]
```

Whatever these seats cannot know is wiped: the field has a value that means “unknown”, such as `SEALED`. Fields are named as in the
rulebook. Each table below lists the fields of one game in order, with type and shape, range and meaning. Names in capitals, such as
`NONE`, are constants in the game's `state.py`; “as bits” means that bit *n* stands for number *n*. A field with a shape has one value
for each seat, piece or cell that its meaning names.

`python tools/references.py` generates this page from the games' `state.py`.
"""


def comments(module: str) -> dict[str, str]:
    """What stands beside each field of `STATE` in a game's `state.py`, with the lines of comment that go on below it."""
    source = (files(module) / "state.py").read_text(encoding="utf-8")
    lines = source.splitlines()
    told = {
        token.start[0]: (
            token.string.lstrip("# ").strip(),
            lines[token.start[0] - 1].lstrip().startswith("#"),
        )
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    found: dict[str, str] = {}
    for node in ast.walk(_state(source)):
        if not (isinstance(node, ast.Tuple) and node.elts and isinstance(node.elts[0], ast.Constant)):
            continue
        line = node.end_lineno or node.lineno
        words = [told[line][0]] if line in told else []
        while (line := line + 1) in told and told[line][1]:
            words.append(told[line][0])
        found[str(node.elts[0].value)] = " ".join(words)
    return found


def _state(source: str) -> ast.AST:
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and any(getattr(each, "id", "") == "STATE" for each in node.targets):
            return node
    raise ValueError("state.py assigns no STATE")


def rows(game: Game) -> list[tuple[str, str, str, str]]:
    """Name, type with shape, range and meaning of each field; the meaning is empty where nothing tells it."""
    told = comments(game.package)
    options = {option.name for option in game.options}
    found = []
    for name in game.state.names or ():
        dtype: Any = dtype_of(game.state)[name]
        shape = " × ".join(map(str, dtype.shape))
        meaning = told.get(name, "") or EVERYWHERE.get(name, "")
        if name == game.name.replace("-", "_"):
            meaning = (
                meaning or "always 1: this field distinguishes the game's states from those of other games"
            )
        elif name in options:
            meaning = f"the option `{name}`" + (f": {meaning}" if meaning else "")
        low, high = game.ranges.get(name, ("", ""))
        span = f"{low} to {high}" if low != "" else ""
        found.append((name, f"{np.dtype(dtype.base)}" + (f", {shape}" if shape else ""), span, meaning))
    return found


def codes(game: Game, told: str) -> list[str]:
    """What the numbers of each enum of `state.py` mean that the table names."""
    module = importlib.import_module(f"{game.package}.state")
    enums = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, IntEnum)]
    named = [each for each in enums if re.search(rf"\b{each.__name__}\b", told)]
    lines = [
        f"`{each.__name__}`: " + ", ".join(f"{m.value} {m.name.lower()}" for m in each) for each in named
    ]
    return ["\n" + ".\n\n".join(lines) + ".\n"] if lines else []


def views() -> str:
    """The page about views."""
    parts = [VIEWS]
    for game in our_games():
        parts.append(f"\n## {game.name}\n\n| field | type | range | meaning |\n|---|---|---|---|\n")
        told = rows(game)
        parts += [f"| `{field}` | {kind} | {span} | {what} |\n" for field, kind, span, what in told]
        parts += codes(game, " ".join(what for *_, what in told))
    return "".join(parts)


# ------------------------------------------------------------------------------------------------ observations

OBSERVATIONS = """# Observations, number by number

What a seat sees, as an array of float32 for a program that learns: the output of `observe` of an [environment](environments.md). The planes
come first, each with a number for every place of the board, row by row; then come the other numbers. In the tables, “for each seat” begins
with the seat that looks, then the next one, and so on. Unless a range is given, numbers go from 0 to 1, and yes is 1.

Observations are made from the view that `Table.view({seat})` gives, so they contain nothing that the seat cannot know.

`python tools/references.py` generates this page from the games' `observation.py`. For a game without that file an observation is the fields
of its view, as [views](views.md) describes them for our games: sets bit by bit, instants as their age, all scaled to 0 to 1.
"""


def observations() -> str:
    """The page about observations."""
    return OBSERVATIONS + "".join(map(_observed, our_games()))


def _observed(game: Game) -> str:
    seats, boxes = usual_seats(game, None), components.load(game).array
    told = described(game, boxes, game.composed_state(boxes, seats, game.check_options(seats, {})))
    rows, columns = told.board
    said = f"\n## {game.name}\n\n{told.size:,} numbers with {seats} players and the printed box"
    if told.planes:
        said += f": {told.plane_count} planes of {rows} rows and {columns} columns, and {told.number_count} other numbers"
    return f"{said}.\n\n| | shape | what it says |\n|---|---|---|\n" + "".join(
        _row(feature, planes=planes)
        for features, planes in ((told.planes, True), (told.numbers, False))
        for feature in features
    )


def _row(feature: Feature, *, planes: bool) -> str:
    shape = " × ".join(map(str, feature.shape)) or "1"
    bounds = (
        "" if (feature.least, feature.most) == (0, 1) else f" From {feature.least:g} to {feature.most:g}."
    )
    plane = "" if not planes else " plane" if feature.size == 1 else " planes"
    return f"| `{feature.name}` | {shape}{plane} | {feature.says}{bounds} |\n"


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
