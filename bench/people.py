"""Measures how many races of Banzaï! a person with a mouse wins against a bot of each level.

    python bench/people.py [--races 2000] [--seats 4] [--mean 850] [--deviation 150] [--travel 600] [--json]

A third player has called a Banzaï, and both go for a pawn on its first circle. The bot does what its reflexes say. The person
takes as long as people with a mouse do. Both are put in order as a table does it.

With a mouse it takes 850 ms from a call to the click on a pawn: about 250 ms until the hand moves (simple reactions on a screen take
231 ms: Woods et al., Frontiers in Human Neuroscience 9:131, 2015) and 600 ms for the pointer to get there (pointing with a mouse took
674 ms: MacKenzie, Sellen & Buxton, CHI 1991). The pointer's travel counts towards the simulated reach.
"""

from __future__ import annotations

import argparse
import json
import random
from dataclasses import dataclass

from ludotheque import Table, bots
from ludotheque.server.room.races.race import Claim, Race, ordered


@dataclass(frozen=True)
class Person:
    """How long a person takes from the cue to the press, and for how much of that a pointer was on its way."""

    mean_ms: float = 850.0
    deviation_ms: float = 150.0
    travel_ms: float = 600.0


MOUSE = Person()
BEGINNER = Person(mean_ms=1400.0, deviation_ms=350.0, travel_ms=700.0)
"""Somebody who plays for the first time, and reads what happened before they aim: half a second more. This is an estimate."""


def races_won(
    table: Table, person: int, bot: int, level: str, races: int, who: Person = MOUSE, seed: int = 1
) -> float:
    """The share of this many races, in percent, in which the person's hand is there before the bot's. `table`: a race is on."""
    racing = table.game.racing
    cue = racing.cue(table.box[0], table.state[0]) if racing is not None else None
    if racing is None or cue is None:
        raise ValueError("there is no race at this table now")
    luck, wins, view = random.Random(seed), 0, table.view({bot}).tobytes()
    since = int(table.state[0]["now_ms"]) - cue.at_ms
    for _ in range(races):
        plan = bots.reflex(table.game, None, view, bot, level, luck.getrandbits(62))
        if plan is None:
            raise ValueError(f"the bot in seat {bot} would not race here")
        code, delay_ms = plan
        race = Race("", cue.kind, 0.0, 0.0, cue.seats)
        claims = []
        for seat, takes_ms, travel_ms in (
            (bot, float(since + delay_ms), 0.0),
            (person, max(100.0, luck.gauss(who.mean_ms, who.deviation_ms)), who.travel_ms),
        ):
            claim = Claim(seat, code, takes_ms, takes_ms, takes_ms, travel_ms=travel_ms)
            claims.append(
                race.place(claim, takes_ms, racing.reach_ms(table.box[0], table.state[0], seat, code), 0.0)
            )
        wins += ordered(claims, lambda: luck.getrandbits(32))[0].seat == person
    return 100.0 * wins / races


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
    parser.add_argument("--races", type=int, default=2000, help="races for each level")
    parser.add_argument("--seats", type=int, default=4, choices=range(3, 13), help="players at the table")
    parser.add_argument(
        "--mean", type=float, default=MOUSE.mean_ms, help="mean ms from the call to the click"
    )
    parser.add_argument("--deviation", type=float, default=MOUSE.deviation_ms, help="its deviation in ms")
    parser.add_argument(
        "--travel",
        type=float,
        default=MOUSE.travel_ms,
        help="the part of it, in ms, in which the pointer moves",
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the luck")
    parser.add_argument("--json", action="store_true", help="print JSON")
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
