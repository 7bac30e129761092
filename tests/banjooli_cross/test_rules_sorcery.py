"""Bewitching and unbewitching, and the special tiles."""

from __future__ import annotations

import pytest

from tests.banjooli_cross.races import at, doings, ends, is_scared, race, told, why

CROCODILES = ["start:A", "C1:A", "S1:A", "C4:A", "C5:A", "finish:A"]
LAVA = ["start:A", "C1:A", "S2:A", "C4:A", "C5:A", "finish:A"]
VORTEX = ["start:A", "C1:A", "S2:B", "C4:A", "C5:A", "finish:A"]
BIRDS = {"red": "1c1", "green": "2l1 scared", "yellow": "podium 1"}


@pytest.mark.rule("BJC-20", "BJC-39", "BJC-40", "BJC-41")
def test_the_sorcery_die_scares_the_bird_of_its_colour():
    table = race("white white white white white", BIRDS, sorcery="red")
    assert doings(table) == {"bewitch red"}
    assert why(table, "bewitch blue") == "not_on_track"
    assert why(table, "unbewitch red") == "not_scared"
    assert why(table, "bewitch green") == "other_colour"
    assert why(race("white", BIRDS, sorcery="green"), "bewitch green") == "already_scared"
    table.play("bewitch red")
    assert is_scared(table, "red")
    assert table.state[0]["to_play"] == 1


@pytest.mark.rule("BJC-43")
def test_unbewitching_turns_it_back():
    table = race("white white white white white", BIRDS, sorcery="green")
    table.play("unbewitch green")
    assert not is_scared(table, "green")


@pytest.mark.rule("BJC-42", "BJC-44")
def test_white_or_an_arrived_colour_reaches_any_bird():
    for sorcery in ("white", "yellow"):
        table = race("white white white white white", BIRDS, sorcery=sorcery)
        assert doings(table) == {"bewitch red", "unbewitch green"}


@pytest.mark.rule("BJC-77")
def test_a_player_without_a_move_passes():
    table = race("white white white white white", {}, sorcery="red")
    assert doings(table) == {"pass"}
    assert why(race("red white white white white", {}, sorcery="red"), "pass") == "must_act"
    table.play("pass")
    assert table.state[0]["to_play"] == 1


@pytest.mark.rule("BJC-54", "BJC-56")
def test_crocodiles_and_canyon_are_crossed_on_firm_pieces():
    table = race("red blue blue green green", {"red": "2l1"}, course=CROCODILES)
    assert ends(table, "red") == {"2c2"}
    assert why(table, "red 2l2") == "water"
    canyon = ["start:A", "C1:A", "S1:B", "C4:A", "C5:A", "finish:A"]
    assert ends(race("red blue blue green green", {"red": "1l3"}, course=canyon), "red") == {"2c1"}
    assert ends(race("red blue blue green green", {"red": "2c1"}, course=canyon), "red") == {"2c2"}


@pytest.mark.rule("BJC-55")
def test_a_bird_bewitched_on_a_crocodile_leaps_off_and_runs_on():
    birds = {"red": "2c2", "blue": "3c1"}
    table = race("white white white white white", birds, sorcery="red", course=CROCODILES)
    assert doings(table) == {"bewitch red 3l1", "bewitch red 3r1"}
    assert why(table, "bewitch red") == "leaps"
    assert why(table, "bewitch red 3c3") == "no_leap_there"
    table.play("bewitch red 3l1")
    assert at(table, "red") == "3l1"
    assert not is_scared(table, "red")
    calm = race("white white white white white", {"red": "2c2 scared"}, sorcery="red", course=CROCODILES)
    assert doings(calm) == {"unbewitch red"}


@pytest.mark.rule("BJC-57")
def test_stopping_in_lava_returns_to_firm_ground():
    table = race("red red blue green green", {"red": "1c3"}, course=LAVA)
    assert "2c2" not in ends(table, "red")
    assert ends(table, "red") == {"2c1"}, "rank 1 of the lava has its high ground in the centre"
    one = race("red blue blue green green", {"red": "1l3"}, course=LAVA)
    assert ends(one, "red") == {"2c1", "1l3"}, "it may be the space it left"
    assert why(one, "red 2l1") == "lava"
    taken = race("red blue blue green green", {"red": "1c3", "blue": "2c1"}, course=LAVA)
    assert ends(taken, "red") == {"1l3", "1c3", "1r3"}, "its own lane before the others"
    table.play("red 2c1")
    assert at(table, "red") == "2c1"


@pytest.mark.rule("BJC-58", "BJC-59", "BJC-60")
def test_the_vortex_swaps_birds_as_its_die_says():
    birds = {"red": "2c1", "green": "1l1 scared"}

    def entered(*results):
        table = race("red white white white white", birds, sorcery="red", course=VORTEX)
        table.play("red 2c2")
        told(table, *results)
        return table

    swapped = entered("die green")
    assert (at(swapped, "red"), at(swapped, "green")) == ("1l1", "2c2")
    assert is_scared(swapped, "green")
    assert not is_scared(swapped, "red")
    nest = entered("die blue")
    assert (at(nest, "red"), at(nest, "blue")) == ("nest", "2c2")
    own = entered("die red")
    assert at(own, "red") == "2c2"
    assert is_scared(own, "red")
    joker = entered("die white")
    assert doings(joker, "swap") == {"green", "yellow", "blue", "purple"}
    assert why(joker, "swap red") == "other_bird"
    joker.play("swap purple")
    assert at(joker, "purple") == "2c2"


@pytest.mark.rule("BJC-61", "BJC-14")
def test_special_tiles_replace_common_ones():
    from ludotheque import Table

    for special, count in (("none", 0), ("one", 1), ("two", 2)):
        for seed in range(4):
            course = Table("banjooli-cross", 2, {"special": special}, seed=seed).position()["course"]
            assert len(course) == 6
            assert sum(face.startswith("S") for face in course) == count
