"""Whatever is tapped to move can be carried, by mouse and by finger: the same as two taps."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.banzai import until
from browser.boxes import still
from browser.conftest import PHONE
from browser.hands import arrow, chip, confirm, house_waits, make_table, my_turn
from browser.house import clicks_of, spot_of
from browser.test_banjooli_cross_hand import ready
from browser.test_first_game import NEXT, by_mouse, ends_at_a_table, go_on, learn
from browser.test_keys_and_ways import HOPS
from browser.test_loupe import Finger, middle
from depth import deep

pytestmark = pytest.mark.browser

DESK, TOUCH = ({"width": 1280, "height": 800}, {}), (PHONE, {"has_touch": True, "is_mobile": True})
STEPS = 8
LEAVES = 12
"""A piece that has gone so far has left its place, px."""
WAYS = [pytest.param(DESK, id="mouse"), pytest.param(TOUCH, id="finger")]


class Mouse:
    """One button of the mouse, as `Finger` is one finger."""

    def __init__(self, page: Any) -> None:
        self.mouse = page.mouse

    def down(self, x: float, y: float) -> None:
        self.mouse.move(x, y)
        self.mouse.down()

    def to(self, x: float, y: float) -> None:
        self.mouse.move(x, y)

    def up(self) -> None:
        self.mouse.up()


def seated(person: Any, way: tuple[Any, dict[str, bool]]) -> tuple[Any, Any]:
    """A page, and the hand that carries there."""
    page = person(way[0], **way[1])
    return page, (Finger if way[1] else Mouse)(page)


def take(page: Any, hand: Any, spot: str, end: str | tuple[float, float]) -> tuple[float, float]:
    """Carry what lies on a place over another one, or to a point of the screen, without letting go."""
    x, y = middle(page, spot)
    hand.down(x, y)
    hand.to(x, y - LEAVES)
    still(page, "svg.board")  # buttons that belong to the piece may have come beneath it
    to_x, to_y = middle(page, end) if isinstance(end, str) else end
    for step in range(1, STEPS + 1):
        hand.to(x + (to_x - x) * step / STEPS, y + (to_y - y) * step / STEPS)
    return to_x, to_y


def carry(page: Any, hand: Any, spot: str, end: str | tuple[float, float]) -> None:
    take(page, hand, spot, end)
    page.wait_for_timeout(120)  # a finger lifted in full flight flings
    hand.up()


def at(page: Any, piece: str) -> tuple[float, float]:
    box = page.locator(f'.felt [data-piece="{piece}"] .rise').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("way", WAYS)
def test_a_dragged_pawn_previews_its_move_and_can_go_back(person, house, way):
    page, hand = seated(person, way)
    identity = make_table(page, house, game="bantu", options={})
    my_turn(house, identity, 0)
    page.locator(".prompt.yours").wait_for()
    still(page, "svg.board")
    wide, home = page.locator(".thumb .wide"), at(page, "p0.2")
    x, y = take(page, hand, "start.2.0", "r14b")
    for _ in until(5):  # it goes with the hand
        there = at(page, "p0.2")
        if abs(there[0] - x) + abs(there[1] - y) < 12:
            break
    assert page.locator(".marks .dot").count() == 4
    meant = wide.inner_text()
    assert wide.is_disabled()
    hand.up()
    expect(wide).to_be_enabled()
    assert wide.inner_text() == meant, "what was said beforehand"
    assert not house.table(identity).events

    carry(page, hand, "r14b", "r14d")
    expect(wide).to_be_enabled()
    assert wide.inner_text() != meant, "it goes on from there to another place"
    meant = wide.inner_text()
    carry(page, hand, "r14d", (3, 3))
    expect(wide).to_be_enabled()
    assert wide.inner_text() == meant, "it lies where it lay"
    arrow(page, "ui.back").click()
    arrow(page, "ui.back").click()

    for end in (middle(page, "start.2.0"), (3, 3)):
        take(page, hand, "start.2.0", "r14b")
        hand.to(*end)
        hand.up()
        assert page.locator(".board .tapped").count() == 0
    carry(page, hand, "start.2.0", "r5a")
    page.locator(".prompt .reason").wait_for()
    assert wide.is_disabled()
    assert abs(at(page, "p0.2")[0] - home[0]) < 12
    carry(page, hand, "start.2.0", "r14b")
    confirm(page)
    assert "r14b" in house_waits(house, identity, 0).events[0].text


@pytest.mark.parametrize("way", WAYS)
def test_a_chain_of_hops_is_carried_to_its_end_or_hop_by_hop(person, situated, way):
    situated.begin_with(HOPS)
    page, hand = seated(person, way)
    identity = make_table(page, situated, options=HOPS["options"])
    page.locator(".prompt.yours").wait_for()
    still(page, "svg.board")
    wide = page.locator(".thumb .wide")
    carry(page, hand, "b3", "d7")
    expect(wide).to_contain_text("d7")
    for _ in range(3):
        arrow(page, "ui.back").click()
    carry(page, hand, "b3", "d3")
    expect(wide).to_contain_text("d3")
    carry(page, hand, "d3", (3, 3))
    expect(wide).to_contain_text("d3")
    carry(page, hand, "d3", "d7")
    expect(wide).to_contain_text("d7")
    confirm(page)
    assert "d7" in house_waits(situated, identity, 0).events[0].text


@pytest.mark.parametrize("way", WAYS)
def test_a_card_is_carried_over_the_board_and_back_to_its_hand(person, house, way):
    page, hand = seated(person, way)
    identity = make_table(page, house, game="boussanga", options={})
    table = my_turn(house, identity, 0)
    page.locator(".prompt.yours").wait_for()
    still(page, "svg.board")
    begun, overlay = len(table.events), page.locator(".board .overlay")
    take(page, hand, "hand.0.1", "d4")
    before = overlay.get_attribute("data-at")
    hand.to(*middle(page, "d5"))
    expect(page.locator(".board .overlay.legal")).to_have_count(1)
    after = overlay.get_attribute("data-at")
    assert (after[0], int(after[1:])) == (before[0], int(before[1:]) + 1), "the pattern goes with the hand"
    assert page.locator('.board [data-piece^="card"].tapped').count() == 1
    hand.to(*middle(page, "hand.0.1"))
    hand.up()
    expect(overlay).to_have_count(0)
    assert page.locator(".board .tapped").count() == 0, "back in the hand it is chosen no more"
    carry(page, hand, "hand.0.1", "d4")
    page.locator(".board .overlay.chosen").wait_for()
    assert len(house.table(identity).events) == begun
    carry(page, hand, "hand.0.0", "d5")
    page.locator(".board .overlay.chosen").wait_for()
    confirm(page)
    assert house_waits(house, identity, begun).events[begun].seat == 0


CARRIED = (
    "an ostrich runs", "an ostrich leaves its nest", "over the line", "an ostrich is bewitched", "a leap off a crocodile",
    "a frenzy with a joker", "the lion prowls",
)  # fmt: skip


@pytest.mark.parametrize("name", CARRIED)
def test_whatever_goes_somewhere_at_banjooli_cross_is_carried(hand, situated, name):
    table, code = ready(name)
    identity = situated.at_hand(hand, table)
    finger = Finger(hand)
    still(hand, "svg.board")
    spots = [spot_of(table, 0, click) for click in clicks_of(table, 0, code) if "jokers" not in click]
    for spot, end in pairwise(spots):
        carry(hand, finger, spot, end)
    if hand.locator(".thumb .wide").is_disabled():
        chip(hand, table, 0, code).tap()
    confirm(hand)
    assert house_waits(situated, identity, 0).events[0].code == code


def test_a_finger_that_rests_on_a_pawn_looks_and_carries_nothing(person, house):
    page, finger = seated(person, TOUCH)
    identity = make_table(page, house, game="bantu", options={})
    my_turn(house, identity, 0)
    page.locator(".prompt.yours").wait_for()
    still(page, "svg.board")
    home = at(page, "p0.2")
    finger.down(*middle(page, "start.2.0"))
    page.locator(".loupe").wait_for()
    finger.to(*middle(page, "r14b"))
    page.wait_for_timeout(100)
    assert at(page, "p0.2") == home
    assert page.locator(".board .tapped").count() == 0
    finger.to(*middle(page, "start.2.0"))
    finger.up()
    page.locator(".board .tapped").first.wait_for(state="attached")


@pytest.mark.parametrize("game", ["bantu", deep("billabong"), "boussanga"])
def test_a_first_game_is_played_by_carrying(person, house, game):
    page, mouse = seated(person, DESK)
    learn(page, house, game)
    carried = []

    def by_carrying(page: Any, kind: str, what: str) -> None:
        if kind != "spot" or page.locator(".board .tapped").count() or carried[-1:] == [what]:
            by_mouse(page, kind, what)
            return
        still(page, "svg.board")
        x, y = middle(page, what)
        mouse.down(x, y)
        mouse.to(x, y - 20)
        page.wait_for_timeout(100)
        kind, end = page.evaluate(NEXT)
        if kind == "spot" and end != what:
            mouse.to(*middle(page, end))
        carried.append(what)
        mouse.up()

    go_on(page, by_carrying)
    ends_at_a_table(page, game)
    assert carried
