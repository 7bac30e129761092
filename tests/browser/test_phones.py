"""A phone, upright and sideways: what is taken is as large as a finger, nothing is off the screen, and the board keeps its size."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.banzai import table_of
from browser.hands import button, confirm, make_table, play_turn, touch, words
from browser.test_accessible import give_up
from browser.test_banzai_hand import BOT, SEATS, begin
from browser.test_photo_finish import free
from depth import deep, some

pytestmark = pytest.mark.browser

SIDEWAYS = {"width": 844, "height": 390}
LARGE = {"width": 932, "height": 430}
"""A large phone: wider than some desktop windows are narrow, and as low as any phone."""
UPRIGHT = {"width": 390, "height": 844}
SMALL = {"width": 360, "height": 640}
ZOOMED = {"width": 683, "height": 384}
"""A laptop of 1366×768 at 200 %."""
LAPTOP = {"width": 1366, "height": 768}
WIDER = "() => document.scrollingElement.scrollWidth - window.innerWidth"
FINGER = 44
"""Dice, cards and pieces in hand are at least this wide, px."""
GAMES = ["billabong", "bantu", "banjooli-cross", "boussanga"]
TWO: dict[str, Any] = {"options": {}, "chairs": [{"who": "me"}, BOT]}
"""The table at which most tests here look."""


def still(page: Any, selector: str) -> dict[str, float]:
    """Where a thing is, once it has stood there through some frames."""
    page.wait_for_function(
        """async (selector) => {
          const at = () => { const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? {}; return `${x},${y},${width},${height}`; };
          const first = at();
          for (let n = 0; n < 5; n++) {
            await new Promise(requestAnimationFrame);
            if (at() !== first) return false;
          }
          return true;
        }""",
        arg=selector,
    )
    return box(page, selector)


def box(page: Any, selector: str) -> dict[str, float]:
    found = page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return dict(found)


PHONES = [UPRIGHT, SMALL, SIDEWAYS]


@pytest.mark.parametrize("game", some(GAMES, 2))
def test_the_board_has_one_side_and_the_buttons_the_other(look: Any, game: str) -> None:
    for viewport in (SIDEWAYS, LARGE):
        page = look(viewport, game=game, **TWO)
        width, height = viewport["width"], viewport["height"]
        board, button = still(page, "svg.board"), box(page, ".thumb .wide")
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


SEATS_TOLD = """() => [...document.querySelectorAll('ul.seats > li')].map((one) => {
  const seen = (each) => { const { width, height } = each?.getBoundingClientRect() ?? {}; return width > 12 && height > 8 && getComputedStyle(each).clipPath === 'none'; };
  const name = one.querySelector('.name');
  return { acts: one.classList.contains('acts'), named: seen(name) && name.scrollWidth <= name.clientWidth + 1,
           turn: seen(one.querySelector('.word')), height: one.getBoundingClientRect().height };
})"""
"""What the card of each seat shows now."""


@pytest.mark.parametrize("game", GAMES)
def test_the_card_of_a_seat_says_whose_turn_it_is_and_is_low(look: Any, game: str) -> None:
    for viewport in PHONES:
        page = look(viewport, game=game, **TWO)
        still(page, "svg.board")
        page.locator("ul.seats > li.acts .word").wait_for()
        told = page.evaluate(SEATS_TOLD)
        assert [each["turn"] for each in told] == [each["acts"] for each in told] == [True, False]
        assert all(each["named"] for each in told)
        # A game that tells nothing of its seats has all in one line.
        assert max(each["height"] for each in told) <= (36 if game == "banjooli-cross" else 58)


LETTERS = """() => [...document.querySelectorAll('svg.board text:not(.sign)')].filter((one) => /^([a-z]|[0-9]+)$/.test(one.textContent))
.map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"""
"""How large the names at the rim of a board are, px."""


@pytest.mark.parametrize(("game", "least"), [("billabong", 9), ("boussanga", 11)])
def test_the_names_at_the_rim_are_large_enough_to_be_read_on_a_phone(
    look: Any, game: str, least: float
) -> None:
    page = look(UPRIGHT, game=game, **TWO)
    still(page, "svg.board")
    page.wait_for_function(f"() => ({LETTERS})().length >= 16")
    assert min(page.evaluate(LETTERS)) >= least


def hands_are_read(page: Any, viewport: dict[str, int], card: float, cell: float, own: float) -> None:
    """Another's cards, cells and one's own cards are at least so wide, px."""
    still(page, "svg.board")
    assert still(page, '[data-spot="hand.1.0"]')["width"] >= card
    assert box(page, '[data-spot="e4"]')["width"] >= cell
    assert box(page, '[data-spot="hand.0.0"]')["width"] >= own
    for tray in page.locator("svg.board .tray").all():
        found = tray.bounding_box()
        assert found["x"] >= 0
        assert found["x"] + found["width"] <= viewport["width"] + 1


def test_the_cards_of_another_can_be_read_upright(look: Any) -> None:
    for viewport, *least in ((UPRIGHT, 44, 31, 74), (SMALL, 40, 24, 58)):
        hands_are_read(look(viewport, game="boussanga", **TWO), viewport, *least)


def test_sideways_a_board_that_is_higher_than_wide_lies_on_its_side(look: Any) -> None:
    for viewport in (SIDEWAYS, LARGE, ZOOMED):
        page = look(viewport, game="bantu", **TWO)
        board = still(page, "svg.board")
        drawn = box(page, "svg.board > g > svg")
        assert drawn["width"] > 1.2 * drawn["height"]
        assert drawn["width"] > (480 if viewport != ZOOMED else 390), "upright it would be 297 wide"
        circles = page.locator('.spot[data-spot^="r"]')
        wide = circles.evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
        assert min(wide) >= (22 if viewport != ZOOMED else 18)
        number = page.locator("svg.board > g > svg text").first
        turned = "one => { const { a, b } = one.getScreenCTM(); return Math.atan2(b, a); }"
        assert abs(number.evaluate(turned)) < 0.01
        for each in page.locator(".thumb button").all():
            found = each.bounding_box()
            assert found["height"] >= FINGER
            assert found["x"] >= board["x"] + board["width"]


def test_a_phone_held_sideways_says_for_whom_the_guided_game_is(look: Any) -> None:
    page = look(SIDEWAYS, game="bantu", **TWO)
    expect(page.locator(".offer")).to_contain_text(words("ui.first_game.offer.brief"))
    expect(page.locator(".offer .brief")).to_be_visible()


@pytest.mark.parametrize("game", [deep("billabong"), "banjooli-cross"])
def test_upright_dice_and_pieces_are_as_large_as_fingers(look: Any, game: str) -> None:
    before = []
    for viewport in (SMALL, UPRIGHT):
        page = look(viewport, game=game, **TWO)
        before.append(still(page, "svg.board"))
        reached(page)
    page.locator(f'[data-spot="{hand_of(page)[0]}"]').tap()
    keeps_its_size(page, before)


def reached(page: Any) -> None:
    """What is in hand is as large as a finger, and nothing is wider than the screen."""
    found = hand_of(page)
    assert found
    assert min(box(page, f'[data-spot="{name}"]')["width"] for name in found) >= FINGER
    assert page.evaluate(WIDER) <= 0


def keeps_its_size(page: Any, before: list[dict[str, float]]) -> None:
    """The board lies as it did before something was chosen."""
    page.locator(".board .tapped, .board [aria-pressed=true]").first.wait_for(state="attached")
    for viewport, lay in zip((SMALL, UPRIGHT), before, strict=True):
        page.set_viewport_size(viewport)
        assert still(page, "svg.board") == lay, "the board keeps its size while a move is made"


@pytest.mark.deep
def test_cards_that_are_laid_can_be_read_and_a_long_label_fits_its_button(look: Any) -> None:
    before = []
    for viewport in (SIDEWAYS, SMALL, UPRIGHT):
        page = look(viewport, game="boussanga", **TWO)
        before.append(still(page, "svg.board"))
        assert still(page, '[data-spot="hand.0.0"]')["width"] >= 58
        assert box(page, "svg.board")["height"] > 0
        assert box(page, '[data-spot="e4"]')["width"] >= 24
        if viewport != SIDEWAYS:
            reached(page)
    page.locator('[data-spot="hand.0.1"]').tap()
    keeps_its_size(page, before[1:])
    page.locator(".overlay .token").first.wait_for(state="attached")
    button(page, "ui.first_game.offer.hide").click()
    dealt = re.compile(words("boussanga.event.dealt.many"), re.IGNORECASE)
    expect(page.locator(".recent")).to_have_text(dealt)
    page.locator('[data-spot="e4"]').tap()
    page.locator(".prompt .turns button:enabled").last.tap()
    page.locator(".thumb .wide.long:enabled").wait_for()
    for viewport in PHONES:
        page.set_viewport_size(viewport)
        still(page, "svg.board")
        page.wait_for_function(
            """() => {
              const [button, label] = [document.querySelector('.thumb .wide'), document.querySelector('.thumb .wide span')];
              if (!button || !label) return false;
              const [around, inside] = [button, label].map((one) => one.getBoundingClientRect());
              return inside.top >= around.top && inside.bottom <= around.bottom && label.scrollHeight <= label.clientHeight + 1;
            }"""
        )


COURSE = {"course": "C1:A C2:B:left C5:A S2:A", "berries": False}


@pytest.mark.deep
def test_three_people_at_one_phone_reach_everything(look: Any) -> None:
    others = [{"who": "here", "name": name} for name in ("Léo", "Maximilienne")]
    for viewport in (SIDEWAYS, ZOOMED, SMALL, UPRIGHT):
        page = look(viewport, game="banjooli-cross", options=COURSE, seats=3, chairs=[{"who": "me"}, *others])
        still(page, "svg.board")
        free(page, ".thumb .wide")
        free(page, ".tabs button", 4)
        free(page, ".secrets button:first-child")
        assert page.evaluate(WIDER) <= 0
        assert box(page, '.spot[data-spot="1c3"]')["width"] >= 20, (
            "the course is as large as the screen allows"
        )


@pytest.mark.deep
def test_a_phone_that_is_a_hand_shows_all_that_is_pressed(person: Any, house: Any) -> None:
    page = person(SIDEWAYS, has_touch=True, is_mobile=True)
    identity = table_of(page, house.url, [{"who": "me", "name": "Ada"}, *[BOT] * 4], time_limit=0)
    page.goto(f"{house.url}/t/{identity}?view=hand")
    page.wait_for_selector(".card.can")
    for viewport in (SIDEWAYS, SMALL):
        page.set_viewport_size(viewport)
        for selector, least in ((".card", 5), (".call", 1), (".thing", 4), (".top .bar button", 4)):
            page.wait_for_function(
                "([selector, least]) => document.querySelectorAll(selector).length >= least",
                arg=[selector, least],
            )
            free(page, selector, least)


@pytest.mark.deep
def test_what_somebody_shows_covers_no_button(person: Any, situated: Any) -> None:
    page = person(SIDEWAYS, has_touch=True, is_mobile=True)
    begin(page, situated, "a marriage is agreed to", "own", [BOT] * (SEATS - 1))
    page.wait_for_selector(".open .shown")
    for viewport in (SIDEWAYS, SMALL):
        page.set_viewport_size(viewport)
        free(page, ".prompt .row button")
        free(page, ".card", 5)
        assert box(page, ".felt svg.board")["height"] >= 140


def inside(page: Any, selector: str) -> bool:
    """Whether a thing is seen whole: nothing cuts it off."""
    return bool(
        page.locator(selector).first.evaluate(
            """async (one) => { const seen = await new Promise((go) => new IntersectionObserver(([each]) => go(each), { threshold: 0 }).observe(one));
            return seen.intersectionRatio > 0.98; }"""
        )
    )


BOT_FIRST = {"first": 1, "chairs": [{"who": "me"}, {"who": "bot", "level": "random"}]}


@pytest.mark.parametrize("game", ["bantu", deep("boussanga")])
def test_sideways_the_goal_and_what_happened_have_a_place_beside_the_board(
    person: Any, house: Any, game: str
) -> None:
    page = person(SIDEWAYS, has_touch=True)
    make_table(page, house, game=game, options={}, **BOT_FIRST)
    page.locator(".prompt.yours").wait_for()
    assert inside(page, ".goal"), "the goal, beside the offer of a first game"
    page.locator(".offer .shut").tap()
    page.locator(".offer").wait_for(state="detached")
    page.locator(".recent .fresh").first.wait_for()
    assert inside(page, ".goal")
    assert inside(page, ".recent .fresh button")
    assert page.locator(".goal").count() == 1, "it is said once"
    board = box(page, "svg.board")
    assert board["height"] > 0.9 * SIDEWAYS["height"], "it costs the board nothing"
    assert box(page, ".recent .fresh")["x"] >= board["x"] + board["width"]
    prompt = box(page, ".prompt")
    assert prompt["y"] + prompt["height"] <= SIDEWAYS["height"]
    page.set_viewport_size(UPRIGHT)
    still(page, "svg.board")
    page.locator(".recent button").wait_for()
    high = page.locator(".recent button").evaluate(
        """(one) => { const { x, y, width } = one.getBoundingClientRect(); let high = 0;
        while (document.elementFromPoint(x + width / 2, y + high)?.closest(".recent button") === one) high += 1;
        return high; }"""
    )
    assert high >= FINGER, "upright, what happened is touched as well"


@pytest.mark.deep
def test_the_end_of_a_game_in_a_hurry_is_one_result_beside_the_board(person: Any, house: Any) -> None:
    page = person(SIDEWAYS, has_touch=True, is_mobile=True)
    table_of(page, house.url, [{"who": "me", "name": "Ada"}, *[BOT] * 3], time_limit=0)
    page.wait_for_selector(".card.can")
    give_up(page, "fr")
    page.locator(".won").wait_for()
    free(page, ".won")
    board, told = still(page, ".felt svg.board"), box(page, ".prompt")
    assert board["x"] + board["width"] <= told["x"] + 1
    assert page.locator(".over-board").count() == 0
    for viewport in (UPRIGHT, SMALL):
        page.set_viewport_size(viewport)
        board, felt = still(page, ".felt svg.board"), box(page, ".felt")
        assert board["height"] <= felt["height"] + 1
        again = still(page, ".thumb .wide")
        assert again["y"] + again["height"] <= viewport["height"]
        if viewport == UPRIGHT:
            again = button(page, "ui.rematch").bounding_box()
            assert again["y"] + again["height"] <= viewport["height"] - 44
    page.set_viewport_size(LAPTOP)
    still(page, ".felt svg.board")
    assert still(page, ".won")["height"] <= 80, "three winners in two lines"
    assert box(page, ".felt svg.board")["height"] >= 430


BOXES = ".boxes > li:not(.corner)"


def test_the_first_page_of_a_low_phone_shows_how_to_play(person: Any, house: Any) -> None:
    page = person(SMALL, has_touch=True, is_mobile=True)
    page.goto(house.url)
    page.wait_for_selector(".boxes .button.big")
    for viewport in (SMALL, SIDEWAYS):
        page.set_viewport_size(viewport)
        page.wait_for_function(
            "() => document.querySelector('.boxes .button.big')?.getBoundingClientRect().bottom <= innerHeight"
        )
    for each in page.locator(BOXES).all():
        name, play = each.locator("h2").bounding_box(), each.locator(".button.big").bounding_box()
        assert name["height"] > 14, "every box bears its name"
        assert 0 < play["y"] - name["y"] < 90, "where it is opened"
    for viewport in (UPRIGHT, SMALL):
        page.set_viewport_size(viewport)
        still(page, ".boxes")
        for each in page.locator(BOXES).all():
            lid, words_, ways = (each.locator(part).bounding_box() for part in (".lid", ".called", ".ways"))
            assert lid["width"] >= 0.38 * viewport["width"]
            assert abs(words_["y"] - lid["y"]) <= 60, "no gap above the box"
            assert ways["width"] >= viewport["width"] - 40
        assert page.evaluate(WIDER) <= 0


@pytest.mark.deep
def test_upright_games_go_on_from_one_row(person: Any, house: Any) -> None:
    page = person(SMALL, has_touch=True, is_mobile=True)
    for _ in range(4):
        last = make_table(page, house, game="bantu", options={})
        page.locator(".prompt").wait_for()
        assert play_turn(page, house, last, 0)
    page.goto(house.url)
    nav = page.get_by_role("navigation", name=words("ui.table.resume"))
    assert nav.get_by_role("link").first.get_attribute("href") == f"/t/{last}"
    more = nav.locator("summary")
    expect(more).to_have_text(words("ui.table.resume.more", n=3))
    page.locator(".boxes .button.big").first.wait_for()
    for viewport in (UPRIGHT, SMALL):
        page.set_viewport_size(viewport)
        assert still(page, "nav:has(summary)")["height"] <= 72
        assert page.evaluate(WIDER) <= 0
    more.tap()
    expect(nav.get_by_role("link")).to_have_count(4)
    for one in nav.get_by_role("link").all():
        expect(one).to_be_visible()


@pytest.mark.deep
def test_names_and_turns_are_whole_while_a_bot_thinks_and_advice_is_counted(person: Any, house: Any) -> None:
    page = person(UPRIGHT, has_touch=True, is_mobile=True)
    page.add_init_script("localStorage.setItem('ludotheque.name', 'Mésange drôle')")
    chairs = [{"who": "me", "name": "Mésange drôle"}, BOT]
    make_table(page, house, game="banjooli-cross", options={}, seats=2, chairs=chairs)
    page.locator(".prompt.yours").wait_for()
    page.locator("button.lamp").tap()
    page.locator(".advised").first.wait_for(state="attached")
    right = "() => Math.max(...[...document.querySelectorAll('ul.seats > li *')].map((one) => one.getBoundingClientRect().right))"
    for viewport in (UPRIGHT, SIDEWAYS):
        page.set_viewport_size(viewport)
        still(page, "svg.board")
        assert all(each["named"] for each in page.evaluate(SEATS_TOLD))
        assert page.evaluate(right) <= viewport["width"]


@pytest.mark.deep
def test_alone_upright_every_tray_bears_its_name(person: Any, house: Any) -> None:
    page = person(UPRIGHT, has_touch=True, is_mobile=True)
    alone = {"seats": 1, "options": {"mode": "cooperative"}, "chairs": [{"who": "me"}]}
    make_table(page, house, game="boussanga", **alone)
    page.locator(".prompt.yours").wait_for()
    still(page, "svg.board")
    assert page.locator("svg.board .tray").count() == page.locator("svg.board .tray text").count()


@pytest.mark.deep
def test_a_hand_that_reaches_tells_what_happened_in_full(person: Any, house: Any) -> None:
    page = person(UPRIGHT, has_touch=True, is_mobile=True)
    identity = make_table(page, house, game="banjooli-cross", options={})
    page.goto(f"{house.url}/t/{identity}?view=hand")
    page.locator(".prompt.yours").wait_for()
    confirm(page)
    page.locator(".strip .reach").wait_for()
    page.locator(".recent span").filter(has_text="gardé").wait_for()
    fits = "() => { const one = document.querySelector('.recent span'); return one && one.scrollHeight <= one.clientHeight + 1; }"
    for viewport in (SMALL, UPRIGHT):
        page.set_viewport_size(viewport)
        page.wait_for_function(fits)
    longest = "Ada : dés gardés : rouge, jaune, vert, bleu, violet, joker en sorcellerie."
    page.locator(".recent span").evaluate("(one, text) => (one.textContent = text)", longest)
    for viewport in (SMALL, UPRIGHT):
        page.set_viewport_size(viewport)
        still(page, "svg.board")
        assert page.evaluate(fits)
        assert box(page, ".strip .reach")["width"] <= 90


CALLED = "() => [...document.querySelectorAll('.prompt .sentence .called')].map((one) => [one.textContent, getComputedStyle(one).fontFamily.includes('Counters')])"
"""The names with digits in the sentence, and whether their digits are drawn as those of counts are."""


@pytest.mark.parametrize("people", [3, deep(2)])
def test_a_phone_that_is_passed_on_says_to_whom_and_whose_hand_is_shown(
    person: Any, house: Any, people: int
) -> None:
    page = person(SMALL, has_touch=True, is_mobile=True)
    others = [{"who": "here", "name": name} for name in ("Léa", "Maximilienne")][: people - 1]
    chairs = [{"who": "me", "name": "Ada 2"}, *others]
    identity = make_table(page, house, game="banjooli-cross", options={}, seats=people, chairs=chairs)
    page.locator(".prompt.yours").wait_for()
    button_ = page.locator(".secrets button")
    page.wait_for_function(f"() => ({CALLED})().length > 0")
    assert page.evaluate(CALLED) == [["Ada 2", False]], "a digit of a name is no count"
    sentence = page.locator(".prompt .sentence")
    assert "Counters" in sentence.evaluate("one => getComputedStyle(one).fontFamily")
    show = words("ui.secret.show.whose", who="Ada 2")
    expect(button_.first.locator("span:visible").last).to_have_text(show)
    passed = page.locator(".prompt .hint").filter(has_text=words("ui.secret.pass", who="Léa"))
    assert page.locator(".prompt .hint").count() == 0, "it is still Ada's"
    at = [button_.nth(n).bounding_box() for n in range(people)]
    button_.first.tap()
    page.locator('[data-piece^="card.0"]').first.wait_for(state="attached")
    assert [button_.nth(n).bounding_box() for n in range(people)] == at, "nothing moves under the finger"
    secret: Any = SimpleNamespace(table=house.whole)
    while 0 in house.whole(identity).actors or house.whole(identity).awaits_chance:
        if not house.whole(identity).awaits_chance:
            assert play_turn(page, secret, identity, 0, touch)
    passed.wait_for()
    assert page.locator('[data-piece^="card."]').count() == 0, "Ada's are covered again by themselves"
    mine = page.locator(".secrets .turn")
    expect(mine).to_have_count(1)
    assert words("ui.secret.show.whose", who="Léa") in mine.inner_text()
    for viewport in PHONES:
        page.set_viewport_size(viewport)
        still(page, "svg.board")
        assert inside(page, ".prompt .hint")
        for n in range(people):
            found = button_.nth(n).bounding_box()
            assert found["height"] >= FINGER
            assert found["x"] + found["width"] <= viewport["width"]
