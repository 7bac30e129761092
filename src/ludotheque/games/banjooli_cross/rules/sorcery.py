"""Sorcery: the sorcery die scares an ostrich or calms one. Scaring one on a crocodile makes it leap."""

from __future__ import annotations

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.codes import BEWITCH, UNBEWITCH, leap_code
from ludotheque.games.banjooli_cross.rules.course import exists, ground, is_free, space_at, tile_of
from ludotheque.games.banjooli_cross.rules.points import is_joker
from ludotheque.games.banjooli_cross.state import (
    BIRDS,
    LANES,
    MAX_STEPS,
    NO_DIE,
    NO_SPACE,
    SORCERY,
    Ground,
    wide,
)


@rule("BJC-39", "BJC-42", "BJC-44")
def reaches(s: Any, bird: int) -> bool:
    """The sorcery die shows this ostrich's colour, or a joker: white, or a colour that has arrived."""
    shown = s.thrown[SORCERY]
    return shown != NO_DIE and (shown == bird or is_joker(s, shown))


@rule("BJC-41")
def is_on_track(s: Any, bird: int) -> bool:
    """Started, and not arrived."""
    return s.at[bird] >= 0


@rule("BJC-39", "BJC-41", "BJC-55")
def may_bewitch(b: Any, s: Any, bird: int) -> bool:
    """A running ostrich on the course within reach of the die; on a crocodile, scaring it makes it leap instead."""
    return (
        reaches(s, bird)
        and is_on_track(s, bird)
        and s.scared[bird] == 0
        and not (is_on_crocodile(b, s, bird) and leap_rank(b, s, bird) != NO_SPACE)
    )


@rule("BJC-43", "BJC-44")
def may_unbewitch(s: Any, bird: int) -> bool:
    """A scared one within reach of the die."""
    return reaches(s, bird) and is_on_track(s, bird) and s.scared[bird] != 0


@rule("BJC-55")
def is_on_crocodile(b: Any, s: Any, bird: int) -> bool:
    """Whether the ostrich stands on a crocodile's back."""
    return s.at[bird] >= 0 and ground(b, s, wide(s.at[bird])) == Ground.CROCODILE.value


@rule("BJC-55")
def leap_rank(b: Any, s: Any, bird: int) -> int:
    """Where the leap off the crocodiles leads: the first rank after their tile with a free space, as its left-lane space.

    `NO_SPACE` if there is none: then the crocodile snaps at nothing, and the ostrich is scared as elsewhere.
    """
    for tile in range(tile_of(wide(s.at[bird])) + 1, s.laid):
        for step in range(MAX_STEPS):
            for lane in range(LANES):
                space = space_at(wide(tile), wide(lane), wide(step))
                if exists(b, s, space) and is_free(b, s, space):
                    return space_at(wide(tile), wide(0), wide(step))
    return NO_SPACE


@rule("BJC-55")
def may_leap(b: Any, s: Any, bird: int, space: int) -> bool:
    """Among the free spaces of that rank its sorcerer chooses."""
    if not reaches(s, bird) or not is_on_crocodile(b, s, bird) or s.scared[bird] != 0:
        return False
    first = leap_rank(b, s, bird)
    if first == NO_SPACE or not exists(b, s, space) or not is_free(b, s, space):
        return False
    return tile_of(space) == tile_of(first) and (space - first) % MAX_STEPS == 0


@rule("BJC-20", "BJC-39", "BJC-43", "BJC-55")
def list_spells(b: Any, s: Any, out: Any, n: int) -> int:
    """Everything that the sorcery die allows; returns how many actions there are then."""
    for bird in range(BIRDS):
        if may_bewitch(b, s, bird):
            out[n] = BEWITCH + bird
            n += 1
        if may_unbewitch(s, bird):
            out[n] = UNBEWITCH + bird
            n += 1
        first = leap_rank(b, s, bird) if is_on_crocodile(b, s, bird) else wide(NO_SPACE)
        for lane in range(LANES):
            space = first + lane * MAX_STEPS
            if first != NO_SPACE and may_leap(b, s, bird, space):
                out[n] = leap_code(wide(bird), space)
                n += 1
    return n


@rule("BJC-39", "BJC-40", "BJC-43")
def turn_face(s: Any, bird: int, scared: int) -> None:
    """Turn the token over. A scared ostrich cannot run until it is unbewitched."""
    s.scared[bird] = scared


@rule("BJC-55")
def leap(s: Any, bird: int, space: int) -> None:
    """The ostrich leaps off the crocodile and runs as before. Nothing is triggered where it lands."""
    s.at[bird] = space
