"""Banzaï! for somebody who plays it for the first time, alone against bots: it begins when they are ready, waits for them, and says what its
buttons do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.banzai import press, table_of, until
from browser.conftest import PHONE
from browser.hands import button, is_apart, words
from browser.house import House
from ludotheque.server import archive
from ludotheque.server.log_events import kind_of
from tests.depth import deep

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1366, "height": 768}
SIDEWAYS = {"width": 844, "height": 390}
SMALL = {"width": 360, "height": 640}
EASY = {"who": "bot", "level": "easy"}
ALONE = [{"who": "me", "name": "Ada"}, EASY, EASY]
HIDDEN = """(hidden) => {
  Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event('visibilitychange'));
}"""
BUTTONS = """() => [...document.querySelectorAll('.both button')].map((each) => {
  const { left, top, right, bottom, width, height } = each.getBoundingClientRect();
  const kept = [each, ...each.querySelectorAll(':not(.aside)')].every((one) => one.scrollWidth <= one.clientWidth + 1 || one.clientWidth === 0);
  const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return {
    id: each.dataset.call ?? '?', width, height, kept,
    inside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
    free: at === each || each.contains(at),
  };
})"""
"""Every button of what one may call: how large it is, whether its words are cut, whether it lies on the screen and under nothing."""

WATCH = """() => {
  window.stood = [];
  const look = () => {
    const { a, e, f } = document.querySelector('svg.board').getScreenCTM();
    const where = [a * 1000, e, f].map(Math.round).join();
    if (window.stood.at(-1) !== where) window.stood.push(where);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
"""Note in every frame how large a unit of the table is, and where it begins."""


def unfold(page: Any, language: str = "fr") -> None:
    """Open what fools the others, which a phone keeps behind one button."""
    fold = page.locator(".bluffs .fold")
    expect(fold).to_contain_text(words("ui.calls.bluffs", language))
    fold.click()
    page.locator('[data-call="feint.banz"]').wait_for()


def kinds(house: House, identity: str) -> list[str]:
    """The kinds of a table's events, as they lie on the disk."""
    for name, rows in archive.tables(house.data):
        if name == identity:
            return [kind_of(row.event) for row in rows]
    raise KeyError(identity)


def wait(so: Callable[[], bool]) -> None:
    """Wait until it is so."""
    for _ in until(20):
        if so():
            return


def begun(page: Any, house: House, **options: Any) -> str:
    """A game of a person alone, once they have said that they are ready."""
    identity = table_of(page, house.url, ALONE, **options)
    button(page, "ui.ready.go").click()
    page.locator(".card.can").first.wait_for()
    return identity


def test_one_click_on_the_shelf_then_it_begins_when_one_is_ready(person: Any, counting: House) -> None:
    page = person()
    page.goto(counting.url)
    page.get_by_role("button", name=words("ui.play.game", game={"key": "banzai.title"})).first.click()
    page.wait_for_url("**/t/*")
    button(page, "ui.ready.go").wait_for()
    identity = page.url.rsplit("/", 1)[1].partition("#")[0]
    assert "started" not in kinds(counting, identity)
    assert page.locator(".countdown").count() == 0
    button(page, "ui.ready.go").click()
    page.locator(".countdown .n").wait_for()
    page.locator(".card.can").first.wait_for()
    assert page.locator(".ready").count() == 0


def test_several_people_all_say_that_they_are_ready(person: Any, counting: House) -> None:
    ada, ben = person(), person()
    identity = table_of(ada, counting.url, [{"who": "me", "name": "Ada"}, {"who": "link"}, EASY])
    ben.goto(f"{counting.url}/t/{identity}")
    ben.locator("#lobby-name").fill("Ben")
    ben.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).click()
    button(ada, "ui.ready.go").click()
    ada.get_by_text(words("ui.ready.waits", who="Ben")).wait_for()
    assert button(ada, "ui.ready.without").count() == 0, "Ben is there"
    assert "started" not in kinds(counting, identity)
    button(ben, "ui.ready.go").click()
    for page in (ada, ben):
        page.locator(".card.can").first.wait_for()


def test_the_game_waits_for_who_closed_the_page(person: Any, counting: House) -> None:
    page = person()
    identity = begun(page, counting)
    page.goto("about:blank")
    wait(lambda: "paused" in kinds(counting, identity))
    seen = kinds(counting, identity)
    assert seen[-1] == "paused"
    page.goto(f"{counting.url}/t/{identity}")
    page.locator(".countdown .goal").get_by_text(words("ui.countdown.on")).wait_for()
    page.locator(".countdown").wait_for(state="detached")
    page.locator(".card.can").first.wait_for()
    assert kinds(counting, identity)[len(seen)] == "resumed", "nothing happened meanwhile"


def test_the_game_waits_while_its_page_is_not_looked_at(person: Any, counting: House) -> None:
    page = person()
    identity = begun(page, counting)
    page.evaluate(HIDDEN, True)
    wait(lambda: kinds(counting, identity)[-1] == "paused")
    page.evaluate(HIDDEN, False)
    page.locator(".countdown").wait_for()
    page.locator(".countdown").wait_for(state="detached")
    wait(lambda: "resumed" in kinds(counting, identity))


@pytest.mark.parametrize(
    ("viewport", "language"),
    [
        (PHONE, "fr"),
        (SIDEWAYS, "fr"),
        (SMALL, "fr"),
        (LAPTOP, "fr"),
        deep(PHONE, "en", called="phone-en"),
        deep(SIDEWAYS, "en", called="sideways-en"),
        deep(SMALL, "en", called="small-en"),
        deep(LAPTOP, "en", called="laptop-en"),
    ],
)
def test_every_button_says_what_it_does_and_is_not_cut(
    person: Any, house: House, viewport: dict[str, int], language: str
) -> None:
    page = person(viewport, locale=f"{language}-{language.upper()}")
    table_of(page, house.url, ALONE, time_limit=0)
    page.locator(".bluffs").wait_for()
    if viewport == LAPTOP:
        page.get_by_text(words("ui.calls.bluffs", language), exact=True).wait_for()
    else:
        unfold(page, language)
    call = page.locator('[data-call="call.banzai"]')
    expect(call).to_contain_text(words("banzai.call.banzai.false", language))
    found = {each["id"]: each for each in page.evaluate(BUTTONS)}
    assert {"call.banzai", "feint.banz", "feint.aie", "feint.dart", "feint.gasp", "?"} <= found.keys()
    for each in found.values():
        assert each["kept"], f"cut: {each}"
        assert each["inside"], each
        assert each["free"], f"something lies over it: {each}"
        assert min(each["width"], each["height"]) >= 44, each
    sizes = {name: each["width"] * each["height"] for name, each in found.items()}
    assert max(sizes, key=lambda name: sizes[name]) == "call.banzai"
    assert page.locator(".card.can").first.bounding_box()["height"] >= 44
    place = page.locator(".bluffs")
    if viewport != LAPTOP:
        button(page, "ui.calls.explain", language).click()
        place = page.locator(".sheet", has=page.locator("dl"))
    place.get_by_text(words("banzai.feint.banz.hint", language), exact=True).wait_for()


@pytest.mark.parametrize("viewport", [PHONE, SIDEWAYS, SMALL, LAPTOP])
def test_every_button_is_explained_on_asking_and_none_moves(
    person: Any, house: House, viewport: dict[str, int]
) -> None:
    page = person(viewport)
    page.goto(house.url)
    page.evaluate("() => localStorage.setItem('ludotheque.called', '4')")
    table_of(page, house.url, ALONE, time_limit=0)
    page.locator(".bluffs").wait_for()
    before = page.evaluate(BUTTONS)
    where = page.locator("svg.board").bounding_box()
    button(page, "ui.calls.explain").click()
    sheet = page.locator(".sheet", has=page.locator("dl"))
    expect(sheet).to_contain_text(words("banzai.call.banzai.false"))
    for kind in ("banz", "aie", "dart", "gasp"):
        expect(sheet.get_by_text(words(f"banzai.feint.{kind}.hint"), exact=True)).to_be_visible()
    sizes = [[each[key] for each in page.evaluate(BUTTONS)] for key in ("width", "height")]
    assert sizes == [[each[key] for each in before] for key in ("width", "height")]
    assert page.locator("svg.board").bounding_box() == where
    page.keyboard.press("Escape")
    sheet.wait_for(state="detached")


@pytest.mark.parametrize("viewport", [PHONE, SIDEWAYS, SMALL])
def test_the_table_keeps_its_size_and_place_and_a_mistake_is_told_once(
    person: Any, house: House, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    table_of(page, house.url, ALONE, time_limit=0)
    page.locator(".card.can").first.wait_for()
    page.evaluate(WATCH)
    hand = page.locator(".deck .hand").bounding_box()
    page.locator(".card.can").first.tap()
    for _ in until(20):
        if page.locator(".announcements").count():
            break
        press(page, '.spot.can[data-spot^="at."]')
    verdict, board = page.locator(".announcements").bounding_box(), page.locator("svg.board").bounding_box()
    assert is_apart(verdict, board), "the table stays in sight"
    now = page.locator(".deck .hand").bounding_box()
    assert abs(now["y"] + now["height"] - hand["y"] - hand["height"]) <= 1, "one's cards stay where they are"
    assert words("banzai.verdict.touch.why") not in page.locator(".prompt").inner_text()
    assert page.locator(".announcements a").count() == 1
    page.locator(".announcements").wait_for(state="detached", timeout=60_000)
    page.locator(".card.can").first.wait_for()
    assert len(page.evaluate("() => window.stood")) == 1


def test_a_feint_is_made_with_its_button_and_counted(person: Any, house: House) -> None:
    page = person(PHONE)
    identity = table_of(page, house.url, ALONE, time_limit=0)
    unfold(page)
    page.locator('[data-call="feint.gasp"]').click()
    wait(lambda: any("feint gasp" in event.text for event in house.whole(identity).events))
    assert page.evaluate("() => localStorage.getItem('ludotheque.called')") == "1"


@pytest.mark.parametrize("viewport", [PHONE, SIDEWAYS, SMALL, {"width": 768, "height": 1024}])
def test_on_a_phone_the_picture_is_large_and_bluffs_unfold_once_without_moving_anything(
    person: Any, house: Any, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    identity = table_of(page, house.url, ALONE, time_limit=0)
    page.locator(".card.can").first.wait_for()
    for pawn in page.locator('.spot[data-spot^="at."]').all():
        assert min(pawn.bounding_box()["width"], pawn.bounding_box()["height"]) >= 44
    assert page.locator(".card").first.bounding_box()["width"] >= 64
    if viewport != SIDEWAYS:
        assert page.locator("svg.board").bounding_box()["height"] >= 0.44 * viewport["height"]
    assert page.locator('[data-call^="feint."]').count() == 0
    fold = page.locator(".bluffs .fold").bounding_box()
    assert fold["height"] >= 44
    stood = [page.locator(each).first.bounding_box() for each in ("svg.board", ".card", ".call", ".bluffs")]
    page.locator(".bluffs .fold").tap()
    page.locator('[data-call="feint.banz"]').wait_for()
    assert stood == [
        page.locator(each).first.bounding_box() for each in ("svg.board", ".card", ".call", ".bluffs")
    ]
    page.goto(f"{house.url}/t/{identity}")
    page.locator('[data-call="feint.banz"]').wait_for()
    assert page.locator(".bluffs .fold").count() == 0, "whoever opened them finds them open"


@pytest.mark.parametrize("viewport", [PHONE, SIDEWAYS, SMALL])
def test_on_a_phone_a_finger_that_misses_a_card_opens_nothing(
    person: Any, house: Any, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    table_of(page, house.url, ALONE, time_limit=0)
    page.locator(".card.can").first.wait_for()
    assert not page.locator(".tabs").is_visible()
    for card in page.locator(".card.can").all():
        found = card.bounding_box()
        assert found["y"] + found["height"] <= viewport["height"] - 8, (
            "the edge of the screen is no place to aim at"
        )
        for below in (4, 10, viewport["height"] - 2 - found["y"] - found["height"]):
            at = [found["x"] + found["width"] / 2, found["y"] + found["height"] + below]
            assert page.evaluate("([x, y]) => !document.elementFromPoint(x, y).closest('button, a')", at)
    more = page.locator(".top .more")
    assert words("ui.bar.more") in more.inner_text()
    more.tap()
    for tab in page.locator(".tabs button").all():
        assert tab.bounding_box()["height"] >= 44
    page.locator(".side .shut").tap()
    page.locator(".tabs").wait_for(state="hidden")
    expect(more).to_be_focused()


@pytest.mark.parametrize("viewport", [PHONE, SMALL, SIDEWAYS])
def test_what_is_pressed_at_the_top_of_a_phone_says_so_in_words(
    person: Any, house: Any, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    table_of(page, house.url, ALONE, time_limit=0)
    page.locator(".card.can").first.wait_for()
    for key in ("ui.live.sound", "ui.aid.word", "ui.view.word", "ui.bar.more"):
        word = page.locator(".top").get_by_text(words(key), exact=True)
        assert word.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 12
        found = word.locator("..").bounding_box()
        assert min(found["width"], found["height"]) >= 42
        assert found["x"] + found["width"] <= viewport["width"]
    assert page.locator(".lamp").get_by_text(words("ui.advice"), exact=True).is_visible()


def test_a_false_caller_is_told_at_once_and_never_to_grab(person: Any, house: House) -> None:
    page = person(PHONE, has_touch=True, is_mobile=True)
    table_of(page, house.url, ALONE, time_limit=0)
    page.locator('[data-call="call.banzai"]:not(.lit)').wait_for()
    page.evaluate(
        """() => {
          window.urged = 0;
          const look = () => {
            window.urged += document.querySelector('.live.grab') ? 1 : 0;
            requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        }"""
    )
    page.locator('[data-call="call.banzai"]').tap()
    page.locator(".prompt .sentence", has_text=words("banzai.prompt.grab.false")).wait_for()
    page.locator(".announcements").get_by_text(words("banzai.verdict.false.you")).wait_for()
    assert page.evaluate("() => window.urged") == 0
