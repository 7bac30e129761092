"""Keys have a page and a way past the title, Tab goes on where one plays, and a line of the list shows the way that it tells of."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import WAIT, button, confirm, house_waits, make_table, tap, wait_for_moves, words
from browser.house import House
from browser.situated import Situated
from ludotheque import Table, save
from tests.depth import deep

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1366, "height": 768}
PAIR = [{"who": "me"}, {"who": "here", "name": "Léo"}]
ON_BOARD = "() => document.activeElement?.closest('.board [data-spot]') !== null && document.activeElement?.closest('.board [data-spot]') !== undefined"
IN_SIGHT = "() => { const { top, bottom } = document.activeElement.getBoundingClientRect(); return bottom > 0 && top < innerHeight; }"
HOPS = {
    "game": "billabong",
    "seats": 2,
    "options": {"mode": "duel"},
    "phase": "race",
    "to_play": 0,
    "kangaroos": [
        {"seat": 0, "cell": "b3"},
        {"seat": 0, "cell": "c3"},
        *[{"seat": 0, "cell": "home"}] * 3,
        {"seat": 1, "cell": "d5"},
        {"seat": 1, "cell": "k9"},
        *[{"seat": 1, "cell": "home"}] * 3,
    ],
}
"""A race in which a kangaroo on b3 may hop twice, to d3 and on to d7."""


def keys_shown(page: Any) -> Any:
    """The page of keys, opened by its key."""
    page.keyboard.press("?")
    dialog = page.locator("dialog:modal").filter(has=page.locator("#keys-title"))
    dialog.wait_for()
    return dialog


@pytest.mark.deep
@pytest.mark.parametrize("locale", ["fr", deep("en")])
def test_a_page_of_keys_comes_by_its_key_and_from_the_menu(person: Any, house: House, locale: str) -> None:
    page = person(LAPTOP, locale=locale)
    make_table(page, house, game="boussanga", options={})
    page.locator(".prompt.yours").wait_for()
    dialog = keys_shown(page)
    for key in ("ui.keys.at.table", "ui.keys.table.big", "ui.keys.pick.near", "ui.keys.list.look"):
        expect(dialog.get_by_text(words(key, locale), exact=True)).to_be_visible()
    expect(dialog).to_contain_text(words("ui.keys.table.turn", locale))
    expect(dialog.get_by_text(words("ui.keys.replay.play", locale), exact=True)).to_have_count(0)
    moves = page.locator(".moves > ol").get_attribute("data-count")
    page.keyboard.press("c")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert page.locator(".moves > ol").get_attribute("data-count") == moves, "the table waits behind it"
    opener = page.locator(".opener")
    opener.click()
    button(page, "ui.keys.page", locale).click()
    dialog.wait_for()
    button(page, "ui.close", locale).click()
    expect(dialog).to_have_count(0)
    expect(opener).to_be_focused()
    opener.click()
    page.locator("#settings-name").fill("A")
    page.locator("#settings-name").press("?")
    expect(page.locator("#settings-name")).to_have_value("A?")
    expect(dialog).to_have_count(0)


def test_the_keys_page_lists_what_works_here(person: Any, house: House, tmp_path: Path) -> None:
    page = person(LAPTOP)
    page.goto(house.url)
    page.locator("h1").first.wait_for()
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_have_count(0)
    replayed(page, house, tmp_path)
    dialog = keys_shown(page)
    expect(dialog.get_by_text(words("ui.keys.replay.turn"), exact=True)).to_be_visible()
    expect(dialog.get_by_text(words("ui.keys.pick.choose"), exact=True)).to_have_count(0)
    slider = page.get_by_role("slider", name=words("ui.past.slider"), include_hidden=True)
    assert slider.input_value() == "0"
    page.keyboard.press("ArrowRight")
    assert slider.input_value() == "0", "the replay waits behind it"
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    assert slider.input_value() == "1"
    page.locator("ol.moves > li button").first.focus()
    page.keyboard.press("ArrowDown")
    assert page.locator("ol.moves > li button").nth(1).evaluate(RINGED)
    page.set_viewport_size(PHONE)
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    assert page.locator("#main").evaluate("one => getComputedStyle(one).display") == "contents"
    skip = page.get_by_role("link", name=words("ui.skip"), exact=True)
    skip.focus()
    skip.press("Enter")
    page.wait_for_function("() => document.querySelector('#main').contains(document.activeElement)")
    assert page.evaluate(IN_SIGHT), "the first stop of Tab shows the replay"
    page.set_viewport_size(LAPTOP)
    page.goto(f"{house.url}/learn/bantu")
    page.locator(".learn .board [data-spot]").first.wait_for()
    dialog = keys_shown(page)
    expect(dialog.get_by_text(words("ui.keys.lesson.on"), exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.locator(".learn").wait_for()


@pytest.mark.deep
def test_over_a_table_the_guided_game_has_its_own_keys(person: Any, house: House) -> None:
    page = person(LAPTOP)
    make_table(page, house, game="bantu", options={})
    page.locator(".prompt.yours").wait_for()
    button(page, "ui.first_game.offer").click()
    page.locator("dialog.over:modal .learn .board [data-spot]").first.wait_for()
    dialog = keys_shown(page)
    expect(dialog.get_by_text(words("ui.keys.lesson.on"), exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.locator("dialog.over:modal .learn").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog.over").wait_for(state="detached")
    dialog = keys_shown(page)
    expect(dialog.get_by_text(words("ui.keys.lesson.on"), exact=True)).to_have_count(0)


RING = """each => {
  const { fill, stroke, strokeWidth } = getComputedStyle(each);
  return [fill, stroke, parseFloat(strokeWidth)];
}"""


@pytest.mark.parametrize("game", ["bantu", deep("billabong")])
def test_tab_and_n_lead_to_what_can_be_played(person: Any, house: House, game: str) -> None:
    page = person(LAPTOP)
    make_table(page, house, game=game, options={})
    page.locator(".prompt.yours").wait_for()
    page.locator(".board .spot.can").first.wait_for()
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name=words("ui.skip"), exact=True)
    expect(skip).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#main').contains(document.activeElement)")
    if game == "bantu":
        assert page.locator("#main").evaluate("one => getComputedStyle(one).display") == "contents"
        page.wait_for_function(ON_BOARD)
    page.keyboard.press("Tab")
    page.wait_for_function("() => document.querySelector('#main').contains(document.activeElement)")
    page.locator(".opener").focus()
    assert not page.evaluate(ON_BOARD)
    page.keyboard.press("n")
    page.wait_for_function(ON_BOARD)
    fill, stroke, wide = page.locator(".board .spot:focus-visible .hit").evaluate(RING)
    assert fill in ("transparent", "rgba(0, 0, 0, 0)"), "nothing is laid over the piece"
    assert stroke != "none"
    assert wide >= 4
    playable = "document.activeElement?.closest('[data-spot]')?.classList.contains('can')"
    page.wait_for_function(playable)
    first = page.evaluate("document.activeElement.dataset.spot")
    page.keyboard.press("n")
    page.wait_for_function("(was) => document.activeElement?.dataset?.spot !== was", arg=first)
    page.wait_for_function(playable)
    page.keyboard.press("p")
    page.wait_for_function("(was) => document.activeElement?.dataset?.spot === was", arg=first)


@pytest.mark.deep
def test_after_a_move_by_keys_tab_continues_from_the_board(person: Any, situated: Situated) -> None:
    page = race(person, situated)
    tap(page, "b3")
    tap(page, "d3")
    expect(page.locator(".thumb .wide")).to_be_enabled()
    page.locator(".thumb .wide").press("Enter")
    wait_for_moves(page, 1)
    goes_on_from_the_board(page)


def goes_on_from_the_board(page: Any) -> None:
    """After a move the focus is on the board, without a frame until somebody uses the keys."""
    page.wait_for_function(ON_BOARD)
    framed = "() => getComputedStyle(document.activeElement.querySelector('.hit')).stroke !== 'none'"
    assert not page.evaluate(framed), "nobody moves by keys: no frame stays on the board"
    page.keyboard.press("ArrowRight")
    page.wait_for_function(ON_BOARD)
    page.wait_for_function(framed)


def both_move(page: Any) -> None:
    """Two hops, then a slide."""
    for move, clicks in enumerate((("b3", "d3", "d7"), ("k9", "k10"))):
        for cell in clicks:
            tap(page, cell)
        confirm(page)
        wait_for_moves(page, move + 1)


def race(person: Any, situated: Situated) -> Any:
    """Two people at one screen, in the race in which a kangaroo may hop twice."""
    situated.begin_with(HOPS)
    page = person(LAPTOP)
    make_table(page, situated, options=HOPS["options"], chairs=PAIR)
    page.locator(".prompt.yours").wait_for()
    return page


def way(page: Any) -> list[str]:
    """The places of the ways that are drawn over the board, way by way."""
    found: list[str] = page.locator(".ways [data-way]").evaluate_all(
        "all => all.map((one) => one.dataset.way)"
    )
    return found


@pytest.mark.deep
def test_a_path_shows_its_numbers_and_hides_the_last_ones(person: Any, situated: Situated) -> None:
    """After the moves Tab goes on from the board; the ring of a line is whole."""
    page = race(person, situated)
    both_move(page)
    goes_on_from_the_board(page)
    page.locator(".marks .trace.to").wait_for(state="attached")
    line = page.locator(".moves > ol > li button").first
    line.hover()
    page.locator(".ways").wait_for(state="attached")
    assert way(page) == ["b3 d3 d7"]
    assert page.locator(".ways .arrow").count() == 2, "one for each hop"
    assert page.locator(".ways text").all_text_contents() == ["1", "2"]
    assert page.locator(".marks .trace").count() == 0, "the last move's way is hidden meanwhile"
    page.mouse.move(5, 5)
    page.locator(".ways").wait_for(state="detached")
    page.locator(".marks .trace.to").wait_for(state="attached")
    line.click()
    button(page, "ui.past.now").wait_for()
    page.mouse.move(5, 5)
    page.locator(".ways").wait_for(state="detached")
    page.locator(".marks text").first.wait_for(state="attached")
    assert page.locator(".marks .arrow").count() == 2, "what is looked at keeps arrows and numbers"
    assert page.locator(".marks text").all_text_contents() == ["1"]
    button(page, "ui.past.now").click()
    page.locator('.moves > ol button[tabindex="0"]').focus()
    page.keyboard.press("ArrowUp")
    assert page.locator(".moves > ol button:focus-visible").evaluate(RINGED)


RINGED = """one => { const list = one.closest('ol').getBoundingClientRect(), box = one.getBoundingClientRect(), style = getComputedStyle(one);
const out = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
return style.outlineStyle !== 'none' && box.left - out >= list.left && box.right + out <= list.right; }"""


def replayed(page: Any, house: House, folder: Path) -> None:
    """The replay of a short game of Bantu from a file."""
    table = Table("bantu", 2, seed=5, first=0)
    for turn in range(12):
        actions = table.legal_actions()
        table.play(actions[turn * 7 % len(actions)])
    table.journal.players, table.journal.bots = ["Zoé", "easy"], ["", "easy"]
    save(table, folder / "game.jsonl")
    with (folder / "game.jsonl").open("a") as file:
        file.write(
            json.dumps({"end": "resigned", "returns": [1.0, 0.0], "ranking": [1, 2], "resigned": [1]}) + "\n"
        )
    page.goto(house.url + "/replay")
    page.set_input_files("input[type=file]", str(folder / "game.jsonl"))
    page.locator(".page .buttons").wait_for(timeout=WAIT * 1000)


@pytest.mark.deep
def test_what_if_keeps_the_list_its_numbers_and_the_level(
    person: Callable[..., Any], house: House, tmp_path: Path
) -> None:
    page = person(LAPTOP)
    replayed(page, house, tmp_path)
    said = page.locator("ol.moves > li .what").all_inner_texts()[:4]
    page.evaluate("location.hash = '#4'")
    button(page, "ui.replay.panel.what_if").click()
    expect(page.locator("#level")).to_have_value("easy")
    button(page, "ui.what_if.begin", n=5).click()
    page.wait_for_url("**/t/*")
    led = page.locator(".moves li.led .what")
    expect(led).to_have_count(4)
    shown = led.all_inner_texts()
    assert [one.split(":", 1)[1] for one in shown] == [one.split(":", 1)[1] for one in said]
    assert page.locator(".moves li.led .n").all_inner_texts() == ["1", "2", "3", "4"]
    page.locator(".moves .begins").wait_for()
    page.locator(".prompt.yours").wait_for()
    page.reload()
    expect(led).to_have_count(4)
    page.locator(".prompt.yours").wait_for()
    page.locator(".thumb .lamp").click()
    expect(page.locator(".thumb .wide")).to_be_enabled(timeout=WAIT * 1000)
    before = int(page.locator(".moves > ol").get_attribute("data-count"))
    confirm(page)
    wait_for_moves(page, before + 1)
    own = page.locator(".moves > ol > li:not(.led, .begins) .n")
    expect(own.first).to_have_text("5")


@pytest.mark.deep
def test_enter_presses_the_button_even_after_clicking_a_die(person: Any, house: House) -> None:
    page = person(LAPTOP)
    bot = {"who": "bot", "level": "random"}
    identity = make_table(
        page, house, game="banjooli-cross", options={}, seats=2, chairs=[{"who": "me"}, bot]
    )
    page.locator(".prompt.yours").wait_for()
    dice = page.locator(".spot.can[aria-pressed]")
    expect(dice.first).to_be_visible()
    before = len(house.whole(identity).events)
    die = dice.first.get_attribute("data-spot")
    spot = page.locator(f"[data-spot='{die}']")
    tap(page, die)
    expect(spot).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".thumb .wide")).to_be_enabled()
    page.keyboard.press("Space")
    expect(spot).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Space")
    expect(spot).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    house_waits(house, identity, before, house.whole)
    assert house.whole(identity).events[before].text.startswith("throw"), "the die was rolled again"
