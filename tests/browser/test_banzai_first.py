"""Banzaï! for somebody who plays it for the first time, alone against bots: it begins when they are ready, waits for them, and says what its
buttons do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.banzai import hasty, press, table_of, until
from browser.boxes import still
from browser.conftest import PHONE
from browser.hands import button, is_apart, words
from browser.house import House
from browser.test_photo_finish import READY
from ludotheque.server.room.log_events import kind_of
from ludotheque.server.store import archive
from tests.depth import deep

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1366, "height": 768}
SIDEWAYS = {"width": 844, "height": 390}
SMALL = {"width": 360, "height": 640}
SCREENS = (PHONE, SIDEWAYS, SMALL, LAPTOP)
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

COUNTED = """
window.counted = [];
new MutationObserver(() => {
  const why = [...document.querySelectorAll('.countdown:has(.n) :is([role=status], .goal)')].map((one) => one.textContent).join('\\n');
  if (why && !window.counted.includes(why)) window.counted.push(why);
}).observe(document, { subtree: true, childList: true });
"""
"""Note why numbers are counted down, which may be over before a busy machine looks."""

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


def test_one_click_opens_it_and_it_waits_until_one_is_ready(person: Any, counting: House) -> None:
    """One page begins a game whose seats are taken; it waits while its page is not looked at, and for who closed it."""
    page = person({"width": 1920, "height": 1080})
    page.add_init_script(COUNTED)
    page.goto(counting.url)
    page.get_by_role("button", name=words("ui.play.game", game={"key": "banzai.title"})).first.click()
    page.wait_for_url("**/t/*")
    button(page, "ui.ready.go").wait_for()
    identity = page.url.rsplit("/", 1)[1].partition("#")[0]
    assert "started" not in kinds(counting, identity)
    assert page.locator(".countdown").count() == 0
    invite = page.locator(".invite")
    expect(invite).to_be_hidden()
    expect(page.locator(".chairs")).to_be_hidden()
    page.locator("summary").filter(has_text=words("ui.lobby.table")).click()
    expect(page.locator(".chairs")).to_be_visible()
    expect(invite).to_be_visible()
    invite.get_by_text("make play").wait_for(state="hidden")
    invite.locator("summary").filter(has_text=words("ui.invite.devices")).click()
    expect(invite.locator("code").first).to_be_visible()
    button(page, "ui.ready.go").click()
    page.locator(".card.can").first.wait_for()
    assert page.evaluate("() => window.counted[0]").startswith(words("ui.countdown.soon"))
    assert page.locator(".ready").count() == 0

    page.evaluate(HIDDEN, True)
    wait(lambda: kinds(counting, identity)[-1] == "paused")
    page.evaluate(HIDDEN, False)
    on = f"{words('ui.countdown.on')}\n{words('ui.countdown.on')}"
    page.wait_for_function("on => window.counted.includes(on)", arg=on)
    page.locator(".countdown").wait_for(state="detached")
    wait(lambda: "resumed" in kinds(counting, identity))

    page.goto("about:blank")
    wait(lambda: kinds(counting, identity)[-1] == "paused")
    seen = kinds(counting, identity)
    page.goto(f"{counting.url}/t/{identity}")
    page.wait_for_function("on => window.counted.includes(on)", arg=on)
    page.locator(".countdown").wait_for(state="detached")
    page.locator(".card.can").first.wait_for()
    assert kinds(counting, identity)[len(seen)] == "resumed", "nothing happened meanwhile"


@pytest.mark.deep
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


@pytest.mark.deep
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_button_is_labelled_uncut_and_explained(person: Any, house: House, language: str) -> None:
    page = person(PHONE, locale=f"{language}-{language.upper()}")
    table_of(page, house.url, ALONE, time_limit=0)
    page.locator(".bluffs").wait_for()
    unfold(page, language)
    call = page.locator('[data-call="call.banzai"]')
    sheet = page.locator(".sheet", has=page.locator("dl"))
    for screen in SCREENS:
        page.set_viewport_size(screen)
        still(page, ".bluffs")
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
        if screen == LAPTOP:
            page.get_by_text(words("ui.calls.bluffs", language), exact=True).wait_for()
            page.locator(".bluffs").get_by_text(
                words("banzai.feint.banz.hint", language), exact=True
            ).wait_for()
        else:
            explained(page, sheet, language)

    page.evaluate("() => localStorage.setItem('ludotheque.called', '4')")
    page.reload()
    page.locator('[data-call="feint.banz"]').wait_for()
    for screen in SCREENS:
        page.set_viewport_size(screen)
        still(page, ".bluffs")
        before, where = page.evaluate(BUTTONS), page.locator("svg.board").bounding_box()
        explained(page, sheet, language, before, where)


def explained(page: Any, sheet: Any, language: str, before: Any = None, where: Any = None) -> None:
    """Every button is explained on asking, and none moves: they stand as they did before."""
    button(page, "ui.calls.explain", language).click()
    expect(sheet).to_contain_text(words("banzai.call.banzai.false", language))
    for kind in ("banz", "aie", "dart", "gasp"):
        expect(sheet.get_by_text(words(f"banzai.feint.{kind}.hint", language), exact=True)).to_be_visible()
    if before is not None:
        sizes = [[each[key] for each in page.evaluate(BUTTONS)] for key in ("width", "height")]
        assert sizes == [[each[key] for each in before] for key in ("width", "height")]
        assert page.locator("svg.board").bounding_box() == where
    page.keyboard.press("Escape")
    sheet.wait_for(state="detached")


@pytest.mark.parametrize(
    "viewport", [deep(PHONE, called="phone"), deep(SIDEWAYS, called="sideways"), deep(SMALL, called="small")]
)
def test_the_table_keeps_its_place_and_mistakes_are_told_once(
    person: Any, house: House, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    components = hasty().replace("rest_ms = 2000", "rest_ms = 60000")
    table_of(page, house.url, ALONE, components, time_limit=0)
    page.locator(".card.can").first.wait_for()
    still(page, "svg.board")
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
    press(page, READY)
    page.locator(".announcements").wait_for(state="detached")
    page.locator(".card.can").first.wait_for()
    assert len(page.evaluate("() => window.stood")) == 1


PLACES = ("svg.board", ".card", ".call", ".bluffs")


@pytest.mark.deep
def test_on_a_phone_all_is_large_and_bluffs_unfold_in_place(person: Any, house: Any) -> None:
    page = person(PHONE, has_touch=True, is_mobile=True)
    identity = table_of(page, house.url, ALONE, time_limit=0)
    for screen in (PHONE, SMALL, SIDEWAYS, {"width": 768, "height": 1024}):
        page.set_viewport_size(screen)
        page.locator(".card.can").first.wait_for()
        still(page, "svg.board")
        for pawn in page.locator('.spot[data-spot^="at."]').all():
            assert min(pawn.bounding_box()["width"], pawn.bounding_box()["height"]) >= 44
        assert page.locator(".card").first.bounding_box()["width"] >= 64
        if screen != SIDEWAYS:
            assert page.locator("svg.board").bounding_box()["height"] >= 0.44 * screen["height"]
        if screen["width"] != 768:
            misses_open_nothing(page, screen)
            says_so_in_words(page, screen)
        assert page.locator('[data-call^="feint."]').count() == 0
        assert page.locator(".bluffs .fold").bounding_box()["height"] >= 44
        stood = [page.locator(each).first.bounding_box() for each in PLACES]
        page.locator(".bluffs .fold").tap()
        page.locator('[data-call="feint.banz"]').wait_for()
        assert stood == [page.locator(each).first.bounding_box() for each in PLACES]
        if screen["width"] != 768:  # whoever comes for the first time finds them folded
            page.evaluate("() => localStorage.removeItem('ludotheque.bluffing')")
            page.reload()
    page.reload()
    page.locator('[data-call="feint.banz"]').wait_for()
    assert page.locator(".bluffs .fold").count() == 0, "whoever opened them finds them open"
    page.locator('[data-call="feint.gasp"]').tap()
    wait(lambda: any("feint gasp" in event.text for event in house.whole(identity).events))
    assert page.evaluate("() => localStorage.getItem('ludotheque.called')") == "1"


def misses_open_nothing(page: Any, screen: dict[str, int]) -> None:
    """A finger that misses a card opens nothing; what lies behind « more » is opened, shut, and the focus comes back."""
    assert not page.locator(".tabs").is_visible()
    for card in page.locator(".card.can").all():
        found = card.bounding_box()
        assert found["y"] + found["height"] <= screen["height"] - 8, (
            "the edge of the screen is no place to aim at"
        )
        for below in (4, 10, screen["height"] - 2 - found["y"] - found["height"]):
            at = [found["x"] + found["width"] / 2, found["y"] + found["height"] + below]
            assert page.evaluate("([x, y]) => !document.elementFromPoint(x, y).closest('button, a')", at)
    more = page.locator(".top .more")
    assert words("ui.bar.more") in more.inner_text()
    more.tap()
    page.locator(".tabs").wait_for()
    for tab in page.locator(".tabs button").all():
        assert tab.bounding_box()["height"] >= 44
    page.locator(".side .shut").tap()
    page.locator(".tabs").wait_for(state="hidden")
    expect(more).to_be_focused()


def says_so_in_words(page: Any, screen: dict[str, int]) -> None:
    """What is pressed at the top of a phone says so in words."""
    for key in ("ui.live.sound", "ui.aid.word", "ui.view.word", "ui.bar.more"):
        word = page.locator(".top").get_by_text(words(key), exact=True)
        assert word.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 12
        found = word.locator("..").bounding_box()
        assert min(found["width"], found["height"]) >= 42
        assert found["x"] + found["width"] <= screen["width"]
    assert page.locator(".lamp").get_by_text(words("ui.advice"), exact=True).is_visible()


@pytest.mark.deep
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
    shouted = page.evaluate("() => localStorage.getItem('ludotheque.shouted')")
    assert shouted in (None, "{}"), "made without a family it is not known for that"
