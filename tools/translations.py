"""`make check`: every word is there in French and English, with the same holes; keys that are used have words, and words a use.

Run by the project's own Python (it reads the catalogues through `ludotheque.scene.catalogue`).
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "ludotheque"
CLIENT = ROOT / "client" / "src"

_CLIENT_KEY = re.compile(r"""['"`]((?:ui|error|bot)\.[a-z0-9_]+(?:\.[a-z0-9_]+)*)['"`]""")
"""A whole key in quotes in the client's sources; keys put together while running are not seen here."""
_TEMPLATE = re.compile(r"`([^`\n]*\$\{[^`\n]*)`")
"""A text put together in the client's sources."""
_KEY = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)+")
_BEGINNING = re.compile(r"[a-z0-9_-]+\.")
"""How a key put together begins, where its beginning is written out: `ui.`, `bot.`, `billabong.colour.`."""


def problems() -> list[str]:
    """What is wrong, a sentence each; empty if all is well."""
    from ludotheque.scene.catalogue import export

    french, english = export("fr"), export("en")
    found = [f"{key}: no French" for key in sorted(english.keys() - french.keys())]
    found += [f"{key}: no English" for key in sorted(french.keys() - english.keys())]
    for key in sorted(french.keys() & english.keys()):
        found += _compare(key, french[key], english[key])
    used = list(_used())
    found += [f"{key}: no words, and {where} uses it" for key, where in used if key not in french]
    found += [f"{key}: nothing uses it" for key in sorted(idle(french, {key for key, _ in used}))]
    return found


def idle(catalogue: Iterable[str], used: set[str]) -> set[str]:
    """The keys of a catalogue that no source writes out, declares, or may put together while running.

    A key put together, `Message(f"billabong.colour.{colour}")` or `t(`ui.who.${who}`)`, uses every key of that form.
    """
    forms = [*_forms_of_python(), *_forms_of_client()]
    quoted = set(_quoted())
    return {
        key
        for key in catalogue
        if key not in used and key not in quoted and not any(form.fullmatch(key) for form in forms)
    }


def _forms_of_python() -> Iterator[re.Pattern[str]]:
    for file in _python():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                yield from _form([_part(part) for part in node.values])


def _part(part: ast.expr) -> str | tuple[str, ...]:
    """A fixed part of a text put together, or what its hole may hold (nothing: any one word)."""
    if isinstance(part, ast.Constant):
        return str(part.value)
    value = part.value if isinstance(part, ast.FormattedValue) else part
    if isinstance(value, ast.IfExp) and all(
        isinstance(one, ast.Constant) for one in (value.body, value.orelse)
    ):
        return (str(value.body.value), str(value.orelse.value))
    return ()


def _forms_of_client() -> Iterator[re.Pattern[str]]:
    for _, text in _client():
        for template in _TEMPLATE.findall(text):
            pieces = re.split(r"\$\{[^{}]*\}", template)
            parts: list[str | tuple[str, ...]] = [pieces[0]]
            for piece in pieces[1:]:
                parts += [(), piece]
            yield from _form(parts)


def _form(parts: list[str | tuple[str, ...]]) -> Iterator[re.Pattern[str]]:
    """The keys that a text with holes may become; only if it says which catalogue, or which part of a game's."""
    fixed = [part for part in parts if isinstance(part, str) and part]
    if not any(isinstance(part, tuple) for part in parts):
        return
    if not fixed or not all(re.fullmatch(r"[a-z0-9_.-]*", part) for part in fixed):
        return
    begun = isinstance(parts[0], str) and _BEGINNING.match(parts[0])
    if begun or any(part.startswith(".") and len(part) > 2 for part in fixed):
        before = "" if begun else "[a-z0-9_.-]*"
        yield re.compile(before + "".join(_pattern(part) for part in parts))


def _pattern(part: str | tuple[str, ...]) -> str:
    if isinstance(part, str):
        return re.escape(part)
    return f"(?:{'|'.join(map(re.escape, part))})" if part else "[a-z0-9_-]+"


def _quoted() -> Iterator[str]:
    """Every text in quotes that looks like a key: tables of keys, keys of plain messages."""
    for file in _python():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _KEY.fullmatch(node.value):
                yield node.value
    for _, text in _client():
        yield from re.findall(r"""['"`]([a-z0-9_]+(?:\.[a-z0-9_-]+)+)['"`]""", text)


def _python() -> list[Path]:
    """Every Python source of the project and of games that lie elsewhere."""
    from ludotheque.core import registry

    homes = {Path(str(files(game.package))) for game in registry.games().values()}
    found = {file for home in (SOURCES, *homes) for file in home.rglob("*.py")}
    return sorted(file for file in found if "template" not in file.parts)  # a new game's words are not ours


def _client() -> Iterator[tuple[Path, str]]:
    for file in sorted([*CLIENT.rglob("*.svelte"), *CLIENT.rglob("*.ts")]):
        if ".test." not in file.name:
            yield file, file.read_text(encoding="utf-8")


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
    for file in _python():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and ast.unparse(node.func).split(".")[-1] == "Message"
                and node.args
            ):
                key = node.args[0]
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.value, f"{_short(file)}:{node.lineno}"
    for file, text in _client():
        for number, line in enumerate(text.splitlines(), 1):
            for found in _CLIENT_KEY.finditer(line):
                yield found[1], f"{_short(file)}:{number}"
    yield from _declared()


def _short(file: Path) -> Path:
    return file.relative_to(ROOT) if file.is_relative_to(ROOT) else file


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
