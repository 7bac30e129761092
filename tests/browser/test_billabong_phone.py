"""Billabong on a phone: the board has the whole width, what is still to be placed lies beside it, and marks say how a cell is reached."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.hands import is_apart, make_table, play_turn, touch, words
from browser.test_phones import still

pytestmark = pytest.mark.browser

SIZES = [{"width": 844, "height": 390}, {"width": 390, "height": 844}, {"width": 360, "height": 640}]
LYING = """() => {
  const board = document.querySelector('svg.board');
  const view = board.viewBox.baseVal;
  const matrix = board.getScreenCTM();
  const box = board.getBoundingClientRect();
  return { wide: view.width * matrix.a, high: view.height * matrix.a, room: [box.width, box.height].map((each) => Number(each.toFixed(1))), cell: 100 * matrix.a };
}"""
"""How large the board is drawn, with what lies beside it, and how large the room is that it has, px (the room to a tenth: layout snaps to 1/64)."""


@pytest.mark.deep
def test_the_board_is_as_large_as_the_phone_allows_and_a_key_tells_its_marks(person: Any, house: Any) -> None:
    page = person(SIZES[0], has_touch=True, is_mobile=True)
    identity = make_table(page, house)
    page.locator(".board .tray").wait_for(state="attached")
    before = []
    for viewport in SIZES:
        page.set_viewport_size(viewport)
        still(page, "svg.board")
        lying = page.evaluate(LYING)
        before.append(lying)
        if viewport["height"] > viewport["width"]:
            assert lying["wide"] == pytest.approx(viewport["width"], abs=1)
            assert lying["cell"] >= 21
        else:
            assert lying["high"] == pytest.approx(viewport["height"], abs=10)
            assert lying["room"][0] == pytest.approx(lying["wide"], abs=10), "no empty edge beside the board"
        tray = page.locator(".board .tray rect").bounding_box()
        for cell in ("a1", "p1", "a14", "p14", "h8"):
            assert is_apart(tray, page.locator(f'[data-spot="{cell}"]').bounding_box()), "no cell is covered"
        assert min(tray["width"], tray["height"]) >= 44 - 0.5
    assert page.locator(".board [data-piece^=k0]").count() == 5
    for _ in range(5):
        assert play_turn(page, house, identity, 0, touch)
    page.locator(".board .tray").wait_for(state="detached")
    for viewport, lying in zip(SIZES, before, strict=True):
        page.set_viewport_size(viewport)
        still(page, "svg.board")
        assert page.evaluate(LYING) == lying
    table = house.table(identity)
    scene: Any = table.scene({0})
    choices = scene.choices[0]
    leaps = [
        node
        for node in (choices.nodes[root] for root in choices.roots)
        if any(choices.nodes[after].leaves_marker for after in node.next)
        and any(not choices.nodes[after].leaves_marker for after in node.next)
    ]
    assert leaps, "somebody stands beside another"
    place = next(piece.place for piece in scene.pieces if piece.id == leaps[0].click)
    touch(page, place)
    key = page.locator(".sentence .means")
    expect(key.nth(0)).to_have_text(words("billabong.legend.slide"))
    expect(key.nth(1)).to_have_text(words("billabong.legend.hop"))
    for kind, hops in (("step", False), ("leap", True)):
        reached = {
            choices.nodes[after].click
            for after in leaps[0].next
            if choices.nodes[after].leaves_marker == hops
        }
        expect(page.locator(f'.marks [data-landing="{kind}"]')).to_have_count(len(reached))
    for viewport in SIZES:
        page.set_viewport_size(viewport)
        for box in key.all():
            found = box.bounding_box()
            assert found["x"] >= 0
            assert found["x"] + found["width"] <= viewport["width"]
