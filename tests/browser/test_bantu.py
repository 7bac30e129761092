"""Bantu in the browser: a whole short game by clicks, another by keys alone; what is said and shown on the way."""

from __future__ import annotations

import pytest

from browser.conftest import PHONE
from browser.hands import button, is_apart, make_table, my_turn, play_turn, tap, touch, wait_for_moves, words
from browser.house import spot_of
from browser.keys import play_turn_by_keys
from ludotheque import Table, verify
from ludotheque.core.record import loads
from ludotheque.table import views

pytestmark = pytest.mark.browser

SHORT = {"game": "bantu", "options": {"short": True}}


def test_a_whole_short_game_by_clicks(person, house):
    page = person()
    identity = make_table(page, house, **SHORT)
    turns = 0
    while play_turn(page, house, identity, 0):
        turns += 1
        assert turns < 200
    button(page, "ui.rematch").wait_for()
    lines = loads(house.get(f"/api/tables/{identity}/record"))
    assert verify(lines).over
    assert lines[-1]["end"] == "all_home"
    assert turns == sum(line.get("seat") == 0 for line in lines)


def test_a_whole_short_game_by_keys_alone(person, house):
    page = person()
    identity = make_table(page, house, **SHORT)
    turns = 0
    while play_turn_by_keys(page, house, identity, 0):
        turns += 1
        assert turns < 200
    button(page, "ui.rematch").wait_for()
    assert house.table(identity).is_over


def test_a_finger_learns_how_far_a_pawn_goes_what_it_does_and_why_not(person, house):
    page = person(PHONE, has_touch=True)
    identity = make_table(page, house, **SHORT)
    say = page.locator(".prompt .say")
    touch(page, "start.3.0")
    assert "ligne de départ" in say.inner_text()
    touch(page, "r7b")
    assert page.locator(".thumb .wide").inner_text().strip() == "Faire entrer le 3\u00a0: palier 7, cercle 2"
    page.locator(".thumb .wide").tap()
    my_turn(house, identity, 0)
    page.locator('[data-piece="p0.3"] .shield').wait_for(state="attached")
    while len(house.table(identity).events) < 2:
        page.wait_for_timeout(50)
    table = my_turn(house, identity, 0)
    wait_for_moves(page, 2)
    touch(page, "r7b")
    steps = 3 + sum(
        number + 1 for seat, number in ((1, n) for n in range(3)) if 28 <= int(table.s.at[1, number]) < 32
    )
    assert f"{steps} cercles" in say.inner_text()
    touch(page, "r27a")
    page.locator(".prompt .reason").wait_for()
    assert "trop loin" in say.inner_text()
    page.locator(".prompt .reason a").first.wait_for()


def test_the_way_of_a_move_is_drawn_before_it_is_made(person, house):
    page = person()
    identity = make_table(page, house, **SHORT)
    tap(page, "start.3.0")
    tap(page, "r7a")
    page.locator(".thumb .wide").click()
    while len(house.table(identity).events) < 2:
        page.wait_for_timeout(50)
    wait_for_moves(page, 2)
    table = my_turn(house, identity, 0)
    choices = views.choices(table.journal, 0)
    root = next(choices.nodes[index] for index in choices.roots if choices.nodes[index].click == "p0.3")
    end = max((choices.nodes[index] for index in root.next), key=lambda node: len(node.path))
    tap(page, "r7a")
    page.locator(f'[data-spot="{end.click}"]').hover()
    points = page.locator("polyline.trail.ahead").get_attribute("points")
    assert len(points.split()) == len(end.path) + 2
    assert page.locator(".thumb .wide").is_disabled()
    where = f"palier {end.extra['rank']}, cercle {end.extra['lane']}"
    assert where in page.locator(".thumb .wide").inner_text()
    tap(page, end.click)
    assert (
        len(page.locator("polyline.trail:not(.under)").get_attribute("points").split()) == len(end.path) + 2
    )


@pytest.mark.parametrize("play", [play_turn, play_turn_by_keys])
def test_who_cannot_move_gives_up_the_turn_by_a_button(person, situated, play):
    pawns = {0: {1: "r26a", 2: "finish", 3: "finish", 4: "finish"}, 1: {3: "r27a", 4: "r27b"}}
    situated.begin_with(
        {
            "game": "bantu", "seats": 2, "to_play": 0,
            "pawns": [{"seat": seat, "number": number, "at": at} for seat, of in pawns.items() for number, at in of.items()],
        }
    )  # fmt: skip
    page = person()
    identity = make_table(page, situated, **SHORT | {"options": {}})
    assert play(page, situated, identity, 0)
    assert situated.table(identity).events[0].text == "pass"


AGAINST_THREE = {
    "game": "bantu", "seats": 4, "options": {"short": True},
    "chairs": [{"who": "me"}, *[{"who": "bot", "level": "greedy"}] * 3],
}  # fmt: skip


def capture(table: Table) -> tuple[str, str, int] | None:
    """The clicks of a capture that seat 0 could make, and how many ranks it costs the other."""
    choices = views.choices(table.journal, 0)
    for root in (choices.nodes[index] for index in choices.roots):
        for end in (choices.nodes[index] for index in root.next):
            if "capture" in choices.keys[end.key]:
                return root.click, end.click, int(end.extra["n"])
    return None


def test_a_capture_says_what_it_costs_before_it_is_made(person, house):
    page = person()
    identity = make_table(page, house, **AGAINST_THREE)
    while True:
        table = my_turn(house, identity, 0)
        if table is None:  # a game without a capture is rare, and says nothing
            identity = make_table(page, house, **AGAINST_THREE)
            continue
        found = capture(table)
        if found is not None:
            break
        play_turn(page, house, identity, 0)
    pawn, end, lost = found
    wait_for_moves(page, len(table.events))
    tap(page, spot_of(table, 0, pawn))
    tap(page, end)
    said = page.locator(".thumb .wide").inner_text()
    assert said.strip().startswith("Prendre le ")
    assert f"il perd {lost} palier" in said
    before = len(table.events)
    page.locator(".thumb .wide").click()
    while len(house.table(identity).events) <= before:
        page.wait_for_timeout(50)
    played = house.table(identity)
    assert played.events[before].text.endswith(end)


def test_a_finger_that_misses_a_small_start_space_still_takes_the_pawn(person, house):
    """On the smallest phone the spaces of a start square are narrower than 24 px, what a finger may touch is not."""
    page = person({"width": 360, "height": 640}, has_touch=True)
    make_table(page, house, **SHORT)
    spot = page.locator('[data-spot="start.3.0"] .hit')
    spot.wait_for(state="attached")
    box = spot.bounding_box()
    reach = 12
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    assert box["width"] < 2 * reach
    page.touchscreen.tap(x + reach, y)
    page.locator('[data-piece="p0.3"]').wait_for(state="attached")
    page.locator(".prompt .sentence", has_text="ligne de départ").wait_for()
    page.locator('[data-spot="r7b"].can').wait_for(state="attached")


@pytest.mark.parametrize("locale", ["fr", "en"])
def test_a_shield_is_told_of_when_it_is_first_met_and_stands_in_the_key(person, house, locale):
    page = person(PHONE, locale, has_touch=True, is_mobile=True)
    identity = make_table(page, house, **SHORT)
    page.request.put(house.url + "/api/me", data={"name": "Ada", "lang": locale})
    page.reload()
    assert play_turn(page, house, identity, 0, touch)
    my_turn(house, identity, 0)
    page.locator(".prompt.yours").wait_for()
    told = page.locator(".prompt .once")
    told.wait_for()
    assert told.inner_text() == words("bantu.badge.shield.meaning", locale)
    say = page.locator(".prompt .say")
    assert say.evaluate("each => each.scrollHeight <= each.clientHeight"), "it is read whole"
    touch(page, "start.2.0")
    key = page.locator(".prompt .means.badge")
    assert key.inner_text().strip() == words("bantu.badge.shield", locale)
    assert say.evaluate("each => each.scrollHeight <= each.clientHeight")
    touch(page, "start.2.0")
    told.wait_for()
    page.locator(".tabs button").first.tap()
    button(page, "ui.undo", locale).tap()
    told.wait_for(state="detached")
    page.locator(".side .shut").tap()
    assert play_turn(page, house, identity, 0, touch)
    assert told.count() == 0


@pytest.mark.parametrize("viewport", [PHONE, {"width": 844, "height": 390}, {"width": 1366, "height": 768}])
def test_why_a_button_is_greyed_never_covers_whose_turn_it_is(person, house, viewport):
    page = person(viewport, has_touch=True)
    make_table(page, house, **SHORT)
    page.locator(".prompt.yours").wait_for()
    page.locator(".thumb .wide").dispatch_event("pointerup")
    why = page.locator(".why-greyed")
    why.wait_for()
    assert is_apart(why.bounding_box(), page.locator(".prompt .say").bounding_box())


def test_digits_of_a_name_are_those_of_the_name(person, house):
    """Facile 2 is somebody: the number in the name has the face of the letters beside it."""
    page = person(PHONE)
    bots = [{"who": "bot", "level": "easy"}] * 3
    make_table(
        page, house, game="bantu", seats=4, options={"teams": True}, first=1, chairs=[{"who": "me"}, *bots]
    )
    page.locator(".prompt.yours").wait_for()
    faces = page.evaluate("""() => {
      const found = [];
      const texts = document.createTreeWalker(document.querySelector('.page'), NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        if (/(Facile|Easy)\\s[0-9]/.test(data)) found.push([data.trim(), getComputedStyle(parentElement).fontFamily]);
      }
      return found;
    }""")
    assert len(faces) > 3
    assert [text for text, face in faces if "Counters" in face] == []


@pytest.mark.parametrize("seats", [2, 4])
def test_on_a_phone_held_sideways_the_board_has_all_of_the_height(person, house, seats):
    page = person({"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    bots = [{"who": "bot", "level": "easy"}] * (seats - 1)
    make_table(page, house, game="bantu", seats=seats, options={}, chairs=[{"who": "me"}, *bots])
    page.locator(".prompt.yours").wait_for()
    page.locator(".board .spot").first.wait_for(state="attached")
    board = page.locator("svg.board")
    high = board.evaluate("each => each.viewBox.baseVal.height * each.getScreenCTM().a")
    assert high == pytest.approx(390, abs=10)
    right = board.evaluate("each => each.getBoundingClientRect().right")
    for beside in (".seats", ".prompt"):
        assert page.locator(f".page {beside}").first.bounding_box()["x"] >= right - 1
