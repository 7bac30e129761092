"""DofNooxoor, the frenzy: five dice are rolled once, and every colour that they show runs."""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import Box, State, entry_point
from ludotheque.core.lazy import np
from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.codes import frenzy_code
from ludotheque.games.banjooli_cross.rules.dice import is_joker, may_run, next_die, thrown
from ludotheque.games.banjooli_cross.rules.moving import add_ends, can_move, ends_of
from ludotheque.games.banjooli_cross.state import ARRIVED, BIRDS, MOVEMENT_DICE, NO_DIE, Phase, wide


@rule("BJC-71")
def begin_frenzy(b: Any, s: Any) -> None:
    """The five movement dice are thrown, once; the sorcery die stays out of it."""
    for die in range(MOVEMENT_DICE):
        s.thrown[die] = NO_DIE
    s.moving, s.points_left = -1, 0
    s.frenzy = 1
    s.phase = Phase.WILD.value


@rule("BJC-71")
def throw_wild(b: Any, s: Any, colour: int) -> bool:
    """One die of a frenzy has stopped; whether it was the last."""
    s.thrown[next_die(s)] = colour
    return next_die(s) >= MOVEMENT_DICE or next_die(s) == NO_DIE


@rule("BJC-71")
def may_run_wild(b: Any, s: Any, bird: int) -> bool:
    """Whether a colour is left whose bird runs and can move. The dice of scared birds are lost."""
    return thrown(s, bird) > 0 and may_run(s, bird) and can_move(b, s, bird)


@entry_point()
@rule("BJC-71")
def any_frenzy_move(b: Box, s: State) -> bool:
    """Whether a colour is left that can run."""
    for bird in range(BIRDS):
        if may_run_wild(b, s, bird):
            return True
    return False


@rule("BJC-71")
def wild_jokers(s: Any) -> int:
    """Jokers still lying there, white and of birds that have arrived."""
    count = wide(0)
    for die in range(MOVEMENT_DICE):
        if s.thrown[die] != NO_DIE and is_joker(s, s.thrown[die]):
            count += 1
    return count


@rule("BJC-71")
def must_take_all(b: Any, s: Any, bird: int) -> bool:
    """The last colour that can run takes all the jokers left: every result is used.

    Another may be last instead if it can run once this bird is out of its way.
    """
    at, last = wide(s.at[bird]), True
    s.at[bird] = ARRIVED
    for other in range(BIRDS):
        if other != bird and may_run_wild(b, s, other):
            last = False
    s.at[bird] = at
    return last


@rule("BJC-71")
def list_frenzy(b: Any, s: Any, out: Any) -> int:
    """Any colour first, with any number of jokers, as long as another bird can take the rest."""
    n, jokers, points = wide(0), wild_jokers(s), np.zeros(1, np.int64)
    for bird in range(BIRDS):
        if not may_run_wild(b, s, bird):
            continue
        for taken in range(jokers if must_take_all(b, s, bird) else 0, jokers + 1):
            points[0] = thrown(s, bird) + taken
            reached = ends_of(b, s, wide(bird), points, wide(1))
            n = add_ends(reached, frenzy_code(bird, taken, wide(0)), out, n)
    return n


@rule("BJC-71")
def use_wild_dice(s: Any, bird: int, jokers: int) -> None:
    """The bird's dice and the jokers it took are gone."""
    for die in range(MOVEMENT_DICE):
        if s.thrown[die] == bird:
            s.thrown[die] = NO_DIE
        elif s.thrown[die] != NO_DIE and is_joker(s, s.thrown[die]) and jokers > 0:
            s.thrown[die] = NO_DIE
            jokers -= 1
