"""How many races of Banzaï! a person with a mouse wins against a bot of each level.

    python bench/people.py [--races 2000] [--seats 4] [--mean 850] [--deviation 150] [--travel 600] [--json]

A Banzaï was called, by neither of the two; both go for a pawn on its first circle. The bot does what its reflexes say, the person
takes as long as people with a mouse do (see `ludotheque.server.people`), and both are put in order as a table does.
"""

from __future__ import annotations

import argparse
import json

from ludotheque import Table, bots
from ludotheque.server.people import MOUSE, Person, races_won


def race(seats: int) -> Table:
    """A table at which seat 0 has just called."""
    table = Table("banzai", seats, seed=1, options={"time_limit": 0})
    table.play({"do": "call", "what": "banzai"}, 0, at_ms=3000)
    return table


def main() -> None:
    """Print the shares."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--races", type=int, default=2000)
    parser.add_argument("--seats", type=int, default=4, choices=range(3, 13))
    parser.add_argument("--mean", type=float, default=MOUSE.mean_ms, help="ms from the call to the click")
    parser.add_argument("--deviation", type=float, default=MOUSE.deviation_ms)
    parser.add_argument(
        "--travel", type=float, default=MOUSE.travel_ms, help="ms of it that the pointer is on its way"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    who = Person(asked.mean, asked.deviation, asked.travel)
    table = race(asked.seats)
    shares = {level: races_won(table, 1, 2, level, asked.races, who, asked.seed) for level in bots.LEVELS}
    if asked.json:
        print(json.dumps({"races": asked.races, "person": vars(who), "won_pct": shares}))
        return
    for level, share in shares.items():
        print(f"{level:8} {share:5.1f} %")


if __name__ == "__main__":
    main()
