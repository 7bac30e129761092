"""What is drawn on a board or a piece is read in every language: numbers, letters of coordinates and signs, no words."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from ludotheque import Table
from ludotheque.core import registry
from ludotheque.table import views

GAMES = ("banjooli-cross", "bantu", "banzai", "billabong", "boussanga")
TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")


@pytest.mark.parametrize("game", GAMES)
def test_no_word_is_drawn(game: str) -> None:
    sprites = files(registry.get(game).package) / "art" / "sprites.svg"
    drawn = views.board_svg(Table(game, seed=1).journal) + sprites.read_text("utf-8")
    assert [text for text in TEXT.findall(drawn) if re.search(r"[^\W\d_]{2}", text)] == []
