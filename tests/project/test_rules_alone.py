"""The rules of every game stand alone: they know the state, the numbers of actions, and nothing of their game besides."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from ludotheque.core import registry

BELOW = ("rules", "state", "codes")
"""The files of a game that its rules may know, and that know only each other and how many weights there are."""
WEIGHTS = "weights"
"""The file that declares what the evaluation weighs. Rules know nothing of it; the box has a field of as many numbers."""
OF_THE_CORE = ("bits", "entry_point", "game", "jit", "lazy", "memory", "numerics", "rule", "verbs", "weights")
"""What rules need of the core: compiling, NumPy, how records lie, the rows of the rulebook, the seat of chance, reasons, logarithms and the like."""


def sources() -> Iterator[Path]:
    """The files of the rules of the library's own games, with what lies below them."""
    packages = [Path(str(files(registry.get(name).package))) for name in registry.names()]
    for package in packages:
        if package.parent.name != "games":
            continue
        yield package / "state.py"
        yield package / "codes.py"
        yield from package.glob(f"{WEIGHTS}.py")
        yield from sorted((package / "rules").glob("*.py"))


def imported(path: Path) -> Iterator[tuple[str, ...]]:
    """The modules of the library that a file names, each as its parts after `ludotheque`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: imports name the whole module"
            module = str(node.module)
            names = [f"{module}.{each.name}" for each in node.names]
            # `from package import module` names a file of the package, any other import what lies in the module.
            whole = names if module.count(".") == 2 and ".games." in module else [module]
        elif isinstance(node, ast.Import):
            whole = [each.name for each in node.names]
        else:
            continue
        yield from (tuple(name.split(".")[1:]) for name in whole if name.startswith("ludotheque"))


SOURCES = list(sources())


def test_there_are_rules_to_look_at() -> None:
    assert len({path.parent for path in SOURCES if path.parent.name == "rules"}) == 5


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: "/".join(path.parts[-3:]))
def test_rules_know_nothing_above_them(path: Path) -> None:
    for parts in imported(path):
        if parts[0] == "games":
            if path.name == "state.py" and parts[2] == WEIGHTS:
                continue
            assert parts[2] in BELOW, f"{path.name} imports {'.'.join(parts)}"
            assert path.parent.name == "rules" or parts[2] in ("state", "codes")
        else:
            assert parts[0] == "core", f"{path.name} imports {'.'.join(parts)}"
            assert len(parts) == 1 or parts[1] in OF_THE_CORE, f"{path.name} imports {'.'.join(parts)}"
