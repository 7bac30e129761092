"""Where a board writes no coordinates, nothing that people are told speaks of a place by its code."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from ludotheque.core.catalogue import say
from ludotheque.core.message import Message
from ludotheque.table import Table, views

CODES = {"bantu": r"\br\d+[a-z]\b", "banjooli-cross": r"\b\d[lcr]\d\b"}
EVERY = 4
"""The test looks at every fourth situation."""


def told(table: Table) -> Iterator[Message]:
    """What everybody at the table is told now: the prompt, pieces, choices."""
    scene = table.scene(range(table.seats))
    yield scene.prompt
    yield from (piece.label for piece in scene.pieces)
    yield from (place.label for place in (*views.layout(table.journal).places, *scene.places))
    for choices in scene.choices:
        for node in choices.nodes:
            yield from (
                Message(choices.keys[key], {"first": "", **node.extra})
                for key in (node.key, node.hint)
                if key >= 0
            )
        yield from (button.label for button in choices.buttons)


def events(view: Any) -> Iterator[Message]:
    yield view.message
    yield from view.brief or ()
    if view.moment is not None:
        yield from (each for each in (view.moment.title, view.moment.text) if each is not None)


@pytest.mark.parametrize("game", CODES)
def test_places_are_spoken_of_in_words(game: str) -> None:
    table, chance = Table(game, 2, {}, seed=0), random.Random(0)
    said: list[Message] = []
    while not table.is_over and len(table.journal.events) < 120:
        seat = min(table.actors)
        table.play(chance.choice(list(table.legal_actions(seat).texts())), seat)
        if len(table.journal.events) % EVERY == 0:
            said += told(table)
    for view in views.event_views(table.journal, range(table.seats)):
        said += events(view)
    assert len(said) > 1000
    words = {say(message, language) for message in said for language in ("en", "fr")}
    assert sorted(each for each in words if re.search(CODES[game], each)) == []
