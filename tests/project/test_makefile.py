"""The Makefile installs, before it runs a program of this checkout, whatever that program imports."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tools import prepare

ROOT = Path(__file__).resolve().parents[2]
RULE = re.compile(r"^([a-z-]+): python.*\n((?:\t.*\n)+)", re.MULTILINE)
PYTHON = re.compile(r'\$\(BIN\)/python (?:-m ([\w.]+)|"?([^\s"]+))')
OURS = ("bench", "tests", "tools")


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _locked(kind: str) -> set[str]:
    lines = prepare.LOCKS[kind].read_text(encoding="utf-8").splitlines()
    return {_plain(found[1]) for line in lines if (found := re.match(r"([\w.-]+)(\[[^]]*\])?==", line))}


def _imported(tree: ast.AST, guarded: bool = False) -> Iterator[tuple[str, bool]]:
    """The modules that a file imports at any time; true for those that it can do without."""
    for node in ast.iter_child_nodes(tree):
        inside = guarded
        if isinstance(node, ast.Try):
            inside |= any(
                isinstance(kind.type, ast.Name) and "Error" in kind.type.id for kind in node.handlers
            )
        if isinstance(node, ast.Import):
            yield from ((name.name, guarded) for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((f"{node.module}.{name.name}", guarded) for name in node.names)
        yield from _imported(node, inside)


def _file(module: str, beside: Path) -> Path | None:
    """The file of ours that a module is, or is in."""
    words = module.split(".")
    for cut in (len(words), len(words) - 1):
        for folder in (ROOT, beside, ROOT / "bench", ROOT / "tests"):
            place = folder.joinpath(*words[:cut])
            if cut and (
                found := next(filter(Path.is_file, (place.with_suffix(".py"), place / "__init__.py")), None)
            ):
                return found
    return None


def _needs(program: Path, seen: set[Path]) -> Iterator[tuple[str, Path]]:
    """The packages of others that a program needs, each with the file that imports it."""
    if program in seen:
        return
    seen.add(program)
    for module, guarded in _imported(ast.parse(program.read_text(encoding="utf-8"))):
        top = module.split(".")[0]
        if top in sys.stdlib_module_names or top == "ludotheque":
            continue
        if (found := _file(module, program.parent)) is not None:
            yield from _needs(found, seen)
        elif not guarded:
            yield top, program


def _programs(recipe: str) -> Iterator[Path]:
    for module, path in PYTHON.findall(recipe):
        if module.split(".")[0] in OURS or path.startswith("tools/"):
            yield _file(module, ROOT) or ROOT / path
        elif path == "$$file":
            yield from sorted((ROOT / "bench").glob("*.py"))


PREPARED = {
    name: (kinds[1].split(), programs)
    for name, recipe in RULE.findall((ROOT / "Makefile").read_text(encoding="utf-8"))
    if (kinds := re.search(r"\$\(PREPARE\) ([a-z ]+)", recipe)) and (programs := list(_programs(recipe)))
}


def test_the_targets_that_run_programs_are_found() -> None:
    assert {name: len(programs) for name, (_, programs) in PREPARED.items()} == {
        "test-mutants": 1,
        "pictures": 1,
        "check": 3,
        "lock": 1,
        "bench": len(list((ROOT / "bench").glob("*.py"))),
        "check-bounds": 1,
        "release-check": 1,
    }


@pytest.mark.parametrize("target", PREPARED)
def test_a_target_installs_what_its_programs_import(target: str) -> None:
    kinds, programs = PREPARED[target]
    locked = set().union(*(_locked(kind) for kind in kinds if kind in prepare.LOCKS))
    names = packages_distributions()
    seen: set[Path] = set()
    missing = {
        f"{path.relative_to(ROOT)} imports {top}"
        for program in programs
        for top, path in _needs(program, seen)
        if not locked & {_plain(name) for name in names.get(top, [top])}
    }
    assert not missing
