"""Nodes field by field: the same as nodes one by one, and cut as they are."""

from __future__ import annotations

import random

import msgspec
import pytest

from ludotheque import Table
from ludotheque.scene import budget
from ludotheque.scene.columns import Columns, encode, plain, short
from ludotheque.scene.model import Choices, Scene
from ludotheque.table import views
from ludotheque.table.views import Follower


def _followed(table: Table) -> Scene:
    follower = Follower(table.journal, 1)
    while follower.is_behind:
        follower.next()
    return follower.scene(1)


@pytest.fixture(scope="module")
def race() -> Scene:
    """A scene of the race at Billabong, as a server has it."""
    table = Table("billabong", seats=2, seed=1)
    while not (table.actors == (0,) and isinstance(_followed(table).choices[0].nodes, Columns)):
        table.play(table.legal_actions(table.actors[0])[0])
    return _followed(table)


def test_columns_are_the_same_nodes(race: Scene) -> None:
    (choice,) = race.choices
    nodes = plain(choice).nodes
    assert isinstance(nodes, tuple)
    assert len(nodes) == len(choice.nodes) > 20
    assert choice.nodes == nodes
    assert tuple(choice.nodes[2:5]) == nodes[2:5]
    assert choice.nodes[-1] == nodes[-1]
    assert {each.hint for each in nodes[:2]} == {3}
    assert msgspec.json.decode(encode(choice), type=Choices) == plain(choice)


def test_first_clicks_pick_own_kangaroos_and_do_nothing_alone(race: Scene) -> None:
    (choice,) = race.choices
    own = {piece.id for piece in race.pieces if piece.seat == 0}
    assert choice.roots == tuple(range(len(choice.roots)))
    for root in choice.roots:
        node = choice.nodes[root]
        assert node.click in own
        assert (node.action, node.key, node.leaves_marker, node.binds) == (-1, 0, False, False)
        assert node.next
        assert node.extra.keys() == {"colour", "at"}


def test_columns_are_shorter_and_their_length_is_known(race: Scene) -> None:
    (choice,) = race.choices
    assert isinstance(choice.nodes, Columns)
    assert len(short(choice)) < len(encode(choice))
    assert len(encode(choice.nodes)) <= choice.nodes.whole_bytes < 3 * len(encode(choice.nodes))


@pytest.mark.parametrize("game", ["billabong", "boussanga", "banjooli-cross"])
def test_the_length_of_nodes_is_known_before_they_are_made(game: str) -> None:
    table, chance, found = Table(game, seats=2, seed=3), random.Random(3), 0
    while table.actors and found < 12:
        seat = table.actors[0]
        follower = Follower(table.journal, 1 << seat)
        follower.jump()
        for choice in follower.scene(1 << seat).choices:
            if isinstance(choice.nodes, Columns):
                assert choice.nodes.whole_bytes == len(encode(choice.nodes))
                found += 1
        table.play(chance.choice(list(table.legal_actions(seat))))
    assert found > 8
    assert Columns({"click": []}, {}).whole_bytes == len("[]")


def test_columns_that_are_too_long_are_cut(race: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    scene, written = budget.fit(race)
    assert scene is race
    assert encode(written) == short(race.choices)
    monkeypatch.setattr(budget, "MAX_CHOICES", len(encode(race.choices[0])) - 1)
    scene, written = budget.fit(race)
    (cut,) = scene.choices
    assert encode(written) == short([cut])
    assert cut.more
    assert [node.click for node in cut.nodes] == [
        race.choices[0].nodes[root].click for root in race.choices[0].roots
    ]


def test_the_nodes_of_choices_are_tuples() -> None:
    table = Table("billabong", seats=2, seed=1)
    while True:
        seat = table.actors[0]
        assert all(isinstance(choice.nodes, tuple) for choice in table.scene({seat}).choices)
        assert isinstance(views.choices(table.journal, seat).nodes, tuple)
        if len(table.events) > 30:
            break
        table.play(table.legal_actions(seat)[0])
