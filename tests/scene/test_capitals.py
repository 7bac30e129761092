"""A sentence that a game says begins with a capital, whatever it begins with: an ostrich, a pawn, a player."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from ludotheque import Table, installed_games
from ludotheque.core.catalogue import LANGUAGES, export, say
from ludotheque.core.message import Message
from ludotheque.table import views

NAMES = dict(enumerate(("Sam", "Priya", "Léa", "Noé", "Zoé")))


def sentences(name: str) -> Iterator[Message]:
    """What the prompt, the hints beneath a half-made move, the cards and the list of moves say in a random game."""
    seats = 3 if name == "banzai" else 2
    table, rng = Table(name, seats, seed=seats), np.random.default_rng(seats)
    for _ in range(60):
        if table.is_over:
            break
        now_ms = int(table.state[0]["now_ms"]) + 400 if table.game.timed else None
        if now_ms is not None:
            table.advance(now_ms)
            if table.is_over or not table.actors:
                continue
        seat = int(rng.choice(table.actors))
        scene = table.scene({seat})
        yield scene.prompt
        for choice in scene.choices:
            yield from (
                Message(choice.keys[node.hint], node.extra) for node in choice.nodes if node.hint >= 0
            )
        table.play(int(rng.choice(table.legal_actions(seat))), seat, at_ms=now_ms)
    for view in views.event_views(table.journal, {0}):
        yield view.message
        if view.moment is not None:
            yield view.moment.title
    yield table.scene(()).prompt


@pytest.mark.parametrize("name", [*installed_games()])
def test_sentences_begin_with_a_capital(name: str) -> None:
    said = list(sentences(name))
    for language in LANGUAGES:
        entries = export(language)
        for message in said:
            text = say(message, language, entries, NAMES)
            first = next((sign for sign in text if sign.isalnum()), "1")
            ends = text.endswith((".", "!", "?", "…"))
            assert not ends or first.isdigit() or first.isupper(), (language, message.key, text)
