"""Every registered game keeps the laws of `ludotheque.testing`: compiled, in few ways with short looks, deep in all with long ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ludotheque.testing import FULL, LAWS, QUICK, Effort, Law, Way
from tests.conformance.ways_to_play import GAMES, all_ways, few_ways
from tests.depth import deep


def cases() -> Iterator[Any]:
    """Laws, ways and efforts; those of one way one after the other, as its random games are played for all of them."""
    for game in GAMES:
        for number, way in enumerate(few_ways(game)):
            for law in laws_at(number):
                yield pytest.param(law, way, QUICK, id=f"{law.name}-{way}-briefly")
        for number, way in enumerate(all_ways(game)):
            for law in laws_at(number):
                yield deep(law, way, FULL, called=f"{law.name}-{way}", together=str(way))


def laws_at(number: int) -> list[Law]:
    """What a game's way of that number is held to: what is about the game's declaration with the first way only."""
    return [law for law in LAWS if number == 0 or not law.once]


@pytest.mark.parametrize(("law", "way", "effort"), list(cases()))
def test_every_game_keeps_the_laws(law: Law, way: Way, effort: Effort) -> None:
    law.check(way, effort=effort)
