"""Whether words are complete: both languages, the same holes, words for every key that is used, and a use for every key."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from ludotheque.core.catalogue import Entry, holes, of_package
from ludotheque.core.game import Game

KEY = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)+")
_BEGINNING = re.compile(r"[a-z0-9_-]+\.")
"""How a key put together begins, where its beginning is written out: `ui.`, `bot.`, `billabong.colour.`."""

_HOUSE = (r"goal", r"bot\.[a-z]+\.hint", r"own(?:\.hint|\.good)?", r"event\.[a-z0-9_.-]+\.many")
"""Keys that a game may have though it never says them: the house does, where they are there, in place of its own words."""

Part = str | tuple[str, ...]
"""A fixed part of a text put together, or what its hole may hold (nothing: any one word)."""


def problems(game: Game) -> list[str]:
    """What is wrong with a game's words, a sentence each; empty if all is well."""
    french, english = of_package(game.package, "fr"), of_package(game.package, "en")
    found = list(compared(french, english))
    found += [
        f"{key}: does not begin with {game.name}." for key in french if not key.startswith(f"{game.name}.")
    ]
    sources = sorted(Path(str(files(game.package))).rglob("*.py"))
    used = list(written(sources))
    found += [f"{key}: no words, and {where} uses it" for key, where in used if _lacks(key, game, french)]
    needed = set(implied(game))
    found += [
        f"{key}: no words, and the declaration of {game.name} implies it"
        for key in sorted(needed - french.keys())
    ]
    known = needed | {key for key, _ in used} | set(allowed(game)) | set(quoted(sources))
    house = re.compile(rf"{re.escape(game.name)}\.(?:{'|'.join(_HOUSE)})")
    found += [f"{key}: nothing uses it" for key in sorted(idle(french, known, [*forms(sources), house]))]
    return found


def _lacks(key: str, game: Game, entries: Mapping[str, Entry]) -> bool:
    """Whether a key of the game (the house's own are the house's) has no words."""
    return key.startswith(f"{game.name}.") and key not in entries


def compared(french: Mapping[str, Entry], english: Mapping[str, Entry]) -> Iterator[str]:
    """What one language lacks, or says with other holes than the other."""
    yield from (f"{key}: no French" for key in sorted(english.keys() - french.keys()))
    yield from (f"{key}: no English" for key in sorted(french.keys() - english.keys()))
    for key in sorted(french.keys() & english.keys()):
        yield from _compared(key, french[key], english[key])


def _compared(key: str, french: Entry, english: Entry) -> Iterator[str]:
    if isinstance(french, list) != isinstance(english, list):
        yield f"{key}: a plural in one language only"
        return
    texts = {"French": french, "English": english}
    all_forms = {name: text if isinstance(text, list) else [text] for name, text in texts.items()}
    for name, several in all_forms.items():
        if any(not form.strip() for form in several):
            yield f"{key}: empty in {name}"
    # A singular may leave its number out ("one kangaroo"): the holes of all forms together are compared.
    union = {name: set().union(*(holes(form) for form in several)) for name, several in all_forms.items()}
    if union["French"] != union["English"]:
        only = sorted(union["French"] ^ union["English"])
        yield f"{key}: {', '.join('{' + hole + '}' for hole in only)} in one language only"


def implied(game: Game) -> Iterator[str]:
    """The keys that a game's declaration calls for."""
    yield from (f"{game.name}.title", f"{game.name}.tagline")
    for option in game.options:
        yield from (f"{game.name}.option.{option.name}", f"{game.name}.option.{option.name}.hint")
        yield from (f"{game.name}.option.{option.name}.{choice}" for choice in option.choices or ())
    yield from (f"{game.name}.ending.{ending}" for ending in game.terminations[1:])
    yield from (_reason(game, reason.key) for reason in game.reasons[1:])


def allowed(game: Game) -> Iterator[str]:
    """Keys that may be there though nothing asks for them: the reason that is no refusal."""
    yield from (_reason(game, reason.key) for reason in game.reasons[:1])


def _reason(game: Game, key: str) -> str:
    return key if "." in key else f"{game.name}.reason.{key}"


# ------------------------------------------------------------------------------------------------ what sources say


def _trees(sources: Iterable[Path]) -> Iterator[tuple[Path, ast.AST]]:
    for file in sources:
        yield file, ast.parse(file.read_text(encoding="utf-8"))


def written(sources: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Every key that is written out as a message, `Message("a.key", …)`, with where."""
    for file, tree in _trees(sources):
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and ast.unparse(node.func).split(".")[-1] == "Message"
                and node.args
            ):
                key = node.args[0]
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.value, f"{file}:{node.lineno}"


def quoted(sources: Iterable[Path]) -> Iterator[str]:
    """Every text in quotes that looks like a key: tables of keys, keys of plain messages."""
    for _, tree in _trees(sources):
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
                yield node.value


def forms(sources: Iterable[Path]) -> list[re.Pattern[str]]:
    """The keys that are put together while running: `f"billabong.colour.{colour}"` uses every key of that form."""
    found: list[re.Pattern[str]] = []
    for _, tree in _trees(sources):
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                found += form([_part(part) for part in node.values])
    return found


def _part(part: ast.expr) -> Part:
    if isinstance(part, ast.Constant):
        return str(part.value)
    value = part.value if isinstance(part, ast.FormattedValue) else part
    if isinstance(value, ast.IfExp) and all(
        isinstance(one, ast.Constant) for one in (value.body, value.orelse)
    ):
        return (str(value.body.value), str(value.orelse.value))  # type: ignore[attr-defined]
    return ()


def form(parts: Sequence[Part]) -> Iterator[re.Pattern[str]]:
    """The keys that a text with holes may become; only if it says which catalogue, or which part of a game's."""
    fixed = [part for part in parts if isinstance(part, str) and part]
    if not any(isinstance(part, tuple) for part in parts):
        return
    if not fixed or not all(re.fullmatch(r"[a-z0-9_.-]*", part) for part in fixed):
        return
    begun = isinstance(parts[0], str) and _BEGINNING.match(parts[0])
    if begun or any(part.startswith(".") and len(part) > 2 for part in fixed):
        before = "" if begun else "[a-z0-9_.-]*"
        yield re.compile(before + "".join(map(_pattern, parts)))


def _pattern(part: Part) -> str:
    if isinstance(part, str):
        return re.escape(part)
    return f"(?:{'|'.join(map(re.escape, part))})" if part else "[a-z0-9_-]+"


def idle(catalogue: Iterable[str], known: set[str], put_together: Iterable[re.Pattern[str]]) -> set[str]:
    """The keys of a catalogue that are not known to be used, and that no text put together may become."""
    patterns = list(put_together)
    return {
        key for key in catalogue if key not in known and not any(each.fullmatch(key) for each in patterns)
    }
