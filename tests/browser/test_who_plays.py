"""“Play” asks who of the household plays: one tap gives them their table, and somebody else has one as before."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.hands import button, words

pytestmark = pytest.mark.browser


def test_play_asks_who_of_the_household_plays(person: Any, house: Any) -> None:
    page = person({"width": 390, "height": 844})
    page.goto(f"{house.url}/house")
    page.get_by_label(words("ui.household.add"), exact=True).fill("Emma")
    button(page, "ui.household.add.do").click()
    page.locator("summary", has_text="Emma").click()
    page.get_by_label(words("ui.household.is_child"), exact=True).first.check()
    play = page.get_by_role("button", name=words("ui.play.game", game="Bantu"))
    page.goto(house.url)
    play.click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert "/t/" not in page.url, "nobody plays"
    for answer, size in (("Emma", "115%"), (words("ui.household.other"), "")):
        page.goto(house.url)
        play.click()
        page.get_by_role("dialog").get_by_role("button", name=answer).click()
        page.wait_for_url("**/t/*")
        page.locator("[data-spot].can").first.wait_for()
        assert page.evaluate("document.documentElement.style.fontSize") == size
        assert (page.get_by_text("Emma").count() > 0) == bool(size)
        me = page.evaluate("fetch('/api/me').then(found => found.json())")
        assert me["name"] != "Emma", "a child's name stays at her table"


def test_the_menu_changes_who_plays(person: Any, house: Any) -> None:
    page = person({"width": 390, "height": 844})
    page.goto(f"{house.url}/house")
    for name in ("Nadia", "Maya"):
        page.get_by_label(words("ui.household.add"), exact=True).fill(name)
        button(page, "ui.household.add.do").click()
        page.locator("summary", has_text=name).wait_for()
    for name in ("Maya", "Nadia"):
        page.locator("button.opener").click()
        button(page, "ui.household.playing.open").click()
        page.get_by_role("dialog").get_by_role("button", name=name).click()
        expect(page.locator("button.opener")).to_contain_text(name)
    assert page.evaluate("fetch('/api/me').then(found => found.json())")["name"] == "Nadia"
    assert page.locator("summary", has_text="Maya").count() == 1, "nobody was renamed"
