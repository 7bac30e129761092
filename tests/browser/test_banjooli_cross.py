"""Banjooli Cross in the browser: a whole race by clicks, dice of one's own, a course of one's own, secrets at one screen."""

from __future__ import annotations

import time

import pytest

from browser.banzai import until
from browser.conftest import PHONE
from browser.hands import (
    WAIT,
    arrow,
    button,
    chip,
    house_waits,
    make_table,
    press,
    tap,
    touch,
    wait_for_moves,
    words,
)
from browser.house import clicks_of, spot_of
from browser.test_accessible import violations
from ludotheque import verify
from ludotheque.core.components import write_toml
from ludotheque.core.record import loads
from ludotheque.games.banjooli_cross import codes
from ludotheque.games.banjooli_cross.state import Phase
from ludotheque.table import views
from tests.banjooli_cross.boxes import SHORT
from tests.depth import deep

pytestmark = pytest.mark.browser

BOT = {"who": "bot", "level": "random"}
RACE = {"game": "banjooli-cross", "options": {"course": "C1:A C2:B:left C5:A S2:A", "berries": True}}


QUICK = SHORT | {"dice": SHORT["dice"] | {"movement": ["red", "red", "green", "green", "yellow", "white"]}}
"""Tiles of few ranks, and dice that send the same ostriches far: a race that is soon over."""


def awaited(house, identity, seat):
    """The table with all its secrets once the seat may act; None once the race is over."""
    deadline = time.monotonic() + WAIT
    while time.monotonic() < deadline:
        table = house.whole(identity)
        if table.is_over:
            return None
        if seat in table.actors:
            return table
        time.sleep(0.02)
    raise TimeoutError(f"seat {seat} is still waiting")


def shown(page, count):
    """Until the page knows of so many events."""
    wait_for_moves(page, count)


def choose(table, seat=0):
    """An action that brings the race on: all dice kept, the longest run, a berry anywhere."""
    legal = list(table.legal_actions(seat))
    if int(table.state[0].phase) == Phase.KEEP:
        return codes.KEEP
    runs = [code for code in legal if codes.MOVE <= code < codes.BEWITCH]
    return max(runs or legal)


def do(page, house, identity, table, code, tap=tap, seat=0):
    """Click what does the action, as a person would, and wait until the house has it."""
    buttons = {each.id: each.label for each in views.choices(table.journal, seat).buttons}
    for click in clicks_of(table, seat, code):
        if click in buttons:
            press(page, buttons[click])
        else:
            tap(page, spot_of(table, seat, click))
    wide = page.locator(".thumb .wide")

    def confirmed(name):
        """The table; what is not done yet is confirmed as soon as the button is lit."""
        found = house.whole(name)
        if len(found.events) == len(table.events):
            if wide.is_enabled():
                wide.click()
            elif (one := chip(page, table, seat, code)).count():  # several ways end on that space
                one.click()
        return found

    house_waits(house, identity, len(table.events), confirmed)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("components", "course"),
    [
        pytest.param(write_toml(QUICK), "C4:A C5:A C6:A S1:A", id="short-tiles"),
        deep(None, RACE["options"]["course"], called="printed"),
    ],
)
def test_a_whole_race_by_clicks_ends_with_the_count(person, house, components, course):
    page = person()
    options = {"course": course, "berries": True}
    identity = make_table(
        page, house, **RACE | {"options": options}, components=components, chairs=[{"who": "me"}, BOT]
    )
    page.wait_for_selector(".board")
    actions = 0
    while (table := awaited(house, identity, 0)) is not None:
        shown(page, len(table.events))
        do(page, house, identity, table, choose(table))
        actions += 1
        assert actions < 300
    button(page, "ui.rematch").wait_for()
    lines = loads(house.get(f"/api/tables/{identity}/record"))
    found = verify(lines)
    assert found.over
    assert found.draws > 20
    ranking = page.locator("ol.ranking").inner_text()
    assert "point" in ranking
    assert page.locator('[data-spot^="hand.1."]').count() == 4, "everybody's prediction lies open at the end"


@pytest.mark.deep
def test_a_course_is_composed_and_two_bends_are_refused(person, house):
    page = person()
    page.goto(f"{house.url}/new/banjooli-cross")
    page.get_by_text(words("banjooli-cross.option.course"), exact=True).click()
    tiles = page.locator("form details ul button")
    bend = words("banjooli-cross.course.left", tile="C1", side="B")
    tiles.filter(has_text=bend).click()
    page.get_by_text(words("banjooli-cross.course.more", n=3)).wait_for()
    tiles.filter(has_text=words("banjooli-cross.course.left", tile="C2", side="B")).click(force=True)
    page.get_by_role("alert").filter(has_text=words("banjooli-cross.course.curves")).wait_for()
    for tile in ("C5", "C4", "S1"):
        tiles.filter(has_text=words("banjooli-cross.course.straight", tile=tile, side="A")).first.click()
    page.get_by_text(words("banjooli-cross.course.more", n=1)).wait_for(state="detached")
    page.get_by_label(words("ui.name.ask")).fill("Ada")
    button(page, "ui.new.open").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".board")
    table = house.whole(page.url.rsplit("/", 1)[1].partition("#")[0])
    assert table.position()["course"][1:-1] == ["C1:B:left", "C5:A", "C4:A", "S1:A"]


OWN_DICE = {
    "game": "banjooli-cross",
    "options": {},
    "own_dice": True,
    "seats": 2,
    "chairs": [{"who": "me"}, BOT],
}


def tell(page, number, face):
    """Say by a button what a die shows, once it is asked for."""
    page.locator(".prompt .say").filter(has_text=str(number + 1) if number < 5 else "sorcellerie").wait_for()
    sign = "★" if face == "joker" else ("red", "green", "yellow", "blue").index(face) + 1
    label = words(f"banjooli-cross.choice.face.{face}", sign=sign)
    page.locator(".prompt").get_by_role("button", name=label, exact=True).tap()


@pytest.mark.deep
def test_own_dice_can_be_taken_back_and_moves_show_their_cost(person, house):
    page = person(PHONE, has_touch=True)
    identity = make_table(page, house, **OWN_DICE)
    for number, face in enumerate(("red", "red", "joker", "green", "green", "blue")):
        tell(page, number, face)
    table = awaited(house, identity, 0)
    assert [event.text for event in table.events[-6:]] == [
        f"die {face}" for face in ("red", "red", "white", "green", "green", "blue")
    ]
    assert all(event.draw < 0 for event in table.events[-6:])
    assert all(event.draw > 0 for event in table.events[:-6]), "cards and tiles are still drawn"
    arrow(page).tap()
    told = len(table.events)
    for _ in until(WAIT):
        table = house.whole(identity)
        if len(table.events) < told:
            break
    assert table.awaits_chance

    tell(page, 5, "yellow")
    button(page, "banjooli-cross.choice.keep").tap()
    for _ in until(WAIT):
        table = awaited(house, identity, 0)
        if int(table.state[0].phase) == Phase.CHOOSE:
            break
    page.locator(".prompt .say").filter(has_text="autruche").wait_for()
    touch(page, "nest.3")
    page.locator(".prompt .reason").filter(has_text=words("banjooli-cross.reason.not_thrown")).wait_for()
    touch(page, "nest.0")
    signs = page.locator("g.marks text.sign")
    signs.first.wait_for(state="attached")
    assert set(signs.all_text_contents()) == {"2", "3★"}


def test_on_a_shared_screen_a_card_is_covered_until_looked_at(person, house):
    page = person()
    make_table(
        page,
        house,
        game="banjooli-cross",
        options={},
        seats=2,
        chairs=[{"who": "me"}, {"who": "here", "name": "Léo"}],
    )
    page.wait_for_selector('[data-piece="o.red"]')
    cards = page.locator('[data-piece^="card."]')
    assert cards.count() == 0
    look = page.locator(".secrets button")
    assert look.count() == 2
    look.first.click()
    assert {
        each.split(".")[1] for each in cards.evaluate_all("all => all.map(one => one.dataset.piece)")
    } == {"0"}
    look.first.click()
    assert cards.count() == 0


@pytest.mark.deep
def test_with_a_table_screen_a_phone_brings_up_a_large_board(person, house):
    hand, screen = person(PHONE, has_touch=True, is_mobile=True), person()
    identity = make_table(hand, house, **RACE, chairs=[{"who": "me"}, BOT])
    hand.goto(f"{house.url}/t/{identity}?view=hand")
    screen.goto(f"{house.url}/t/{identity}?view=shared")
    for page in (hand, screen):
        page.wait_for_selector(".board")
    assert hand.locator('[data-spot^="hand.0."]').count() == 4
    assert screen.locator('[data-spot^="hand."]').count() == 0, "the table's screen shows no prediction"
    assert screen.locator(".thumb .wide").count() == 0
    for page, what in ((hand, "a hand alone"), (screen, "the table's own screen")):
        assert violations(page) == [], what

    thrown = False
    for _ in range(40):
        table = awaited(house, identity, 0)
        shown(hand, len(table.events))
        legal = list(table.legal_actions(0))
        if thrown and any(codes.MOVE <= code < codes.BEWITCH for code in legal):
            break
        again = [code for code in legal if codes.KEEP < code < codes.MOVE]
        if again and not thrown:
            assert hand.locator('[data-spot="tray.0"]').bounding_box()["width"] >= 60, (
                "in hand, dice are large"
            )
        do(hand, house, identity, table, choose(table) if thrown or not again else again[-1], touch)
        thrown = thrown or bool(again)
    button(hand, "ui.choices.open").tap()
    hand.locator(".side.open .choices li button").first.wait_for()
    screen.wait_for_function(
        "() => document.querySelector('.beside .heard li')?.textContent"
    )  # the table's screen tells what was done
