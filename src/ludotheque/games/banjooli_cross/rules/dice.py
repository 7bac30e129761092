"""The dice: rolling them one after another, and any of them a second time; then which ostriches they let move, and how far."""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import Box, Int64s, State, entry_point
from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.codes import DIE, FRENZY, KEEP, bird_of, jokers_of
from ludotheque.games.banjooli_cross.state import (
    BIRDS,
    DICE,
    FACES,
    MOVEMENT_DICE,
    NO_DIE,
    SORCERY,
    WHITE,
    Phase,
    wide,
)


def are_dice_due(b: Any, s: Any) -> bool:
    """Whether chance is to throw dice. People may throw their own; tiles and cards are the table's."""
    return int(s["phase"]) in (Phase.ROLL, Phase.WILD, Phase.SPIN)


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
    """The first die that has not been thrown, `NO_DIE` if there is none."""
    for die in range(DICE):
        if s.thrown[die] == NO_DIE:
            return die
    return NO_DIE


@rule("BJC-03")
def list_faces(b: Any, s: Any, die: int, out: Any, p: Any) -> int:
    """The faces of a die with their chances."""
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


# -- what they allow --------------------------------------------------------------------------------------------------


@entry_point()
@rule("BJC-22")
def thrown(s: State, colour: int) -> int:
    """Movement dice that show a colour (or white)."""
    count = wide(0)
    for die in range(MOVEMENT_DICE):
        if s.thrown[die] == colour:
            count += 1
    return count


@rule("BJC-23", "BJC-25")
def is_joker(s: Any, colour: int) -> bool:
    """White always; a bird's colour once it has arrived."""
    return colour == WHITE or s.place[colour] > 0


@rule("BJC-40")
def may_run(s: Any, bird: int) -> bool:
    """A bird that has not arrived and is not scared."""
    return s.place[bird] == 0 and s.scared[bird] == 0


@entry_point()
@rule("BJC-22", "BJC-23", "BJC-24", "BJC-26", "BJC-27")
def points_for(b: Box, s: State, bird: int, out: Int64s) -> int:
    """Write the numbers of points that a running bird may move; how many there are (`out` has room for 8).

    Its own dice alone, or with all dice of one kind of joker, never a joker without one of its own; five after a great
    result.
    """
    own, n = thrown(s, bird), wide(0)
    if own > 0:
        out[0] = own
        n = wide(1)
        for colour in range(WHITE + 1):
            if is_joker(s, colour) and thrown(s, colour) > 0:
                out[n] = own + thrown(s, colour)
                n += 1
    if is_great(b, s):
        out[n] = b.five
        n += 1
    return n


@rule("BJC-22", "BJC-27", "BJC-29", "BJC-71")
def points_of_run(b: Any, s: Any, action: int, out: Any) -> int:
    """The same for the bird of a move, which may be in a frenzy, or go on after a berry."""
    if action >= FRENZY:
        out[0] = thrown(s, bird_of(action)) + jokers_of(action)
    elif s.phase == Phase.CONTINUE.value:
        out[0] = s.points_left
    else:
        return points_for(b, s, bird_of(action), out)
    return wide(1)


@entry_point()
@rule("BJC-27")
def is_great(b: Box, s: State) -> bool:
    """Five dice of one colour, or five different ones, all natural: no white, and no colour that has become a joker.

    The option `arrived_natural` lets colours that have arrived count here.
    """
    colours = wide(0)
    for colour in range(BIRDS):
        if s.place[colour] > 0 and not s.arrived_natural:
            continue
        count = thrown(s, colour)
        if count == MOVEMENT_DICE:
            return b.five_alike != 0
        if count == 1:
            colours += 1
    return colours == MOVEMENT_DICE and b.five_different != 0
