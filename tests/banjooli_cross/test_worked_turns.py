"""The four turns that the rulebook tells, one after the other at one table: Noa, Milagros, Martin and Manuela."""

from __future__ import annotations

import pytest

from tests.banjooli_cross.races import at, doings, ends, is_scared, race, told, why

BOX = [["red", "yellow", "purple", "green"], ["purple", "red", "green", "yellow"],
       ["red", "green", "yellow", "blue"], ["green", "yellow", "blue", "purple"]]  # fmt: skip


def noa():
    """Yellow on tile 1, purple just off its nest, blue scared near the line with green behind it, red home."""
    birds = {"yellow": "1r1", "purple": "0l1", "green": "4c1", "blue": "4c2 scared", "red": "podium 1"}
    return race(
        "yellow red blue green blue",
        birds,
        sorcery="green",
        phase="keep",
        seats=4,
        predictions=BOX,
    )


@pytest.mark.rule("BJC-19", "BJC-22", "BJC-23", "BJC-40")
def test_noa_keeps_yellow_and_throws_the_four_others_again():
    table = noa()
    table.play("throw 2 3 4 5")
    told(table, "die yellow", "die white", "die purple", "die blue")
    assert table.position()["dice"] == {
        "movement": ["yellow", "yellow", "white", "purple", "blue"], "sorcery": "green", "rerolls_left": 0,
    }  # fmt: skip
    assert {place[0] + place[2] for place in ends(table, "yellow")} == {"13", "21"}, "two spaces or three"
    assert {place[0] + place[2] for place in ends(table, "purple")} == {"11", "12"}, "one space or two"
    assert why(table, "blue 4c3") == "is_scared", "the fifth die is of one that cannot move"
    table.play("yellow 2r1")
    assert at(table, "yellow") == "2r1"
    assert table.state[0]["to_play"] == 1


@pytest.mark.rule("BJC-20", "BJC-39", "BJC-42")
def test_milagros_bewitches_yellow_with_a_white_sorcery_die():
    table = noa()
    table.play("keep")
    table.play("yellow 1c2")
    told(table, *["die green"] * 2, "die red", "die red", "die white", "die white")
    table.play("keep")
    assert {"bewitch yellow", "bewitch purple", "bewitch green", "unbewitch blue"} <= doings(table)
    table.play("bewitch yellow")
    assert is_scared(table, "yellow")
    assert table.state[0]["to_play"] == 2


@pytest.mark.rule("BJC-25", "BJC-26", "BJC-33", "BJC-45", "BJC-76")
def test_martin_makes_five_spaces_of_four_points_with_a_jump():
    table = race("green green green white red", {"green": "4c1", "blue": "4c2 scared", "red": "podium 1"},
                 seats=4, predictions=BOX, sorcery="purple")  # fmt: skip
    alone = race("green green green yellow purple", {"green": "4c1", "blue": "4c2 scared", "red": "podium 1"})
    assert "podium" not in ends(alone, "green"), "three points are too few"
    far = race("green green green white red", {"green": "4c1", "blue": "3c1 scared", "red": "podium 1"})
    assert "podium" not in ends(far, "green"), "without a jump, so are four: the two jokers do not add up"
    table.play("green podium")
    assert table.position()["ostriches"]["green"] == {"at": "podium", "place": 2}


@pytest.mark.rule("BJC-24", "BJC-25", "BJC-43", "BJC-44")
def test_manuela_has_only_jokers_and_re_rolls_the_sorcery_die():
    birds = {"red": "podium 1", "green": "podium 2", "blue": "4c2 scared", "purple": "1l1", "yellow": "2l1"}
    table = race("white red white green red", birds, sorcery="purple", phase="keep", seats=4, predictions=BOX)
    left_so = race("white red white green red", birds, sorcery="purple", seats=4, predictions=BOX)
    assert doings(left_so) == {"bewitch purple"}, "no ostrich can be moved"
    table.play("throw s")
    told(table, "die green")
    assert "unbewitch blue" in doings(table), "green has arrived: it is a joker"
    table.play("unbewitch blue")
    assert not is_scared(table, "blue")
