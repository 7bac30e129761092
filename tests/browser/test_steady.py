"""A board stands still: through whole games, set-up and race, previews, refusals, requests and clocks, it keeps its size and its place, and so do the buttons."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import SMALL, button, is_apart, make_table, play_turn, touch, words
from browser.test_boussanga import play_by_clicks

pytestmark = pytest.mark.browser

SIZES = [{"width": 390, "height": 844}, {"width": 360, "height": 640}, {"width": 844, "height": 390}]
NAMES = ["390x844", "360x640", "844x390"]
LAPTOP = {"width": 1366, "height": 768}
GAMES: dict[str, tuple[dict[str, Any], int]] = {
    "billabong": ({"options": {"mode": "duel"}, "components": SMALL}, 12),
    "bantu": ({"options": {}}, 7),
    "banjooli-cross": ({"options": {}}, 8),
    "boussanga": ({"options": {}}, 8),
}
"""What is played, and how many of one's own actions: with them the pieces are set up, the race has begun, somebody has scored."""

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
FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))"


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


@pytest.mark.parametrize("viewport", [*SIZES, LAPTOP], ids=[*NAMES, "1366x768"])
@pytest.mark.parametrize("game", list(GAMES))
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
DESKTOP = {"width": 1366, "height": 768}


@pytest.mark.parametrize("game", [*GAMES, "banzai"])
def test_the_board_keeps_its_size_and_place_when_the_game_ends(person: Any, house: Any, game: str) -> None:
    """Who has won is told where it was told what to do; what comes next is in sight without scrolling, and nothing lies over the board."""
    for viewport in (*SIZES, DESKTOP):
        opens = (
            game == "banjooli-cross" and viewport == DESKTOP
        )  # there everybody's prediction lies open beside the board
        page = person(viewport, has_touch=viewport != DESKTOP)
        more = {"components": SMALL, "options": {"mode": "duel"}} if game == "billabong" else {"options": {}}
        chairs = [{"who": "me"}, *[{"who": "bot", "level": "random"}] * (2 if game == "banzai" else 1)]
        make_table(page, house, game=game, seats=len(chairs), chairs=chairs, **more)
        (page.locator(".card.can") if game == "banzai" else page.locator(".prompt.yours")).first.wait_for()
        page.locator(".board .spot").first.wait_for(state="attached")
        page.evaluate("document.fonts.ready")
        page.evaluate(FRAMES)
        before = page.evaluate(ENDED)
        page.evaluate("() => document.querySelector('.tabs button').click()")  # on a phone the drawer
        button(page, "ui.resign").click()
        button(page, "ui.resign.yes").click()
        page.locator(".curtain").wait_for()
        if opens:
            expect(page.locator("[data-spot^='hand.1.']")).to_have_count(4)
            before = page.evaluate(ENDED)
        assert page.evaluate(ENDED) == before, (game, viewport, "the card at the end")
        page.locator(".won").wait_for()
        page.evaluate(FRAMES)
        assert page.evaluate(ENDED) == before, (game, viewport)
        expect(page.locator(".won")).to_be_in_viewport(ratio=1)
        for key in ("ui.rematch", "ui.replay.open"):
            expect(page.locator(".thumb").get_by_text(words(key), exact=True)).to_be_in_viewport(ratio=0.9)
        assert is_apart(page.locator(".won").bounding_box(), page.locator(".thumb").bounding_box()), (
            "who won is whole"
        )
        if viewport == DESKTOP:
            came = page.get_by_role("list", name=words("ui.over.ranking")).get_by_role("listitem")
            expect(came).to_have_count(len(chairs))
            for each in came.all():
                expect(each).to_be_in_viewport(ratio=1)
        page.context.close()


@pytest.mark.parametrize("viewport", SIZES, ids=NAMES)
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
    assert play_by_clicks(page, house, identity, 0)
    leo.locator(".prompt.yours").wait_for()
    assert play_by_clicks(leo, house, identity, 1)
    button(leo, "ui.undo").click()
    page.locator(".consent").wait_for()
    told, board = page.locator(".above").bounding_box(), page.locator("svg.board").bounding_box()
    assert is_apart(told, board)
    for covered in (".top", "ul.seats", "ul.seats .clock >> nth=0", "ul.seats .clock >> nth=1", ".thumb"):
        assert is_apart(told, page.locator(covered).bounding_box()), f"{covered} stays in sight"
    button(page, "ui.undo.no").tap()
    page.locator(".consent").wait_for(state="detached")
    assert page.evaluate(STOOD) == page.evaluate(STOOD)[:1]


@pytest.mark.parametrize("viewport", SIZES, ids=NAMES)
def test_who_opened_a_table_sees_the_link_to_send_first(
    person: Any, house: Any, viewport: dict[str, int]
) -> None:
    page = person(viewport, has_touch=True, is_mobile=True)
    make_table(page, house, game="bantu", options={}, chairs=[{"who": "me"}, {"who": "link"}])
    page.locator("#lobby-link").wait_for()
    link, copy = (page.locator(each).first.bounding_box() for each in ("#lobby-link", ".send button"))
    assert max(each["y"] + each["height"] for each in (link, copy)) <= viewport["height"]


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


@pytest.mark.parametrize("screen", [PHONE, {"width": 360, "height": 640}], ids=["phone", "low-phone"])
@pytest.mark.parametrize("game", ["bantu", "boussanga"])
def test_on_a_phone_why_the_game_is_over_and_who_came_where_stay_in_sight(
    person: Any, situated: Any, game: str, screen: Any
) -> None:
    situated.begin_with(LAST_PAWN if game == "bantu" else NO_WATER)
    page = person(screen, has_touch=True, is_mobile=True)
    identity = make_table(page, situated, game=game, options={})
    page.locator(".prompt.yours").wait_for()
    if game == "bantu":
        assert play_turn(page, situated, identity, 0, touch)
    else:
        discard(page)
    why = words("bantu.ending.all_home") if game == "bantu" else re.compile("^Plus de jeton eau")
    told = page.get_by_text(why).filter(visible=True)
    page.locator(".page.ended").wait_for()
    for again in (False, True):
        if again:
            page.reload()
            page.locator(".prompt.over").wait_for()
        expect(told).to_have_count(1)
        expect(told).to_be_in_viewport(ratio=1)
        low, thumb = told.bounding_box(), page.locator(".thumb").bounding_box()
        assert is_apart(low, thumb)
    for rank in page.locator(".seats .rank").filter(visible=True).all():
        account = rank.locator("xpath=ancestor::li").locator(".lines").bounding_box()
        assert is_apart(rank.bounding_box(), account), "the place lies over the account"
