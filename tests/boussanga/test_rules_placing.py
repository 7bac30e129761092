"""Laying a card against each other: positions, all or only the missing tokens, the reserve, discarding, drawing."""

import pytest

from ludotheque.core.catalogue import say
from ludotheque.table import Table
from tests.boussanga.tables import board, competitive, draw, texts, why


@pytest.mark.rule("BOU-07")
def test_only_a_card_of_the_own_hand_is_played():
    table = competitive()
    assert {text[0] for text in table.legal_actions().texts() if ":" in text} == set("1234")
    assert why(table, "1: c4T d4T e4E") == ""
    assert why(table, "1: c4E d4E e4A") == "not_this_card", "that is a card of the other player"
    assert why(table, "1: c4T d4T e4E", seat=1) == "not_your_turn"


@pytest.mark.rule("BOU-08", "BOU-26")
def test_a_card_is_shown_in_eight_positions_and_never_flipped():
    table = competitive()
    listed = texts(table, "3:")
    turned = {
        frozenset((word[-1], ord(word[0]) - ord("d"), int(word[1]) - 5) for word in text.split()[1:])
        for text in listed
    }
    assert len({_shape(tokens) for tokens in turned}) == 8
    for text in (
        "3: d6T d5T d4T e4E",
        "3: d6T e6E d5T d4T",
        "3: b4T c4T d4T d5E",
        "3: b6T c5T d4T e5E",
        "3: e6T d5T c4T d3E",
    ):
        assert why(table, text) == ("" if text in LYING else "flipped"), text
    assert why(table, "3: d6T d5T d4T c4E") == "flipped"
    assert why(table, "3: d6T d5T d4E e4T") == "not_this_card"


LYING = ("3: d6T d5T d4T e4E", "3: b4T c4T d4T d5E", "3: b6T c5T d4T e5E", "3: e6T d5T c4T d3E")
"""The L with its foot to the east, quarter and eighth turns of it; not the J."""


def _shape(tokens):
    west, south = min(x for _, x, _ in tokens), min(y for _, _, y in tokens)
    return frozenset((letter, x - west, y - south) for letter, x, y in tokens)


@pytest.mark.rule("BOU-09")
def test_on_the_diagonal_a_card_is_enlarged_within_the_board():
    table = competitive()
    assert why(table, "1: c5T d4T e3E") == ""
    assert why(table, "1: a1T b2T c3E") == ""
    assert why(table, "1: g7T h8T i9E") == "off_board"
    assert why(table, "1: h1T i1T j1E") == "off_board"
    assert why(table, "4: d5T e6E f5T e4A") == "", "the square on its tip, two cells wide"


@pytest.mark.rule("BOU-09")
def test_two_positions_that_show_the_same_are_one_action():
    table = competitive()
    listed = [text for text in table.legal_actions().texts() if text.startswith("2:")]
    assert len(listed) == len(set(listed)) == 2 * 48 + 2 * 36, "along rows, files and diagonals"


@pytest.mark.rule("BOU-10")
def test_all_tokens_or_only_the_missing_ones_are_placed():
    table = competitive(board(r4="..TT...."))
    table.play("1: c4T d4T e4E")
    assert table.position()["board"][4] == "..TTE..."
    assert table.position()["reserve"] == {"T": 14, "E": 15, "A": 16, "F": 16}
    table = competitive()
    table.play("1: c4T d4T e4E")
    assert table.position()["reserve"] == {"T": 14, "E": 15, "A": 16, "F": 16}


@pytest.mark.rule("BOU-10")
def test_each_cell_is_free_or_right_and_something_is_placed():
    table = competitive(board(r4="..TAE...", r5="..TTE..."))
    assert why(table, "1: c4T d4T e4E") == "wrong_colour"
    assert why(table, "1: c5T d5T e5E") == "nothing_to_place"
    assert why(table, "1: c6T d6T e6E") == ""


@pytest.mark.rule("BOU-11")
def test_a_colour_missing_in_reserve_forbids_its_cards():
    store = [{"T": 14, "bonus": "T"}, {}]
    table = competitive(board(r1="T......."), stores=store, trigger=1, last_turns=1, options={})
    assert table.position()["reserve"]["T"] == 1
    assert why(table, "1: c4T d4T e4E") == "reserve_short"
    refused = table.why_not("1: c4T d4T e4E")
    assert {name: value for name, value in refused.message.args.items() if name != "what"} == {
        "need": 2,
        "n": 1,
    }
    assert say(refused.message, "fr") == "Jetons terre\u00a0: il en faut 2, et la réserve n’en a que 1."
    assert why(table, "1: a1T b1T c1E") == ""
    assert all("a1T" in text for text in texts(table, "1:")), "the only earth on the board is needed"


@pytest.mark.rule("BOU-12", "BOU-13")
def test_a_played_card_is_replaced_and_the_next_player_plays():
    table = competitive()
    table.play("1: c4T d4T e4E")
    assert table.awaits_chance
    assert table.actors == ()
    assert why(table, "discard 2", seat=0) == "draw_first"
    codes, _ = table.journal.results(table.state)
    assert len(codes) == 48 - 8
    draw(table, "..T/..T/.ET")
    position = table.position()
    assert position["hands"][0] == ["..T/..T/.ET", ".../TET/...", "T../T../TE.", ".../.TE/.AT"]
    assert position["discarded"] == [".../TTE/..."]
    assert table.actors == (1,)


@pytest.mark.rule("BOU-14")
def test_passing_is_always_possible_by_discarding_one_card():
    table = competitive()
    assert texts(table, "discard") == {"discard 1", "discard 2", "discard 3", "discard 4"}
    assert why(table, "discard 2 T") == "no_colour_to_name"
    table.play("discard 3")
    draw(table)
    position = table.position()
    assert position["discarded"] == ["T../T../TE."]
    assert len(position["hands"][0]) == 4
    assert table.actors == (1,)


@pytest.mark.rule("BOU-14", "BOU-27")
def test_from_an_empty_pile_nothing_is_drawn():
    from tests.boussanga.naive import deck
    from tests.boussanga.tables import HANDS

    gone = [card for card in deck() if card not in HANDS[0] and card not in HANDS[1]]
    table = competitive(discarded=gone, trigger=1, last_turns=1)
    table.play("discard 1")
    assert table.is_over
    assert table.position()["hands"][0] == [None, ".../TET/...", "T../T../TE.", ".../.TE/.AT"]


def test_a_place_without_a_card_has_no_action():
    from tests.boussanga.naive import deck
    from tests.boussanga.tables import HANDS

    gone = [card for card in deck() if card not in HANDS[0] + HANDS[1]]
    hands = [[None, *HANDS[0][1:]], HANDS[1]]
    table = competitive(hands=hands, discarded=[*gone, HANDS[0][0]], trigger=1, last_turns=1)
    assert why(table, "discard 1") == "no_such_card"
    assert why(table, 0) == "no_such_card"
    assert why(table, "1: c4T d4T e4E") == "no_such_card"


def test_numbers_that_are_no_action_of_a_seat():
    table = competitive()
    assert why(table, Table("boussanga", 2, seed=1).game.num_actions(table.box[0]) - 1) == "no_such_action"
    assert why(table, "T>h5") == "nothing_to_put_back"
    turned_round = 1 * 512 + 4 * 64 + 20
    assert why(table, turned_round) == "no_such_action", "half a turn shows TET as it is"
