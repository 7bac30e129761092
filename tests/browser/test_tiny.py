"""The tiny game in the same client: a die, a hidden hand, sealed choices at the same time, a timed grab."""

from __future__ import annotations

import time

import pytest

from browser.hands import WAIT, button, make_table, tap

pytestmark = pytest.mark.browser

FRIENDS = {"game": "tiny", "options": {}, "chairs": [{"who": "me"}, {"who": "link"}]}


def choose(page, value: int) -> None:
    """Seal a choice: a table in a hurry does at once what is one click."""
    page.get_by_role("button", name=f"Ajouter {value}", exact=True).click()


def test_cards_are_hidden_choices_sealed_and_the_pawn_is_grabbed(person, house):
    ada, leo = person(), person()
    identity = make_table(ada, house, **FRIENDS)
    leo.goto(f"{house.url}/t/{identity}")
    leo.locator("#lobby-name").fill("Léo")
    leo.locator(".chairs button").first.click()
    for page in (ada, leo):
        page.wait_for_selector(".live [data-card]")
        own, others = (
            page.locator(which).evaluate_all("all => all.map(one => one.ariaLabel)")
            for which in ("[data-card]", '[data-spot^="hand."]')
        )
        assert [["cachée" in label for label in labels] for labels in (own, others)] == [[False], [True]]
    for round_number in range(3):
        for page in (ada, leo):
            choose(page, round_number % 3)
        ada.wait_for_selector('.counter[data-piece="pawn"]')
        leo.wait_for_selector('.counter[data-piece="pawn"]')
        tap(leo, "middle")
        leo.wait_for_selector('.counter[data-piece="pawn"]', state="detached")
    for page in (ada, leo):
        button(page, "ui.rematch").wait_for()
    table = house.table(identity)
    assert table.is_over
    assert [event.seat for event in table.events if event.text == "grab"] == [1, 1, 1]


def test_the_pawn_goes_by_itself_on_every_screen(person, house):
    page = person()
    identity = make_table(
        page, house, game="tiny", options={}, chairs=[{"who": "me"}, {"who": "here", "name": "Léo"}]
    )
    page.wait_for_selector(".live [data-card]")
    for _ in range(2):
        choose(page, 1)
        page.wait_for_timeout(150)
    page.wait_for_selector('.counter[data-piece="pawn"]')
    deadline = time.monotonic() + WAIT
    page.wait_for_selector('.counter[data-piece="pawn"]', state="detached")
    assert time.monotonic() < deadline
    page.get_by_role("button", name="Ajouter 1", exact=True).wait_for()
    assert identity in page.url
