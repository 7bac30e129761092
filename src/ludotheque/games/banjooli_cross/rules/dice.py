"""Rolling the dice: six dice, one after another, and any of them a second time."""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import State, entry_point
from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.codes import DIE, KEEP
from ludotheque.games.banjooli_cross.state import (
    DICE,
    FACES,
    MOVEMENT_DICE,
    NO_DIE,
    SORCERY,
    WHITE,
    Phase,
    wide,
)


@rule("BJC-19", "BJC-69")
def begin_throw(b: Any, s: Any) -> None:
    """Take all six dice; one reroll, unless one has been given the lance."""
    for die in range(DICE):
        s.thrown[die] = NO_DIE
    s.rerolls_left = 0 if s.single_throw[s.to_play] else 1
    s.single_throw[s.to_play] = 0
    s.phase = Phase.ROLL.value


@entry_point()
def next_die(s: State) -> int:
    """The first die that lies there unthrown, `NO_DIE` if there is none."""
    for die in range(DICE):
        if s.thrown[die] == NO_DIE:
            return die
    return NO_DIE


@rule("BJC-03")
def list_faces(b: Any, s: Any, die: int, out: Any, p: Any) -> int:
    """The faces of a die, each as likely as its sides are many."""
    n = wide(0)
    for colour in range(WHITE + 1):
        sides = wide(0)
        for side in range(FACES):
            shown = b.sorcery_die[side] if die == SORCERY else b.movement_die[side]
            if shown == colour:
                sides += 1
        if sides > 0:
            out[n] = DIE + colour
            p[n] = sides / FACES
            n += 1
    return n


@rule("BJC-19")
def throw(b: Any, s: Any, colour: int) -> None:
    """One die has stopped; after the last one, its player keeps or throws again, or has to choose."""
    s.thrown[next_die(s)] = colour
    if next_die(s) == NO_DIE:
        s.phase = Phase.KEEP.value if s.rerolls_left > 0 else Phase.CHOOSE.value


@rule("BJC-19")
def keep(b: Any, s: Any, action: int) -> None:
    """Throw the chosen dice again, or keep them all."""
    again = action - KEEP
    s.rerolls_left = 0
    s.phase = Phase.ROLL.value if again > 0 else Phase.CHOOSE.value
    for die in range(DICE):
        if again >> die & 1:
            s.thrown[die] = NO_DIE


@rule("BJC-19")
def list_keeps(b: Any, s: Any, out: Any) -> int:
    """Every set of dice may be thrown again, or none."""
    for again in range(1 << DICE):
        out[again] = KEEP + again
    return wide(1 << DICE)


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
