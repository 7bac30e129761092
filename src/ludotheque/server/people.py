"""Races of bots against a person who takes as long as people do, decided as tables decide them.

The person is measured, not a bot: with a mouse 850 ms pass from a call to the click on a pawn, about 250 of them until the hand sets
off (simple reactions on a screen: 231 ms, Woods et al., Frontiers in Human Neuroscience 9:131, 2015) and 600 on the way (pointing
with a mouse took 674 ms: MacKenzie, Sellen & Buxton, CHI 1991). The way is the pointer's own, and counts towards the simulated reach.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from ludotheque import bots
from ludotheque.server.races.race import Claim, Race, ordered
from ludotheque.table import Table


@dataclass(frozen=True)
class Person:
    """How long a person takes from the cue to the press, and for how much of that a pointer was on its way."""

    mean_ms: float = 850.0
    deviation_ms: float = 150.0
    travel_ms: float = 600.0


MOUSE = Person()


def races_won(
    table: Table, person: int, bot: int, level: str, races: int, who: Person = MOUSE, seed: int = 1
) -> float:
    """The share of so many races, in percent, in which the person's hand is there before the bot's. `table`: a race is on."""
    racing = table.game.racing
    cue = racing.cue(table.b, table.s) if racing is not None else None
    if racing is None or cue is None:
        raise ValueError("there is no race at this table now")
    luck, wins, view = random.Random(seed), 0, table.view({bot}).tobytes()
    since = int(table.s["now_ms"]) - cue.at_ms
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
            claims.append(race.place(claim, takes_ms, racing.reach_ms(table.b, table.s, seat, code), 0.0))
        wins += ordered(claims, lambda: luck.getrandbits(32))[0].seat == person
    return 100.0 * wins / races
