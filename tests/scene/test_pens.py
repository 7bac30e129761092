"""The two pens draw any game's scene: as SVG and in characters."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from ludotheque import Table
from ludotheque.core.catalogue import say
from ludotheque.core.message import Message
from ludotheque.scene import svg, text
from ludotheque.scene.model import Layout, Piece, Place, Scene
from ludotheque.scene.text import board_lines
from ludotheque.table import views


def race() -> Table:
    table = Table("billabong", seats=2, options={"mode": "duel"}, first=0)
    for cell in ("k3", "l4", "a1", "p14", "c5", "d5", "h14", "i14", "e1", "e2"):
        table.play(cell)
    return table


def rows(table: Table) -> dict[str, str]:
    """The board's rows by their numbers, without the line of letters."""
    return {line[:2].strip(): line[3:] for line in str(table).splitlines() if line[:2].strip().isdigit()}


def test_a_board_in_characters_shows_every_kangaroo_on_its_cell():
    table = race()
    lines = str(table).splitlines()
    board = rows(table)
    assert lines[0].split() == lines[15].split() == list("abcdefghijklmnop")
    assert sorted(board, key=int) == sorted((str(n) for n in range(1, 15)), key=int)
    column = 1 + 3 * 10  # the stream takes a column of its own, west of i
    assert board["3"][column : column + 3] == "(r)"
    assert board["4"][column + 3 : column + 6] == "(b)"
    assert sum(line.count("r") + line.count("b") for line in board.values()) == 10
    assert board["7"].split() == ["·"] * 6 + ["~" * 13] + ["·"] * 6


def test_the_stream_runs_where_the_rules_say():
    board = rows(race())
    assert [number for number in board if board[number][3 * 8] == "│"] == ["6", "5", "4", "3", "2", "1"]


def test_a_kangaroo_that_races_differs_without_colour():
    table = race()
    assert "R" not in "".join(rows(table).values())
    position = table.position()
    position["kangaroos"][0]["crossings"] = 1
    assert " R " in "".join(rows(Table.from_position(position)).values())


def test_the_last_move_is_marked_with_its_way():
    table = race()
    told = table.play("k3-k2")
    board = rows(table)
    assert told.text == "k3-k2"
    assert board["3"][31:34] == "[·]"
    assert board["2"][31:34] == "[r]"


def test_destinations_can_be_marked_and_all_is_written_in_ascii():
    table = race()
    scene = table.scene({0})
    lines = board_lines(
        scene,
        views.layout(table.journal),
        lambda message: say(message, "fr"),
        {"k2", "l4"},
        (),
        ascii_only=True,
    )
    text = "\n".join(map(str, lines))
    assert text.isascii()
    assert "*b*" in str(lines[11])
    assert str(lines[13])[3 + 31 : 3 + 34] == " * "
    assert text.count("*") == 3


def test_prompt_and_active_seat_are_written():
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
    layout = Layout("bent", 200, 100, places, word, text_board=("a {a}==", "b   {b}"))
    piece = Piece("p", "pawn", "b", word, seat=1, badge="shield", sign="■3")
    scene = Scene(game="tiny", layout="bent", prompt=word, standings=(), pieces=(piece,))
    return scene, layout


def test_a_board_with_its_own_sketch_is_drawn_by_it():
    scene, layout = bent()
    assert text.draw(scene, layout).splitlines()[:2] == ["a ()==", "b   ■3"]


def test_a_badge_is_drawn_over_its_piece_if_it_has_a_symbol():
    scene, layout = bent()
    art = '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="pawn"/><symbol id="shield"/></svg>'
    assert svg.draw(scene, layout, "", art).count('href="#shield"') == 1
    assert "shield" not in svg.draw(scene, layout, "", art.replace('<symbol id="shield"/>', ""))


def test_a_sketch_shows_destinations_in_ascii_too():
    scene, layout = bent()
    lines = board_lines(scene, layout, lambda message: say(message, "en"), {"a"}, (), ascii_only=True)
    assert [str(line) for line in lines] == ["a * ==", "b   #3"]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_picture_tells_the_turn_and_the_last_move(language, monkeypatch):
    monkeypatch.setenv("LC_ALL", language)
    table = race()
    table.journal.players, table.journal.bots = ["Lé<a", "random"], ["", "greedy"]
    table.play("k3-k2")
    text = [element.text for element in ET.fromstring(table.svg()).iter() if element.tag.endswith("text")]
    said = " ".join(filter(None, text))
    assert "Lé<a" in said
    assert say("bot.greedy", language) in said
    assert say("bot.random", language) not in said, "no name says who is a bot"
    assert say(views.event_view(table.journal, (), -1 % len(table.events)).message, language) in said
    assert re.search(r"\[[a-z_]+\.[a-z_.]+\]", said) is None, "words are missing"
    assert ("À vous" in said or "à vous" in said) == (language == "fr")


def test_no_piece_is_known_by_its_colour_alone():
    root = ET.fromstring(race().svg())
    shapes = [element.get("d") for element in root.iter() if element.tag.endswith("path")]
    assert shapes.count(svg.SHAPES["●"]) >= 5 + 1
    assert shapes.count(svg.SHAPES["■"]) >= 5 + 1


def test_a_picture_for_a_seat_shows_its_own_card_and_no_other():
    table = Table("tiny", 2, seed=1)
    cards = [int(card) + 1 for card in table.state[0]["card"][:2]]
    for seat in (0, 1):
        drawn = table.svg({seat}, "fr")
        titles = [element.text for element in ET.fromstring(drawn).iter() if element.tag.endswith("title")]
        assert f"carte {cards[seat]}" in titles
        assert titles.count("carte cachée") == 1
        assert drawn._repr_svg_() == drawn
    assert "hidden card" in table._repr_svg_()
    assert f"carte {cards[0]}<" not in table._repr_svg_()


def test_a_heap_is_drawn_once_with_its_number():
    table = Table("billabong", 2, {"mode": "duel"}, first=0)
    assert table.svg().count(">×5<") == 2
    table.play("k3")
    assert ">×4<" in table.svg()


def test_a_finished_game_shows_the_ranks():
    table = whole_game()
    assert table.is_over
    drawn = table.svg(language="fr")
    for seat in range(2):
        rank = say(Message("ui.rank", {"n": table.outcome.ranking[seat]}), "fr")
        assert f">{rank}, " in drawn


def whole_game() -> Table:
    table, now = Table("tiny", 2, seed=3), 0
    while not table.is_over:
        seat, now = table.actors[0], now + 10
        table.play(table.legal_actions(seat)[0], seat, at_ms=now)
    return table
