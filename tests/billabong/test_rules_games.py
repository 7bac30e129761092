"""Whole random games: laws that hold in every situation, compiled and interpreted alike."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ludotheque.core import artefact, components, entry, memory
from ludotheque.core.luck import Luck
from ludotheque.core.registry import get
from ludotheque.games.billabong.rules.geometry import put
from ludotheque.games.billabong.series import series_of, shortest_path
from ludotheque.table import Table

GAME = get("billabong")
SETTINGS = [
    (2, {"mode": "duel"}),
    (2, {"touch_move": True}),
    (3, {"play_on": True}),
    (4, {"placement": "behind-stream"}),
]


def fresh(seats, options, first=0):
    box = memory.array_of(components.load(GAME).array)
    state = memory.array_of(GAME.fresh_state(seats, GAME.check_options(seats, options), first))
    entry.setup(box, state)
    return box, state


def check_fields(state):
    for name, (least, greatest) in GAME.ranges.items():
        values = np.asarray(state[name])
        assert least <= values.min() <= values.max() <= greatest, name


def check_conservation(b, s, seats):
    """Every kangaroo is in hand, on a cell of its own, or home; the lines say the same."""
    each = 10 if seats == 2 and s.mode == 0 else 5
    cells = [int(cell) for seat in range(seats) for cell in s.cell[seat][:each]]
    standing = [cell for cell in cells if cell >= 0]
    assert len(set(standing)) == len(standing)
    assert not any(b.is_lake[cell] for cell in standing)
    assert (s.cell[seats:] == -2).all()
    assert (s.cell[:, each:] == -2).all()
    for seat in range(seats):
        assert s.home[seat] == (s.cell[seat] == -1).sum()
    lines = s.lines.copy()
    s.lines[:] = 0
    for cell in standing:
        put(b, s, cell)
    assert (s.lines == lines).all()


@pytest.mark.rule("BIL-02", "BIL-10", "BIL-51")
@pytest.mark.parametrize(("seats", "options"), SETTINGS)
def test_random_games_end_in_the_bound_and_lose_no_kangaroo(seats, options):
    (box, state), rng = fresh(seats, options), np.random.default_rng(seats)
    b, s, out, actions = box[0], state[0], np.zeros(GAME.max_legal, np.int32), 0
    while entry.actors(box, state):
        seat = int(s.to_play)
        assert entry.actors(box, state) == 1 << seat
        n = entry.legal(box, state, seat, out)
        assert n > 0
        assert entry.legal(box, state, (seat + 1) % seats, out[n:]) == 0
        if actions % 40 == 0:
            legal = out[:n].tolist()
            assert len(set(legal)) == n
            for code in range(GAME.num_actions(b)):
                assert (entry.why_not(box, state, seat, code) == 0) == (code in set(legal)), code
            check_conservation(b, s, seats)
            check_fields(state)
        entry.play(box, state, seat, int(out[rng.integers(n)]))
        actions += 1
    assert actions <= GAME.max_actions
    shares, ranks = np.zeros(seats), np.zeros(seats, np.int32)
    entry.returns(box, state, shares)
    entry.ranking(box, state, ranks)
    assert shares.sum() == pytest.approx(1)
    assert ranks.min() == 1
    assert ((shares > 0) == (ranks == 1)).all()
    assert entry.ending(box, state) > 0
    assert entry.due(box, state) == -1


def test_the_graph_of_hops_holds_exactly_the_legal_moves():
    (box, state), rng = fresh(2, {}), np.random.default_rng(3)
    b, s, out = box[0], state[0], np.zeros(GAME.max_legal, np.int32)
    for turn in range(80):
        seat, n = int(s.to_play), entry.legal(box, state, int(s.to_play), out)
        if int(s.phase) == 1 and turn % 4 == 0:
            offered = set()
            for kangaroo in range(10):
                series = series_of(b, s, seat, kangaroo)
                offered |= {*series.actions[1:]}
                assert all(
                    series.action_of(shortest_path(b, s, seat, action)) == action
                    for action in series.actions[1:]
                )
            assert offered == set(out[:n].tolist())
        entry.play(box, state, seat, int(out[rng.integers(n)]))


@pytest.mark.deep  # the law `compiled` says so, too
def test_compiled_and_interpreted_play_the_same_games():
    script, root = Path(__file__).with_name("play_randomly.py"), Path(__file__).resolve().parents[2]
    digests = []
    for way in artefact.INTERPRETED, artefact.COMPILED:
        environment = {**os.environ, "LUDOTHEQUE_RULES": way, "PYTHONPATH": str(root / "src")}
        done = subprocess.run(
            [sys.executable, script, "60"],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        digests.append(done.stdout.strip())
    assert digests[0] == digests[1]


def test_looking_one_turn_ahead_beats_chance():
    wins = 0
    for seed in range(4):
        table = Table("billabong", seats=2, options={"mode": "duel"}, seed=seed)
        wins += greedy_wins(table, Luck.of(seed))
    assert wins == 4


def greedy_wins(table, rng):
    """Whether seat 0, playing greedily, is ranked first against a random seat 1."""
    values = np.zeros(2)
    while not table.is_over:
        legal = list(table.legal_actions())
        choice = legal[rng.integers(len(legal))]
        if table.actors == (0,):
            best = -1.0
            for code in legal:
                after = table.state.copy()
                entry.play(table.box, after, 0, code)
                entry.judge(table.box, after, values)
                if values[0] > best:
                    best, choice = values[0], code
        entry.play(table.box, table.state, table.actors[0], choice)
    return table.outcome.ranking[0] == 1
