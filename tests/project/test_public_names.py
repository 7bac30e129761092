"""The names that others rely on are listed in `public_names.txt`. None goes without a word in `docs/moving.md`.

python -m tests.project.test_public_names     writes the list again

Wire messages are not in it: `client/src/net/wire.generated.ts` lists those, and `test_wire_types.py` compares them.
"""

from __future__ import annotations

import ast
import dataclasses
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import click
from starlette.routing import Route

from ludotheque.bots import own
from ludotheque.cli.main import app
from ludotheque.core import registry
from ludotheque.core.game import Game
from ludotheque.server import web

ROOT = Path(__file__).resolve().parents[2]
LISTED = Path(__file__).with_name("public_names.txt")
MOVING = ROOT / "docs" / "moving.md"
SOURCES = ROOT / "src" / "ludotheque"
IN_EXAMPLES = (ROOT / "examples", SOURCES / "scaffold")


def python() -> Iterator[str]:
    """What a program may import, and what the example games import."""
    for module in (
        "ludotheque",
        *(f"ludotheque.{each}" for each in ("bots", "envs", "lab", "testing")),
    ):
        yield from (f"{module}.{name}" for name in import_module(module).__all__)
    for path in (path for folder in IN_EXAMPLES for path in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ludotheque"):
                yield from (f"{node.module}.{each.name}" for each in node.names)
    yield from (f"ludotheque.core.game.Game({each.name}=)" for each in dataclasses.fields(Game) if each.init)


def command_line() -> Iterator[str]:
    """Every command with its options."""
    for name, command in {"ludotheque": app, **app.commands}.items():
        for each in command.get_params(click.Context(command)):
            options = [each for each in (*each.opts, *each.secondary_opts) if each.startswith("-")]
            yield from (f"{name} {option}" for option in options if option not in ("-h", "--help"))
        yield name


def environment() -> Iterator[str]:
    """Every environment variable that the library reads."""
    for path in SOURCES.rglob("*.py"):
        yield from re.findall(r"LUDOTHEQUE_[A-Z_]+[A-Z]", path.read_text("utf-8"))


def metrics() -> Iterator[str]:
    """Every metric, without what Prometheus adds to a name."""
    text = (SOURCES / "server" / "ops" / "metrics.py").read_text("utf-8")
    yield from re.findall(r'yield \w+\(\s*"(\w+)"', text)


def http() -> Iterator[str]:
    """Every address that programs may ask."""
    for module in iter_modules(web.__path__, web.__name__ + "."):
        for route in getattr(import_module(module.name), "ROUTES", ()):
            if isinstance(route, Route):
                yield from (
                    f"{method} {route.path}" for method in sorted((route.methods or set()) - {"HEAD"})
                )


def packages() -> Iterator[str]:
    """The extras to install, and the groups of entry points that other packages fill."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    yield from (f"ludotheque[{extra}]" for extra in project["optional-dependencies"])
    yield from (registry.GROUP, own.GROUP)


def listing() -> str:
    """All of them, a line each under their kind."""
    kinds = (python, command_line, environment, metrics, http, packages)
    return "\n".join(
        f"[{kind.__name__}]\n" + "".join(f"{name}\n" for name in sorted(set(kind()))) for kind in kinds
    )


def test_no_public_name_goes_without_a_word():
    gone = set(LISTED.read_text("utf-8").splitlines()) - set(listing().splitlines())
    moving = MOVING.read_text("utf-8")
    untold = sorted(name for name in gone if f"`{name}`" not in moving)
    assert not untold, f"These names are gone. Say in {MOVING.name} what takes their place: {untold}"


def test_the_list_is_complete():
    new = set(listing().splitlines()) - set(LISTED.read_text("utf-8").splitlines())
    assert not new, "New public names: check them, then run python -m tests.project.test_public_names"


if __name__ == "__main__":
    LISTED.write_text(listing(), encoding="utf-8")
