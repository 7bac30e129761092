"""`@misread`: a rule read as people do misread it, in place of the function that carries it out. See `docs/testing.md`."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from tests.mutating.generating import ROOT, folder

F = TypeVar("F", bound=Callable[..., Any])


def misread(where: str, *, by: str, says: str) -> Callable[[F], F]:
    """Declare that the function below misreads the function `where` of its game, such as `rules.moving.may_pass`.

    It gets the original function and its arguments. `misreadings` reads this from the text of the file: the file imports the game, and
    the game must be imported with the misreading in it.

    Args:
        where: the function, within the package of the game.
        by: the check that must notice it, see `checking.py`.
        says: a part of what this check must say, so that it notices for the right reason.
    """
    assert where
    assert by
    assert says
    return lambda function: function


@dataclass(frozen=True)
class Misreading:
    """A function `id` of `tests/GAME/misreadings.py`, done instead of one of the game."""

    game: str
    id: str
    where: str
    by: str
    says: str

    @property
    def module(self) -> str:
        """The module of the function that is misread."""
        return f"ludotheque.games.{folder(self.game)}.{self.where.rpartition('.')[0]}"

    @property
    def function(self) -> str:
        """The function that is misread."""
        return self.where.rpartition(".")[2]

    def instead(self, *arguments: Any) -> Any:
        """Do what is done instead; the game is imported when this is first called."""
        return getattr(importlib.import_module(f"tests.{folder(self.game)}.misreadings"), self.id)(*arguments)


def misreadings(game: str) -> list[Misreading]:
    """Those of `tests/GAME/misreadings.py`, none where it is not there."""
    path = ROOT / "tests" / folder(game) / "misreadings.py"
    tree = ast.parse(path.read_text(encoding="utf-8") if path.exists() else "")
    return [
        Misreading(
            game,
            node.name,
            ast.literal_eval(call.args[0]),
            **{word.arg: ast.literal_eval(word.value) for word in call.keywords if word.arg},
        )
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        for call in node.decorator_list
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "misread"
    ]
