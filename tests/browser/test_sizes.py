"""Screens small and large, and letters twice as large: nothing is cut, nothing is pressed together, the board keeps its room."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import button, make_table, play_turn, words
from browser.test_accessible import give_up

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1366, "height": 768}
SMALL = {"width": 360, "height": 640}
SIDEWAYS = {"width": 844, "height": 390}
FOUR: dict[str, Any] = {
    "game": "bantu",
    "seats": 4,
    "options": {},
    "chairs": [{"who": "me"}, *[{"who": "bot", "level": "greedy"}] * 3],
}
WIDE = "() => document.scrollingElement.scrollWidth - innerWidth"
LETTERS = """() => [...document.querySelectorAll('svg.board text:not(.sign)')].filter((one) => /^([a-z]|[0-9]+)$/.test(one.textContent))
.map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"""
"""How large the names at the rim of a board are, px."""
BROKEN = """() => [...document.querySelectorAll('ol.ranking .name')].filter((name) => {
  const robot = name.querySelector('svg')?.getBoundingClientRect();
  const box = name.getBoundingClientRect();
  return box.height > 1.9 * parseFloat(getComputedStyle(name).fontSize) || (robot && robot.right > box.right);
}).length"""
"""How many names of a ranking take more than a line."""


def twice(page: Any) -> None:
    """Letters twice as large, as a reader's browser makes them."""
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")


@pytest.mark.parametrize(
    "path", ["/", "/history", "/new/billabong", "/rules/billabong", "/replay", "/nowhere"]
)
def test_pages_with_letters_twice_as_large_are_no_wider_than_a_phone(
    person: Any, house: Any, path: str
) -> None:
    page = person(PHONE)
    make_table(page, house)
    page.goto(house.url + path)
    page.locator("h1").wait_for()
    twice(page)
    page.wait_for_function(f"() => ({WIDE})() <= 0")
    page.get_by_role("button", name=re.compile(words("ui.settings"))).click()
    page.locator("#settings").wait_for()
    cut = "() => [...document.querySelectorAll('#settings .pick label')].filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    page.wait_for_function(f"() => ({cut})() === 0 && ({WIDE})() <= 0")


@pytest.mark.parametrize("viewport", [PHONE, SIDEWAYS], ids=["390x844", "844x390"])
def test_a_table_with_letters_twice_as_large_keeps_its_board(
    person: Any, house: Any, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True)
    for wanted in ({}, FOUR, {"game": "boussanga", "options": {}}):
        make_table(page, house, **wanted)
        page.locator(".prompt.yours").wait_for()
        twice(page)
        page.wait_for_function(
            "() => document.querySelector('svg.board')?.getBoundingClientRect().width > 280"
        )
        assert page.evaluate(WIDE) <= 0
        big = page.locator(".thumb .wide")
        big.scroll_into_view_if_needed()
        expect(big).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("viewport", [PHONE, SMALL, SIDEWAYS], ids=["390x844", "360x640", "844x390"])
def test_the_end_is_read_and_gone_on_from_without_scrolling(
    person: Any, house: Any, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True)
    identity = make_table(page, house)
    page.locator(".prompt.yours").wait_for()
    assert play_turn(page, house, identity, 0)
    give_up(page, "fr")
    page.locator(".won").wait_for()
    assert page.evaluate(BROKEN) == 0, "a robot's sign beside its name, each name in a line"
    for key in ("ui.rematch", "ui.replay.open"):
        found = page.locator(".thumb").locator("a, button").filter(has_text=words(key))
        expect(found).to_be_in_viewport(ratio=1)


def test_four_at_a_laptop_leave_room_for_the_moves(person: Any, house: Any) -> None:
    page = person(LAPTOP)
    identity = make_table(page, house, **FOUR)
    for _ in range(3):
        assert play_turn(page, house, identity, 0)
    page.wait_for_function(
        "() => document.querySelector('.moves > ol')?.getBoundingClientRect().height >= 80"
    )
    side = page.locator(".side").bounding_box()
    foot = page.locator(".foot").bounding_box()
    assert side["y"] + side["height"] <= foot["y"] + 1
    slider = page.locator(".side input[type=range]").bounding_box()
    undo = button(page, "ui.undo").bounding_box()
    assert slider["y"] + slider["height"] <= undo["y"] + 1


def test_on_a_low_phone_many_seats_leave_the_board_its_room(person: Any, house: Any) -> None:
    page = person(SMALL, has_touch=True)
    make_table(page, house, **FOUR)
    page.locator(".prompt.yours").wait_for()
    page.wait_for_function("() => document.querySelector('svg.board')?.getBoundingClientRect().height >= 245")


def test_sideways_with_many_seats_the_goal_is_a_line_above_the_foot(person: Any, house: Any) -> None:
    page = person(SIDEWAYS, has_touch=True)
    make_table(page, house, **FOUR)
    page.locator(".prompt.yours").wait_for()
    goal, foot = page.locator(".strip .goal").bounding_box(), page.locator(".foot").bounding_box()
    assert goal["y"] + goal["height"] <= foot["y"] + 1


@pytest.mark.parametrize("viewport", [PHONE, SMALL, SIDEWAYS], ids=["390x844", "360x640", "844x390"])
def test_of_three_at_a_phone_whose_turn_it_is_is_told_whole(
    person: Any, house: Any, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True)
    bots = [{"who": "bot", "level": "greedy"}] * 2
    make_table(page, house, game="banjooli-cross", seats=3, options={}, chairs=[{"who": "me"}, *bots])
    page.locator(".prompt.yours").wait_for()
    seat, turn = page.locator(".seats li.acts").bounding_box(), page.locator(".seats .word").bounding_box()
    assert turn["x"] + turn["width"] <= seat["x"] + seat["width"]


def test_the_names_at_the_rim_are_large_enough_to_be_read_on_a_phone(person: Any, house: Any) -> None:
    page = person(PHONE)
    for game, least in (("billabong", 9), ("boussanga", 11)):
        make_table(page, house, game=game, options={})
        page.wait_for_function(f"() => ({LETTERS})().length >= 16")
        assert min(page.evaluate(LETTERS)) >= least, game


def test_what_was_dealt_is_told_in_words(person: Any, house: Any) -> None:
    page = person(PHONE)
    make_table(page, house, game="boussanga", options={"mode": "competitive"})
    button(page, "ui.first_game.offer.hide").click()
    expect(page.locator(".recent")).to_have_text(
        re.compile(words("boussanga.event.dealt.many"), re.IGNORECASE)
    )


GAMES = ["billabong", "bantu", "banjooli-cross", "boussanga"]
LONG = "Maximilienne de la Rochefoucauld-Lianco"


@pytest.mark.parametrize(
    "viewport",
    [LAPTOP, {"width": 1920, "height": 1080}, SIDEWAYS],
    ids=["1366x768", "1920x1080", "844x390"],
)
@pytest.mark.parametrize("game", GAMES)
def test_a_long_name_makes_no_table_wider_than_its_screen(
    person: Any, house: Any, game: str, viewport: dict[str, int]
) -> None:
    page = person(viewport)
    identity = make_table(page, house, game=game, options={})
    page.request.put(house.url + "/api/me", data={"name": LONG, "lang": "fr"})
    page.reload()
    watcher = person(viewport)
    watcher.goto(house.url)
    watcher.request.put(house.url + "/api/me", data={"name": LONG, "lang": "fr"})
    watcher.goto(f"{house.url}/t/{identity}")
    for one in (page, watcher):
        one.locator(".prompt").wait_for()
        one.locator(".opener .who").filter(has_text="Maximilienne").wait_for()
        one.wait_for_function(f"() => ({WIDE})() <= 0")
        expect(one.locator(".top .opener")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("viewport", [PHONE, SMALL], ids=["390x844", "360x640"])
def test_a_long_name_leaves_the_top_of_a_page_one_row(
    person: Any, house: Any, viewport: dict[str, int]
) -> None:
    page = person(viewport)
    with page.expect_response("**/api/me"):
        page.goto(house.url)
    page.request.put(house.url + "/api/me", data={"name": LONG, "lang": "fr"})
    for path in ("/", "/history", "/replay", "/rules/bantu", "/new/billabong"):
        page.goto(house.url + path)
        name = page.locator(".opener .who")
        name.filter(has_text="Maximilienne").wait_for()
        expect(name).to_have_attribute("title", LONG)
        page.wait_for_function(
            "() => document.querySelector('header .bar')?.getBoundingClientRect().height < 60"
        )
        page.wait_for_function(f"() => ({WIDE})() <= 0")
        page.locator(".opener").click()
        expect(page.locator("#settings-name")).to_have_value(LONG)
        page.locator("#settings .check").last.scroll_into_view_if_needed()
        expect(page.locator("#settings")).to_be_in_viewport(ratio=1)


def test_whose_messages_are_hidden_is_chosen_by_whole_names(person: Any, house: Any) -> None:
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


def test_a_refusal_moves_nothing_beside_a_tall_board(person: Any, house: Any) -> None:
    page = person(LAPTOP)
    identity = make_table(page, house, game="bantu", options={})
    for _ in range(3):
        assert play_turn(page, house, identity, 0)
    page.locator(".prompt.yours").wait_for()
    room = "() => document.querySelector('.moves > ol')?.getBoundingClientRect().height >= 110"
    page.wait_for_function(room)
    watched = (".side .tabs", ".side input[type=range]", ".side .tools", ".thumb .wide")
    before = [page.locator(one).bounding_box() for one in watched]
    page.locator(".board .spot:not(.can)").first.click()
    page.locator(".prompt .reason").wait_for()
    assert [page.locator(one).bounding_box() for one in watched] == before


COVERED = """() => [...document.querySelectorAll('.chat :is(input, button)')].filter((one) => {
  const box = one.getBoundingClientRect();
  const panel = one.closest('.panel').getBoundingClientRect();
  const y = box.y + box.height / 2;
  if (y < panel.top || y > panel.bottom) return false;
  const top = document.elementFromPoint(box.x + box.width / 2, y);
  return !(one.contains(top) || top?.contains(one));
}).length"""
"""How many things to press in the chat lie under something else."""


@pytest.mark.parametrize("game", ["billabong", "bantu"])
@pytest.mark.parametrize("viewport", [LAPTOP, SMALL], ids=["1366x768", "360x640"])
def test_nothing_lies_over_the_chat_and_what_is_read_there_is_told_once(
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
