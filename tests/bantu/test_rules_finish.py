"""Winning, teams, the short game, the technical limit, a board on which nobody can move."""

from __future__ import annotations

import numpy as np
import pytest

from ludotheque.core import entry
from tests.bantu.boards import texts, track, why

HOME = "1:finish 2:finish 3:finish 4:finish"


def judged(table):
    out = np.zeros(table.seats)
    entry.judge(table.box, table.state, out)
    return out.tolist()


@pytest.mark.rule("BAN-02", "BAN-03", "BAN-41")
def test_the_first_with_all_four_home_wins_at_once():
    table = track("1:finish 2:finish 3:finish 4:r27a", "4:r27b 3:finish", "")
    assert not table.is_over
    table.play("4: finish")
    assert table.is_over
    assert table.outcome.ending == "all_home"
    assert table.outcome.ranking == (1, 2, 2)
    assert table.outcome.returns == (1.0, 0.0, 0.0)
    assert why(table, "4: r1a") == "game_over"
    assert judged(table) == [1.0, 0.0, 0.0]


@pytest.mark.rule("BAN-44", "BAN-45", "BAN-46")
def test_the_short_game_is_without_pawn_4():
    table = track("1:finish 2:finish 3:r27a", "", options={"short": True})
    assert len(table.scene(()).pieces) == 6
    assert why(table, "4: r0a") == "not_in_short_game"
    assert not any(text.startswith("4") for text in texts(track("", "", options={"short": True})))
    table.play("3: finish")
    assert table.outcome.ranking == (1, 2)


@pytest.mark.rule("BAN-47", "BAN-48", "BAN-49")
def test_partners_sit_opposite_and_win_together():
    teams = {"options": {"teams": True}}
    table = track(HOME, "", "1:finish 2:finish 3:finish 4:r27a", "", to_play=2, **teams)
    assert not table.is_over, "one partner is not enough"
    table.play("4: finish")
    assert table.outcome.returns == (0.5, 0.0, 0.5, 0.0)
    assert table.outcome.ranking == (1, 3, 1, 3)
    skipped = track(HOME, "", "3:r9a", "", to_play=3, **teams)
    skipped.play(skipped.legal_actions()[0])
    assert skipped.actors == (1,), "who has finished has no more turns"
    own = track("", "", "3:r9a", "", **teams)
    assert why(own, "3: r10a") == "other_start_line", "nobody moves a partner's pawn"


@pytest.mark.rule("BAN-51")
def test_partners_do_not_capture_each_other_but_opponents_do():
    assert why(track("2:r18a", "", "3:r20a", "", options={"teams": True}), "2: r20a") == "partners_pawn"
    assert why(track("2:r18a", "3:r20a", "", "", options={"teams": True}), "2: r20a") == ""


@pytest.mark.rule("BAN-55")
def test_teams_play_the_short_game_too():
    three = "1:finish 2:finish 3:finish"
    table = track(
        three, "", "1:finish 2:finish 3:r27b", "", to_play=2, options={"teams": True, "short": True}
    )
    table.play("3: finish")
    assert table.outcome.returns == (0.5, 0.0, 0.5, 0.0)


@pytest.mark.rule("BAN-53")
def test_the_limit_ranks_by_pawns_home_then_by_the_rest():
    table = track("4:r10a", "4:r12b 1:finish", "4:r11d", turns=[299, 300, 300])
    table.play("4: r14a")
    assert table.outcome.ending == "turn_limit"
    assert table.outcome.ranking == (2, 1, 3)
    assert table.outcome.returns == (0.0, 1.0, 0.0)
    far = track("1:finish", "4:r26a 3:r26b 2:r26c", turns=[299, 300])
    far.play("2: r14a")
    assert far.outcome.ranking == (1, 2), "one home is worth more than three before the finish"


@pytest.mark.rule("BAN-53")
def test_ties_share_at_the_limit_and_start_counts_from_its_line():
    waiting, entered = (
        track("1:r22a", "1:r21a", turns=[299, 300]),
        track("1:r22a", "1:r23a", turns=[299, 300]),
    )
    waiting.play("2: r14a")
    assert waiting.outcome.ranking == (1, 2), "entering brings nobody further than waiting"
    entered.play("2: r14a")
    assert entered.outcome.ranking == (2, 1)
    shared = track("4:r6d", "4:r9a", "4:r2a", turns=[299, 300, 300])
    shared.play("4: r9c")
    assert shared.outcome.ranking == (1, 1, 3)
    assert shared.outcome.returns == (0.5, 0.5, 0.0)


@pytest.mark.rule("BAN-53")
def test_a_team_counts_together_at_the_limit():
    table = track(
        "4:r20a", "4:r8a", "4:r10a", "4:r27a 1:finish", turns=[299] + [300] * 3, options={"teams": True}
    )
    table.play("1: r21b")
    assert table.outcome.ranking == (3, 1, 3, 1), "one pawn home is worth more than any way"
    ahead = track("4:r20a", "4:r8a", "4:r10a", "4:r12a", turns=[299] + [300] * 3, options={"teams": True})
    ahead.play("1: r21b")
    assert ahead.outcome.ranking == (1, 3, 1, 3)


@pytest.mark.rule("BAN-53")
def test_finished_players_do_not_delay_the_limit():
    table = track(
        HOME, "4:r8a", "4:r10a", "4:r12a", to_play=1, turns=[3, 299, 300, 300], options={"teams": True}
    )
    table.play("1: r21b")
    assert table.is_over
    assert table.outcome.ending == "turn_limit"
