"""What the dice allow: which ostriches may move, and with how many points; great results; jokers."""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import Box, Int64s, State, entry_point
from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.state import BIRDS, MOVEMENT_DICE, WHITE, wide


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
