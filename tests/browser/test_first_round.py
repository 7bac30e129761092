"""The first game of somebody who does not know Banzaï!: a practice, 3, 2, 1, and the goal on the screen at all times."""

from __future__ import annotations

from typing import Any

import pytest

from browser.banzai import press, table_of
from browser.conftest import PHONE
from browser.hands import button, words
from browser.house import House
from browser.test_accessible import violations
from tests.depth import deep

pytestmark = pytest.mark.browser

FEINT = "banzai.practice.feint"
SIDEWAYS = {"width": 844, "height": 390}


def says(page: Any, key: str, **args: Any) -> None:
    """Wait until the practice says this."""
    page.locator("#practice-say").get_by_text(words(key, **args)).wait_for()


def practise(page: Any) -> None:
    """Go through the practice as it asks, touching one pawn too soon."""
    says(page, "banzai.practice.pass")
    press(page, '.practice [data-card="fox.lord"]')
    says(page, "banzai.practice.keep")
    press(page, '.practice [data-card="cow.kid"]')
    says(page, "banzai.practice.call")
    assert page.locator(".practice .card").count() == 5
    press(page, '.practice [data-call="call.banzai"]')
    says(page, "banzai.practice.grab")
    page.keyboard.press("1")
    says(page, "banzai.practice.out", who="Noé")
    button(page, "ui.practice.on").click()
    says(page, FEINT, who="Mia")
    page.keyboard.press("1")
    says(page, "banzai.practice.touched")
    page.locator("#practice-say").get_by_role("link", name="BNZ-36").wait_for()
    says(page, "banzai.practice.quick", who="Noé")
    page.wait_for_timeout(250)
    page.keyboard.press("2")
    says(page, "banzai.practice.done")


def test_a_first_game_begins_with_a_practice_and_is_counted_in(person, tmp_path):
    house = House(tmp_path / "house", "127.0.0.1", "--countdown", "2").start()
    try:
        page = person()
        page.goto(f"{house.url}/new/banzai")
        page.get_by_label(words("ui.name.ask")).fill("Ada")
        button(page, "ui.new.open").click()
        practise(page)
        button(page, "ui.practice.play").click()
        page.wait_for_url("**/t/*")
        page.locator(".countdown .n").wait_for()
        assert page.locator(".card").count() == 0, "no card is there before"
        page.locator(".countdown .goal").get_by_text(words("banzai.goal")).wait_for()
        page.wait_for_selector(".card.can")
        assert page.locator(".countdown").count() == 0
        page.goto(f"{house.url}/new/banzai")
        button(page, "ui.new.open").click()
        page.wait_for_url("**/t/*")
        assert page.locator(".practice[role=dialog]").count() == 0, "once is enough"
    finally:
        house.stop()


def test_the_practice_can_be_skipped_and_is_offered_again(person, house):
    page = person(bypass_csp=True)
    page.goto(f"{house.url}/new/banzai")
    page.get_by_label(words("ui.name.ask")).fill("Ada")
    button(page, "ui.new.open").click()
    says(page, "banzai.practice.pass")
    page.wait_for_timeout(300)
    assert violations(page) == []
    button(page, "ui.practice.skip").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".card.can")
    page.get_by_role("button", name=words("ui.aid"), exact=True).click()
    page.wait_for_selector(".aid dl")
    assert button(page, "ui.practice.begin").count() == 0, "it would lie over the cards"
    chairs = [{"who": "me", "name": "Ada"}, {"who": "link"}, {"who": "bot", "level": "random"}]
    table_of(page, house.url, chairs)
    button(page, "ui.practice.begin").click()
    says(page, "banzai.practice.pass")
    page.keyboard.press("Escape")
    page.wait_for_selector(".practice[role=dialog]", state="detached")


def test_who_waits_for_others_may_practise_until_the_game_begins(person, house):
    ada, ben = person(), person()
    identity = table_of(
        ada, house.url, [{"who": "me", "name": "Ada"}, {"who": "link"}, {"who": "bot", "level": "random"}]
    )
    button(ada, "ui.practice.begin").click()
    says(ada, "banzai.practice.pass")
    ben.goto(f"{house.url}/t/{identity}")
    ben.locator("#lobby-name").fill("Ben")
    ben.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).click()
    for page in (ada, ben):
        page.wait_for_selector(".card.can")
    assert ada.locator(".practice[role=dialog]").count() == 0


@pytest.mark.parametrize("viewport", [PHONE, deep(SIDEWAYS, called="sideways")])
def test_the_goal_is_on_the_screen(person, house, viewport):
    page = person(viewport)
    identity = table_of(
        page, house.url, [{"who": "me", "name": "Ada"}, *[{"who": "bot", "level": "random"}] * 2]
    )
    for view in ("own", "hand"):
        page.goto(f"{house.url}/t/{identity}?view={view}")
        page.wait_for_selector(".card")
        goal = page.get_by_text(words("banzai.goal"), exact=True)
        assert any(goal.nth(n).is_visible() for n in range(goal.count())), view
