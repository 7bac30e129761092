"""Beside the board: nothing moves when an offer goes or the chat opens, names are whole, and the board waits for its drawings."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.hands import button, confirm, make_table, play_turn, wait_for_moves, words
from browser.test_two_people import together

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1366, "height": 768}
SIZES = [(360, 640), (390, 844), (844, 390), (1366, 768)]
WHOLE = """one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 1"""


def top_of_tabs(page: Any) -> float:
    """Where the tabs of the column stand."""
    return float(page.locator(".side .tabs").bounding_box()["y"])


def test_the_tabs_stay_when_the_offer_goes_and_when_one_talks(person: Any, house: Any) -> None:
    page = person(LAPTOP)
    make_table(page, house, game="banjooli-cross", options={})
    page.locator(".side .offer").wait_for()
    before = top_of_tabs(page)
    confirm(page)
    expect(page.locator(".offer")).to_have_count(0)
    assert top_of_tabs(page) == before
    button(page, "ui.chat.tab").click()
    page.locator(".chat").wait_for()
    assert top_of_tabs(page) == before


def test_no_guided_game_is_offered_while_a_clock_runs(person: Any, house: Any) -> None:
    page = person(LAPTOP)
    for clock, offers in (({"per": "game", "seconds": 600, "increment": 5}, 0), (None, 1)):
        make_table(page, house, game="banjooli-cross", options={}, clock=clock)
        page.locator(".prompt.yours").wait_for()
        page.locator(".moves li, .moves .hint").first.wait_for()
        expect(page.locator(".offer")).to_have_count(offers)


@pytest.mark.parametrize("game", ["bantu", "banjooli-cross"])
def test_the_tabs_stay_when_somebody_says_something(person: Any, house: Any, game: str) -> None:
    ada, leo, _ = together(person, house, game=game, options={})
    ada.set_viewport_size(LAPTOP)
    ada.locator(".side .offer").wait_for()
    before = top_of_tabs(ada)
    leo.locator(".tabs").get_by_role("button", name=words("ui.chat.tab")).tap()
    leo.locator(".emotes").get_by_role("button", name=words("ui.emote.haha")).tap()
    ada.locator(".together .news").get_by_text(words("ui.emote.haha")).wait_for()
    assert top_of_tabs(ada) == before


def test_the_list_beside_a_high_board_on_a_low_laptop_shows_five_turns(person: Any, house: Any) -> None:
    page = person(LAPTOP)
    here = [{"who": "me"}, {"who": "here", "name": "Léo"}]
    identity = make_table(page, house, game="bantu", options={}, chairs=here)
    for seat in (0, 1, 0, 1, 0, 1):
        assert play_turn(page, house, identity, seat)
    wait_for_moves(page, 6)
    lines = page.locator(".moves ol")
    line = lines.locator("li").last.bounding_box()
    assert lines.bounding_box()["height"] >= 5 * line["height"]


def test_who_comes_to_watch_moves_nothing(person: Any, house: Any) -> None:
    page, other = person(LAPTOP), person(LAPTOP)
    identity = make_table(page, house, game="banjooli-cross", options={})
    page.locator(".offer").wait_for()
    before = top_of_tabs(page)
    other.goto(f"{house.url}/t/{identity}")
    page.locator(".watched").filter(has_text="1").wait_for()
    assert top_of_tabs(page) == before


@pytest.mark.parametrize("name", ["Mamie", "Dauphin aimable", "Hérisson tranquille"])
def test_a_name_is_whole_at_a_table(person: Any, house: Any, name: str) -> None:
    page = person(LAPTOP)
    make_table(page, house, game="banjooli-cross", options={})
    page.request.put(house.url + "/api/me", data={"name": name, "lang": "fr"})
    page.reload()
    chip = page.locator(".top .opener .who").filter(has_text=name)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(chip).to_be_visible()
        assert chip.evaluate(WHOLE), f"{name} at {width} × {height}"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_board_waits_for_its_drawings(person: Any, house: Any) -> None:
    page = person(LAPTOP)
    held: list[Any] = []
    page.route("**/art/billabong/board/**", lambda route: held.append(route))
    make_table(page, house)
    board = page.locator("svg.board[aria-busy=true]")
    board.wait_for()
    expect(board.locator(".spots")).not_to_be_visible()
    page.wait_for_function("document.querySelector('.prompt')")
    for route in held:
        route.continue_()
    page.locator("svg.board[aria-busy=false]").wait_for()
    page.locator("svg.board .spot").first.wait_for()


def test_a_board_whose_drawings_do_not_come_is_played_without_them(person: Any, house: Any) -> None:
    page = person(LAPTOP)
    held: list[Any] = []
    page.route("**/art/billabong/board/**", lambda route: held.append(route))
    make_table(page, house)
    page.locator("svg.board[aria-busy=false]").wait_for()
    page.locator("svg.board .cell").first.wait_for()


def test_a_phone_held_sideways_says_for_whom_the_guided_game_is(person: Any, house: Any) -> None:
    page = person({"width": 844, "height": 390})
    make_table(page, house, game="bantu", options={})
    expect(page.locator(".offer")).to_contain_text(words("ui.first_game.offer.brief"))
    expect(page.locator(".offer .brief")).to_be_visible()


def test_what_closes_a_panel_of_a_phone_held_sideways_lies_in_it(person: Any, house: Any) -> None:
    page = person({"width": 844, "height": 390})
    make_table(page, house, game="banjooli-cross", options={})
    button(page, "ui.moves").click()
    side = page.locator(".side.open")
    side.wait_for()
    cross, panel = side.locator("> .shut").bounding_box(), side.bounding_box()
    assert cross["x"] >= panel["x"]
    assert cross["x"] + cross["width"] <= panel["x"] + panel["width"]
