"""Tables in a hurry by day and night, on a desktop and a phone, without a violation that axe-core can find."""

from __future__ import annotations

import pytest

from browser.banzai import press, table_of, until
from browser.hands import words
from browser.test_accessible import FRENCH, seen, violations

pytestmark = pytest.mark.browser

ME, BOT = {"who": "me", "name": "Ada"}, {"who": "bot", "level": "strong"}


@pytest.mark.deep
@seen("phone-dark", among=FRENCH)
def test_a_hand_the_aid_and_the_photo(person, house, sight):
    page = person(**sight)
    table_of(page, house.url, [ME, BOT, BOT, BOT], time_limit=0)
    page.wait_for_selector(".card.can")
    assert violations(page) == [], "a hand"
    page.get_by_role("button", name=words("ui.aid"), exact=True).click()
    page.wait_for_selector(".aid")
    assert violations(page) == [], "the player aid"
    page.keyboard.press("Escape")
    again = page.get_by_role("button", name=words("ui.photo.again"), exact=True)
    for _ in until(180, every=1):  # during somebody's Stop nobody can
        if page.locator(".photo li").count():
            break
        if again.count():  # whoever grabbed nothing is not shown it
            again.click()
            break
        press(page, '[data-call="call.banzai"]')
    page.locator(".photo li").first.wait_for()
    assert violations(page) == [], "the photo finish"


@pytest.mark.deep
@seen("desktop-light", among=FRENCH)
def test_sitting_together(person, house, sight):
    page, screen = person(**sight), person(**sight)
    table = table_of(page, house.url, [ME, BOT, BOT], time_limit=0)
    page.goto(f"{house.url}/t/{table}?view=hand")
    page.wait_for_selector(".card.can")
    screen.goto(f"{house.url}/t/{table}?view=shared")
    screen.wait_for_selector(".shared .beside")
    for each, what in ((page, "a hand alone"), (screen, "the table's own screen")):
        assert violations(each) == [], what
    table_of(page, house.url, [ME, {"who": "me", "name": "Ben"}, BOT], time_limit=0)
    page.wait_for_selector(".zone")
    assert violations(page) == [], "a screen lying flat"
