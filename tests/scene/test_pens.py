"""The two pens draw any game's scene: as SVG and in characters."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from ludotheque import Table
from ludotheque.core.message import Message
from ludotheque.scene import svg, text
from ludotheque.scene.model import Layout, Piece, Place, Scene


def race() -> Table:
    table = Table("billabong", seats=2, options={"mode": "duel"}, first=0)
    for cell in ("k3", "l4", "a1", "p14", "c5", "d5", "h14", "i14", "e1", "e2"):
        table.play(cell)
    return table


def test_a_board_in_characters_shows_every_kangaroo_on_its_cell():
    table = race()
    lines = str(table).splitlines()
    rows = {line[:3].strip(): line[4:] for line in lines[:14]}
    assert lines[14].split() == list("abcdefghijklmnop")
    assert sorted(rows, key=int) == [str(n) for n in range(1, 15)]
    assert rows["3"][3 * 10 : 3 * 11] == "(1)"
    assert rows["4"][3 * 11 : 3 * 12] == "(2)"
    assert sum(line.count("(1)") + line.count("(2)") for line in rows.values()) == 10
    assert rows["7"][3 * 5 : 3 * 11].split() == ["·", "~", "~", "~", "~", "·"]


def test_the_prompt_and_the_seat_to_act_are_said():
    text = str(race())
    assert len(re.findall(r"^→ ", text, re.MULTILINE)) == 1
    assert "[" not in text.splitlines()[-1]


@pytest.mark.parametrize("game", ["billabong", "tiny"])
def test_svg_is_well_formed_and_uses_only_symbols_it_has(game):
    table = race() if game == "billabong" else Table("tiny", 2, seed=1)
    root = ET.fromstring(table._repr_svg_())
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    used = {element.get("href", "")[1:] for element in root.iter() if element.tag.endswith("use")}
    assert used
    assert used <= ids


def test_a_picture_for_everybody_shows_no_hidden_card():
    texts = {str(Table("tiny", 2, seed=seed)).splitlines()[-1] for seed in range(3)}
    assert len(texts) == 1
    assert all(re.search(r"[0-9]/|card [0-9]", str(Table("tiny", 2, seed=seed))) is None for seed in range(3))


def bent() -> tuple[Scene, Layout]:
    """A board that is no grid: two spots, one with a guarded piece."""
    word = Message("bot.random")
    places = (Place("a", 50, 50, 40, 40, word, sign="()"), Place("b", 150, 50, 40, 40, word, sign="()"))
    layout = Layout("bent", 200, 100, places, word, sketch=("a {a}==", "b   {b}"))
    piece = Piece("p", "pawn", "b", word, seat=1, badge="shield", sign="■3")
    scene = Scene(game="tiny", layout="bent", prompt=word, standings=(), pieces=(piece,))
    return scene, layout


def test_a_board_with_a_sketch_of_its_own_is_drawn_by_it():
    scene, layout = bent()
    assert text.draw(scene, layout).splitlines()[:2] == ["a ()==", "b   ■3"]


def test_a_badge_is_drawn_over_its_piece_where_there_is_such_a_symbol():
    scene, layout = bent()
    art = '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="pawn"/><symbol id="shield"/></svg>'
    assert svg.draw(scene, layout, "", art).count('href="#shield"') == 1
    assert "shield" not in svg.draw(scene, layout, "", art.replace('<symbol id="shield"/>', ""))
