"""A low phone, and very large letters: what is asked, advised and chosen is whole, in sight and under the finger that meant it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.hands import arrow, button, make_table, words
from browser.test_phones import still
from browser.test_two_people import together
from depth import deep

pytestmark = pytest.mark.browser

LOW = {"width": 360, "height": 640}
UPRIGHT = {"width": 390, "height": 844}
SIDEWAYS = {"width": 844, "height": 390}
BOT = {"who": "bot", "level": "random"}
LARGER = "localStorage.setItem('ludotheque.letters', '\"larger\"')"
CUT = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"


@pytest.mark.deep
@pytest.mark.parametrize("language", ["fr", deep("en")])
def test_two_long_names_fit_the_buttons_of_one_phone(person: Any, house: Any, language: str) -> None:
    page = person(LOW, has_touch=True, is_mobile=True)
    chairs = [{"who": "me", "name": "Maximilienne"}, {"who": "here", "name": "Bartholomeus"}]
    make_table(page, house, game="banjooli-cross", options={}, chairs=chairs)
    if language != "fr":
        page.evaluate("language => localStorage.setItem('ludotheque.lang', language)", language)
        page.reload()
    page.locator(".prompt.yours").wait_for()
    expect(page.locator("html")).to_have_attribute("lang", language)
    shows = page.locator(".secrets button")
    for viewport in (LOW, SIDEWAYS):
        page.set_viewport_size(viewport)
        still(page, "svg.board")
        expect(shows).to_have_count(2)
        for each in shows.all():
            found = each.bounding_box()
            assert found["x"] + found["width"] <= viewport["width"]
            assert found["height"] >= 44
        assert page.locator(".secrets .either > span").evaluate_all(CUT) == []


def test_somebody_more_at_this_screen_has_a_name_and_its_field_is_above_the_button(
    person: Any, house: Any
) -> None:
    page = person(LOW, has_touch=True, is_mobile=True)
    page.goto(house.url + "/new/bantu")
    page.get_by_label(words("ui.seat", n=2), exact=True).select_option("here")
    field = page.get_by_label(words("ui.who.here.name", n=2))
    expect(field).not_to_have_value("")
    page.evaluate("scrollTo(0, 0)")
    field.focus()
    seen, bar = field.bounding_box(), page.locator(".go").bounding_box()
    assert seen["y"] + seen["height"] <= bar["y"]
    field.fill("")
    button(page, "ui.new.open").tap()
    page.wait_for_url("**/t/*")


def test_advice_is_whole_and_what_follows_a_choice_comes_into_sight(person: Any, house: Any) -> None:
    page = person(LOW, has_touch=True, is_mobile=True)
    make_table(page, house, game="bantu", options={}, chairs=[{"who": "me"}, BOT])
    page.locator(".prompt.yours").wait_for()
    page.get_by_role("button", name=words("ui.advice.ask"), exact=True).tap()
    page.locator(".advised").wait_for()
    assert page.locator(".say").evaluate("one => one.scrollHeight - one.clientHeight") <= 1
    arrow(page, "ui.back").tap()
    page.locator(".tabs").get_by_role("button", name=words("ui.choices"), exact=True).tap()
    page.locator(".choices li button").nth(1).tap()
    expect(page.locator("#choices-then + ul button").first).to_be_in_viewport(ratio=1)


@pytest.mark.deep
def test_advice_for_a_card_is_whole(person: Any, house: Any) -> None:
    page = person(LOW, has_touch=True, is_mobile=True)
    for _ in range(6):  # a bot that is in a hurry tells no chance
        make_table(page, house, game="boussanga", options={}, chairs=[{"who": "me"}, BOT])
        page.locator(".prompt.yours").wait_for()
        page.get_by_role("button", name=words("ui.advice.ask"), exact=True).tap()
        page.locator(".advised").wait_for()
        if page.locator(".advised .because").count():
            break
    chance = words("ui.advice.better", n=46, other=44)  # the longest that is told
    page.locator(".advised .because").evaluate("(one, chance) => (one.textContent = chance)", chance)
    for viewport in (LOW, UPRIGHT):
        page.set_viewport_size(viewport)
        still(page, "svg.board")
        assert page.locator(".say").evaluate("one => one.scrollHeight - one.clientHeight") <= 1


@pytest.mark.deep
def test_what_if_shows_its_seats(person: Any, house: Any) -> None:
    page = person(UPRIGHT, has_touch=True, is_mobile=True)
    identity = make_table(page, house, game="bantu", options={}, chairs=[BOT] * 2)
    page.locator(".won").wait_for()
    page.goto(f"{house.url}/replay/{identity}")
    page.get_by_role("button", name=words("ui.replay.panel.what_if"), exact=True).tap()
    page.locator("input[type=range]").focus()
    page.keyboard.press("Home")
    seat = page.locator(".panel .pick label").first
    seat.wait_for()
    last = page.locator(".panel .last").bounding_box()
    assert seat.bounding_box()["height"] >= 44
    assert seat.bounding_box()["y"] + seat.bounding_box()["height"] <= last["y"] + 1


@pytest.mark.deep
def test_the_offer_of_a_first_game_is_whole_with_very_large_letters(person: Any, house: Any) -> None:
    page = person({"width": 1366, "height": 768})
    page.add_init_script(LARGER)
    make_table(page, house, game="bantu", options={}, chairs=[{"who": "me"}, BOT])
    offer = page.locator(".offer .button")
    expect(offer).to_be_in_viewport(ratio=1)
    beneath = page.locator(".foot").bounding_box()["y"]
    assert offer.bounding_box()["y"] + offer.bounding_box()["height"] <= beneath


@pytest.mark.deep
@pytest.mark.parametrize("game", ["bantu", "billabong"])
def test_while_another_moves_the_goal_is_told_where_it_has_no_other_place(
    person: Any, house: Any, game: str
) -> None:
    ada, leo, _ = together(person, house, game=game, options={}, first=0)
    leo.set_viewport_size(LOW)
    ada.locator(".prompt.yours").wait_for()
    expect(leo.locator(".prompt .hint")).to_have_text(words(f"{game}.goal"))
    assert leo.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    leo.set_viewport_size(UPRIGHT)
    expect(leo.locator(".prompt .hint")).to_have_text(words("ui.prompt.meanwhile"))
    expect(leo.locator(".seats .goal").first).to_have_text(words(f"{game}.goal"))


@pytest.mark.deep
def test_what_is_told_stands_below_the_edge_of_a_large_board(person: Any, house: Any) -> None:
    page = person(LOW, has_touch=True, is_mobile=True)
    make_table(page, house, options={}, seats=4, first=1, chairs=[{"who": "me"}, BOT, BOT, BOT])
    page.locator(".board .tray").wait_for(state="attached")
    told = page.locator(".recent li span").first
    button(page, "ui.setup.rest").tap()
    expect(told).to_be_visible(timeout=20_000)
    board = page.evaluate("""() => {
      const board = document.querySelector('svg.board'), matrix = board.getScreenCTM(), view = board.viewBox.baseVal;
      return matrix.f + matrix.d * (view.y + view.height);
    }""")
    letters = told.evaluate(
        """one => {
          const range = document.createRange();
          range.selectNodeContents(one);
          const { top, height } = range.getBoundingClientRect();
          return top + height / 4;
        }"""
    )
    assert letters >= board - 4, "nothing is written on the edge"
