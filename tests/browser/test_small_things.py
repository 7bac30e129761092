"""What is small at a table and met all the time: Escape, Tab, greyed buttons, robots' marks, words that stand upright."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.hands import button, make_table, tap, words

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1366, "height": 768}
TABS = "list => [...list.querySelectorAll('button, a')].filter((one) => !one.disabled && one.tabIndex === 0).length"
TURNED = """() => [...document.querySelectorAll('svg.board use[data-part]')].map((one) => {
  const matrix = one.getScreenCTM();
  const angle = Math.round(Math.atan2(matrix.b, matrix.a) * 180 / Math.PI);
  return [(angle + 360) % 360, (angle + parseFloat(getComputedStyle(one).getPropertyValue('--upright')) + 720) % 360];
})"""
"""By how many degrees each part of a folded board is turned, and by how many its words are."""
HIDDEN = """() => { const centre = (one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2, box.width]; };
const tokens = [...document.querySelectorAll('.overlay .token')].map(centre);
return [...document.querySelectorAll('.marks .dot')].map(centre).filter(([x, y]) => tokens.some(([tx, ty, w]) => Math.hypot(x - tx, y - ty) < w / 2)).length; }"""


def test_escape_closes_one_thing_at_a_time(person: Any, house: Any) -> None:
    page = person(LAPTOP)
    make_table(page, house, game="bantu", options={})
    tap(page, "start.1.0")
    begun = page.locator(".thumb .round")
    expect(begun).to_be_enabled()
    button(page, "ui.rules").click()
    page.locator(".opener").press("Enter")
    expect(page.locator("#settings")).to_be_visible()
    expect(page.locator(".sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#settings")).to_have_count(0)
    expect(page.locator(".sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".sheet")).to_have_count(0)
    expect(begun).to_be_enabled()
    page.keyboard.press("Escape")
    expect(begun).to_be_disabled()


def test_lists_are_one_stop_of_the_tab_key(person: Any, house: Any) -> None:
    page = person(LAPTOP)
    make_table(page, house, game="bantu", options={})
    page.locator(".prompt.yours").wait_for()
    button(page, "ui.choices").click()
    first = page.locator(".choices ul").first
    expect(first.locator("button")).not_to_have_count(1)
    assert first.evaluate(TABS) == 1
    first.locator("button").first.focus()
    page.keyboard.press("ArrowDown")
    assert (
        first.locator("button").nth(1).evaluate("one => one === document.activeElement && one.tabIndex === 0")
    )
    page.keyboard.press("End")
    assert first.locator("button").last.evaluate("one => one === document.activeElement")
    assert first.evaluate(TABS) == 1
    make_table(page, house)
    page.goto(house.url)
    tables = page.locator("section[aria-labelledby=mine] ul")
    expect(tables.locator("a")).not_to_have_count(0)
    assert tables.evaluate(TABS) == 1


def test_a_greyed_button_says_why_and_robots_bear_a_mark(person: Any, house: Any) -> None:
    page = person(LAPTOP, has_touch=True)
    make_table(page, house, game="bantu", options={})
    page.locator(".prompt.yours").wait_for()
    why = words("ui.why.choose")
    confirm = page.locator(".thumb .wide")
    assert confirm.get_attribute("title") == confirm.get_attribute("aria-description") == why
    confirm.tap(force=True)
    expect(page.locator(".why-greyed")).to_have_text(why)
    tap(page, "start.1.0")
    tap(page, "r21a")
    expect(confirm).to_be_enabled()
    assert confirm.get_attribute("title") is None
    robots = page.locator(".seats").get_by_role("img", name=words("ui.seat.bot"))
    expect(robots).to_have_count(1)


def test_a_high_board_has_the_height_of_a_laptop(person: Any, house: Any) -> None:
    page = person(LAPTOP)
    make_table(page, house, game="bantu", options={})
    page.locator(".prompt.yours").wait_for()
    board = page.locator("svg.board").bounding_box()
    assert board["height"] > 0.94 * LAPTOP["height"]
    press = page.locator(".thumb .wide").bounding_box()
    assert press["x"] > board["x"] + board["width"]
    assert press["y"] + press["height"] <= LAPTOP["height"]
    assert page.evaluate("() => document.scrollingElement.scrollHeight <= innerHeight")


def test_the_numbers_of_the_podium_stand_upright_on_a_course_that_is_folded(person: Any, house: Any) -> None:
    page = person(LAPTOP)
    course = "C1:A C2:B:left C4:A C6:A"
    make_table(page, house, game="banjooli-cross", options={"course": course})
    page.locator("svg.board use[data-part]").first.wait_for(state="attached")
    parts = page.evaluate(TURNED)
    assert any(part != 0 for part, _words in parts), "some tiles are turned"
    assert [words for _part, words in parts] == [0] * len(parts)


def test_the_preview_of_a_card_shows_all_its_tokens(person: Any, house: Any) -> None:
    page = person(LAPTOP)
    make_table(page, house, game="boussanga", options={"mode": "competitive"})
    page.locator(".prompt.yours").wait_for()
    tap(page, "hand.0.0")
    page.locator(".overlay .token").first.wait_for(state="attached")
    expect(page.locator(".marks .dot")).not_to_have_count(0)
    assert page.evaluate(HIDDEN) == 0


DUE = {
    "game": "boussanga", "seats": 1, "options": {"mode": "cooperative"}, "phase": "put-back", "to_play": 0,
    "board": ["TEFTFEAT", "AETATATF", "TT.A.EEF", "AET.A..E", "ATEFE.T.", "F..TTETF", "EA.TAAFF", "EF.FFAFF"],
    "hands": [[".TF/FT./...", "T../T../TE.", "F../F../FT.", "FT./.TF/..."]],
    "discarded": [".T./.EA/...", "E../E../EA.", ".FA/AF./..."], "turns": [2],
    "zone": {"T": 1, "E": 4, "A": 4, "F": 2}, "due": {"E": 3, "A": 3},
}  # fmt: skip
"""Three water tokens, then three of air, have to go back to the board."""


def test_a_colour_is_named_and_drawn(person: Any, situated: Any) -> None:
    page = person(LAPTOP)
    situated.begin_with(DUE)
    alone = {"seats": 1, "options": {"mode": "cooperative"}, "chairs": [{"who": "me"}]}
    make_table(page, situated, game="boussanga", **alone)
    water = words("boussanga.element.water")
    expect(page.locator(".sentence")).to_have_text(words("boussanga.prompt.back.you", n=3, what=water))
    assert page.locator(".sentence use").get_attribute("href") == "#eau"
    expect(page.locator(".sentence .mark")).to_have_count(0)
    tap(page, "c6")
    expect(page.locator(".thumb .wide")).to_have_text(words("boussanga.choice.back", what=water, last="c6"))
