"""Every registered game keeps the laws of `ludotheque.testing`: compiled, in few ways with short looks, deep in all with long ones."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque.testing import FULL, LAWS, QUICK, Law, LawBroken, Way
from tests.conformance.ways_to_play import GAMES, all_ways, few_ways


def laws_at(number: int) -> list[Law]:
    """What a game's way of that number is held to: what is about the game's declaration with the first way only."""
    return [law for law in LAWS if number == 0 or not law.once]


def cases() -> list[Any]:
    """Laws and few ways; those of one way one after the other, as its random games are played for all of them."""
    return [
        pytest.param(law, way, id=f"{law.name}-{way}")
        for game in GAMES
        for number, way in enumerate(few_ways(game))
        for law in laws_at(number)
    ]


def deep_cases() -> list[Any]:
    """All ways, each with all its laws: they look at the same random games."""
    return [
        pytest.param(laws_at(number), way, id=str(way))
        for game in GAMES
        for number, way in enumerate(all_ways(game))
    ]


@pytest.mark.parametrize(("law", "way"), cases())
def test_every_game_keeps_the_laws(law: Law, way: Way) -> None:
    law.check(way, effort=QUICK)


@pytest.mark.deep
@pytest.mark.parametrize(("laws", "way"), deep_cases())
def test_every_game_keeps_the_laws_in_every_way(laws: list[Law], way: Way) -> None:
    broken = []
    for law in laws:
        try:
            law.check(way, effort=FULL)
        except LawBroken as found:
            broken.append(str(found))
    assert not broken, "\n".join(broken)
