"""The berries: put out before the race, found on the way, and what each of them does."""

from __future__ import annotations

import pytest

from ludotheque import Table
from tests.banjooli_cross.races import at, doings, ends, is_scared, race, told, why


def finding(berry: str, dice: str = "red red red blue green", at_space: str = "1c2", **more):
    """Red, on 1c1 with three points, enters a berry on the next space."""
    birds = {"red": "1c1", "green": "3l1", **more.pop("birds", {})}
    table = race(
        dice,
        birds,
        sorcery="purple",
        options={"berries": True, **more.pop("options", {})},
        **{"berries": {at_space: {"is": berry}}} | more,
    )
    table.play(f"red {at_space}")
    told(table, f"is {berry}")
    return table


@pytest.mark.rule("BJC-12")
def test_each_player_places_a_berry_on_earth_three_steps_out():
    table = race(phase="berries", options={"berries": True})
    assert why(table, "berry 1l2") == "too_near"
    assert why(table, "berry 2c2") == "not_earth"
    assert why(table, "berry 1l3") == ""
    table.play("berry 1l3")
    assert why(table, "berry 1l3") == "berry_there"
    table.play("berry 2l1")
    table.play("berry 3c1")
    assert table.awaits_chance, "the dice are thrown"
    assert table.position()["berries"]["2l1"] == {"is": None, "known_to": [], "by": 1}


@pytest.mark.rule("BJC-04", "BJC-12")
def test_a_berry_is_decided_when_found():
    table = race("red blue blue green green", {"red": "1c1"}, options={"berries": True},
                 berries={"1c2": {}}, berries_found=["Oor", "Tër"])  # fmt: skip
    table.play("red 1c2")
    codes, chances = table.journal.results(table.state)
    assert len(codes) == 9
    assert sum(chances) == pytest.approx(1)


@pytest.mark.rule("BJC-62", "BJC-70")
def test_a_berry_interrupts_and_the_move_uses_what_is_left():
    table = finding("Peepa")
    assert at(table, "red") == "1c2"
    assert table.position()["moving"] == {"bird": "red", "left": 2}
    assert table.position()["berries"] == {}
    assert ends(table, "red") == {"2l1", "2c1", "2r1"}
    over = race("red blue blue green green", {"red": "1c1", "blue": "1c2"}, options={"berries": True},
                berries={"1c2": {"is": "Tër"}})  # fmt: skip
    over.play("red 1c3")
    assert not is_scared(over, "red"), "jumping over triggers nothing"


@pytest.mark.rule("BJC-63")
def test_ter_the_trap_stops_and_scares():
    table = finding("Tër")
    assert is_scared(table, "red")
    assert table.state[0]["to_play"] == 1


@pytest.mark.rule("BJC-64")
def test_neex_peepa_ends_the_turn():
    table = finding("Neex Peepa")
    assert (at(table, "red"), is_scared(table, "red")) == ("1c2", False)
    assert table.state[0]["to_play"] == 1


@pytest.mark.rule("BJC-65")
def test_oor_counts_at_the_end_after_the_doubling():
    table = finding("Oor")
    assert table.position()["oor"] == 0
    assert table.position()["phase"] == "continue"


@pytest.mark.rule("BJC-66")
def test_jembat_shows_the_other_berries_to_its_player_alone():
    table = race("red red red blue green", {"red": "1c1"}, options={"berries": True},
                 berries={"1c2": {"is": "Jëmbat"}, "2l1": {}, "2r1": {}})  # fmt: skip
    table.play("red 1c2")
    told(table, "is Jëmbat", "is Joka", "is Peepa")
    seen = table.position()["berries"]
    assert {name: berry["is"] for name, berry in seen.items()} == {"2l1": "Joka", "2r1": "Peepa"}
    assert all(berry["known_to"] == [0] for berry in seen.values())
    assert sorted(table.view({0})[0]["berry_kind"].tolist())[-2:] == [7, 10]
    for audience in ({1}, {2}, {1, 2}, set()):
        assert set(table.view(audience)[0]["berry_kind"].tolist()) == {-1}
    assert table.position()["phase"] == "continue"


@pytest.mark.rule("BJC-67")
def test_daaaaaaw_gives_two_points_more():
    assert finding("Daaaaaaw!").position()["moving"]["left"] == 4
    last = finding("Daaaaaaw!", dice="red blue blue green green")
    assert ends(last, "red") == {"2l1", "2c1", "2r1"}


@pytest.mark.rule("BJC-68")
def test_pakaarloo_reverses_the_order_of_play():
    table = finding("Pakaarloo", dice="red blue blue green green")
    assert table.position()["direction"] == "counter-clockwise"
    assert table.state[0]["to_play"] == 2
    pair = finding("Pakaarloo", dice="red blue blue green green", seats=2)
    assert pair.position()["direction"] == "clockwise"


@pytest.mark.rule("BJC-69")
def test_naangateku_leaves_an_opponent_one_throw():
    table = finding("Naangateku", dice="red blue blue green green")
    assert doings(table, "give") == {"1", "2"}
    assert why(table, "give 0") == "not_yourself"
    table.play("give 1")
    told(table, *["die red"] * 6)
    assert table.position()["phase"] == "choose", "no second throw"
    table.play(min(doings(table)))
    told(table, *["die red"] * 6)
    assert table.position()["phase"] == "keep"
    assert finding("Naangateku", seats=2, dice="red blue blue green green").position()["single_throw"] == []


@pytest.mark.rule("BJC-71")
def test_dofnooxoor_runs_every_colour_thrown():
    table = finding("DofNooxoor", birds={"blue": "2l1", "yellow": "2c3 scared"})
    told(table, "die green", "die blue", "die blue", "die yellow", "die white")
    assert {text.split()[0] for text in doings(table)} == {"green+0", "green+1", "blue+0", "blue+1"}
    assert why(table, "yellow+0 3c1") == "is_scared"
    assert why(table, "green+3 3l3") == "too_many_jokers"
    table.play("blue+0 2l3")
    assert {text.split()[0] for text in doings(table)} == {"green+1"}
    assert why(table, "green+0 3l2") == "take_all_jokers"
    table.play("green+1 3l3")
    assert table.state[0]["to_play"] == 1


@pytest.mark.rule("BJC-72")
def test_vooortex_acts_like_the_tile():
    table = finding("Vooortex!")
    told(table, "die green")
    assert (at(table, "red"), at(table, "green")) == ("3l1", "1c2")
    assert table.state[0]["to_play"] == 1


@pytest.mark.rule("BJC-73")
def test_joka_sends_the_bird_two_ranks_back():
    table = finding("Joka", at_space="1c3", dice="red red blue blue green", birds={"blue": "1l1"})
    assert at(table, "red") == "1c1", "the only way back is taken"
    assert list(table.legal_actions(0)) == [], "chance throws the next dice"
    wide = race("red blue blue green green", {"red": "2l1", "blue": "1l3"}, options={"berries": True},
                berries={"2l2": {"is": "Joka"}})  # fmt: skip
    wide.play("red 2l2")
    told(wide, "is Joka")
    assert at(wide, "red") == "1r3"
    choice = race("red blue blue green green", {"red": "2r3"}, options={"berries": True},
                  berries={"3c1": {"is": "Joka"}})  # fmt: skip
    choice.play("red 3c1")
    told(choice, "is Joka")
    assert at(choice, "red") == "3c1", "the space two ranks back is a rock"
    lane = race("red blue blue green green", {"red": "3r2"}, options={"berries": True},
                berries={"3r3": {"is": "Joka"}})  # fmt: skip
    lane.play("red 3r3")
    told(lane, "is Joka")
    assert doings(lane, "back") == {"3r1", "3l1"}
    assert why(lane, "back 3c1") == "not_back_there"
    lane.play("back 3l1")
    assert at(lane, "red") == "3l1"


@pytest.mark.rule("BJC-62")
def test_of_several_ways_to_a_berry_the_one_saving_most_counts():
    table = race("red red white white blue", {"red": "1c1"}, options={"berries": True}, berries={"1c2": {}})
    table.play("red 1c2")
    assert table.position()["moving"]["left"] == 3


def test_a_game_with_berries_is_played_to_its_end():
    table = Table("banjooli-cross", 4, {"berries": True}, seed=3)
    moves = 0
    while not table.is_over:
        legal = list(table.legal_actions())
        table.play(legal[moves * 7919 % len(legal)])
        moves += 1
    assert table.outcome.ending == "third_arrival"
