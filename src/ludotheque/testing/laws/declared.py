"""Laws about a game's declaration: options, words, rulebook, golden transcripts."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.core.catalogue import LANGUAGES
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.core.rulebook import edition
from ludotheque.testing import catalogues, transcripts
from ludotheque.testing.coverage import cover, marked_tests, unknown, unnamed
from ludotheque.testing.law import Case, law
from ludotheque.testing.words import unsaid


@law(
    "options",
    "Each option is read back as it was chosen, and it has labels and a hint in both languages.",
    about=("setup",),
)
def options(case: Case) -> None:
    table = case.variant.table(case.seed)
    chosen = dict(case.variant.options)
    for name, value in table.game.option_values(table.journal.b, table.journal.s).items():
        if value != chosen.get(name, table.options[name]):
            case.broken(f"the option {name} was {chosen.get(name)!r}, the state holds {value!r}")
    for written in (table.record()[0], table.position()):
        again = table.game.recorded_options(written["options"])
        if again != table.options:
            case.broken(f"the options {table.options} are recorded as {again}")


@law(
    "named",
    "The game, its options and its endings have words in both languages.",
    once=True,
    about=("declaration",),
)
def named(case: Case) -> None:
    game = case.variant.table(case.seed).game
    for key in _keys(game):
        wrong = unsaid(Message(f"{game.name}.{key}"))
        if wrong:
            case.broken(wrong)


def _keys(game: Game) -> Iterator[str]:
    yield from ("title", "tagline")
    for option in game.options:
        yield f"option.{option.name}"
        yield f"option.{option.name}.hint"
        yield from (f"option.{option.name}.{choice}" for choice in option.choices or ())
    yield from (f"ending.{ending}" for ending in game.terminations[1:])


@law(
    "words",
    "The game's words are there in both languages, with the same holes; each that is used, and none that is not.",
    once=True,
    about=("declaration",),
)
def words(case: Case) -> None:
    wrong = catalogues.problems(case.variant.table(case.seed).game)
    if wrong:
        case.broken("; ".join(wrong[:8]) + (f"; and {len(wrong) - 8} more" if len(wrong) > 8 else ""))


@law(
    "rulebook",
    "Each row of the rulebook has code and a test, or says why not, in both languages; a rule that refuses names the rows of its reason.",
    once=True,
    about=("declaration",),
)
def rulebook(case: Case) -> None:
    game, folder = case.variant.table(case.seed).game, case.variant.tests
    tests = marked_tests(folder) if folder is not None else {}
    covers = cover(game, tests)
    ids = [each.row.id for each in covers]
    for each in covers:
        missing = each.missing if folder is not None else each.missing_code
        if missing:
            case.broken(f"the row {each.row.id} lacks {missing}")
        if ids.count(each.row.id) > 1:
            case.broken(f"the row {each.row.id} is there twice")
        for said in (each.row.text, each.row.ruling):
            if said and not all(said.get(language, "").strip() for language in LANGUAGES):
                case.broken(f"the row {each.row.id} is not told in both languages")
    for fact in edition(game):
        for row in sorted(set(fact.get("rows", ())) - set(ids)):
            case.broken(f"a fact of the edition names {row}, which is no row of the rulebook")
    prefixes = {row.split("-")[0] for row in ids}
    for row in sorted(set(tests) - set(ids)):
        if row.split("-")[0] in prefixes:
            case.broken(f"{tests[row][0]} tests {row}, which is no row of the rulebook")
    for what in (*unknown(game), *unnamed(game)):
        case.broken(what)


@law(
    "golden",
    "The golden transcripts of the game are unchanged, where it has any.",
    once=True,
    about=("play",),
)
def golden(case: Case) -> None:
    if case.variant.golden is not None:
        for difference in transcripts.changed(case.variant.golden, case.variant.game):
            case.broken(difference)
