"""The guided first game of each box: gone through by mouse, touch and keys; left and found again; told kindly what is not wanted."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from browser.banzai import table_of, until
from browser.conftest import PHONE
from browser.hands import WAIT, button, make_table, tap, words
from browser.keys import reach_board, walk_to
from browser.test_accessible import settle, violations
from ludotheque.core import registry
from ludotheque.games.banjooli_cross.labels import die_listed
from ludotheque.scene.listing import listing
from ludotheque.table import first_game
from tests.depth import deep

pytestmark = pytest.mark.browser

GAMES = ("billabong", "bantu", "boussanga", "banjooli-cross", "banzai")
NEXT = """() => {
  const page = document.querySelector('.learn');
  if (!page) return null;
  const first = (...found) => found.find((each) => page.querySelector(each));
  const button = first('.on .button:not(:disabled)', '.wide.pointed', '.pointed');
  if (button) return ['button', button];
  if (page.dataset.looks) return ['wait', ''];
  const glow = page.querySelector('[data-glow]');
  if (glow) return ['spot', glow.dataset.glow];
  const card = page.querySelector('.card.can');
  return card ? ['card', card.dataset.card] : ['wait', ''];
}"""
"""What a first game asks for now: a button, a place, a card of one's hand, or patience; null once it is left."""

Do = Callable[[Any, str, str], None]
SOON = 4000
"""Within this time a thing that is asked for is pressed, ms; else it is looked again what is asked for: the step may just have ended."""
MISSES = 4


def wanted(page: Any, kind: str, what: str) -> Any:
    """The thing that is asked for."""
    if kind == "spot":
        return page.locator(f'.learn [data-spot="{what}"]')
    return page.locator(f'[data-card="{what}"]' if kind == "card" else f".learn {what}").first


def by_mouse(page: Any, kind: str, what: str) -> None:
    wanted(page, kind, what).click(timeout=SOON)


def by_touch(page: Any, kind: str, what: str) -> None:
    wanted(page, kind, what).tap(timeout=SOON)


def by_keys(page: Any, kind: str, what: str) -> None:
    if kind == "spot":
        reach_board(page)
        walk_to(page, what)
        page.keyboard.press("Enter")
    elif "wide" in what:
        page.keyboard.press("c")
    else:
        wanted(page, kind, what).focus(timeout=SOON)
        page.keyboard.press("Enter")


def step_of(page: Any) -> int:
    """The step that is shown; -1 once the first game is left."""
    return int(page.evaluate("document.querySelector('.learn')?.dataset.step ?? -1"))


def go_on(page: Any, do: Do = by_mouse, until: int = 99) -> None:
    """Do what is asked for until this step has begun, or the first game is over."""
    missed = 0
    for _ in range(int(WAIT * 20)):
        asked = page.evaluate(NEXT)
        if asked is None or step_of(page) >= until:
            return
        if asked[0] == "wait":
            page.wait_for_timeout(50)
            continue
        try:
            do(page, *asked)
            missed = 0
        except TooLate:
            missed += 1
            if missed > MISSES:
                raise
    raise AssertionError(f"step {step_of(page)} never ends: {page.evaluate(NEXT)}")


def begins(page: Any) -> None:
    page.wait_for_selector(".learn .board [data-spot]", timeout=3 * WAIT * 1000)


def learn(page: Any, house: Any, game: str) -> None:
    page.goto(f"{house.url}/learn/{game}")
    begins(page)


def ends_at_a_table(page: Any, game: str) -> None:
    page.wait_for_url(re.compile(r"/t/"))
    page.wait_for_selector(".board")
    assert words(f"{game}.title") in page.title()
    assert words("bot.easy") in page.locator(".page").inner_text()


@pytest.mark.parametrize(
    "game", ["banjooli-cross", *(deep(game) for game in GAMES if game != "banjooli-cross")]
)
def test_a_first_game_ends_in_a_game_against_an_easy_bot(person, house, game):
    page = person()
    learn(page, house, game)
    steps = first_game.play(registry.get(game)).told.steps
    for number, step in enumerate(steps):
        told = page.locator("#told").inner_text()
        assert (words("ui.first_game.later") in told) == step.later, told
        go_on(page, until=number + 1)
    ends_at_a_table(page, game)


@pytest.mark.parametrize("game", ["banzai", *(deep(game) for game in GAMES if game != "banzai")])
def test_nothing_is_in_the_way_of_a_first_games_first_steps(person, house, game):
    page = person(color_scheme="light")
    learn(page, house, game)
    assert violations(page) == []
    go_on(page, until=1)
    assert violations(page) == []


BOXES = """() => {
  window.boxes = new Set();
  const look = () => {
    const board = document.querySelector('.learn .board');
    if (board) {
      const { x, y, width, height } = board.getBoundingClientRect();
      window.boxes.add([x, y, width, height].map(Math.round).join(' '));
      requestAnimationFrame(look);
    }
  };
  look();
}"""
"""Notes in every frame where the board is."""


@pytest.mark.deep
@pytest.mark.parametrize("game", ["boussanga", deep("bantu")])
def test_a_first_game_works_by_touch_on_a_steady_board(person, house, game):
    page = person(PHONE, has_touch=True, is_mobile=True, reduced_motion="no-preference")
    page.goto(house.url)
    page.get_by_role("link", name=words("ui.first_game.offer.for", game=words(f"{game}.title"))).tap()
    begins(page)
    page.evaluate("document.fonts.ready")
    page.evaluate(BOXES)
    go_on(page, by_touch, until=len(first_game.play(registry.get(game)).told.steps) - 1)
    page.locator(".learn .on .button").wait_for()
    boxes = page.evaluate("[...window.boxes]")
    assert len(boxes) == 1, boxes
    go_on(page, by_touch)
    ends_at_a_table(page, game)


@pytest.mark.deep
@pytest.mark.parametrize("game", ["billabong", "banjooli-cross", "banzai"])
def test_other_first_games_work_by_touch_too(person, house, game):
    page = person(PHONE, has_touch=True, is_mobile=True)
    learn(page, house, game)
    go_on(page, by_touch)
    ends_at_a_table(page, game)


@pytest.mark.deep
def test_losing_the_guided_banzai_stops_the_game_once(person, house):
    page = person(PHONE, has_touch=True)
    learn(page, house, "banzai")
    names = page.locator(".learn svg.board text").filter(has_text=re.compile("^(Mia|Noé)$"))
    expect(names).to_have_count(2)
    for screen in ({"width": 1366, "height": 768}, PHONE):
        page.set_viewport_size(screen)
        settle(page)
        board = page.locator(".learn svg.board").bounding_box()
        for box in [each.bounding_box() for each in names.all()]:
            assert board["x"] - 1 <= box["x"], screen
            assert box["x"] + box["width"] <= board["x"] + board["width"] + 1, screen
    said, named, called = [], [], set()
    for step in range(1, 10):
        said.append(page.locator("#told").inner_text())
        named.append(page.locator(".learn svg.board text").filter(has_text=re.compile("^Noé$")).count())
        called |= set(
            page.locator(".learn [data-call]").evaluate_all("all => all.map((each) => each.dataset.call)")
        )
        go_on(page, by_touch, until=step)
        if step_of(page) < 0:
            break
    out = next(i for i, each in enumerate(said) if words("banzai.first_game.out") in each)
    assert all(named[: out + 1])
    assert not any(named[out + 1 :]), "who is out does not play on"
    assert {"call.banzai", "call.stop1"} <= called
    assert [key for key in ("pass", "call", "grab", "stop", "move", "feint", "quick", "done")
            if not any(words(f"banzai.first_game.{key}") in each for each in said)] == []  # fmt: skip


@pytest.mark.deep
def test_a_server_that_is_away_at_the_end_is_asked_again(person, house):
    page = person(PHONE, has_touch=True)
    learn(page, house, "boussanga")
    page.route(
        "**/api/tables", lambda route: route.abort() if route.request.method == "POST" else route.fallback()
    )
    go_on(page, by_touch)
    page.get_by_role("heading", name=words("ui.page.away"), exact=True).wait_for()
    page.get_by_text(words("error.unreachable"), exact=True).wait_for()
    page.unroute("**/api/tables")
    page.get_by_role("button", name=words("ui.page.again"), exact=True).tap()
    ends_at_a_table(page, "boussanga")


@pytest.mark.parametrize("game", ["billabong", *(deep(game) for game in GAMES if game != "billabong")])
def test_a_first_game_works_by_keyboard_alone(person, house, game):
    page = person()
    learn(page, house, game)
    go_on(page, by_keys)
    ends_at_a_table(page, game)


@pytest.mark.deep
def test_a_first_game_resumes_where_it_was_left(person, house):
    page = person(bypass_csp=True)
    learn(page, house, "billabong")
    page.get_by_text(words("billabong.first_game.goal")).wait_for()
    assert violations(page) == []
    go_on(page, until=2)
    tap(page, "o6")  # another kangaroo, which may move but is not the one
    page.locator(".card.warns").get_by_text(words("ui.first_game.allowed")).wait_for()
    page.locator(".card.warns").get_by_text(words("billabong.first_game.slide")).wait_for()
    tap(page, "m2")
    tap(page, "p5")  # no slide and no hop: the rules say why
    page.locator(".card.warns a").first.wait_for()
    page.locator(".card.warns").get_by_text(words("billabong.first_game.slide")).wait_for()
    assert violations(page) == []
    page.keyboard.press("Escape")  # first the kangaroo is put down, then the page is left
    assert step_of(page) == 2
    page.keyboard.press("Escape")
    page.wait_for_url(house.url + "/")
    learn(page, house, "billabong")
    page.get_by_text(words("billabong.first_game.slide")).wait_for()
    button(page, "ui.first_game.back").click()
    page.get_by_text(words("billabong.first_game.place")).wait_for()
    button(page, "ui.first_game.skip").click()
    page.wait_for_url(house.url + "/")
    learn(page, house, "billabong")
    page.get_by_text(words("billabong.first_game.goal")).wait_for()


@pytest.mark.deep
def test_a_first_table_offers_the_first_game_and_waits_for_it(person, house):
    page = person(locale="en-GB")
    learn(page, house, "bantu")
    go_on(page, until=6)
    page.get_by_role("button", name=words("ui.first_game.skip", "en")).click()
    page.evaluate("localStorage.removeItem('ludotheque.practised')")
    page.goto(f"{house.url}/new/bantu")
    page.get_by_role("link", name=words("ui.first_game.offer", "en")).wait_for()
    page.get_by_label(words("ui.name.ask", "en")).fill("Ada")
    button(page, "ui.new.open", "en").click()
    page.wait_for_url("**/t/*")
    there = page.url
    button(page, "ui.first_game.offer", "en").click()
    begins(page)
    go_on(page)
    page.wait_for_selector(".learn", state="detached")
    assert page.url == there
    assert button(page, "ui.first_game.offer", "en").count() == 0, "once is enough"


@pytest.mark.deep
def test_dice_to_re_roll_glow_and_their_button_says_so_first(person: Any, house: Any) -> None:
    page = person(PHONE, has_touch=True)
    learn(page, house, "banjooli-cross")
    go_on(page, by_touch, until=1)
    dice = listing(die_listed(die, colour) for die, colour in ((2, 0), (3, 4), (4, 2)))
    again = words("banjooli-cross.choice.throw_these", all=dice)
    page.locator(".thumb .wide").filter(has_text=again).wait_for()
    glowing = "() => [...new Set([...document.querySelectorAll('[data-glow]')].map((each) => each.dataset.glow))].sort().join(' ')"
    page.wait_for_function(f"() => ({glowing})() === 'tray.2 tray.3 tray.4'")
    # What is drawn later lies above: the rings of trays come before the pieces, so that the numbers on dice are whole.
    order = page.locator(".learn svg.board").evaluate("""board => [...board.querySelectorAll('[data-glow], .pieces')]
      .map((each) => each.dataset.glow?.split('.')[0] ?? 'pieces')""")
    assert "pieces" in order
    assert set(order[: order.index("pieces")]) == {"tray"}
    assert "tray" not in order[order.index("pieces") :]
    page.locator('.learn [data-spot="tray.3"]').tap()
    page.wait_for_function(f"() => ({glowing})() === 'tray.2 tray.4'")
    page.locator('[data-piece="die.3"] .tick.again').wait_for()
    assert words("ui.board.again") in (
        page.locator('.learn [data-spot="tray.3"]').get_attribute("aria-label") or ""
    )


@pytest.mark.deep
def test_other_players_moves_replace_no_numbered_lesson(person: Any, house: Any) -> None:
    page = person(PHONE, has_touch=True, is_mobile=True, reduced_motion="no-preference")
    learn(page, house, "billabong")
    count, told = page.locator(".learn .count"), page.locator("#told")
    steps = first_game.play(registry.get("billabong")).told.steps
    number = next(i for i, step in enumerate(steps) if len(step.frames) > 1)
    go_on(page, by_touch, until=number)
    page.locator(".learn .foot .button, [data-glow]").first.wait_for(state="attached")
    assert count.is_visible()
    weight = "one => getComputedStyle(one).fontWeight"
    assert told.evaluate(weight) == "700"
    for _ in until(20):
        kind, what = page.evaluate(NEXT)
        if page.locator(".learn[data-looks]").count():
            break
        if kind != "wait":
            by_touch(page, kind, what)
    assert step_of(page) == number
    assert not count.is_visible()
    assert told.evaluate(weight) == "400"


@pytest.mark.deep
def test_cards_of_a_guided_game_lie_where_the_game_puts_them(person: Any, house: Any) -> None:
    page = person(PHONE, has_touch=True, is_mobile=True)
    learn(page, house, "banzai")
    guided = cards_lie(page)
    table_of(
        page, house.url, [{"who": "me", "name": "Ada"}, *[{"who": "bot", "level": "easy"}] * 2], time_limit=0
    )
    page.locator(".card.can").first.wait_for()
    for one, other in zip(guided, cards_lie(page), strict=True):
        assert all(abs(one[each] - other[each]) <= 1 for each in ("x", "y", "width", "height")), (one, other)


def cards_lie(page: Any) -> list[dict[str, float]]:
    """Where the first card of one's hand lies, on a phone and on one that is held sideways."""
    found = []
    for screen in (PHONE, {"width": 844, "height": 390}):
        page.set_viewport_size(screen)
        settle(page)
        found.append(page.locator(".card[data-card]").first.bounding_box())
    return found


@pytest.mark.deep
def test_on_a_laptop_guided_cards_are_as_large_as_in_the_game(person: Any, house: Any) -> None:
    page = person({"width": 1366, "height": 768})
    learn(page, house, "banzai")
    guided = page.locator(".card[data-card]").first.bounding_box()
    table_of(
        page, house.url, [{"who": "me", "name": "Ada"}, *[{"who": "bot", "level": "easy"}] * 2], time_limit=0
    )
    page.locator(".card.can").first.wait_for()
    game = page.locator(".card[data-card]").first.bounding_box()
    assert guided["width"] >= game["width"]
    assert guided["height"] >= game["height"]


@pytest.mark.deep
@pytest.mark.parametrize("game", ["bantu", "billabong"])
def test_how_to_hit_small_places_is_told_before_the_first_touch(person: Any, house: Any, game: str) -> None:
    page = person(PHONE, has_touch=True, is_mobile=True)
    learn(page, house, game)
    first = next(
        i for i, step in enumerate(first_game.play(registry.get(game)).told.steps) if step.scene.choices
    )
    go_on(page, by_touch, until=first)
    page.locator("#told").get_by_text(words("ui.loupe.once"), exact=True).wait_for()
    go_on(page, by_touch, until=first + 1)
    assert words("ui.loupe.once") not in page.locator("#told").inner_text()


@pytest.mark.deep
@pytest.mark.parametrize("game", ["boussanga", "banzai"])
def test_a_frame_around_a_card_is_whole_at_the_edge_of_a_phone(person: Any, house: Any, game: str) -> None:
    page = person(PHONE, has_touch=True, is_mobile=True)
    learn(page, house, game)
    found = page.locator("[data-glow^='hand.']" if game == "boussanga" else ".card.can")
    for _ in until(20):
        if found.count():
            break
        go_on(page, by_touch, until=step_of(page) + 1)
    for frame in found.all():
        box = frame.bounding_box()
        reach = (
            frame.evaluate(
                "one => (parseFloat(getComputedStyle(one).getPropertyValue('--swell') || '1.18') - 1) / 2 * one.getBoundingClientRect().width"
            )
            if game == "boussanga"
            else frame.evaluate(
                "one => { const style = getComputedStyle(one); return parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset); }"
            )
        )
        assert box["x"] - reach >= 0, box
        assert box["x"] + box["width"] + reach <= PHONE["width"], box


WRONG = """() => {
  const glows = new Set([...document.querySelectorAll('[data-glow]')].map((each) => each.dataset.glow));
  return [...document.querySelectorAll('.learn [data-spot]')].map((each) => each.dataset.spot).find((each) => !glows.has(each));
}"""


@pytest.mark.parametrize(
    ("screen", "games"),
    [
        ({"width": 360, "height": 640}, ["boussanga"]),
        deep({"width": 360, "height": 640}, ["bantu", "banjooli-cross"], called="low"),
        deep(PHONE, ["boussanga", "bantu", "banjooli-cross"], called="high"),
    ],
)
def test_the_answer_to_a_wrong_touch_moves_no_board(
    person: Any, house: Any, screen: Any, games: list[str]
) -> None:
    page = person(screen, has_touch=True)
    for game in games:
        learn(page, house, game)
        go_on(page, by_touch, until=1)
        page.wait_for_selector("[data-glow]")
        settle(page)
        before = page.locator(".learn .board").bounding_box()
        tap(page, page.evaluate(WRONG))
        page.locator(".card.warns").wait_for()
        assert page.locator(".learn .board").bounding_box() == before, game


@pytest.mark.deep
def test_a_card_appears_in_place_and_turns_back_the_short_way(person: Any, house: Any) -> None:
    page = person(PHONE, has_touch=True)
    learn(page, house, "boussanga")
    go_on(page, by_touch, until=2)
    page.locator('.learn [data-glow^="hand."]').first.wait_for(state="attached")
    page.locator(f'.learn [data-spot="{page.locator("[data-glow]").first.get_attribute("data-glow")}"]').tap()
    page.locator(".overlay").wait_for(state="attached")
    assert page.locator(".overlay").get_attribute("data-at") == "f3", "not where the card before was laid"
    left, right = page.locator(".turns .button").all()
    for _ in range(2):
        right.tap()
    page.locator('.learn [data-glow="f3"]').first.wait_for(state="attached")
    assert page.locator(".now .because").count() == 0
    right.tap()
    page.locator(".now .because", has_text=words("ui.first_game.turned")).first.wait_for()
    page.locator(".turns .button:first-child.pointed").wait_for()
    assert page.locator(".overlay .cross").count() == 0
    left.tap()
    page.locator('.learn [data-glow="f3"]').first.wait_for(state="attached")


@pytest.mark.deep
def test_upright_the_first_game_is_offered_at_the_last_turn(person: Any, house: Any) -> None:
    page = person(PHONE, has_touch=True)
    make_table(page, house, game="banjooli-cross", options={})
    offer = page.locator(".strip .line button").first
    offer.wait_for()
    board = page.locator("svg.board").bounding_box()
    page.locator(".strip .line .shut").tap()
    page.locator(".strip .recent").wait_for()
    assert page.locator("svg.board").bounding_box() == board, "nothing moves"
    page.evaluate("localStorage.clear()")
    page.reload()
    offer.tap()
    begins(page)
