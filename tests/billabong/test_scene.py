"""What a seat sees and may click at Billabong: choices, labels, happenings, clicks read back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from ludotheque import Table
from ludotheque.core.errors import Illegal, Unreadable
from ludotheque.core.message import Message
from ludotheque.scene.catalogue import Entry, export, holes, say
from ludotheque.scene.model import Choices, Happening, Scene
from ludotheque.server import present

BUDGET = 64 * 1024


@pytest.fixture(scope="module")
def words() -> dict[str, dict[str, Entry]]:
    """Both catalogues."""
    return {language: export(language) for language in ("fr", "en")}


SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"mode": "duel", "placement": "behind-stream"}),
    (3, {"play_on": True}),
    (4, {"touch_move": True}),
]


def game_of(number: int, moves: int) -> Iterator[Table]:
    """The situations of a random game, from the first placing on."""
    seats, options = SETTINGS[number]
    table, rng = Table("billabong", seats=seats, options=options, seed=number, first=0), random.Random(number)
    for _ in range(moves):
        yield table
        if table.is_over:
            return
        table.play(rng.choice(table.legal_actions()))


def race(kangaroos: list[dict[str, Any]], **more: Any) -> Table:
    """A duel in the race; kangaroos not named are put at home, but for one of each seat, out of the way."""
    told = list(kangaroos)
    for seat, corner in ((0, "a14"), (1, "p14")):
        own = [one for one in told if one["seat"] == seat]
        told += [{"seat": seat, "cell": corner}] if len(own) < 5 else []
        told += [{"seat": seat, "cell": "home"}] * (5 - len(own) - 1)
    options = {"mode": "duel", **more}
    position = {
        "game": "billabong",
        "seats": 2,
        "options": options,
        "phase": "race",
        "to_play": 0,
        "kangaroos": told,
    }
    return Table.from_position(position)


def actions_of(choices: Choices) -> list[int]:
    """Every action that clicking can reach."""
    seen, todo = set(choices.roots), list(choices.roots)
    while todo:
        for after in choices.nodes[todo.pop()].next:
            if after not in seen:
                seen.add(after)
                todo.append(after)
    assert len(seen) == len(choices.nodes), "a node that no click reaches"
    return sorted({choices.nodes[node].action for node in seen} - {-1})


def labels(choices: Choices, scene: Scene, table: Table) -> Iterator[Message]:
    """The words of every node, as a client makes them."""
    names: dict[str, Message] = {piece.id: piece.label for piece in scene.pieces}
    names |= {place.id: place.label for place in table.layout().places}
    names |= {button.id: button.label for button in choices.buttons}
    for node in choices.nodes:
        here = names[node.click]
        yield Message(choices.keys[node.key], {"first": here, "last": here, **node.extra})


def check_words(message: Message, words: dict[str, dict[str, Entry]]) -> None:
    for language, entries in words.items():
        said = say(message, language, entries)
        assert "[" not in said, said
        assert not holes(said), said


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_choices_are_the_legal_actions_and_have_words(
    number: int, words: dict[str, dict[str, Entry]]
) -> None:
    for turn, table in enumerate(game_of(number, 90)):
        if turn % 3 or table.is_over:
            continue
        seat = table.actors[0]
        scene = table.scene({seat})
        (choices,) = scene.choices
        assert actions_of(choices) == sorted(table.legal_actions(seat))
        for message in labels(choices, scene, table):
            check_words(message, words)
        if scene.last is not None:
            assert scene.last.text == table.events[-1].text
            check_words(scene.last.message, words)
        for message in (scene.prompt, *(line for standing in scene.standings for line in standing.lines)):
            check_words(message, words)


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_ids_are_unique_and_every_piece_has_its_place(number: int) -> None:
    for turn, table in enumerate(game_of(number, 120)):
        if turn % 10:
            continue
        scene, layout = table.scene({0}), table.layout()
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


def test_the_words_of_the_prompt_fit_who_reads_them() -> None:
    table = Table("billabong", seats=2, options={"mode": "duel"}, seed=1, first=0)
    you, here, other = table.scene({0}).prompt, table.scene({0, 1}).prompt, table.scene({1}).prompt
    assert [message.key.rpartition(".")[2] for message in (you, here, other)] == ["you", "here", "other"]
    assert say(you, "fr") == "À vous\u00a0: posez un kangourou sur une case libre, encore 5 à poser."
    assert say(here, "fr") == "Les rouges, à vous\u00a0: posez un kangourou sur une case libre."
    assert say(other, "fr") == "On attend les rouges\u00a0: un kangourou à poser."
    assert say(table.scene(()).prompt, "en") == "Waiting for red to place a kangaroo."


def test_the_prompt_of_a_finished_game_names_the_winner() -> None:
    table = race([{"seat": 0, "cell": "i3", "crossings": 1}, *[{"seat": 0, "cell": "home"}] * 4])
    table.play("i3-home")
    assert say(table.scene(()).prompt, "fr").startswith("Victoire\u00a0: les rouges\u202f!")
    assert table.scene(()).standings[0].rank == 1
    assert table.scene({0}).choices == ()


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_every_way_of_clicking_does_what_it_says(number: int) -> None:
    rng = random.Random(number)
    for turn, table in enumerate(game_of(number, 70)):
        if turn % 7 or table.is_over:
            continue
        seat = table.actors[0]
        choices = table.choices(seat)
        for _ in range(20):
            node = choices.nodes[rng.choice(choices.roots)]
            clicks = [node.click]
            while node.next and (node.action < 0 or rng.random() < 0.7) and len(clicks) < 9:
                node = choices.nodes[rng.choice(node.next)]
                clicks.append(node.click)
            if node.action >= 0:
                code, how = table.clicked(seat, clicks)
                assert code == node.action, clicks
                assert table.game.codec.check_how(table.b, table.s, seat, code, how) == how


def crowded() -> Table:
    """Twenty kangaroos that stand so that series go nearly everywhere: more than 900 moves in one turn."""
    cells = [
        "b5",
        "c7",
        "m4",
        "g11",
        "a7",
        "k10",
        "m10",
        "e4",
        "h3",
        "f9",
        "o12",
        "f6",
        "c12",
        "n8",
        "l3",
        "j13",
        "o8",
        "e10",
        "m6",
        "h5",
    ]
    told = [
        {"seat": i % 2, "colour": ("red", "blue", "yellow", "green")[i % 4], "cell": cell, "crossings": 1}
        for i, cell in enumerate(cells)
    ]
    return Table.from_position(
        {"game": "billabong", "seats": 2, "phase": "race", "to_play": 0, "kangaroos": told}
    )


def test_a_scene_stays_within_its_bytes() -> None:
    table = crowded()
    scene = table.scene({0})
    (choices,) = scene.choices
    assert len(actions_of(choices)) > 900
    assert len(msgspec.json.encode(present.trimmed(scene))) < BUDGET
    for root in choices.roots:
        part = present.beginning_with(choices, choices.nodes[root].click)
        assert 0 < len(msgspec.json.encode(part)) < BUDGET


def happening(table: Table, text: str) -> Happening:
    table.play(text)
    return table.happening(set(), len(table.events) - 1)


def kinds(told: Happening) -> list[tuple[str, tuple[str, ...]]]:
    return [(motion.kind, motion.path) for motion in told.motions]


def test_a_slide_is_shown() -> None:
    told = happening(race([{"seat": 0, "cell": "c3", "crossings": 1}]), "c3-d4")
    assert kinds(told) == [("slide", ("c3", "d4"))]
    assert told.trace == ("c3", "d4")
    assert told.text == "c3-d4"
    assert say(told.message, "fr") == "Kangourou rouge\u00a0: de c3 à d4, en glissant"


def test_a_series_is_shown_hop_by_hop() -> None:
    told = happening(
        race([{"seat": 0, "cell": "b3"}, {"seat": 0, "cell": "c3"}, {"seat": 1, "cell": "d5"}]), "b3-d3-d7"
    )
    assert kinds(told) == [("hop", ("b3", "d3", "d7"))]
    assert say(told.message, "en") == "A red kangaroo: from b3 to d7 in 2 hops"


def test_the_first_crossing_turns_the_face_up_and_going_back_hides_it() -> None:
    table = race([{"seat": 0, "cell": "i3"}, {"seat": 1, "cell": "h5", "crossings": 1}])
    assert {piece.id: piece.face for piece in table.scene(()).pieces}["k0.0"] == "blank"
    assert kinds(happening(table, "i3-h3")) == [("slide", ("i3", "h3")), ("flip", ("h3",))]
    assert {piece.id: piece.face for piece in table.scene(()).pieces}["k0.0"] == "shown"
    told = happening(table, "h5-i5")
    assert kinds(told) == [("slide", ("h5", "i5")), ("flip", ("i5",))]
    assert told.message.key == "billabong.event.slide_back"


def test_coming_home_ends_in_the_bath() -> None:
    table = race([{"seat": 0, "cell": "i3", "crossings": 1}, {"seat": 1, "cell": "h3"}])
    told = happening(table, "i3-home")
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
    told = table.happening(set(), 0)
    assert kinds(told) == [("appear", ("hand.0.1", "k3"))]
    assert told.text == "yellow k3"
    assert {piece.id: piece.place for piece in table.scene(()).pieces}["k0.5"] == "k3"


ILLEGAL = [
    (["k0.0", "g7"], "in the lake"),
    (["k0.0", "d3"], "occupied"),
    (["k0.0", "n10"], "out of reach"),
    (["k0.0", "referee"], "the referee bathes in the lake"),
]


@pytest.mark.parametrize(("clicks", "why"), ILLEGAL)
def test_illegal_clicks_have_a_reason_with_a_rule(
    clicks: list[str], why: str, words: dict[str, dict[str, Entry]]
) -> None:
    table = race([{"seat": 0, "cell": "c3"}, {"seat": 1, "cell": "d3"}])
    code, _ = table.clicked(0, clicks)
    refusal = table.why_not(code, 0)
    assert refusal is not None, why
    assert refusal.rules, why
    check_words(refusal.message, words)


UNCLEAR = [
    (["k1.0"], "theirs"),
    (["d3"], "theirs"),
    (["referee"], "referee"),
    (["e9"], "choose"),
    (["k0.1"], "home"),
    (["k0.0"], "where"),
    (["k0.0", "z99"], "nothing"),
    (["k9.9"], "choose"),
    ([], "nothing"),
]


@pytest.mark.parametrize(("clicks", "why"), UNCLEAR)
def test_clicks_that_are_no_action_say_so(
    clicks: list[str], why: str, words: dict[str, dict[str, Entry]]
) -> None:
    home = [{"seat": 0, "cell": "home"}] * 3
    table = race([{"seat": 0, "cell": "c3"}, *home, {"seat": 0, "cell": "a9"}, {"seat": 1, "cell": "d3"}])
    with pytest.raises(Unreadable) as caught:
        table.clicked(0, clicks)
    assert caught.value.message is not None
    assert caught.value.message.key == f"billabong.click.{why}"
    check_words(caught.value.message, words)


@pytest.mark.parametrize("way", [["e3", "f3"], ["c4", "c5"], ["c4", "e2"]])
def test_mixing_slides_and_hops_is_refused_with_its_rule(way: list[str]) -> None:
    table = race([{"seat": 0, "cell": "c3"}, {"seat": 1, "cell": "d3"}])
    with pytest.raises(Illegal) as caught:
        table.clicked(0, ["k0.0", *way])
    assert caught.value.rules == ("BIL-27", "BIL-28")


def test_a_kangaroo_may_be_named_by_its_cell_and_a_far_cell_by_itself() -> None:
    table = race([{"seat": 0, "cell": "b3"}, {"seat": 0, "cell": "c3"}, {"seat": 1, "cell": "d5"}])
    code, how = table.clicked(0, ["b3", "d7"])
    assert how == ("d3", "d7")
    assert table.text(code, 0, how) == "b3-d3-d7"


def test_where_two_colours_are_run_the_colour_comes_first() -> None:
    table = Table("billabong", seats=2, seed=1, first=0)
    with pytest.raises(Unreadable) as caught:
        table.clicked(0, ["k3"])
    assert caught.value.message is not None
    assert caught.value.message.key == "billabong.click.colour"
    assert table.text(table.clicked(0, ["k0.7", "k3"])[0], 0, ()) == "yellow k3"
    assert {table.choices(0).nodes[root].click for root in table.choices(0).roots} == {"k0.0", "k0.5"}


def test_a_touched_kangaroo_is_the_only_one_to_choose() -> None:
    table = race([{"seat": 0, "cell": "c3"}, {"seat": 1, "cell": "d3"}], touch_move=True)
    assert table.scene({0}).prompt.key == "billabong.prompt.touch.you"
    told_code, _ = table.clicked(0, ["k0.0"])
    table.play(told_code)
    assert table.happening(set(), 0).message.key == "billabong.event.touch"
    choices = table.choices(0)
    assert [choices.nodes[root].click for root in choices.roots] == ["k0.0"]
    assert table.scene({0}).prompt.key == "billabong.prompt.touched.you"


def test_passing_is_a_button() -> None:
    wall = {1: ["a2", "b1", "b2"], 2: ["a3", "c1", "c3"]}
    told = [{"seat": 0, "cell": "a1"}]
    told += [{"seat": seat, "cell": cell} for seat, cells in wall.items() for cell in cells]
    told += [{"seat": seat, "cell": "home"} for seat in range(3) for _ in range(4 if seat == 0 else 2)]
    table = Table.from_position(
        {"game": "billabong", "seats": 3, "phase": "race", "to_play": 0, "kangaroos": told}
    )
    scene = table.scene({0})
    (choices,) = scene.choices
    assert table.legal_actions(0).texts() == ["pass"]
    assert [button.id for button in choices.buttons] == ["pass"]
    assert actions_of(choices) == list(table.legal_actions(0))
    assert scene.prompt.key == "billabong.prompt.pass.you"
    assert table.clicked(0, ["pass"])[0] == table.legal_actions(0)[0]
    assert happening(table, "pass").message.key == "billabong.event.pass"


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
def test_any_board_has_its_picture_and_room_for_everybody_in_the_bath(board: dict[str, Any]) -> None:
    table = Table("billabong", seats=4, seed=1, first=0, components=board or None)
    layout = table.layout()
    picture = ElementTree.fromstring(table.board_svg())
    assert picture.get("viewBox") == f"0 0 {layout.width:g} {layout.height:g}"
    baths = [place for place in layout.places if place.id.startswith("lake.")]
    assert len(baths) == 21
    for place in layout.places:
        assert place.w / 2 <= place.x <= layout.width - place.w / 2
        assert place.h / 2 <= place.y <= layout.height - place.h / 2
    b = table.b
    for spot in baths:
        x, y = (spot.x - 56) / 100, (spot.y - 56) / 100
        assert b["lake_x"] <= x <= b["lake_x"] + b["lake_width"]
        assert b["lake_y"] <= y <= b["lake_y"] + b["lake_height"]
    assert layout.places[0].id == f"a{b['height']}"
    assert layout.places[0].column == layout.places[0].row == 0
