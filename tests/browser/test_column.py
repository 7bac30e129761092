"""Beside the board: nothing moves when an offer goes or the chat opens, names are whole, and the board waits for its drawings."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.boxes import FINGER, box, still
from browser.hands import confirm, make_table, play_turn, wait_for_moves, words
from browser.test_two_people import together
from depth import deep

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1366, "height": 768}
SIZES = [(360, 640), (390, 844), (844, 390), (1366, 768)]


def top_of_tabs(page: Any) -> float:
    """Where the tabs of the column stand."""
    return float(page.locator(".side .tabs").bounding_box()["y"])


def has_room_to_talk(phone: Any) -> None:
    """The drawer of a phone shows what people say, all that is pressed there is as large as a finger, and what closes it lies in it."""
    phone.locator("#chat-text").wait_for()
    for width, height in SIZES[:3]:
        phone.set_viewport_size({"width": width, "height": height})
        panel = still(phone, ".side.open")
        assert box(phone, ".chat .lines")["height"] >= (100 if width == 360 else 130)
        assert box(phone, ".chat .say")["y"] + box(phone, ".chat .say")["height"] <= height - 44
        for emote in phone.locator(".emotes button").all():
            size = emote.bounding_box()
            assert size["width"] >= FINGER
            assert size["height"] >= FINGER
        cross = box(phone, ".side.open > .cross")
        assert cross["x"] >= panel["x"]
        assert cross["x"] + cross["width"] <= panel["x"] + panel["width"]


@pytest.mark.deep
@pytest.mark.parametrize("game", ["banjooli-cross", deep("bantu")])
def test_tabs_stay_put_while_people_come_and_talk(person: Any, house: Any, game: str) -> None:
    ada, leo, identity = together(person, house, game=game, options={})
    ada.set_viewport_size(LAPTOP)
    ada.locator(".side .offer").wait_for()
    still(ada, ".side .tabs")
    before = top_of_tabs(ada)
    leo.locator(".tabs").get_by_role("button", name=words("ui.chat.tab")).tap()
    has_room_to_talk(leo)
    leo.locator(".emotes").get_by_role("button", name=words("ui.emote.haha")).tap()
    ada.locator(".together .news").get_by_text(words("ui.emote.haha")).wait_for()
    assert top_of_tabs(ada) == before
    person().goto(f"{house.url}/t/{identity}")
    ada.locator(".watched").filter(has_text="1").wait_for()
    assert top_of_tabs(ada) == before
    if game == "banjooli-cross":
        confirm(ada)
        expect(ada.locator(".offer")).to_have_count(0)
        assert top_of_tabs(ada) == before
    ada.locator(".tabs").get_by_role("button", name=words("ui.chat.tab")).click()
    ada.locator(".chat").wait_for()
    assert top_of_tabs(ada) == before


@pytest.mark.deep
def test_beside_a_tall_board_five_turns_show_and_nothing_moves(person: Any, house: Any) -> None:
    page = person(LAPTOP)
    here = [{"who": "me"}, {"who": "here", "name": "Léo"}]
    identity = make_table(page, house, game="bantu", options={}, chairs=here)
    for seat in (0, 1, 0, 1, 0, 1):
        assert play_turn(page, house, identity, seat)
    wait_for_moves(page, 6)
    still(page, "svg.board")
    lines = page.locator(".moves ol")
    line = lines.locator("li").last.bounding_box()
    assert lines.bounding_box()["height"] >= max(110, 5 * line["height"])
    watched = (".side .tabs", ".side input[type=range]", ".side .tools", ".thumb .wide")
    before = [still(page, one) for one in watched]
    page.locator(".board .spot:not(.can)").first.click()
    page.locator(".prompt .reason").wait_for()
    assert [page.locator(one).bounding_box() for one in watched] == before


def test_the_board_waits_for_its_drawings(person: Any, house: Any) -> None:
    page = person(LAPTOP)
    held: list[Any] = []
    page.route("**/art/billabong/board/**", lambda route: held.append(route))
    make_table(page, house, clock={"per": "game", "seconds": 600})
    board = page.locator("svg.board[aria-busy=true]")
    board.wait_for()
    expect(board.locator(".spots")).not_to_be_visible()
    expect(page.locator(".prompt .say")).to_contain_text(words("ui.wait"))
    assert not any(clock.is_visible() for clock in page.get_by_role("timer").all()), "no clock runs in sight"
    for route in held:
        route.continue_()
    page.locator("svg.board[aria-busy=false]").wait_for()
    page.locator("svg.board .spot").first.wait_for()
    expect(page.locator(".prompt .say")).not_to_contain_text(words("ui.wait"))
    expect(page.get_by_role("timer").first).to_be_visible()


@pytest.mark.deep
def test_a_board_is_playable_without_its_drawings(person: Any, house: Any) -> None:
    page = person(LAPTOP)
    held: list[Any] = []
    page.route("**/art/billabong/board/**", lambda route: held.append(route))
    make_table(page, house)
    page.locator("svg.board[aria-busy=false]").wait_for()
    page.locator("svg.board .cell").first.wait_for()
