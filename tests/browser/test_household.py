"""The household: people are named once, sit down by a tap, and their win is on the board of who won what."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.hands import button, words
from browser.homely import HOME
from browser.house import House
from browser.test_hosts import key_of
from browser.test_steady import LAST_PAWN

pytestmark = pytest.mark.browser


def test_a_child_sits_down_by_a_tap_wins_and_is_on_the_board(person: Any, situated: Any) -> None:
    situated.begin_with(LAST_PAWN)
    page = person({"width": 1280, "height": 800})
    page.goto(f"{situated.url}/house")
    for name in ("Emma", "Tom"):
        page.get_by_label(words("ui.household.add"), exact=True).fill(name)
        button(page, "ui.household.add.do").click()
    page.locator("summary", has_text="Emma").click()
    page.get_by_label(words("ui.household.is_child"), exact=True).first.check()
    page.goto(f"{situated.url}/new/bantu")
    page.get_by_role("button", name="Emma").click()
    expect(page.get_by_text(words("ui.household.plays_child"))).to_be_visible()
    button(page, "ui.new.open").click()
    page.locator('[data-spot="r27b"].can').click()
    assert page.evaluate("document.documentElement.style.fontSize") == "130%"
    assert page.get_by_role("button", name=words("ui.advice.ask")).count() == 0
    page.locator('[data-spot="finish"].can').click()
    page.locator(".thumb .wide:enabled").click()
    page.locator(".curtain .jumps").wait_for()
    page.locator(".curtain").click()
    page.goto(f"{situated.url}/house")
    row = page.get_by_role("row").filter(has_text="Emma")
    expect(row.locator(".all")).to_have_text("1/1")
    expect(page.get_by_role("row").filter(has_text="Tom").locator(".all")).to_have_text("–")


@pytest.fixture(scope="module")
def at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that can let phones in."""
    served = House(tmp_path_factory.mktemp("at-home") / "data")
    served.program = ("-m", "browser.homely")
    yield served.start()
    served.stop()


def at_door(house: House, page: str) -> str:
    """A page as phones reach it."""
    return f"http://{HOME}:{house.port}{page}"


def host_at(person: Any, at_home: House) -> Any:
    """A browser of the host, with the page of the household."""
    host = person({"width": 1280, "height": 800})
    host.goto(f"{at_home.url}/host")
    host.locator("#host-key").fill(key_of(at_home))
    host.locator("#host-key").press("Enter")
    host.locator("#host-tables").wait_for()
    host.goto(f"{at_home.url}/house")
    return host


def let_phones_in(host: Any) -> None:
    host.evaluate(
        "fetch('/api/host/house', {method: 'POST', body: '{}', headers: {'Content-Type': 'application/json'}})"
    )


def test_the_host_keeps_it_for_the_house(person: Any, at_home: House) -> None:
    host, phone = host_at(person, at_home), person({"width": 390, "height": 844})
    keeping = button(host, "ui.household.house.keep")
    expect(keeping).to_be_disabled()
    for name in ("Emma", "Tom"):
        host.get_by_label(words("ui.household.add"), exact=True).fill(name)
        button(host, "ui.household.add.do").click()
    let_phones_in(host)
    phone.goto(at_door(at_home, "/new/bantu"))
    phone.get_by_label(words("ui.name.ask")).wait_for()
    assert phone.get_by_role("button", name="Emma").count() == 0, "nothing leaves without the button"
    keeping.click()
    button(host, "ui.household.house.erase").wait_for()
    phone.reload()
    phone.get_by_role("button", name="Emma").click()
    expect(phone.get_by_label(words("ui.name.ask"))).to_have_count(0)
    assert phone.evaluate("localStorage.getItem('ludotheque.household')") is None, "the phone keeps nothing"
    button(host, "ui.household.house.erase").click()
    keeping.wait_for()
    phone.goto(at_door(at_home, "/house"))
    button(phone, "ui.household.add.do").wait_for()
    assert phone.get_by_text("Emma").count() == 0


def test_another_browser_of_the_host_takes_nothing_away(person: Any, at_home: House) -> None:
    host = host_at(person, at_home)
    found = {"n": 2, "last": {"bantu": 20000}}
    emma = {"name": "Emma", "once": [], "colour": "red", "piece": "", "child": False, "finds": found}
    evening = {"game": "bantu", "at": int(time.time() * 1000), "players": [{"name": "Emma", "place": 1}]}
    host.evaluate(
        "([people, evenings]) => { localStorage['ludotheque.household'] = people; localStorage['ludotheque.evenings-at-home'] = evenings; }",
        [json.dumps([emma]), json.dumps([evening])],
    )
    host.reload()
    button(host, "ui.household.house.keep").click()
    erase = button(host, "ui.household.house.erase")
    erase.wait_for()
    expect(host.locator("[aria-labelledby=for-house] .problem")).to_have_count(0)
    other = host_at(person, at_home)
    expect(row_of(other, "Emma")).to_have_text("1/1")
    other.evaluate("localStorage.clear()")
    with other.expect_response("**/api/host/household") as kept:
        other.reload()
    assert kept.value.json()["members"] == [emma]
    host.evaluate("localStorage.removeItem('ludotheque.evenings-at-home')")
    with host.expect_response("**/api/host/household"):
        host.reload()
    host.reload()
    expect(row_of(host, "Emma")).to_have_text("1/1")
    # What the server could not be told is told again.
    host.route("**/api/host/household", lambda route: route.abort())
    host.get_by_label(words("ui.household.add"), exact=True).fill("Tom")
    button(host, "ui.household.add.do").click()
    again = button(host, "ui.page.again")
    again.wait_for()
    host.unroute("**/api/host/household")
    again.click()
    expect(again).to_have_count(0)
    other.reload()
    expect(row_of(other, "Tom")).to_be_visible()
    # A second tap on somebody whom the house keeps lets them get up again, at the box and at any screen.
    let_phones_in(host)
    phone = person({"width": 390, "height": 844})
    phone.goto(at_door(at_home, "/box/boussanga#points"))
    tom = phone.get_by_role("group", name=words("ui.box.who")).get_by_role("button", name="Tom")
    for pressed in ("true", "false"):
        tom.click()
        expect(tom).to_have_attribute("aria-pressed", pressed)
    erase.click()
    button(host, "ui.household.house.keep").wait_for()


def row_of(page: Any, name: str) -> Any:
    """How many games somebody won, of how many."""
    return page.get_by_role("row").filter(has_text=name).locator(".all")
