"""The first minute: one click on the shelf, a first move within seconds, advice, a name of one's own, pieces set up quickly."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import arrow, button, house_waits, make_table, moves_shown, words
from browser.house import House
from tests.depth import deep

pytestmark = pytest.mark.browser

FIRST_MOVE_S = 15.0 - 3.0
"""From the first page to a first move, without the three seconds that a game of quickness counts down; this house does not count."""

FIRST_MOVES = {
    "banjooli-cross": [".thumb .wide:enabled"],
    "bantu": [".spot.can[data-spot^='start.']", ".spot.can[data-spot^='r']", ".thumb .wide"],
    "banzai": [".card.can"],
    "billabong": [".spot.can[data-spot='d4']", ".thumb .wide:enabled"],
    "boussanga": [".spot.can[data-spot^='hand.']", ".prompt .row .button:not(.round)", ".thumb .wide"],
    "tiny": ["button:has-text('Ajouter')"],
}
"""What somebody who is new to a game clicks first, one after the other. A game that is not here: what may be clicked, then the big button."""


def games(house: House) -> list[str]:
    import json

    return [game["name"] for game in json.loads(house.get("/api/library"))["games"]]


def play(page: Any, house: House, game: str) -> str:
    """Click on the box's button; the id of the table."""
    page.goto(house.url)
    button(page, "ui.play.game", game=words(f"{game}.title")).click()
    page.wait_for_url("**/t/*")
    identity: str = page.url.rsplit("/", 1)[1].partition("#")[0]
    return identity


@pytest.mark.parametrize("some", [["banjooli-cross", "boussanga"], deep([], called="all")], ids=str)
def test_one_click_seats_a_person_and_a_move_follows_soon(person: Any, house: House, some: list[str]) -> None:
    for game in some or games(house):
        page = person()
        began = time.monotonic()
        identity = play(page, house, game)
        for selector in FIRST_MOVES.get(game, [".spot.can", ".thumb .wide:enabled"]):
            page.locator(selector).first.click()
        while not any(event.seat == 0 for event in house.whole(identity).events):
            assert time.monotonic() - began < FIRST_MOVE_S, game
            time.sleep(0.05)
        mine = page.evaluate("fetch('/api/tables').then((answer) => answer.json())")["mine"]
        (row,) = [each for each in mine if each["id"] == identity]
        assert row["chairs"][0]["yours"]
        assert row["chairs"][0]["name"], "a friendly name"
        assert {chair["level"] for chair in row["chairs"][1:]} == {"easy"}


@pytest.mark.deep
def test_play_again_begins_another_table_and_keeps_the_name(person: Any, house: House) -> None:
    page = person()
    first = play(page, house, "bantu")
    name = page.evaluate("fetch('/api/me').then((answer) => answer.json())")["name"]
    assert len(name.split()) == 2
    assert play(page, house, "bantu") != first
    assert page.evaluate("fetch('/api/me').then((answer) => answer.json())")["name"] == name
    page.get_by_role("button", name=re.compile(words("ui.settings"))).click()
    page.get_by_label(words("ui.name"), exact=True).fill("Zoé")
    button(page, "ui.keep").click()
    expect(page.locator(".seats .name").first).to_contain_text("Zoé")


def test_friends_and_options_open_the_form_with_its_button(person: Any, house: House) -> None:
    page = person(PHONE)
    page.goto(house.url)
    for thing in (
        button(page, "ui.play.game", game="Billabong"),
        page.get_by_role("link", name=words("ui.play.friends.game", game="Billabong"), exact=True),
        page.get_by_role("link", name=words("ui.play.options.game", game="Billabong"), exact=True),
    ):
        assert thing.bounding_box()["height"] >= 44
    page.get_by_role("link", name=words("ui.play.options.game", game="Billabong"), exact=True).click()
    expect(button(page, "ui.new.open")).to_be_in_viewport(ratio=1)
    assert page.get_by_label(words("ui.name.ask")).input_value(), "a friendly name"
    assert page.get_by_role("radio", name=words("billabong.option.mode.duel")).is_checked()
    page.go_back()
    page.get_by_role("link", name=words("ui.play.friends.game", game="Billabong"), exact=True).click()
    expect(page.locator("#who-1")).to_have_value("link")
    button(page, "ui.new.open").click()
    page.wait_for_url("**/t/*")
    page.get_by_text(words("ui.lobby.free", n=1)).wait_for()


def test_pieces_are_set_up_confirmed_taken_back_or_left_to_a_bot(person: Any, house: House) -> None:
    page = person()
    identity = play(page, house, "billabong")
    page.locator("[data-spot='d4']").click()
    assert not house.table(identity).events, "one tap alone sets nothing up"
    page.locator("[data-spot='c4']").click()
    page.locator("[data-spot='c4']").click()
    assert "c4" in house_waits(house, identity, 1).text(house.table(identity).events[0].code, 0)
    page.wait_for_function("() => document.querySelectorAll('.moves li').length >= 2")
    arrow(page).click()
    page.locator(".moves").get_by_text(words("ui.moves.none"), exact=True).wait_for()
    drag(page, "hand.0.0", "e5")
    page.locator("[data-spot='e5']").click()
    assert house_waits(house, identity, 1).events[0].seat == 0
    button(page, "ui.setup.rest").click()
    table = house_waits(house, identity, 9)
    assert [event.seat for event in table.events] == [0, 1] * 5
    assert "e5" in table.text(table.events[0].code, 0)
    page.get_by_text(words("billabong.prompt.race.you"), exact=True).wait_for()
    assert page.get_by_text(words("ui.advice.count", n=1)).count() == 0, "setting up counts as no advice"


def drag(page: Any, start: str, end: str) -> None:
    """Carry what lies on a place to another one."""
    boxes = [page.locator(f"[data-spot='{spot}']").bounding_box() for spot in (start, end)]
    (x, y), (to_x, to_y) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=4)
    page.mouse.move(to_x, to_y, steps=4)
    page.mouse.up()


@pytest.mark.parametrize("game", ["bantu", deep("banjooli-cross"), deep("boussanga")])
def test_advice_is_shown_half_made_in_words_and_counted(person: Any, house: House, game: str) -> None:
    page = person()
    seats = [{"who": "me"}, {"who": "bot", "level": "easy"}]
    identity = make_table(page, house, game=game, chairs=seats, options={})
    expect(button(page, "ui.advice.ask")).to_be_enabled()
    before = len(house.whole(identity).events)
    button(page, "ui.advice.ask").click()
    said = page.locator(".advised")
    said.wait_for(timeout=60_000)  # interpreted, a search takes its time
    assert said.inner_text().startswith(words("ui.advice.said", what=""))
    expect(page.locator(".seats li").first).to_contain_text(words("ui.advice.count", n=1))
    button(page, "ui.advice.ask").click()
    expect(button(page, "ui.advice.ask")).to_be_enabled()
    expect(page.locator(".seats li").first).to_contain_text(words("ui.advice.count", n=1))
    assert len(house.whole(identity).events) == before, "the person still confirms it"
    lit = page.locator(".prompt .lit")
    (lit if lit.count() else page.locator(".thumb .wide")).click()
    assert house_waits(house, identity, before, house.whole).events[before].seat == 0


@pytest.mark.deep
def test_nobody_is_advised_against_people(person: Any, house: House) -> None:
    page, other = person(), person()
    identity = make_table(page, house, game="bantu", chairs=[{"who": "me"}, {"who": "link"}], options={})
    other.goto(f"{house.url}/t/{identity}")
    button(other, "ui.lobby.sit.chair", n=2).click()
    page.locator(".prompt").wait_for()
    assert button(page, "ui.advice.ask").count() == 0
    assert moves_shown(page) == 0


@pytest.mark.parametrize("game", ["boussanga", deep("bantu"), deep("banjooli-cross"), deep("billabong")])
def test_newcomers_see_a_game_in_four_lines_once(person: Any, house: House, game: str) -> None:
    page = person(PHONE, has_touch=True, is_mobile=True)
    page.goto(house.url)
    page.evaluate("() => { localStorage['ludotheque.briefed'] = '[]'; }")
    make_table(page, house, game=game, options={})
    lines = page.locator(".ready li")
    expect(lines).to_have_text([words(f"{game}.ready.{n}") for n in (1, 2, 3, 4)])
    go_on = button(page, "ui.ready.go")
    for screen in (PHONE, {"width": 844, "height": 390}, {"width": 360, "height": 640}):
        page.set_viewport_size(screen)
        for one in (go_on, lines.first, button(page, "ui.first_game.offer")):
            expect(one).to_be_in_viewport(ratio=1)
    button(page, "ui.first_game.offer").tap()
    guide = page.locator("dialog .learn")
    guide.wait_for()
    guide.get_by_role("button", name=words("ui.first_game.skip"), exact=True).tap()
    guide.wait_for(state="detached")
    assert page.locator(".board").count() == 0, "who skips the guide has read nothing yet"
    go_on.tap()
    page.locator(".prompt.yours").wait_for()
    page.reload()
    page.locator(".prompt.yours").wait_for()
    assert lines.count() == 0


def test_cooperative_games_say_that_they_are(person: Any, house: House) -> None:
    page = person()
    page.goto(house.url)
    page.evaluate("() => { localStorage['ludotheque.briefed'] = '[]'; }")
    make_table(page, house, game="boussanga", options={"mode": "cooperative"})
    expect(page.locator(".ready li").first).to_have_text(words("boussanga.ready.cooperative.1"))
