"""An algorithm of OpenSpiel's learns at a table of PettingZoo's: its Q-learner plays against actions drawn by lot.

pip install "ludotheque[envs]"
python examples/learning/q_learning.py boussanga --games 50

It shows how a learner is connected. A table of values learns little of games as large as these.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from open_spiel.python.algorithms.tabular_qlearner import QLearner
from open_spiel.python.rl_environment import StepType, TimeStep

from ludotheque import envs


def told(table: Any, seat: int, step: StepType = StepType.MID) -> TimeStep:
    """What PettingZoo says of a seat, as OpenSpiel's agents take it."""
    agent = table.possible_agents[seat]
    seen = table.observe(agent)
    facts = {
        "info_state": {seat: seen["observation"].tobytes()},
        "legal_actions": {seat: np.flatnonzero(seen["action_mask"]).tolist()},
        "current_player": seat,
    }
    return TimeStep(facts, {seat: table.rewards[agent]}, {seat: 1.0}, step)


def play(table: Any, learner: QLearner, seed: int, *, learning: bool = True) -> float:
    """Play one game. The learner sits in seat 0; returns its share of the win."""
    luck = np.random.default_rng(seed)
    table.reset(seed=seed)
    while not all(table.terminations.values()):
        seat = table.possible_agents.index(table.agent_selection)
        now = told(table, seat)
        if seat == 0:
            action = learner.step(now, is_evaluation=not learning).action
        else:
            action = int(luck.choice(now.observations["legal_actions"][seat]))
        table.step(action)
    if learning:
        learner.step(told(table, 0, StepType.LAST))
    return float(table.rewards["seat_0"])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=50, help="games from which it learns; as many follow")
    asked = parser.parse_args()
    table = envs.aec(asked.game, seats=2)
    learner = QLearner(0, table.action_space("seat_0").n, step_size=0.3)
    for seed in range(asked.games):
        play(table, learner, seed)
    after = range(asked.games, 2 * asked.games)
    share = np.mean([play(table, learner, seed, learning=False) for seed in after])
    print(f"after {asked.games} games it wins {share:.0%} of {asked.games} against chance")


if __name__ == "__main__":
    main()
