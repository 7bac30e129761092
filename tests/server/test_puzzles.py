"""Positions of the day over HTTP: they come round, keep secrets, and say why something else is not legal."""

from __future__ import annotations

import json

import pytest

from ludotheque.core import registry
from ludotheque.server.live import puzzles
from ludotheque.server.live.puzzles import Doubt
from ludotheque.server.room.refused import Refused
from ludotheque.table import puzzles as positions


async def test_the_positions_of_a_game_come_round() -> None:
    bantu = registry.get("bantu")
    count = len(positions.read("bantu"))
    assert json.loads(await puzzles.told(bantu, count - 1))["number"] == count - 1
    for many in (1, 2, 7, 30, 31):
        assert {puzzles.of_day(day, many) for day in range(20_000, 20_000 + many + many % 2)} == {
            *range(many)
        }
    with pytest.raises(Refused):
        await puzzles.told(registry.get("tiny"), 3)


def test_no_day_has_the_position_of_the_day_before() -> None:
    """Not even where the number of positions has changed over night."""
    for day in range(20_000, 20_100):
        for before in range(2, 40):
            yesterday = puzzles.of_day(day - 1, before)
            assert all(puzzles.of_day(day, after) != yesterday for after in range(2, 40))


async def test_clicks_in_a_position_are_judged_by_the_rules() -> None:
    bantu = registry.get("bantu")
    found = json.loads(await puzzles.told(bantu, 0))
    choices = found["scene"]["choices"][0]
    click = choices["nodes"][choices["roots"][0]]["click"]
    assert (await puzzles.why(bantu, Doubt(0, [click])))[0].key == "error.allowed"
    refused, _ = await puzzles.why(bantu, Doubt(0, ["p9.9"]))
    assert refused.key != "error.allowed"
    with pytest.raises(Refused):
        await puzzles.why(bantu, Doubt(999, []))


async def test_a_position_shows_no_prediction_of_others() -> None:
    game = registry.get("banjooli-cross")
    for number in range(len(positions.read(game.name))):
        found = json.loads(await puzzles.told(game, number))
        for scene in (found["scene"], found["frame"]["scene"]):
            other = f"hand.{1 - found['seat']}"
            assert not any(piece["place"].startswith(other) for piece in scene.get("pieces", ()))


async def test_a_position_does_not_say_what_a_move_earns() -> None:
    game = registry.get("boussanga")
    for number in range(len(positions.read(game.name))):
        (choices,) = json.loads(await puzzles.told(game, number))["scene"]["choices"]
        assert choices["nodes"]
        assert "previews" not in choices
        assert all("preview" not in node for node in choices["nodes"])
