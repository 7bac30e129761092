"""The cooperative game: finding, collecting, putting back, passing, the end and its grades."""

import pytest

from ludotheque.table import Table
from tests.boussanga.naive import deck
from tests.boussanga.tables import CARDS, board, common, draw, kept, texts, why

SOUTH = ["TTE.....", "........", "TE.TE.TE", "E.T.E..T"]


@pytest.mark.rule("BOU-36", "BOU-37")
def test_a_card_is_found_where_all_of_it_is_on_the_board():
    table = common(SOUTH)
    assert "1: a4T b4T c4E" in texts(table)
    assert why(table, "1: b4T c4T d4E") == "not_on_board"
    assert why(table, "1: d4T e4T f4E") == "not_on_board"
    assert not texts(table, "discard"), "with a card on the board nobody passes"


@pytest.mark.rule("BOU-38")
def test_a_card_is_found_turned_but_not_flipped():
    south = ["...T....", "...T....", "...TE.E.", "T....E.E"]
    table = common(south, hand=["T../T../TE.", "..T/..T/.ET", ".../TET/...", ".../TTE/..."])
    assert "1: d2T d3T d4T e2E" in texts(table)
    assert not texts(table, "2:")
    assert why(table, "2: d2T d3T d4T e2E") == "flipped"
    diagonal = common(["T.......", ".T......", "..E.....", "T..EE.TE"], hand=CARDS)
    assert "1: a4T b3T c2E" in texts(diagonal)


@pytest.mark.rule("BOU-39", "BOU-40", "BOU-41")
def test_tokens_are_collected_and_the_card_is_replaced():
    table = common(SOUTH)
    table.play("1: a4T b4T c4E")
    position = table.position()
    assert position["board"][4] == "........"
    assert position["zone"] == {"T": 2, "E": 1, "A": 0, "F": 0}
    assert position["discarded"] == [".../TTE/..."]
    assert table.awaits_chance
    draw(table, "..T/..T/.ET")
    assert table.position()["hands"] == [["..T/..T/.ET", *CARDS[1:]]]


@pytest.mark.rule("BOU-42", "BOU-43", "BOU-44", "BOU-49")
def test_from_four_on_three_go_back_and_the_rest_scores():
    table = common(SOUTH, zone={"T": 3}, seats=2)
    table.play("1: a4T b4T c4E")
    assert table.position()["due"] == {"T": 3}
    draw(table)
    position = table.position()
    assert position["phase"] == "put-back"
    assert table.actors == (0,)
    assert why(table, "discard 1") == "put_back_first"
    assert why(table, "1: d1T e1T f1E") == "put_back_first"
    assert why(table, "E>h4") == "other_colour_first"
    assert why(table, "T>a2") == "cell_taken"
    assert why(table, "T>a4") == ""
    for cell in ("a4", "b4", "h4"):
        assert table.position()["stores"][0]["T"] == 0
        table.play(f"T>{cell}")
    position = table.position()
    assert position["board"][4] == "TT.....T"
    assert kept(table) == "TT", "five in the zone: three back, two kept, and no bonus"
    assert position["zone"]["T"] == 0
    assert table.actors == (1,)


@pytest.mark.rule("BOU-42")
def test_a_token_may_return_to_the_first_cell_of_all():
    table = common(SOUTH, zone={"T": 3})
    table.play("1: a4T b4T c4E")
    draw(table)
    assert why(table, "T>a8") == "cell_taken"
    on_board = table.journal.s["on_board"]
    for colour in range(4):
        on_board[colour] = int(on_board[colour]) & ~1
    assert why(table, "T>a8") == ""
    assert "T>a8" in texts(table)


@pytest.mark.rule("BOU-42")
def test_with_three_nothing_is_put_back():
    table = common(SOUTH, zone={"T": 1})
    table.play("1: a4T b4T c4E")
    draw(table)
    assert table.position()["phase"] == "play"
    assert table.position()["zone"] == {"T": 3, "E": 1, "A": 0, "F": 0}


@pytest.mark.rule("BOU-44")
def test_colours_return_earth_first_and_score_once_back():
    table = common(SOUTH, zone={"T": 3, "E": 3})
    table.play("1: a4T b4T c4E")
    draw(table)
    assert table.position()["due"] == {"T": 3, "E": 3}
    assert {text[0] for text in texts(table)} == {"T"}
    for cell in ("a4", "b4", "c4"):
        table.play(f"T>{cell}")
    assert kept(table) == "TT"
    assert {text[0] for text in texts(table)} == {"E"}
    for cell in ("d4", "e4", "f4"):
        table.play(f"E>{cell}")
    assert kept(table) == "TTE"


@pytest.mark.rule("BOU-49")
def test_there_is_no_bonus_together():
    table = common(SOUTH, zone={"T": 3}, stores=[{"T": 3}])
    table.play("1: a4T b4T c4E")
    draw(table)
    for cell in ("a4", "b4", "c4"):
        table.play(f"T>{cell}")
    assert kept(table) == "TTTTT"


@pytest.mark.rule("BOU-45", "BOU-46", "BOU-47")
def test_only_without_any_card_on_the_board_one_passes():
    south = ["........", "T......T", "........", "E..E..EE"]
    table = common(south, zone={"T": 2, "A": 1})
    assert texts(table) == {f"discard {card} {letter}" for card in range(1, 5) for letter in "TA"}
    assert why(table, "discard 1") == "name_a_colour"
    assert why(table, "discard 1 E") == "not_collected"
    assert why(common(SOUTH), "discard 1") == "pass_not_allowed"
    table.play("discard 2 T")
    draw(table)
    assert table.position().get("due") == {"T": 2}
    table.play("T>b1")
    table.play("T>h4")
    position = table.position()
    assert position["zone"] == {"T": 0, "E": 0, "A": 1, "F": 0}
    assert kept(table) == "", "what goes back by passing scores nothing"
    assert position["discarded"] == [".../TET/..."]


@pytest.mark.rule("BOU-47")
def test_with_an_empty_zone_passing_puts_nothing_back():
    table = common(["T......T", "........", "T......T", "E..E..EE"])
    assert texts(table) == {f"discard {card}" for card in range(1, 5)}
    table.play("discard 1")
    draw(table)
    assert table.position()["phase"] == "play"


@pytest.mark.rule("BOU-50", "BOU-44", "BOU-48")
def test_at_fifteen_points_the_game_stops_at_once():
    table = common(SOUTH, zone={"T": 3, "E": 3}, stores=[{"F": 3, "A": 2, "E": 1}])
    table.play("1: a4T b4T c4E")
    draw(table)
    for cell in ("a4", "b4", "c4"):
        assert not table.is_over
        table.play(f"T>{cell}")
    assert table.is_over, "16 points, though water is still to be put back"
    assert table.position()["due"] == {"E": 3}
    assert table.outcome.ending == "points"


def played_with(cards, **more):
    """A game that has just reached its points with so many cards in the discard zone."""
    gone = [card for card in deck() if card not in CARDS][: cards - 1]
    table = common(SOUTH, zone={"T": 3}, stores=[{"F": 3, "A": 2, "E": 1}], discarded=gone, **more)
    table.play("1: a4T b4T c4E")
    draw(table)
    for cell in ("a4", "b4", "c4"):
        table.play(f"T>{cell}")
    assert table.is_over
    return table


@pytest.mark.rule("BOU-30", "BOU-51", "BOU-52")
@pytest.mark.parametrize(
    ("cards", "value", "said"),
    [
        (13, 0.0, "lost"),
        (12, 0.8, "won"),
        (11, 0.8, "won"),
        (10, 0.9, "scholar"),
        (9, 0.9, "scholar"),
        (8, 1.0, "master"),
        (3, 1.0, "master"),
    ],
)
def test_the_cards_in_the_discard_zone_tell_how_well_it_went(cards, value, said):
    table = played_with(cards, seats=2)
    assert table.outcome.returns == pytest.approx((value, value))
    assert table.outcome.ranking == (1, 1)
    assert table.scene({0}).prompt.key == f"boussanga.prompt.over.{said}"
    assert table.scene({0}).prompt.args["n"] == cards


@pytest.mark.rule("BOU-53")
def test_without_a_card_the_game_ends_unwon():
    hand = [None, None, None, ".../TTE/..."]
    gone = [card for card in deck() if card != ".../TTE/..."]
    table = common(SOUTH, hand=hand, discarded=gone)
    table.play("4: a4T b4T c4E")
    assert table.is_over
    assert table.outcome.ending == "no_cards"
    assert table.outcome.returns == (0.0,)


@pytest.mark.rule("BOU-53")
@pytest.mark.parametrize("stop", [True, False])
def test_the_thirteenth_card_ends_it_only_where_that_was_agreed(stop):
    gone = [card for card in deck() if card not in CARDS][:12]
    table = common(SOUTH, discarded=gone, options={"stop_at_13": stop})
    table.play("1: a4T b4T c4E")
    draw(table)
    assert table.is_over == stop
    assert not stop or table.outcome.ending == "thirteenth"


@pytest.mark.rule("BOU-35")
def test_the_next_player_plays_after_everything_is_put_back():
    table = common(SOUTH, zone={"T": 3}, seats=3, to_play=2)
    table.play("1: a4T b4T c4E")
    draw(table)
    for cell in ("a4", "b4", "c4"):
        assert table.actors == (2,)
        table.play(f"T>{cell}")
    assert table.actors == (0,)


def test_a_full_board_is_all_there_is():
    table = Table("boussanga", 1, seed=4)
    assert "." not in "".join(table.position()["board"])
    assert board() == ["........"] * 8
