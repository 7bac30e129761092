"""The first game of somebody who does not know Banzaï!: 3, 2, 1, the goal on the screen at all times, and a guided first game at hand."""

from __future__ import annotations

from typing import Any

import pytest

from browser.banzai import table_of
from browser.conftest import PHONE
from browser.hands import button, words
from browser.house import House
from tests.depth import deep

pytestmark = pytest.mark.browser

SIDEWAYS = {"width": 844, "height": 390}
GUIDED = "dialog .learn"


def learn(page: Any) -> None:
    """Take the offer of a guided first game."""
    button(page, "ui.first_game.offer").click()
    page.locator(GUIDED).get_by_text(words("banzai.first_game.pass")).wait_for()


@pytest.mark.deep
def test_a_first_game_is_counted_in(person, tmp_path):
    house = House(tmp_path / "house", "127.0.0.1", "--countdown", "2").start()
    try:
        page = person()
        page.goto(f"{house.url}/new/banzai")
        page.get_by_label(words("ui.name.ask")).fill("Ada")
        button(page, "ui.new.open").click()
        page.wait_for_url("**/t/*")
        page.locator(".ready").get_by_text(words("banzai.ready.2")).wait_for()
        assert page.locator(".countdown").count() == 0, "nobody counts before one is ready"
        button(page, "ui.ready.go").click()
        page.locator(".countdown .n").wait_for()
        assert page.locator(".card").count() == 0, "no card is there before"
        page.locator(".countdown .goal").get_by_text(words("banzai.goal")).wait_for()
        page.wait_for_selector(".card.can")
        assert page.locator(".countdown").count() == 0
        page.get_by_role("button", name=words("ui.aid"), exact=True).click()
        page.wait_for_selector(".aid dl")
        assert button(page, "ui.first_game.offer").count() == 0, "it would lie over the cards"
    finally:
        house.stop()


@pytest.mark.deep
def test_waiting_players_may_learn_until_the_game_begins(person, house):
    ada, ben = person(), person()
    chairs = [{"who": "me", "name": "Ada"}, {"who": "link"}, {"who": "bot", "level": "random"}]
    identity = table_of(ada, house.url, chairs)
    learn(ada)
    ada.keyboard.press("Escape")
    ada.wait_for_selector(GUIDED, state="detached")
    learn(ada)
    ben.goto(f"{house.url}/t/{identity}")
    ben.locator("#lobby-name").fill("Ben")
    ben.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).click()
    for page in (ada, ben):
        page.wait_for_selector(".card.can")
    assert ada.locator(GUIDED).count() == 0


@pytest.mark.deep
@pytest.mark.parametrize("viewport", [PHONE, deep(SIDEWAYS, called="sideways")])
def test_the_goal_is_on_the_screen(person, house, viewport):
    page = person(viewport)
    identity = table_of(
        page, house.url, [{"who": "me", "name": "Ada"}, *[{"who": "bot", "level": "random"}] * 2]
    )
    for view in (
        ("own",) if viewport == SIDEWAYS else ("own", "hand")
    ):  # beside a hand held sideways the table's own screen tells it
        page.goto(f"{house.url}/t/{identity}?view={view}")
        page.wait_for_selector(".card")
        goal = page.get_by_text(words("banzai.goal"), exact=True)
        assert any(goal.nth(n).is_visible() for n in range(goal.count())), view
