"""What is seen at Billabong: pieces and places, prompts, happenings, the board's picture."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from ludotheque import Table
from ludotheque.core.catalogue import say
from ludotheque.scene.model import EventView
from ludotheque.table import views
from tests.billabong.scenes import SETTINGS, event_view, game_of, race


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_ids_are_unique_and_every_piece_has_its_place(number: int) -> None:
    for turn, table in enumerate(game_of(number, 120)):
        if turn % 10:
            continue
        scene, layout = table.scene({0}), views.layout(table.journal)
        places = [place.id for place in layout.places] + [
            place.id for panel in scene.panels for place in panel.places
        ]
        pieces = [piece.id for piece in scene.pieces]
        assert len(set(places)) == len(places)
        assert len(set(pieces)) == len(pieces)
        assert not set(places) & set(pieces)
        assert {piece.place for piece in scene.pieces} <= set(places)
        on_board = [piece.place for piece in scene.pieces if not piece.place.startswith("hand.")]
        assert len(set(on_board)) == len(on_board), "two pieces on one place"
        assert len(pieces) == 1 + 5 * (
            4 if table.seats == 2 and table.options["mode"] == "two-teams" else table.seats
        )


def test_the_prompt_fits_its_reader() -> None:
    table = Table("billabong", seats=2, options={"mode": "duel"}, seed=1, first=0)
    you, here, other = table.scene({0}).prompt, table.scene({0, 1}).prompt, table.scene({1}).prompt
    assert [message.key.rpartition(".")[2] for message in (you, here, other)] == ["you", "here", "other"]
    assert say(you, "fr") == "À vous\u00a0: posez un kangourou sur une case libre, encore 5 à poser."
    assert say(here, "fr") == "À vous, Joueur 1\u00a0: posez un kangourou sur une case libre."
    assert say(other, "fr") == "On attend Joueur 1\u00a0: un kangourou à poser."
    assert say(table.scene(()).prompt, "en") == "Waiting for Player 1 to place a kangaroo."


def test_the_prompt_of_a_finished_game_names_the_winner() -> None:
    table = race([{"seat": 0, "cell": "i3", "crossings": 1}, *[{"seat": 0, "cell": "home"}] * 4])
    table.play("i3-home")
    assert say(table.scene(()).prompt, "fr").startswith("Victoire des rouges\u202f!")
    assert table.scene(()).standings[0].rank == 1
    assert table.scene({0}).choices == ()


def kinds(told: EventView) -> list[tuple[str, tuple[str, ...]]]:
    return [(motion.kind, motion.path) for motion in told.motions]


def test_a_slide_is_shown() -> None:
    told = event_view(race([{"seat": 0, "cell": "c3", "crossings": 1}]), "c3-d4")
    assert kinds(told) == [("slide", ("c3", "d4"))]
    assert told.trace == ("c3", "d4")
    assert told.text == "c3-d4"
    assert say(told.message, "fr") == "Kangourou rouge\u00a0: de c3 à d4, en glissant"


def test_a_series_is_shown_hop_by_hop() -> None:
    told = event_view(
        race([{"seat": 0, "cell": "b3"}, {"seat": 0, "cell": "c3"}, {"seat": 1, "cell": "d5"}]), "b3-d3-d7"
    )
    assert kinds(told)[1] == ("hop", ("b3", "d3", "d7"))
    assert say(told.message, "en") == "A red kangaroo: from b3 to d7 in 2 hops"


def test_during_a_series_the_referee_stands_where_it_began() -> None:
    table = race([{"seat": 0, "cell": "b3"}, {"seat": 0, "cell": "c3"}, {"seat": 1, "cell": "d5"}])
    (choices,) = table.scene({0}).choices
    (pick,) = (choices.nodes[root] for root in choices.roots if choices.nodes[root].click == "k0.0")
    following = {choices.nodes[index].click: choices.nodes[index] for index in pick.next}
    assert choices.marker == "referee"
    assert not pick.leaves_marker
    assert not following["b4"].leaves_marker, "a slide leaves the referee in its bath"
    assert following["d3"].leaves_marker
    assert all(choices.nodes[index].leaves_marker for index in following["d3"].next)
    table.play("b3-d3-d7")
    told = views.event_view(table.journal, set(), 0)
    assert [(motion.piece, motion.path, motion.kind) for motion in told.motions] == [
        ("referee", ("lake.0", "b3"), "slide"),
        ("k0.0", ("b3", "d3", "d7"), "hop"),
        ("referee", ("b3", "lake.0"), "slide"),
    ]
    assert {piece.id: piece.place for piece in table.scene(()).pieces}["referee"] == "lake.0"


def test_crossing_turns_the_face_up_and_going_back_hides_it() -> None:
    table = race([{"seat": 0, "cell": "i3"}, {"seat": 1, "cell": "h5", "crossings": 1}])
    assert {piece.id: piece.face for piece in table.scene(()).pieces}["k0.0"] == "blank"
    assert kinds(event_view(table, "i3-h3")) == [("slide", ("i3", "h3")), ("flip", ("h3",))]
    assert {piece.id: piece.face for piece in table.scene(()).pieces}["k0.0"] == "shown"
    told = event_view(table, "h5-i5")
    assert kinds(told) == [("slide", ("h5", "i5")), ("flip", ("i5",))]
    assert told.message.key == "billabong.event.slide_back"


def test_coming_home_ends_in_the_bath() -> None:
    table = race([{"seat": 0, "cell": "i3", "crossings": 1}, {"seat": 1, "cell": "h3"}])
    told = event_view(table, "i3-home")
    assert kinds(told)[0][0] in ("hop", "slide")
    assert kinds(told)[-1][0] == "vanish"
    bath = kinds(told)[-1][1][-1]
    assert {piece.id: piece.place for piece in table.scene(()).pieces}["k0.0"] == bath
    assert bath.startswith("lake.")
    assert bath != "lake.0"
    assert told.message.key.endswith("_home")
    assert say(table.scene(()).standings[0].lines[0], "fr") == "4 arrivés sur 5"


def test_placing_is_shown_from_the_hand() -> None:
    table = Table("billabong", seats=2, seed=1, first=0)
    table.play("yellow k3")
    told = views.event_view(table.journal, set(), 0)
    assert kinds(told) == [("appear", ("hand.0.1", "k3"))]
    assert told.text == "yellow k3"
    assert {piece.id: piece.place for piece in table.scene(()).pieces}["k0.5"] == "k3"


BOARDS = [
    {},
    {
        "board": {"width": 9, "height": 12},
        "lake": {"x": 3, "y": 4, "width": 2, "height": 1},
        "stream": {"column": 3},
    },
    {
        "board": {"width": 24, "height": 24},
        "lake": {"x": 4, "y": 5, "width": 9, "height": 7},
        "stream": {"column": 9},
    },
]


@pytest.mark.parametrize("board", BOARDS)
def test_any_board_has_a_picture_and_a_bath_for_everybody(board: dict[str, Any]) -> None:
    table = Table("billabong", seats=4, seed=1, first=0, components=board or None)
    layout = views.layout(table.journal)
    picture = ElementTree.fromstring(views.board_svg(table.journal))
    assert picture.get("viewBox") == f"0 0 {layout.width:g} {layout.height:g}"
    baths = [place for place in layout.places if place.id.startswith("lake.")]
    assert len(baths) == 21
    for place in layout.places:
        assert place.w / 2 <= place.x <= layout.width - place.w / 2
        assert place.h / 2 <= place.y <= layout.height - place.h / 2
    b = table.box[0]
    for spot in baths:
        x, y = (spot.x - 56) / 100, (spot.y - 56) / 100
        assert b["lake_x"] <= x <= b["lake_x"] + b["lake_width"]
        assert b["lake_y"] <= y <= b["lake_y"] + b["lake_height"]
    assert layout.places[0].id == f"a{b['height']}"
    assert layout.places[0].column == layout.places[0].row == 0
