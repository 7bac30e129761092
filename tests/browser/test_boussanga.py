"""Boussanga in the browser: cards turned and laid by clicks, by keys, by a sliding finger; alone, with hints."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from itertools import chain, repeat
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.boxes import still
from browser.conftest import PHONE
from browser.hands import button, confirm, house_waits, make_table, my_turn, tap, words
from browser.house import best, clicks_of, spot_of
from browser.keys import reach_board, walk_to
from ludotheque.table import views
from tests.boussanga.tables import board, competitive
from tests.depth import deep

pytestmark = pytest.mark.browser

AGAINST_A_BOT: dict[str, Any] = {"game": "boussanga", "options": {"mode": "competitive"}}
ALONE: dict[str, Any] = {
    "game": "boussanga",
    "seats": 1,
    "options": {"mode": "cooperative"},
    "chairs": [{"who": "me"}],
}


def caught_up(page: Any, count: int) -> None:
    """Until the page shows that many moves."""
    shown = "count => Number(document.querySelector('.moves > ol')?.dataset.count ?? 0) === count"
    page.wait_for_function(shown, arg=count)


def turns_to(table: Any, seat: int, clicks: Any) -> int:
    """How often the card must be turned, from the position it appears in."""
    choices = views.choices(table.journal, seat)
    root = next(index for index in choices.roots if choices.nodes[index].click == clicks[0])
    turns = [index for index in choices.nodes[root].next if choices.nodes[index].overlay >= 0]
    return [choices.nodes[index].click for index in turns].index(clicks[1])


def do(
    page: Any,
    house: Any,
    identity: str,
    table: Any,
    code: int,
    tap: Callable[[Any, str], None] = tap,
    seat: int = 0,
) -> None:
    """Click what does the action, as a person would, and wait until the house has it."""
    clicks = clicks_of(table, seat, code)
    caught_up(page, len(table.events))
    tap(page, spot_of(table, seat, clicks[0]))
    if len(clicks) == 3:
        for _ in range(turns_to(table, seat, clicks)):
            page.locator(".turns button").last.click()
        tap(page, clicks[2])
    elif len(clicks) == 2:
        label = next(
            each.label for each in views.choices(table.journal, seat).buttons if each.id == clicks[1]
        )
        page.locator(".prompt").get_by_role("button", name=words(label.key, **label.args), exact=True).click()
    confirm(page)
    played = house_waits(house, identity, len(table.events)).events[len(table.events)]
    assert (played.seat, played.code) == (seat, code)


def play_by_clicks(page: Any, house: Any, identity: str, seat: int) -> bool:
    """One good action by clicks; False once the game is over."""
    table = my_turn(house, identity, seat)
    if table is None:
        return False
    do(page, house, identity, table, best(table, seat)[0], seat=seat)
    return True


def play_by_keys(page: Any, house: Any, identity: str, seat: int) -> bool:
    """The same by keys."""
    table = my_turn(house, identity, seat)
    if table is None:
        return False
    code, clicks = best(table, seat)
    caught_up(page, len(table.events))
    reach_board(page)
    walk_to(page, spot_of(table, seat, clicks[0]))
    page.keyboard.press("Enter")
    if len(clicks) == 3:
        page.wait_for_selector(".overlay")
        for _ in range(turns_to(table, seat, clicks)):
            page.keyboard.press("r")
        walk_to(page, clicks[2])
        page.keyboard.press("Enter")
    elif len(clicks) == 2:
        label = next(
            each.label for each in views.choices(table.journal, seat).buttons if each.id == clicks[1]
        )
        page.locator(".prompt").get_by_role("button", name=words(label.key, **label.args), exact=True).focus()
        page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.thumb .wide')?.disabled === false")
    page.keyboard.press("c")
    played = house_waits(house, identity, len(table.events)).events[len(table.events)]
    assert (played.seat, played.code) == (seat, code)
    return True


def soon_over() -> str:
    """The game's own components, with a game that three points end instead of fifteen."""
    text = (files("ludotheque.games.boussanga") / "components.toml").read_text()
    assert text.count("\npoints = 15") == 1
    return text.replace("\npoints = 15", "\npoints = 3")


@pytest.mark.deep
@pytest.mark.parametrize(
    "components", [pytest.param(soon_over(), id="three-points"), deep(None, called="printed")]
)
def test_a_whole_game_against_a_bot_by_keys_and_by_clicks(person, house, components):
    page = person()
    identity = make_table(page, house, **AGAINST_A_BOT, components=components)
    page.wait_for_selector(".board")
    for way in chain([play_by_keys], repeat(play_by_clicks)):
        if not way(page, house, identity, 0):
            break
    button(page, "ui.rematch").wait_for()
    table = house.table(identity)
    assert table.outcome.ending == "last_turns"


@pytest.mark.deep
def test_a_person_plays_alone_to_the_end_by_keys(person, house):
    page = person()
    identity = make_table(page, house, **ALONE)
    page.wait_for_selector(".board")
    while play_by_keys(page, house, identity, 0):
        pass
    button(page, "ui.rematch").wait_for()
    assert house.table(identity).outcome.ending == "points"


def test_only_a_refusal_or_a_hint_shows_where_a_card_goes(person, house):
    page = person()
    identity = make_table(page, house, **ALONE)
    page.wait_for_selector(".board")
    table = house.table(identity)
    place = next(text[0] for text in table.legal_actions(0).texts() if ":" in text)
    card = f"hand.0.{int(place) - 1}"
    choices = views.choices(table.journal, 0)
    root = next(
        choices.nodes[index]
        for index in choices.roots
        if spot_of(table, 0, choices.nodes[index].click) == card
    )
    there = {choices.nodes[index].click for index in choices.nodes[root.next[0]].next}
    tap(page, card)
    page.wait_for_selector(".overlay")
    assert page.locator(".marks .dot").count() == 0
    assert page.locator(".spot.can").count() == 0
    tap(page, next(cell for cell in ("d5", "d4", "e4", "e5", "c5") if cell not in there))
    page.locator(".prompt .reason").get_by_text(words("boussanga.reason.not_on_board")).wait_for()
    hint = page.locator(".prompt").get_by_role("button", name=words("ui.overlay.hint"), exact=True)
    hint.click()
    page.wait_for_selector(".spot.can")
    assert page.locator(".marks .dot").count() > 0
    spot = page.locator(".spot.can").first.get_attribute("data-spot")
    tap(page, spot)
    confirm(page)
    house_waits(house, identity, len(table.events))
    page.reload()
    tap(page, "hand.0.0")
    asked = f"{words('ui.overlay.hint')} (1)"
    page.locator(".prompt").get_by_role("button", name=asked, exact=True).wait_for()


def test_a_finger_discards_a_card_slides_another_and_lets_it_lie(person, house):
    page = person(viewport=PHONE, has_touch=True)
    identity = make_table(page, house, **AGAINST_A_BOT)
    page.locator(".prompt.yours").wait_for()
    still(page, ".prompt .lamp")
    lamp = page.locator(".prompt .lamp")
    at = lamp.bounding_box()
    page.locator('[data-spot="hand.0.0"]').tap()
    page.wait_for_selector(".overlay.legal")
    discard = page.locator(".besides .button:not(.lamp)")
    expect(discard).to_be_visible()
    assert lamp.bounding_box() == at, "nothing else comes where it was"
    discard.tap()
    expect(page.locator(".board .overlay")).to_have_count(0)
    said = page.locator(".thumb .wide span").inner_text()
    expect(page.locator(".prompt .sentence")).to_contain_text(said)
    page.locator(".thumb .round").first.tap()
    page.locator('[data-spot="hand.0.0"]').tap()
    page.wait_for_selector(".overlay.legal")
    before = page.locator(".overlay").get_attribute("data-at")
    from_box, to_box = (page.locator(f'[data-spot="{spot}"]').bounding_box() for spot in ("b2", "b4"))
    middle = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (from_box, to_box)]
    touch = page.context.new_cdp_session(page)
    touch.send(
        "Input.dispatchTouchEvent",
        {"type": "touchStart", "touchPoints": [{"x": middle[0][0], "y": middle[0][1]}]},
    )
    for step in range(1, 12):
        y = middle[0][1] + (middle[1][1] - middle[0][1]) * min(step, 10) / 10
        if step == 11:
            # The finger rests: lifted in full flight it flings, and a tap soon after only stops the fling.
            page.wait_for_timeout(150)
        touch.send(
            "Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": middle[0][0], "y": y}]}
        )
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_selector(".overlay.chosen")
    after = page.locator(".overlay").get_attribute("data-at")
    assert (after[0], int(after[1:])) == (before[0], int(before[1:]) + 2)
    assert len(house.table(identity).events) == 8, "letting go plays nothing"
    page.locator(".thumb .wide").tap()
    assert house_waits(house, identity, 8).events[8].seat == 0


HIDDEN = """() => { const centre = (one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2, box.width]; };
const tokens = [...document.querySelectorAll('.overlay .token')].map(centre);
return [...document.querySelectorAll('.marks .dot')].map(centre).filter(([x, y]) => tokens.some(([tx, ty, w]) => Math.hypot(x - tx, y - ty) < w / 2)).length; }"""
"""How many dots of where a card may lie hide one of its tokens."""


@pytest.mark.deep
def test_an_alignment_is_previewed_with_all_its_tokens(person, situated):
    situated.begin_with(competitive(board(r4="..TT....")).position())
    page = person({"width": 1366, "height": 768})
    identity = make_table(page, situated, **AGAINST_A_BOT)
    page.locator(".prompt.yours").wait_for()
    table = situated.table(identity)
    choices = views.choices(table.journal, 0)
    scoring = next(index for index, node in enumerate(choices.nodes) if node.preview >= 0)
    turn = next(node for node in choices.nodes if node.overlay >= 0 and scoring in node.next)
    root = next(index for index in choices.roots if choices.nodes.index(turn) in choices.nodes[index].next)
    clicks = [choices.nodes[root].click, turn.click, choices.nodes[scoring].click]
    tap(page, spot_of(table, 0, clicks[0]))
    page.locator(".overlay .token").first.wait_for(state="attached")
    expect(page.locator(".marks .dot")).not_to_have_count(0)
    assert page.evaluate(HIDDEN) == 0
    for _ in range(turns_to(table, 0, clicks)):
        page.keyboard.press("r")
    page.locator(f'[data-spot="{clicks[2]}"]').hover()
    label = choices.previews[choices.nodes[scoring].preview].label
    page.locator(".overlay text").get_by_text(words(label.key, **label.args), exact=True).wait_for()
    assert page.locator(".overlay .made").count() >= 4
