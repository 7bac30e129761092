"""Setting up, throwing, the end and the score, the lion."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from ludotheque import Table
from ludotheque.core.errors import BadOption, BadPosition
from ludotheque.table.replay import verify
from tests.banjooli_cross.races import CARDS, PLAIN, at, doings, ends, is_scared, race, told, why


def curved(face):
    return face.count(":") == 2


@pytest.mark.rule("BJC-01", "BJC-07", "BJC-08", "BJC-13")
def test_the_course_is_drawn_without_two_curves_in_a_row():
    faces: Counter[str] = Counter()
    for seed in range(60):
        tiles = 4 + seed % 3
        course = Table("banjooli-cross", 2, {"tiles": tiles}, seed=seed).position()["course"]
        faces.update(course)
        assert (course[0][:5], course[-1][:6], len(course)) == ("start", "finish", tiles + 2)
        assert len({face.split(":")[0] for face in course}) == tiles + 2
        assert not any(curved(one) and curved(two) for one, two in itertools.pairwise(course))
    assert {"C1:B:left", "C1:B:right", "C6:A", "C6:B", "start:B", "finish:B"} <= set(faces)


@pytest.mark.rule("BJC-08")
def test_a_game_has_four_to_six_tiles():
    with pytest.raises(BadOption):
        Table("banjooli-cross", 2, {"tiles": 7})


@pytest.mark.rule("BJC-02", "BJC-09", "BJC-11")
def test_all_ostriches_begin_in_their_nests_running():
    table = Table("banjooli-cross", 3, seed=1, first=2)
    assert all(ostrich == {"at": "nest"} for ostrich in table.position()["ostriches"].values())
    assert table.actors == (2,)


@pytest.mark.rule("BJC-05", "BJC-10")
def test_predictions_are_dealt_in_secret_and_no_two_alike():
    table = Table("banjooli-cross", 5, seed=5)
    cards = [tuple(card) for card in table.position()["predictions"]]
    assert len(set(cards)) == 5
    for seat in range(5):
        seen = table.view({seat})[0]["prediction"].tolist()
        assert seen[seat] >= 0
        assert all(card == -2 for other, card in enumerate(seen) if other != seat)
    assert set(table.view()[0]["prediction"].tolist()) == {-2}


@pytest.mark.rule("BJC-05")
def test_every_colour_holds_every_place_twice():
    table = Table("banjooli-cross", 2, seed=1)
    cards = table.box[0]["card"][: int(table.box[0]["cards"])]
    for place in range(4):
        assert sorted(Counter(cards[:, place].tolist()).values()) == [2, 2, 2, 2, 2]


@pytest.mark.rule("BJC-03", "BJC-19")
def test_six_dice_are_thrown_and_any_may_be_thrown_once_more():
    table = race(phase="roll")
    codes, chances = table.journal.results(table.state)
    assert len(codes) == 6
    assert chances == pytest.approx([1 / 6] * 6)
    told(table, "die red", "die green", "die blue", "die white", "die red", "die purple")
    assert len(doings(table)) == 64
    table.play("throw 1 s")
    assert table.position()["dice"]["movement"][0] is None
    told(table, "die yellow", "die green")
    dice = table.position()["dice"]
    assert dice["movement"] == ["yellow", "green", "blue", "white", "red"]
    assert (dice["sorcery"], table.position()["phase"]) == ("green", "choose"), "only once"
    kept = race("red green blue white red", phase="keep")
    kept.play("keep")
    assert kept.position()["phase"] == "choose"


@pytest.mark.rule("BJC-20", "BJC-21")
def test_a_turn_is_a_move_or_sorcery_then_the_dice_pass_on():
    table = race("red blue blue green green", {"red": "1c1"}, sorcery="red")
    assert "bewitch red" in doings(table)
    assert ends(table, "red")
    assert why(table, "pass") == "must_act"
    assert why(table, "keep") == "not_now"
    table.play("red 1c2")
    assert table.state[0]["to_play"] == 1
    assert table.awaits_chance
    assert table.why_not("red 1c3", seat=0).key == "not_your_turn"
    assert table.why_not("red 1c3", seat=1).key == "throw_first"


FINISH = {"yellow": "podium 1", "green": "podium 2", "blue": "1c1", "purple": "2c1", "red": "5c2"}


@pytest.mark.rule("BJC-18", "BJC-46")
def test_the_third_arrival_ends_the_race_at_once():
    table = race("red blue blue green green", FINISH)
    table.play("red podium")
    assert table.is_over
    assert table.outcome.ending == "third_arrival"
    assert why(table, "pass") == "game_over"


@pytest.mark.rule("BJC-16", "BJC-17", "BJC-47", "BJC-48", "BJC-49", "BJC-50", "BJC-51")
def test_the_score_of_each_card():
    known = [
        ["red", "green", "yellow", "blue"],
        ["yellow", "blue", "purple", "red"],
        ["yellow", "purple", "green", "blue"],
    ]
    table = race("red blue blue green green", FINISH, predictions=known)
    table.play("red podium")
    from ludotheque.games.banjooli_cross.rules.scoring import score

    # First yellow, second green, third red; last blue.
    assert [int(score(table.box[0], table.state[0], seat)) for seat in range(3)] == [
        (2 + 4 + 2) * 2,
        5,
        (5 + 2) * 2,
    ]
    assert table.outcome.ranking == (1, 3, 2)
    assert table.outcome.returns == (1.0, 0.0, 0.0)
    assert table.view()[0]["prediction"].tolist()[:3] == table.state[0]["prediction"].tolist()[:3]


@pytest.mark.rule("BJC-65")
def test_the_jade_counts_after_the_doubling():
    from ludotheque.games.banjooli_cross.rules.scoring import score

    table = race("red blue blue green green", FINISH, oor=0, options={"berries": True})
    table.play("red podium")
    assert int(score(table.box[0], table.state[0], 0)) == (2 + 4 + 2) * 2 + 2


@pytest.mark.rule("BJC-52", "BJC-79")
def test_a_tie_for_last_cancels_the_doubling():
    from ludotheque.games.banjooli_cross.rules.scoring import score

    table = race("red blue blue green green", {**FINISH, "blue": "2l1"})
    table.play("red podium")
    assert int(score(table.box[0], table.state[0], 0)) == 8
    nests = race("red blue blue green green", {**FINISH, "blue": "nest"})
    nests.play("red podium")
    assert int(score(nests.box[0], nests.state[0], 0)) == 16


@pytest.mark.rule("BJC-79")
def test_the_way_left_ignores_birds_and_counts_sand():
    from ludotheque.games.banjooli_cross.rules.course import distance_left

    table = race("red", {"red": "5c2", "green": "5l1", "yellow": "3c1", "blue": "0c1"})
    assert [int(distance_left(table.box[0], table.state[0], bird)) for bird in range(5)] == [1, 2, 8, 15, 16]


@pytest.mark.rule("BJC-53")
def test_ties_are_broken_by_well_placed_birds_then_shared():
    # First yellow, second green, third red; last purple.
    birds = {**FINISH, "purple": "1c1", "blue": "2c1"}
    cards = [
        ["green", "yellow", "blue", "purple"],
        ["purple", "green", "blue", "red"],
        ["blue", "red", "yellow", "purple"],
    ]
    table = race("red blue blue green green", birds, predictions=cards)
    table.play("red podium")
    assert table.outcome.ranking == (1, 3, 1)
    assert table.outcome.returns == (0.5, 0.0, 0.5)


@pytest.mark.rule("BJC-78")
def test_after_400_turns_predictions_score_as_things_stand():
    table = race("red blue blue green green", {"red": "1c1", "green": "podium 1"}, turns=[200, 100, 99])
    table.play("red 1c2")
    assert table.outcome.ending == "turn_limit"
    assert table.outcome.ranking[1] == 1, "green is first on that card"


@pytest.mark.rule("BJC-74")
def test_the_lion_walks_on_white_dice_until_white_sorcery():
    table = race(
        "white white red red blue", {"red": "4c2", "blue": "4r3"}, sorcery="green", options={"lion": True}
    )
    assert table.position()["lion"] == {"at": "5c2", "awake": True}
    assert doings(table, "lion") == {"4l3", "4c3", "4r3"}
    assert why(table, "lion 5c1") == "lion_elsewhere"
    table.play("lion 4r3")
    assert at(table, "blue") == "4r2", "one rank for its one die"
    assert table.position()["lion"] == {"at": "4r3", "awake": False}
    asleep = race("white red red blue blue", {"red": "4l2"}, options={"lion": True},
                  lion={"at": "4c3", "awake": False}, sorcery="white")  # fmt: skip
    assert why(asleep, "lion 4c2") == "lion_sleeps"
    assert "4c3" not in ends(asleep, "red"), "its space is a rock"
    asleep.play("wake")
    assert asleep.position()["lion"]["awake"]
    scared = race("white red red blue blue", {"red": "5l1 scared"}, options={"lion": True}, sorcery="green")
    scared.play("lion 5l1")
    assert (at(scared, "red"), is_scared(scared, "red")) == ("nest", False)
    assert why(race("white", {}), "wake") == "no_lion"


@pytest.mark.rule("BJC-10", "BJC-18")
def test_a_whole_game_verifies():
    table = Table("banjooli-cross", 3, {"berries": True, "special": "one"}, seed=11)
    step = 0
    while not table.is_over:
        legal = list(table.legal_actions())
        table.play(legal[step * 31 % len(legal)])
        step += 1
    notice = verify(table.record())
    assert notice.over
    assert notice.seed_known
    assert notice.draws > 50


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"course": [*PLAIN[:2], "C1:B:left", *PLAIN[3:]]}, "course[2]"),
        ({"course": ["start:A", "C1:B:left", "C2:B:right", "C4:A", "finish:A"]}, "course[2]"),
        ({"course": PLAIN[1:]}, "course[0]"),
        ({"course": [*PLAIN[:-1], "nowhere"]}, "course[5]"),
        ({"ostriches": {"red": {"at": "2c2"}}}, "ostriches.red.at"),
        ({"ostriches": {"red": {"at": "1c1"}, "blue": {"at": "1c1"}}}, "ostriches.blue.at"),
        ({"ostriches": {"red": {"at": "9c1"}}}, "ostriches.red.at"),
        ({"ostriches": {"red": {"at": "podium", "place": 2}}}, "ostriches"),
        ({"ostriches": {"red": {"at": "nest", "scared": True}}}, "ostriches.red.scared"),
        ({"predictions": [CARDS[0], CARDS[0], CARDS[1]]}, "predictions[1]"),
        ({"predictions": [["red", "blue", "green", "yellow"], *CARDS[1:]]}, "predictions[0]"),
        ({"dice": {"movement": ["red"] * 4, "sorcery": "red"}}, "dice.movement[4]"),
        ({"lion": {"at": "5c2"}}, "lion"),
        ({"berries": {"1l1": {"is": "Oor"}}}, "berries"),
        ({"phase": "continue"}, "moving"),
        ({"phase": "over"}, "phase"),
        ({"wings": 2}, "wings"),
    ],
)
def test_situations_that_cannot_be_are_refused_by_their_field(changed, field):
    position = {
        "game": "banjooli-cross", "seats": 3, "phase": "choose", "course": PLAIN, "predictions": CARDS,
        "dice": {"movement": ["red"] * 5, "sorcery": "red"},
    }  # fmt: skip
    with pytest.raises(BadPosition) as refused:
        Table.from_position({**position, **changed})
    assert refused.value.field == field
