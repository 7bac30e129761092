"""Screens of Banzaï!: no word broken at the end, nothing stale over the result, one's cards in sight, the board as high whatever may be called."""

from __future__ import annotations

from typing import Any

import pytest

from browser.banzai import press, table_of, until
from browser.conftest import PHONE
from browser.hands import button, is_apart, words
from browser.test_accessible import settle
from browser.test_banzai_hand import ALL, BASIC, BOT, DECK, FAMILIES, after, deal, hold
from browser.test_phones import still
from browser.test_photo_finish import free
from tests.depth import deep

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1366, "height": 768}
SIDEWAYS = {"width": 844, "height": 390}
SMALL = {"width": 360, "height": 640}
TINY = {"width": 640, "height": 360}
TWO = [{"who": "me", "name": "Ada"}, {"who": "link"}, BOT, BOT, BOT]
ALONE = [{"who": "me", "name": "Ada"}, BOT, BOT, BOT, BOT]
BROKEN = """() => [...document.querySelectorAll('.announcements .title')].flatMap((title) => {
  const text = title.firstChild, found = [];
  for (const { index, 0: word } of text.data.matchAll(/[^ ]+/g)) {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
  }
  return found;
})"""

UNDER_KEYS = """() => [...document.querySelectorAll('.call')].filter((call) => {
  const key = call.querySelector('kbd')?.getBoundingClientRect();
  if (!key?.width) return false;
  const range = document.createRange();
  range.selectNodeContents(call.querySelector('.word'));
  return [...range.getClientRects()].some((word) => word.right > key.left + 1 && word.left < key.right && word.bottom > key.top + 1 && word.top < key.bottom - 1);
}).map((call) => call.textContent)"""
"""The calls whose words lie under the name of their key."""


def last_three(third: int) -> Any:
    """The last three, of whom this one is out."""
    families = sorted(DECK[:3], key=FAMILIES.index)
    hands = [*deal(3, {0: "fox:lwp"}), [], []]
    more = {"final": True, "third": third, "out": [4, 3, third], "seating": [0, 1, 2]}
    return hold("", BASIC, families=families, hands=hands, pawns=[{"x": 0, "y": 0.35}], **more)


def begin(page: Any, situated: Any, table: Any, chairs: Any = ALONE, **options: Any) -> str:
    """A table that begins like this."""
    situated.begin_with(table.position())
    return table_of(page, situated.url, chairs, None, **({"time_limit": 0} | options))


def zoe_proposes_to_stop(zoe: Any, situated: Any, identity: str) -> None:
    """Another person sits down at this table, and asks to end the game."""
    zoe.goto(f"{situated.url}/t/{identity}")
    zoe.locator("#lobby-name").fill("Zoé")
    zoe.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).click()
    zoe.get_by_text(words("ui.resign"), exact=True).click()
    button(zoe, "ui.end.propose").click()


@pytest.mark.deep
def test_the_end_breaks_no_word_and_tells_nothing_stale(person: Any, situated: Any) -> None:
    ada, zoe = person(LAPTOP), person(LAPTOP)
    zoe_proposes_to_stop(zoe, situated, begin(ada, situated, last_three(2), TWO))
    ada.locator(".consent").wait_for()
    for _ in until(25, 0.3):
        if ada.locator(".won").count():
            break
        press(ada, '.spot.can[data-spot^="at."]')
    for page in (ada, zoe):
        page.locator(".announcements .crown .title").wait_for()
        page.wait_for_timeout(300)
        assert page.evaluate(BROKEN) == []
        assert page.locator(".news p").count() == 0


@pytest.mark.deep
def test_a_request_leaves_hand_question_and_board_free(person: Any, situated: Any) -> None:
    ada, zoe = person(PHONE, has_touch=True), person()
    zoe_proposes_to_stop(zoe, situated, begin(ada, situated, after("fox:lwp", options=BASIC), TWO))
    ada.locator(".consent").wait_for()
    for upright in (PHONE, SMALL):
        ada.set_viewport_size(upright)
        still(ada, ".consent")
        free(ada, ".hand .card", 5)
        free(ada, ".consent button", 2)
        assert ada.locator(".consent").bounding_box()["height"] <= 56
    for sideways in (SIDEWAYS, {"width": 667, "height": 375}):
        ada.set_viewport_size(sideways)
        still(ada, ".consent")
        free(ada, ".consent button", 2)
        question = ada.locator(".consent").bounding_box()
        for kept in (".felt", ".prompt .sentence", ".hand", ".calls"):
            assert is_apart(question, ada.locator(kept).bounding_box()), kept
    button(zoe, "ui.undo.withdraw").click()
    ada.locator(".together .news p").wait_for()
    for sideways in (SIDEWAYS, {"width": 667, "height": 375}):
        ada.set_viewport_size(sideways)
        still(ada, ".together .news")
        assert is_apart(
            ada.locator(".together .news").bounding_box(), ada.locator(".prompt .sentence").bounding_box()
        )


@pytest.mark.deep
def test_however_many_calls_there_are_all_is_seen(person: Any, situated: Any) -> None:
    page = person(PHONE)
    begin(page, situated, after("fox:lwpkm", options=ALL), optional_rules=True)
    page.locator(".card.can").first.wait_for()
    for screen in (LAPTOP, SIDEWAYS, PHONE):
        page.set_viewport_size(screen)
        settle(page)
        still(page, ".calls")
        free(page, ".card", 5)
        free(page, ".call", 7)
        said = page.locator(".prompt .sentence").bounding_box()
        for call in page.locator(".call").all():
            assert is_apart(call.bounding_box(), said)
        assert page.evaluate(UNDER_KEYS) == []


@pytest.mark.deep
@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_who_is_out_and_stays_reads_all_that_is_to_be_done(person: Any, situated: Any, locale: str) -> None:
    page = person(PHONE, locale, has_touch=True)
    begin(page, situated, last_three(0))
    page.locator(".card.can").first.wait_for()
    assert (
        page.evaluate(
            "() => { const one = document.querySelector('.prompt .say'); return one.scrollHeight - one.clientHeight; }"
        )
        <= 1
    )
    assert page.locator(".call .hint").nth(1).is_visible(), "alone in its row, it says what it does"


@pytest.mark.deep
def test_the_board_of_a_laptop_is_as_high_whatever_may_be_called(person: Any, situated: Any) -> None:
    high = []
    for cards in ("cow:lw fox:wp", "fox:lwp", "fox:lwpk"):
        page = person(LAPTOP)
        begin(page, situated, after(cards, options=ALL), optional_rules=True)
        page.locator(".card.can").first.wait_for()
        page.wait_for_timeout(300)
        high.append(page.locator(".felt").bounding_box()["height"])
    assert max(high) - min(high) <= 8, high


MARKED = """() => [...document.querySelectorAll('.over .robot')].map((robot) => {
  const name = robot.nextElementSibling;
  const [letters, { a }] = [Number(name.getAttribute('font-size')), name.getScreenCTM()];
  const mark = robot.getBoundingClientRect();
  const end = new DOMPoint(name.getStartPositionOfChar(0).x, 0).matrixTransform(name.getScreenCTM()).x;
  return { name: name.textContent, apart: (end - mark.right) / (letters * a), high: mark.height / (letters * a) };
})"""
"""Each robot's name around the board: how far its mark stands before it and how high the mark is, both in the size of the letters."""


@pytest.mark.deep
def test_the_mark_of_a_robot_stands_close_and_no_call_covers_what_is_asked(
    person: Any, situated: Any
) -> None:
    page = person(PHONE, has_touch=True)
    bots = [{"who": "bot", "level": level} for level in ("easy", "easy", "strong", "random")]
    begin(page, situated, after("fox:lwp", options=BASIC), [{"who": "me", "name": "Ada"}, *bots])
    page.locator(".card.can").first.wait_for()
    for screen in (LAPTOP, PHONE):
        page.set_viewport_size(screen)
        settle(page)
        still(page, "svg.board")
        marked = page.evaluate(MARKED)
        assert len(marked) == 4
        for one in marked:
            assert 0 <= one["apart"] <= 0.35, one
            assert one["high"] <= 1.2, one
    page.set_viewport_size(TINY)
    still(page, ".calls")
    said = page.locator(".prompt .sentence").bounding_box()
    lamp = page.locator(".lamp.button").bounding_box()
    for call in (*page.locator(".call").all(), page.locator(".explain")):
        assert is_apart(call.bounding_box(), said)
        assert is_apart(call.bounding_box(), lamp)


@pytest.mark.parametrize("bots", [deep(2), 4])
def test_on_a_hand_nothing_lies_over_what_is_asked(person: Any, house: Any, bots: int) -> None:
    page = person(PHONE)
    chairs = [{"who": "me", "name": "Ada"}, *[{"who": "bot", "level": "random"}] * bots]
    table_of(page, house.url, chairs, view="hand")
    page.wait_for_selector(".card.can")
    for screen in (SIDEWAYS, PHONE, SMALL):
        page.set_viewport_size(screen)
        settle(page)
        still(page, ".prompt")
        above = [each.bounding_box() for each in page.locator(".top, .seats").all() if each.is_visible()]
        asked = page.locator(".prompt").bounding_box()
        assert all(box["y"] + box["height"] <= asked["y"] + 1 for box in above)
        free(page, ".prompt .sentence")
        free(page, ".call")
        free(page, ".card", 5)
