"""Whole games of a person against a bot: by clicks only, and by keys only."""

from __future__ import annotations

import pytest

from browser.hands import button, duel, my_turn, open_table, play_turn, small_table
from browser.keys import play_turn_by_keys
from ludotheque import verify
from ludotheque.core.record import loads

pytestmark = pytest.mark.browser


def test_a_person_plays_a_bot_to_the_end_by_clicks(person, house):
    page = person()
    identity = open_table(page, house, "Ada", duel)
    turns = 0
    while play_turn(page, house, identity, 0):
        turns += 1
        assert turns < 200
    button(page, "ui.rematch").wait_for()
    lines = loads(house.get(f"/api/tables/{identity}/record"))
    assert verify(lines).over
    assert verify(lines).seed_known
    assert lines[-1]["end"] == "all_home"
    assert turns == sum(line.get("seat") == 0 for line in lines)
    button(page, "ui.rematch").click()
    page.wait_for_url(lambda url: identity not in url)
    assert my_turn(house, page.url.rsplit("/", 1)[1].partition("#")[0], 0) is not None


def test_a_person_plays_a_bot_to_the_end_by_keys_alone(person, house):
    page = person()
    identity = small_table(page, house)
    turns = 0
    while play_turn_by_keys(page, house, identity, 0):
        turns += 1
        assert turns < 200
    button(page, "ui.rematch").wait_for()
    assert house.table(identity).is_over
    assert turns > 10
