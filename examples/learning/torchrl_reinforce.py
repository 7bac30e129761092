"""TorchRL learns a seat at 64 tables by REINFORCE. Its wrapper leaves `info` out, so the mask is asked for in the observation.

pip install "ludotheque[envs]" "torchrl>=0.14"
python examples/learning/torchrl_reinforce.py bantu
"""

import sys

import gymnasium
import torch
from tensordict.nn import TensorDictModule, TensorDictSequential
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import GymWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor
from torchrl.objectives.value.functional import reward2go


def learn(game, batches=30, tables=64, steps=128, **asked):
    """Learn against `opponents` (one of `asked`). Returns the mean share of the win of the games in each batch."""
    asked |= {"mask_in_observation": True, "autoreset_mode": "Disabled"}  # TorchRL begins new games itself
    made = gymnasium.make_vec(f"ludotheque.envs:ludotheque/{game}-v0", num_envs=tables, **asked)
    envs = GymWrapper(made, categorical_action_encoding=True)
    size, actions = made.single_observation_space["observation"].shape[0], int(made.single_action_space.n)
    net = nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, actions))
    look = TensorDictModule(net, in_keys=["observation"], out_keys=["logits"])
    mask = TensorDictModule(torch.Tensor.bool, in_keys=["action_mask"], out_keys=["mask"])
    player = ProbabilisticActor(
        TensorDictSequential(look, mask),
        in_keys=["logits", "mask"],
        spec=envs.action_spec,
        distribution_class=MaskedCategorical,
    )
    optimiser, shares = torch.optim.Adam(net.parameters(), lr=3e-3), []
    size = steps * tables
    for batch in Collector(envs, player, frames_per_batch=size, total_frames=batches * size):
        reward, over = batch["next", "reward"], batch["next", "done"]
        shares.append(float(reward[over].mean()))
        gain = reward2go(reward, over, 0.99)[..., 0] - 0.5
        chosen = player.get_dist(batch).log_prob(batch["action"])
        optimiser.zero_grad()
        (-(gain * chosen).mean()).backward()
        optimiser.step()
    return shares


if __name__ == "__main__":
    print(learn(*sys.argv[1:2], opponents="random"))
