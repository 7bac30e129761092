"""The masked PPO of sb3-contrib learns a seat at 16 tables, which are stepped together.

pip install "ludotheque[envs]" sb3-contrib
python examples/learning/masked_ppo.py bantu
"""

import sys

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv, VecMonitor


class Tables(VecEnv):
    """What Gymnasium makes, as Stable-Baselines3 takes it."""

    def __init__(self, game, tables, **asked):
        self.envs = gymnasium.make_vec(f"ludotheque.envs:ludotheque/{game}-v0", num_envs=tables, **asked)
        super().__init__(tables, self.envs.single_observation_space, self.envs.single_action_space)

    def reset(self):
        return self.envs.reset(seed=1)[0]

    def step_async(self, actions):
        self.told = self.envs.step(actions)

    def step_wait(self):
        seen, reward, over, cut, info = self.told
        infos = [{"TimeLimit.truncated": bool(late)} for late in cut & ~over]
        for row in np.flatnonzero(over | cut):
            infos[row]["terminal_observation"] = info["final_obs"][row]
        return seen, reward.astype(np.float32), over | cut, infos

    # it asks `action_masks` so, one for each table
    def env_method(self, name, *args, indices=None, **kwargs):  # noqa: ARG002  # as it is called
        return list(getattr(self.envs, name)(*args, **kwargs))

    def has_attr(self, name):
        return hasattr(self.envs, name)

    close = get_attr = set_attr = env_is_wrapped = lambda self, *_, **__: [False] * self.num_envs


if __name__ == "__main__":
    model = MaskablePPO("MlpPolicy", VecMonitor(Tables(sys.argv[1], 16, opponents="random")), n_steps=256)
    model.learn(50_000)
    print(f"it wins {np.mean([game['r'] for game in model.ep_info_buffer]):.0%} of its last games")
