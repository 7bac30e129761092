"""Checks a game's catalogues: both languages, the same holes, an entry for every key used, and a use for every entry."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ludotheque.core import packaged
from ludotheque.core.catalogue import Entry, holes, of_game
from ludotheque.core.game import Game
from ludotheque.scene import editor
from ludotheque.scene.tabletop import Tabletop
from ludotheque.table import companion, first_game

KEY = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)+")
_BEGINNING = re.compile(r"[a-z0-9_-]+\.")
"""The literal beginning of a key that is put together at run time: `ui.`, `bot.`, `billabong.colour.`."""

_HOUSE = (
    r"goal",
    r"bot\.[a-z]+\.(?:hint|like)",
    r"own(?:\.hint|\.good)?",
    r"event\.[a-z0-9_.-]+\.many",
    r"ready\.(?:[a-z_]+\.)?(?:[1-4]|title)",
)
"""Keys that a game may have without using them: if they exist, the library uses them in place of its own."""

_OF_A_TABLETOP = (r"board", r"place", r"button\.[a-z0-9_.-]+")
"""Keys that a `Tabletop` and its `grid` use in the game's stead."""

_INSTEAD = (".short", ".yours", ".theirs")
"""With such an ending a key that is used has other words for a phone, for what is one's own, or somebody else's; the library takes them where they exist."""

Part = str | tuple[str, ...]
"""A part of a formatted text: literal text, or the values that a hole may take (empty for any one word)."""


def problems(game: Game) -> list[str]:
    """What is wrong with a game's catalogues, one sentence each; empty if nothing is."""
    french, english = of_game(game, "fr"), of_game(game, "en")
    found = list(compared(french, english))
    found += [
        f"{key}: does not begin with {game.name}." for key in french if not key.startswith(f"{game.name}.")
    ]
    sources = packaged.sources_of(game.package)
    used = list(written(sources))
    found += [f"{key}: no words, and {where} uses it" for key, where in used if _lacks(key, game, french)]
    needed = set(implied(game))
    found += [
        f"{key}: no words, and the declaration of {game.name} implies it"
        for key in sorted(needed - french.keys())
    ]
    known = needed | {key for key, _ in used} | set(allowed(game)) | set(quoted(sources))
    house = _HOUSE + (_OF_A_TABLETOP if isinstance(game.presenter, Tabletop) else ())
    used_elsewhere = re.compile(rf"{re.escape(game.name)}\.(?:{'|'.join(house)})")
    unused = idle(french, known, [*forms(sources), used_elsewhere])
    found += [
        f"{key}: nothing uses it" for key in sorted(unused) if not _instead(key, french.keys() - unused)
    ]
    return found


def _instead(key: str, used: Set[str]) -> bool:
    """Whether a key has other words for one that is used."""
    return any(key.endswith(ending) and key.removesuffix(ending) in used for ending in _INSTEAD)


def _lacks(key: str, game: Game, entries: Mapping[str, Entry]) -> bool:
    """Whether a key that belongs to the game has no entry."""
    return key.startswith(f"{game.name}.") and key not in entries


def compared(french: Mapping[str, Entry], english: Mapping[str, Entry]) -> Iterator[str]:
    """What one language lacks, or where its holes differ from the other's."""
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
    # A singular may omit its number ("one kangaroo"), so the holes of all forms are compared together.
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
    yield from first_game.messages(game)
    beside = (*companion.messages(game), *editor.keys(game))
    yield from (key for key in beside if key.startswith(f"{game.name}."))
    yield from (f"{game.name}.thing.{group}" for group in (game.things.groups if game.things else ()))


def allowed(game: Game) -> Iterator[str]:
    """Keys that may exist although no source has them: the reason that stands for "legal", and what a `Tabletop` says of actions."""
    yield from (_reason(game, reason.key) for reason in game.reasons[:1])
    if isinstance(game.presenter, Tabletop):
        yield from game.presenter.keys()


def _reason(game: Game, key: str) -> str:
    return key if "." in key else f"{game.name}.reason.{key}"


# ------------------------------------------------------------------------------------------------ reading sources


@dataclass(frozen=True)
class _Said:
    """What a source says: the keys of its messages with their lines, its literals that look like keys, the keys that it puts together."""

    written: tuple[tuple[str, int], ...]
    quoted: tuple[str, ...]
    forms: tuple[re.Pattern[str], ...]


@cache
def _said(text: str) -> _Said:
    """Read a source, once for all that is asked of it."""
    messages: list[tuple[str, int]] = []
    literals: list[str] = []
    put_together: list[re.Pattern[str]] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and KEY.fullmatch(node.value):
                literals.append(node.value)
        elif isinstance(node, ast.JoinedStr):
            put_together += form([_part(part) for part in node.values])
        elif isinstance(node, ast.Call) and node.args and _is_message(node.func):
            key = node.args[0]
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                messages.append((key.value, node.lineno))
    return _Said(tuple(messages), tuple(literals), tuple(put_together))


def _is_message(called: ast.expr) -> bool:
    return getattr(called, "attr", getattr(called, "id", "")) == "Message"


def written(sources: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Every key written out as a message, `Message("a.key", …)`, and where."""
    for file in sources:
        for key, line in _said(file.read_text(encoding="utf-8")).written:
            yield key, f"{file}:{line}"


def quoted(sources: Iterable[Path]) -> Iterator[str]:
    """Every string literal that looks like a key: tables of keys, keys of plain messages."""
    for file in sources:
        yield from _said(file.read_text(encoding="utf-8")).quoted


def forms(sources: Iterable[Path]) -> list[re.Pattern[str]]:
    """Patterns of the keys that are put together at run time: `f"billabong.colour.{colour}"` uses every key of that form."""
    return [each for file in sources for each in _said(file.read_text(encoding="utf-8")).forms]


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
    """The keys that a formatted text may become, if its literal parts name a catalogue or a part of a game's."""
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
    """The catalogue's keys that are not known to be used and match no pattern."""
    patterns = list(put_together)
    return {
        key for key in catalogue if key not in known and not any(each.fullmatch(key) for each in patterns)
    }
