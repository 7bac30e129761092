"""The game keeps the laws that every game must keep, in each of its variants."""

from pathlib import Path

from ludotheque.testing import every_law


@every_law("newgame", tests=Path(__file__).parent)
def test_the_game_keeps_the_laws(law, variant):
    law.check(variant)
