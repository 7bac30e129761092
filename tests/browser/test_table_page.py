"""The table itself: why not, taking a half-made move back, the past, a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.hands import (
    button,
    confirm,
    make_table,
    play_turn,
    tap,
    wait_for_moves,
    words,
)
from browser.house import clicks_of, spot_of
from ludotheque import Table

pytestmark = pytest.mark.browser


def test_an_illegal_tap_says_why_with_the_rule(person, house):
    page = person()
    identity = make_table(page, house)
    tap(page, "h8")
    reason = page.locator(".prompt .why, .prompt [role=alert], .prompt .reason").first
    reason.wait_for()
    assert words("billabong.reason.lake") in page.locator(".prompt").inner_text()
    link = page.locator(".prompt .rule a")
    link.first.click()
    page.wait_for_selector(".sheet .marked")
    assert len(house.table(identity).events) == 0


def test_a_series_is_undone_recorded_as_clicked_and_replayed(person, situated):
    table = Table("billabong", seats=2, options={"mode": "duel"}, first=0)
    for cell in ("k3", "l3", "o5", "m4", "a1", "a3", "a5", "a7", "a9", "a11"):
        table.play(cell)
    situated.begin_with(table.position())
    page = person()
    identity = make_table(page, situated, chairs=[{"who": "me"}, {"who": "here", "name": "Léo"}])
    page.locator(".prompt.yours").wait_for()
    series = max((clicks_of(table, 0, code) for code in table.legal_actions(0)), key=len)
    assert len(series) > 2
    for click in series:
        tap(page, spot_of(table, 0, click))
    expect(page.locator(".thumb .wide")).to_be_enabled()
    for _ in series:
        if page.locator(".thumb .round").is_enabled():
            page.locator(".thumb .round").click()
    expect(page.locator(".thumb .wide")).to_be_disabled()
    assert not situated.table(identity).events

    tap(page, "k3")
    tap(page, "m3")
    confirm(page)
    wait_for_moves(page, 1)
    assert situated.table(identity).events[-1].text == "k3-m3"
    assert play_turn(page, situated, identity, 1)
    wait_for_moves(page, 2)

    before = page.locator(".counter[data-piece]").count()
    page.locator(".moves li button").first.click()
    button(page, "ui.past.now").wait_for()
    page.get_by_label(words("ui.past.slider")).focus()
    page.keyboard.press("ArrowLeft")
    button(page, "ui.past.now").click()
    page.wait_for_selector(".thumb .round")
    assert page.locator(".counter[data-piece]").count() == before


@pytest.mark.deep
def test_a_table_of_four_with_bots_goes_round(person, house):
    page = person()
    bots = [{"who": "bot", "level": "random"}] * 3
    identity = make_table(page, house, seats=4, options={}, chairs=[{"who": "me"}, *bots])
    for _ in range(6):
        assert play_turn(page, house, identity, 0)
    assert len(house.table(identity).events) >= 24 - 3
