"""Stable-Baselines3's masked PPO learns a seat of a game, against bots, through Gymnasium.

pip install "ludotheque[envs]" sb3-contrib
python examples/learning/masked_ppo.py bantu --opponents random --steps 20000
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

import ludotheque.envs  # noqa: F401  # tells Gymnasium of the games


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--opponents", default="random", help="the bots on the other seats")
    parser.add_argument("--steps", type=int, default=20_000, help="decisions from which it learns")
    asked = parser.parse_args()
    seat = gymnasium.make(f"ludotheque/{asked.game}-v0", opponents=asked.opponents)
    model = MaskablePPO("MlpPolicy", seat, seed=1, device="cpu")  # it asks `action_masks()` itself
    model.learn(asked.steps)
    shares, _ = evaluate_policy(model, seat, n_eval_episodes=100, return_episode_rewards=True)
    print(f"after {model.num_timesteps} decisions it wins {np.mean(shares):.0%} of 100 games")


if __name__ == "__main__":
    main()
