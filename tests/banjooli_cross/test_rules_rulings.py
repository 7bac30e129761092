"""Finer points of the rulings that the other tests of rules do not come to."""

from __future__ import annotations

import pytest

from tests.banjooli_cross.races import at, doings, ends, is_scared, race, told, why
from tests.banjooli_cross.test_rules_berries import finding

LAVA = ["start:A", "C1:A", "S2:A", "C4:A", "C5:A", "finish:A"]
VORTEX = ["start:A", "C1:A", "S2:B", "C4:A", "C5:A", "finish:A"]
CROCODILES = ["start:A", "C1:A", "S1:A", "C6:A", "C5:A", "finish:A"]
FIVE = [["red", "green", "yellow", "blue"], ["green", "yellow", "blue", "purple"], ["yellow", "blue", "purple", "red"],
        ["blue", "purple", "red", "green"], ["purple", "red", "green", "yellow"]]  # fmt: skip
ONE = "red blue blue green green"


@pytest.mark.rule("BJC-28", "BJC-38")
def test_diagonals_into_and_out_of_a_curve_but_no_jump_within():
    course = ["start:A", "C1:A", "C2:B:left", "C4:A", "C5:A", "finish:A"]
    assert ends(race(ONE, {"red": "1c3"}, course=course), "red") == {"2l1", "2c1", "2r1"}
    assert ends(race(ONE, {"red": "2c3"}, course=course), "red") == {"3l1", "3c1", "3r1"}
    within = race(ONE, {"red": "1l3", "blue": "2c1"}, course=course)
    assert ends(within, "red") == {"2l1"}, "over blue the way would cross a barrier"
    straight = race(ONE, {"red": "1c3", "blue": "2c1"}, course=course)
    assert ends(straight, "red") == {"2l1", "2c2", "2r1"}
    over_inside = race(ONE, {"red": "1l3", "blue": "2l1"}, course=course)
    assert ends(over_inside, "red") == {"2c1", "3l1"}


@pytest.mark.rule("BJC-29", "BJC-36")
def test_a_stop_uses_up_its_points_even_if_others_remain():
    course = ["start:A", "C1:A", "S1:B", "C4:A", "C5:A", "finish:A"]
    birds = {"red": "2c3", "blue": "3l2", "purple": "3l3", "yellow": "3r2", "green": "3r3"}
    table = race("red red red blue blue", birds, course=course)
    assert ends(table, "red") == {"3c2"}, "sand is a whole move; the shorter ways aside are none"


@pytest.mark.rule("BJC-55")
def test_the_leap_goes_to_the_first_rank_that_has_room():
    birds = {"red": "2c2", "blue": "3c1"}
    table = race("white", birds, sorcery="red", course=CROCODILES)
    assert doings(table) == {"bewitch red 3l2", "bewitch red 3c2", "bewitch red 3r2"}, "rock, blue, rock"
    sand = ["start:A", "C1:A", "S1:A", "C5:A", "C4:A", "finish:A"]
    onto = race("white", {"red": "2c2"}, sorcery="red", course=sand)
    onto.play("bewitch red 3r1")
    assert (at(onto, "red"), is_scared(onto, "red")) == ("3r1", False), "the sand there does nothing"


@pytest.mark.rule("BJC-57")
def test_lava_drives_back_lane_after_lane_and_rank_after_rank():
    shut = {"blue": "2c1", "purple": "2r2"}
    own = race("red blue blue purple purple", {"red": "1l3", **shut}, course=LAVA)
    assert ends(own, "red") == {"1l3"}, "back to where it came from"
    rocky = ["start:A", "C3:A", "S2:A", "C4:A", "C5:A", "finish:A"]
    beside = race("red red blue blue green", {"red": "1r2", "blue": "2c1", "green": "2l1"}, course=rocky)
    assert ends(beside, "red") == {"1c3"}, "a rock in its own lane"
    birds = {"red": "1c2", "blue": "2c1", "purple": "1c3", "green": "2l2", "yellow": "2r2"}
    equal = race("red red blue blue green", birds, course=LAVA)
    assert ends(equal, "red") == {"1l3", "1r3"}, "from the side lanes to their own"
    middle = race("red red red blue blue", {"red": "1c1", "blue": "2c1", "purple": "1c3"}, course=LAVA)
    assert "1c3" not in ends(middle, "red")
    assert {"1l3", "1r3"} <= ends(middle, "red")


@pytest.mark.rule("BJC-57")
def test_lava_drives_back_to_the_nest_without_firm_ground_behind():
    course = ["start:B", "S2:A", "C1:A", "C4:A", "C5:A", "finish:A"]
    birds = {"blue": "0l1", "green": "0r1", "yellow": "1c1"}
    table = race(ONE, birds, course=course)
    assert ends(table, "red") == {"nest"}, "over blue into the lava, and no firm ground is free"
    table.play("red nest")
    assert (at(table, "red"), table.state[0]["to_play"]) == ("nest", 1)


@pytest.mark.rule("BJC-57")
def test_behind_lava_lies_the_last_space_of_each_lane_of_a_curve():
    course = ["start:A", "C1:B:left", "S2:A", "C4:A", "C5:A", "finish:A"]
    inside = race(
        "red blue blue purple purple", {"red": "1l1", "blue": "2c1", "purple": "2r2"}, course=course
    )
    assert ends(inside, "red") == {"1l1"}, "the inside lane is one space long"
    jump = race(ONE, {"red": "1l1", "blue": "2c1"}, course=course)
    assert ends(jump, "red") == {"1l1", "1r5"}


@pytest.mark.rule("BJC-12", "BJC-74")
def test_a_berry_may_lie_under_the_lion():
    table = race(phase="berries", options={"berries": True, "lion": True})
    table.play("berry 5c2")
    assert "5c2" in table.position()["berries"]


@pytest.mark.rule("BJC-58")
def test_a_swapped_in_bird_triggers_nothing_and_ends_the_move():
    table = race("red red white blue blue", {"red": "2c1", "green": "3c1"}, course=VORTEX, options={"berries": True},
                 berries={"3c1": {"is": "Tër"}})  # fmt: skip
    table.play("red 2c2")
    told(table, "die green")
    assert (at(table, "red"), at(table, "green")) == ("3c1", "2c2")
    assert table.position()["berries"].keys() == {"3c1"}
    assert table.state[0]["to_play"] == 1


@pytest.mark.rule("BJC-59")
def test_the_vortex_die_of_an_arrived_colour_is_a_joker():
    table = race("red white white white white", {"red": "2c1", "green": "podium 1"}, course=VORTEX)
    table.play("red 2c2")
    told(table, "die green")
    assert doings(table) == {"swap yellow", "swap blue", "swap purple"}
    assert why(table, "swap green") == "has_arrived"
    assert why(table, "pass") == "must_act"


@pytest.mark.rule("BJC-12", "BJC-62")
def test_three_steps_are_counted_along_the_shortest_lane():
    course = ["start:A", "C1:B:left", "C2:A", "C4:A", "C5:A", "finish:A"]
    table = race(phase="berries", options={"berries": True}, course=course)
    assert why(table, "berry 1r2") == "too_near"
    assert why(table, "berry 1r3") == ""
    assert why(table, "berry 2l1") == "too_near", "start, the inside lane, the next tile: two steps"
    assert why(table, "berry 2l2") == ""


@pytest.mark.rule("BJC-67")
def test_after_daaaaaaw_all_points_are_used_if_possible():
    table = finding("Daaaaaaw!", dice="red red blue blue green")
    assert {place[0] + place[2] for place in ends(table, "red")} == {"22"}
    course = ["start:A", "C1:A", "S1:B", "C4:A", "C5:A", "finish:A"]
    stuck = finding("Daaaaaaw!", at_space="1c3", dice="red red blue blue green", course=course,
                    birds={"blue": "2c2", "yellow": "2c1", "purple": "1c2"})  # fmt: skip
    assert stuck.state[0]["to_play"] == 1, "no way on: the turn is over"


@pytest.mark.rule("BJC-64", "BJC-71")
def test_neex_peepa_ends_a_frenzy_too():
    table = finding("DofNooxoor", berries={"1c2": {"is": "DofNooxoor"}, "3l2": {"is": "Neex Peepa"}})
    told(table, "die green", "die blue", "die blue", "die yellow", "die white")
    table.play("green+0 3l2")
    told(table, "is Neex Peepa")
    assert table.state[0]["to_play"] == 1


@pytest.mark.rule("BJC-62", "BJC-63", "BJC-71")
def test_berries_found_in_a_frenzy_act_and_the_frenzy_continues():
    table = finding("DofNooxoor", berries={"1c2": {"is": "DofNooxoor"}, "3l2": {"is": "Peepa"}})
    told(table, "die green", "die green", "die blue", "die yellow", "die white")
    table.play("green+1 3l2")
    told(table, "is Peepa")
    assert table.position()["moving"] == {"bird": "green", "left": 2}
    assert {place[0] + place[2] for place in ends(table, "green")} == {"41"}
    table.play("green 4c1")
    assert {text.split()[0] for text in doings(table)} == {"blue+0", "yellow+0"}


@pytest.mark.rule("BJC-46", "BJC-71")
def test_the_third_arrival_ends_a_frenzy_at_once():
    table = finding("DofNooxoor", birds={"green": "5c2", "blue": "podium 1", "yellow": "podium 2"})
    told(table, "die green", "die red", "die red", "die red", "die white")
    table.play("green+0 podium")
    assert table.outcome.ending == "third_arrival"


@pytest.mark.rule("BJC-71")
def test_a_frenzy_has_no_great_result_and_arrivals_are_jokers():
    table = finding("DofNooxoor", birds={"yellow": "podium 1"})
    told(table, "die green", "die green", "die yellow", "die white", "die yellow")
    assert {text.split()[0] for text in doings(table)} == {"green+3"}
    five = finding("DofNooxoor")
    told(five, *["die blue"] * 5)
    assert {text.split()[0] for text in doings(five)} == {"blue+0"}
    only = finding("DofNooxoor")
    told(only, *["die white"] * 5)
    assert only.state[0]["to_play"] == 1, "jokers need a colour"


@pytest.mark.rule("BJC-71")
def test_jokers_of_a_frenzy_wait_for_birds_that_can_still_run():
    course = ["start:B", "S1:B", "C1:A", "C4:A", "C5:A", "finish:A"]
    birds = {"purple": "1c1", "red": "1c3", "green": "1c2", "blue": "0l1", "yellow": "nest"}
    table = race("green purple white", birds, course=course, phase="frenzy", options={"berries": True})
    assert {text.split()[0] for text in doings(table)} == {"green+0", "green+1"}
    table.play("green+0 2c1")
    assert {text.split()[0] for text in doings(table)} == {"purple+1"}
    never = {"purple": "1c1", "red": "1c3", "green": "3c1", "blue": "1c2", "yellow": "nest"}
    held = race("green purple white", never, course=course, phase="frenzy", options={"berries": True})
    assert {text.split()[0] for text in doings(held)} == {"green+1"}, "purple stays stuck whatever green does"
    assert why(held, "green+0 3l2") == "take_all_jokers"


@pytest.mark.rule("BJC-68")
def test_pakaarloo_reverses_at_once_and_for_good():
    table = finding("Pakaarloo", dice=ONE, seats=5, predictions=FIVE)
    order = []
    for _ in range(3):
        order.append(int(table.state[0]["to_play"]))
        told(table, *["die white"] * 5, "die purple")
        table.play("keep")
        table.play("pass")
    assert order == [4, 3, 2]


@pytest.mark.rule("BJC-74")
def test_the_lion_goes_home_and_drives_birds_back_in_their_lane():
    lions = {"options": {"lion": True}, "sorcery": "purple"}
    home = race("white white white red blue", {}, lion={"at": "1c1", "awake": True}, **lions)
    assert doings(home, "lion") == {"5c2"}
    start = race("white red red blue blue", {}, lion={"at": "1c1", "awake": True}, **lions)
    assert doings(start, "lion") == {"0l1", "0c1", "0r1"}
    course = ["start:A", "C1:B:left", "C2:A", "C4:A", "C5:A", "finish:A"]
    bend = race("white red red blue blue", {}, lion={"at": "1r3", "awake": True}, course=course, **lions)
    assert doings(bend, "lion") == {"1r2"}
    rock = race("white red red blue blue", {}, lion={"at": "2c3", "awake": True}, **lions)
    assert "2c2" in doings(rock, "lion"), "over anything"
    back = race(
        "white red red blue blue", {"red": "3l1", "green": "2l2"}, lion={"at": "3c2", "awake": True}, **lions
    )
    back.play("lion 3l1")
    assert at(back, "red") == "2l1", "two ranks for two dice, one more as green stands there"
    nest = race("white red red blue blue", {"green": "0c1"}, lion={"at": "1c1", "awake": True}, **lions)
    nest.play("lion 0c1")
    assert at(nest, "green") == "nest"
    assert nest.state[0]["to_play"] == 1


@pytest.mark.rule("BJC-74")
def test_a_scared_bird_that_the_lion_drives_home_runs_again():
    table = race(ONE.replace("red", "white"), {"red": "5l1 scared"}, options={"lion": True}, sorcery="green")
    table.play("lion 5l1")
    assert (at(table, "red"), int(table.state[0]["scared"][0])) == ("nest", 0)


@pytest.mark.rule("BJC-53")
def test_ties_go_to_more_well_placed_birds():
    birds = {"yellow": "podium 1", "green": "podium 2", "blue": "1c1", "purple": "2c1", "red": "5c2"}
    cards = [FIVE[1], ["purple", "green", "blue", "red"], ["blue", "red", "yellow", "purple"]]
    table = race(ONE, birds, predictions=cards)
    table.play("red podium")
    # Four points each: two birds misplaced; green well placed; two misplaced.
    assert table.outcome.ranking == (2, 1, 2)
    assert table.outcome.returns == (0.0, 1.0, 0.0)
