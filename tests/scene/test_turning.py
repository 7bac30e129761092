"""A board turned so that one sits at one's own side, with places that come and go, drawn by both pens."""

from __future__ import annotations

import re

import pytest

from ludotheque.core.message import Message
from ludotheque.scene import svg, text
from ludotheque.scene.model import AidRow, Layout, Piece, Place, Scene
from ludotheque.scene.turning import on_board, spot

HERE = Message("tiny.place.middle")
LAYOUT = Layout("round", 200, 100, (Place("west", 20, 50, 10, 10, HERE),), HERE)


def scene(turn: float) -> Scene:
    pawn = Piece("pawn", "pawn", "free", Message("tiny.piece.pawn"), mark="7")
    aid = (AidRow(Message("tiny.piece.die"), HERE, lit=True), AidRow(Message("tiny.piece.back"), HERE))
    free = (Place("free", 100, 10, 10, 10, HERE, column=0, row=0),)
    return Scene(
        game="tiny",
        layout="round",
        prompt=HERE,
        standings=(),
        pieces=(pawn,),
        turn=turn,
        places=free,
        aid=aid,
    )


@pytest.mark.parametrize(
    ("turn", "west", "free"),
    [(0, (20, 50), (100, 10)), (90, (100, -30), (140, 50)), (180, (180, 50), (100, 90))],
)
def test_places_turn_clockwise_about_the_centre_of_the_board(turn, west, free):
    shown = {place.id: (place.x, place.y) for place in on_board(scene(turn), LAYOUT)}
    assert shown == {"west": west, "free": free}


def test_a_whole_turn_changes_nothing():
    assert spot(31, 17, LAYOUT, 360) == (31, 17)


def test_the_drawing_turns_the_board_and_leaves_pieces_upright():
    board = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"/>'
    drawn = svg.draw(scene(180), LAYOUT, board, "")
    assert drawn.count("rotate(180 100 50)") == 1
    assert re.search(r'<use href="#pawn" x="95" y="85"', drawn)


def test_text_shows_free_places_and_what_the_aid_allows():
    lines = text.draw(scene(180), LAYOUT, "en").splitlines()
    assert lines[0].strip() == "7"
    assert sum(line.startswith("* ") for line in lines) == 1
