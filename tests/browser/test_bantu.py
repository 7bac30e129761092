"""Bantu in the browser: a whole short game by clicks and by keys; what is said and shown on the way."""

from __future__ import annotations

import re
from itertools import cycle

import pytest
from playwright.sync_api import expect

from browser.boxes import still
from browser.conftest import PHONE
from browser.hands import (
    arrow,
    button,
    house_waits,
    make_table,
    my_turn,
    play_turn,
    tap,
    touch,
    wait_for_moves,
    words,
)
from browser.house import spot_of
from browser.keys import play_turn_by_keys
from ludotheque import Table, verify
from ludotheque.core.components import write_toml
from ludotheque.core.record import loads
from ludotheque.table import views
from tests.bantu.boards import small, track
from tests.depth import deep

pytestmark = pytest.mark.browser

SHORT = {"game": "bantu", "options": {"short": True}}
SMALL = {"width": 360, "height": 640}
IN_TURN, KEYS = (play_turn, play_turn_by_keys), (play_turn_by_keys,)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("ways", "components"),
    [
        pytest.param(IN_TURN, write_toml(small()), id="small"),
        deep(IN_TURN, None, called="printed"),
        deep(KEYS, None, called="printed-keys"),
    ],
)
def test_a_whole_short_game_by_clicks_and_by_keys_in_turn(person, house, ways, components):
    page = person()
    identity = make_table(page, house, **SHORT, components=components)
    for turns, way in enumerate(cycle(ways)):
        assert turns < 200
        if not way(page, house, identity, 0):
            break
    button(page, "ui.rematch").wait_for()
    lines = loads(house.get(f"/api/tables/{identity}/record"))
    assert verify(lines).over
    assert lines[-1]["end"] == "all_home"
    assert turns == sum(line.get("seat") == 0 for line in lines)


def test_a_finger_learns_a_pawns_reach_effect_and_limits(person, house):
    """On the smallest phone, where the spaces of a start square are narrower than 24 px: what a finger may touch is not."""
    page = person(SMALL, has_touch=True)
    identity = make_table(page, house, **SHORT)
    spot = page.locator('[data-spot="start.3.0"] .hit')
    spot.wait_for(state="attached")
    still(page, "svg.board")
    box = spot.bounding_box()
    reach = 12
    assert box["width"] < 2 * reach
    page.touchscreen.tap(box["x"] + box["width"] / 2 + reach, box["y"] + box["height"] / 2)
    page.locator('[data-spot="r7b"].can').wait_for(state="attached")
    say = page.locator(".prompt .say")
    assert "ligne de départ" in say.inner_text()
    touch(page, "r7b")
    expect(page.locator(".thumb .wide")).to_have_text("Faire entrer le 3\u00a0: palier 7, cercle 2")
    page.locator(".thumb .wide").tap()
    page.locator('[data-piece="p0.3"] .shield').wait_for(state="attached")
    house_waits(house, identity, 1)
    table = my_turn(house, identity, 0)
    wait_for_moves(page, 2)
    expect(page.locator(".prompt .once")).to_have_text(words("bantu.badge.shield.meaning"))
    touch(page, "r7b")
    steps = 3 + sum(
        number + 1
        for seat, number in ((1, n) for n in range(3))
        if 28 <= int(table.state[0].at[1, number]) < 32
    )
    expect(say).to_contain_text(f"{steps} cercles")
    touch(page, "r27a")
    page.locator(".prompt .reason").wait_for()
    assert "trop loin" in say.inner_text()
    page.locator(".prompt .reason a").first.wait_for()


@pytest.mark.deep
@pytest.mark.parametrize("play", [play_turn, deep(play_turn_by_keys, called="keys")])
def test_a_player_who_cannot_move_passes_with_a_button(person, situated, play):
    table = track("1:r26a 2:finish 3:finish 4:finish", "3:r27a 4:r27b")
    situated.begin_with(table.position())
    page = person()
    identity = make_table(page, situated, **SHORT | {"options": {}})
    assert play(page, situated, identity, 0)
    assert situated.table(identity).events[0].text == "pass"


def capture(table: Table) -> tuple[str, str, int] | None:
    """The clicks of a capture that seat 0 could make, and how many ranks it costs the other."""
    choices = views.choices(table.journal, 0)
    for root in (choices.nodes[index] for index in choices.roots):
        for end in (choices.nodes[index] for index in root.next):
            if "capture" in choices.keys[end.key]:
                return root.click, end.click, int(end.extra["n"])
    return None


def test_a_move_previews_its_path_and_the_cost_of_a_capture(person, situated):
    situated.begin_with(track("3:r9a", "3:r12a").position())
    page = person()
    identity = make_table(page, situated, **SHORT | {"options": {}})
    page.locator(".prompt.yours").wait_for()
    table = situated.table(identity)
    pawn, end, lost = capture(table)
    choices = views.choices(table.journal, 0)
    root = next(choices.nodes[index] for index in choices.roots if choices.nodes[index].click == pawn)
    far = max(
        (node for node in (choices.nodes[index] for index in root.next) if node.click != end),
        key=lambda node: len(node.path),
    )
    tap(page, spot_of(table, 0, pawn))
    page.locator(f'[data-spot="{far.click}"]').hover()
    assert len(page.locator("polyline.trail.ahead").get_attribute("points").split()) == len(far.path) + 2
    confirm = page.locator(".thumb .wide")
    assert confirm.is_disabled()
    expect(confirm).to_contain_text(f"palier {far.extra['rank']}, cercle {far.extra['lane']}")
    tap(page, far.click)
    drawn = page.locator("polyline.trail:not(.under)").get_attribute("points")
    assert len(drawn.split()) == len(far.path) + 2
    page.locator(".thumb .round").click()
    tap(page, end)
    expect(confirm).to_have_text(re.compile(f"^\\s*Prendre le .*il perd {lost} palier"))
    confirm.click()
    assert house_waits(situated, identity, 0).events[0].text.endswith(end)


@pytest.mark.deep
@pytest.mark.parametrize("locale", ["fr", "en"])
def test_a_shield_is_explained_at_first_sight_and_in_the_key(person, house, locale):
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
    arrow(page, language=locale).tap()
    told.wait_for(state="detached")
    assert play_turn(page, house, identity, 0, touch)
    assert told.count() == 0
