"""The names of tiles, spaces, ostriches, cards and berries in positions and notation."""

from __future__ import annotations

import functools
import re
from typing import Any

from ludotheque.games.banjooli_cross.rules.course import exists, space_at
from ludotheque.games.banjooli_cross.state import (
    ARRIVED,
    BENDS,
    COLOURS,
    LANE_NAMES,
    LANES,
    MAX_STEPS,
    NEST,
    NO_DIE,
    SPACES,
    Bend,
)

DIE_WORDS = (*COLOURS, "white")
NUMBERS = "12345"
"""The number of each ostrich, so that no colour is ever the only sign."""

_SPACE = re.compile(r"(\d)([lcr])(\d)")


@functools.lru_cache(SPACES)
def space_name(space: int) -> str:
    """`2c1`: tile 2 of the course (the start is 0), centre lane, first space."""
    rest, step = divmod(space, MAX_STEPS)
    tile, lane = divmod(rest, LANES)
    return f"{tile}{LANE_NAMES[lane]}{step + 1}"


def space_named(b: Any, s: Any, name: str) -> int:
    """The space of a name, -1 if this course has none of that name."""
    found = _SPACE.fullmatch(name)
    if found is None or not 1 <= int(found[3]) <= MAX_STEPS or int(found[1]) >= int(s["laid"]):
        return -1
    space = int(space_at(int(found[1]), LANE_NAMES.index(found[2]), int(found[3]) - 1))
    return space if exists(b, s, space) else -1


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


def face_named(b: Any, name: str) -> int:
    """The number (face × 3 + bend) of `C2:A` or `C1:B:left`; -1 if the box has no such face, or it does not bend so."""
    for tile in range(int(b["tiles"])):
        for side in range(2):
            face = tile * 2 + side
            bends = (Bend.LEFT, Bend.RIGHT) if b["curved"][face] else (Bend.STRAIGHT,)
            for bend in bends:
                if face_name(b, face, bend).lower() == name.lower():
                    return face * 3 + int(bend)
    return -1


def die_word(colour: int) -> str | None:
    """`red`, `white`; None for a die not thrown."""
    return None if colour == NO_DIE else DIE_WORDS[colour]


def where_is(s: Any, bird: int) -> str:
    """The space of an ostrich, `nest` or `podium`."""
    at = int(s["at"][bird])
    if at == ARRIVED:
        return "podium"
    return "nest" if at == NEST else space_name(at)


def card_birds(b: Any, card: int) -> list[str]:
    """The ostriches of a prediction: first, second, third, last."""
    return [COLOURS[int(bird)] for bird in b["card"][card]]
