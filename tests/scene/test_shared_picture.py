"""The picture of a moment that is given to others: its sentences call the players by name and show no codes."""

from __future__ import annotations

import re

import pytest

from ludotheque import Table
from ludotheque.scene import svg
from ludotheque.table import views

NAMES = ["Ada", "Greedy"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_shared_picture_has_names_and_no_code(language: str) -> None:
    table = Table("bantu", seats=2, seed=1)
    table.play(table.legal_actions()[0])
    journal = table.journal
    scene = views.scene_at(journal, (0, 1), 1)
    drawn = svg.of_game(journal.game, scene, views.layout(journal), views.board_svg(journal), language, NAMES)
    said = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", drawn))
    assert scene.last is not None
    assert scene.last.text not in said
    assert NAMES[table.actors[0]] in said[said.rindex({"en": "Your turn", "fr": "À vous"}[language]) :]
    assert not re.search(r"Player \d|Joueur \d", said)
