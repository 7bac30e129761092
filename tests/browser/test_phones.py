"""A phone, upright and sideways: what is taken is as large as a finger, nothing is off the screen, and the board keeps its size."""

from __future__ import annotations

from typing import Any

import pytest

from browser.hands import make_table

pytestmark = pytest.mark.browser

SIDEWAYS = {"width": 844, "height": 390}
LARGE = {"width": 932, "height": 430}
"""A large phone: wider than some desktop windows are narrow, and as low as any phone."""
UPRIGHT = {"width": 390, "height": 844}
SMALL = {"width": 360, "height": 640}
FINGER = 44
"""Dice, cards and pieces in hand are at least this wide, px."""
GAMES = ["billabong", "bantu", "banjooli-cross", "boussanga"]


def box(page: Any, selector: str) -> dict[str, float]:
    found = page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return dict(found)


@pytest.mark.parametrize("viewport", [SIDEWAYS, LARGE], ids=["844x390", "932x430"])
@pytest.mark.parametrize("game", GAMES)
def test_the_board_has_one_side_and_the_buttons_the_other(
    person: Any, house: Any, game: str, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True)
    make_table(page, house, game=game, options={})
    page.locator(".prompt.yours").wait_for()
    width, height = viewport["width"], viewport["height"]
    board, button = box(page, "svg.board"), box(page, ".thumb .wide")
    assert board["height"] > 0.9 * height
    assert board["x"] + board["width"] <= button["x"] + 1, "nothing lies under the buttons"
    assert button["x"] + button["width"] <= width
    assert button["y"] + button["height"] <= height
    assert button["height"] >= 44
    assert page.evaluate("() => document.scrollingElement.scrollHeight <= window.innerHeight"), (
        "nothing to scroll to"
    )
    trays = [box(page, f'[data-spot="{name}"]') for name in hand_of(page)]
    assert all(tray["width"] >= FINGER for tray in trays)


def hand_of(page: Any) -> list[str]:
    """The places of cards and dice that may be touched now."""
    return list(
        page.evaluate(
            "() => [...document.querySelectorAll('.spot.can[data-spot]')].map((one) => one.dataset.spot)"
            ".filter((name) => /^(hand|die|tray|store)\\b/.test(name))"
        )
    )


@pytest.mark.parametrize("viewport", [UPRIGHT, SMALL], ids=["390x844", "360x640"])
def test_upright_dice_and_cards_are_as_large_as_fingers(
    person: Any, house: Any, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    for game in ("billabong", "banjooli-cross", "boussanga"):
        make_table(page, house, game=game, options={})
        page.locator(".prompt.yours").wait_for()
        page.wait_for_timeout(300)
        in_hand = hand_of(page)
        assert in_hand, game
        assert min(box(page, f'[data-spot="{name}"]')["width"] for name in in_hand) >= FINGER, game
        assert page.evaluate("() => document.scrollingElement.scrollWidth <= window.innerWidth"), game
        before = box(page, "svg.board")
        page.locator(f'[data-spot="{in_hand[0]}"]').tap()
        page.wait_for_timeout(200)
        assert box(page, "svg.board") == before, f"{game}: the board keeps its size while a move is made"
