"""Ids, tints, marks and labels of the pieces and places on the screen."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.banjooli_cross.names import NUMBERS, space_name
from ludotheque.games.banjooli_cross.rules.course import length
from ludotheque.games.banjooli_cross.state import (
    ARRIVED,
    BACK_IN_NEST,
    BERRIES,
    COLOURS,
    FACES,
    LANE_NAMES,
    MOVEMENT_DICE,
    NEST,
    PODIUM,
    SORCERY,
    WHITE,
    Ground,
)
from ludotheque.scene.listing import listing

TINTS = ("red", "green", "yellow", "blue", "plum", "none")
"""The palette's names for the birds' colours, and white."""
MASKS = ("◉", "◈", "▣", "◎", "⬢")
"""The seats' neutral signs: no bird belongs to anybody."""
JOKER = "★"

LION = "lion"
_SPACE = re.compile(r"(\d)([lcr])(\d)")
GROUNDS = tuple(kind.name.lower() for kind in Ground)


def said(key: str, **args: Any) -> Message:
    """A message of this game."""
    return Message(key, args)


def bird_id(bird: int) -> str:
    """The id of an ostrich's piece: `o.red`."""
    return f"o.{COLOURS[bird]}"


def bird_word(bird: int) -> Message:
    """`the yellow one (3)`."""
    return said(f"banjooli-cross.bird.{COLOURS[bird]}")


def bird_short(bird: int) -> Message:
    """`Yellow (3)`."""
    return said(f"banjooli-cross.short.{COLOURS[bird]}")


def bird_brief(bird: int) -> Message:
    """`yellow`, within a line about a turn."""
    return said(f"banjooli-cross.brief.bird.{COLOURS[bird]}")


def dice_brief(s: Any) -> Message:
    """`2 red, yellow, joker`: what the movement dice show, within a line about a turn."""
    faces = s["thrown"][:MOVEMENT_DICE].tolist()
    names = (*COLOURS, "joker")
    shown = [
        said(f"banjooli-cross.brief.face.{names[colour]}", n=faces.count(colour))
        for colour in sorted(set(faces))
    ]
    return functools.reduce(
        lambda first, then: said("banjooli-cross.brief.dice", first=first, then=then), shown
    )


def sorcery_brief(s: Any) -> Message:
    """`blue for sorcery`: what the sorcery die shows, within a line about a turn."""
    colour = int(s["thrown"][SORCERY])
    face = said(f"banjooli-cross.brief.face.{(*COLOURS, 'joker')[colour]}", n=1)
    return said("banjooli-cross.brief.sorcery", face=face)


def jokers_word(jokers: int, kind: int, *, told: bool = False) -> Message:
    """`using 2 jokers`, `using the 3 yellow dice as jokers`: the jokers of a move and what they show; `told` also says why a colour is one."""
    if kind == WHITE:
        return said("banjooli-cross.with_jokers", n=jokers)
    dice = said(f"banjooli-cross.listed.{COLOURS[kind]}", n=jokers)
    if told:
        return said("banjooli-cross.with_arrived.why", n=jokers, dice=dice, bird=bird_brief(kind))
    return said("banjooli-cross.with_arrived", n=jokers, dice=dice)


def dice_used(s: Any, bird: int, jokers: int) -> Message:
    """`with the 2 blue dice and the joker`: the dice that an ostrich runs with, some of them white jokers."""
    own = s["thrown"][:MOVEMENT_DICE].tolist().count(bird)
    used = [said(f"banjooli-cross.listed.{COLOURS[bird]}", n=1)] * own
    used += [said("banjooli-cross.listed.joker", n=1)] * jokers
    return said("banjooli-cross.brief.with", dice=listing(used))


def great_word(s: Any, told: str) -> Message:
    """Why any ostrich may run: five dice of one colour, or of five; within a line (`brief`), or as a sentence (`moment`)."""
    faces = s["thrown"][:MOVEMENT_DICE].tolist()
    kind = COLOURS[faces[0]] if len(set(faces)) == 1 else "different"
    return said(f"banjooli-cross.{told}.great.{kind}", n=len(faces))


def die_listed(die: int, colour: int) -> Message:
    """`the red one`: a die within a list of dice, by what it shows."""
    if die == SORCERY:
        return said("banjooli-cross.listed.sorcery")
    return said(f"banjooli-cross.listed.{'joker' if colour == WHITE else COLOURS[colour]}", n=1)


def dice_listed(s: Any, dice: Iterable[int]) -> Message | str:
    """These dice in words, by what they show: `the 2 green ones and the joker`."""
    return listing(die_listed(die, int(s["thrown"][die])) for die in dice)


def die_id(die: int) -> str:
    """The id of a die's piece."""
    return f"die.{die}"


def place_of(s: Any, bird: int) -> str:
    """The id of the place where an ostrich is."""
    return place_id(bird, int(s["at"][bird]), int(s["place"][bird]))


@functools.lru_cache(2000)
def place_id(bird: int, at: int, place: int) -> str:
    """The same, from where it is and the place in which it came in."""
    if at == NEST:
        return f"nest.{bird}"
    return f"podium.{place}" if at == ARRIVED else space_name(at)


def spot(b: Any, s: Any, place: str) -> Message | str:
    """`the 5th space of the left lane`: a space as it can be counted from the start, from its id; any other place as it is called.

    `place` lets a screen point at it.
    """
    found = _SPACE.fullmatch(place)
    if found is None:
        return place
    tile, number = int(found[1]), LANE_NAMES.index(found[2])
    before = sum(int(length(b, s, earlier, number)) for earlier in range(tile))
    return said(f"banjooli-cross.at.{found[2]}", n=before + int(found[3]), place=place)


@functools.cache
def lane(place: str) -> Message | str:
    """`in its left lane`: which lane, as the ostrich runs, however the course is turned; any other place as it is called."""
    found = _SPACE.fullmatch(place)
    return place if found is None else said(f"banjooli-cross.lane.{found[2]}", place=place)


def over(to: Message | str, jumped: int) -> Message | str:
    """Where a run ends and how many ostriches it jumps over, if any."""
    return said("banjooli-cross.over", to=to, n=jumped) if jumped else to


def destination_id(s: Any, bird: int, destination: int) -> str:
    """The id of the place where a move ends: the next free step of the podium, the bird's own nest, a space."""
    if destination == PODIUM:
        return f"podium.{1 + sum(int(place) > 0 for place in s['place'])}"
    return f"nest.{bird}" if destination == BACK_IN_NEST else space_name(destination)


def die_mark(s: Any, colour: int) -> str:
    """What a die shows beside its colour: the bird's number, or the joker; ordinary dice show 6 for it."""
    if colour == WHITE:
        return str(FACES) if s["dice"] else JOKER
    return NUMBERS[colour]


def berry_word(kind: int) -> Message:
    """The name of a berry with what it does."""
    return said(f"banjooli-cross.berry.{kind}", name=BERRIES[kind])


def berry_brief(kind: int) -> Message:
    """`finds a berry: the snake`, within a line about a turn."""
    return said("banjooli-cross.brief.found", what=said(f"banjooli-cross.brief.berry.{kind}"))


def player(seat: int) -> Message:
    """A seat called by its number, or by its player's name where a screen knows it."""
    return said("banjooli-cross.player", n=seat + 1, seat=seat)
