"""Names of tiles and spaces in positions and notation; ids, tints, marks and labels of pieces and places on the screen."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.banjooli_cross.rules.course import exists, length, space_at
from ludotheque.games.banjooli_cross.state import (
    ARRIVED,
    BACK_IN_NEST,
    BENDS,
    BERRIES,
    COLOURS,
    FACES,
    LANE_NAMES,
    LANES,
    MAX_STEPS,
    MOVEMENT_DICE,
    NEST,
    PODIUM,
    SORCERY,
    SPACES,
    WHITE,
    Bend,
)
from ludotheque.scene.listing import listing

NUMBERS = "12345"
"""The number of each ostrich, so that no colour is ever the only sign."""
TINTS = ("red", "green", "yellow", "blue", "plum", "none")
"""The palette's names for the birds' colours, and white."""
DIE_WORDS = (*COLOURS, "white")
FACE_WORDS = (*COLOURS, "joker")
"""What a die shows, in notation and in keys of messages."""
JOKER = "★"
LION = "lion"

_SPACE = re.compile(rf"(\d)([{''.join(LANE_NAMES)}])([1-{MAX_STEPS}])")


def said(key: str, **args: Any) -> Message:
    """A message of this game."""
    return Message(key, args)


def player(seat: int) -> Message:
    """A seat called by its number, or by its player's name where a screen knows it."""
    return said("banjooli-cross.player", n=seat + 1, seat=seat)


# -- tiles and spaces ---------------------------------------------------------------------------------------------------


def tile_name(b: Any, tile: int) -> str:
    """The name of a tile in its component file."""
    return bytes(b["name"][tile].tolist()).rstrip(b"\0").decode("ascii")


def face_name(b: Any, face: int, bend: int) -> str:
    """`C2:A`, `C1:B:left`."""
    return laid_name(tile_name(b, face // 2), face, bend)


def laid_name(tile: str, face: int, bend: int) -> str:
    """The same for a tile of this name."""
    name = f"{tile}:{'AB'[face % 2]}"
    return f"{name}:{BENDS[bend]}" if bend else name


def bends_of(b: Any, face: int) -> tuple[Bend, ...]:
    """How a face may be laid: a curve bends either way."""
    return (Bend.LEFT, Bend.RIGHT) if b["curved"][face] else (Bend.STRAIGHT,)


def face_named(b: Any, name: str) -> int:
    """The number (face × 3 + bend) of `C2:A` or `C1:B:left`; -1 if the box has no such face, or it does not bend that way."""
    for face in range(2 * int(b["tiles"])):
        for bend in bends_of(b, face):
            if face_name(b, face, bend).lower() == name.lower():
                return face * 3 + int(bend)
    return -1


@functools.lru_cache(SPACES)
def space_name(space: int) -> str:
    """`2c1`: tile 2 of the course (the start is 0), centre lane, first space."""
    rest, step = divmod(space, MAX_STEPS)
    tile, lane = divmod(rest, LANES)
    return f"{tile}{LANE_NAMES[lane]}{step + 1}"


def _read_space(name: str) -> tuple[int, int, int] | None:
    """The tile, the lane and the step of a space's name; None if it is none."""
    found = _SPACE.fullmatch(name)
    return (int(found[1]), LANE_NAMES.index(found[2]), int(found[3]) - 1) if found else None


def space_of(name: str) -> int:
    """The space of a name on the longest course, -1 if there is none."""
    parts = _read_space(name)
    space = int(space_at(*parts)) if parts else -1
    return space if space < SPACES else -1


def space_named(b: Any, s: Any, name: str) -> int:
    """The space of a name, -1 if this course has none of that name."""
    space = space_of(name)
    return space if exists(b, s, space) else -1


def spot(b: Any, s: Any, place: str) -> Message | str:
    """`the 5th space of the left lane`: a space, counted from the start, by its id; any other place as it is called.

    `place` lets a screen point at it.
    """
    parts = _read_space(place)
    if parts is None:
        return place
    tile, lane, step = parts
    before = sum(int(length(b, s, earlier, lane)) for earlier in range(tile))
    return said(f"banjooli-cross.at.{LANE_NAMES[lane]}", n=before + step + 1, place=place)


@functools.cache
def lane(place: str) -> Message | str:
    """`in its left lane`: which lane, as the ostrich runs, however the course is turned; any other place as it is called."""
    parts = _read_space(place)
    return said(f"banjooli-cross.lane.{LANE_NAMES[parts[1]]}", place=place) if parts else place


def over(to: Message | str, jumped: int) -> Message | str:
    """Where a run ends and how many ostriches it jumps over, if any."""
    return said("banjooli-cross.over", to=to, n=jumped) if jumped else to


# -- ostriches ----------------------------------------------------------------------------------------------------------


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


def place_of(s: Any, bird: int) -> str:
    """The id of the place where an ostrich is."""
    return place_id(bird, int(s["at"][bird]), int(s["place"][bird]))


@functools.lru_cache(2000)
def place_id(bird: int, at: int, place: int) -> str:
    """The same, from where it is and the place in which it came in."""
    if at == NEST:
        return f"nest.{bird}"
    return f"podium.{place}" if at == ARRIVED else space_name(at)


def destination_id(s: Any, bird: int, destination: int) -> str:
    """The id of the place where a move ends: the next free step of the podium, the bird's own nest, a space."""
    if destination == PODIUM:
        return f"podium.{1 + sum(int(place) > 0 for place in s['place'])}"
    return f"nest.{bird}" if destination == BACK_IN_NEST else space_name(destination)


# -- dice, jokers and berries -------------------------------------------------------------------------------------------


def die_id(die: int) -> str:
    """The id of a die's piece."""
    return f"die.{die}"


def die_mark(s: Any, colour: int) -> str:
    """What a die shows beside its colour: the bird's number, or the joker; ordinary dice show 6 for it."""
    if colour == WHITE:
        return str(FACES) if s["dice"] else JOKER
    return NUMBERS[colour]


def faces(s: Any) -> list[int]:
    """What the movement dice show."""
    return s["thrown"][:MOVEMENT_DICE].tolist()


def dice_brief(s: Any) -> Message:
    """`2 red, yellow, joker`: what the movement dice show, within a line about a turn."""
    shown = faces(s)
    words = [
        said(f"banjooli-cross.brief.face.{FACE_WORDS[colour]}", n=shown.count(colour))
        for colour in sorted(set(shown))
    ]
    return functools.reduce(
        lambda first, then: said("banjooli-cross.brief.dice", first=first, then=then), words
    )


def sorcery_brief(s: Any) -> Message:
    """`blue for sorcery`: what the sorcery die shows, within a line about a turn."""
    face = said(f"banjooli-cross.brief.face.{FACE_WORDS[int(s['thrown'][SORCERY])]}", n=1)
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
    used = [die_listed(0, bird)] * faces(s).count(bird) + [die_listed(0, WHITE)] * jokers
    return said("banjooli-cross.brief.with", dice=listing(used))


def great_word(s: Any, told: str) -> Message:
    """Why any ostrich may run: five dice of one colour, or of five; within a line (`brief`), or as a sentence (`moment`)."""
    shown = faces(s)
    kind = COLOURS[shown[0]] if len(set(shown)) == 1 else "different"
    return said(f"banjooli-cross.{told}.great.{kind}", n=len(shown))


def die_listed(die: int, colour: int) -> Message:
    """`the red one`: a die within a list of dice, by what it shows."""
    if die == SORCERY:
        return said("banjooli-cross.listed.sorcery")
    return said(f"banjooli-cross.listed.{FACE_WORDS[colour]}", n=1)


def dice_listed(s: Any, dice: Iterable[int]) -> Message | str:
    """These dice in words, by what they show: `the 2 green ones and the joker`."""
    return listing(die_listed(die, int(s["thrown"][die])) for die in dice)


def face_word(colour: int) -> Message:
    """`the yellow one (3)`, `the joker`: what a die shows."""
    return said("banjooli-cross.joker") if colour == WHITE else bird_word(colour)


def berry_word(kind: int) -> Message:
    """The name of a berry with what it does."""
    return said(f"banjooli-cross.berry.{kind}", name=BERRIES[kind])


def berry_brief(kind: int) -> Message:
    """`finds a berry: the snake`, within a line about a turn."""
    return said("banjooli-cross.brief.found", what=said(f"banjooli-cross.brief.berry.{kind}"))
