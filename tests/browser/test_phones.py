"""A phone, upright and sideways: what is taken is as large as a finger, nothing is off the screen, and the board keeps its size."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.banzai import table_of
from browser.hands import button, confirm, make_table, play_turn, touch, words
from browser.test_accessible import give_up
from browser.test_banzai_hand import BOT, SEATS, begin
from browser.test_photo_finish import free
from browser.test_two_people import together

pytestmark = pytest.mark.browser

SIDEWAYS = {"width": 844, "height": 390}
LARGE = {"width": 932, "height": 430}
"""A large phone: wider than some desktop windows are narrow, and as low as any phone."""
UPRIGHT = {"width": 390, "height": 844}
SMALL = {"width": 360, "height": 640}
FINGER = 44
"""Dice, cards and pieces in hand are at least this wide, px."""
GAMES = ["billabong", "bantu", "banjooli-cross", "boussanga"]


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
        still(page, "svg.board")
        in_hand = hand_of(page)
        assert in_hand, game
        assert min(box(page, f'[data-spot="{name}"]')["width"] for name in in_hand) >= FINGER, game
        assert page.evaluate("() => document.scrollingElement.scrollWidth <= window.innerWidth"), game
        before = box(page, "svg.board")
        page.locator(f'[data-spot="{in_hand[0]}"]').tap()
        page.locator(".board .tapped, .board [aria-pressed=true]").first.wait_for(state="attached")
        assert still(page, "svg.board") == before, f"{game}: the board keeps its size while a move is made"


COURSE = {"course": "C1:A C2:B:left C5:A S2:A", "berries": False}
ZOOMED = {"width": 683, "height": 384}
"""A laptop of 1366×768 at 200 %."""
LAPTOP = {"width": 1366, "height": 768}
LETTERS = "() => { document.documentElement.style.fontSize = '200%'; }"
WIDER = "() => document.scrollingElement.scrollWidth - window.innerWidth"


@pytest.mark.parametrize(
    "viewport", [SIDEWAYS, ZOOMED, SMALL, UPRIGHT], ids=["844x390", "683x384", "360x640", "390x844"]
)
def test_three_people_at_one_phone_reach_everything(
    person: Any, house: Any, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    others = [{"who": "here", "name": name} for name in ("Léo", "Maximilienne")]
    make_table(page, house, game="banjooli-cross", options=COURSE, seats=3, chairs=[{"who": "me"}, *others])
    page.locator(".prompt.yours").wait_for()
    free(page, ".thumb .wide")
    free(page, ".tabs button", 4)
    free(page, ".secrets button:first-child")
    assert page.evaluate(WIDER) <= 0
    spaces = page.locator('.spot[data-spot="1c3"]').first.bounding_box()
    assert spaces["width"] >= 20, "the course is as large as the screen allows"


def test_a_course_has_the_screen_and_the_dice_lie_in_its_bend(person: Any, house: Any) -> None:
    page = person(SMALL, has_touch=True, is_mobile=True)
    make_table(page, house, game="banjooli-cross", options=COURSE)
    page.locator(".prompt.yours").wait_for()
    page.locator('[data-spot="tray.0"].can').wait_for()
    dice, corner = box(page, '[data-spot="tray.0"]'), box(page, '[data-spot="3c1"]')
    assert dice["x"] < corner["x"]
    assert dice["y"] > corner["y"], "in the corner that the course leaves free"
    assert corner["width"] >= 18, "beside the dice it would be less than 15"


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


@pytest.mark.parametrize("viewport", [UPRIGHT, SIDEWAYS, LAPTOP], ids=["390x844", "844x390", "1366x768"])
@pytest.mark.parametrize("game", ["banjooli-cross", "banzai", "boussanga"])
def test_letters_of_twice_the_size_lose_nothing(
    person: Any, house: Any, game: str, viewport: dict[str, int]
) -> None:
    page = person(viewport)
    make_table(page, house, game=game, options={}, seats=3, chairs=THREE)
    page.locator(".prompt").wait_for()
    page.evaluate(LETTERS)
    page.wait_for_function(f"() => ({WIDER})() <= 0")
    if game != "banzai":  # what is called there comes and goes
        assert page.evaluate(SPILLS) == []
    if viewport == LAPTOP:
        free(page, ".prompt button:not(:disabled)" if game == "banzai" else ".thumb .wide")


THREE = [{"who": "me"}, {"who": "bot", "level": "greedy"}, {"who": "bot", "level": "easy"}]


@pytest.mark.parametrize("viewport", [SIDEWAYS, SMALL], ids=["844x390", "360x640"])
def test_a_phone_that_is_a_hand_shows_all_that_is_pressed(
    person: Any, house: Any, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    identity = table_of(page, house.url, [{"who": "me", "name": "Ada"}, *[BOT] * 4], time_limit=0)
    page.goto(f"{house.url}/t/{identity}?view=hand")
    page.wait_for_selector(".card.can")
    for selector, least in ((".card", 5), (".call", 1), (".thing", 4), (".top .bar button", 4)):
        page.wait_for_function(
            "([selector, least]) => document.querySelectorAll(selector).length >= least",
            arg=[selector, least],
        )
        free(page, selector, least)


@pytest.mark.parametrize(
    ("viewport", "pawn", "card"),
    [(SMALL, 32, 48), (UPRIGHT, 40, 56), (SIDEWAYS, 44, 48), ({"width": 1920, "height": 1080}, 44, 108)],
    ids=["360x640", "390x844", "844x390", "1920x1080"],
)
def test_pawns_and_cards_in_a_hurry_use_the_screen(
    person: Any, house: Any, viewport: dict[str, int], pawn: int, card: int
) -> None:
    page = person(viewport, has_touch=True)
    table_of(page, house.url, [{"who": "me", "name": "Ada"}, *[BOT] * 3], time_limit=0)
    page.locator(".card.can").first.wait_for()
    page.locator('[data-spot^="at."]').first.wait_for(state="attached")
    still(page, "svg.board")
    assert box(page, '[data-spot^="at."]')["width"] >= pawn
    assert box(page, ".card")["width"] >= card


@pytest.mark.parametrize("viewport", [SIDEWAYS, SMALL], ids=["844x390", "360x640"])
def test_what_somebody_shows_covers_no_button(person: Any, situated: Any, viewport: dict[str, int]) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    begin(page, situated, "a marriage is agreed to", "own", [BOT] * (SEATS - 1))
    page.wait_for_selector(".open .shown")
    free(page, ".prompt .row button")
    free(page, ".card", 5)
    assert box(page, ".felt svg.board")["height"] >= 140


@pytest.mark.parametrize("viewport", [SIDEWAYS, LAPTOP], ids=["844x390", "1366x768"])
@pytest.mark.parametrize("game", ["banjooli-cross", "banzai"])
def test_a_big_screen_is_one_screen(person: Any, house: Any, game: str, viewport: dict[str, int]) -> None:
    ada, screen = person(), person(viewport)
    identity = make_table(ada, house, game=game, options={}, seats=3, chairs=THREE)
    ada.wait_for_selector(".board")
    screen.goto(f"{house.url}/t/{identity}?view=shared")
    screen.wait_for_selector(".shared .beside")
    screen.wait_for_function(
        "() => document.scrollingElement.scrollHeight <= innerHeight"
        " && document.querySelector('svg.board')?.getBoundingClientRect().height > innerHeight * 0.6"
    )


def inside(page: Any, selector: str) -> bool:
    """Whether a thing is seen whole: nothing cuts it off."""
    return bool(
        page.locator(selector).first.evaluate(
            """async (one) => { const seen = await new Promise((go) => new IntersectionObserver(([each]) => go(each), { threshold: 0 }).observe(one));
            return seen.intersectionRatio > 0.98; }"""
        )
    )


BOT_FIRST = {"first": 1, "chairs": [{"who": "me"}, {"who": "bot", "level": "random"}]}


@pytest.mark.parametrize("game", ["bantu", "boussanga"])
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


def test_the_last_turn_is_as_high_as_a_finger(person: Any, house: Any) -> None:
    page = person(UPRIGHT, has_touch=True, is_mobile=True)
    make_table(page, house, game="bantu", options={}, **BOT_FIRST)
    button(page, "ui.first_game.offer.hide").tap()
    page.locator(".recent button").wait_for()
    high = page.locator(".recent button").evaluate(
        """(one) => { const { x, y, width } = one.getBoundingClientRect(); let high = 0;
        while (document.elementFromPoint(x + width / 2, y + high)?.closest(".recent button") === one) high += 1;
        return high; }"""
    )
    assert high >= FINGER


def test_the_end_of_a_game_in_a_hurry_is_read_beside_the_board(person: Any, house: Any) -> None:
    page = person(SIDEWAYS, has_touch=True, is_mobile=True)
    table_of(page, house.url, [{"who": "me", "name": "Ada"}, BOT, BOT], time_limit=0)
    page.wait_for_selector(".card.can")
    give_up(page, "fr")
    page.locator(".won").wait_for()
    free(page, ".won")
    board, told = box(page, ".felt svg.board"), box(page, ".prompt")
    assert board["x"] + board["width"] <= told["x"] + 1


@pytest.mark.parametrize("viewport", [{"width": 360, "height": 640}, {"width": 844, "height": 390}])
def test_the_first_page_of_a_low_phone_shows_how_to_play(person: Any, house: Any, viewport: Any) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    page.goto(house.url)
    page.wait_for_selector(".boxes .button.big")
    page.wait_for_function(
        "() => document.querySelector('.boxes .button.big')?.getBoundingClientRect().bottom <= innerHeight"
    )


@pytest.mark.parametrize("viewport", [UPRIGHT, SMALL], ids=["390x844", "360x640"])
def test_upright_the_boxes_use_the_width_and_games_go_on_from_one_row(
    person: Any, house: Any, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    for _ in range(4):
        last = make_table(page, house, game="bantu", options={})
        page.locator(".prompt").wait_for()
        assert play_turn(page, house, last, 0)
    page.goto(house.url)
    nav = page.get_by_role("navigation", name=words("ui.table.resume"))
    assert nav.get_by_role("link").first.get_attribute("href") == f"/t/{last}"
    more = nav.locator("summary")
    expect(more).to_have_text(words("ui.table.resume.more", n=3))
    assert nav.bounding_box()["height"] <= 72
    page.locator(".boxes .button.big").first.wait_for()
    for one in page.locator(".boxes > li:not(.corner)").all():
        lid, words_, ways = (one.locator(part).bounding_box() for part in (".lid", ".called", ".ways"))
        assert lid["width"] >= 0.38 * viewport["width"]
        assert abs(words_["y"] - lid["y"]) <= 60, "no gap above the box"
        assert ways["width"] >= viewport["width"] - 40
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    more.tap()
    expect(nav.get_by_role("link")).to_have_count(4)
    for one in nav.get_by_role("link").all():
        expect(one).to_be_visible()


SEATS_TOLD = """() => [...document.querySelectorAll('ul.seats > li')].map((one) => {
  const seen = (each) => { const { width, height } = each?.getBoundingClientRect() ?? {}; return width > 12 && height > 8 && getComputedStyle(each).clipPath === 'none'; };
  const name = one.querySelector('.name');
  return { acts: one.classList.contains('acts'), named: seen(name) && name.scrollWidth <= name.clientWidth + 1,
           turn: seen(one.querySelector('.word')), height: one.getBoundingClientRect().height };
})"""
"""What the card of each seat shows now."""


@pytest.mark.parametrize("viewport", [UPRIGHT, SMALL, SIDEWAYS], ids=["390x844", "360x640", "844x390"])
@pytest.mark.parametrize("game", GAMES)
def test_the_card_of_a_seat_says_whose_turn_it_is_and_is_low(
    look: Any, game: str, viewport: dict[str, int]
) -> None:
    page = look(viewport, game=game, options={})
    page.locator("ul.seats > li.acts .word").wait_for()
    told = page.evaluate(SEATS_TOLD)
    assert [each["turn"] for each in told] == [each["acts"] for each in told] == [True, False]
    assert all(each["named"] for each in told)
    # A game that tells nothing of its seats has all in one line.
    assert max(each["height"] for each in told) <= (36 if game == "banjooli-cross" else 58)


@pytest.mark.parametrize("viewport", [UPRIGHT, SMALL, SIDEWAYS], ids=["390x844", "360x640", "844x390"])
def test_two_robots_alike_are_told_apart_on_a_phone(
    person: Any, house: Any, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    make_table(
        page, house, game="banjooli-cross", options={}, seats=3, chairs=[{"who": "me"}, BOT, BOT], first=0
    )
    page.locator(".prompt.yours").wait_for()
    page.locator("ul.seats > li.acts .word").wait_for()
    told = page.evaluate(SEATS_TOLD)
    assert [each["named"] for each in told] == [True] * 3, "with the number at the end"


@pytest.mark.parametrize("viewport", [UPRIGHT, SIDEWAYS], ids=["390x844", "844x390"])
def test_names_and_turns_are_whole_while_a_bot_thinks_and_advice_is_counted(
    person: Any, house: Any, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    page.add_init_script("localStorage.setItem('ludotheque.name', 'Mésange drôle')")
    chairs = [{"who": "me", "name": "Mésange drôle"}, BOT]
    make_table(page, house, game="banjooli-cross", options={}, seats=2, chairs=chairs)
    page.locator(".prompt.yours").wait_for()
    page.locator("button.lamp").tap()
    page.locator(".advised").first.wait_for(state="attached")
    told = page.evaluate(SEATS_TOLD)
    assert all(each["named"] for each in told)
    right = "() => Math.max(...[...document.querySelectorAll('ul.seats > li *')].map((one) => one.getBoundingClientRect().right))"
    assert page.evaluate(right) <= viewport["width"]


def test_sideways_every_box_bears_its_name_where_it_is_opened(person: Any, house: Any) -> None:
    page = person(SIDEWAYS, has_touch=True, is_mobile=True)
    page.goto(house.url)
    page.wait_for_selector(".boxes .button.big")
    for box_ in page.locator(".boxes > li:not(.corner)").all():
        name, play = box_.locator("h2").bounding_box(), box_.locator(".button.big").bounding_box()
        assert name["height"] > 14
        assert 0 < play["y"] - name["y"] < 90


@pytest.mark.parametrize("viewport", [UPRIGHT, SMALL, SIDEWAYS], ids=["390x844", "360x640", "844x390"])
def test_what_people_say_has_the_room_of_the_drawer(
    person: Any, house: Any, viewport: dict[str, int]
) -> None:
    _, page, _ = together(person, house)
    page.set_viewport_size(viewport)
    button(page, "ui.chat.tab").tap()
    page.locator("#chat-text").wait_for()
    assert box(page, ".chat .lines")["height"] >= (100 if viewport == SMALL else 130)
    assert box(page, ".chat .say")["y"] + box(page, ".chat .say")["height"] <= viewport["height"] - 44
    for emote in page.locator(".emotes button").all():
        size = emote.bounding_box()
        assert size["width"] >= FINGER
        assert size["height"] >= FINGER


def test_upright_the_end_of_a_game_in_a_hurry_is_one_result(person: Any, house: Any) -> None:
    page = person(UPRIGHT, has_touch=True, is_mobile=True)
    table_of(page, house.url, [{"who": "me", "name": "Ada"}, BOT, BOT], time_limit=0)
    page.wait_for_selector(".card.can")
    give_up(page, "fr")
    page.locator(".won").wait_for()
    assert page.locator(".over-board").count() == 0
    felt, board = box(page, ".felt"), still(page, ".felt svg.board")
    assert board["height"] <= felt["height"] + 1
    again = button(page, "ui.rematch").bounding_box()
    assert again["y"] + again["height"] <= UPRIGHT["height"] - 44


@pytest.mark.parametrize("viewport", [UPRIGHT, SMALL, SIDEWAYS], ids=["390x844", "360x640", "844x390"])
def test_cards_that_are_laid_on_the_board_can_be_read(
    person: Any, house: Any, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    make_table(page, house, game="boussanga", options={"mode": "competitive"})
    page.locator(".prompt.yours").wait_for()
    assert still(page, '[data-spot="hand.0.0"]')["width"] >= 58
    assert box(page, "svg.board")["height"] > 0
    assert box(page, '[data-spot="e4"]')["width"] >= 24


@pytest.mark.parametrize(
    ("viewport", "seats", "card", "cell", "own"),
    [(UPRIGHT, 2, 44, 31, 74), (UPRIGHT, 4, 44, 31, 68), (SMALL, 2, 40, 24, 58)],
    ids=["390x844 for two", "390x844 for four", "360x640 for two"],
)
def test_the_cards_of_another_can_be_read_upright(
    person: Any, house: Any, viewport: dict[str, int], seats: int, card: int, cell: int, own: int
) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    chairs = [{"who": "me"}, *[BOT] * (seats - 1)]
    make_table(page, house, game="boussanga", options={"mode": "competitive"}, seats=seats, chairs=chairs)
    page.locator(".prompt.yours").wait_for()
    assert still(page, '[data-spot="hand.1.0"]')["width"] >= card
    assert box(page, '[data-spot="e4"]')["width"] >= cell
    assert box(page, '[data-spot="hand.0.0"]')["width"] >= own
    for tray in page.locator("svg.board .tray").all():
        found = tray.bounding_box()
        assert found["x"] >= 0
        assert found["x"] + found["width"] <= viewport["width"] + 1


def test_alone_upright_every_tray_bears_its_name(person: Any, house: Any) -> None:
    page = person(UPRIGHT, has_touch=True, is_mobile=True)
    alone = {"seats": 1, "options": {"mode": "cooperative"}, "chairs": [{"who": "me"}]}
    make_table(page, house, game="boussanga", **alone)
    page.locator(".prompt.yours").wait_for()
    still(page, "svg.board")
    assert page.locator("svg.board .tray").count() == page.locator("svg.board .tray text").count()


@pytest.mark.parametrize("viewport", [SIDEWAYS, LARGE, ZOOMED], ids=["844x390", "932x430", "683x384"])
def test_sideways_a_board_that_is_higher_than_wide_lies_on_its_side(
    person: Any, house: Any, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    make_table(page, house, game="bantu", options={})
    page.locator(".prompt.yours").wait_for()
    board = still(page, "svg.board")
    drawn = box(page, "svg.board > g > svg")
    assert drawn["width"] > 1.2 * drawn["height"]
    assert drawn["width"] > (480 if viewport != ZOOMED else 390), "upright it would be 297 wide"
    circles = [each.bounding_box() for each in page.locator('.spot[data-spot^="r"]').all()]
    assert min(each["width"] for each in circles) >= (22 if viewport != ZOOMED else 18)
    number = page.locator("svg.board > g > svg text").first
    assert (
        abs(number.evaluate("one => { const { a, b } = one.getScreenCTM(); return Math.atan2(b, a); }"))
        < 0.01
    )
    for each in page.locator(".thumb button").all():
        found = each.bounding_box()
        assert found["height"] >= FINGER
        assert found["x"] >= board["x"] + board["width"]


def test_a_board_that_lies_on_its_side_is_played_on_by_touch(person: Any, house: Any) -> None:
    page = person(SIDEWAYS, has_touch=True, is_mobile=True)
    identity = make_table(page, house, game="bantu", options={})
    page.locator(".prompt.yours").wait_for()
    for _ in range(6):
        assert play_turn(page, house, identity, 0, touch)


@pytest.mark.parametrize("viewport", [UPRIGHT, SMALL], ids=["390x844", "360x640"])
def test_a_hand_that_reaches_tells_what_happened_in_full(
    person: Any, house: Any, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    identity = make_table(page, house, game="banjooli-cross", options={})
    page.goto(f"{house.url}/t/{identity}?view=hand")
    page.locator(".prompt.yours").wait_for()
    confirm(page)
    page.locator(".strip .reach").wait_for()
    page.locator(".recent span").filter(has_text="gardé").wait_for()
    fits = "() => { const one = document.querySelector('.recent span'); return one && one.scrollHeight <= one.clientHeight + 1; }"
    page.wait_for_function(fits)
    longest = "Ada : dés gardés : rouge, jaune, vert, bleu, violet, joker en sorcellerie."
    page.locator(".recent span").evaluate("(one, text) => (one.textContent = text)", longest)
    assert page.evaluate(fits)
    assert box(page, ".strip .reach")["width"] <= 90


@pytest.mark.parametrize("viewport", [UPRIGHT, SMALL, SIDEWAYS], ids=["390x844", "360x640", "844x390"])
def test_a_long_label_fits_its_button(person: Any, house: Any, viewport: dict[str, int]) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    make_table(page, house, game="boussanga", options={"mode": "competitive"})
    page.locator(".prompt.yours").wait_for()
    page.locator('[data-spot="hand.0.1"]').tap()
    page.locator(".overlay .token").first.wait_for(state="attached")
    page.locator('[data-spot="e4"]').tap()
    page.locator(".prompt .turns button:enabled").last.tap()
    page.locator(".thumb .wide.long:enabled").wait_for()
    page.wait_for_function(
        """() => {
          const [button, label] = [document.querySelector('.thumb .wide'), document.querySelector('.thumb .wide span')];
          if (!button || !label) return false;
          const [around, inside] = [button, label].map((one) => one.getBoundingClientRect());
          return inside.top >= around.top && inside.bottom <= around.bottom && label.scrollHeight <= label.clientHeight + 1;
        }"""
    )


CALLED = "() => [...document.querySelectorAll('.prompt .sentence .called')].map((one) => [one.textContent, getComputedStyle(one).fontFamily.includes('Counters')])"
"""The names with digits in the sentence, and whether their digits are drawn as those of counts are."""


def test_digits_in_a_name_are_those_of_the_name_and_counts_keep_theirs(person: Any, house: Any) -> None:
    page = person(UPRIGHT, has_touch=True, is_mobile=True)
    chairs = [{"who": "me", "name": "Ada 2"}, {"who": "here", "name": "Léo 7"}]
    make_table(page, house, game="bantu", options={}, chairs=chairs)
    page.locator(".prompt .sentence").filter(has_text="Ada").wait_for()
    page.wait_for_function(f"() => ({CALLED})().length > 0")
    (name, counted), *others = page.evaluate(CALLED)
    assert (name[:3], name[-1:].isdigit(), counted, others) == ("Ada", True, False, [])
    sentence = page.locator(".prompt .sentence")
    assert "Counters" in sentence.evaluate("one => getComputedStyle(one).fontFamily")


@pytest.mark.parametrize("viewport", [UPRIGHT, SMALL, SIDEWAYS], ids=["390x844", "360x640", "844x390"])
@pytest.mark.parametrize("people", [2, 3])
def test_a_phone_that_is_passed_on_says_to_whom_and_whose_hand_is_shown(
    person: Any, house: Any, people: int, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    others = [{"who": "here", "name": name} for name in ("Léa", "Maximilienne")][: people - 1]
    chairs = [{"who": "me", "name": "Ada"}, *others]
    identity = make_table(page, house, game="banjooli-cross", options={}, seats=people, chairs=chairs)
    page.locator(".prompt.yours").wait_for()
    button_ = page.locator(".secrets button")
    show = words("ui.secret.show.whose", who="Ada")
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
    assert inside(page, ".prompt .hint")
    assert page.locator('[data-piece^="card."]').count() == 0, "Ada's are covered again by themselves"
    mine = page.locator(".secrets .turn")
    expect(mine).to_have_count(1)
    assert words("ui.secret.show.whose", who="Léa") in mine.inner_text()
    for n in range(people):
        found = button_.nth(n).bounding_box()
        assert found["height"] >= FINGER
        assert found["x"] + found["width"] <= viewport["width"]


def test_several_winners_leave_the_board_of_a_laptop_its_room(person: Any, house: Any) -> None:
    page = person(LAPTOP)
    table_of(page, house.url, [{"who": "me", "name": "Ada"}, *[BOT] * 3], time_limit=0)
    page.wait_for_selector(".card.can")
    give_up(page, "fr")
    page.locator(".won").wait_for()
    assert still(page, ".won")["height"] <= 80, "two lines"
    assert box(page, ".felt svg.board")["height"] >= 430


@pytest.mark.parametrize("viewport", [UPRIGHT, SMALL], ids=["390x844", "360x640"])
def test_several_winners_leave_what_goes_on_in_sight(
    person: Any, house: Any, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    table_of(page, house.url, [{"who": "me", "name": "Ada"}, *[BOT] * 3], time_limit=0)
    page.wait_for_selector(".card.can")
    give_up(page, "fr")
    page.locator(".won").wait_for()
    again = still(page, ".thumb .wide")
    assert again["y"] + again["height"] <= viewport["height"]


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


@pytest.mark.parametrize("game", ["billabong", "bantu", "boussanga", "banjooli-cross", "banzai"])
def test_on_a_phone_all_words_are_large_and_dark_enough(person: Any, house: Any, game: str) -> None:
    page = person(UPRIGHT, has_touch=True, is_mobile=True, color_scheme="light")
    seats = 2 if game == "billabong" else 4
    chairs = [{"who": "me"}, *[{"who": "bot", "level": "random"}] * (seats - 1)]
    options = {"time_limit": 0} if game == "banzai" else {}
    make_table(page, house, game=game, seats=seats, chairs=chairs, options=options)
    (page.locator(".card.can") if game == "banzai" else page.locator(".prompt.yours")).first.wait_for()
    page.locator(".board .spot").first.wait_for(state="attached")
    assert page.evaluate(FAINT) == []
    numbers = page.locator(".board text:not(.tray text, .sign)")
    if game in ("billabong", "bantu"):
        sizes = numbers.evaluate_all(
            "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"
        )
        assert min(sizes) >= {"billabong": 10, "bantu": 8}[game], "what is written on the rim"
