"""Every registered game keeps the laws of `ludotheque.testing`: compiled, in few ways with short looks, deep in all with long ones."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque.testing import FULL, LAWS, QUICK, Law, LawBroken, Variant
from tests.conformance.variants import GAMES, all_variants, few_variants


def laws_at(number: int) -> list[Law]:
    """What a game's way of that number is held to: what is about the game's declaration with the first way only."""
    return [law for law in LAWS if number == 0 or not law.once]


def cases() -> list[Any]:
    """Laws and few ways; those of one way one after the other, as its random games are played for all of them."""
    return [
        pytest.param(law, variant, id=f"{law.name}-{variant}")
        for game in GAMES
        for number, variant in enumerate(few_variants(game))
        for law in laws_at(number)
    ]


def deep_cases() -> list[Any]:
    """All ways, each with all its laws: they look at the same random games."""
    return [
        pytest.param(laws_at(number), variant, id=str(variant))
        for game in GAMES
        for number, variant in enumerate(all_variants(game))
    ]


@pytest.mark.parametrize(("law", "variant"), cases())
def test_every_game_keeps_the_laws(law: Law, variant: Variant) -> None:
    law.check(variant, effort=QUICK)


@pytest.mark.deep
@pytest.mark.parametrize(("laws", "variant"), deep_cases())
def test_every_game_keeps_the_laws_in_every_way(laws: list[Law], variant: Variant) -> None:
    broken = []
    for law in laws:
        try:
            law.check(variant, effort=FULL)
        except LawBroken as found:
            broken.append(str(found))
    assert not broken, "\n".join(broken)
