"""A phone, upright and sideways: what is taken is as large as a finger, nothing is off the screen, and the board keeps its size."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.banzai import table_of
from browser.boxes import FINGER, WIDER, box, still
from browser.hands import button, make_table, play_turn, touch, words
from browser.test_accessible import give_up
from browser.test_banzai_hand import BOT
from browser.test_photo_finish import free
from depth import deep

pytestmark = pytest.mark.browser

SIDEWAYS = {"width": 844, "height": 390}
UPRIGHT = {"width": 390, "height": 844}
SMALL = {"width": 360, "height": 640}
LAPTOP = {"width": 1366, "height": 768}


PHONES = [UPRIGHT, SMALL, SIDEWAYS]


def inside(page: Any, selector: str) -> bool:
    """Whether a thing is seen whole: nothing cuts it off."""
    return bool(
        page.locator(selector).first.evaluate(
            """async (one) => { const seen = await new Promise((go) => new IntersectionObserver(([each]) => go(each), { threshold: 0 }).observe(one));
            return seen.intersectionRatio > 0.98; }"""
        )
    )


@pytest.mark.deep
def test_a_hurried_game_ends_in_one_result_beside_the_board(person: Any, house: Any) -> None:
    page = person(SIDEWAYS, has_touch=True, is_mobile=True)
    table_of(page, house.url, [{"who": "me", "name": "Ada"}, *[BOT] * 3], time_limit=0)
    page.wait_for_selector(".card.can")
    give_up(page, "fr")
    page.locator(".won").wait_for()
    free(page, ".won")
    board, told = still(page, ".felt svg.board"), box(page, ".prompt")
    assert board["x"] + board["width"] <= told["x"] + 1
    assert page.locator(".over-board").count() == 0
    for viewport in (UPRIGHT, SMALL):
        page.set_viewport_size(viewport)
        board, felt = still(page, ".felt svg.board"), box(page, ".felt")
        assert board["height"] <= felt["height"] + 1
        again = still(page, ".thumb .wide")
        assert again["y"] + again["height"] <= viewport["height"]
        if viewport == UPRIGHT:
            again = button(page, "ui.rematch").bounding_box()
            assert again["y"] + again["height"] <= viewport["height"] - 44
    page.set_viewport_size(LAPTOP)
    still(page, ".felt svg.board")
    assert still(page, ".won")["height"] <= 80, "three winners in two lines"
    assert box(page, ".felt svg.board")["height"] >= 430


BOXES = ".boxes > li:not(.corner)"


def test_the_first_page_of_a_low_phone_shows_how_to_play(person: Any, house: Any) -> None:
    page = person(SMALL, has_touch=True, is_mobile=True)
    page.goto(house.url)
    page.wait_for_selector(".boxes .button.big")
    for viewport in (SMALL, SIDEWAYS):
        page.set_viewport_size(viewport)
        page.wait_for_function(
            "() => document.querySelector('.boxes .button.big')?.getBoundingClientRect().bottom <= innerHeight"
        )
    for each in page.locator(BOXES).all():
        name, play = each.locator("h2").bounding_box(), each.locator(".button.big").bounding_box()
        assert name["height"] > 14, "every box bears its name"
        assert 0 < play["y"] - name["y"] < 90, "where it is opened"
    for viewport in (UPRIGHT, SMALL):
        page.set_viewport_size(viewport)
        still(page, ".boxes")
        for each in page.locator(BOXES).all():
            lid, words_, ways = (each.locator(part).bounding_box() for part in (".lid", ".called", ".ways"))
            assert lid["width"] >= 0.38 * viewport["width"]
            assert abs(words_["y"] - lid["y"]) <= 60, "no gap above the box"
            assert ways["width"] >= viewport["width"] - 40
        assert page.evaluate(WIDER) <= 0


@pytest.mark.deep
def test_upright_games_continue_from_one_row(person: Any, house: Any) -> None:
    page = person(SMALL, has_touch=True, is_mobile=True)
    for _ in range(4):
        last = make_table(page, house, game="bantu", options={})
        page.locator(".prompt").wait_for()
        assert play_turn(page, house, last, 0)
    page.goto(house.url)
    nav = page.get_by_role("navigation", name=words("ui.table.resume"))
    assert nav.get_by_role("link").first.get_attribute("href") == f"/t/{last}"
    more = nav.locator("summary")
    expect(more).to_have_text(words("ui.table.resume.more", n=3))
    page.locator(".boxes .button.big").first.wait_for()
    for viewport in (UPRIGHT, SMALL):
        page.set_viewport_size(viewport)
        assert still(page, "nav:has(summary)")["height"] <= 72
        assert page.evaluate(WIDER) <= 0
    more.tap()
    expect(nav.get_by_role("link")).to_have_count(4)
    for one in nav.get_by_role("link").all():
        expect(one).to_be_visible()


CALLED = "() => [...document.querySelectorAll('.prompt .sentence .called')].map((one) => [one.textContent, getComputedStyle(one).fontFamily.includes('Counters')])"
"""The names with digits in the sentence, and whether their digits are drawn as those of counts are."""


@pytest.mark.parametrize("people", [3, deep(2)])
def test_a_phone_says_whom_to_pass_it_to_and_whose_hand_it_shows(
    person: Any, house: Any, people: int
) -> None:
    page = person(SMALL, has_touch=True, is_mobile=True)
    others = [{"who": "here", "name": name} for name in ("Léa", "Maximilienne")][: people - 1]
    chairs = [{"who": "me", "name": "Ada 2"}, *others]
    identity = make_table(page, house, game="banjooli-cross", options={}, seats=people, chairs=chairs)
    page.locator(".prompt.yours").wait_for()
    button_ = page.locator(".secrets button")
    page.wait_for_function(f"() => ({CALLED})().length > 0")
    assert page.evaluate(CALLED) == [["Ada 2", False]], "a digit of a name is no count"
    sentence = page.locator(".prompt .sentence")
    assert "Counters" in sentence.evaluate("one => getComputedStyle(one).fontFamily")
    show = words("ui.secret.show.whose", who="Ada 2")
    expect(button_.first.locator("span:visible").last).to_have_text(show)
    passed = page.locator(".prompt .hint").filter(has_text=words("ui.secret.pass", who="Léa"))
    assert page.locator(".prompt .hint").count() == 0, "it is still Ada's"
    at = [button_.nth(n).bounding_box() for n in range(people)]
    button_.first.tap()
    page.locator('[data-piece^="card.0"]').first.wait_for(state="attached")
    assert [button_.nth(n).bounding_box() for n in range(people)] == at, "nothing moves under the finger"
    secret: Any = SimpleNamespace(table=house.whole)
    while 0 in house.whole(identity).actors or house.whole(identity).awaits_chance:
        if not house.whole(identity).awaits_chance:
            assert play_turn(page, secret, identity, 0, touch)
    passed.wait_for()
    assert page.locator('[data-piece^="card."]').count() == 0, "Ada's are covered again by themselves"
    mine = page.locator(".secrets .turn")
    expect(mine).to_have_count(1)
    assert words("ui.secret.show.whose", who="Léa") in mine.inner_text()
    for viewport in PHONES:
        page.set_viewport_size(viewport)
        still(page, "svg.board")
        assert inside(page, ".prompt .hint")
        for n in range(people):
            found = button_.nth(n).bounding_box()
            assert found["height"] >= FINGER
            assert found["x"] + found["width"] <= viewport["width"]
