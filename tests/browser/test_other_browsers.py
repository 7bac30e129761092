"""The library without a server in Firefox and in WebKit, where they are installed."""

from __future__ import annotations

from typing import Any

import pytest

from browser.driven import Driven
from browser.hands import words
from browser.test_site import KEPT, Host, host

__all__ = ["host"]
pytestmark = [pytest.mark.browser, pytest.mark.deep]

MOVES = 10
BUTTON = """const [said] = given;
return [...document.querySelectorAll("button:enabled")].find(
  (one) => (one.ariaLabel ?? one.innerText).trim() === said && one.getClientRects().length);"""
BIG = "return document.querySelector('.thumb .wide:enabled')"
SPOT = """return document.querySelector(`[data-spot="${given[0]}"]`)"""
COUNT = "return Number(document.querySelector('.moves > ol')?.dataset.count ?? 0) >= given[0]"
STANDING = """return [...document.querySelectorAll("svg.board [data-piece]")]
  .map((each) => `${each.dataset.piece} ${each.style.transform}`).sort()"""
SET_UP = "return document.querySelectorAll('svg.board [data-piece]').length > 10"


def press(page: Driven, key: str, **args: Any) -> None:
    """Press the button that says this."""
    page.click(BUTTON, words(key, page.language, **args))


def open_box(page: Driven, host: Host) -> None:
    """A game of Billabong against a bot, from the shelf."""
    page.goto(host.url)
    press(page, "ui.play.game", game={"key": "billabong.title"})


def begin(page: Driven) -> None:
    """Place the kangaroos, the first by hand."""
    page.click(SPOT, "k3")
    page.click(BIG)
    press(page, "ui.setup.rest")
    page.wait(SET_UP)


def move(page: Driven) -> None:
    """Make a good move as the page shows it, and wait for the other one's."""
    press(page, "ui.advice.ask")
    before = page.run("return Number(document.querySelector('.moves > ol').dataset.count)")
    page.click(BIG)
    page.wait(COUNT, before + 2)


def standing(page: Driven) -> list[str]:
    """The pieces and where they stand, once they do."""
    found: list[list[str]] = []
    page.wait(SET_UP)
    while len(found) < 4 or found[-4:] != [found[-1]] * 4:
        found.append(page.wait(f"await new Promise((later) => setTimeout(later, 200)); {STANDING}"))
    return found[-1]


def says(page: Driven, key: str) -> None:
    """Wait until the page says this."""
    page.wait("return document.body.innerText.includes(given[0])", words(key, page.language))


def test_ten_moves_against_a_bot_and_then_without_a_network(driven: Driven, host: Host) -> None:
    print(driven.version)
    driven.size(1280, 900)
    open_box(driven, host)
    press(driven, "ui.ready.go")  # the game in four lines comes once
    if not driven.keeps:  # and says so, in the way of the big button
        says(driven, "ui.site.not-kept")
        press(driven, "ui.close")
    begin(driven)
    for _ in range(MOVES):
        move(driven)
    before = standing(driven)
    if driven.keeps:
        driven.reload()
        assert standing(driven) == before
        driven.goto(host.url)
        driven.wait("return document.querySelector('main a[href*=\"#/t/\"]') !== null")
        driven.run("setTimeout(() => history.back())")  # and the shelf lies ready for the way forward
        assert standing(driven) == before
    assert driven.run(f"return {KEPT}"), "the files are kept"
    host.stop()
    try:
        driven.reload()
        if driven.keeps:
            assert standing(driven) == before
        else:
            says(driven, "error.unknown_table")
            open_box(driven, host)
            press(driven, "ui.close")
            begin(driven)
        move(driven)
    finally:
        host.start_again()
