"""How a position looks: what a hand can align, what a card on the board is worth, and bots that play by it."""

import numpy as np
import pytest

from ludotheque.core import entry
from ludotheque.core.luck import Luck
from ludotheque.games.boussanga import prospects
from ludotheque.games.boussanga.rules.aligning import would_align
from ludotheque.games.boussanga.rules.placing import where_placed
from ludotheque.table import Table
from tests.boussanga.tables import board, competitive
from tests.boussanga.test_rules_together import SOUTH, common


def judged(table):
    out = np.zeros(table.seats)
    entry.judge(table.box, table.state, out)
    return out.tolist()


def test_points_and_possible_alignments_look_good():
    level = judged(competitive())
    assert level == [0.5, 0.5]
    ahead = judged(competitive(stores=[{"F": 2}, {}]))
    assert ahead[0] > 0.5 > ahead[1]
    assert sum(ahead) == pytest.approx(1)
    ready = judged(competitive(board(r4="TT......")))
    assert ready[0] > 0.5, "whose turn it is can complete that line"
    assert judged(competitive(board(r4="TT......"), to_play=1))[0] < ready[0], (
        "here the other one could spoil it"
    )
    assert judged(competitive(board(r4="FF......")))[0] == 0.5, "no card of either hand has fire enough"


def test_a_bigger_gain_looks_better():
    one = judged(competitive(board(r4="TT......")))[0]
    two = judged(competitive(board(r4=".TTT....")))[0]
    assert two > one


def test_in_cooperation_placed_cards_and_tokens_look_good():
    nothing = judged(common(["T..T..T.", "........", "T.......", "E..E..EE"]))[0]
    found = judged(common(SOUTH))[0]
    collected = judged(common(SOUTH, zone={"T": 3}))[0]
    assert nothing < found < collected
    fewer = judged(common(SOUTH, zone={"T": 3}, discarded=[".../FFT/..."]))[0]
    assert fewer < collected


def test_looking_one_action_ahead_beats_chance():
    wins = 0
    for seed in range(6):
        table, rng = Table("boussanga", 2, seed=seed), Luck.of(seed)
        wins += greedily(table, rng)
    assert wins == 6


def greedily(table, rng):
    """Whether seat 0, playing greedily, wins against a random seat 1."""
    from ludotheque.bots import choose_in

    while not table.is_over:
        seat = table.actors[0]
        table.play(
            choose_in(table.game, table.box, table.state.copy(), seat, ("greedy", "random")[seat], rng)
        )
    return table.outcome.returns[0] == 1.0


def test_alone_looking_one_action_ahead_wins_more_often_than_not():
    from ludotheque.bots import choose_in

    won = 0
    for seed in range(10):
        table, rng = Table("boussanga", 1, seed=seed), Luck.of(seed)
        while not table.is_over:
            table.play(choose_in(table.game, table.box, table.state.copy(), 0, "greedy", rng))
        won += table.outcome.returns[0] > 0
    assert won >= 6


def test_no_alignment_is_overlooked():
    """Whatever a card would align is among the corners that hot cells tell of, on boards of random games."""
    found = 0
    for seed in range(2):
        table, rng = Table("boussanga", 2, seed=seed), Luck.of(seed)
        while not table.is_over:
            seat = table.actors[0]
            if len(table.events) % 3 == 0:
                found += _compare_alignments(table, seat)
            table.play(int(rng.choice(list(table.legal_actions(seat)))), seat)
    assert found > 10


def _compare_alignments(table, seat):
    b, s, count = table.box[0], table.state[0], 0
    hot = prospects.find_hot_cells(b, s)
    for card in {int(card) for card in s["hand"][seat] if card >= 0}:
        for turn in range(8):
            corners, told = (
                int(where_placed(b, s, card, turn)),
                int(prospects.where_hot(b, s, card, turn, hot)),
            )
            for corner in range(64):
                if corners >> corner & 1 and would_align(b, s, card, turn, corner)[1] > 0:
                    assert told >> corner & 1
                    assert prospects.may_align(b, card, hot)
                    count += 1
    return count


def test_a_place_in_the_way_of_a_rival_is_promising():
    table = competitive(board(r4=".TTT...."), to_play=1)
    out = np.empty(table.game.max_legal, np.int32)
    actions = out[: entry.promising(table.box, table.state, 1, out)].tolist()
    now = table.state.copy()
    before = prospects.find_best_alignment(
        table.box[0], now[0], 0, prospects.find_hot_cells(table.box[0], now[0])
    )[0]
    assert before > 0
    left = []
    for action in actions:
        now[:] = table.state
        entry.play(table.box, now, 1, action)
        left.append(
            prospects.find_best_alignment(
                table.box[0], now[0], 0, prospects.find_hot_cells(table.box[0], now[0])
            )[0]
        )
    assert min(left) < before
