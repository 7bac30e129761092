"""Screens small and large, and letters twice as large: nothing is cut, nothing is pressed together, the board keeps its room."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import button, make_table, words

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1366, "height": 768}
SMALL = {"width": 360, "height": 640}
WIDE = "() => document.scrollingElement.scrollWidth - innerWidth"


def twice(page: Any) -> None:
    """Letters twice as large, as a reader's browser makes them."""
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")


LONG = "Maximilienne de la Rochefoucauld-Lianco"
CUT = "() => [...document.querySelectorAll('#settings .pick label')].filter((one) => one.scrollWidth > one.clientWidth + 1).length"
PATHS = ["/", "/history", "/new/billabong", "/rules/billabong", "/replay", "/nowhere"]


def test_pages_fit_a_long_name_and_doubled_letters(person: Any, house: Any) -> None:
    page = person(PHONE)
    make_table(page, house)
    page.request.put(house.url + "/api/me", data={"name": LONG, "lang": "fr"})
    for path in PATHS:
        page.set_viewport_size(PHONE)
        page.goto(house.url + path)
        page.locator("h1").wait_for()
        name = page.locator(".opener .who")
        name.filter(has_text="Maximilienne").wait_for()
        expect(name).to_have_attribute("title", LONG)
        for viewport in (SMALL, PHONE):
            page.set_viewport_size(viewport)
            page.wait_for_function(
                "() => document.querySelector('header .bar')?.getBoundingClientRect().height < 60"
            )
            page.wait_for_function(f"() => ({WIDE})() <= 0")
        twice(page)
        page.wait_for_function(f"() => ({WIDE})() <= 0")
        page.locator(".opener").click()
        expect(page.locator("#settings-name")).to_have_value(LONG)
        page.wait_for_function(f"() => ({CUT})() === 0 && ({WIDE})() <= 0")
        page.evaluate("() => { document.documentElement.style.fontSize = ''; }")
        page.set_viewport_size(SMALL)
        page.locator("#settings .check").last.scroll_into_view_if_needed()
        expect(page.locator("#settings")).to_be_in_viewport(ratio=1)


@pytest.mark.deep
def test_people_to_mute_are_listed_by_whole_names(person: Any, house: Any) -> None:
    ada, leo = person(LAPTOP), person(PHONE)
    leo.goto(house.url)
    leo.request.put(house.url + "/api/me", data={"name": LONG, "lang": "fr"})
    identity = make_table(ada, house, game="bantu", options={}, chairs=[{"who": "me"}, {"who": "link"}])
    leo.goto(f"{house.url}/t/{identity}")
    leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).click()
    for page in (ada, leo):
        page.locator(".prompt").wait_for()
    tab = re.compile("^" + words("ui.chat.tab"))
    leo.locator(".tabs").get_by_role("button", name=tab).click()
    leo.locator("#chat-text").fill("Bonjour")
    button(leo, "ui.chat.send").click()
    ada.locator(".tabs").get_by_role("button", name=tab).click()
    ada.locator(".mute summary").click()
    chip = ada.locator(".mute button")
    expect(chip).to_have_attribute("title", re.compile("Maximilienne"))
    expect(chip).to_be_in_viewport(ratio=1)
    chip.click(trial=True, timeout=5000)
    assert ada.locator(".side .panel").evaluate("each => each.scrollWidth <= each.clientWidth")


@pytest.mark.deep
def test_the_settings_scroll_in_themselves(person: Any, house: Any) -> None:
    page = person(LAPTOP)
    make_table(page, house)
    page.locator(".prompt.yours").wait_for()
    page.get_by_role("button", name=re.compile(words("ui.settings"))).click()
    page.locator("#settings #settings-name").wait_for()
    page.locator("#settings .check").last.scroll_into_view_if_needed()
    assert page.evaluate("() => document.scrollingElement.scrollTop") == 0
    assert page.evaluate("() => document.scrollingElement.scrollHeight <= innerHeight")
    found = page.locator("#settings").bounding_box()
    assert found["y"] + found["height"] <= LAPTOP["height"]


COVERED = """() => [...document.querySelectorAll('.chat :is(input, button)')].filter((one) => {
  const box = one.getBoundingClientRect();
  const panel = one.closest('.panel').getBoundingClientRect();
  const y = box.y + box.height / 2;
  if (y < panel.top || y > panel.bottom) return false;
  const top = document.elementFromPoint(box.x + box.width / 2, y);
  return !(one.contains(top) || top?.contains(one));
}).length"""
"""How many things to press in the chat lie under something else."""


@pytest.mark.deep
@pytest.mark.parametrize("game", ["billabong", "bantu"])
@pytest.mark.parametrize("viewport", [LAPTOP, SMALL], ids=["1366x768", "360x640"])
def test_nothing_covers_the_chat_and_it_is_read_out_once(
    person: Any, house: Any, viewport: dict[str, int], game: str
) -> None:
    ada, leo = person(viewport), person(viewport)
    make_table(ada, house, game=game, options={}, chairs=[{"who": "me"}, {"who": "link"}])
    leo.goto(ada.locator("#lobby-link").input_value())
    leo.locator("#lobby-name").fill("Léo")
    leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).click()
    for page in (ada, leo):
        page.locator(".prompt").wait_for()
    tab = re.compile("^" + words("ui.chat.tab"))
    leo.locator(".tabs").get_by_role("button", name=tab).click()
    leo.locator("#chat-text").fill("Bonjour à tous")
    button(leo, "ui.chat.send").click()
    told = ada.locator(".together .news p").filter(has_text="Bonjour")
    told.wait_for()
    ada.locator(".tabs").get_by_role("button", name=tab).click()
    ada.locator(".chat .lines").filter(has_text="Bonjour").wait_for()
    expect(told).to_have_count(0)
    if viewport == SMALL:
        button(leo, "ui.moves").click()
    button(leo, "ui.resign").click()
    button(leo, "ui.end.propose").click()
    ada.locator(".consent").wait_for()
    assert ada.evaluate(COVERED) == 0
    tools = ada.locator(".side .tools").bounding_box()
    panel = ada.locator(".side .panel").bounding_box()
    if viewport == SMALL or game == "bantu":
        assert tools is None, "what people say has their room"
    else:
        beneath = panel["y"] + panel["height"] <= tools["y"] + 1
        above = tools["y"] + tools["height"] <= panel["y"] + 1
        assert beneath or above
    field = ada.locator("#chat-text")
    field.scroll_into_view_if_needed()
    field.click(timeout=5000)
    button(ada, "ui.emote.hello").first.click(trial=True, timeout=5000)
