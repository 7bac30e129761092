"""Measures how strong the shipped network of a game is against the search of the levels, both with the same time for each action.

    python bench/learnt.py bantu --pairs 200 [--milliseconds 20] [--seed 1] [--json]

The games are played in pairs: the same first actions, drawn at random, and the same first seat, with the seats exchanged. The time is that of the
processor, so a busy machine slows both down alike. The search judges with the shipped weights, the network with those that it learnt with. The interval
is that of Agresti and Min (2005), by pairs, and holds the true share in 95 of 100 runs.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import time

from ludotheque.bots.learnt.network import shipped
from ludotheque.core import registry
from ludotheque.lab.strength import measure


def main() -> None:
    """Play the pairs and print what the network won."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("game")
    words.add_argument("--pairs", type=int, default=200, help="how many pairs of games")
    words.add_argument(
        "--milliseconds", type=float, default=20.0, help="of the processor, for each action of both"
    )
    words.add_argument("--seed", type=int, default=1, help="of the first pair")
    words.add_argument("--json", action="store_true", help="print one JSON object")
    asked = words.parse_args()
    network = shipped(registry.get(asked.game))
    if network is None:
        words.error(f"{asked.game} comes with no network")
    began = time.perf_counter()
    options = dict(network.about.options)
    found = measure(asked.game, options, network, asked.pairs, asked.milliseconds / 1000, asked.seed)
    if asked.json:
        told = {"game": asked.game, "options": options, **dataclasses.asdict(found)}
        print(json.dumps(told | {"minutes": (time.perf_counter() - began) / 60}))
    else:
        print(
            f"{asked.game}: {found.share:.3f} of the wins in {found.games} games ({found.low:.3f} to {found.high:.3f})"
        )


if __name__ == "__main__":
    main()
