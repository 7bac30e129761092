"""Laws about what a game declares: options, words, its rulebook, its golden transcripts."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.testing import transcripts
from ludotheque.testing.law import Case, law
from ludotheque.testing.words import unsaid


@law("options", "Each option is read back as it was chosen, and it has labels and a hint in both languages.")
def options(case: Case) -> None:
    table = case.way.table(case.seed)
    chosen = dict(case.way.options)
    for name, value in table.game.option_values(table.s).items():
        if value != chosen.get(name, table.options[name]):
            case.broken(f"the option {name} was {chosen.get(name)!r}, the state holds {value!r}")
    again = table.record()[0]["options"]
    if again != table.options or table.position()["options"] != table.options:
        case.broken(f"the options {table.options} are recorded as {again}")


@law("named", "The game, its options and its endings have words in both languages.", once=True)
def named(case: Case) -> None:
    game = case.way.table(case.seed).game
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


@law("golden", "The golden transcripts of the game are unchanged, where it has any.", once=True)
def golden(case: Case) -> None:
    if case.way.golden is not None:
        for difference in transcripts.changed(case.way.golden, case.way.game):
            case.broken(difference)
