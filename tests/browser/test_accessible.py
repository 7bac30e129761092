"""Every page, in both languages and by day and night, without a violation that axe-core can find."""

from __future__ import annotations

import re
from typing import Any

import pytest

from browser.conftest import DESKTOP, PHONE
from browser.hands import arrow, button, go, make_table, my_turn, play_turn, tap, wait_for_moves, words
from browser.house import ROOT
from tests.depth import deep

pytestmark = pytest.mark.browser

AXE = ROOT / "client" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = "([of, tags]) => axe.run(of, { runOnly: tags, resultTypes: ['violations'] }).then(found => found.violations)"
"""Only what is wrong is fetched: to tell Python of all that is right takes three times as long as to find out."""


SETTLED = """() => document.fonts.ready
  .then(() => Promise.all(document.getAnimations().filter((one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime)).map((one) => one.finished.catch(() => undefined))))
  .then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))"""
"""Once letters are there, what moves has come to rest, and the page is drawn."""


def settle(page) -> None:
    """Wait until nothing moves any more."""
    page.evaluate(SETTLED)


def violations(page, of: str = "html") -> list[str]:
    """What axe finds wrong on a page that has come to rest, or in a part of it, with where.

    Of a page with an open panel, the panel alone is asked about: a link that lies half beneath it is reached when it is closed.
    """
    settle(page)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text())
    found = page.evaluate(RUN, [of, TAGS])
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}" for one in found
    ]


SIGHTS: dict[str, dict[str, Any]] = {
    "desktop-light": {"viewport": DESKTOP, "color_scheme": "light"},
    "phone-dark-english": {"viewport": PHONE, "color_scheme": "dark", "locale": "en-GB"},
    "phone-dark": {"viewport": PHONE, "color_scheme": "dark"},
    "desktop-dark-english": {"viewport": DESKTOP, "color_scheme": "dark", "locale": "en-GB"},
    "desktop-dark": {"viewport": DESKTOP, "color_scheme": "dark"},
    "phone-light": {"viewport": PHONE, "color_scheme": "light"},
    "phone-light-english": {"viewport": PHONE, "color_scheme": "light", "locale": "en-GB"},
}


FRENCH = {name: sight for name, sight in SIGHTS.items() if "locale" not in sight}


def seen(*always: str, among: dict[str, dict[str, Any]] = SIGHTS) -> pytest.MarkDecorator:
    """The parameter `sight`: how somebody looks at pages; but for those named, deep."""
    cases = [
        pytest.param(sight, id=name) if name in always else deep(sight, called=name)
        for name, sight in among.items()
    ]
    return pytest.mark.parametrize("sight", cases)


def language_of(sight: dict[str, Any]) -> str:
    """The language of the pages of somebody who looks like this."""
    return "en" if "locale" in sight else "fr"


@seen("phone-dark-english")
def test_pages(person, house, sight):
    page, language = person(**sight), language_of(sight)
    page.goto(house.url)
    for path in (
        "/",
        "/new/billabong",
        "/rules/billabong",
        "/edition/billabong",
        "/print/billabong",
        "/replay",
        "/history",
        "/nowhere",
    ):
        if path != "/":
            go(page, path)
        page.wait_for_selector("h1")
        page.wait_for_function(
            "word => ![...document.querySelectorAll('[role=status]')].some((one) => one.textContent === word)",
            arg=words("ui.wait", language),
        )
        assert page.evaluate("() => document.documentElement.lang") == language
        assert violations(page) == [], path
    page.get_by_role("button", name=re.compile(words("ui.settings", language))).click()
    page.locator("#settings .notices").wait_for()
    assert violations(page, "header") == [], "the settings"


@pytest.mark.deep
@seen("desktop-light")
def test_a_table_in_the_race(person, house, sight):
    page = person(**sight)
    identity = make_table(page, house)
    for _ in range(6):
        assert play_turn(page, house, identity, 0)
    table = my_turn(house, identity, 0)
    assert table is not None
    wait_for_moves(page, len(table.events))
    page.locator(".prompt.yours").wait_for()
    assert violations(page) == []


GAMES = ("billabong", "bantu", "boussanga", "banjooli-cross", "banzai")
ALWAYS = ("billabong", "banzai")
"""A board and a hand; the others deep."""


@pytest.mark.parametrize(
    ("game", "begun"),
    [
        *((game, True) if game in ALWAYS else deep(game, True) for game in GAMES),
        *(deep(game, False, called=f"{game}-first") for game in GAMES[:-1]),
    ],
)
def test_a_table_of_every_game(person, house, game, begun):
    """Once something is chosen, where all of the page is in use; deep, when the turn has just come."""
    page = person(**SIGHTS["desktop-light"])
    bots = [{"who": "bot", "level": "greedy"}] * 2
    make_table(page, house, game=game, options={}, seats=3, chairs=[{"who": "me"}, *bots])
    page.locator(".board [data-spot]").first.wait_for(state="attached")
    if game == "banzai":
        page.wait_for_selector(".card.can")
        assert violations(page) == []
        page.get_by_role("button", name=words("ui.aid"), exact=True).click()
        page.wait_for_selector(".aid")
        assert violations(page) == [], "the player aid"
        return
    page.locator(".prompt.yours").wait_for()
    if game == "banjooli-cross":  # its big button answers a moment later, and changes colour then
        page.locator(".thumb .wide:not([disabled])").wait_for()
    if not begun:
        assert violations(page) == [], "the turn has come"
        return
    chosen = (
        ".spot.can[data-spot^='tray.']",
        ".spot.can[data-spot^='hand.']",
        ".spot.can[data-spot^='start.']",
    )
    page.locator(", ".join(chosen)).first.click()
    page.locator(".board .tapped, .board [aria-pressed=true]").first.wait_for(state="attached")
    assert violations(page) == [], "something is chosen"


@pytest.mark.deep
@seen("phone-dark-english")
def test_a_table_with_its_panels_open_and_over(person, house, sight):
    page, language = person(**sight), language_of(sight)
    identity = make_table(page, house)
    page.wait_for_selector(".board")
    tap(page, "g8")
    page.locator(".prompt").get_by_role("link", name=re.compile("BIL-")).first.click()
    page.wait_for_selector(".sheet .marked")
    assert violations(page) == [], "the rule sheet"
    page.locator(".sheet").get_by_role("button", name=words("ui.close", language), exact=True).click()
    page.get_by_role("button", name=re.compile(words("ui.settings", language))).click()
    page.locator("#settings .notices").wait_for()
    assert violations(page) == [], "the settings"
    page.keyboard.press("Escape")
    assert play_turn(page, house, identity, 0)
    give_up(page, language)
    page.wait_for_selector(".won")
    page.locator(".again .wide:enabled").wait_for()
    assert violations(page) == [], "the end"


def give_up(page, language) -> None:
    """Open what lies beside the board where it is folded away, and give up."""
    folded = page.get_by_role("button", name=words("ui.moves", language), exact=True)
    if page.locator(".top .more").is_visible():
        page.locator(".top .more").click()
    elif folded.is_visible():
        folded.click()
    button(page, "ui.resign", language).click()
    button(page, "ui.resign.yes", language).click()


@pytest.mark.deep
@seen("phone-dark-english")
def test_a_takeback_that_is_asked_for(person, house, sight):
    ada, leo = person(), person(**sight)
    language = language_of(sight)
    identity = make_table(ada, house, chairs=[{"who": "me"}, {"who": "link"}])
    ada.wait_for_selector(".lobby")
    assert violations(ada) == [], "the lobby"
    leo.goto(f"{house.url}/t/{identity}")
    leo.locator("#lobby-name").fill("Léo")
    leo.get_by_role("button", name=words("ui.lobby.sit.chair", language, n=2)).click()
    for page in (ada, leo):
        page.wait_for_selector(".board")
    ada.locator(".tabs").get_by_role("button", name=words("ui.chat.tab")).click()
    ada.locator("#chat-text").fill("Bonne chance")
    button(ada, "ui.chat.send").click()
    ada.locator(".lines").get_by_text("Bonne chance").wait_for()
    assert violations(ada) == [], "the chat"
    ada.locator(".tabs").get_by_role("button", name=words("ui.moves"), exact=True).click()
    assert play_turn(ada, house, identity, 0)
    assert play_turn(leo, house, identity, 1)
    wait_for_moves(ada, 2)
    arrow(ada).click()
    for page in (ada, leo):
        page.wait_for_selector(".consent button:enabled")
        assert violations(page) == [], "the question"
