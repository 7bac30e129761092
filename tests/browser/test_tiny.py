"""The tiny game in the same client: a die, a hidden hand, sealed choices at the same time, a timed grab."""

from __future__ import annotations

import json

import pytest

from browser.hands import WAIT, button, make_table, tap
from browser.test_accessible import violations

pytestmark = pytest.mark.browser

FRIENDS = {"game": "tiny", "options": {}, "chairs": [{"who": "me"}, {"who": "link"}]}


def choose(page, value: int) -> None:
    """Seal a choice: a table in a hurry does at once what is one click."""
    page.get_by_role("button", name=f"Ajouter {value}", exact=True).click()


def both_choose(page) -> None:
    """Two people at one screen choose, one after the other."""
    asked = page.locator(".prompt .say")
    for _ in range(2):
        before = asked.text_content()
        choose(page, 1)
        page.wait_for_function(
            "before => document.querySelector('.prompt .say')?.textContent !== before", arg=before
        )


@pytest.mark.deep
def test_cards_are_hidden_choices_sealed_and_the_pawn_is_grabbed(person, house):
    ada, leo = person(), person()
    identity = make_table(ada, house, **FRIENDS)
    ada.wait_for_selector(".lobby")
    assert violations(ada) == [], "the lobby"
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
        if round_number:
            tap(leo, "middle")
        else:
            leo.keyboard.press("1")
        leo.wait_for_selector('.counter[data-piece="pawn"]', state="detached")
    for page in (ada, leo):
        button(page, "ui.rematch").wait_for()
    table = house.table(identity)
    assert table.is_over
    assert [event.seat for event in table.events if event.text == "grab"] == [1, 1, 1]


def test_a_race_is_timed_from_the_sight_and_the_pawn_moves_alone(person, house):
    page = person()
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(text)))
    friends = [{"who": "me"}, {"who": "here", "name": "Léo"}]
    make_table(page, house, game="tiny", options={}, chairs=friends)
    button(page, "ui.view.leave").click()
    page.wait_for_selector(".live [data-card]")
    both_choose(page)
    page.wait_for_selector('.counter[data-piece="pawn"]')
    page.keyboard.press("1")
    page.wait_for_selector(".photo")
    assert violations(page) == []
    claims = [json.loads(text) for text in sent if '"claim"' in text]
    assert len(claims) == 1
    assert 0 <= claims[0]["reaction_ms"] < 5000
    assert "Ada" in page.locator(".photo li").first.inner_text()
    button(page, "ui.photo.close").click()
    assert page.locator(".photo").count() == 0
    button(page, "ui.photo.again").click()
    page.wait_for_selector(".photo")
    button(page, "ui.photo.close").click()

    both_choose(page)
    page.wait_for_selector('.counter[data-piece="pawn"]')
    page.wait_for_selector('.counter[data-piece="pawn"]', state="detached")
    page.get_by_role("button", name="Ajouter 1", exact=True).wait_for()
    assert len([text for text in sent if '"claim"' in text]) == 1, "nobody grabbed it"


def test_on_a_flat_screen_each_finger_counts_in_its_own_zone(person, house):
    page = person(has_touch=True)
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(text)))
    friends = [{"who": "me"}, {"who": "here", "name": "Léo"}]
    make_table(page, house, game="tiny", options={}, chairs=friends)
    zones = page.locator(".zone")
    zones.nth(1).wait_for()
    for index in range(2):
        zones.nth(index).get_by_role("button", name="Ajouter 1", exact=True).tap()
    pawns = [zones.nth(index).locator('[data-thing="pawn"]') for index in range(2)]
    boxes = [pawn.bounding_box(timeout=WAIT * 1000) for pawn in pawns]
    points = [
        {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": index}
        for index, box in enumerate(boxes)
    ]
    hands = page.context.new_cdp_session(page)
    hands.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    hands.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_selector(".photo")
    claims = [json.loads(text) for text in sent if '"claim"' in text]
    assert sorted(claim["seat"] for claim in claims) == [0, 1]
