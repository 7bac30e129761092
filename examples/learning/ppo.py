"""PPO as in CleanRL's single file: a network learns a seat at 64 tables, which are stepped together.

pip install "ludotheque[envs]" torch
python examples/learning/ppo.py bantu
"""

import sys

import gymnasium
import torch
from torch import nn


def learn(game, updates=60, tables=64, steps=64, passes=3, **asked):
    """Learn against `opponents` (one of `asked`). Returns the share of the win in each game that was played."""
    envs = gymnasium.make_vec(f"ludotheque.envs:ludotheque/{game}-v0", num_envs=tables, **asked)
    size, actions = envs.single_observation_space.shape[0], int(envs.single_action_space.n)
    policy, value = (nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, n)) for n in (actions, 1))
    optimiser = torch.optim.Adam([*policy.parameters(), *value.parameters()], lr=1e-3)

    def drawn_from(seen, mask):
        return torch.distributions.Categorical(logits=policy(seen).masked_fill(~mask, -1e9))

    shares, ((seen, info), kept) = [], (envs.reset(seed=1), [])
    for _ in range(updates * steps):
        now, mask = torch.as_tensor(seen), torch.as_tensor(info["action_mask"]).bool()
        with torch.no_grad():
            choice, worth = drawn_from(now, mask), value(now)[:, 0]
        action = choice.sample()
        seen, reward, over, cut, info = envs.step(action.numpy())
        shares += reward[over | cut].tolist()
        told = (torch.as_tensor(each, dtype=torch.float32) for each in (reward, over | cut))
        kept.append((now, mask, action, choice.log_prob(action), worth, *told))
        if len(kept) == steps:
            now, mask, action, before, worth, reward, over = map(torch.stack, zip(*kept, strict=True))
            after, gain, gains, kept = value(torch.as_tensor(seen))[:, 0].detach(), 0.0, [], []
            for step in reversed(range(steps)):  # how much better it went than was expected
                gain = reward[step] + (1 - over[step]) * (0.99 * after + 0.94 * gain) - worth[step]
                gains, after = [gain, *gains], worth[step]
            gains = torch.stack(gains)
            for _ in range(passes):
                ratio = (drawn_from(now, mask).log_prob(action) - before).exp()
                surrogate = torch.minimum(ratio * gains, ratio.clamp(0.8, 1.2) * gains).mean()
                miss = (value(now)[..., 0] - (gains + worth)).square().mean()
                optimiser.zero_grad()
                (miss - surrogate - 0.01 * drawn_from(now, mask).entropy().mean()).backward()
                optimiser.step()
    return shares


if __name__ == "__main__":
    won = learn(*sys.argv[1:2], opponents="random")
    print(f"it wins {sum(won[-500:]) / 500:.0%} of its last 500 games of {len(won)}")
