"""Going out in the browser: told large with why and the rule; the third player of the final is not sent home; who is out may bet; the crown."""

from __future__ import annotations

import re
from typing import Any

import pytest

from browser.banzai import hasty, press, table_of, until
from browser.conftest import DESKTOP, PHONE
from browser.hands import words
from browser.test_accessible import violations
from browser.test_photo_finish import READY, free
from tests.depth import deep

LOW = {"width": 360, "height": 640}

pytestmark = pytest.mark.browser

PAWN = '.spot.can[data-spot^="at."]'
BOT = {"who": "bot", "level": "random"}


def title(page: Any, key: str, **args: Any) -> None:
    """Wait until this is told large."""
    page.locator(".announcements .title").get_by_text(words(key, **args), exact=True).wait_for()


def touch_a_pawn(page: Any) -> None:
    """Touch a pawn while nobody has called."""
    page.wait_for_selector(".card.can")
    for _ in until(15, 0.2):
        if page.locator(".announcements, .won").count():
            return
        press(page, PAWN)


@pytest.mark.deep
@pytest.mark.parametrize("viewport", [PHONE, deep(DESKTOP, called="desktop")])
def test_out_the_final_and_the_crown(person, house, viewport):
    ada, ben = (person(viewport) for _ in range(2))
    chairs = [{"who": "me", "name": "Ada"}, {"who": "link"}, BOT]
    components = hasty().replace("rest_ms = 2000", "rest_ms = 60000")
    identity = table_of(ada, house.url, chairs, components, time_limit=0)
    ben.goto(f"{house.url}/t/{identity}")
    ben.locator("#lobby-name").fill("Ben")
    ben.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).click()
    touch_a_pawn(ben)
    title(ben, "banzai.verdict.touch.you")
    title(ada, "banzai.verdict.touch.1", who="Ben")
    why = words("banzai.verdict.touch.why")
    ben.locator(".announcements .why").get_by_text(words("banzai.verdict.third.you", what=why)).wait_for()
    assert (
        words("banzai.prompt.end.out", what="", n=2).strip()[:22] not in ben.locator(".prompt").inner_text()
    )
    assert violations(ben) == []
    if viewport == PHONE:
        ada.set_viewport_size(LOW)
        free(ada, READY)
        free(ada, ".announcements a")
        ada.set_viewport_size(PHONE)
    free(ada, READY)
    free(ada, ".announcements a")
    if viewport == PHONE:  # the figure of who is out is whole
        ada.wait_for_function(
            """() => {
                const [box, figure] = ['.verdict', '.verdict svg'].map((each) => document.querySelector(each).getBoundingClientRect());
                return figure.top >= box.top - 1 && figure.bottom <= box.bottom + 1;
            }"""
        )
    ada.locator(".announcements a").first.click()
    ada.wait_for_selector(".sheet .marked")
    ada.keyboard.press("Escape")
    press(ada, READY)
    assert ben.locator(".watchers").count() == 0, "who plays the final does not watch"
    ben.wait_for_selector(".card.can")
    touch_a_pawn(ada)
    if viewport == PHONE:  # one result, in words
        for page in (ada, ben):
            page.locator(".prompt.over").get_by_text(re.compile("Banzaï Master")).first.wait_for()
            assert page.locator(".announcements").count() == 0
    else:
        for page in (ada, ben):
            page.locator(".announcements .crown").get_by_text(re.compile("Banzaï Master")).wait_for()
            assert page.locator('.announcements .crown use[href="#badge-crown"]').count() == 1
    ada.locator(".again .wide:enabled").wait_for()
    assert violations(ada) == []


@pytest.mark.deep
def test_eliminated_players_bet_on_the_next(person, house):
    page = person(PHONE)
    components = hasty()
    table_of(
        page,
        house.url,
        [{"who": "me", "name": "Ada"}, *[BOT | {"level": "strong"}] * 4],
        components,
        time_limit=0,
    )
    touch_a_pawn(page)
    page.wait_for_selector(".watchers")
    chip = page.locator('.watchers .button[aria-pressed="false"]').first
    chip.click()
    assert page.locator('.watchers .button[aria-pressed="true"]').count() == 1
    page.locator(".watchers strong").wait_for(timeout=120_000)


def test_screen_readers_hear_it(person, house):
    page = person()
    page.add_init_script(
        "window.__said = []; addEventListener('DOMContentLoaded', () => new MutationObserver((seen) => { for (const { target } of seen) { const live = (target.nodeType === 3 ? target.parentElement : target)?.closest('[aria-live]'); if (live) window.__said.push(live.textContent); } }).observe(document, { subtree: true, childList: true, characterData: true }));"
    )
    table_of(page, house.url, [{"who": "me", "name": "Ada"}, BOT, BOT], time_limit=0)
    page.wait_for_selector(".card.can")
    labels = page.locator(PAWN).evaluate_all("all => all.map((each) => each.getAttribute('aria-label'))")
    assert len(labels) == 2
    for label in labels:
        assert label.endswith(words("banzai.choice.touch", first=label.partition(", ")[2].partition(",")[0]))
        assert words("ui.board.pick") not in label
    page.locator(".seats").get_by_text(re.compile("carte posée")).nth(1).wait_for()
    page.wait_for_function("() => window.__said.length > 0")
    said = page.evaluate("() => window.__said")
    assert said
    assert not [text for text in said if "Joueur" in text]
    assert all(len(text) < 400 for text in said), "no flood"
    assert not any(text.count("une carte pour") > 1 for text in said)
