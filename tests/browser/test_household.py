"""The household: people are named once, sit down by a tap, and their win is on the board of who won what."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.hands import button, words
from browser.test_hosts import key_of
from browser.test_steady import LAST_PAWN

pytestmark = pytest.mark.browser


def test_a_child_sits_down_by_a_tap_wins_and_is_on_the_board(person: Any, situated: Any) -> None:
    situated.begin_with(LAST_PAWN)
    page = person({"width": 1280, "height": 800})
    page.goto(f"{situated.url}/house")
    for name in ("Emma", "Tom"):
        page.get_by_label(words("ui.household.add"), exact=True).fill(name)
        button(page, "ui.household.add.do").click()
    page.locator("summary", has_text="Emma").click()
    page.get_by_label(words("ui.household.is_child"), exact=True).first.check()
    page.goto(f"{situated.url}/new/bantu")
    page.get_by_role("button", name="Emma").click()
    expect(page.get_by_text(words("ui.household.plays_child"))).to_be_visible()
    button(page, "ui.new.open").click()
    page.locator('[data-spot="r27b"].can').click()
    assert page.evaluate("document.documentElement.style.fontSize") == "130%"
    assert page.get_by_role("button", name=words("ui.advice.ask")).count() == 0
    page.locator('[data-spot="finish"].can').click()
    page.locator(".thumb .wide:enabled").click()
    page.locator(".curtain .jumps").wait_for()
    page.locator(".curtain").click()
    page.goto(f"{situated.url}/house")
    row = page.get_by_role("row").filter(has_text="Emma")
    expect(row.locator(".all")).to_have_text("1/1")
    expect(page.get_by_role("row").filter(has_text="Tom").locator(".all")).to_have_text("–")


def test_the_host_keeps_it_for_the_house(person: Any, house: Any) -> None:
    host, phone = person({"width": 1280, "height": 800}), person({"width": 390, "height": 844})
    host.goto(f"{house.url}/host")
    host.locator("#host-key").fill(key_of(house))
    host.locator("#host-key").press("Enter")
    host.locator("#host-tables").wait_for()
    host.goto(f"{house.url}/house")
    keeping = button(host, "ui.household.house.keep")
    expect(keeping).to_be_disabled()
    for name in ("Emma", "Tom"):
        host.get_by_label(words("ui.household.add"), exact=True).fill(name)
        button(host, "ui.household.add.do").click()
    phone.goto(f"{house.url}/new/bantu")
    phone.get_by_label(words("ui.name.ask")).wait_for()
    assert phone.get_by_role("button", name="Emma").count() == 0, "nothing leaves without the button"
    keeping.click()
    button(host, "ui.household.house.erase").wait_for()
    phone.reload()
    phone.get_by_role("button", name="Emma").click()
    expect(phone.get_by_label(words("ui.name.ask"))).to_have_count(0)
    assert phone.evaluate("localStorage.getItem('ludotheque.household')") is None, "the phone keeps nothing"
    button(host, "ui.household.house.erase").click()
    keeping.wait_for()
    phone.goto(f"{house.url}/house")
    button(phone, "ui.household.add.do").wait_for()
    assert phone.get_by_text("Emma").count() == 0
