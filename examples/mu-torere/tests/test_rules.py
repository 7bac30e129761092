"""Each row of the rulebook, shown on a small situation."""

import pytest
from ludotheque import BadComponents, BadPosition, Illegal, Table
from ludotheque.table import views

from mu_torere import GAME

SMALL = 3


def table(pieces=4, turns=100):
    """A table with a box of one's own, on which seat 0 begins."""
    box = {"board": {"pieces": pieces}, "limit": {"turns": turns}}
    return Table(GAME, 2, components=box, first=0, seed=1)


def standing(first, second, **more):
    """A table on which the pieces of the two seats stand on these points, 0 for the middle."""
    at = [[*first, -1, -1], [*second, -1, -1]]
    return Table.from_position({"game": GAME.name, "seats": 2, "at": at, **more})


@pytest.mark.rule("MUT-01")
def test_each_point_is_joined_to_two_neighbours_and_the_middle():
    joined = table().box[0].joined
    assert joined.sum(axis=1).tolist() == [8] + [3] * 8 + [0] * 4
    assert joined[8].nonzero()[0].tolist() == [0, 1, 7]
    assert table(SMALL).box[0].joined.sum(axis=1).tolist() == [6] + [3] * 6 + [0] * 6


@pytest.mark.rule("MUT-02")
def test_four_pieces_each_follow_one_another():
    assert table().state[0].at.tolist() == [[1, 2, 3, 4, -1, -1], [5, 6, 7, 8, -1, -1]]
    assert table(SMALL).state[0].at[1].tolist() == [4, 5, 6, -1, -1, -1]


@pytest.mark.rule("MUT-04")
def test_a_piece_goes_along_a_line_to_the_empty_point():
    game = standing([0, 1, 2, 3], [5, 6, 7, 8])
    assert game.legal_actions().texts() == ["middle-4", "3-4"]
    game.play("3-4")
    assert game.state[0].at[0].tolist()[:4] == [0, 1, 2, 4]
    game = standing([0, 1, 2, 3], [5, 6, 7, 8])
    for text, key in (
        ("2-4", "no_line"),
        ("3-2", "occupied"),
        ("5-4", "not_yours"),
        ("12-4", "no_such_action"),
    ):
        assert game.why_not(text).key == key
    assert game.why_not("2-4").rules == ("MUT-01", "MUT-04")


@pytest.mark.rule("MUT-05")
def test_only_from_beside_an_opposing_piece_to_the_middle():
    game = table()
    assert game.legal_actions().texts() == ["1-middle", "4-middle"]
    refusal = game.why_not("2-middle")
    assert (refusal.key, refusal.rules) == ("not_beside", ("MUT-05",))


@pytest.mark.rule("MUT-06")
def test_then_it_is_the_others_turn():
    game = table()
    game.play("4-middle")
    assert game.actors == (1,)
    with pytest.raises(Illegal):
        game.play("3-4", seat=0)


@pytest.mark.rule("MUT-07")
@pytest.mark.parametrize("turns", [20, 99])
def test_who_cannot_move_has_lost_even_on_the_last_turn(turns):
    game = standing([0, 8, 1, 5], [3, 4, 6, 7], turns=turns)
    assert game.legal_actions().texts() == ["middle-2", "1-2"]
    game.play("1-2")
    assert game.is_over
    assert game.outcome.winners == (0,)
    assert game.why_not("3-1", seat=1).key == "game_over"


@pytest.mark.rule("MUT-08")
def test_at_the_limit_the_game_is_shared():
    game = table(turns=1)
    game.play("4-middle")
    assert game.is_over
    assert game.outcome.winners == (0, 1)
    assert game.why_not("5-4", seat=1).key == "game_over"


def test_wrong_clicks_are_answered_with_the_reason():
    game = table()
    assert game.text(views.clicked(game.journal, 0, ["piece.0.3", "middle"])[0]) == "4-middle"
    assert game.why_not(views.clicked(game.journal, 0, ["piece.0.1"])[0]).key == "not_beside"
    assert game.why_not(views.clicked(game.journal, 0, ["piece.1.0", "middle"])[0]).key == "not_yours"


def test_a_box_or_a_position_that_cannot_be_names_its_field():
    with pytest.raises(BadComponents, match=r"board\.pieces"):
        table(pieces=7)
    with pytest.raises(BadPosition, match="two pieces on one point"):
        standing([1, 2, 3, 4], [4, 5, 6, 7])
