"""The pictures of rules pages: each can be drawn from its situation, and shows only what the rules say."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from ludotheque.core import registry, rulebook
from ludotheque.core.game import Game
from ludotheque.table import pictures

GAMES = [game for game in registry.installed_games().values() if pictures.of_game(game).picture]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_picture_follows_the_rules(game: Game) -> None:
    of_game = pictures.of_game(game)
    rows = {row.id for row in rulebook.rows(game)}
    shown = [*of_game.goal, *of_game.turn, *of_game.row]
    assert {each.picture for each in shown} == set(of_game.picture), "each picture is shown somewhere"
    assert {row for each in of_game.row for row in each.rows} <= rows
    assert all(each.alt_fr and each.alt_en for each in shown)
    for name in of_game.picture:
        drawn = pictures.draw(game, name)
        ElementTree.fromstring(drawn)
        ids = set(re.findall(r'id="([^"]+)"', drawn))
        assert set(re.findall(r'href="#([^"]+)"', drawn)) <= ids, f"{name} lacks a symbol"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_rule_has_its_own_picture_with_something_marked(game: Game) -> None:
    of_game = pictures.of_game(game)
    drawn: dict[str, str] = {}
    for shown in of_game.row:
        picture = of_game.picture[shown.picture]
        assert picture.moves or picture.rings or picture.notes, f"{shown.picture} marks nothing"
        for row in shown.rows:
            same = drawn.setdefault(pictures.draw(game, shown.picture), row)
            assert same == row, f"{row} has the picture of {same}"


def test_library_games_show_a_goal_and_a_turn_in_three_pictures() -> None:
    counted = {
        game.name: (len(pictures.of_game(game).goal), len(pictures.of_game(game).turn)) for game in GAMES
    }
    for name in ("banjooli-cross", "bantu", "banzai", "billabong", "boussanga"):
        assert counted[name] == (3, 3)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ({"text": "b11-e11"}, "b11-e11 is refused"),
        ({"text": "b11-f11", "refused": True}, "b11-f11 is legal"),
        ({"text": "b11-e11", "refused": True}, "has no path to draw"),
        ({"path": ("b11", "z99")}, "no place z99"),
    ],
)
def test_a_picture_that_contradicts_the_rules_is_not_drawn(
    monkeypatch: Any, move: dict[str, Any], why: str
) -> None:
    game = registry.get("billabong")
    right = pictures.of_game(game)
    hop = msgspec.structs.replace(right.picture["long-hop"], moves=(pictures.Move(**move),))
    wrong = pictures.Pictures(picture={"hop": hop})
    monkeypatch.setattr(pictures, "of_game", lambda _game: wrong)
    with pytest.raises(pictures.BadPicture, match=why):
        pictures.draw(game, "hop")
