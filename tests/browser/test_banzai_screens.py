"""Screens of Banzaï!: no word broken at the end, nothing stale over the result, one's cards in sight, the board as high whatever may be called."""

from __future__ import annotations

from typing import Any

import pytest

from browser.banzai import press, table_of, until
from browser.boxes import still
from browser.conftest import PHONE
from browser.hands import button, is_apart, words
from browser.rare import last_three
from browser.test_banzai_hand import ALL, BASIC, BOT, after
from browser.test_photo_finish import free

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1366, "height": 768}
SIDEWAYS = {"width": 844, "height": 390}
SMALL = {"width": 360, "height": 640}
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


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768)])
def test_at_a_large_table_every_name_and_turn_can_be_read(
    person: Any, house: Any, size: tuple[int, int]
) -> None:
    page = person({"width": size[0], "height": size[1]})
    bots = [{"who": "bot", "level": "master"}] * 8
    table_of(page, house.url, [{"who": "me", "name": "Ada"}, *bots], time_limit=0)
    seen = page.wait_for_function("""() => {
      const seats = [...document.querySelectorAll('.seat.acts')];
      return seats.length > 5 && seats.map((seat) => [
        seat.querySelector('.name').scrollWidth - seat.querySelector('.name').clientWidth,
        seat.querySelector('.word').offsetWidth > 0,
        seat.offsetHeight,
      ]);
    }""").json_value()
    assert all(over <= 0 and told for over, told, _ in seen)
    seats = page.locator(".seat")
    assert {seats.nth(i).bounding_box()["height"] for i in range(9)} == {seen[0][2]}  # acting or not


@pytest.mark.deep
def test_the_ending_breaks_no_word_and_shows_nothing_stale(person: Any, situated: Any) -> None:
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
def test_the_board_of_a_laptop_is_as_high_whatever_may_be_called(person: Any, situated: Any) -> None:
    high = []
    for cards in ("cow:lw fox:wp", "fox:lwp", "fox:lwpk"):
        page = person(LAPTOP)
        begin(page, situated, after(cards, options=ALL), optional_rules=True)
        page.locator(".card.can").first.wait_for()
        page.wait_for_timeout(300)
        high.append(page.locator(".felt").bounding_box()["height"])
    assert max(high) - min(high) <= 8, high
