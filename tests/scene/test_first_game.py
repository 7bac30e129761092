"""The choices of a guided first game: the shortest clicks to what is wanted, and no others."""

from __future__ import annotations

import re

import pytest

from ludotheque.core import registry
from ludotheque.core.catalogue import say
from ludotheque.core.message import Message
from ludotheque.scene.first_game import among, only
from ludotheque.scene.model import Button, Choices, Node, Overlay
from ludotheque.table import first_game


def choices(*nodes: Node, roots: tuple[int, ...], **more: object) -> Choices:
    return Choices(0, nodes, roots, ("a", "b"), **more)  # type: ignore[arg-type]  # the test names what it changes


def clicks(found: Choices) -> list[tuple[str, int, tuple[int, ...]]]:
    return [(node.click, node.action, node.next) for node in found.nodes]


def test_detours_and_other_actions_are_left_out() -> None:
    hops = choices(
        Node("k", next=(1, 2)), Node("near", 7, (3,)), Node("far", 8, (3,)), Node("farther", 9), roots=(0,)
    )
    assert clicks(only(hops, {9})) == [
        ("k", -1, (1, 2)),
        ("near", -1, (3,)),
        ("far", -1, (3,)),
        ("farther", 9, ()),
    ]
    assert clicks(only(hops, {8})) == [("k", -1, (1,)), ("far", 8, ())]
    assert only(hops, {5}).nodes == ()


def test_a_set_is_chosen_without_undoing() -> None:
    dice = choices(
        Node("d1", next=(1, 2), chosen=("d1",)), Node("d1", next=(0,), chosen=()), Node("throw", 1), Node("keep", 2),
        roots=(0, 3), buttons=(Button("throw", None), Button("keep", None)),  # type: ignore[arg-type]  # labels do not matter here
    )  # fmt: skip
    found = only(dice, {1})
    assert clicks(found) == [("d1", -1, (1,)), ("throw", 1, ())]
    assert [button.id for button in found.buttons] == ["throw"]


def test_a_pattern_may_be_turned_any_way_but_lies_in_one() -> None:
    card = choices(
        Node("card", next=(1, 2)), Node("turn.0", next=(3,), overlay=0), Node("turn.1", next=(4,), overlay=1),
        Node("c4", 5), Node("c4", 6), roots=(0,), overlays=(Overlay(((0, 0),)), Overlay(((0, 1),))), quiet=True,
    )  # fmt: skip
    found = only(card, {6})
    assert clicks(found) == [("card", -1, (1, 2)), ("turn.0", -1, ()), ("turn.1", -1, (3,)), ("c4", 6, ())]
    assert not found.quiet


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", ["billabong", "bantu", "boussanga", "banjooli-cross"])
def test_each_step_is_at_most_two_short_sentences(game: str, language: str) -> None:
    steps = first_game.play(registry.get(game)).told.steps
    for step in steps:
        said = say(step.say, language)
        assert len(re.findall(r"[.!?](?:\s|$)", said)) <= 2, said
        assert len(said) <= 140, said


def test_other_ways_to_the_same_actions_may_stay() -> None:
    both = choices(
        Node("card", 1), Node("call", next=(2, 3)), Node("fox", 2), Node("cat", 3), Node("feint", 4), roots=(0, 1, 4),
        buttons=(Button("call", Message("a")), Button("feint", Message("b"))),
    )  # fmt: skip
    found = among(both, {1, 3})
    assert clicks(found) == [("card", 1, ()), ("call", -1, (2,)), ("cat", 3, ())]
    assert (found.roots, [button.id for button in found.buttons]) == ((0, 1), ["call"])
