"""The practice: what it shows is played by the rules, can be done as it says, and tells nothing that one may not know."""

from __future__ import annotations

import msgspec
import pytest

from ludotheque.core import registry
from ludotheque.core.catalogue import say
from ludotheque.core.rulebook import rows
from ludotheque.games.banzai.practice import AUDIENCE, NAMES, YOU, practice
from ludotheque.scene.practice import Step

LESSON = practice()
WAITING = [step for step in LESSON.steps if step.want]


def roots(step: Step) -> dict[str, int]:
    """What a first click does, by what is clicked."""
    (choices,) = step.scene.choices
    return {choices.nodes[index].click: choices.nodes[index].action for index in choices.roots}


@pytest.mark.parametrize("step", WAITING, ids=lambda step: step.say.key)
def test_what_is_wanted_can_be_done(step: Step) -> None:
    assert set(step.want) <= set(roots(step))
    assert all(roots(step)[click] >= 0 for click in step.want), "with one click"


def test_every_part_is_there() -> None:
    """A card, a call, a pawn; a touch that is forgiven, with its rule; the call of another."""
    passing, slide, call, grab, out, feint, quick, done = LESSON.steps
    assert passing.want == ("cow.kid",)
    assert slide.wait_ms > 0
    assert call.want == ("call.banzai",)
    assert all(pawn.startswith("pawn.") for pawn in (*grab.want, *quick.want, *feint.tempting))
    assert feint.forgiven is not None
    assert feint.rules == ("BNZ-36",)
    assert not feint.want, "nothing but to wait"
    assert quick.timed
    assert quick.by != YOU
    assert not any((step.want, step.wait_ms) != ((), 0) for step in (out, done)), "to be read"
    assert set(AUDIENCE) == {LESSON.seat}


def test_the_others_hands_stay_theirs() -> None:
    call = LESSON.steps[5]
    faces = [piece for piece in call.scene.pieces if piece.sprite == "card" and piece.face != "back"]
    assert {piece.seat for piece in faces} == {YOU}


def test_all_of_it_is_said_in_both_languages() -> None:
    known = {row.id for row in rows(registry.get("banzai"))}
    for step in LESSON.steps:
        assert set(step.rules) <= known
        for message in filter(None, (step.say, step.forgiven, step.cry)):
            said = {say(msgspec.to_builtins(message), language) for language in ("fr", "en")}
            assert not any("[" in text or "{" in text for text in said), said
    assert len(NAMES) == 3
