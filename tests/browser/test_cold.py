"""Nothing was compiled before: people play all the same, and are told that bots are not what they will be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from browser.hands import make_table, my_turn, play_turn, words
from browser.house import House

pytestmark = pytest.mark.browser

BOT = {"who": "bot", "level": "steady"}


@pytest.fixture(scope="module")
def cold(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that never compiled anything."""
    folder: Path = tmp_path_factory.mktemp("cold")
    served = House(folder / "data", cache=folder / "rules").start()
    yield served
    served.stop()


@pytest.mark.parametrize("game", ["billabong", "bantu", "boussanga", "banjooli-cross"])
def test_a_first_move_is_made_and_answered_by_a_bot(person, cold, game):
    page = person()
    chairs = [{"who": "me", "name": "Ada"}, BOT]
    identity = make_table(page, cold, game=game, seats=2, options={}, chairs=chairs, first=0)
    page.get_by_text(words("ui.bots.hasty.short"), exact=True).wait_for()
    assert play_turn(page, cold, identity, 0)
    table = my_turn(cold, identity, 0)
    assert table is not None
    while not any(event.seat == 1 for event in table.events):  # some turns are several decisions
        assert play_turn(page, cold, identity, 0)
        table = my_turn(cold, identity, 0)
        assert table is not None


def test_a_hand_of_cards_lies_there(person, cold):
    page = person()
    chairs = [{"who": "me", "name": "Ada"}, BOT, BOT]
    make_table(page, cold, game="banzai", seats=3, options={}, chairs=chairs)
    page.locator("[data-card]").nth(4).wait_for()
    assert page.get_by_text(words("ui.bots.hasty.short"), exact=True).count() == 0, (
        "where they react, bots are what they will be"
    )
