"""A board stands still: through whole games, set-up and race, previews, refusals, requests and clocks, it keeps its size and its place, and so do the buttons."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.boxes import still
from browser.conftest import PHONE
from browser.hands import SMALL, arrow, button, is_apart, make_table, play_turn, touch, words
from browser.test_banzai_hand import hold
from browser.test_boussanga import play_by_clicks
from browser.test_together import give_up
from depth import deep

pytestmark = pytest.mark.browser

SIZES = [{"width": 390, "height": 844}, {"width": 360, "height": 640}, {"width": 844, "height": 390}]
LAPTOP = {"width": 1366, "height": 768}
GAMES: dict[str, tuple[dict[str, Any], int]] = {
    "billabong": ({"options": {"mode": "duel"}, "components": SMALL}, 12),
    "bantu": ({"options": {}}, 7),
    "banjooli-cross": ({"options": {"course": "C1:A C4:A C5:A C2:A", "berries": True}}, 8),
    "boussanga": ({"options": {}}, 8),
}
"""What is played, and how many of one's own actions: with them the pieces are set up, the race has begun, somebody has scored."""
PLAYED = {"bantu": SIZES[2]}
"""The game that is always played, and on which screen; the others, deep."""

WATCH = """async () => {
  await document.fonts.ready;
  window.stood = [];
  const look = () => {
    const board = document.querySelector('svg.board');
    const main = document.querySelector('.thumb');
    const wide = document.querySelector('.thumb .wide');
    if (board && main && wide && !document.querySelector('.prompt.over')) {
      const { a, e, f } = board.getScreenCTM();
      const { x, y, width, height } = wide.getBoundingClientRect();
      const where = [a * 1000, e, f, main.getBoundingClientRect().y, x, y, width, height].map(Math.round).join();
      if (window.stood.at(-1) !== where) window.stood.push(where);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
"""Note in every frame how large a unit of the board is, where it begins, how high the buttons stand, and where the big one lies and how large it is."""
STOOD = "() => window.stood"


def watched(page: Any) -> None:
    page.locator(".prompt.yours").wait_for()
    page.locator(".board .spot").first.wait_for(state="attached")
    page.evaluate(WATCH)
    page.wait_for_function("() => window.stood?.length > 0")


def refused(page: Any) -> None:
    """Tap what cannot be chosen now, until the page says why."""
    page.locator(".prompt.yours").wait_for()
    page.wait_for_function(
        """() => document.querySelector('.prompt .reason')
            || (document.querySelector('.board .spot:not(.can)')?.dispatchEvent(new MouseEvent('click', { bubbles: true })), false)""",
        polling=500,
    )


@pytest.mark.parametrize(
    ("game", "viewport"),
    [
        (game, screen) if PLAYED.get(game) == screen else deep(game, screen)
        for game in GAMES
        for screen in (*SIZES, LAPTOP)
    ],
)
def test_the_board_keeps_its_size_and_place_through_a_game(
    person: Any, house: Any, game: str, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True, is_mobile=viewport != LAPTOP)
    wanted, turns = GAMES[game]
    identity = make_table(page, house, game=game, **wanted)
    watched(page)
    page.locator(".offer .shut").filter(visible=True).or_(page.locator(".thumb")).first.tap()
    refused(page)
    secret: Any = SimpleNamespace(table=house.whole)
    played = 0
    while played < turns and (
        play_by_clicks(page, house, identity, 0)
        if game == "boussanga"
        else play_turn(page, secret, identity, 0, touch)
    ):
        played += 1
    assert played == turns or house.table(identity).is_over
    assert played > 3
    assert page.evaluate(STOOD) == page.evaluate(STOOD)[:1]


ENDED = """() => {
  const { a, e, f } = document.querySelector('svg.board').getScreenCTM();
  return [a * 1000, e, f].map(Math.round);
}"""
"""How large a unit of the board is, and where it begins."""
BROKEN = """() => [...document.querySelectorAll('ol.ranking .name')].filter((name) => {
  const robot = name.querySelector('svg')?.getBoundingClientRect();
  const box = name.getBoundingClientRect();
  return box.height > 1.9 * parseFloat(getComputedStyle(name).fontSize) || (robot && robot.right > box.right);
}).length"""
"""How many names of a ranking take more than a line."""
ENDS = [("banjooli-cross", SIZES[0])]


@pytest.mark.parametrize(
    ("game", "screen"),
    [
        *ENDS,
        *(
            deep(game, screen)
            for game in (*GAMES, "banzai")
            for screen in (*SIZES, LAPTOP)
            if (game, screen) not in ENDS
        ),
    ],
)
def test_the_board_keeps_its_size_and_place_when_the_game_ends(
    person: Any, house: Any, game: str, screen: dict[str, int]
) -> None:
    """Who has won is told where it was told what to do; what comes next is in sight without scrolling, and nothing lies over the board."""
    page = person(screen, has_touch=screen != LAPTOP)
    more = {"components": SMALL, "options": {"mode": "duel"}} if game == "billabong" else {"options": {}}
    chairs = [{"who": "me"}, *[{"who": "bot", "level": "random"}] * (2 if game == "banzai" else 1)]
    make_table(page, house, game=game, seats=len(chairs), chairs=chairs, **more)
    (page.locator(".card.can") if game == "banzai" else page.locator(".prompt.yours")).first.wait_for()
    page.locator(".board .spot").first.wait_for(state="attached")
    page.evaluate("document.fonts.ready")
    still(page, "svg.board")
    before = page.evaluate(ENDED)
    page.evaluate("() => document.querySelector('.tabs button').click()")  # on a phone the drawer
    button(page, "ui.resign").click()
    button(page, "ui.resign.yes").click()
    page.locator(".curtain").wait_for()
    if (
        game == "banjooli-cross" and screen == LAPTOP
    ):  # there everybody's prediction lies open beside the board
        expect(page.locator("[data-spot^='hand.1.']")).to_have_count(4)
        before = page.evaluate(ENDED)
    assert page.evaluate(ENDED) == before, "the card at the end"
    page.locator(".won").wait_for()
    still(page, "svg.board")
    assert page.evaluate(ENDED) == before
    expect(page.locator(".won")).to_be_in_viewport(ratio=1)
    for key in ("ui.rematch", "ui.replay.open"):
        expect(page.locator(".thumb").get_by_text(words(key), exact=True)).to_be_in_viewport(ratio=0.9)
        pressed = page.locator(".thumb").locator("a, button").filter(has_text=words(key))
        expect(pressed).to_be_in_viewport(ratio=1)
    assert is_apart(page.locator(".won").bounding_box(), page.locator(".thumb").bounding_box()), (
        "who won is whole"
    )
    assert page.evaluate(BROKEN) == 0, "a robot's sign beside its name, each name in a line"
    if screen == LAPTOP:
        came = page.get_by_role("list", name=words("ui.over.ranking")).get_by_role("listitem")
        expect(came).to_have_count(len(chairs))
        for each in came.all():
            expect(each).to_be_in_viewport(ratio=1)


def test_who_opened_a_table_sees_the_link_to_send_first(person: Any, house: Any) -> None:
    page = person(SIZES[0], has_touch=True, is_mobile=True)
    make_table(page, house, game="bantu", options={}, chairs=[{"who": "me"}, {"who": "link"}])
    page.locator("#lobby-link").wait_for()
    for viewport in SIZES:
        page.set_viewport_size(viewport)
        sent = [still(page, each) for each in ("#lobby-link", ".send button")]
        assert max(each["y"] + each["height"] for each in sent) <= viewport["height"]


@pytest.mark.deep
@pytest.mark.parametrize("viewport", SIZES)
def test_a_request_and_clocks_move_nothing(person: Any, house: Any, viewport: dict[str, int]) -> None:
    page, leo = person(viewport, has_touch=True), person()
    clock = {"per": "game", "seconds": 600, "increment": 5}
    identity = make_table(
        page, house, game="boussanga", options={}, clock=clock, chairs=[{"who": "me"}, {"who": "link"}]
    )
    leo.goto(page.locator("#lobby-link").input_value())
    leo.locator("#lobby-name").fill("Léo")
    leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).click()
    watched(page)
    expect(page.locator(".offer")).to_have_count(0)  # nobody learns while a clock runs
    assert play_by_clicks(page, house, identity, 0)
    leo.locator(".prompt.yours").wait_for()
    assert play_by_clicks(leo, house, identity, 1)
    arrow(leo).click()
    page.locator(".consent").wait_for()
    told, board = page.locator(".above").bounding_box(), page.locator("svg.board").bounding_box()
    assert is_apart(told, board)
    for covered in (".top", "ul.seats", "ul.seats .clock >> nth=0", "ul.seats .clock >> nth=1", ".thumb"):
        assert is_apart(told, page.locator(covered).bounding_box()), f"{covered} stays in sight"
    button(page, "ui.undo.no").tap()
    page.locator(".consent").wait_for(state="detached")
    assert page.evaluate(STOOD) == page.evaluate(STOOD)[:1]


@pytest.mark.deep
def test_a_time_that_is_up_is_told(person: Any, house: Any) -> None:
    page, leo = person(SIZES[0], has_touch=True, is_mobile=True), person()
    clock = {"per": "move", "seconds": 10}
    make_table(
        page,
        house,
        game="bantu",
        options={},
        clock=clock,
        chairs=[{"who": "me", "name": "Ada"}, {"who": "link"}],
    )
    leo.goto(page.locator("#lobby-link").input_value())
    leo.locator("#lobby-name").fill("Léo")
    leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).click()
    page.locator(".prompt.yours").wait_for()
    page.locator(".together .news").get_by_text(words("ui.late.you")).wait_for(timeout=60_000)
    leo.locator(".together .news").get_by_text(words("ui.late", who="Ada")).wait_for()
    leo.locator("ol.moves, .moves").get_by_text(words("ui.moves.late")).first.wait_for()


LOW = {"width": 390, "height": 664}
LIES = """() => [...document.querySelectorAll('svg.board, .hand .card, .call, .bluff, .prompt .say, .thumb .button, .top button:not(.waits, dialog *), .page:not(.tall) .side .tabs button')]
  .filter((each) => each.getClientRects().length)
  .map((each) => [each.tagName, ...Object.values(each.getBoundingClientRect().toJSON()).slice(0, 4).map(Math.round)].join())"""
"""Where the board, one's cards, what is said and what may be pressed lie; beside a high board the list of moves gives its room."""
AWAY = [("banzai", "own", LOW), ("bantu", "own", LOW), ("banzai", "hand", PHONE)]


@pytest.mark.parametrize(
    ("game", "view", "size"),
    [
        *AWAY,
        *(
            deep(game, view, size)
            for game, view in (*((game, "own") for game in (*GAMES, "banzai")), ("banzai", "hand"))
            for size in (LOW, PHONE, SIZES[2], LAPTOP)
            if (game, view, size) not in AWAY
        ),
    ],
)
def test_no_notice_moves_anything(
    person: Any, impatient: Any, game: str, view: str, size: dict[str, int]
) -> None:
    """An announcement, a line of the chat, a question, somebody who goes, what may be done about it, and their coming back."""
    page, leo = person(size, has_touch=size != LAPTOP), person()
    page.route(
        "**/api/announcement",
        lambda route: route.fulfill(
            json={"announcement": {"id": "1", "text": "Nous fermons à 18 h", "left_ms": 3_600_000}}
        ),
    )
    wanted, _ = GAMES.get(game, ({"options": {"time_limit": 0}}, 0))
    chairs = [{"who": "me"}, {"who": "link"}]
    if game == "banzai":
        chairs += [{"who": "bot", "level": "random"}] * 3
        impatient.begin_with(hold("fox:lwp", {"time_limit": 0}).position())
    else:
        impatient.begin_with(None)
    make_table(page, impatient, game=game, chairs=chairs, seats=len(chairs), **wanted)
    page.locator(".announced button").wait_for()
    leo.goto(page.locator("#lobby-link").input_value())
    leo.locator("#lobby-name").fill("Léo")
    leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).click()
    leo.locator(".board").wait_for()
    if view == "hand":
        page.goto(page.url.partition("#")[0] + "?view=hand")
    page.locator(".prompt.yours").wait_for()
    page.locator(".board .spot, .hand .card").first.wait_for(state="attached")
    page.locator(".announced button").wait_for()
    page.locator(".offer .shut").filter(visible=True).or_(page.locator(".prompt")).first.click()
    still(page, ".prompt")
    before = page.evaluate(LIES)

    def same(what: str) -> None:
        still(page, ".prompt")
        assert page.evaluate(LIES) == before, what

    page.locator(".announced button").click()
    page.locator(".announced button").wait_for(state="detached")
    same("an announcement")
    give_up(leo)
    button(leo, "ui.end.propose").click()
    page.locator(".consent").wait_for()
    same("a question")
    button(page, "ui.undo.no").click()
    page.locator(".consent").wait_for(state="detached")
    same("its answer")
    address = leo.url
    leo.goto("about:blank")
    opener = page.locator(".waits, ul.seats .what, .away summary").filter(visible=True)
    opener.wait_for()
    same("somebody is away")
    opener.click()
    later = button(page, "ui.away.wait")
    later.wait_for()
    same("what may be done about it")
    later.click()
    opener.wait_for(state="detached")
    leo.goto(address)
    page.locator(".together .news").get_by_text(words("ui.away.returned", who="Léo")).wait_for()
    same("they are back")


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
"""One turn before an end that is played out, not given up."""


def discard(page: Any) -> None:
    page.locator("[data-spot^='hand.0']").first.tap()
    button(page, "boussanga.button.discard").tap()
    page.locator(".thumb .wide").tap()


@pytest.mark.deep
@pytest.mark.parametrize("game", ["bantu", "boussanga"])
def test_on_a_phone_why_the_game_is_over_and_who_came_where_stay_in_sight(
    person: Any, situated: Any, game: str
) -> None:
    situated.begin_with(LAST_PAWN if game == "bantu" else NO_WATER)
    page = person(PHONE, has_touch=True, is_mobile=True)
    identity = make_table(page, situated, game=game, options={})
    page.locator(".prompt.yours").wait_for()
    if game == "bantu":
        assert play_turn(page, situated, identity, 0, touch)
    else:
        discard(page)
    why = words("bantu.ending.all_home") if game == "bantu" else re.compile("^Plus de jeton eau")
    told = page.get_by_text(why).filter(visible=True)
    page.locator(".prompt.over").wait_for()
    page.locator(".curtain").wait_for(state="detached")
    for again in (False, True):
        if again:
            page.reload()
            page.locator(".prompt.over").wait_for()
        expect(told).to_have_count(1)
        for screen in SIZES[:2]:
            page.set_viewport_size(screen)
            still(page, "svg.board")
            expect(told).to_be_in_viewport(ratio=1)
            assert is_apart(told.bounding_box(), page.locator(".thumb").bounding_box())
            for rank in page.locator(".seats .rank").filter(visible=True).all():
                account = rank.locator("xpath=ancestor::li").locator(".lines").bounding_box()
                assert is_apart(rank.bounding_box(), account), "the place lies over the account"
