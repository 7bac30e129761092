"""Nothing was compiled before: people play all the same, and are told that bots are not what they will be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from browser import test_banjooli_cross, test_boussanga
from browser.cold import Cold
from browser.hands import make_table, play_turn, words
from browser.house import House
from tests.depth import deep

pytestmark = pytest.mark.browser

BOT = {"who": "bot", "level": "steady"}


@pytest.fixture(scope="module")
def cold(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that never compiled anything."""
    folder: Path = tmp_path_factory.mktemp("cold")
    served = Cold(folder / "data").start()
    yield served
    served.stop()


def decide(page: Any, house: House, identity: str, seat: int) -> bool:
    """One decision at Banjooli Cross, by clicks."""
    table = test_banjooli_cross.awaited(house, identity, seat)
    test_banjooli_cross.shown(page, len(table.events))
    test_banjooli_cross.do(page, house, identity, table, test_banjooli_cross.choose(table))
    return True


@pytest.mark.deep
@pytest.mark.parametrize(
    ("game", "act", "options"),
    [
        ("billabong", play_turn, {}),
        deep("bantu", play_turn, {}),
        deep("boussanga", test_boussanga.play_by_clicks, {"mode": "competitive"}),
        deep("banjooli-cross", decide, {"course": "C1:A C2:B:left C5:A S2:A"}),
    ],
)
def test_a_first_move_is_made_and_answered_by_a_bot(
    person: Any, cold: House, game: str, act: Callable[..., bool], options: dict[str, Any]
) -> None:
    page = person()
    chairs = [{"who": "me", "name": "Ada"}, BOT]
    identity = make_table(page, cold, game=game, seats=2, options=options, chairs=chairs, first=0)
    page.get_by_text(words("ui.bots.hasty.short"), exact=True).wait_for()
    acted = 0
    while not any(event.seat == 1 for event in cold.whole(identity).events):
        if 0 in cold.whole(identity).actors:  # some turns are several decisions
            assert act(page, cold, identity, 0)
            acted += 1
    assert acted


@pytest.mark.deep
def test_a_hand_of_cards_is_drawn(person: Any, cold: House) -> None:
    page = person()
    chairs = [{"who": "me", "name": "Ada"}, BOT, BOT]
    make_table(page, cold, game="banzai", seats=3, options={}, chairs=chairs)
    page.locator("[data-card]").nth(4).wait_for()
    assert page.get_by_text(words("ui.bots.hasty.short"), exact=True).count() == 0, (
        "where they react, bots are what they will be"
    )
