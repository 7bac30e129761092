"""Somebody is waited for: where that is said, what the others can do, what who is waited for sees, and a rematch that waits."""

from __future__ import annotations

import re
from typing import Any

import pytest

from browser.boxes import still
from browser.conftest import PHONE
from browser.hands import button, is_apart, make_table, play_turn, touch, wait_for_moves, words
from browser.house import House
from browser.test_together import give_up
from browser.test_two_people import together
from tests.depth import deep

pytestmark = pytest.mark.browser

SMALL, SIDEWAYS, LAPTOP = (
    {"width": 360, "height": 640},
    {"width": 844, "height": 390},
    {"width": 1366, "height": 768},
)
SIZES = (PHONE, SMALL, SIDEWAYS)


APART = """() => {
  const box = (each) => each.getBoundingClientRect();
  const told = [...document.querySelectorAll('.above, dialog.waiting, .together .away')].filter((each) => each.getClientRects().length).map(box);
  const kept = [...document.querySelectorAll('.top, ul.seats li, svg.board')].map(box);
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return told.flatMap((one) => kept.filter((other) => meet(one, other))).length;
}"""
"""How often what is said and offered lies over the header, a player or the board."""


def waited_for(ada: Any, leo: Any, house: House, identity: str) -> None:
    """Léo has played, and waits for Ada."""
    assert play_turn(ada, house, identity, 0)
    wait_for_moves(leo, 1)
    assert play_turn(leo, house, identity, 1, touch)
    wait_for_moves(ada, 2)


@pytest.mark.deep
@pytest.mark.parametrize("size", [SMALL, PHONE, SIDEWAYS], ids=["small", "phone", "sideways"])
def test_on_a_phone_absence_shows_at_the_seat_covering_nothing(
    person, impatient, size: dict[str, int]
) -> None:
    ada, leo, identity = together(person, impatient)
    waited_for(ada, leo, impatient, identity)
    leo.set_viewport_size(size)
    row = leo.locator(".seats li.asks").filter(has_text="Ada")
    row.get_by_text(re.compile("^on attend depuis 0:")).wait_for()
    assert leo.evaluate(APART) == 0
    what = row.get_by_role("button", name=re.compile("^On attend Ada depuis"))
    assert what.bounding_box()["height"] >= 40
    what.tap()
    sheet = leo.locator("dialog.waiting")
    sheet.get_by_text(re.compile("^On attend Ada depuis")).wait_for()
    offered = [words(key) for key in ("ui.nudge", "ui.away.bot", "ui.end.propose.short", "ui.away.wait")]
    assert [each.strip() for each in sheet.locator(".can button").all_inner_texts()] == offered
    assert leo.evaluate(APART) == 0
    box = sheet.bounding_box()
    assert box["y"] + box["height"] <= size["height"] + 1
    button(leo, "ui.away.wait").tap()
    sheet.wait_for(state="detached")
    row.wait_for(state="detached")


@pytest.mark.deep
def test_at_a_desk_it_stands_beside_the_board_and_is_answered(person, impatient) -> None:
    ada, leo, identity = together(person, impatient)
    ada.set_viewport_size(LAPTOP)
    assert play_turn(ada, impatient, identity, 0)
    wait_for_moves(leo, 1)
    ada.locator(".together .away").get_by_text(re.compile("^On attend Léo depuis")).wait_for()
    assert ada.evaluate(APART) == 0
    ada.locator(".away summary").click()
    bot = ada.locator(".away").get_by_role("button", name=words("ui.away.bot"))
    assert bot.is_disabled()
    assert bot.get_attribute("aria-description") == words("ui.why.nudge_first", who="Léo", n=4)
    button(ada, "ui.nudge").click()
    ada.locator(".away .done").get_by_text(words("ui.nudge.done", who="Léo")).wait_for()
    leo.get_by_text(words("ui.nudge.you", who="Ada")).wait_for()
    button(leo, "ui.nudge.here").tap()
    leo.locator(".together .news").get_by_text(words("ui.nudge.heard.you")).wait_for()
    leo.get_by_text(words("ui.nudge.you", who="Ada")).wait_for(state="detached")
    ada.locator(".together .news").get_by_text(words("ui.nudge.heard", who="Léo")).wait_for()
    assert bot.is_disabled(), "they are there"


def test_an_absent_player_is_replaced_returns_and_leaves(person, impatient) -> None:
    """The game of somebody who is gone ends for who asks twice."""
    ada, leo, identity = together(person, impatient)
    assert play_turn(ada, impatient, identity, 0)
    ada.locator(".away summary").click()
    button(ada, "ui.nudge").click()
    ada.wait_for_function(
        "(bot) => [...document.querySelectorAll('.away button')].some((each) => each.textContent.trim() === bot && !each.disabled)",
        arg=words("ui.away.bot"),
    )
    button(ada, "ui.away.bot").click()
    leo.get_by_text(words("ui.away.replaced")).wait_for()
    wait_for_moves(ada, 2)
    ada.locator(".seats li").nth(1).get_by_text(words("ui.seat.replaced")).wait_for()
    assert leo.evaluate("() => document.visibilityState") == "visible"
    button(leo, "ui.away.back").tap()
    leo.get_by_text(words("ui.away.replaced")).wait_for(state="detached")
    ada.locator(".seats li").nth(1).get_by_text(words("ui.seat.replaced")).wait_for(state="detached")
    assert play_turn(ada, impatient, identity, 0)
    assert play_turn(leo, impatient, identity, 1, touch), "the seat is theirs again"
    assert play_turn(ada, impatient, identity, 0)
    wait_for_moves(leo, 5)
    leo.goto(impatient.url)
    ada.locator(".away details:not([open]) summary").filter(
        has_text=words("ui.away.since", who="Léo")
    ).click()
    end = ada.locator(".away").get_by_role("button", name=words("ui.end"), exact=True)
    end.click()
    ada.locator(".away").get_by_text(words("ui.end.sure")).wait_for()
    assert not impatient.table(identity).is_over
    end.click()
    ada.locator(".won").get_by_text(words("ui.over.called_off")).wait_for()


@pytest.mark.deep
def test_both_sides_hear_the_outcome_of_a_request(person, house) -> None:
    ada, leo, _ = together(person, house)
    give_up(ada)
    button(ada, "ui.end.propose").click()
    leo.locator(".consent").wait_for()
    button(ada, "ui.undo.withdraw").click()
    leo.locator(".together .news").get_by_text(words("ui.reply.withdrawn", who="Ada")).wait_for()
    ada.locator(".together .news").get_by_text(words("ui.reply.withdrawn.you")).wait_for()
    give_up(leo)
    button(leo, "ui.end.propose").tap()
    ada.locator(".consent").wait_for()
    button(ada, "ui.undo.no").click()
    leo.locator(".together .news").get_by_text(words("ui.reply.no.end", who="Ada")).wait_for()
    ada.locator(".together .news").get_by_text(words("ui.reply.no.end.you")).wait_for()


@pytest.mark.deep
def test_a_waiting_rematch_shows_only_whom_it_waits_for(person, house) -> None:
    ada, leo, identity = together(person, house)
    give_up(ada)
    button(ada, "ui.resign.yes").click()
    button(leo, "ui.rematch").tap()
    leo.wait_for_url(lambda url: not url.endswith(identity))
    row = leo.locator(".chairs li").filter(has_text="Ada")
    row.get_by_text(words("ui.seat.asked")).wait_for()
    leo.locator(".awaiting").get_by_text(words("ui.await.asked", who="Ada", n=1)).wait_for()
    leo.locator(".awaiting").get_by_text(words("ui.await.link", who="Ada")).wait_for()
    assert leo.locator("#await-link").input_value() == leo.url
    bot = leo.locator(".awaiting").get_by_role("button", name=words("ui.away.bot"))
    assert bot.is_disabled(), "nobody is replaced before they could come"
    leo.locator(".awaiting .hint").filter(has_text="Ada").wait_for()
    for gone in (".guided", "#lobby-more", ".invite", ".game"):
        assert leo.locator(gone).count() == 0
    button(ada, "ui.rematch.decline").click()
    row.get_by_text(words("ui.seat.declined")).wait_for()
    assert row.get_by_text(words("ui.seat.away")).count() == 0
    assert leo.locator("#await-link").count() == 0
    assert bot.is_enabled()
    button(leo, "ui.await.leave").tap()
    leo.wait_for_url(house.url + "/")
    ada.get_by_role("link", name=words("ui.rematch.join")).click()
    ada.locator(".seats li .lines").get_by_text(words("ui.seat.declined"), exact=True).wait_for()


@pytest.mark.deep
def test_beside_a_tall_board_options_cover_nobody(person, impatient) -> None:
    ada, leo = person(LAPTOP), person(PHONE, has_touch=True, is_mobile=True)
    chairs = [{"who": "me"}, {"who": "link"}, {"who": "bot", "level": "random"}]
    make_table(ada, impatient, game="bantu", options={}, seats=3, first=1, chairs=chairs)
    leo.goto(ada.locator("#lobby-link").input_value())
    leo.locator("#lobby-name").fill("Léo")
    leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).tap()
    line = ada.locator(".together .away summary")
    line.wait_for()
    assert ada.locator("ul.seats li").count() == 3
    assert ada.evaluate(APART) == 0, "what may be done is folded"
    assert button(ada, "ui.nudge").is_hidden()
    line.click()
    button(ada, "ui.nudge").click()
    leo.get_by_text(words("ui.nudge.you", who="Ada")).wait_for()


@pytest.mark.deep
def test_on_a_phone_a_question_comes_before_a_reminder(person, impatient) -> None:
    ada, leo, identity = together(person, impatient)
    assert play_turn(ada, impatient, identity, 0)
    wait_for_moves(leo, 1)
    ada.locator(".away summary").click()
    button(ada, "ui.nudge").click()
    reminder = leo.get_by_text(words("ui.nudge.you", who="Ada"))
    reminder.wait_for()
    give_up(ada)
    ada.locator("dialog").get_by_role("button", name=words("ui.end.propose"), exact=True).click()
    leo.locator(".consent").wait_for()
    reminder.wait_for(state="detached")
    above = leo.locator(".above").bounding_box()
    for key in ("ui.undo.yes", "ui.undo.no"):
        box = button(leo, key).bounding_box()
        assert above["y"] <= box["y"], key
        assert box["y"] + box["height"] <= above["y"] + above["height"], key
    button(leo, "ui.undo.no").tap()
    leo.locator(".consent").wait_for(state="detached")


TOLD = """() => {
  const texts = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  };
  // A line's box is a little higher than its letters.
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
  return [...document.querySelectorAll('ul.seats > li')].map((one) => {
    const shown = [...one.querySelectorAll('.name, .lines, .word, .what')].filter((each) => each.textContent.trim() && each.getClientRects().length);
    const name = one.querySelector('.name');
    const card = one.getBoundingClientRect();
    return { whole: name.scrollWidth <= name.clientWidth + 1,
             meet: shown.flatMap((each, i) => shown.slice(i + 1).filter((other) => meet(texts(each), texts(other)))).length,
             out: shown.map(texts).filter((each) => each.left < card.left - 1 || each.right > card.right + 1 || each.top < card.top - 1 || each.bottom > card.bottom + 1).length,
             off: card.left < 0 || card.right > screen.width };
  });
}"""
"""Of each seat's card: whether its name is whole, how many of its texts lie on each other or beyond it, and whether it is off the screen."""

WIDE = "() => Math.max(document.scrollingElement.scrollWidth, innerWidth)"


def three_at_two_phones(
    person: Any, house: House, size: dict[str, int], language: str = "fr", here: tuple[str, ...] = ("Zoé",)
) -> tuple[Any, Any]:
    """Mamie Jeanne and whom she passes her phone to, and Jean-Michel, who came by link."""
    locale = {"fr": "fr-FR", "en": "en-GB"}[language]
    jeanne, michel = person(size, locale, has_touch=True, is_mobile=True), person(locale=locale)
    chairs = [
        {"who": "me", "name": "Mamie Jeanne"},
        *[{"who": "here", "name": name} for name in here],
        {"who": "link"},
    ]
    make_table(jeanne, house, game="banjooli-cross", options={}, seats=len(chairs), chairs=chairs)
    jeanne.request.put(f"{house.url}/api/me", data={"name": "Mamie Jeanne", "lang": language})
    michel.goto(jeanne.locator("#lobby-link").input_value())
    michel.locator("#lobby-name").fill("Jean-Michel")
    michel.get_by_role("button", name=words("ui.lobby.sit.chair", language, n=len(chairs))).click()
    for page in (jeanne, michel):
        page.wait_for_selector("svg.board")
    return jeanne, michel


@pytest.mark.deep
@pytest.mark.parametrize(
    ("language", "here"),
    [
        pytest.param("fr", ("Zoé",), id="three"),
        deep("en", ("Zoé",), called="three-english"),
        deep("fr", (), called="two"),
        deep("fr", ("Zoé", "Léo"), called="four"),
        deep("en", ("Zoé", "Léo"), called="four-english"),
    ],
)
def test_an_absent_player_has_a_readable_name_state_and_button(
    person, impatient, language: str, here: tuple[str, ...]
) -> None:
    page, michel = three_at_two_phones(person, impatient, PHONE, language, here)
    cards = page.locator("ul.seats > li")
    cards.filter(has_text="Jean-Michel").wait_for()
    before = []
    for size in SIZES:
        page.set_viewport_size(size)
        still(page, "svg.board")
        before.append(page.locator("svg.board").bounding_box())

    def readable() -> None:
        for size, was in zip(SIZES, before, strict=True):
            page.set_viewport_size(size)
            still(page, "svg.board")
            for n, told in enumerate(page.evaluate(TOLD)):
                assert (told["meet"], told["out"], told["off"]) == (0, 0, False), (size, n)
                assert told["whole"] or (n == 0 and len(here) > 1), (size, n)
            assert page.evaluate(WIDE) == size["width"], "the page cannot be pushed sideways"
            after = page.locator("svg.board").bounding_box()
            assert after["width"] >= was["width"], size
            assert after["height"] >= was["height"] - 1, size
            if what.count():
                assert what.bounding_box()["height"] >= 40, size

    michel.goto("about:blank")
    what = page.locator("ul.seats li.asks .what")
    what.wait_for()
    row = cards.filter(has_text="Jean-Michel")
    row.get_by_text(re.compile(words("ui.seat.away.since", language, since="") + "0:")).wait_for()
    readable()
    for done in ("ui.away.bot", "ui.away.wait"):
        what.tap()
        sheet = page.locator("dialog.waiting")
        sheet.wait_for()
        for size in SIZES:
            page.set_viewport_size(size)
            still(page, "dialog.waiting")
            for each in (sheet, *sheet.locator("button").all()):
                box = each.bounding_box()
                assert box["x"] >= 0, size
                assert box["x"] + box["width"] <= size["width"] + 1, size
                assert box["y"] + box["height"] <= size["height"] + 1, size
            assert page.evaluate(APART) == 0, size
        button(page, done, language).tap()
        sheet.wait_for(state="detached")
        row.get_by_text(words("ui.seat.stand_in", language), exact=True).wait_for()
        readable()
    assert what.count() == 0, "one waits on"


@pytest.mark.deep
@pytest.mark.parametrize("size", [PHONE, SMALL, SIDEWAYS], ids=["phone", "small", "sideways"])
def test_a_returning_player_is_greeted_beside_the_buttons(person, impatient, size: dict[str, int]) -> None:
    page, michel = three_at_two_phones(person, impatient, size)
    address = page.url
    page.goto("about:blank")
    michel.locator(".seats li").nth(0).get_by_text(re.compile("^pas là depuis")).wait_for()
    page.goto(address)
    greeted = page.locator(".above .news p").filter(has_text=words("ui.away.welcome"))
    greeted.wait_for()
    above = page.locator(".above").bounding_box()
    for each in (*page.locator(".secrets button").all(), page.locator(".thumb"), page.locator("svg.board")):
        assert is_apart(above, each.bounding_box())
    assert page.evaluate(WIDE) == size["width"]
    greeted.wait_for(state="detached", timeout=5500)
