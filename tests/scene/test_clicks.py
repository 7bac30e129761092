"""Graphs of clicks made from ways of clicking."""

import pytest

from ludotheque import Unreadable
from ludotheque.core.message import Message
from ludotheque.scene.clicks import follow, graph
from ludotheque.scene.model import Button

WAYS = [
    (("card", "a1"), 3, "x.play"),
    (("card", "a1", "turn"), 4, "x.turned", {"n": 2}),
    (["card", "a2"], 5, "x.play"),
    (["pass"], 0, "x.pass"),
]


def test_ways_that_begin_alike_share_their_clicks():
    found = graph(1, WAYS, [Button("pass", Message("x.pass"))])
    assert [node.click for node in found.nodes] == ["card", "a1", "turn", "a2", "pass"]
    assert found.roots == (0, 4)
    assert [node.next for node in found.nodes] == [(1, 3), (2,), (), (), ()]
    assert [node.action for node in found.nodes] == [-1, 3, 4, 5, 0]
    assert [found.keys[node.key] for node in found.nodes[1:]] == ["x.play", "x.turned", "x.play", "x.pass"]
    assert found.nodes[2].extra == {"n": 2}
    assert (found.seat, found.buttons[0].id) == (1, "pass")


def test_clicks_are_followed():
    found = graph(0, WAYS)
    for clicks, action, *_ in WAYS:
        assert follow(found, clicks) == action


@pytest.mark.parametrize("clicks", [(), ("card",), ("a1",), ("card", "a1", "a2"), ("pass", "pass")])
def test_clicks_that_do_nothing_are_said(clicks):
    with pytest.raises(Unreadable):
        follow(graph(0, WAYS), clicks)


def test_nothing_to_do_makes_an_empty_graph():
    assert graph(0, []).nodes == ()


def test_what_people_race_for_says_so():
    found = graph(0, [(["pawn"], 3, "tiny.choice.grab"), (["add.0"], 0, "tiny.choice.add")], raced=(3,))
    assert [(node.click, node.raced) for node in found.nodes] == [("pawn", True), ("add.0", False)]
