"""The network in PyTorch: the same sums as `bots.learnt.estimate`, for many positions at once, and their gradients."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from ludotheque.bots.learnt.estimate import Layers


class Model(nn.Module):
    """The network.

    Args:
        size: how many numbers an observation has.
        num_actions: how many actions the game has.
        units: the units of the first hidden layer.
        deep: the units of the second.
    """

    def __init__(self, size: int, num_actions: int, units: int, deep: int) -> None:
        super().__init__()
        self.first = nn.Linear(size, units)
        self.second = nn.Linear(units, deep)
        self.value = nn.Linear(deep, 1, bias=False)
        self.actions = nn.Linear(deep, num_actions)
        self.scalars = nn.Parameter(torch.tensor([0.0, 1.0, 4.0]))
        nn.init.normal_(self.first.weight, std=0.25)  # some ten of the numbers of an observation are not 0
        for fresh in (self.value.weight, self.actions.weight, self.actions.bias):
            nn.init.zeros_(fresh)

    def groups(self) -> list[dict[str, Any]]:
        """The parameters for an optimiser. The scalars, which are larger than the weights, learn faster and do not decay."""
        weights = [each for name, each in self.named_parameters() if name != "scalars"]
        return [
            {"params": weights, "pace": 1.0},
            {"params": [self.scalars], "pace": 10.0, "weight_decay": 0.0},
        ]

    def forward(self, seen: Any, odds: Any, actions: Any, gains: Any) -> tuple[Any, Any]:
        """The odds of winning, shape (n,), and how promising the listed actions are, shape (n, m); both as logarithms.

        Args:
            seen: observations, shape (n, size).
            odds: the game's own evaluation, shape (n,).
            actions: actions, shape (n, m); -1 stands for none.
            gains: what each adds to the game's own odds, shape (n, m).
        """
        deep = functional.relu(self.second(functional.relu(self.first(seen))))
        winning = self.value(deep)[:, 0] + self.scalars[0] + self.scalars[1] * odds
        there = actions >= 0
        promising = self.actions(deep).gather(1, actions.clamp(min=0)) + self.scalars[2] * gains
        return winning, promising.masked_fill(~there, float("-inf"))

    def loss(self, drawn: dict[str, Any], trusting: float) -> tuple[Any, Any]:
        """How far the network is from what the search found: cross entropy of the value, and of the visits.

        Args:
            drawn: what `PositionStore.draw` returns, as tensors.
            trusting: how much of the value comes from the search instead of the game's result, from 0 to 1.
        """
        winning, promising = self(drawn["seen"], drawn["odds"], drawn["actions"], drawn["gains"])
        aim = trusting * drawn["values"] + (1.0 - trusting) * drawn["results"]
        visits = drawn["visits"] / drawn["visits"].sum(1, keepdim=True).clamp(min=1)
        logs = functional.log_softmax(promising, 1).masked_fill(drawn["actions"] < 0, 0.0)
        return functional.binary_cross_entropy_with_logits(winning, aim), -(visits * logs).sum(1).mean()

    def layers(self) -> Layers:
        """The weights for playing, as NumPy arrays, rounded as in a file."""
        return Layers(
            _rounded(self.first.weight.T),
            _rounded(self.first.bias),
            _rounded(self.second.weight.T),
            _rounded(self.second.bias),
            _rounded(self.value.weight[0]),
            _rounded(self.actions.weight),
            _rounded(self.actions.bias),
            _rounded(self.scalars),
        )

    def take(self, layers: Layers) -> None:
        """Take the weights of a file over."""
        with torch.no_grad():
            for mine, given in (
                (self.first.weight, np.asarray(layers.first).T),
                (self.first.bias, layers.first_bias),
                (self.second.weight, np.asarray(layers.second).T),
                (self.second.bias, layers.second_bias),
                (self.value.weight, np.asarray(layers.value)[None]),
                (self.actions.weight, layers.actions),
                (self.actions.bias, layers.actions_bias),
                (self.scalars, layers.scalars),
            ):
                mine.copy_(torch.from_numpy(np.ascontiguousarray(given)))


def _rounded(weights: Any) -> Any:
    return np.ascontiguousarray(weights.detach().cpu().numpy().astype(np.float16), np.float32)
