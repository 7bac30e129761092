"""Whole games of a person against a bot: by clicks and by keys."""

from __future__ import annotations

from itertools import cycle

import pytest

from browser.hands import SMALL, button, duel, make_table, my_turn, open_table, play_turn, small_table
from browser.keys import play_turn_by_keys
from ludotheque import verify
from ludotheque.core.record import loads

pytestmark = pytest.mark.browser


def play(page, house, identity, *ways) -> int:
    """Play to the end, one turn in each of these ways after another; how many turns it took."""
    for turns, way in enumerate(cycle(ways)):
        assert turns < 200
        if not way(page, house, identity, 0):
            return turns
    raise AssertionError("no way to play")


def check_end(page, house, identity, turns) -> None:
    """The game is over as it should be, and another one can be played."""
    button(page, "ui.rematch").wait_for()
    lines = loads(house.get(f"/api/tables/{identity}/record"))
    assert verify(lines).over
    assert verify(lines).seed_known
    assert lines[-1]["end"] == "all_home"
    assert turns == sum(line.get("seat") == 0 for line in lines)
    button(page, "ui.rematch").click()
    page.wait_for_url(lambda url: identity not in url)
    assert my_turn(house, page.url.rsplit("/", 1)[1].partition("#")[0], 0) is not None


def test_a_whole_game_by_clicks_and_by_keys_in_turn(person, house):
    page = person()
    assert SMALL.count("kangaroos = 3") == 1
    identity = make_table(page, house, components=SMALL.replace("kangaroos = 3", "kangaroos = 1"))
    turns = play(page, house, identity, play_turn, play_turn_by_keys)
    assert turns > 8
    check_end(page, house, identity, turns)


@pytest.mark.deep
def test_a_whole_duel_by_clicks_from_the_shelf_on(person, house):
    page = person()
    identity = open_table(page, house, "Ada", duel)
    check_end(page, house, identity, play(page, house, identity, play_turn))


@pytest.mark.deep
def test_a_whole_game_by_keys_alone(person, house):
    page = person()
    identity = small_table(page, house)
    check_end(page, house, identity, play(page, house, identity, play_turn_by_keys))
