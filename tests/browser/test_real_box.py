"""Beside the real box, on a phone held upright: set up, ask the rules, count points, and write the game down."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import words

pytestmark = pytest.mark.browser


def part(page: Any, name: str) -> None:
    """Open a part of the page by its button at the thumb."""
    page.get_by_role("link", name=words(f"ui.box.part.{name}"), exact=True).click()


def tap(page: Any, place: str) -> None:
    page.locator(f".felt [data-spot='{place}']").first.dispatch_event("click")


def test_a_board_is_set_as_on_the_table_and_the_rules_answer(person: Any, house: Any) -> None:
    page = person(PHONE)
    page.goto(f"{house.url}/rules/bantu")
    page.get_by_role("link", name=words("ui.box.open")).click()
    page.locator("main .pick label").filter(has_text="3").click()
    page.locator(".picture img").wait_for()
    page.wait_for_function("() => document.querySelector('.picture img').naturalWidth > 40")
    part(page, "may")
    mode = page.locator(".may .pick label")
    mode.filter(has_text=words("ui.box.mode.set")).click()
    tap(page, "start.3.0")
    tap(page, "r15b")
    expect(page.get_by_role("button", name=words("ui.box.undo"), exact=True)).to_be_enabled()
    mode.filter(has_text=words("ui.box.mode.ask")).click()
    verdict = page.locator(".verdict")
    tap(page, "r15b")
    tap(page, "r16b")
    expect(verdict.locator("strong")).to_have_text(words("ui.box.no"))
    assert page.locator("a[href$='/rules/bantu#BAN-31']").count() == 1
    tap(page, "r17c")
    expect(verdict.locator("strong")).to_have_text(words("ui.box.yes"))
    small = page.locator(".parts a, .may button, .may .pick label").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).filter(({ width, height }) => height > 0 && Math.min(width, height) < 44).length"
    )
    assert small == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_points_are_counted_and_a_game_is_kept_and_erased(person: Any, house: Any) -> None:
    page = person(PHONE)
    page.goto(f"{house.url}/box/boussanga#points")
    first, second = (page.locator(".card").nth(seat) for seat in (0, 1))
    fire = words("ui.box.more").replace("{what}", words("boussanga.element.fire"))
    for card, name, times in ((first, "Zoé", 2), (second, "Tom", 1)):
        card.get_by_role("textbox").fill(name)
        for _ in range(times):
            card.get_by_role("button", name=fire).click()
    expect(first.locator(".total")).to_contain_text("6")
    part(page, "things")
    part(page, "points")
    page.reload()
    expect(first.locator(".total")).to_contain_text("6")  # what was written stays
    page.get_by_role("button", name=words("ui.box.keep"), exact=True).click()
    page.reload()
    kept = page.locator("section[aria-labelledby='box-evenings'] li")
    expect(kept).to_contain_text("Zoé (6)")
    page.get_by_role("button", name=words("ui.box.erase"), exact=True).click()
    expect(kept).to_have_count(0)
    page.get_by_role("button", name=words("ui.box.put_back")).click()
    expect(kept).to_have_count(1)
