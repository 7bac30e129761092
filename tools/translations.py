"""`make check`: every word is there in French and English, with the same holes, and every key that is used has words.

Run by the project's own Python (it reads the catalogues through `ludotheque.scene.catalogue`).
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "ludotheque"
CLIENT = ROOT / "client" / "src"

_CLIENT_KEY = re.compile(r"""['"`]((?:ui|error|bot)\.[a-z0-9_]+(?:\.[a-z0-9_]+)*)['"`]""")
"""A whole key in quotes in the client's sources; keys put together while running are not seen here."""


def problems() -> list[str]:
    """What is wrong, a sentence each; empty if all is well."""
    from ludotheque.scene.catalogue import export

    french, english = export("fr"), export("en")
    found = [f"{key}: no French" for key in sorted(english.keys() - french.keys())]
    found += [f"{key}: no English" for key in sorted(french.keys() - english.keys())]
    for key in sorted(french.keys() & english.keys()):
        found += _compare(key, french[key], english[key])
    found += [f"{key}: no words, and {where} uses it" for key, where in _used() if key not in french]
    return found


def _compare(key: str, french: str | list[str], english: str | list[str]) -> Iterator[str]:
    from ludotheque.scene.catalogue import holes

    if isinstance(french, list) != isinstance(english, list):
        yield f"{key}: a plural in one language only"
        return
    texts = {"French": french, "English": english}
    forms = {name: text if isinstance(text, list) else [text] for name, text in texts.items()}
    for name, all_forms in forms.items():
        if any(not form.strip() for form in all_forms):
            yield f"{key}: empty in {name}"
    # A singular may leave its number out ("one kangaroo"): the holes of all forms together are compared.
    union = {name: set().union(*(holes(form) for form in all_forms)) for name, all_forms in forms.items()}
    if union["French"] != union["English"]:
        only = sorted(union["French"] ^ union["English"])
        yield f"{key}: {', '.join('{' + hole + '}' for hole in only)} in one language only"


def _used() -> Iterator[tuple[str, str]]:
    """Every key that is written out in the sources, with where; and those that a game's declaration implies."""
    for file in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and ast.unparse(node.func).split(".")[-1] == "Message"
                and node.args
            ):
                key = node.args[0]
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.value, f"{file.relative_to(ROOT)}:{node.lineno}"
    for file in sorted([*CLIENT.rglob("*.svelte"), *CLIENT.rglob("*.ts")]):
        if ".test." in file.name:
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for found in _CLIENT_KEY.finditer(line):
                yield found[1], f"{file.relative_to(ROOT)}:{number}"
    yield from _declared()


def _declared() -> Iterator[tuple[str, str]]:
    from ludotheque.core import registry

    for game in registry.games().values():
        where = f"the declaration of {game.name}"
        keys = ["title", "tagline"]
        for option in game.options:
            keys += [
                f"option.{option.name}",
                *(f"option.{option.name}.{choice}" for choice in option.choices or ()),
            ]
        keys += [f"ending.{ending}" for ending in game.terminations[1:]]
        for key in keys:
            yield f"{game.name}.{key}", where
        for reason in game.reasons[1:]:
            yield (reason.key if "." in reason.key else f"{game.name}.reason.{reason.key}"), where


def main() -> int:
    """Print what is wrong; 1 if anything is."""
    found = problems()
    for line in found:
        print(line, file=sys.stderr)
    print(
        f"translations: {len(found)} problem(s)"
        if found
        else "translations: French and English are complete."
    )
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
