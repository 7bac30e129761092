"""`python tools/views.py` writes `docs/views.md`: the fields of `Table.view`, from the games' `state.py`.

The meaning of a field is the comment beside it there. Fields that all games share are explained here, once.
"""

from __future__ import annotations

import ast
import importlib
import io
import re
import sys
import tokenize
from enum import IntEnum
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core import registry
from ludotheque.core.game import Game
from ludotheque.core.memory import dtype_of

PAGE = Path(__file__).resolve().parents[1] / "docs" / "views.md"

EVERYWHERE = {
    "seats": "number of seats",
    "first": "the seat that goes first",
    "to_play": "the seat whose turn it is",
    "now_ms": "the game's clock, in milliseconds since it began",
}
HEAD = """# Views, field by field

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

`python tools/views.py` generates this page from the games' `state.py`.
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


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for name in registry.names():
        game = registry.get(name)
        if not game.package.startswith("ludotheque.games."):
            continue
        parts.append(f"\n## {name}\n\n| field | type | range | meaning |\n|---|---|---|---|\n")
        told = rows(game)
        parts += [f"| `{field}` | {kind} | {span} | {what} |\n" for field, kind, span, what in told]
        parts += codes(game, " ".join(what for *_, what in told))
    return "".join(parts)


def main() -> None:
    """Write the page; with `--check`, only say whether it is up to date."""
    if "--check" in sys.argv[1:]:
        sys.exit(
            ""
            if PAGE.is_file() and PAGE.read_text("utf-8") == page()
            else "docs/views.md is stale: python tools/views.py"
        )
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
