"""What a seat may click at Billabong: its choices and their words, clicks read back, clicks that are refused."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from ludotheque import Table
from ludotheque.core.catalogue import Entry, export
from ludotheque.core.errors import Illegal, Unreadable
from ludotheque.core.message import Message
from ludotheque.scene import budget
from ludotheque.scene.model import Choices, Scene
from ludotheque.table import views
from tests.billabong.scenes import SETTINGS, actions_of, check_words, event_view, game_of, race

BUDGET = 64 * 1024


@pytest.fixture(scope="module")
def words() -> dict[str, dict[str, Entry]]:
    """Both catalogues."""
    return {language: export(language) for language in ("fr", "en")}


def labels(choices: Choices, scene: Scene, table: Table) -> Iterator[Message]:
    """The words of every node, as a client makes them."""
    names: dict[str, Message] = {piece.id: piece.label for piece in scene.pieces}
    names |= {place.id: place.label for place in views.layout(table.journal).places}
    names |= {button.id: button.label for button in choices.buttons}
    for node in choices.nodes:
        here = names[node.click]
        yield Message(choices.keys[node.key], {"first": here, "last": here, **node.extra})


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
def test_every_path_of_clicks_does_as_labelled(number: int) -> None:
    rng = random.Random(number)
    for turn, table in enumerate(game_of(number, 70)):
        if turn % 7 or table.is_over:
            continue
        seat = table.actors[0]
        choices = views.choices(table.journal, seat)
        for _ in range(20):
            node = choices.nodes[rng.choice(choices.roots)]
            clicks = [node.click]
            while node.next and (node.action < 0 or rng.random() < 0.7) and len(clicks) < 9:
                node = choices.nodes[rng.choice(node.next)]
                clicks.append(node.click)
            if node.action >= 0:
                code, path = views.clicked(table.journal, seat, clicks)
                assert code == node.action, clicks
                assert table.game.codec.check_path(table.box[0], table.state[0], seat, code, path) == path


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
    assert len(budget.sent(scene)) < BUDGET
    for root in choices.roots:
        part = budget.beginning_with(choices, choices.nodes[root].click)
        assert 0 < len(msgspec.json.encode(part)) < BUDGET


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
    code, _ = views.clicked(table.journal, 0, clicks)
    refusal = table.why_not(code, 0)
    assert refusal is not None, why
    assert refusal.rules, why
    check_words(refusal.message, words)


def test_an_immobile_kangaroo_and_a_stray_tap_get_an_answer() -> None:
    ring = [{"seat": 1, "cell": cell} for cell in ("a2", "b1", "b2", "a3", "c1")]
    stuck = race([{"seat": 0, "cell": "a1"}, {"seat": 0, "cell": "c3"}, {"seat": 0, "cell": "p9"}, {"seat": 0, "cell": "p8"},
                  {"seat": 0, "cell": "p7"}, *ring])  # fmt: skip
    with pytest.raises(Illegal) as caught:
        views.clicked(stuck.journal, 0, ["k0.0"])
    assert caught.value.message is not None
    assert caught.value.message.key == "billabong.click.stuck"
    placing = Table("billabong", seats=2, seed=1, first=0)
    with pytest.raises(Unreadable) as unclear:
        views.clicked(placing.journal, 0, ["hand.1.0"])
    assert unclear.value.message is not None
    assert unclear.value.message.key == "billabong.click.place"


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
def test_clicks_without_an_action_are_refused(
    clicks: list[str], why: str, words: dict[str, dict[str, Entry]]
) -> None:
    home = [{"seat": 0, "cell": "home"}] * 3
    table = race([{"seat": 0, "cell": "c3"}, *home, {"seat": 0, "cell": "a9"}, {"seat": 1, "cell": "d3"}])
    with pytest.raises(Unreadable) as caught:
        views.clicked(table.journal, 0, clicks)
    assert caught.value.message is not None
    assert caught.value.message.key == f"billabong.click.{why}"
    check_words(caught.value.message, words)


@pytest.mark.parametrize("path", [["e3", "f3"], ["c4", "c5"], ["c4", "e2"]])
def test_mixing_slides_and_hops_is_refused_with_its_rule(path: list[str]) -> None:
    table = race([{"seat": 0, "cell": "c3"}, {"seat": 1, "cell": "d3"}])
    with pytest.raises(Illegal) as caught:
        views.clicked(table.journal, 0, ["k0.0", *path])
    assert caught.value.rules == ("BIL-27", "BIL-28")


@pytest.mark.parametrize(
    ("cell", "why"), [("d3", "two_kangaroos_in_the_way"), ("h5", "nobody_to_hop_over"), ("j3", "same_cell")]
)
def test_clicks_past_home_are_refused_from_where_one_stands(cell: str, why: str) -> None:
    pivots = [{"seat": 1, "cell": "i3"}, {"seat": 1, "cell": "f3"}]
    table = race([{"seat": 0, "cell": "j3", "crossings": 1}, *pivots])
    assert "home" in table.text(views.clicked(table.journal, 0, ["k0.0", "h3"])[0], 0)
    code, _ = views.clicked(table.journal, 0, ["k0.0", "h3", cell])
    refused = table.why_not(code, 0)
    assert refused is not None
    assert refused.message is not None
    assert refused.message.key == f"billabong.reason.{why}"


def test_kangaroos_are_named_by_cell_and_far_cells_alone() -> None:
    table = race([{"seat": 0, "cell": "b3"}, {"seat": 0, "cell": "c3"}, {"seat": 1, "cell": "d5"}])
    code, path = views.clicked(table.journal, 0, ["b3", "d7"])
    assert path == ("d3", "d7")
    assert table.text(code, 0, path) == "b3-d3-d7"


def test_with_two_colours_a_cell_is_for_the_first_in_hand() -> None:
    table = Table("billabong", seats=2, seed=1, first=0)
    assert table.text(views.clicked(table.journal, 0, ["k3"])[0], 0, ()) == "red k3"
    assert table.text(views.clicked(table.journal, 0, ["k0.7", "k3"])[0], 0, ()) == "yellow k3"
    choices = views.choices(table.journal, 0)
    assert choices.setup, "one click is enough: nothing is confirmed while kangaroos are placed"
    roots = [choices.nodes[root] for root in choices.roots]
    assert {node.click for node in roots if node.action < 0} == {"k0.0", "k0.5"}
    placed = {table.text(node.action, 0) for node in roots if node.action >= 0}
    assert placed == {text for text in map(table.text, table.legal_actions(0)) if text.startswith("red")}


@pytest.mark.rule("BIL-41")
@pytest.mark.parametrize("on", [False, True])
def test_only_hops_bind_a_kangaroo_and_only_where_agreed(on: bool) -> None:
    table = race([{"seat": 0, "cell": "c3"}, {"seat": 1, "cell": "d3"}], touch_move=on)
    choices = views.choices(table.journal, 0)
    words = {choices.keys[node.key].rpartition(".")[2]: node.binds for node in choices.nodes}
    assert words == {"pick": False, "slide": False, "hop": on}
    assert {node.click for node in choices.nodes if node.binds} == ({"e3"} if on else set())
    assert sorted(table.legal_actions(0)) == actions_of(choices)
    part = budget.beginning_with(choices, "k0.0")
    assert any(node.binds for node in part.nodes) == on


def test_placing_binds_to_nothing() -> None:
    table = Table("billabong", seats=2, options={"touch_move": True}, seed=1, first=0)
    assert not any(node.binds for node in views.choices(table.journal, 0).nodes)


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
    assert views.clicked(table.journal, 0, ["pass"])[0] == table.legal_actions(0)[0]
    assert event_view(table, "pass").message.key == "billabong.event.pass"
