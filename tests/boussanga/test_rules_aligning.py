"""Alignments: which tokens leave, how many are kept, values, the bonus."""

import pytest

from tests.boussanga.tables import board, competitive, draw, kept


@pytest.mark.rule("BOU-15", "BOU-16")
@pytest.mark.parametrize(
    ("rows", "text", "left"),
    [
        (board(r4="TT......"), "1: c4T d4T e4E", board(r4="....E...")),
        (board(r1="..T.....", r2="..T....."), "1: c3T c4T c5E", None),
        (board(r8="T.......", r7=".T......"), "1: c6T d5T e4E", board(r4="....E...")),
        (board(r1="T.......", r2=".T......"), "1: c3T d4T e5E", board(r5="....E...")),
    ],
)
def test_four_in_a_row_are_taken_three_return_and_one_is_kept(rows, text, left):
    table = competitive(rows)
    table.play(text)
    position = table.position()
    assert "T" not in "".join(position["board"])
    assert left is None or position["board"] == left
    assert kept(table) == "T"
    assert position["reserve"] == {"T": 15, "E": 15, "A": 16, "F": 16}


@pytest.mark.rule("BOU-15")
def test_three_or_four_with_a_gap_or_round_an_edge_do_not_align():
    table = competitive(board(r4="T.......", r5="......TT"))
    table.play("1: b4T c4T d4E")
    assert kept(table) == ""
    assert table.position()["board"][4] == "TTTE...."
    gap = competitive(board(r4="TT..T..."))
    gap.play("1: d4T d3T d2E")
    assert kept(gap) == ""


@pytest.mark.rule("BOU-15", "BOU-25")
def test_alignments_are_looked_at_after_the_whole_placement():
    table = competitive(board(r4=".TTT...."))
    table.play("1: e4T f4T g4E")
    assert kept(table) == "TT", "five in a line: two are kept, not one"
    assert table.position()["reserve"]["T"] == 14


@pytest.mark.rule("BOU-16")
@pytest.mark.parametrize(("row", "won"), [("T.....TT", 0), (".TT.....", 1), (".TTT....", 2)])
def test_a_line_of_n_keeps_n_minus_three(row, won):
    table = competitive(board(r4=row))
    table.play("1: d4T e4T f4E" if won < 2 else "1: e4T f4T g4E")
    assert kept(table) == "T" * won


@pytest.mark.rule("BOU-17")
def test_several_lines_at_once_all_score_and_are_cleared():
    rows = board(r4=".TTT....", r5="....T...", r6="....T...", r7="....T...")
    table = competitive(rows)
    table.play("1: e4T f4T g4E")
    assert kept(table) == "TTT", "five along the row, four along the file"
    assert "T" not in "".join(table.position()["board"])
    assert table.position()["reserve"]["T"] == 16 - 3


@pytest.mark.rule("BOU-17")
def test_lines_of_two_colours_at_once():
    rows = board(r4="TT......", r5="....E...", r6="....E...", r7="....E...")
    table = competitive(rows)
    table.play("1: c4T d4T e4E")
    assert kept(table) == "TE"
    assert "".join(table.position()["board"]).strip(".") == ""


@pytest.mark.rule("BOU-19")
@pytest.mark.parametrize(("store", "points"), [({"T": 3}, 3), ({"E": 2}, 2), ({"A": 3}, 6), ({"F": 3}, 9)])
def test_each_colour_has_its_value(store, points):
    table = competitive(stores=[store, {}])
    said = table.scene({0}).standings[0].lines[0].args
    assert said == {"n": points, "of": 15}


@pytest.mark.rule("BOU-20")
def test_at_four_of_a_colour_one_more_comes_once():
    table = competitive(board(r4="TT......"), stores=[{"T": 3}, {}])
    table.play("1: c4T d4T e4E")
    assert kept(table) == "TTTTT"
    assert table.position()["stores"][0]["bonus"] == "T"
    assert table.position()["reserve"]["T"] == 16 - 5
    again = competitive(board(r4="TT......"), stores=[{"T": 5, "bonus": "T"}, {}])
    again.play("1: c4T d4T e4E")
    assert kept(again) == "TTTTTT"
    fewer = competitive(board(r4="TT......"), stores=[{"T": 2}, {}])
    fewer.play("1: c4T d4T e4E")
    assert kept(fewer) == "TTT"


@pytest.mark.rule("BOU-20")
def test_passing_four_with_two_at_once_brings_the_bonus_too():
    table = competitive(board(r4=".TTT...."), stores=[{"T": 3}, {}])
    table.play("1: e4T f4T g4E")
    assert kept(table) == "TTTTTT"
    assert table.position()["stores"][0]["bonus"] == "T"


@pytest.mark.rule("BOU-18", "BOU-20")
def test_a_team_shares_its_store_and_its_bonus():
    hands = [["T../T../TE.", "A../A../AF.", ".../FTF/...", ".../.FT/.EF"],
             [".../EEA/...", ".../EAE/...", "E../E../EA.", ".../.EA/.FE"],
             [".../TTE/...", ".../TET/...", ".../TEA/...", ".../.TE/.AT"],
             [".../AAF/...", ".../AFA/...", ".../AFT/...", ".../.AF/.TA"]]  # fmt: skip
    table = competitive(board(r4="TT......"), 4, hands=hands, to_play=2, options={"mode": "teams"},
                        stores=[{"T": 3, "F": 2}, {}])  # fmt: skip
    table.play("1: c4T d4T e4E")
    draw(table)
    assert kept(table, 0) == "TTTTTFF"
    assert kept(table, 1) == ""
