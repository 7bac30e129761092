"""Colours, taking turns, where kangaroos may be placed, and who opens the race."""

import pytest

from ludotheque.core.errors import Ambiguous
from ludotheque.games.billabong.rules.placing import shows_its_face
from ludotheque.table import Table
from tests.billabong.boards import race, texts, why


def place_all(table):
    while table.state[0].phase == 0:
        table.play(table.legal_actions()[0])


@pytest.mark.rule("BIL-01", "BIL-09", "BIL-05")
def test_any_cell_but_the_lake():
    table = Table("billabong", seats=3, first=0)
    assert len(table.legal_actions()) == 16 * 14 - 8
    assert why(table, "g7") == "lake"
    assert why(table, "i3-k5") == "not_while_placing"
    assert why(table, "pass") == "not_while_placing"


@pytest.mark.rule("BIL-10")
def test_never_two_on_a_cell():
    table = Table("billabong", seats=3, first=0)
    table.play("k3")
    assert why(table, "k3") == "cell_taken"


@pytest.mark.rule("BIL-09")
def test_behind_the_stream():
    table = Table("billabong", seats=4, options={"placement": "behind-stream"}, first=0)
    assert len(table.legal_actions()) == 8 * 6
    assert why(table, "h3") == "behind_stream"
    assert why(table, "i7") == "lake"
    assert why(table, "k7") == "behind_stream"
    assert why(table, "i6") == ""


@pytest.mark.rule("BIL-06", "BIL-07", "BIL-14", "BIL-15")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_one_each_in_turn_and_the_first_placer_opens_the_race(first):
    table = Table("billabong", seats=3, first=first)
    seats = []
    while table.state[0].phase == 0:
        seats.append(table.play(table.legal_actions()[0]).seat)
    assert seats == [(first + turn) % 3 for turn in range(15)]
    assert table.actors == (first,)


@pytest.mark.rule("BIL-02", "BIL-04")
def test_five_kangaroos_of_the_seats_colour():
    table = Table("billabong", seats=4, first=0)
    assert why(table, "blue k3") == "not_your_colour"
    assert table.play("RED K3").text == "k3"
    place_all(table)
    assert len(table.position()["kangaroos"]) == 20
    assert {entry["colour"] for entry in table.position()["kangaroos"] if entry["seat"] == 3} == {"green"}


@pytest.mark.rule("BIL-47")
def test_two_teams_have_two_colours_each():
    table = Table("billabong", seats=2, first=0)
    assert table.options["mode"] == "two-teams"
    assert {"red k3", "yellow k3"} <= texts(table)
    with pytest.raises(Ambiguous) as unclear:
        table.play("k3")
    assert set(unclear.value.candidates) == {"red k3", "yellow k3"}
    for cell in "abcde":
        table.play(f"yellow {cell}1")
        table.play(f"green {cell}2")
    assert why(table, "yellow k3") == "none_in_hand"
    assert why(table, "blue k3") == "not_your_colour"
    assert table.play("k3").text == "red k3"
    place_all(table)
    assert len(table.position()["kangaroos"]) == 20
    assert table.actors == (0,)


@pytest.mark.rule("BIL-47")
def test_a_duel_is_five_against_five():
    table = Table("billabong", seats=2, options={"mode": "duel"}, first=1)
    assert why(table, "green k3") == "not_your_colour"
    place_all(table)
    assert len(table.position()["kangaroos"]) == 10


@pytest.mark.rule("BIL-08", "BIL-11")
def test_faces_show_after_the_first_crossing_and_hide_again():
    table = race("i3", "p14")
    assert not shows_its_face(table.state[0], 0, 0)
    table.play("i3-h3")
    assert shows_its_face(table.state[0], 0, 0)
    table.play("p14-p13")
    table.play("h3-i4")
    assert not shows_its_face(table.state[0], 0, 0)
