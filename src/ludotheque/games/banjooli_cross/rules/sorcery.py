"""Sorcery: the sorcery die scares an ostrich or calms one. Scaring one on a crocodile makes it leap."""

from __future__ import annotations

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.codes import BEWITCH, LEAP, UNBEWITCH, Why, bird_of, leap_code
from ludotheque.games.banjooli_cross.rules.course import exists, ground, is_free, space_at, tile_of
from ludotheque.games.banjooli_cross.rules.dice import is_joker
from ludotheque.games.banjooli_cross.state import (
    BIRDS,
    LANES,
    MAX_STEPS,
    NO_DIE,
    NO_SPACE,
    SORCERY,
    SPACES,
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


@rule("BJC-39", "BJC-41", "BJC-42", "BJC-43", "BJC-55")
def why_not_spell(b: Any, s: Any, action: int) -> int:
    """The bird must be on the course, the die reach it, and its face be the other one; one on a crocodile leaps instead of being scared."""
    bird = bird_of(action)
    if not is_on_track(s, bird):
        return Why.NOT_ON_TRACK.value
    if not reaches(s, bird):
        return Why.OTHER_COLOUR.value
    if UNBEWITCH <= action < LEAP:
        return Why.LEGAL.value if s.scared[bird] else Why.NOT_SCARED.value
    if s.scared[bird]:
        return Why.ALREADY_SCARED.value
    if action < UNBEWITCH:
        return Why.LEGAL.value if leap_rank(b, s, bird) == NO_SPACE else Why.LEAPS.value
    if not is_on_crocodile(b, s, bird):
        return Why.NO_CROCODILE.value
    may = may_leap(b, s, leap_rank(b, s, bird), (action - LEAP) % SPACES)
    return Why.LEGAL.value if may else Why.NO_LEAP_THERE.value


@rule("BJC-55")
def is_on_crocodile(b: Any, s: Any, bird: int) -> bool:
    """Whether the ostrich stands on a crocodile's back."""
    return s.at[bird] >= 0 and ground(b, s, wide(s.at[bird])) == Ground.CROCODILE.value


@rule("BJC-55")
def leap_rank(b: Any, s: Any, bird: int) -> int:
    """Where an ostrich leaps off a crocodile: the first rank after its tile with a free space, as its left-lane space.

    `NO_SPACE` if it stands on no crocodile, or there is none: then the crocodile snaps at nothing, and the ostrich is scared as elsewhere.
    """
    if not is_on_crocodile(b, s, bird):
        return wide(NO_SPACE)
    for tile in range(tile_of(wide(s.at[bird])) + 1, s.laid):
        for step in range(MAX_STEPS):
            for lane in range(LANES):
                space = space_at(wide(tile), wide(lane), wide(step))
                if exists(b, s, space) and is_free(b, s, space):
                    return space_at(wide(tile), wide(0), wide(step))
    return wide(NO_SPACE)


@rule("BJC-55")
def may_leap(b: Any, s: Any, rank: int, space: int) -> bool:
    """Among the free spaces of that rank its sorcerer chooses."""
    if rank == NO_SPACE or not exists(b, s, space) or not is_free(b, s, space):
        return False
    return tile_of(space) == tile_of(rank) and (space - rank) % MAX_STEPS == 0


@rule("BJC-20", "BJC-39", "BJC-43", "BJC-55")
def list_spells(b: Any, s: Any, out: Any, n: int) -> int:
    """Everything that the sorcery die allows; returns how many actions there are then."""
    for bird in range(BIRDS):
        if not reaches(s, bird):
            continue
        n = add_spell(b, s, BEWITCH + bird, out, n)
        n = add_spell(b, s, UNBEWITCH + bird, out, n)
        rank = leap_rank(b, s, bird)
        if rank != NO_SPACE:
            for lane in range(LANES):
                n = add_spell(b, s, leap_code(wide(bird), rank + lane * MAX_STEPS), out, n)
    return n


@rule("BJC-20")
def add_spell(b: Any, s: Any, action: int, out: Any, n: int) -> int:
    """The same with this action, if it is legal."""
    if why_not_spell(b, s, action) != Why.LEGAL.value:
        return n
    out[n] = action
    return n + 1


@rule("BJC-39", "BJC-40", "BJC-43")
def turn_face(s: Any, bird: int, scared: int) -> None:
    """Turn the token over. A scared ostrich cannot run until it is unbewitched."""
    s.scared[bird] = scared


@rule("BJC-55")
def leap(s: Any, bird: int, space: int) -> None:
    """The ostrich leaps off the crocodile and runs as before. Nothing is triggered where it lands."""
    s.at[bird] = space
