"""The story of a turn: one line each, what deserves a look shown first, names and places that are found, and ends told to each."""

from __future__ import annotations

import re
import time

import numpy as np
import pytest
from playwright.sync_api import expect

from browser.conftest import DESKTOP, PHONE
from browser.hands import WAIT, confirm, house_waits, make_table, tap, touch, wait_for_moves, words
from browser.house import clicks_of, spot_of
from browser.situated import Situated
from browser.test_accessible import settle
from ludotheque import Table
from ludotheque.games.banjooli_cross import codes
from ludotheque.games.banjooli_cross.labels import dice_brief, dice_listed, sorcery_brief
from ludotheque.games.banjooli_cross.state import Phase
from ludotheque.table import views
from tests.depth import deep

pytestmark = pytest.mark.browser

SIDEWAYS = {"width": 844, "height": 390}
BOT = {"who": "bot", "level": "random"}
PAIR = [{"who": "me"}, {"who": "here", "name": "Léo"}]
SEEN = """() => {
  const look = () => {
    if (document.querySelector(".news.beat .latest") && document.querySelector("g.lit .glow")) window.seen ??= document.querySelector(".moves > ol")?.dataset.count ?? "";
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""From now on the page remembers how many moves it told when a card was shown for its beat while the place of it glowed."""


def mine(house, identity, seat=0):
    """The table with its secrets once the seat may act."""
    deadline = time.monotonic() + WAIT
    while time.monotonic() < deadline:
        table = house.whole(identity)
        if seat in table.actors:
            return table
        time.sleep(0.02)
    raise TimeoutError(f"seat {seat} is still waiting")


def race(page, house):
    """A race against a bot, at the first choice of dice."""
    identity = make_table(
        page, house, game="banjooli-cross", options={}, seats=2, chairs=[{"who": "me"}, BOT]
    )
    page.wait_for_selector('[data-piece="die.0"]')
    return identity, mine(house, identity)


def test_a_turn_is_one_line_whose_steps_can_be_looked_at(person, house):
    page = person()
    identity, table = race(page, house)
    for die in ("tray.0", "tray.1"):
        assert page.locator(f'[data-spot="{die}"]').get_attribute("aria-pressed") == "false"
        tap(page, die)
        assert page.locator(f'[data-spot="{die}"]').get_attribute("aria-pressed") == "true"
    big = page.locator(".thumb .wide")
    assert big.inner_text().strip() == words(
        "banjooli-cross.choice.throw_these", all=dice_listed(table.state[0], (0, 1))
    )
    tap(page, "tray.1")
    assert page.locator('[data-spot="tray.1"]').get_attribute("aria-pressed") == "false"
    assert big.inner_text().strip() == words(
        "banjooli-cross.choice.throw_these", all=dice_listed(table.state[0], (0,))
    )
    big.click()
    house_waits(house, identity, len(table.events), house.whole)
    table = mine(house, identity)
    assert int(table.state[0].phase) == Phase.CHOOSE
    wait_for_moves(page, len(table.events))
    line = page.locator(".moves > ol > li").last
    assert line.locator(".n").inner_text() == "1"
    sorcery = sorcery_brief(table.state[0])
    rolled = (
        words("banjooli-cross.brief.throws", n=1),
        words("banjooli-cross.brief.gets", dice=dice_brief(table.state[0])),
        words(sorcery.key, **sorcery.args),
    )
    rolls = words("ui.moves.line", who="Ada", what=", ".join(rolled))
    assert line.locator(".what").inner_text() == rolls
    line.get_by_role("button").first.click()  # it is now: nothing to leave
    assert page.locator(".steps").count() == 0
    page.get_by_role("button", name=words("ui.past.previous"), exact=True).click()
    page.locator(".prompt").get_by_text(words("ui.past.begin"), exact=True).wait_for()
    page.get_by_role("button", name=words("ui.past.next"), exact=True).click()
    page.locator(".thumb .round").wait_for()


def test_chosen_dice_are_ringed_and_one_press_keeps_all_dice(person, house):
    page = person(PHONE, has_touch=True)
    identity, table = race(page, house)
    touch(page, "tray.1")
    page.locator('[data-piece="die.1"] .tick').wait_for()
    assert page.locator('[data-piece="die.1"] .taken').count() == 1
    assert page.locator('[data-piece="die.0"] .tick').count() == 0
    say = page.locator(".prompt .sentence")
    say.filter(has_text=words("banjooli-cross.choice.picked")).wait_for()
    assert words("ui.prompt.more_or_do") not in say.inner_text()
    touch(page, "tray.1")
    page.locator('[data-piece="die.1"] .tick').wait_for(state="detached")
    big = page.locator(".thumb .wide", has_text=words("banjooli-cross.choice.keep"))
    big.wait_for()
    assert page.locator(".prompt .row .button").count() == 0
    big.tap()
    events = house_waits(house, identity, len(table.events), house.whole).events
    assert events[len(table.events)].code == codes.KEEP


@pytest.mark.deep
def test_the_bots_turn_stays_below_the_board_while_i_have_dice(person, house):
    page = person(PHONE, has_touch=True)
    identity, table = race(page, house)
    page.locator(".thumb .wide", has_text=words("banjooli-cross.choice.keep")).tap()
    house_waits(house, identity, len(table.events), house.whole)
    while True:
        table = mine(house, identity)
        if int(table.state[0].phase) == Phase.KEEP:
            break
        wait_for_moves(page, len(table.events))
        code = table.legal_actions(0)[0]
        for click in clicks_of(table, 0, code):
            if click != "pass":
                touch(page, spot_of(table, 0, click))
        confirm(page)
        house_waits(house, identity, len(table.events), house.whole)
    wait_for_moves(page, len(table.events))
    bot = next(event for event in reversed(table.events) if event.seat >= 0)
    assert bot.seat == 1
    line = page.locator(".recent li").first
    line.filter(has_text=re.compile(r"^\s*\S.*\s:\s")).wait_for()
    assert words("banjooli-cross.event.die.many") not in line.inner_text()
    assert "Ada" not in line.inner_text()


def captured() -> dict:
    """A position of Bantu in which the seat on turn can send a pawn back."""
    for seed in range(40):
        table, rng = Table("bantu", seats=2, seed=seed, first=0), np.random.default_rng(seed)
        while not table.is_over and len(table.events) < 60:
            seat = table.actors[0]
            takes = [code for code in table.legal_actions(seat) if captures(table, seat, code)]
            if seat == 0 and takes:
                return table.position()
            table.play(int(rng.choice(table.legal_actions(seat))), seat)
    raise AssertionError("no capture in forty games")


def captures(table: Table, seat: int, code: int) -> bool:
    """Whether an action sends another's pawn back to its start."""
    before, after = table.state, table.copy()
    after.play(code, seat)
    return bool(
        (np.asarray(before["at"][0, 1 - seat]) >= 0).sum()
        > (np.asarray(after.state["at"][0, 1 - seat]) >= 0).sum()
    )


@pytest.mark.deep
def test_a_capture_is_shown_first_and_kept_in_sight(person, situated: Situated):
    position = captured()
    situated.begin_with(position)
    page = person()
    make_table(
        page, situated, game="bantu", options=position["options"], seats=2, chairs=[{"who": "me"}, BOT]
    )
    page.wait_for_selector(".board")
    page.evaluate(SEEN)
    table = Table.from_position(position)
    code = next(code for code in table.legal_actions(0) if captures(table, 0, code))
    for click in clicks_of(table, 0, code):
        tap(page, spot_of(table, 0, click))
    confirm(page)
    page.wait_for_function("() => window.seen !== undefined")
    assert page.evaluate("window.seen") == "1", "where it happened glows, and the bot's answer waits"
    page.keyboard.press("Shift")
    page.wait_for_selector(".news:not(.beat)")
    wait_for_moves(page, 2)
    title = page.locator(".news .latest strong").inner_text()
    assert "pris" in title
    assert "perdu" in page.locator(".news .latest .said").inner_text(), "what it cost whom"
    page.locator(".moves > ol > li button").first.hover()
    page.wait_for_selector("g.lit .named")
    assert page.locator("g.lit text").count() == 0, "codes are for who has switched coordinates on"
    page.mouse.move(5, 5)
    page.locator("g.lit .named").first.wait_for(state="detached")


@pytest.mark.deep
@pytest.mark.parametrize("viewport", [PHONE, deep(SIDEWAYS, called="sideways")])
def test_the_story_covers_neither_score_nor_board(person, situated: Situated, viewport):
    position = captured()
    situated.begin_with(position)
    page = person(viewport, has_touch=True)
    make_table(
        page, situated, game="bantu", options=position["options"], seats=2, chairs=[{"who": "me"}, BOT]
    )
    page.wait_for_selector(".board")
    table = Table.from_position(position)
    code = next(code for code in table.legal_actions(0) if captures(table, 0, code))
    for click in clicks_of(table, 0, code):
        touch(page, spot_of(table, 0, click))
    confirm(page)
    page.wait_for_selector(".news.beat .latest")
    over = page.evaluate(
        """() => { const news = document.querySelector('.news .latest button')?.getBoundingClientRect();
        const free = [...document.querySelectorAll('ul.seats > li, svg.board, .prompt')].every((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          return news.right <= left + 1 || right <= news.left + 1 || news.bottom <= top + 1 || bottom <= news.top + 1;
        });
        return { free, seen: news.top >= 0 && news.bottom <= innerHeight && news.height >= 44 }; }"""
    )
    assert over == {"free": True, "seen": True}


@pytest.mark.deep
def test_the_big_screen_shows_events_too(person, situated: Situated):
    position = captured()
    situated.begin_with(position)
    page, screen = person(), person({"width": 1920, "height": 1080})
    identity = make_table(
        page, situated, game="bantu", options=position["options"], seats=2, chairs=[{"who": "me"}, BOT]
    )
    screen.goto(f"{situated.url}/t/{identity}?view=shared")
    screen.wait_for_selector(".shared svg.board")
    page.wait_for_selector(".board")
    screen.evaluate(SEEN)
    table = Table.from_position(position)
    code = next(code for code in table.legal_actions(0) if captures(table, 0, code))
    for click in clicks_of(table, 0, code):
        tap(page, spot_of(table, 0, click))
    confirm(page)
    screen.wait_for_function("() => window.seen !== undefined")
    card = screen.locator(".cards .latest")
    card.locator("strong").filter(has_text="pris").wait_for()
    screen.locator(".marks .trace").first.wait_for(state="attached")
    wait_for_moves(page, 2)
    screen.locator(".heard li").nth(1).wait_for()
    screen.locator(".cards .news:not(.beat)").wait_for()
    card.locator("strong").filter(has_text="pris").wait_for()
    card.get_by_role("button").hover()
    screen.locator("g.lit .named").first.wait_for(state="attached")


NAMES = """() => {
  const board = document.querySelector('svg.board').getBoundingClientRect();
  const names = [...document.querySelectorAll('g.lit text')].map((one) => {
    const box = one.getBoundingClientRect();
    const size = parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a;
    const base = new DOMPoint(0, Number(one.getAttribute('y'))).matrixTransform(one.getScreenCTM()).y;
    return { name: one.dataset.name, size, left: box.left, right: box.right, top: base - size * 0.74, bottom: base };
  });
  const meet = (one, other) => one.left < other.right + 1 && other.left < one.right + 1 && one.top < other.bottom && other.top < one.bottom;
  return {
    count: names.length,
    least: Math.min(...names.map(({ size }) => size)),
    cut: names.filter((one) => one.left < board.left - 1 || one.right > board.right + 1 || one.top < board.top - 1 || one.bottom > board.bottom + 1 || one.left < 0 || one.right > innerWidth).map(({ name }) => name),
    over: names.flatMap((one, i) => names.slice(i + 1).filter((other) => meet(one, other)).map((other) => `${one.name} ${other.name}`)),
  };
}"""
"""The names of spaces that are written on the board: how many, how large, which of them are cut, and which touch another."""


@pytest.mark.deep
@pytest.mark.parametrize(("game", "name"), [("bantu", "7-2"), ("banjooli-cross", "1c1")])
def test_space_names_are_whole_and_distinct_when_asked_for(person, house, game, name):
    page = person(PHONE, has_touch=True, is_mobile=True)
    identity = make_table(page, house, game=game, options={}, seats=2, chairs=[{"who": "me"}, BOT])
    page.wait_for_selector(".board")
    assert page.locator("g.lit text").count() == 0
    page.get_by_role("button", name=words("ui.settings")).click()
    page.get_by_label(words("ui.coordinates")).check()
    page.keyboard.press("Escape")
    page.locator(f'g.lit text[data-name="{name}"]').wait_for(state="attached")
    named = {place.name for place in views.layout(house.whole(identity).journal).places if place.name}
    for viewport in (PHONE, SIDEWAYS):
        page.set_viewport_size(viewport)
        settle(page)
        found = page.evaluate(NAMES)
        assert found["count"] == len(named) > 30
        assert found["cut"] == [], viewport
        assert found["over"] == [], viewport
        assert found["least"] >= 8, viewport


RESIGN = """async (table) => {
  const ws = new WebSocket(`ws://${location.host}/ws`);
  const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  await new Promise((go) => (ws.onopen = go));
  ws.onmessage = ({ data }) => {
    const said = JSON.parse(data);
    if (said.t === "welcome") ws.send(JSON.stringify({ t: "command", table, command_id: id, expected_seq: said.seq, do: { kind: "resign", seat: 1 } }));
  };
  ws.send(JSON.stringify({ t: "hello", table, last_seq: -1, view_hash: "" }));
}"""
"""Resigning for the second seat, straight over the wire."""


def sand() -> dict:
    """A race in which the red ostrich meets quicksand, a rock and a bird that it can jump."""
    return {
        "game": "banjooli-cross",
        "seats": 2,
        "options": {},
        "phase": "choose",
        "course": ["start:A", "C1:A", "C2:A", "C4:A", "C5:A", "finish:A"],
        "ostriches": {"red": {"at": "2l2"}, "blue": {"at": "2l3"}},
        "predictions": [["red", "green", "yellow", "blue"], ["green", "yellow", "blue", "purple"]],
        "dice": {"movement": ["red", "red", "red", "white", "green"], "sorcery": "white"},
    }


@pytest.mark.deep
def test_what_stops_an_ostrich_looks_different_and_is_told(person, situated: Situated):
    position = sand()
    situated.begin_with(position)
    page = person()
    make_table(
        page, situated, game="banjooli-cross", options={}, seats=2, first=0, chairs=[{"who": "me"}, BOT]
    )
    page.wait_for_selector('[data-piece="o.red"]')
    assert page.locator("[data-effect]").count() == 0
    tap(page, "2l2")
    page.locator('[data-effect="3c2"][data-kind="stops"]').wait_for(state="attached")
    page.locator('[data-effect="2l3"][data-kind="passes"]').wait_for(state="attached")
    for viewport, least in ((DESKTOP, 10), (PHONE, 8)):
        page.set_viewport_size(viewport)
        settle(page)
        assert page.locator('[data-effect="3c2"] .sign').bounding_box()["width"] >= least
    assert words("banjooli-cross.effect.quicksand") in page.locator('[data-spot="3c2"]').get_attribute(
        "aria-label"
    )
    assert words("banjooli-cross.effect.over_bird") in page.locator('[data-spot="2l3"]').get_attribute(
        "aria-label"
    )
    page.keyboard.press("Escape")
    page.locator("[data-effect]").first.wait_for(state="detached")


def test_a_place_in_advice_or_a_refusal_lights_up(person, house):
    page = person()
    make_table(page, house, game="bantu", options={"short": True}, seats=2, chairs=[{"who": "me"}, BOT])
    page.wait_for_selector(".board")
    tap(page, "start.3.0")
    tap(page, "r27a")
    found = page.locator(".reason .found")
    found.wait_for()
    assert page.locator("g.lit .named").count() == 0
    found.focus()
    page.locator('g.lit [data-lit="r27a"]').wait_for(state="attached")
    page.keyboard.press("Tab")
    page.locator("g.lit .named").first.wait_for(state="detached")
    page.get_by_role("button", name=words("ui.advice.ask"), exact=True).click()
    page.locator(".advised").wait_for()
    said = page.locator(".advised").inner_text()
    assert said
    assert re.search(r"\br\d+[a-d]\b|\d-\d", said) is None, "codes are for who asks for coordinates"
    named = page.locator(".advised .found")
    expect(named).to_have_count(1)
    assert said.startswith(named.inner_text()), "all of it names what lights up; the reason follows"
    named.focus()
    expect(page.locator("g.lit .named")).to_have_count(2)  # the pawn, and where it goes


@pytest.mark.deep
def test_a_finger_finds_the_place_that_a_prompt_names(person, house):
    page = person(PHONE, has_touch=True)
    identity = make_table(
        page, house, game="billabong", options={"mode": "duel"}, seats=2, chairs=[{"who": "me"}, BOT]
    )
    page.wait_for_selector(".board")
    page.get_by_role("button", name=words("ui.setup.rest"), exact=True).tap()
    page.locator(".prompt .sentence", has_text=words("billabong.prompt.race.you")).wait_for()
    table = mine(house, identity)
    place = spot_of(table, 0, clicks_of(table, 0, table.legal_actions(0)[0])[0])
    touch(page, place)
    name = page.locator(".sentence .found", has_text=place)
    name.tap()
    page.locator(f'g.lit [data-lit="{place}"]').wait_for(state="attached")


@pytest.mark.parametrize(
    "game", ["bantu", *map(deep, ("billabong", "banjooli-cross", "boussanga", "banzai"))]
)
def test_a_card_ends_every_game_before_the_result(person, house, game):
    ada = person()
    more = [{"who": "here", "name": "Zoé"}] if game == "banzai" else []
    identity = make_table(
        ada, house, game=game, options={}, seats=2 + len(more), chairs=[*PAIR, *more], components=None
    )
    ada.wait_for_selector(".board")
    watcher = person(PHONE, has_touch=True)
    watcher.goto(f"{house.url}/t/{identity}")
    watcher.wait_for_selector(".board")
    for page in (ada, watcher):
        page.evaluate(WATCH_THE_END)
    for seat in range(1, 2 + len(more)):
        ada.evaluate(RESIGN.replace("seat: 1", f"seat: {seat}"), identity)
    for page in (ada, watcher):
        page.wait_for_function("() => window.ends?.result", timeout=40_000)
        assert page.evaluate("window.ends.order") == ["card", "result"]
        assert words("ui.end.title") in page.evaluate("window.ends.said")
    # What comes next is said to those who played.
    ada.get_by_role("button", name=words("ui.rematch"), exact=True).wait_for()
    assert ada.locator(".again small").inner_text().startswith("Mêmes joueurs")
    watcher.wait_for_selector(".won")
    assert watcher.get_by_role("button", name=words("ui.rematch"), exact=True).count() == 0


@pytest.mark.deep
def test_the_card_goes_at_a_press(person, house):
    ada = person(reduced_motion="no-preference")
    identity = make_table(ada, house, game="bantu", options={}, seats=2, chairs=PAIR)
    ada.wait_for_selector(".board")
    ada.evaluate(RESIGN, identity)
    ada.locator(".ending").wait_for(timeout=40_000)
    assert ada.locator(".won").count() == 0
    ada.mouse.click(5, 5)
    ada.locator(".won").wait_for()
    assert ada.locator(".ending").count() == 0


def test_the_card_shows_the_board_and_offers_nothing_meanwhile(person, house):
    ada = person(PHONE, has_touch=True)
    make_table(ada, house, game="bantu", options={}, seats=2, chairs=PAIR)
    ada.wait_for_selector(".board")
    held = []
    ada.route("**/api/replay/picture", lambda route: held.append(route))
    ada.evaluate(RESIGN, ada.url.rsplit("/", 1)[1].partition("#")[0])
    card = ada.locator(".ending:has(.who)")
    board = card.locator(".board > svg")
    board.locator("circle").first.wait_for(timeout=40_000)  # nobody looks at an empty frame
    assert board.bounding_box() == card.locator(".board").bounding_box()
    for _ in range(100):
        if not held:
            ada.wait_for_timeout(20)
    held[0].continue_()
    picture = card.locator(".board img")
    picture.wait_for()
    assert picture.bounding_box() == board.bounding_box()
    expect(picture).to_be_in_viewport()
    assert card.get_by_role("button").count() == 0, "it would be gone before it is pressed"
    ada.touchscreen.tap(5, 5)
    ada.locator(".won").wait_for()
    with ada.expect_download() as waiting:
        ada.get_by_role("button", name=words("ui.end.share"), exact=True).tap()
    assert waiting.value.suggested_filename == "bantu.png"


def until_the_card(ada, house):
    """A game that ends at once, with its clicks watched, until the card says so; its table."""
    identity = make_table(ada, house, game="bantu", options={}, seats=2, chairs=PAIR)
    ada.wait_for_selector(".board")
    ada.evaluate(WATCH_THE_CLICKS)
    ada.evaluate(RESIGN, identity)
    ada.locator(".ending").wait_for(timeout=40_000)
    return identity


@pytest.mark.deep
def test_a_finger_on_the_card_presses_nothing_beneath_it(person, house):
    ada = person(PHONE, has_touch=True, is_mobile=True, reduced_motion="no-preference")
    beneath = None
    for _ in range(2):
        identity = until_the_card(ada, house)
        if beneath is not None:
            ada.touchscreen.tap(*beneath)
            ada.wait_for_function("() => window.clicks.length > 0")
            assert ada.evaluate("window.clicks") == ["curtain"]
        ada.locator(".won").wait_for()
        assert ada.locator(".ending").count() == 0
        box = ada.get_by_role("link", name=words("ui.replay.open"), exact=True).bounding_box()
        beneath = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    assert ada.url.endswith(identity)


def test_a_double_tap_on_the_card_presses_nothing_beneath_it(person, house):
    """The second half of it, or a tap that comes when the card is just gone by itself, meets nothing; a moment later everything answers."""
    ada = person(PHONE, has_touch=True, is_mobile=True, reduced_motion="no-preference")
    beneath = None
    for _ in range(2):
        identity = until_the_card(ada, house)
        if beneath is None:
            ada.touchscreen.tap(5, 5)
        else:
            ada.touchscreen.tap(*beneath)
            ada.touchscreen.tap(*beneath)
            ada.wait_for_function("() => window.clicks.length > 1")
            first, second = ada.evaluate("window.clicks")
            assert first == "curtain"
            assert words("ui.rematch") not in second
        ada.locator(".won").wait_for()
        again = ada.get_by_role("button", name=words("ui.rematch"), exact=True)
        assert again.is_enabled(), "it is never greyed without a reason"
        box = again.bounding_box()
        beneath = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    assert ada.url.endswith(identity)
    again.tap()
    ada.wait_for_url(lambda url: not url.endswith(identity))


WATCH_THE_CLICKS = """() => {
  window.clicks = [];
  const name = (one) => (one.closest(".curtain") ? "curtain" : one.closest("a, button")?.textContent ?? one.className);
  addEventListener("click", ({ target }) => clicks.push(name(target)), true);
}"""
"""Writes down what was clicked."""

WATCH_THE_END = """() => {
  window.ends = { order: [], said: "", result: false };
  const look = () => {
    const [card, won] = [document.querySelector(".ending"), document.querySelector(".won")];
    if (card && !ends.order.includes("card")) { ends.order.push("card"); ends.said = card.innerText; }
    if (won && !ends.order.includes("result")) ends.order.push("result");
    ends.result = ends.order.includes("result");
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""
"""Writes down in which order the card and the result come."""


def hops() -> dict:
    """A race in which a kangaroo on b3 may hop twice, to d3 and on to d7."""
    own = [{"seat": 0, "cell": "b3"}, {"seat": 0, "cell": "c3"}, *[{"seat": 0, "cell": "home"}] * 3]
    others = [{"seat": 1, "cell": "d5"}, *[{"seat": 1, "cell": "home"}] * 4]
    return {
        "game": "billabong",
        "seats": 2,
        "options": {"mode": "duel"},
        "phase": "race",
        "to_play": 0,
        "kangaroos": [*own, *others],
    }


def test_the_way_to_a_far_cell_is_shown_before_it_is_clicked(person, situated: Situated):
    position = hops()
    situated.begin_with(position)
    page = person()
    make_table(
        page,
        situated,
        game="billabong",
        options=position["options"],
        seats=2,
        first=0,
        chairs=[{"who": "me"}, BOT],
    )
    page.wait_for_selector('[data-spot="b3"]')
    tap(page, "b3")
    assert page.locator(".marks .trail.ahead").count() == 0
    page.locator('[data-spot="d7"]').hover()
    page.locator(".marks .trail.ahead").wait_for(state="attached")
    assert page.locator(".marks .arrow").count() == 2, "one for each hop"
    page.mouse.move(5, 5)
    page.locator(".marks .trail.ahead").wait_for(state="detached")
    page.locator('[data-spot="d7"]').focus()
    page.locator(".marks .trail.ahead").wait_for(state="attached")
