"""Moving an ostrich: which one, how far, where to."""

from __future__ import annotations

import pytest

from ludotheque.core.catalogue import say
from ludotheque.games.banjooli_cross.codes import BEWITCH, FRENZY
from ludotheque.table import Table
from tests.banjooli_cross.boxes import box
from tests.banjooli_cross.races import at, doings, ends, is_scared, race, why

LEFT = ["start:A", "C1:B:left", "C2:A", "C4:A", "C5:A", "finish:A"]


@pytest.mark.rule("BJC-22")
def test_a_bird_moves_as_many_spaces_as_dice_of_its_colour():
    table = race("red red green green green", {"red": "1c1", "green": "4c1", "blue": "3c3"})
    assert ends(table, "red") == {"1l3", "1c3", "1r3"}
    assert ends(table, "green") == {"5l1", "5c1", "5r1"}
    assert why(table, "blue 4c1") == "not_thrown"
    table.play("red 1c3")
    assert at(table, "red") == "1c3"


@pytest.mark.rule("BJC-23", "BJC-24")
def test_white_dice_are_added_all_or_none_and_never_alone():
    table = race("red white white white yellow", {"red": "1l1", "yellow": "3l3"})
    assert {place[:1] + place[2:] for place in ends(table, "red")} == {"12", "22"}
    assert {place[:1] for place in ends(table, "yellow")} == {"4", "5"}
    nothing = race("white white white white white", {"red": "1l1"}, sorcery="green")
    assert doings(nothing) == {"pass"}


@pytest.mark.rule("BJC-25", "BJC-26")
def test_an_arrived_colour_is_a_joker_but_not_beside_white():
    table = race("green green green white red", {"red": "podium 1", "green": "1l1"})
    assert {place[:1] + place[2:] for place in ends(table, "green")} == {"21", "22"}
    assert why(table, "red 1l1") == "has_arrived"


@pytest.mark.rule("BJC-27")
def test_a_great_result_moves_any_bird_five_spaces():
    for dice in ("red red red red red", "red green yellow blue purple"):
        table = race(dice, {"blue": "1c1"})
        assert "2c3" in ends(table, "blue")
        assert {"2l1", "2c1", "2r1"} <= ends(table, "yellow"), "out of the nest, too"
    assert ends(race("red red red red white", {"blue": "1c1"}), "blue") == set()
    late = {"red": "podium 1", "blue": "1c1"}
    assert ends(race("red red red red red", late), "blue") == set()
    counted = race("red red red red red", late, options={"arrived_natural": True})
    assert "2c3" in ends(counted, "blue")


@pytest.mark.rule("BJC-27")
@pytest.mark.parametrize(
    ("kind", "dice"), [("alike", "red red red red red"), ("different", "red green yellow blue purple")]
)
def test_a_box_may_do_without_one_kind_of_great_result(kind, dice):
    position = race(dice, {"blue": "1c1"}).position()
    for wanted in (True, False):
        components = box(**{f"great__{kind}": wanted})
        assert ("2c3" in ends(Table.from_position(position, components=components), "blue")) == wanted


@pytest.mark.rule("BJC-28", "BJC-38")
def test_moves_go_forward_or_diagonally_but_not_across_barriers():
    assert ends(race("red blue blue green green", {"red": "1c1"}), "red") == {"1l2", "1c2", "1r2"}
    table = race("red blue blue green green", {"red": "1r1"}, course=LEFT)
    assert ends(table, "red") == {"1r2"}
    assert ends(race("red blue blue green green", {"red": "1l1"}, course=LEFT), "red") == {"2l1", "2c1"}
    assert why(table, "red 1c2") == "no_way"
    assert why(race("red blue blue green green", {"red": "2c3"}), "red 2l1") == "behind"


@pytest.mark.rule("BJC-29")
def test_refusals_distinguish_too_far_from_a_wrong_number():
    table = race("red red red blue green", {"red": "1c1"})
    said = [say(table.why_not(f"red {to}").message, "fr") for to in ("1c2", "2c3")]
    assert said == [
        "Ses dés la font courir de 3 cases, ni plus ni moins\u00a0: cette case est à 1.",
        "C’est trop loin\u00a0: ses dés la mènent à 3 cases au plus, et cette case est à 5.",
    ]
    joker = race("red red red white green", {"red": "1c1"}).why_not("red 1c2")
    assert say(joker.message, "en") == (
        "Its dice make it run 3 or 4 spaces, no more and no less: that one is 1 away."
    )
    assert [why(table, f"red {to}") for to in ("1c2", "2c3", "podium")] == [
        "wrong_count",
        "too_far",
        "too_far",
    ]


@pytest.mark.rule("BJC-36", "BJC-62")
def test_what_stops_a_bird_is_named():
    berry = race("red blue blue green green", {"red": "1r1"}, options={"berries": True},
                 berries={"1r2": {"is": "Peepa", "known_to": []}}, course=LEFT)  # fmt: skip
    assert why(berry, "red 1r3") == "berry"
    lion = race(
        "red blue blue green green", {"red": "1c1"}, options={"lion": True}, lion={"at": "1c2", "awake": True}
    )
    assert why(lion, "red 1c2") == "lion_there"


@pytest.mark.rule("BJC-29")
def test_all_points_are_used_or_as_many_as_possible():
    table = race("red red red blue green", {"red": "1c1"})
    assert {place[:1] + place[2:] for place in ends(table, "red")} == {"21"}
    assert why(table, "red 1c2") == "wrong_count"
    course = ["start:A", "C1:A", "S1:B", "C4:A", "C5:A", "finish:A"]
    blocked = race("red red red blue green", {"red": "2c1", "blue": "2c3", "green": "3c1"}, course=course)
    assert ends(blocked, "red") == {"2c2"}, "one point is all that can be used"


@pytest.mark.rule("BJC-30")
def test_a_bird_that_cannot_move_leaves_the_turn_to_another():
    course = ["start:A", "C1:A", "S1:B", "C4:A", "C5:A", "finish:A"]
    birds = {"red": "2c1", "blue": "2c2", "green": "2c3"}
    table = race("red red red blue blue", birds, course=course)
    assert ends(table, "red") == set()
    assert why(table, "red 2c2") == "cannot_move"
    assert ends(table, "blue") == {"3l2", "3c2", "3r2"}


@pytest.mark.rule("BJC-31")
def test_rocks_are_impassable():
    table = race("red blue blue green green", {"red": "2c1"})
    assert ends(table, "red") == {"2l2", "2r2"}
    assert why(table, "red 2c2") == "rock"


@pytest.mark.rule("BJC-32", "BJC-33")
def test_jumping_a_bird_costs_one_point_and_spaces_hold_one_bird():
    table = race("red blue blue green green", {"red": "1c1", "yellow": "1c2"})
    assert ends(table, "red") == {"1l2", "1r2", "1c3"}
    assert why(table, "red 1c2") == "occupied"
    diagonal = race("red blue blue green green", {"red": "1l1", "yellow": "1c2"})
    assert ends(diagonal, "red") == {"1l2", "1r3"}
    aside = race("red blue blue green green", {"red": "1c1", "yellow": "1l2"})
    assert ends(aside, "red") == {"1c2", "1r2"}, "beyond it there is no lane"


@pytest.mark.rule("BJC-33", "BJC-36")
def test_spaces_jumped_over_have_no_effect():
    table = race("red blue blue green green", {"red": "3c1", "yellow": "3c2 scared"})
    table.play("red 3c3")
    assert not is_scared(table, "red")


@pytest.mark.rule("BJC-34", "BJC-35")
def test_jumps_follow_one_another_but_never_over_two_at_once():
    chain = race("red red blue green green", {"red": "1l1", "yellow": "1l2", "purple": "2l1"})
    assert "2l2" in ends(chain, "red")
    two = race("red blue blue green green", {"red": "1l1", "yellow": "1l2", "purple": "1l3"})
    assert ends(two, "red") == {"1c2"}


@pytest.mark.rule("BJC-36")
def test_quicksand_stops_and_scares():
    table = race("red red red blue green", {"red": "3c1"})
    assert "3c2" in ends(table, "red")
    assert why(table, "red 3c3") == "wrong_count", "round it with two points, not with three"
    table.play("red 3c2")
    assert is_scared(table, "red")


@pytest.mark.rule("BJC-40")
def test_a_scared_bird_does_not_move():
    table = race("red red blue blue green", {"red": "1c1 scared"})
    assert ends(table, "red") == set()
    assert why(table, "red 1c3") == "is_scared"


@pytest.mark.rule("BJC-75")
def test_leaving_the_nest_costs_a_point_and_jumps_only_straight():
    assert ends(race("red blue blue green green"), "red") == {"0l1", "0c1", "0r1"}
    table = race("red blue blue green green", {"yellow": "0c1"})
    assert ends(table, "red") == {"0l1", "0r1", "1c1"}
    rock = race("red blue blue green green", course=["start:B", *LEFT[1:]])
    assert ends(rock, "red") == {"0l1", "0r1"}


@pytest.mark.rule("BJC-45", "BJC-76")
def test_surplus_past_the_line_is_lost_and_the_podium_fills():
    table = race("red red red red blue", {"red": "5c2", "yellow": "podium 1"})
    assert ends(table, "red") == {"podium"}
    table.play("red podium")
    assert table.position()["ostriches"]["red"] == {"at": "podium", "place": 2}
    last_rank = race("red blue blue green green", {"red": "5c1", "yellow": "5l2"})
    assert "podium" not in ends(last_rank, "red"), "a jump over the line stays within the lanes"
    assert "podium" in ends(race("red blue blue green green", {"red": "5c1", "yellow": "5c2"}), "red")


@pytest.mark.rule("BJC-08", "BJC-13", "BJC-28")
def test_a_course_may_bend_both_ways():
    course = ["start:A", "C1:B:right", "C2:A", "C3:B:left", "C5:A", "finish:B"]
    table = race("red red red blue green", {"red": "1l1"}, course=course)
    assert ends(table, "red") == {"1l4"}
    inside = race("red blue blue green green", {"red": "1r1"}, course=course)
    assert ends(inside, "red") == {"2c1", "2r1"}


def test_nobody_runs_wild_outside_a_frenzy():
    table = race("red red blue blue green")
    for code in (FRENZY, FRENZY + 1, BEWITCH - 1):
        assert why(table, code) == "not_now"
