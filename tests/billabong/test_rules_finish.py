"""Winning, playing on, the technical limit, shared ranks."""

import numpy as np
import pytest

from ludotheque.core import entry
from tests.billabong.boards import race, why


def judged(table):
    out = np.zeros(table.seats)
    entry.judge(table.box, table.state, out)
    return out.tolist()


@pytest.mark.rule("BIL-46")
def test_the_first_with_all_home_wins_at_once():
    table = race("i3/1", "p14", "a1")
    table.play("i3-home")
    assert table.is_over
    assert table.outcome.ending == "all_home"
    assert table.outcome.ranking == (1, 2, 2)
    assert table.outcome.returns == (1.0, 0.0, 0.0)
    assert why(table, "p14-p13") == "game_over"
    assert len(table.legal_actions(1)) == 0
    assert judged(table) == [1.0, 0.0, 0.0]


@pytest.mark.rule("BIL-46")
def test_playing_on_ranks_the_others_and_skips_finishers():
    table = race("i3/1", "p14 i5/1", "a1 i6/1", options={"play_on": True})
    table.play("i3-home")
    assert table.actors == (1,)
    table.play("i5-home")
    table.play("i6-home")
    assert table.actors == (1,)
    assert not table.is_over
    again = race("i3/1", "i5/1", "a1 i6/1", options={"play_on": True})
    again.play("i3-home")
    again.play("i5-home")
    assert again.outcome.ranking == (1, 2, 3)
    assert again.outcome.returns == (1.0, 0.0, 0.0)


@pytest.mark.rule("BIL-46")
def test_ten_at_home_in_two_teams():
    kangaroos = [{"seat": 0, "colour": colour, "cell": "home"} for colour in ["red"] * 5 + ["yellow"] * 4]
    kangaroos += [{"seat": 0, "colour": "yellow", "cell": "i3", "crossings": 1}]
    kangaroos += [{"seat": 1, "colour": "blue", "cell": f"{file}9"} for file in "abcde"]
    kangaroos += [{"seat": 1, "colour": "green", "cell": f"{file}10"} for file in "abcde"]
    from ludotheque.table import Table

    table = Table.from_position({"game": "billabong", "seats": 2, "kangaroos": kangaroos})
    table.play("i3-home")
    assert table.outcome.ranking == (1, 2)


@pytest.mark.rule("BIL-51")
def test_the_technical_limit_ranks_by_home_then_progress():
    table = race("a9/1 a1/1", "p9 p1/1 a5/1", "p8 k3", turns=[299, 300, 300])
    table.play("a9-a10")
    assert table.outcome.ending == "turn_limit"
    # Seats 0 and 2 have three home; seat 2 has not started with one of them.
    assert table.outcome.ranking == (1, 3, 2)
    assert table.outcome.returns == (1.0, 0.0, 0.0)


@pytest.mark.rule("BIL-51")
def test_equal_progress_shares_the_rank():
    table = race("c3/1 n3/1", "c6/1 n5/1", to_play=1, turns=[300, 299])
    table.play("c6-c5")
    assert table.outcome.ranking == (1, 1)
    assert table.outcome.returns == (0.5, 0.5)


@pytest.mark.rule("BIL-51")
def test_the_limit_waits_for_everybody():
    table = race("a9", "p9", turns=[299, 298])
    table.play("a9-a10")
    table.play("p9-p10")
    assert not table.is_over
    table.play("a10-a9")
    table.play("p10-p9")
    assert table.is_over


@pytest.mark.rule("BIL-51")
def test_after_the_limit_those_at_home_keep_their_rank():
    table = race("", "c5 d5", "c6/1", to_play=2, turns=[9, 300, 299], options={"play_on": True})
    table.play("c6-c7")
    assert table.outcome.ranking == (1, 3, 2)


@pytest.mark.rule("BIL-51")
def test_progress_grows_clockwise_from_the_stream():
    box = race("a1", "p14").box[0]
    order = ["h1", "e3", "a7", "f9", "h14", "i14", "p8", "k6", "i1"]
    cells = [(14 - int(name[1:])) * 16 + ord(name[0]) - ord("a") for name in order]
    laps = [float(box.lap[cell]) for cell in cells]
    assert laps == sorted(laps)
    assert 0 < laps[0] < laps[-1] < 1


def test_a_judgement_is_bounded_and_rises_with_the_lead():
    behind, ahead = race("o9", "b9/1"), race("i3/1", "b9/1")
    for table in (behind, ahead):
        assert all(0 <= value <= 1 for value in judged(table))
    assert judged(behind)[0] < 0.5 < judged(ahead)[0]
