"""Tests each row of the rulebook in a small situation."""

import pytest
from ludotheque import BadComponents, BadPosition, Illegal, Table
from ludotheque.table import views

from newgame import GAME

MIN_SEATS, MAX_SEATS = GAME.seats[0], GAME.seats[-1]


def table(seats=MIN_SEATS, pebbles=15, most=3, **options):
    """A table with its own box, on which seat 0 goes first."""
    box = {"row": {"pebbles": pebbles, "most": most}}
    return Table(GAME, seats, options, components=box, first=0, seed=1)


@pytest.mark.rule("NEWGAME-01")
def test_all_pebbles_are_laid_in_a_row():
    assert table().state[0].left == 15
    assert table(pebbles=7).state[0].left == 7


@pytest.mark.rule("NEWGAME-02")
def test_one_two_or_three_are_taken():
    game = table()
    assert game.legal_actions().texts() == ["take 1", "take 2", "take 3"]
    game.play("take 2")
    assert game.state[0].left == 13
    refusal = game.why_not("take 4")
    assert (refusal.key, refusal.rules) == ("too_many", ("NEWGAME-02",))


@pytest.mark.rule("NEWGAME-02")
def test_no_more_are_taken_than_are_there():
    game = table(pebbles=2)
    assert game.legal_actions().texts() == ["take 1", "take 2"]
    assert game.why_not("take 3").key == "not_there"


@pytest.mark.rule("NEWGAME-03")
def test_then_it_is_the_neighbours_turn():
    game = table(seats=MAX_SEATS)
    for seat in [*range(MAX_SEATS), 0]:
        assert game.actors == (seat,)
        game.play("take 1")
    with pytest.raises(Illegal):
        game.play("take 1", seat=0)


@pytest.mark.rule("NEWGAME-04", "NEWGAME-05")
def test_whoever_takes_the_last_pebble_wins():
    game = table(pebbles=4)
    game.play("take 1")
    assert game.outcome is None
    game.play("take 3")
    assert game.is_over
    assert game.outcome.winners == (1,)
    assert game.outcome.returns[1] == 1
    assert game.why_not("take 1").key == "game_over"


@pytest.mark.rule("NEWGAME-06")
def test_or_loses_and_all_the_others_win():
    game = table(seats=MAX_SEATS, pebbles=1, last="loses")
    game.play("take 1")
    assert game.outcome.winners == tuple(range(1, MAX_SEATS))
    assert sum(game.outcome.returns) == pytest.approx(1)


def test_clicking_a_pebble_takes_all_after_it():
    game = table()
    assert game.text(views.clicked(game.journal, 0, ["pebble.14"])[0]) == "take 2"
    assert game.why_not(views.clicked(game.journal, 0, ["pebble.1"])[0]).key == "too_many"


def test_a_box_or_a_position_that_cannot_be_names_its_field():
    with pytest.raises(BadComponents, match=r"row\.most"):
        table(most=9)
    position = {"game": GAME.name, "seats": MIN_SEATS, "left": 9, "taken": [6] + [0] * (MIN_SEATS - 1)}
    assert Table.from_position(position).state[0].left == 9
    with pytest.raises(BadPosition, match="16 pebbles"):
        Table.from_position(position | {"left": 10})
