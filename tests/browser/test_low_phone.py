"""A low phone, and very large letters: what is asked, advised and chosen is whole, in sight and under the finger that meant it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.hands import button, make_table, words

pytestmark = pytest.mark.browser

LOW = {"width": 360, "height": 640}
UPRIGHT = {"width": 390, "height": 844}
BOT = {"who": "bot", "level": "random"}


def test_a_second_person_here_gets_a_name_field_above_the_button(person: Any, house: Any) -> None:
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
def test_messages_stand_below_the_edge_of_a_large_board(person: Any, house: Any) -> None:
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
