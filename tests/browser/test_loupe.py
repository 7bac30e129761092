"""A finger that rests on a board with small places sees it large, and chooses where it lets go."""

from __future__ import annotations

from typing import Any

import pytest

from browser.boxes import box, still
from browser.conftest import PHONE
from browser.hands import arrow, button, make_table, my_turn, play_turn, touch, wait_for_moves, words
from depth import deep

pytestmark = pytest.mark.browser


class Finger:
    """One finger on a page, as the browser feels it."""

    def __init__(self, page: Any) -> None:
        self._send = page.context.new_cdp_session(page).send

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y} for x, y in points]
        self._send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    def down(self, x: float, y: float) -> None:
        self._touch("touchStart", (x, y))

    def to(self, x: float, y: float) -> None:
        self._touch("touchMove", (x, y))

    def up(self) -> None:
        self._touch("touchEnd")


def middle(page: Any, spot: str) -> tuple[float, float]:
    found = box(page, f'[data-spot="{spot}"]')
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def test_a_resting_finger_gets_a_loupe_and_chooses_on_release(person: Any, house: Any) -> None:
    page = person(PHONE, has_touch=True, is_mobile=True)
    identity = make_table(page, house, game="bantu", options={})
    my_turn(house, identity, 0)
    button(page, "ui.first_game.offer.hide").tap()
    say, finger = page.locator(".prompt .say"), Finger(page)
    loupe, chosen = page.locator(".loupe"), page.locator(".board .tapped")
    wrong, pawn = middle(page, "r5a"), middle(page, "start.3.0")

    finger.down(*wrong)
    loupe.wait_for()
    finger.to(*pawn)
    shown = loupe.bounding_box()
    assert shown["x"] >= 0
    assert shown["y"] + shown["height"] < pawn[1], "the finger does not cover it"
    assert chosen.count() == 0, "nothing is chosen before the finger lets go"
    finger.up()
    loupe.wait_for(state="detached")
    chosen.first.wait_for(state="attached")
    assert "ligne de départ" in say.inner_text()
    assert page.locator(".prompt .reason").count() == 0, "it was chosen once"

    finger.down(*middle(page, "r7a"))
    loupe.wait_for()
    finger.to(20, 30)
    finger.up()
    loupe.wait_for(state="detached")
    assert page.locator(".thumb .wide").is_disabled(), "off the board nothing is chosen"

    x, y = middle(page, "r7b")
    finger.down(x, y)
    finger.up()
    page.locator(".thumb .wide:enabled").wait_for()
    assert loupe.count() == 0, "a tap is a tap"


@pytest.mark.deep
@pytest.mark.parametrize("locale", ["fr", deep("en")])
def test_the_loupe_is_explained_once_if_places_are_small(person: Any, house: Any, locale: str) -> None:
    page = person(PHONE, locale, has_touch=True, is_mobile=True)
    identity = make_table(page, house, game="billabong", options={"mode": "duel"})
    if locale != "fr":
        page.request.put(house.url + "/api/me", data={"name": "Ada", "lang": locale})
        page.reload()
    my_turn(house, identity, 0)
    told = page.locator(".prompt .once")
    told.wait_for()
    assert page.locator(".board .tapped").count() == 0, "before the first touch"
    finger = Finger(page)
    finger.down(*middle(page, "c3"))
    finger.up()
    page.locator(".thumb .wide:enabled").tap()
    wait_for_moves(page, 1)
    told.wait_for()
    assert told.inner_text() == words("ui.loupe.once", locale)
    say = page.locator(".prompt .say")
    assert say.evaluate("each => each.scrollHeight <= each.clientHeight"), "it is read whole"
    assert play_turn(page, house, identity, 0, touch), "the first touch has placed a kangaroo, too"
    told.wait_for(state="detached")
    page.reload()
    page.locator(".board .spot").first.wait_for(state="attached")
    my_turn(house, identity, 0)
    page.locator(".prompt.yours").wait_for()
    finger.down(*middle(page, "p1"))
    finger.up()
    arrow(page, "ui.back", locale).wait_for()
    assert told.count() == 0


LONG_ENOUGH = 600
"""A finger that rests for half as long gets the loupe, ms."""


def test_large_places_need_no_loupe(look: Any) -> None:
    page = look({"width": 820, "height": 1180}, game="billabong", options={"mode": "duel"})
    still(page, "svg.board")
    finger = Finger(page)
    finger.down(*middle(page, "c3"))
    page.wait_for_timeout(LONG_ENOUGH)
    assert page.locator(".loupe").count() == 0
    assert page.locator(".prompt .once").count() == 0
    finger.up()
