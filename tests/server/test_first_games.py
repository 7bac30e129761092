"""Guided first games over HTTP: told as they are played, and why something else is not legal."""

from __future__ import annotations

import pytest

from ludotheque.core import registry
from ludotheque.server.live import first_games
from ludotheque.server.live.first_games import Doubt
from ludotheque.server.room.refused import Refused
from ludotheque.table import first_game

BILLABONG = registry.get("billabong")
SLIDE = 2


async def test_clicks_at_a_step_are_judged_by_the_rules() -> None:
    other, rules = await first_games.why(BILLABONG, Doubt(SLIDE, ["k0.2"]))
    assert (other.key, rules) == ("error.allowed", ())
    refused, rules = await first_games.why(BILLABONG, Doubt(SLIDE, ["k0.1", "a9"]))
    assert refused.key.startswith("billabong.reason.")
    assert rules
    with pytest.raises(Refused):
        await first_games.why(BILLABONG, Doubt(99, []))


def test_a_learner_gets_only_what_they_may_know() -> None:
    played = first_game.play(registry.get("banjooli-cross"))
    assert played.told.seat == 0
    for step in played.told.steps[:-1]:
        scenes = [step.scene, *(frame.scene for frame in step.frames)]
        assert not any(
            piece.place.startswith("hand.1") for scene in scenes if not scene.ending for piece in scene.pieces
        )
    banzai = first_game.play(registry.get("banzai"))
    for step in banzai.told.steps:
        faces = [
            piece
            for piece in step.scene.pieces
            if piece.sprite == "card"
            and piece.face != "back"
            and piece.seat > 0
            and not piece.place.startswith(("seen.", "shown."))  # what was passed on, what a call shows
        ]
        assert not faces, step.say.key


@pytest.mark.parametrize(
    ("game", "later"),
    [
        ("billabong", [6]),
        ("bantu", [6]),
        ("banjooli-cross", [3, 4, 5]),
        ("boussanga", []),
        ("banzai", [4, 6]),
    ],
)
def test_a_step_that_skips_the_one_before_is_reported_as_later(game: str, later: list[int]) -> None:
    told = first_game.play(registry.get(game)).told
    assert [number for number, step in enumerate(told.steps) if step.later] == later


@pytest.mark.parametrize("game", ["billabong", "bantu", "banjooli-cross", "boussanga", "banzai"])
def test_a_first_game_takes_three_minutes(game: str) -> None:
    steps = first_game.play(registry.get(game)).told.steps
    assert len(steps) <= 9
    assert 4 <= sum(bool(step.scene.choices) or step.wait_ms > 0 for step in steps) <= 8, "what one does"
