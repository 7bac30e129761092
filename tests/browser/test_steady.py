"""A board stands still: through whole games, set-up and race, previews, refusals, requests, clocks and notices, it keeps its size and its place, and so do the buttons."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import partial
from itertools import cycle, islice
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.boxes import still
from browser.hands import SMALL, button, is_apart, make_table, play_turn, touch, words
from browser.rare import robots, situated
from browser.stage import NAMES, SIZES, Moment, Stage, begun, moment
from browser.test_banzai_hand import hold
from browser.test_boussanga import play_by_clicks
from browser.test_layouts import refused
from browser.test_measures import SCREENS
from depth import deep
from ludotheque.server.room import wire
from ludotheque.server.room.log_events import Absent, Act, Present, Resigned, TimeControl
from ludotheque.server.room.spec import ChairSpec
from ludotheque.table import Table
from tests.server.played import HOST

pytestmark = pytest.mark.browser

LOOKED_AT = {name: SCREENS[name] for name in ("phone", "small", "low", "sideways", "laptop")}
GAMES: dict[str, tuple[dict[str, Any], int]] = {
    "billabong": ({"options": {"mode": "duel"}, "components": SMALL}, 12),
    "bantu": ({"options": {}}, 7),
    "banjooli-cross": ({"options": {"course": "C1:A C4:A C5:A C2:A", "berries": True}}, 8),
    "boussanga": ({"options": {}}, 8),
}
"""What is played, and how many of one's own actions: with them the pieces are set up, the race has begun, somebody has scored."""
PLAYED = "bantu"
"""The game that is always played; the others, deep."""

WATCH = """() => {
  window.stood = {};
  const look = () => {
    const board = document.querySelector('svg.board');
    const main = document.querySelector('.thumb');
    const wide = document.querySelector('.thumb .wide');
    if (window.screened && board && main && wide && !document.querySelector('.prompt.over')) {
      const { a, e, f } = board.getScreenCTM();
      const { x, y, width, height } = wide.getBoundingClientRect();
      const where = [a * 1000, e, f, main.getBoundingClientRect().y, x, y, width, height].map(Math.round).join();
      const stood = (window.stood[window.screened] ??= []);
      if (stood.at(-1) !== where) stood.push(where);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
"""Note in every frame how large a unit of the board is, where it begins, how high the buttons stand, and where the big one lies and how large it is."""
NOTED = "async name => { window.screened = name; for (const _ of [1, 2]) await new Promise(requestAnimationFrame); }"


def screened(stage: Stage, *names: str) -> None:
    """Show the same on one screen after another, and note there what moves; it goes on on the last."""
    for name in names or LOOKED_AT:
        stage.page.evaluate("() => { window.screened = ''; }")
        stage.resize(LOOKED_AT[name])
        stage.page.evaluate(NOTED, name)


def moved(stage: Stage) -> dict[str, list[str]]:
    """What moved: on which screen, and all the places where it stood."""
    stood: dict[str, list[str]] = stage.page.evaluate("() => window.stood")
    assert stood.keys() == LOOKED_AT.keys()
    return {screen: places for screen, places in stood.items() if len(places) > 1}


def begin(stage: Stage, shown: Moment, view: str = "own") -> Any:
    """The page, which shows this to somebody who has put away the offer of the guided game, if there is one."""
    stage.begin()
    stage.show(shown, LOOKED_AT["phone"], view)
    for shut in stage.page.locator(".offer .shut").filter(visible=True).all():
        shut.tap()
    return stage.page


def others(stage: Stage, shown: Moment, rng: random.Random) -> None:
    """All but the person at the page act until they are waited for, and the page is told of each."""
    played = shown.played
    while played.state.phase == "playing" and (table := played.state.table) and 0 not in table.actors:
        seat = rng.choice(table.actors)
        played.happen(Act(seat, rng.choice(table.legal_actions(seat))))
        stage.tell(shown)


@pytest.mark.parametrize("first", [deep(each) if each else each for each in range(len(LOOKED_AT))])
@pytest.mark.parametrize("game", [game if game == PLAYED else deep(game) for game in GAMES])
def test_the_board_keeps_its_size_and_place_through_a_game(stage: Stage, game: str, first: int) -> None:
    """Each of one's own actions is done on another screen, beginning with the `first`: deep, each of them on every screen."""
    more, turns = GAMES[game]
    shown = moment(begun(game, chairs=robots("random"), **more), "steady")
    page: Any = begin(stage, shown)
    page.evaluate(WATCH)
    refused(stage)
    screened(stage)
    does = play_by_clicks if game == "boussanga" else partial(play_turn, do=touch)
    rng, screens, played = random.Random(7), islice(cycle(LOOKED_AT), first, None), 0
    while played < turns and shown.played.state.phase == "playing":
        screened(stage, next(screens))
        assert does(page, stage, shown.label, 0)
        others(stage, shown, rng)
        played += 1
    screened(stage)
    assert played > 3
    assert moved(stage) == {}


BROKEN = """() => [...document.querySelectorAll('ol.ranking .name')].filter((name) => {
  const robot = name.querySelector('svg')?.getBoundingClientRect();
  const box = name.getBoundingClientRect();
  return box.height > 1.9 * parseFloat(getComputedStyle(name).fontSize) || (robot && robot.right > box.right);
}).length"""
"""How many names of a ranking take more than a line."""


@pytest.mark.parametrize(
    "game", [game if game == "banjooli-cross" else deep(game) for game in (*GAMES, "banzai")]
)
def test_the_board_keeps_its_size_and_place_when_the_game_ends(stage: Stage, game: str) -> None:
    """Who has won is told where it was told what to do; what comes next is in sight without scrolling, and nothing lies over the board."""
    seats = 3 if game == "banzai" else 2
    more = {"components": SMALL, "options": {"mode": "duel"}} if game == "billabong" else {}
    for screen, size in LOOKED_AT.items():
        shown = moment(begun(game, seats, chairs=robots(*["random"] * (seats - 1)), **more), "ends")
        page = begin(stage, shown)
        stage.resize(size)
        before = stage.lies()["board"]
        shown.played.happen(Resigned(0))
        stage.tell(shown)
        page.locator(".curtain").wait_for()
        if (
            game == "banjooli-cross" and screen == "laptop"
        ):  # there everybody's prediction lies open beside the board
            expect(page.locator("[data-spot^='hand.1.']")).to_have_count(4)
            before = stage.lies()["board"]
        assert stage.lies()["board"] == before, f"the card at the end, {screen}"
        page.locator(".curtain").tap()
        page.locator(".curtain").wait_for(state="detached")
        still(page, "svg.board")
        assert stage.lies()["board"] == before, screen
        expect(page.locator(".won")).to_be_in_viewport(ratio=1)
        for key in ("ui.rematch", "ui.replay.open"):
            expect(page.locator(".thumb").get_by_text(words(key), exact=True)).to_be_in_viewport(ratio=0.9)
            pressed = page.locator(".thumb").locator("a, button").filter(has_text=words(key))
            expect(pressed).to_be_in_viewport(ratio=1)
        won, thumb = page.locator(".won").bounding_box(), page.locator(".thumb").bounding_box()
        assert is_apart(won, thumb), f"who won is whole, {screen}"
        assert page.evaluate(BROKEN) == 0, f"a robot's sign beside its name, each name in a line, {screen}"
        if screen == "laptop":
            came = page.get_by_role("list", name=words("ui.over.ranking")).get_by_role("listitem")
            expect(came).to_have_count(seats)
            for each in came.all():
                expect(each).to_be_in_viewport(ratio=1)


def test_the_opener_of_a_table_first_sees_the_link_to_send(person: Any, house: Any) -> None:
    page = person(SIZES["phone"], has_touch=True, is_mobile=True)
    make_table(page, house, game="bantu", options={}, chairs=[{"who": "me"}, {"who": "link"}])
    page.locator("#lobby-link").wait_for()
    for name in ("phone", "small", "sideways"):
        page.set_viewport_size(SIZES[name])
        sent = [still(page, each) for each in ("#lobby-link", ".send button")]
        assert max(each["y"] + each["height"] for each in sent) <= SIZES[name]["height"]


def test_a_request_and_clocks_move_nothing(stage: Stage) -> None:
    played = begun("boussanga", options={}, clock=TimeControl("game", 600, 5))
    shown = moment(played, "clocks")
    page = begin(stage, shown)
    expect(page.locator(".offer")).to_have_count(0)  # nobody learns while a clock runs
    page.evaluate(WATCH)
    screened(stage)
    for seat in (0, 1):
        played.act(seat)
        stage.tell(shown)
    screened(stage)
    played.do(HOST + 1, wire.Undo(1))
    stage.tell(shown)
    page.locator(".consent").wait_for()
    for name in LOOKED_AT:
        screened(stage, name)
        if name == "laptop":
            continue  # it lies beside the board there
        told, board = page.locator(".above").bounding_box(), page.locator("svg.board").bounding_box()
        assert is_apart(told, board), name
        for covered in (".top", "ul.seats", "ul.seats .clock >> nth=0", "ul.seats .clock >> nth=1", ".thumb"):
            assert is_apart(told, page.locator(covered).bounding_box()), f"{covered} stays in sight, {name}"
    button(page, "ui.undo.no").tap()
    page.locator(".consent").wait_for(state="detached")
    screened(stage)
    assert moved(stage) == {}


@pytest.mark.deep
def test_running_out_of_time_is_announced(person: Any, house: Any) -> None:
    page, leo = person(SIZES["phone"], has_touch=True, is_mobile=True), person()
    clock = {"per": "move", "seconds": 10}
    chairs = [{"who": "me", "name": "Ada"}, {"who": "link"}]
    make_table(page, house, game="bantu", options={}, clock=clock, chairs=chairs)
    leo.goto(page.locator("#lobby-link").input_value())
    leo.locator("#lobby-name").fill("Léo")
    leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).click()
    page.locator(".prompt.yours").wait_for()
    page.locator(".together .news").get_by_text(words("ui.late.you")).wait_for(timeout=60_000)
    leo.locator(".together .news").get_by_text(words("ui.late", who="Ada")).wait_for()
    leo.locator("ol.moves, .moves").get_by_text(words("ui.moves.late")).first.wait_for()


LIES = """() => [...document.querySelectorAll('svg.board, .hand .card, .call, .bluff, .prompt .say, .thumb .button, .top button:not(.waits, dialog *), .page:not(.tall) .side .tabs button')]
  .filter((each) => each.getClientRects().length)
  .map((each) => [each.tagName, ...Object.values(each.getBoundingClientRect().toJSON()).slice(0, 4).map(Math.round)].join())"""
"""Where the board, one's cards, what is said and what may be pressed lie; beside a high board the list of moves gives its room."""
TOLD = {"announcement": {"id": "1", "text": "Nous fermons à 18 h", "left_ms": 3_600_000}}


@pytest.fixture
def announced(stage: Stage) -> Iterator[None]:
    """The host of the server has something to say."""
    stage.page.route("**/api/announcement", lambda route: route.fulfill(json=TOLD))
    yield
    stage.page.unroute("**/api/announcement")
    stage.begin()


NOTICED = {("banzai", "own"), ("bantu", "own"), ("banzai", "hand")}


@pytest.mark.usefixtures("announced")
@pytest.mark.parametrize(
    ("game", "view"),
    [
        each if each in NOTICED else deep(each)
        for each in (*((game, "own") for game in (*GAMES, "banzai")), ("banzai", "hand"))
    ],
)
def test_no_notice_moves_anything(stage: Stage, game: str, view: str) -> None:
    """An announcement, a line of the chat, a question, somebody who goes, what may be done about it, and their coming back."""
    if game == "banzai":
        chairs = [ChairSpec("me"), ChairSpec("link"), *[ChairSpec("bot", level="random")] * 3]
        played = situated(hold("fox:lwp", {"time_limit": 0}), chairs)
    else:
        played = begun(game, **GAMES[game][0])
    shown = moment(played, "notices")
    page = begin(stage, shown, view)
    found: dict[str, Any] = {}
    before: dict[str, list[str]] = {}

    def look(what: str, screen: str) -> None:
        lies = page.evaluate(LIES)
        if lies != before.setdefault(screen, lies):
            found[f"{what} on {screen}"] = sorted({*lies} ^ {*before[screen]})

    def everywhere(what: str) -> None:
        for screen in stage.looked_at(LOOKED_AT):
            look(what, screen)

    close = page.locator(".announced button")
    close.wait_for()
    everywhere("an announcement")
    close.click()
    close.wait_for(state="detached")
    everywhere("none")
    played.do(HOST + 1, wire.Say("Bonjour à tous, et que le meilleur gagne !"))
    stage.tell(shown)
    page.locator(".news .chat").first.wait_for()
    everywhere("a line of the chat")
    played.do(HOST + 1, wire.End(1))
    stage.tell(shown)
    page.locator(".consent").wait_for()
    everywhere("a question")
    button(page, "ui.undo.no").click()
    page.locator(".consent").wait_for(state="detached")
    everywhere("its answer")
    played.happen(Absent(1)).wait(300)
    stage.tell(shown)
    opener = page.locator(".waits, ul.seats .what, .away summary").filter(visible=True)
    opener.wait_for()
    everywhere("somebody is away")
    for screen in stage.looked_at(LOOKED_AT):
        opener.click()
        button(page, "ui.away.wait").wait_for()
        look("what may be done", screen)
        if screen == "laptop":
            button(page, "ui.away.wait").click()
        else:
            page.keyboard.press("Escape")
            button(page, "ui.away.wait").wait_for(state="detached")
    opener.wait_for(state="detached")
    played.happen(Present(1))
    stage.tell(shown)
    page.locator(".together .news").get_by_text(words("ui.away.returned", who=NAMES[1])).wait_for()
    everywhere("they are back")
    assert found == {}


HOME = [{"seat": 0, "number": number, "at": "finish"} for number in (1, 2, 3)]
LAST_PAWN = {
    "game": "bantu", "seats": 2, "options": {}, "to_play": 0,
    "pawns": [*HOME, {"seat": 0, "number": 4, "at": "r27b"}, {"seat": 1, "number": 4, "at": "r20b"}],
}  # fmt: skip
NO_WATER = {
    "game": "boussanga", "seats": 2, "options": {}, "to_play": 0, "board": ["E.E.E.E.", "........"] * 3 + ["E.E.....", "........"],
    "hands": [[".../TTE/...", ".../TET/...", "T../T../TE.", ".../.TE/.AT"], [".../EEA/...", ".../EAE/...", "E../E../EA.", ".../.EA/.FE"]],
    "stores": [{"E": 2, "bonus": ""}, {"T": 1}], "reserve": {"T": 15, "E": 0, "A": 16, "F": 16},
    "discarded": [], "trigger": 1, "last_turns": 1,
}  # fmt: skip
"""One action before an end that is played out, not given up."""


@pytest.mark.parametrize(
    ("position", "why"),
    [(LAST_PAWN, words("bantu.ending.all_home")), (NO_WATER, re.compile("^Plus de jeton eau"))],
    ids=["bantu", "boussanga"],
)
def test_on_a_phone_the_ending_and_the_ranking_stay_in_sight(
    stage: Stage, position: dict[str, Any], why: Any
) -> None:
    played = begun(position["game"], options={}, position=position, chairs=robots("random"))
    shown = moment(played, "last")
    page = begin(stage, shown)
    table = played.state.table
    assert table is not None
    last = next(code for code in table.legal_actions(0) if ends(table, code))
    played.happen(Act(0, last))
    stage.tell(shown)
    told = page.get_by_text(why).filter(visible=True)
    page.locator(".prompt.over").wait_for()
    page.locator(".curtain").wait_for(state="detached")
    for again in (False, True):
        if again:
            stage.show(moment(played, "later"), SIZES["phone"])
            page.locator(".prompt.over").wait_for()
        expect(told).to_have_count(1)
        for _ in stage.looked_at({name: SIZES[name] for name in ("phone", "small")}):
            expect(told).to_be_in_viewport(ratio=1)
            assert is_apart(told.bounding_box(), page.locator(".thumb").bounding_box())
            for rank in page.locator(".seats .rank").filter(visible=True).all():
                account = rank.locator("xpath=ancestor::li").locator(".lines").bounding_box()
                assert is_apart(rank.bounding_box(), account), "the place lies over the account"


def ends(table: Table, code: int) -> bool:
    """Whether this action ends the game."""
    after = table.copy()
    after.play(code, 0)
    return after.is_over
