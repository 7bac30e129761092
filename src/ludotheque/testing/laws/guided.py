"""The law about a game's guided first game."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ludotheque.core import rulebook
from ludotheque.scene.art import sprites_of, symbols_in
from ludotheque.scene.first_game import FirstGame, Step
from ludotheque.table import first_game
from ludotheque.testing.law import Case, law
from ludotheque.testing.words import unsaid

FEWEST, MOST = 4, 8
"""How many moves the learner makes."""


@law(
    "guided",
    "The guided first game, if there is one, can be played as it says, in four to eight moves, and all of it is there.",
    once=True,
    about=("declaration",),
)
def guided(case: Case) -> None:
    game = case.variant.table(case.seed).game
    if not first_game.exists(game):
        return
    try:
        told = first_game.play(game).told
    except first_game.BadFirstGame as error:
        case.broken(str(error))
    moves = sum(1 for step in told.steps if step.scene.choices)
    if not FEWEST <= moves <= MOST:
        case.broken(f"the first game has {moves} moves, not {FEWEST} to {MOST}")
    if len(told.names) != told.seats:
        case.broken(f"the first game names {len(told.names)} players of {told.seats}")
    symbols = symbols_in(sprites_of(game))
    rows = {row.id for row in rulebook.rows(game)}
    for number, step in enumerate(told.steps, 1):
        for wrong in _wrong(told, step, symbols, rows):
            case.broken(f"step {number} of the first game: {wrong}")


def _wrong(told: FirstGame, step: Step, symbols: Collection[str], rows: Collection[str]) -> Iterator[str]:
    """What is wrong with a step."""
    pieces = {piece.id for piece in step.scene.pieces}
    places = {place.id for place in (*told.layout.places, *step.scene.places)}
    places |= {place.id for panel in step.scene.panels for place in panel.places}
    for message in filter(None, (step.say, step.forgiven, step.cry)):
        yield from filter(None, [unsaid(message)])
    for picture in step.picture:
        if picture not in pieces and picture.split("/")[0] not in symbols:
            yield f"there is no piece and no sprite {picture!r} to draw"
    yield from (
        f"there is nothing with the id {each!r}"
        for each in (*step.point, *step.tempting)
        if each not in pieces | places
    )
    yield from (f"there is no rulebook row {row!r}" for row in step.rules if row not in rows)
    for choices in step.scene.choices:
        clicks = pieces | places | {button.id for button in choices.buttons}
        yield from (f"{node.click!r} cannot be clicked" for node in choices.nodes if node.click not in clicks)
        if not choices.roots or all(node.action < 0 for node in choices.nodes):
            yield "no clicks lead to what is wanted"
