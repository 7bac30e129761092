"""The photo finish in the browser: beside or above what one acts with, never over it, in each way to sit."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from browser.banzai import hasty, press, table_of, until
from browser.hands import is_apart, words
from browser.test_accessible import settle
from tests.depth import deep

pytestmark = pytest.mark.browser

REACTS_MS = 250
"""Nobody is quicker: sooner would be a false start."""

READY = '[data-call="resume"]:not(:disabled)'

SIZES = {"desktop": (1366, 768), "phone": (390, 844), "sideways": (844, 390)}

COVERED = """(selector) => [...document.querySelectorAll(selector)].filter((each) => each.getClientRects().length).map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  const inside = x >= 0 && y >= 0 && x + width <= innerWidth + 1 && y + height <= innerHeight + 1;
  return !inside || !top || !each.contains(top) ? `${each.className} at ${x},${y} ${width}x${height} under ${top?.className}` : '';
})"""
"""For each thing that is drawn: where it is, if it is covered or beyond the edge of the screen."""

CUT = """() => [...document.querySelectorAll('.photo .key')].filter((each) => {
  const { x, width } = each.getBoundingClientRect();
  return each.scrollWidth > each.clientWidth || x < 0 || x + width > innerWidth;
}).map((each) => each.textContent)"""


def free(page: Any, selector: str, least: int = 1) -> None:
    """All of these are there, on the screen and under nothing, once the page has come to rest."""
    found: list[str] = []
    with contextlib.suppress(TimeoutError):
        for _ in until(10):
            found = page.evaluate(COVERED, selector)
            if len(found) >= least and not any(found):
                break
    assert len(found) >= least, selector
    assert [each for each in found if each] == []


def shot(page: Any) -> None:
    """The photo finish is on the screen, with all its times to be read."""
    page.locator(".photo li").first.wait_for()
    settle(page)
    free(page, ".photo .shut")
    free(page, ".photo li:first-of-type .key")
    assert page.evaluate(CUT) == []


def asked_for(page: Any) -> None:
    """Whoever plays and grabbed nothing is not shown the photo finish, but may open it."""
    again = page.get_by_role("button", name=words("ui.photo.again"), exact=True)
    again.wait_for()
    settle(page)
    assert page.locator(".photo").count() == 0
    again.click()
    shot(page)


def race(ada: Any, others: list[tuple[Any, str]]) -> None:
    """Ada calls without a family; each of the others grabs the first pawn that is there, until the round is over."""
    press(ada, '[data-call="call.banzai"]')
    for page, thing in others:
        page.wait_for_selector(".live.grab")
        page.wait_for_timeout(REACTS_MS)
        for _ in until(10, 0.15):
            if page.locator(".photo li").count():
                break
            press(page, thing)


def seated(person: Any, house: Any, size: str, **sight: Any) -> tuple[Any, Any, str]:
    """Ada and Ben at a table with two bots, on screens of this size."""
    width, height = SIZES[size]
    ada, ben = (person({"width": width, "height": height}, **sight) for _ in range(2))
    chairs = [{"who": "me", "name": "Ada"}, {"who": "link"}, *[{"who": "bot", "level": "random"}] * 2]
    identity = table_of(
        ada, house.url, chairs, hasty().replace("rest_ms = 2000", "rest_ms = 60000"), time_limit=0
    )
    ben.goto(f"{house.url}/t/{identity}")
    ben.locator("#lobby-name").fill("Ben")
    ben.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).click()
    for page in (ada, ben):
        page.wait_for_selector(".card.can")
        free(page, ".card", 5)
        free(page, ".call")
    return ada, ben, identity


@pytest.mark.deep
@pytest.mark.parametrize("size", ["phone", deep("desktop"), deep("sideways")])
def test_hand_calls_and_readiness_stay_free_on_an_own_screen(person, house, size):
    ada, ben, _ = seated(person, house, size)
    race(ada, [(ben, '.spot.can[data-spot^="at."]')])
    shot(ben)
    free(ben, ".card", 5)
    free(ben, ".call")
    ben.wait_for_selector(READY)
    free(ben, READY)
    asked_for(ada)
    assert ben.locator(".photo li").first.locator(".who").inner_text().strip().endswith("Ben"), (
        "one's own first"
    )
    press(ben, READY)
    ben.wait_for_selector(".card.can")
    free(ben, ".card", 5)
    free(ben, ".call")
    again = ben.get_by_role("button", name=words("ui.photo.again"), exact=True)
    assert again.get_attribute("aria-pressed") == "false"
    again.click()
    ben.locator(".photo li").first.wait_for()
    assert again.get_attribute("aria-pressed") == "true"
    settle(ben)
    free(ben, ".card", 5)
    free(ben, ".call")
    again.click()
    ben.locator(".photo").wait_for(state="detached")
    settle(ben)
    free(ben, '.spot.can[data-spot^="at."]')


@pytest.mark.deep
def test_over_a_phones_board_it_is_a_strip_that_one_tap_closes(person, house):
    ada, ben, _ = seated(person, house, "phone", has_touch=True)
    race(ada, [(ben, '.spot.can[data-spot^="at."]')])
    shot(ben)
    strip = ben.locator(".photo")
    assert strip.locator(".track").count() == 0
    assert " ms" not in strip.inner_text()
    board, low = ben.locator(".felt").bounding_box(), strip.bounding_box()
    assert low["height"] < board["height"] / 2, "the table stays in sight"
    free(ben, ".bar button")
    strip.get_by_role("button", name=words("ui.photo.details"), exact=True).tap()
    strip.locator(".track").first.wait_for()
    assert " ms" in strip.locator(".parts").first.inner_text().replace("\u00a0", " ")
    strip.get_by_role("button", name=words("ui.photo.close"), exact=True).tap()
    strip.wait_for(state="detached")


@pytest.mark.deep
@pytest.mark.parametrize("size", SIZES)
def test_a_phone_as_a_hand_and_the_tables_screen(person, house, size):
    ada, ben, identity = seated(person, house, size)
    screen = person({"width": 1280, "height": 800})
    screen.goto(f"{house.url}/t/{identity}?view=shared")
    screen.wait_for_selector(".shared .beside")
    ben.goto(f"{house.url}/t/{identity}?view=hand")
    ben.wait_for_selector(".card.can")
    race(ada, [(ben, ".thing:not(.gone)")])
    for page in (ben, screen):
        shot(page)
    free(ben, ".card", 5)
    free(ben, ".call")
    ben.wait_for_selector(READY)
    free(ben, READY)
    free(screen, ".shared svg.board")


@pytest.mark.deep
def test_a_screen_lying_flat(person, house):
    page = person({"width": 1280, "height": 800})
    chairs = [{"who": "me", "name": "Ada"}, {"who": "me", "name": "Ben"}, {"who": "bot", "level": "random"}]
    table_of(page, house.url, chairs, hasty().replace("rest_ms = 2000", "rest_ms = 60000"), time_limit=0)
    page.wait_for_selector(".zone .card")
    press(page, '.zone [data-call="call.banzai"]')
    for _ in until(15, 0.2):
        if page.locator(".photo li").count():
            break
        press(page, ".zone:not(:has(.gone)) .thing")
    shot(page)
    free(page, ".zone .card", 5)
    page.wait_for_selector('.zone [data-say="resume"]')
    free(page, '.zone [data-say="resume"]')


@pytest.mark.deep
def test_on_a_phone_held_sideways_it_stands_beside_the_board(person, house):
    ada, ben, _ = seated(person, house, "sideways", has_touch=True)
    board = ben.locator("svg.board").bounding_box()
    race(ada, [(ben, '.spot.can[data-spot^="at."]')])
    shot(ben)
    assert is_apart(ben.locator(".photo").bounding_box(), ben.locator("svg.board").bounding_box())
    assert ben.locator("svg.board").bounding_box() == board
    free(ben, ".card", 5)
    free(ben, ".call")
    ben.locator(".photo").get_by_role("button", name=words("ui.photo.close"), exact=True).tap()
    ben.locator(".photo").wait_for(state="detached")
    assert ben.locator("svg.board").bounding_box() == board
    ben.get_by_role("button", name=words("ui.photo.again"), exact=True).tap()
    shot(ben)
