"""A presenter made from three functions: what it offers to click, what clicks mean, and what an action looked like."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from ludotheque.core.errors import Unreadable
from ludotheque.core.game import HIDDEN
from ludotheque.core.message import Message
from ludotheque.core.notation import Kind, Notation
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.scene import tabletop
from ludotheque.scene.model import Motion, Piece, Scene
from ludotheque.scene.tabletop import Tabletop, grid

CELLS = ["a2", "b2", "a1"]
CODEC = Notation(Kind("go", {"to": CELLS}), Kind("pass"))
PASS = 3


def layout(b: Any, s: Any) -> Any:
    return grid("stroll", [["a2", "b2"], ["a1", ""]])


def scene(b: Any, s: Any, audience: int) -> Scene:
    """A pawn on its cell, and flags where it has been."""
    pawn = Piece("pawn", "pawn", s.at, Message("stroll.pawn"))
    flags = [Piece(f"flag.{cell}", "disc", cell, Message("stroll.flag")) for cell in s.flags]
    return Scene(
        game="stroll", layout="2x2-3", prompt=Message("stroll.prompt"), standings=(), pieces=(pawn, *flags)
    )


def clicks(b: Any, s: Any, seat: int, action: int) -> list[str]:
    return ["pass"] if action == PASS else ["pawn", CELLS[action]]


TABLE = Tabletop("stroll", CODEC, layout, scene, clicks)
START = SimpleNamespace(at="a1", flags=["b2"])


def test_boards_that_differ_have_different_ids():
    boards = [grid("stroll", rows, shape) for rows, shape in (
        ([["a", "", "b"]], "rect"), ([["a", "b", ""]], "rect"), ([["a", "", "b"]], "circle"), ([["a", "", "c"]], "rect"),
    )]  # fmt: skip
    assert len({board.id for board in boards}) == 4
    assert grid("stroll", [["a", "", "b"]]).id == boards[0].id


def test_each_legal_action_is_offered_by_its_clicks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tabletop.asking, "legal", lambda b, s, seat, most: [0, PASS])
    found = TABLE.choices(None, START, 1)
    assert [(node.click, node.action) for node in found.nodes] == [("pawn", -1), ("a2", 0), ("pass", PASS)]
    assert found.keys == ("stroll.choice.go", "stroll.choice.pass")
    assert found.nodes[1].extra == {"to": "a2"}
    assert [(button.id, button.label.key) for button in found.buttons] == [("pass", "stroll.button.pass")]


def test_people_who_roll_dice_are_offered_the_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tabletop.asking, "results", lambda b, s, most: [PASS])
    found = TABLE.choices(None, START, CHANCE_SEAT)
    assert [(node.click, node.action) for node in found.nodes] == [("pass", PASS)]


def test_clicks_mean_an_action_that_may_be_illegal() -> None:
    assert TABLE.clicked(None, START, 0, ["pawn", "a2"]) == (0, ())
    assert TABLE.clicked(None, START, 0, ["pass"]) == (PASS, ())


def test_a_piece_and_its_place_mean_the_same() -> None:
    assert TABLE.clicked(None, START, 0, ["a1", "flag.b2"]) == (1, ())
    with pytest.raises(Unreadable, match="mean no action"):
        TABLE.clicked(None, START, 0, ["a2"])


def test_an_action_looks_like_what_it_changed() -> None:
    after = SimpleNamespace(at="a2", flags=["a1"])
    seen = TABLE.event(None, START, after, 1, 0, ())
    assert (seen.text, seen.message) == ("go a2", Message("stroll.event.go", {"to": "a2"}))
    assert seen.motions == (
        Motion("pawn", ("a1", "a2"), "slide"),
        Motion("flag.b2", ("b2",), "vanish"),
        Motion("flag.a1", ("a1",), "appear"),
    )
    assert seen.trace == ("a1", "a2", "b2")


def test_a_hidden_action_is_for_the_game_to_describe() -> None:
    with pytest.raises(TypeError, match="override Tabletop"):
        TABLE.event(None, START, START, 1, HIDDEN, ())


def test_a_grid_has_gaps_and_its_board_shows_every_place() -> None:
    made = layout(None, None)
    assert [(place.id, place.column, place.row) for place in made.places] == [
        ("a2", 0, 0),
        ("b2", 1, 0),
        ("a1", 0, 1),
    ]
    assert made.places[0].label == Message("stroll.place", {"name": "a2"})
    drawn = ElementTree.fromstring(TABLE.board(None, START))
    assert drawn.get("viewBox") == f"0 0 {made.width:g} {made.height:g}"
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}rect"))) == 2 + 3


def test_a_place_is_drawn_in_its_shape() -> None:
    drawn = ElementTree.fromstring(tabletop.plain_board(grid("stroll", [["1", "2"]], "circle")))
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}circle"))) == 2
