"""At a desk, with a mouse and a keyboard: what one plays with stays in sight, Enter does the move that is ready, and one page begins a game."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.boxes import still
from browser.hands import button, make_table, tap, wait_for_moves, words
from browser.house import House
from browser.test_together import give_up

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1366, "height": 768}
SCREEN = {"width": 1920, "height": 1080}
BANZAI = {"game": "banzai", "seats": 3, "options": {}, "chairs": [{"who": "me"}, *[{"who": "bot", "level": "easy"}] * 2]}  # fmt: skip


@pytest.mark.deep
def test_a_question_leaves_the_pieces_in_play_visible(person: Any, house: House) -> None:
    ada, leo = person(LAPTOP), person(LAPTOP)
    pair = [{"who": "me"}, {"who": "link"}]
    identity = make_table(ada, house, game="bantu", options={}, chairs=pair)
    leo.goto(f"{house.url}/t/{identity}")
    leo.locator("#lobby-name").fill("Léo")
    leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).click()
    ada.locator(".prompt.yours").wait_for()
    give_up(ada)
    button(ada, "ui.end.propose").click()
    for page in (ada, leo):
        page.locator(".consent").wait_for()
        question = page.locator(".consent").bounding_box()
        bar = page.locator(".thumb .wide").bounding_box()
        foot = page.locator(".foot").bounding_box()
        assert question["y"] + question["height"] <= foot["y"] + 1
        assert bar["y"] + bar["height"] <= LAPTOP["height"]


def test_enter_does_the_move_that_is_ready(person: Any, house: House) -> None:
    page = person(LAPTOP)
    make_table(page, house, game="bantu", options={}, chairs=[{"who": "me"}, {"who": "here", "name": "Léo"}])
    page.locator(".prompt.yours").wait_for()
    big = page.locator(".thumb .wide")
    expect(big.locator("kbd")).to_be_visible()
    tap(page, "start.3.0")
    tap(page, "r7b")
    expect(big).to_be_enabled()
    page.get_by_role("button", name=words("ui.choices"), exact=True).press("Enter")
    expect(page.locator(".choices")).to_be_visible()
    expect(big).to_be_enabled()
    button(page, "ui.moves").click()
    page.evaluate("() => document.activeElement?.blur()")
    page.keyboard.press("Enter")
    wait_for_moves(page, 1)
    page.locator(".prompt.yours").filter(has_text="Léo").wait_for()
    tap(page, "start.3.1")
    tap(page, "r7a")
    expect(big).to_be_enabled()
    page.locator('[data-spot="start.3.1"]').focus()
    page.keyboard.press("Enter")
    wait_for_moves(page, 2)


def test_the_column_of_a_race_fits_its_lines_and_buttons(person: Any, house: House) -> None:
    page = person(SCREEN)
    make_table(page, house, **BANZAI)
    row = page.locator("ul.seats > li").first
    row.wait_for()
    still(page, "ul.seats")
    name, line = row.locator(".name").bounding_box(), row.locator(".lines").bounding_box()
    assert line["y"] >= name["y"] + name["height"] - 1
    assert line["width"] > 150
    # As many buttons as there are once a race was run.
    bar = page.locator(".top .bar")
    for _ in range(4 - bar.locator("> *").count()):
        bar.evaluate("bar => bar.prepend(bar.querySelector('button').cloneNode(true))")
    edge, profile = page.locator(".top").bounding_box(), page.locator(".top .opener").bounding_box()
    assert profile["x"] + profile["width"] <= edge["x"] + edge["width"]


@pytest.mark.deep
def test_the_replay_of_a_race_begins_at_0(person: Any, house: House) -> None:
    page = person(SCREEN)
    identity = make_table(page, house, **BANZAI)
    page.wait_for_function("() => document.querySelectorAll('.moves li').length > 1")
    page.goto(f"{house.url}/replay/{identity}")
    button(page, "ui.replay.panel.moves").wait_for()
    expect(button(page, "ui.replay.panel.share")).to_be_visible()
    for panel in ("chances", "what_if"):
        expect(button(page, f"ui.replay.panel.{panel}")).to_have_count(0)
    slider = page.get_by_role("slider", name=words("ui.past.slider"))
    assert slider.input_value() == slider.get_attribute("min")
    expect(page.locator(".bar .at")).to_have_text(
        f"0/{int(slider.get_attribute('max')) - int(slider.get_attribute('min'))}"
    )


@pytest.mark.deep
def test_the_boxes_of_a_row_offer_play_at_one_height(person: Any, house: House) -> None:
    page = person(LAPTOP, locale="en-GB")
    page.goto(house.url)
    page.locator(".boxes .ways").nth(2).wait_for()
    page.wait_for_function(
        """() => {
          const tops = [...document.querySelectorAll('.boxes .ways')].slice(0, 3).map((one) => one.getBoundingClientRect().y);
          return document.fonts.status === 'loaded' && tops.length === 3 && Math.max(...tops) - Math.min(...tops) < 1;
        }"""
    )
    height = page.locator(".boxes .tagline").first.evaluate("one => one.getBoundingClientRect().height")
    assert height < 120


@pytest.mark.deep
def test_the_number_of_a_heap_has_its_own_background(look: Any) -> None:
    page = look(LAPTOP)
    text = page.locator("svg.board text").filter(has_text="×5").first
    text.wait_for()
    assert text.evaluate("""text => { const ground = text.previousElementSibling?.getBBox(), box = text.getBBox();
      return ground && ground.x <= box.x && ground.x + ground.width >= box.x + box.width; }""")


def test_the_settings_show_that_there_is_more_below(look: Any) -> None:
    page = look({"width": 1366, "height": 560})
    page.locator(".opener").click()
    panel = page.locator("#settings")
    panel.wait_for()
    assert panel.evaluate("one => one.scrollHeight > one.clientHeight")
    attached = panel.evaluate("one => getComputedStyle(one).backgroundAttachment")
    assert attached.startswith("local, local, scroll, scroll"), (
        "what is scrolled covers the shade at its end alone"
    )
    page.keyboard.press("Escape")
