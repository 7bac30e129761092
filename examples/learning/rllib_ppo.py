"""RLlib's PPO plays all seats of a table of PettingZoo's against itself, with the mask that its module for masks asks for.

pip install "ludotheque[envs]" "ray[rllib]" torch
python examples/learning/rllib_ppo.py bantu
"""

import sys

from gymnasium.spaces import Dict
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module import MultiRLModuleSpec, RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from ludotheque import envs


class Table(PettingZooEnv):
    """A table; what a seat sees bears the names that RLlib's module knows."""

    def __init__(self, asked):
        super().__init__(envs.aec(**asked))
        named = {agent: Dict(renamed(space)) for agent, space in self.observation_spaces.items()}
        self.observation_spaces, self.observation_space = named, Dict(named)

    def reset(self, **asked):
        seen, infos = super().reset(**asked)
        return {agent: renamed(each) for agent, each in seen.items()}, infos

    def step(self, actions):
        seen, *told = super().step(actions)
        return {agent: renamed(each) for agent, each in seen.items()}, *told


def renamed(seen):
    return {"observations": seen["observation"], "action_mask": seen["action_mask"]}


def algorithm(game, batch=2000, **asked):
    """PPO, ready to learn; each seat is played by the same network."""
    module = MultiRLModuleSpec(rl_module_specs={"all": RLModuleSpec(module_class=ActionMaskingTorchRLModule)})
    config = PPOConfig().environment(Table, env_config={"game": game, **asked})
    config.multi_agent(policies={"all"}, policy_mapping_fn=lambda *_, **__: "all")
    config.env_runners(num_env_runners=0).training(train_batch_size_per_learner=batch, num_epochs=3)
    return config.rl_module(rl_module_spec=module).build_algo()


if __name__ == "__main__":
    ppo = algorithm(sys.argv[1])
    for _ in range(10):
        print(ppo.train()["learners"]["all"]["policy_loss"])
