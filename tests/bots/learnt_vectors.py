"""Writes `learnt_vectors.json`: what PyTorch says about a position with the network of each game. Run it after a network was replaced.

PYTHONPATH=src:tests:. python tests/bots/learnt_vectors.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque import Table
from ludotheque.bots.learnt import network
from ludotheque.core import entry, registry

ACTIONS = 24
"""So many actions, drawn by lot, lead to the position."""


def told(game: str) -> dict[str, Any]:
    """The share of the win of the seat that acts, and how promising its first actions are with some gain."""
    import torch

    from ludotheque.train.model import Model

    found = network.shipped(registry.get(game))
    assert found is not None
    table = Table(game, 2, dict(found.about.options), seed=1)
    rng = np.random.default_rng(ACTIONS)
    for _ in range(ACTIONS):
        table.play(int(rng.choice(table.legal_actions(table.actors[0]))))
    seat = table.actors[0]
    seen, shares = np.zeros(found.about.size, np.float32), np.zeros(2)
    entry.observe(table.box, table.view({seat}), seat, seen)
    entry.judge(network.box_of(found, table.game, table.box), table.view({seat}), shares)
    model = Model(found.about.size, found.about.num_actions, *found.layers.second.shape)
    model.take(found.layers)
    actions = list(table.legal_actions(seat))[:5]
    gains = [0.1 * number for number in range(len(actions))]
    with torch.no_grad():
        odds, promising = model(
            torch.from_numpy(seen)[None],
            torch.tensor([float(np.log(shares[seat] / (1 - shares[seat])))]),
            torch.tensor([actions]),
            torch.tensor([gains]),
        )
    return {
        "actions": ACTIONS,
        "share": float(torch.sigmoid(odds)[0]),
        "promising": [list(each) for each in zip(actions, gains, promising[0].tolist(), strict=True)],
    }


def main() -> None:
    """Write the file for every game that ships a network."""
    games = [name for name in registry.names() if network.shipped(registry.get(name)) is not None]
    vectors = {game: told(game) for game in games}
    path = Path(__file__).with_name("learnt_vectors.json")
    path.write_text(json.dumps(vectors, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
