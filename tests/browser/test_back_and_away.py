"""What lies over a page goes at the browser's Back button; games that go on are told apart and thrown away; an evening's big screen shows everybody."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import button, make_table, words
from browser.house import House

pytestmark = pytest.mark.browser
SCREEN = {"width": 1366, "height": 768}
PEOPLE = 24


def test_back_closes_the_rules_first_and_a_game_can_be_discarded(
    person: Callable[..., Any], house: House
) -> None:
    page = person(PHONE, has_touch=True)
    page.goto(house.url)
    chairs = [{"who": "me"}, {"who": "bot", "level": "easy"}]
    for game in ("bantu", "boussanga"):
        make_table(page, house, game=game, options={}, seats=2, first=0, chairs=chairs)
        page.wait_for_selector(".prompt.yours")
    table = page.url
    page.keyboard.press("?")
    keys = page.get_by_role("dialog")
    expect(keys).to_have_count(1)
    page.go_back()
    expect(keys).to_have_count(0)
    assert page.url == table
    page.keyboard.press("?")
    expect(keys).to_have_count(1)
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    while page.evaluate("history.state") == "over":  # its step in the history goes a moment later
        page.wait_for_timeout(20)

    page.goto(house.url)
    mine = page.locator("section[aria-labelledby=mine] li")
    begun = mine.get_by_text(re.compile("commencée le "))
    expect(begun).to_have_count(2)
    mine.first.get_by_role("button").tap()
    button(page, "ui.table.drop.yes").tap()
    expect(begun).to_have_count(1)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_evening_screen_cuts_off_nobody_and_shows_its_code(
    person: Callable[..., Any], house: House
) -> None:
    def seat(player: int) -> dict[str, Any]:
        return {"player": player, "name": f"Personne {player}", "rank": None, "points": None}

    people = [{"player": n, "name": f"Personne {n}", "here": True} for n in range(PEOPLE)]
    tables = [
        {"table": f"t{n}", "number": n + 1, "how": "playing", "seats": [seat(2 * n), seat(2 * n + 1)]}
        for n in range(PEOPLE // 2)
    ]
    lines = [each | {"place": n + 1, "points": 0, "opponents": 0, "wins": 0} for n, each in enumerate(people)]
    evening = {
        "id": "abcdefgh",
        "name": "Jeudi",
        "game": "bantu",
        "options": {},
        "kind": "swiss",
        "sizes": [2],
        "rounds": 3,
        "rated": False,
        "clock": None,
        "round": 1,
        "closed": False,
        "players": people,
        "history": [{"tables": tables, "wait": []}],
        "standings": lines,
        "you": {"organiser": False, "player": None, "name": "", "here": False, "table": None, "waits": False},
        "why_no_round": None,
    }
    screen = person(SCREEN)
    screen.route("**/api/evenings/abcdefgh", lambda route: route.fulfill(json=evening))
    screen.goto(f"{house.url}/board/abcdefgh")
    for n in (0, 14, PEOPLE - 1):
        expect(screen.locator("th").get_by_text(f"Personne {n}", exact=True)).to_be_in_viewport(ratio=1)
        expect(screen.locator(".tables").get_by_text(f"Personne {n}", exact=True)).to_be_in_viewport(ratio=1)
    expect(screen.get_by_text(words("ui.evening.code.is", code="abcd efgh"))).to_be_in_viewport(ratio=1)
