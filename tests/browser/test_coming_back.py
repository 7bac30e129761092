"""Coming back to one's tables: the front page says whose turn it is, and another device finds them by a link."""

from __future__ import annotations

import re
from typing import Any

import pytest

from browser.conftest import PHONE
from browser.hands import button, make_table, words

pytestmark = pytest.mark.browser


@pytest.mark.deep
def test_the_first_page_shows_my_turn_on_all_my_devices(person: Any, house: Any) -> None:
    ada, leo = person(), person(PHONE, has_touch=True, is_mobile=True)
    identity = make_table(ada, house, chairs=[{"who": "me"}, {"who": "link"}], first=0)
    leo.goto(f"{house.url}/t/{identity}")
    leo.locator("#lobby-name").fill("Léo")
    leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).tap()
    ada.wait_for_selector(".prompt.yours")

    ada.goto(house.url)
    mine = words("ui.table.yours.title")
    way = ada.get_by_role("navigation", name=mine).get_by_role("link")
    assert way.inner_text().split("\n") == [mine, words("ui.table.yours.with", game="Billabong", names="Léo")]
    ada.wait_for_function("title => document.title === title", arg=f"(1) {mine} – Ludothèque")
    leo.goto(house.url)
    leo.locator(".tables li").first.wait_for()
    assert leo.get_by_role("navigation", name=mine).count() == 0
    assert leo.title() == "Ludothèque"

    ada.get_by_role("button", name=words("ui.settings")).click()
    button(ada, "ui.device.offer").click()
    link = ada.get_by_label(words("ui.device.link")).input_value()
    assert ada.locator("#settings img").evaluate("img => img.complete && img.naturalWidth > 50"), (
        "the QR code is drawn"
    )
    phone = person(PHONE, has_touch=True, is_mobile=True)
    phone.goto(link)
    phone.get_by_text(words("ui.device.who", name="Ada")).wait_for()
    button(phone, "ui.device.join").tap()
    phone.wait_for_url(re.compile(r"/$"))
    phone.get_by_role("navigation", name=mine).get_by_role("link").tap()
    phone.wait_for_selector(".prompt.yours")
    assert phone.url.endswith(identity)

    leo.goto(link)
    leo.get_by_text(words("error.device_link")).wait_for()


def test_a_running_game_is_offered_again_under_a_new_name(person: Any, house: Any) -> None:
    page = person()
    make_table(page, house, first=0)
    page.wait_for_selector(".prompt.yours")
    page.goto(house.url)
    page.get_by_role("button", name=re.compile(words("ui.settings"))).click()
    page.get_by_label(words("ui.name"), exact=True).fill("Zoé")
    button(page, "ui.keep").click()
    page.get_by_text(words("ui.name.kept")).wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("navigation", name=words("ui.table.resume")).get_by_role("link").click()
    page.wait_for_selector(".prompt.yours")
    page.locator("ul.seats .name").filter(has_text="Zoé").wait_for()
    assert page.locator("ul.seats .name").filter(has_text="Ada").count() == 0
