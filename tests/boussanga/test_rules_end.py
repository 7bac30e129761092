"""How a competitive game ends: what brings it about, who plays on, who has won."""

import pytest

from tests.boussanga.naive import deck
from tests.boussanga.tables import HANDS, board, competitive, draw, kept


def finish(table):
    """Everybody discards to the end; who still played."""
    seats = []
    while not table.is_over:
        if table.awaits_chance:
            draw(table)
            continue
        seats.append(table.actors[0])
        table.play("discard 1" if "discard 1" in table.legal_actions().texts() else "discard 2")
    return seats


@pytest.mark.rule("BOU-21", "BOU-22")
def test_fifteen_points_let_the_others_play_once_more():
    table = competitive(board(r4="TT......"), 3, stores=[{"F": 3, "A": 2, "E": 1}, {}, {}])
    table.play("1: c4T d4T e4E")
    assert table.position()["trigger"] == 0
    draw(table)
    assert table.position()["last_turns"] == 2
    assert finish(table) == [1, 2]
    assert table.outcome.ending == "last_turns"


@pytest.mark.rule("BOU-21")
def test_fourteen_points_do_not():
    table = competitive(board(r4="TT......"), 2, stores=[{"F": 3, "A": 2}, {}])
    table.play("1: c4T d4T e4E")
    assert table.position()["trigger"] is None


@pytest.mark.rule("BOU-21", "BOU-27")
def test_the_last_card_drawn_ends_it_and_hands_are_not_refilled():
    gone = [card for card in deck() if card not in [*HANDS[0], *HANDS[1], "..T/..T/.ET"]]
    table = competitive(discarded=gone)
    table.play("1: c4T d4T e4E")
    assert table.position()["trigger"] is None
    draw(table, "..T/..T/.ET")
    assert table.position()["trigger"] == 0
    table.play("discard 1")
    assert table.is_over, "nothing is left to draw for the last turn"


@pytest.mark.rule("BOU-21", "BOU-25")
def test_the_last_token_of_a_colour_does_even_if_three_come_back():
    rows = board(r8="TTT.T.TT", r7="E.EE.E..", r4="TT......")
    stores = [{"T": 3}, {"T": 3}]
    table = competitive(rows, stores=stores, reserve={"T": 2, "E": 12, "A": 16, "F": 16})
    table.play("1: c4T d4T e4E")
    assert table.position()["trigger"] == 0
    assert kept(table) == "TTTTT"
    assert table.position()["reserve"]["T"] == 2, "three came back, and one of them is the bonus"


@pytest.mark.rule("BOU-21")
def test_later_causes_change_nothing():
    table = competitive(board(r4="EE......"), 3, stores=[{}, {"F": 3, "A": 2, "E": 1}, {}], trigger=0, last_turns=2,
                        to_play=1)  # fmt: skip
    table.play("1: c4E d4E e4A")
    draw(table)
    assert table.position()["trigger"] == 0
    assert finish(table) == [2]


@pytest.mark.rule("BOU-22")
def test_in_teams_only_the_other_team_plays_on():
    hands = [*HANDS]
    table = competitive(board(r4="TT......"), 4, hands=hands, options={"mode": "teams"},
                        stores=[{"F": 3, "A": 2, "E": 1}, {}])  # fmt: skip
    table.play("1: c4T d4T e4E")
    draw(table)
    assert finish(table) == [1, 3]


@pytest.mark.rule("BOU-01", "BOU-23")
def test_the_most_points_win_even_against_whoever_ended_it():
    table = competitive(board(r4="EE......"), 2, stores=[{"F": 3, "A": 3}, {"F": 3, "A": 3}], trigger=0, last_turns=1,
                        to_play=1)  # fmt: skip
    table.play("1: c4E d4E e4A")
    draw(table)
    assert table.is_over
    assert table.outcome.returns == (0.0, 1.0)
    assert table.outcome.ranking == (2, 1)


@pytest.mark.rule("BOU-23")
def test_points_count_not_tokens():
    table = competitive(None, 3, stores=[{"T": 5, "E": 3, "bonus": "T"}, {"F": 3}, {"F": 3, "A": 3}], trigger=2, last_turns=1,
                        to_play=1)  # fmt: skip
    finish(table)
    assert table.outcome.returns == (0.0, 0.0, 1.0)
    assert table.outcome.ranking == (3, 2, 1)


@pytest.mark.rule("BOU-24")
def test_a_tie_is_shared():
    table = competitive(None, 3, stores=[{"F": 3}, {"A": 3, "T": 3}, {}], trigger=2, last_turns=1, to_play=1)
    finish(table)
    assert table.outcome.returns == (0.5, 0.5, 0.0)
    assert table.outcome.ranking == (1, 1, 3)


@pytest.mark.rule("BOU-23")
def test_a_team_wins_together():
    table = competitive(
        None, 4, options={"mode": "teams"}, stores=[{}, {"F": 1}], trigger=0, last_turns=1, to_play=3
    )
    finish(table)
    assert table.outcome.returns == (0.0, 0.5, 0.0, 0.5)
    assert table.outcome.ranking == (3, 1, 3, 1)


@pytest.mark.rule("BOU-22")
def test_when_it_is_over_nothing_is_possible():
    table = competitive(None, 2, trigger=1, last_turns=1)
    table.play("discard 1")
    draw(table)
    assert table.is_over
    assert len(table.legal_actions(0)) == 0
    assert table.why_not(5, 0).key == "game_over"
    assert table.why_not("1: c4T d4T e4E", 0).key.endswith("game_over")
