"""Parts of a page that are fetched only where they are wanted, on a connection that comes and goes."""

from __future__ import annotations

import pytest

from browser.banzai import table_of
from browser.boxes import still
from browser.conftest import PHONE
from browser.hands import button, confirm, house_waits, make_table, tap, words
from browser.house import best, spot_of
from browser.test_banzai_hand import BOT

pytestmark = pytest.mark.browser


def test_a_failed_part_says_so_and_loads_on_retry_in_place(person, house):
    page = person(viewport=PHONE, has_touch=True)
    make_table(page, house, game="bantu", options={})
    page.wait_for_selector(".board")
    asked: list[str] = []
    page.route("**/assets/Chat-*", lambda route: (asked.append(route.request.url), route.abort()))
    page.get_by_role("button", name=words("ui.chat.tab"), exact=True).tap()
    page.get_by_role("alert").get_by_text(words("ui.page.away")).wait_for()
    assert asked, "the conversation is fetched when it is opened"
    page.unroute("**/assets/Chat-*")
    button(page, "ui.page.again").tap()
    page.locator(".panel form").wait_for()
    assert page.get_by_text(words("ui.page.away")).count() == 0
    page.keyboard.press("Escape")
    page.locator(".panel form").wait_for(state="hidden")
    held = []
    page.route("**/assets/More-*.js", lambda route: held.append(route))
    page.locator(".opener").tap()
    button(page, "ui.keys.page").wait_for()
    page.wait_for_function("() => document.fonts.ready.then(() => true)")
    for _ in range(200):
        if not held:
            page.wait_for_timeout(50)
    assert len(held) == 1, "the part of the menu that is fetched later"
    where = "() => [...document.querySelectorAll('#settings > *')].slice(0, %d).map((one) => [one.textContent, one.offsetTop])"
    count = page.locator("#settings > *").count()
    before = page.evaluate(where % count)
    for route in held:
        route.continue_()
    page.locator("#settings .notices").wait_for()
    page.wait_for_function(f"() => document.querySelectorAll('#settings > *').length > {count}")
    assert page.evaluate(where % count) == before, "what is there is not pushed away from under a finger"


def test_a_lost_connection_has_its_own_line_and_moves_wait(person, house):
    page = person(viewport=PHONE, has_touch=True)
    identity = make_table(page, house, game="bantu", options={})
    yours = page.locator(".seats .word").get_by_text(words("ui.turn.yours"), exact=True)
    yours.wait_for()
    page.evaluate("() => document.fonts.ready")
    still(page, ".board")
    board = page.locator(".board")
    before = board.bounding_box()
    page.context.set_offline(True)
    strip = page.locator(".link.reconnecting .words")
    strip.wait_for()
    page.evaluate(
        "() => { window.now = performance.now.bind(performance); performance.now = () => window.now() + 31 * 60_000; }"
    )
    strip.get_by_text("31").wait_for()
    box = strip.bounding_box()
    assert box["width"] == PHONE["width"], "as wide as the screen"
    assert box["height"] < 40, "one line"
    assert ":" not in strip.inner_text(), "nobody counts the seconds of half an hour"
    assert board.bounding_box() == before, "it moves nothing"
    page.evaluate("() => { performance.now = window.now; }")
    table = house.table(identity)
    _, clicks = best(table, 0)
    for click in clicks:
        tap(page, spot_of(table, 0, click))
    confirm(page)
    page.get_by_text(words("ui.prompt.queued")).wait_for()
    assert yours.count() == 0, "a move that waits for the line is no turn to play"
    button(page, "ui.back").tap()
    page.locator(".reason").get_by_text(words("ui.link.withdrawn")).wait_for()
    yours.wait_for()
    confirm(page)
    page.get_by_text(words("ui.prompt.queued")).wait_for()
    page.context.set_offline(False)
    assert house_waits(house, identity, 0).events[0].seat == 0


def test_a_tap_that_the_server_has_to_answer_is_never_silent(person, house):
    page = person(viewport=PHONE, has_touch=True)
    make_table(page, house)
    page.locator(".prompt.yours").wait_for()
    still(page, ".board")
    page.context.set_offline(True)
    page.locator(".link.reconnecting").wait_for()
    page.locator(".spot:not(.can)").first.tap(force=True)
    said = page.locator(".reason").get_by_text(words("ui.link.unasked"))
    said.wait_for()
    page.context.set_offline(False)
    said.wait_for(state="detached")


def test_a_card_waiting_for_the_line_is_taken_back_with_a_tap(person, house):
    page = person(viewport=PHONE, has_touch=True, is_mobile=True)
    identity = table_of(page, house.url, [{"who": "me", "name": "Ada"}, *[BOT] * 2], time_limit=0)
    card = page.locator(".card.can").first
    card.wait_for()
    before = len(house.whole(identity).events)
    page.context.set_offline(True)
    page.locator(".link.reconnecting").wait_for()
    page.locator('[data-call="call.banzai"]').tap()
    page.locator(".reason").get_by_text(words("ui.live.unheard")).wait_for()
    card.tap()
    waits = page.locator(".prompt").get_by_text(words("ui.prompt.queued.again"))
    waits.wait_for()
    card.tap()
    page.locator(".reason").get_by_text(words("ui.link.withdrawn")).wait_for()
    assert waits.count() == 0
    page.context.set_offline(False)
    page.locator(".link.connected").wait_for()
    assert len(house.whole(identity).events) == before, "neither the cry nor the card comes later"
    card.tap()
    house_waits(house, identity, before, house.whole)
