"""Playing with nothing but a keyboard."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from browser.hands import WAIT, chip, house_waits, labelled, my_turn, wait_for_moves
from browser.house import House, best, spot_of
from ludotheque.table import views

FOCUSED = "() => document.activeElement?.getAttribute('data-spot') ?? ''"
WHERE = """id => { const box = document.querySelector(`[data-spot="${CSS.escape(id)}"]`).getBoundingClientRect();
return [box.x + box.width / 2, box.y + box.height / 2]; }"""


def reach_board(page: Any) -> None:
    """Tab until a place of the board has the focus."""
    for _ in range(60):
        if page.evaluate(FOCUSED):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab never reaches the board")


def walk_to(page: Any, spot: str) -> None:
    """Arrow keys from the focused place to another."""
    for _ in range(80):
        here = page.evaluate(FOCUSED)
        if here == spot:
            return
        (x, y), (to_x, to_y) = page.evaluate(WHERE, here), page.evaluate(WHERE, spot)
        across, down = to_x - x, to_y - y
        if abs(across) > abs(down):
            page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    raise AssertionError(f"the arrow keys never reach {spot}")


def play_turn_by_keys(page: Any, house: House, identity: str, seat: int) -> bool:
    """One good action by keys; False once the game is over."""
    table = my_turn(house, identity, seat)
    if table is None:
        return False
    code, clicks = best(table, seat)
    wait_for_moves(page, len(table.events))
    choices = views.choices(table.journal, seat)
    buttons = {each.id: each.label for each in choices.buttons}
    if clicks[0] not in buttons:
        reach_board(page)
    for click in (clicks[0], clicks[-1]) if len(clicks) > 1 else clicks:
        if click in buttons:
            button = labelled(page, buttons[click])
            expect(button).to_be_enabled()
            button.focus()
        else:
            walk_to(page, spot_of(table, seat, click))
        page.keyboard.press("Enter")
    if page.locator(".thumb .wide").is_disabled() and page.locator(".prompt .chip").count():
        chip(page, table, seat, code).focus()
        page.keyboard.press("Enter")
    if not buttons or page.locator(".thumb .wide").is_enabled():
        page.wait_for_function(
            "() => document.querySelector('.thumb .wide')?.disabled === false", timeout=WAIT * 1000
        )
        page.keyboard.press("c")
    played = house_waits(house, identity, len(table.events)).events[len(table.events)]
    assert (played.seat, played.code) == (seat, code)
    return True
