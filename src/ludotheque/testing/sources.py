"""Finds the place in a game's own files behind a fault: the line that raised, or the function to look at."""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, TracebackType
from typing import Any

from ludotheque.core import artefact, packaged
from ludotheque.core.game import Game

CORE = Path(artefact.__file__).parent
"""The folder of the library's core, which belongs to no game."""


def line_that_raised(error: BaseException, game: Game) -> str:
    """`FILE:LINE in FUNCTION` for the innermost line of the game's own code behind an error; "" if there is none."""
    found = ""
    each: BaseException | None = error
    while each is not None:  # the first error raised is the last in the chain
        found = _innermost(each.__traceback__, game) or found
        each = each.__cause__
    return found


def _innermost(traceback: TracebackType | None, game: Game) -> str:
    own, found = own_files(game), ""
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if _is_own(Path(code.co_filename), own):
            found = f"{_shown(code.co_filename)}:{traceback.tb_lineno} in {code.co_name}"
        traceback = traceback.tb_next
    return found


def verb_that_raised(error: BaseException) -> str:
    """The entry point whose compiled code failed, which knows no line of the game; "" for any other error."""
    while error.__cause__ is not None:
        error = error.__cause__
    return str(error).partition(":")[0] if isinstance(error, artefact.RulesFailed) else ""


def where_defined(game: Game, names: Sequence[str]) -> str:
    """`FILE:LINE in NAME` for each of a game's own functions with these names, separated by commas; "" if there is none.

    A name is a verb, a fact (`conserved`), a method (`codec.text`, `presenter.scene`, `positions.read`), or `declaration`.
    """
    found = [_defined(game, name) for name in names]
    return ", ".join(dict.fromkeys(where for where in found if where)) or _declared(game)


def where_declared(game: Game, what: str) -> str:
    """The line of a game's declaration with a call whose first argument is `what`: for an option, its name."""
    return _declared(game, what)


def own_files(game: Game) -> tuple[Path, ...]:
    """The folder of a game's package, and the files elsewhere that define its rules, codec, positions and presenter."""
    things = (game.codec, game.positions, game.presenter)
    elsewhere = [code.co_filename for code in map(_code, game.rules.values()) if code is not None]
    elsewhere += [name for name in map(_file, (*things, *map(type, things))) if name]
    found = (Path(name).resolve() for name in elsewhere)
    return _home(game), *(path for path in found if CORE not in path.parents)


def _defined(game: Game, name: str) -> str:
    if name == "declaration":
        return _declared(game)
    holder, _, method = name.rpartition(".")
    thing: Any = getattr(getattr(game, holder), method, None) if holder else game.rules.get(name, getattr(game, name, None))  # fmt: skip
    code = _code(thing)
    if code is not None and _is_own(Path(code.co_filename), own_files(game)):
        return f"{_shown(code.co_filename)}:{code.co_firstlineno} in {method or name}"
    return ""


def _code(thing: Any) -> CodeType | None:
    """The code of a function, however it is wrapped; None if it has none."""
    while True:
        inside = thing.func if isinstance(thing, functools.partial) else getattr(thing, "__func__", None)
        inside = inside or getattr(thing, "__wrapped__", None)
        if inside is None:
            break
        thing = inside
    found: CodeType | None = getattr(thing, "__code__", None)
    return found


def _file(thing: Any) -> str | None:
    try:
        return inspect.getfile(thing)
    except TypeError:
        return None


def _declared(game: Game, what: str | None = None) -> str:
    """Where the package declares the game or a part of it; the package's first line if neither is found."""
    home = _home(game)
    path = home if home.is_file() else home / "__init__.py"
    if not path.is_file():
        return ""
    for call in _calls(path):
        first = call.args[0] if call.args else None
        is_game = what is None and ast.unparse(call.func).split(".")[-1] == "Game"
        if is_game or (what is not None and isinstance(first, ast.Constant) and first.value == what):
            return f"{_shown(str(path))}:{call.lineno} in the declaration"
    return f"{_shown(str(path))}:1 in the declaration" if what is None else _declared(game)


def _calls(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield node


def _home(game: Game) -> Path:
    return packaged.home_of(game.package).resolve()


def _is_own(path: Path, own: Sequence[Path]) -> bool:
    path = path.resolve()
    return any(path == each or each in path.parents for each in own)


def _shown(name: str) -> str:
    """A file's path, relative to the current folder if it is below it."""
    path, here = Path(name).resolve(), Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def interpreted_again(run: Callable[[], None], game: Game) -> str:
    """The line that raises when `run` is repeated with interpreted rules; "" if nothing raises then."""
    try:
        with artefact.interpreting():
            run()
    except Exception as error:
        return line_that_raised(error, game)
    return ""
