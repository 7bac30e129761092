"""Beside the real box, on a phone held upright: set up, ask the rules, count points, and write the game down."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import button, words

pytestmark = pytest.mark.browser

HOUSEHOLD = '[{"name": "Zoé", "once": [], "colour": "red", "piece": "", "child": false}]'


def part(page: Any, name: str) -> None:
    """Open a part of the page by its button at the thumb."""
    page.get_by_role("link", name=words(f"ui.box.part.{name}"), exact=True).click()


def tap(page: Any, place: str) -> None:
    page.locator(f".felt [data-spot='{place}']").first.dispatch_event("click")


def test_a_board_is_set_as_on_the_table_and_the_rules_answer(person: Any, house: Any) -> None:
    page = person(PHONE)
    page.goto(house.url)
    page.get_by_role("link", name=f"{words('ui.box.open')}, Bantu").click()
    page.locator("main .pick label").filter(has_text="3").click()
    page.locator(".picture img").wait_for()
    page.wait_for_function("() => document.querySelector('.picture img').naturalWidth > 40")
    part(page, "may")
    mode = page.locator(".may .pick label")
    mode.filter(has_text=words("ui.box.mode.set")).click()
    tap(page, "start.3.0")
    tap(page, "r15b")
    part(page, "things")
    part(page, "may")
    page.reload()
    mode.filter(has_text=words("ui.box.mode.set")).click()
    undo = page.get_by_role("button", name=words("ui.box.undo"), exact=True)
    undo.click()  # what was done before the page was left
    expect(undo).to_be_disabled()
    tap(page, "start.3.0")
    tap(page, "r15b")
    expect(undo).to_be_enabled()
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
    page.add_init_script(f"localStorage['ludotheque.household'] ??= JSON.stringify({HOUSEHOLD})")
    page.goto(f"{house.url}/box/boussanga#points")
    first, second = (page.locator(".card").nth(seat) for seat in (0, 1))
    fire = words("ui.box.more").replace("{what}", words("boussanga.element.fire"))
    page.get_by_role("group", name=words("ui.box.who")).get_by_role("button", name="Zoé").click()
    second.get_by_role("textbox").fill("Tom")
    for card, times in ((first, 2), (second, 1)):
        for _ in range(times):
            card.get_by_role("button", name=fire).click()
    expect(first.locator(".total")).to_contain_text("6")
    part(page, "things")
    part(page, "points")
    page.reload()
    expect(first.locator(".total")).to_contain_text("6")  # what was written stays
    expect(page.locator(".ahead")).to_contain_text("Zoé")  # and not only by a border
    page.context.set_offline(True)
    expect(page.get_by_text(words("ui.box.offline"))).to_be_visible()
    first.get_by_role("button", name=fire).click()
    expect(page.get_by_text(words("ui.box.unreachable"))).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text(words("ui.box.offline"))).to_have_count(0)
    expect(first.locator(".total")).to_contain_text("9")  # what was written meanwhile is counted
    first.get_by_role(
        "button", name=words("ui.box.less").replace("{what}", words("boussanga.element.fire"))
    ).click()
    expect(first.locator(".total")).to_contain_text("6")
    page.get_by_role("button", name=words("ui.box.keep"), exact=True).click()
    page.reload()
    kept = page.locator("section[aria-labelledby='box-evenings'] li")
    expect(kept).to_contain_text("Zoé (6)")
    page.get_by_role("button", name=words("ui.box.erase"), exact=True).click()
    expect(kept).to_have_count(0)
    page.get_by_role("button", name=words("ui.box.put_back")).click()
    expect(kept).to_have_count(1)


def test_a_second_jade_is_named_where_it_stands(person: Any, house: Any) -> None:
    page = person(PHONE)
    page.goto(f"{house.url}/box/banjooli-cross#setup")
    page.locator(".pick label", has_text=words("banjooli-cross.box.way.berries")).click()
    part(page, "points")
    table, first, second = (page.locator(".card").nth(number) for number in range(3))
    for card in (table, first):
        card.locator(".choices button").first.click()
    for card in (first, second):
        card.locator(".yes").click()
    expect(second.get_by_role("alert")).to_contain_text(words("banjooli-cross.box.one_jade"))
    expect(second.locator(".yes")).to_have_attribute("aria-pressed", "true")
    expect(first.locator(".total")).to_contain_text("7")


def test_dice_are_rolled_again_once(person: Any, house: Any) -> None:
    page = person(PHONE)
    page.goto(f"{house.url}/box/banjooli-cross#time")
    for word in ("roll", "roll_again", "roll_next", "roll_again"):
        page.get_by_role("button", name=words(f"ui.box.{word}"), exact=True).click()
    expect(page.get_by_role("button", name=words("ui.box.roll_again"))).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name=words("ui.box.roll_next"))).to_be_visible()


def test_whom_the_lot_chose_is_first_and_plays_in_the_colour_of_home(person: Any, house: Any) -> None:
    page = person(PHONE)
    page.goto(f"{house.url}/box/billabong")
    home = [{"name": "Inès", "once": [], "colour": "green", "piece": "", "child": True}]
    around = {"billabong": {"seats": 3, "way": 0, "names": ["Ada", "Inès", "Tom"]}}
    for name, kept in (("household", home), ("around-the-box", around)):
        page.evaluate("([k, v]) => localStorage.setItem('ludotheque.' + k, JSON.stringify(v))", [name, kept])
    page.reload()
    page.evaluate("() => { crypto.getRandomValues = (all) => { all[0] = 1; return all; }; }")
    button(page, "ui.box.draw").click()
    part(page, "may")
    expect(page.locator("#box-said")).to_contain_text("Inès")
    expect(page.locator(".may li", has_text="Inès").get_by_role("img")).to_have_text("▲")
