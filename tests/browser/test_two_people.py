"""Two browsers at one table, others watching; takebacks, giving up, the link."""

from __future__ import annotations

import re

import pytest

from browser.conftest import PHONE
from browser.hands import button, confirm, make_table, my_turn, play_turn, tap, touch, wait_for_moves, words

pytestmark = pytest.mark.browser

FRIENDS = [{"who": "me"}, {"who": "link"}]


def together(person, house, **more):
    """Ada at her desk, Léo on his phone, at one table; its id."""
    ada, leo = person(), person(PHONE, has_touch=True, is_mobile=True)
    identity = make_table(ada, house, chairs=FRIENDS, **more)
    address = ada.locator(".invite input").input_value()
    assert address.endswith(f"/t/{identity}")
    leo.goto(address)
    leo.locator("#lobby-name").fill("Léo")
    leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).tap()
    for page in (ada, leo):
        page.wait_for_selector(".board")
    return ada, leo, identity


def test_a_friend_joins_by_link_and_both_see_every_move(person, house):
    ada, leo, identity = together(person, house)
    watcher = person(locale="en-GB")
    watcher.goto(f"{house.url}/t/{identity}")
    for turn in range(14):
        page, seat, do = ((ada, 0, tap), (leo, 1, touch))[turn % 2]
        assert play_turn(page, house, identity, seat, do)
    for page in (ada, leo, watcher):
        wait_for_moves(page, 14)
    assert watcher.locator(".thumb .wide").count() == 0
    assert "kangaroo" in watcher.locator(".prompt").inner_text().lower() or "Ada" in watcher.content()
    pieces = [sorted(page.locator(".counter[data-piece]").evaluate_all("all => all.map(one => one.dataset.piece + one.style.transform)"))
              for page in (ada, watcher)]  # fmt: skip
    assert len(pieces[0]) >= 10


def test_a_takeback_is_free_until_the_other_has_moved_then_it_is_asked_for(person, house):
    ada, leo, identity = together(person, house)
    assert play_turn(ada, house, identity, 0)
    button(ada, "ui.undo").click()
    ada.wait_for_function("() => document.querySelectorAll('.moves li').length === 0")
    assert play_turn(ada, house, identity, 0)
    assert play_turn(leo, house, identity, 1, touch)
    wait_for_moves(ada, 2)
    button(ada, "ui.undo").click()
    leo.wait_for_selector(".consent")
    button(leo, "ui.undo.no").tap()
    ada.wait_for_selector(".consent", state="detached")
    assert len(house.table(identity).events) == 2
    button(ada, "ui.undo").click()
    button(leo, "ui.undo.yes").tap()
    ada.wait_for_function("() => document.querySelectorAll('.moves li').length === 0")
    assert house.table(identity).actors == (0,)


def test_giving_up_ends_a_duel_and_the_other_has_won(person, house):
    ada, leo, identity = together(person, house)
    assert play_turn(ada, house, identity, 0)
    ada.get_by_role("button", name=re.compile(re.escape(words("ui.resign")))).click()
    button(ada, "ui.resign.yes").click()
    for page in (ada, leo):
        button(page, "ui.rematch").wait_for()
    assert "Léo" in leo.locator(".prompt").inner_text()
    button(leo, "ui.rematch").tap()
    ada.get_by_role("link", name=words("ui.rematch.join")).click()
    ada.wait_for_url(lambda url: identity not in url)
    ada.wait_for_selector(".board")


def test_one_person_holds_two_seats_on_one_screen(person, house):
    page = person()
    identity = make_table(page, house, chairs=[{"who": "me"}, {"who": "here", "name": "Mamie"}])
    for turn in range(6):
        assert play_turn(page, house, identity, turn % 2)
    assert [event.seat for event in house.table(identity).events] == [0, 1, 0, 1, 0, 1]


def test_two_tabs_of_one_person_show_the_same(person, house):
    page = person()
    identity = make_table(page, house)
    other = page.context.new_page()
    other.goto(f"{house.url}/t/{identity}")
    other.wait_for_selector(".board")
    table = my_turn(house, identity, 0)
    assert table is not None
    assert play_turn(page, house, identity, 0)
    wait_for_moves(other, 2)
    assert play_turn(other, house, identity, 0)
    wait_for_moves(page, 4)


def test_the_host_adds_a_bot_to_an_open_chair(person, house):
    page = person()
    make_table(page, house, chairs=FRIENDS)
    page.get_by_role("button", name=words("ui.lobby.bot.chair", n=2)).click()
    page.wait_for_selector(".board")
    tap(page, "k3")
    confirm(page)
    wait_for_moves(page, 2)
