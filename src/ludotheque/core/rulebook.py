"""A game's rulebook as rows: one for each sentence that states a rule, in our own words, with its ruling if there is one."""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from ludotheque.core import packaged
from ludotheque.core.catalogue import LANGUAGES, say
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game

FILE = "rulebook.toml"


@dataclass(frozen=True)
class Row:
    """A rulebook row.

    Attributes:
        heading: the heading of the printed paragraph, by language (`fr`, `en`).
        text: the sentence retold, by language.
        ruling: our decision where the sentence can be read in two ways, by language.
        reconstructed: whether the ruling replaces a lost part of the box; a reconstructed fact of the edition names this row.
        code: False if the row cannot have code.
        why_no_code: why not.
        easy: sentence and ruling in sentences that are easy to read, by language; empty where the rulebook has none.
        easy_on_paper: the same without what is about a game on a screen.
        special: whether it is about a mode, a variant or an option, and not about every game.
    """

    id: str
    paragraph: str
    heading: dict[str, str]
    text: dict[str, str]
    ruling: dict[str, str]
    reconstructed: bool
    source: str
    code: bool
    why_no_code: str
    easy: dict[str, str] = field(default_factory=dict)
    easy_on_paper: dict[str, str] = field(default_factory=dict)
    special: bool = False


@dataclass(frozen=True)
class Term:
    """A word of a game, by language, and the row of its rulebook that explains it."""

    text: dict[str, str]
    row: str


@dataclass(frozen=True)
class Question:
    """What people often ask, and the rows that answer it.

    Attributes:
        about: the question as `rule_search.toml` knows it in any game, or nothing.
        phrases: the words of the question, by language; each phrase is a way to ask.
        rows: the rows that answer it, the best first; none where the rulebook says nothing of it.
    """

    about: str
    phrases: dict[str, tuple[str, ...]]
    rows: tuple[str, ...]


@functools.cache
def _read(package: str) -> tuple[Row, ...]:
    data = tomllib.loads(files(package).joinpath(FILE).read_text("utf-8"))
    headings: dict[str, str] = data.get("headings", {})
    lost = {
        row
        for fact in _facts(package)
        if fact["provenance"] == "reconstructed"
        for row in fact.get("rows", ())
    }
    special = set(data.get("special", ()))
    return tuple(
        _row(entry, headings, entry["id"] in lost, not special.isdisjoint((entry["id"], entry["paragraph"])))
        for entry in data["row"]
    )


def _row(entry: dict[str, Any], headings: dict[str, str], reconstructed: bool, special: bool) -> Row:
    ruling = {lang: entry[f"ruling_{lang}"] for lang in ("fr", "en") if f"ruling_{lang}" in entry}
    on_paper = {lang: entry[f"easy_{lang}"] for lang in LANGUAGES if f"easy_{lang}" in entry}
    return Row(
        id=entry["id"],
        paragraph=entry["paragraph"],
        heading={"fr": entry["paragraph"], "en": headings.get(entry["paragraph"], entry["paragraph"])},
        text={"fr": entry["fr"], "en": entry["en"]},
        ruling=ruling,
        reconstructed=reconstructed and bool(ruling),
        source=entry.get("source", "rulebook"),
        code=entry.get("code", True),
        why_no_code=entry.get("why_no_code", ""),
        easy={
            lang: " ".join(filter(None, (text, entry.get(f"easy_screen_{lang}"))))
            for lang, text in on_paper.items()
        },
        easy_on_paper=on_paper,
        special=special,
    )


def rows(game: Game) -> tuple[Row, ...]:
    """The rows of a game's rulebook, in order. Raises `LudothequeError` if it has none, or two rulebooks."""
    file = packaged.file_of(game.package, FILE)
    if game.rows and file is not None:
        raise LudothequeError(f"{game.name} has a file {FILE}, and rows in its declaration: keep one of them")
    if game.rows:
        heading = {language: say("ui.rules", language) for language in LANGUAGES}
        return tuple(
            Row(row, heading["fr"], heading, dict.fromkeys(LANGUAGES, text), {}, False, "rulebook", True, "")
            for row, text in game.rows.items()
        )
    if file is None:
        raise LudothequeError(
            f"{game.name} has no rulebook: give Game(…) the sentences of its rules, rows={{'{game.name[:3].upper()}-01': '…'}}, "
            f"or write the file {FILE} in its package"
        )
    return _read(game.package)


def terms(game: Game) -> tuple[Term, ...]:
    """The words of a game that its rulebook explains, in the order of the file; none for a game without such a list."""
    file = packaged.file_of(game.package, FILE)
    return _terms(game.package) if file is not None else ()


@functools.cache
def _terms(package: str) -> tuple[Term, ...]:
    data = tomllib.loads(files(package).joinpath(FILE).read_text("utf-8"))
    return tuple(Term({lang: each[lang] for lang in LANGUAGES}, each["row"]) for each in data.get("term", ()))


def questions(game: Game) -> tuple[Question, ...]:
    """What people often ask about a game, in the order of the file; none for a game without such a list."""
    file = packaged.file_of(game.package, FILE)
    return _questions(game.package) if file is not None else ()


@functools.cache
def _questions(package: str) -> tuple[Question, ...]:
    data = tomllib.loads(files(package).joinpath(FILE).read_text("utf-8"))
    return tuple(
        Question(
            each.get("about", ""),
            {lang: tuple(each.get(lang, ())) for lang in LANGUAGES},
            tuple(each["rows"]),
        )
        for each in data.get("question", ())
    )


def edition(game: Game) -> list[dict[str, Any]]:
    """The facts of the game's box with their provenance (`printed`, `attested`, `reconstructed` or `recommended`) and the `rows` of the rulebook
    that tell them, from `edition.toml`."""
    return _facts(game.package)


@functools.cache
def age(package: str) -> int:
    """From how many years on we recommend the game of a package; 0 if its edition says nothing."""
    return next((int(fact["age"]) for fact in _facts(package) if "age" in fact), 0)


def _facts(package: str) -> list[dict[str, Any]]:
    file = packaged.file_of(package, "edition.toml")
    facts: list[dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))["fact"] if file is not None else []
    return facts
