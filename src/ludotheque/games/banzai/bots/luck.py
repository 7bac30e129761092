"""Luck that does not change: the same for the same player in the same situation, so that asking for a plan again gives the same plan.

Numbers are mixed by a multiplicative congruential generator (S. Park, K. Miller, 1988) and by shifts; they are small enough for any type.
"""

from __future__ import annotations

import math
from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.numerics import cosine, log

PRIME = 2147483647
FACTOR = 48271
TURNS = 3
SHIFT = 13
LEVELS = 6
EASY = 1
LOOKS_MS = 350
"""The time that looking at a hand takes, in milliseconds."""
EASY_LOOKS_MS, EASY_MORE_MS = 1800.0, 2200.0
MU, SIGMA, TAU = 0, 1, 2


@compiled
def mixed(luck: int, one: int, other: int) -> int:
    """A number below `PRIME` from three."""
    found = int(luck) % PRIME
    for number in (int(one), int(other)):
        found = (found * FACTOR + number % PRIME + 1) % PRIME
        for _ in range(TURNS):
            found = (found ^ found >> SHIFT) % PRIME * FACTOR % PRIME
    return found


@compiled
def share(luck: int, one: int, other: int) -> float:
    """From 0 to 1, without 0 and 1."""
    return (mixed(luck, one, other) + 0.5) / PRIME


@compiled
def slowness(level: int) -> float:
    """How slow a level is, from 0 for the best to 4 for the first; the easy one is half a step better than the first."""
    return 3.5 if level == EASY else float(min(LEVELS - 1 - level, 4))


@compiled
def reaction_ms(luck: int, level: int, what: int) -> int:
    """How long a player of this level takes to react: ex-Gaussian, a normal part and an exponential one.

    (Form and size: Luce, Response Times, 1986; simple reactions to a sound lie around 200 to 300 ms.)
    """
    slow = slowness(level)
    mean, deviation, tail = 230.0 + 45.0 * slow, 30.0 + 8.0 * slow, 40.0 + 25.0 * slow
    one, other = share(luck, what, 1), share(luck, what, 2)
    normal = math.sqrt(-2.0 * log(one)) * cosine(2.0 * math.pi * other)
    found = mean + deviation * normal - tail * log(share(luck, what, 3))
    return int(max(found, 110.0))


@compiled
def grasp_ms(luck: int, level: int, what: int) -> int:
    """How long a player of this level takes from a call until the hand is over a pawn, without the simulated way to it.

    Set against a person with a mouse, who takes 850 ms from the call to the click (see `bench/people.py`): the third level wins every
    other race against them, and the further ones more and more, the best one seven of eight. The first two are for people's first games:
    they win every other race, or a little less, against somebody who reads first what happened, and takes 1.4 s.
    """
    mean = 812.0 - 65.0 * level if level > EASY else 1300.0 - 50.0 * level
    deviation, tail = (60.0, 40.0) if level > EASY else (200.0, 120.0)
    one, other = share(luck, what, 1), share(luck, what, 2)
    normal = math.sqrt(-2.0 * log(one)) * cosine(2.0 * math.pi * other)
    found = mean - tail + deviation * normal - tail * log(share(luck, what, 3))
    return int(max(found, 250.0))


@compiled
def sees_ms(luck: int, level: int, what: int) -> int:
    """How long a player of this level looks at a hand until it calls what it has. The first two need seconds, as beginners do."""
    slow = EASY_LOOKS_MS + EASY_MORE_MS * share(luck, what, 4) if level <= EASY else 0.0
    return int(LOOKS_MS + reaction_ms(luck, level, what) + slow)


@compiled
def situation(s: Any, luck: int, seat: int) -> int:
    """A seat's luck in the present situation. It changes with every exchange, call and « Jeu ! »."""
    moment = mixed(int(s.open_ms), int(s.round_number), int(s.exchanges))
    return mixed(luck, seat, moment)
