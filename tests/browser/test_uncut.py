"""No words are cut, covered, faint or written over one another: every game, on small and large screens, in both languages, at several moments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.banzai import table_of
from browser.hands import button, make_table, words
from browser.test_banzai_hand import BOT
from browser.test_phones import SEATS_TOLD, WIDER, box, hands_are_read, still
from browser.test_photo_finish import free
from tests.depth import deep

pytestmark = pytest.mark.browser

SIZES = [(360, 640), (390, 844), (844, 390), (768, 1024), (1366, 768), (1920, 1080)]
TABLES: dict[str, dict[str, Any]] = {
    "billabong": {"options": {}},
    "bantu": {"options": {}, "seats": 4, "first": 1, "chairs": [{"who": "me"}, *[BOT] * 3]},
    "banjooli-cross": {"options": {}, "seats": 3, "chairs": [{"who": "me"}, BOT, BOT]},
    "boussanga": {"options": {}, "seats": 4, "chairs": [{"who": "me"}, *[BOT] * 3]},
}
"""With as many seats as take most room."""
FOR_TWO: dict[str, dict[str, Any]] = {
    game: {"options": {}, "chairs": [{"who": "me"}, BOT]} for game in ("bantu", "boussanga")
}
"""For four, the goal is a line that is cut on a phone held sideways."""


def shows(look: Any, game: str, width: int, height: int) -> Any:
    """The table of a game on a screen, at rest."""
    page = look({"width": width, "height": height}, touch=True, game=game, **TABLES[game])
    still(page, "svg.board")
    return page


FAULTS = """async () => {
  await document.fonts.ready;
  for (let n = 0; n < 4; n++) await new Promise(requestAnimationFrame);
  const found = [];
  const box = (one) => one.getBoundingClientRect();
  const meet = (a, b, by = 1) => a.left < b.right - by && b.left < a.right - by && a.top < b.bottom - by && b.top < a.bottom - by;
  const titled = (one) => one.closest('[title], [aria-label]:not(section, main, [role=group], svg)');
  const said = document.body.textContent;
  for (const one of document.querySelectorAll('body *:not(svg *)')) {
    const text = [...one.childNodes].filter((each) => each.nodeType === 3).map((each) => each.data).join('').trim();
    if (!text || !one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || titled(one)) continue;
    const style = getComputedStyle(one);
    if (style.clipPath !== 'none' || one.closest('.aside, [inert]')) continue;
    const elsewhere = said.split(text).length > 2;
    if (['hidden', 'clip'].includes(style.overflowX) && one.scrollWidth > one.clientWidth + 1 && !elsewhere) found.push(`cut at its side: ${text}`);
    if (style.webkitLineClamp !== 'none' && one.scrollHeight > one.clientHeight + 2 && !elsewhere) found.push(`cut below: ${text}`);
  }
  const pieces = [...document.querySelectorAll('svg.board .counter .rise, svg.board .counter .tick')].map(box);
  const titles = [...document.querySelectorAll('svg.board .tray text')];
  for (const one of titles) {
    const text = one.firstChild?.data ?? '';
    const [at, tray] = [box(one), box(one.parentNode.querySelector('rect'))];
    if (text.endsWith('…') && !one.querySelector('title')) found.push(`cut: ${text}`);
    if (at.left < tray.left - 1 || at.right > tray.right + 1 || at.top < tray.top - 1 || at.bottom > tray.bottom + 1) found.push(`outside its tray: ${text}`);
    // A line's box is higher than its letters: what counts is where these stand.
    const size = parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a;
    const base = new DOMPoint(0, Number(one.getAttribute('y'))).matrixTransform(one.getScreenCTM()).y;
    const letters = { left: at.left, right: at.right, top: base - size * 0.74, bottom: base + size * 0.22 };
    for (const piece of pieces) if (meet(letters, piece)) { found.push(`covered by a piece: ${text}`); break; }
    for (const other of titles) if (other !== one && meet(letters, box(other), 3)) found.push(`over another: ${text}`);
  }
  return [...new Set(found)];
}"""
"""What is cut or covered on this page now, in words."""


def whole_everywhere(page: Any, told: str) -> list[str]:
    """The faults of this moment in every size."""
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.locator("svg.board .spot").first.wait_for(state="attached")
        still(page, "svg.board")
        faults += [f"{told} {width}×{height}: {fault}" for fault in page.evaluate(FAULTS)]
    return faults


FAINT = """() => {
  const channel = (v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const numbers = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const ground = (each) => {
    for (; each; each = each.parentElement) {
      const colour = numbers(getComputedStyle(each).backgroundColor);
      if (colour.length === 3) return colour;
    }
    return [246, 240, 228];
  };
  return [...document.body.querySelectorAll('*')].flatMap((each) => {
    const said = [...each.childNodes].filter((one) => one.nodeType === Node.TEXT_NODE).map((one) => one.data.trim()).join('');
    const sign = each.matches('.mark text');
    if (!said || (each instanceof SVGElement && !sign) || each.closest('.aside, .loupe, .long .lines, script, style') || !each.checkVisibility({visibilityProperty: true, opacityProperty: true})) return [];
    const style = getComputedStyle(each);
    const scale = sign ? each.getScreenCTM().a : 1;
    const [one, other] = [light(numbers(sign ? style.fill : style.color)), light(ground(each))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return parseFloat(style.fontSize) * scale >= 12 && (contrast >= 4.5 || each.closest(':disabled')) ? [] : [[said, style.fontSize, contrast]];
  });
}"""
"""Words and signs of seats on a page that are small or hardly seen; a whole account of points beside a large board is written smaller."""


@pytest.mark.parametrize("game", TABLES)
def test_on_a_phone_all_words_are_large_and_dark_enough(look: Any, game: str) -> None:
    page = shows(look, game, 390, 844)
    assert page.evaluate(FAINT) == []
    numbers = page.locator(".board text:not(.tray text, .sign)")
    if game in ("billabong", "bantu"):
        numbers.first.wait_for(state="attached")
        sizes = numbers.evaluate_all(
            "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"
        )
        assert min(sizes) >= {"billabong": 10, "bantu": 8}[game], "what is written on the rim"


SPILLS = """() => [...document.querySelectorAll('button, a.button')].filter((one) => one.checkVisibility({ visibilityProperty: true })).flatMap((one) => {
  const box = one.getBoundingClientRect();
  const words = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  const found = [];
  while (words.nextNode()) {
    const { parentElement } = words.currentNode;
    if (!words.currentNode.data.trim() || parentElement.closest('svg') || getComputedStyle(parentElement).clipPath !== 'none') continue;
    const range = document.createRange();
    range.selectNodeContents(words.currentNode);
    const at = range.getBoundingClientRect();
    if (at.width > 0 && (at.left < box.left - 1 || at.right > box.right + 1)) found.push(words.currentNode.data.trim());
  }
  return found;
})"""
"""The words that go beyond the sides of the button that says them."""
LETTERS = "(size) => { document.documentElement.style.fontSize = size; }"


def letters_are_twice_as_large(page: Any, sizes: list[tuple[int, int]], more: Callable[[], None]) -> None:
    """Then nothing is lost: no page is wider than its screen, and what else `more` says."""
    page.evaluate(LETTERS, "200%")
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"() => ({WIDER})() <= 0")
        more()
    page.evaluate(LETTERS, "")


@pytest.mark.parametrize("game", TABLES)
def test_letters_of_twice_the_size_lose_nothing(look: Any, game: str) -> None:
    page = shows(look, game, 390, 844)

    def whole() -> None:
        page.wait_for_function(
            "() => document.querySelector('svg.board')?.getBoundingClientRect().width > 280"
        )
        assert page.evaluate(SPILLS) == []
        big = page.locator(".thumb .wide")
        big.scroll_into_view_if_needed()
        expect(big).to_be_in_viewport(ratio=1)
        page.evaluate("scrollTo(0, 0)")

    letters_are_twice_as_large(page, [(390, 844), (844, 390), (1366, 768)], whole)


def test_robots_alike_are_told_apart_and_whose_turn_it_is_is_told_whole(look: Any) -> None:
    for width, height in SIZES[:3]:
        page = shows(look, "banjooli-cross", width, height)
        page.locator("ul.seats > li.acts .word").wait_for()
        told = page.evaluate(SEATS_TOLD)
        assert [each["named"] for each in told] == [True] * 3, "with the number at the end"
        seat, turn = box(page, ".seats li.acts"), box(page, ".seats .word")
        assert turn["x"] + turn["width"] <= seat["x"] + seat["width"]


def test_the_cards_of_one_of_three_others_can_be_read_upright(look: Any) -> None:
    page = shows(look, "boussanga", 390, 844)
    hands_are_read(page, {"width": 390, "height": 844}, 44, 31, 68)


def test_four_leave_the_board_the_goal_and_the_moves_their_room(look: Any) -> None:
    assert box(shows(look, "bantu", 360, 640), "svg.board")["height"] >= 245
    page = shows(look, "bantu", 844, 390)
    goal, foot = box(page, ".strip .goal"), box(page, ".foot")
    assert goal["y"] + goal["height"] <= foot["y"] + 1
    page = shows(look, "bantu", 1366, 768)
    side, foot = box(page, ".side"), box(page, ".foot")
    assert side["y"] + side["height"] <= foot["y"] + 1
    slider, undo = (
        box(page, ".side input[type=range]"),
        button(page.locator(".side"), "ui.undo").bounding_box(),
    )
    assert slider["y"] + slider["height"] <= undo["y"] + 1


def is_one_screen(screen: Any, table: str) -> None:
    """Nothing is to be scrolled to, and the board has most of the height."""
    screen.goto(f"{table}?view=shared")
    screen.wait_for_selector(".shared .beside")
    for width, height in ((844, 390), (1366, 768)):
        screen.set_viewport_size({"width": width, "height": height})
        screen.wait_for_function(
            "() => document.scrollingElement.scrollHeight <= innerHeight"
            " && document.querySelector('svg.board')?.getBoundingClientRect().height > innerHeight * 0.6"
        )


def test_a_big_screen_is_one_screen(look: Any, person: Any) -> None:
    table = shows(look, "banjooli-cross", 390, 844).url
    screen = person({"width": 844, "height": 390})
    is_one_screen(screen, table)


@pytest.mark.parametrize("game", [deep(game) if game == "boussanga" else game for game in TABLES])
def test_no_words_are_cut_or_covered(look: Any, game: str) -> None:
    page = look({"width": 390, "height": 844}, game=game, **(TABLES | FOR_TWO)[game])
    faults = whole_everywhere(page, "the game begins")
    if game != "bantu":
        page.locator('.spot.can[data-spot^="tray."], .spot.can[data-spot^="hand."]').first.tap()
        page.locator(".board .counter.tapped").first.wait_for(state="attached")
        faults += whole_everywhere(page, "something chosen")
    assert faults == []


@pytest.mark.deep
@pytest.mark.parametrize("game", [*TABLES, "banzai"])
def test_no_english_words_are_cut_or_covered(person: Any, house: Any, game: str) -> None:
    page = person({"width": 390, "height": 844}, locale="en-GB")
    if game == "banzai":
        table_of(page, house.url, [{"who": "me", "name": "Ada"}, *[BOT] * 3], time_limit=0)
        page.locator(".card.can").first.wait_for()
    else:
        make_table(page, house, game=game, **(TABLES | FOR_TWO)[game])
        page.request.put(house.url + "/api/me", data={"name": "Ada", "lang": "en"})
        page.reload()
        page.locator(".prompt.yours").wait_for()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert whole_everywhere(page, game) == []


@pytest.mark.deep
def test_a_big_screen_is_one_screen_in_a_hurry(person: Any, house: Any) -> None:
    ada, screen = person(), person({"width": 844, "height": 390})
    identity = make_table(ada, house, game="banzai", options={}, seats=3, chairs=[{"who": "me"}, BOT, BOT])
    ada.wait_for_selector(".board")
    is_one_screen(screen, f"{house.url}/t/{identity}")


@pytest.mark.deep
def test_a_table_in_a_hurry_is_read_on_every_screen(person: Any, house: Any) -> None:
    page = person({"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    table_of(page, house.url, [{"who": "me", "name": "Ada"}, *[BOT] * 3], time_limit=0)
    page.locator(".card.can").first.wait_for()
    page.locator('[data-spot^="at."]').first.wait_for(state="attached")
    still(page, "svg.board")
    assert page.evaluate(FAINT) == []
    assert whole_everywhere(page, "the game begins") == []
    for size, pawn, card in (((360, 640), 32, 48), ((390, 844), 40, 56), ((844, 390), 44, 48), ((1920, 1080), 44, 108)):  # fmt: skip
        page.set_viewport_size({"width": size[0], "height": size[1]})
        still(page, "svg.board")
        assert box(page, '[data-spot^="at."]')["width"] >= pawn, size
        assert box(page, ".card")["width"] >= card, size
    letters_are_twice_as_large(page, [(390, 844), (844, 390)], lambda: None)
    letters_are_twice_as_large(page, [(1366, 768)], lambda: free(page, ".prompt button:not(:disabled)"))


@pytest.mark.deep
def test_the_trays_of_a_replay_are_named_in_full(person: Any, house: Any) -> None:
    page = person({"width": 390, "height": 844})
    identity = make_table(page, house)
    page.get_by_role("button", name=words("ui.setup.rest"), exact=True).click()
    expect(page.locator(".prompt .sentence")).to_contain_text(words("billabong.prompt.race.you"))
    page.goto(f"{house.url}/replay/{identity}")
    page.locator("svg.board .tray text").first.wait_for(state="attached")
    assert whole_everywhere(page, "replay") == []
