"""What speaks for an action, in one sentence: told with advice, beside the chances that a bot gives it."""

from __future__ import annotations

from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.banjooli_cross.codes import BEWITCH, FRENZY, JOKERS, KEEP, LEAP, MOVE, PLACE, UNBEWITCH
from ludotheque.games.banjooli_cross.state import DESTINATIONS, MOVEMENT_DICE, SPACES, WHITE

_PLACES = ("first", "second", "third")


def merit(b: Any, s: Any, seat: int, action: int) -> Message | None:
    """What the seat's own prediction says of the ostrich that a legal action moves or scares; None where it says nothing for it."""
    number = int(s["prediction"][seat])
    if number < 0:
        return None
    *finishers, last = map(int, b["card"][number])
    if KEEP <= action < MOVE:
        return _of_dice(s, finishers, action - KEEP)
    if MOVE <= action < BEWITCH:
        bird = (
            (action - MOVE) // DESTINATIONS
            if action < FRENZY
            else (action - FRENZY) // (JOKERS * DESTINATIONS)
        )
        helped = finishers
    elif BEWITCH <= action < UNBEWITCH:
        bird, helped = action - BEWITCH, []
    elif UNBEWITCH <= action < LEAP:
        bird, helped = action - UNBEWITCH, finishers
    elif LEAP <= action < PLACE:
        bird, helped = (action - LEAP) // SPACES, []
    else:
        return None
    if bird in helped:
        return Message(f"banjooli-cross.merit.{_PLACES[finishers.index(bird)]}")
    if not helped and bird not in finishers:
        return Message(f"banjooli-cross.merit.{'last' if bird == last else 'none'}")
    return None


def _of_dice(s: Any, finishers: list[int], rolled: int) -> Message | None:
    """Whether the coloured dice that are kept are all of ostriches foretold among the first, or those rolled again (a set of bits) of none."""
    thrown = [(int(s["thrown"][die]), bool(rolled >> die & 1)) for die in range(MOVEMENT_DICE)]
    kept, again = (
        {face for face, rolls in thrown if rolls is wanted and 0 <= face < WHITE} for wanted in (False, True)
    )
    if kept and kept <= set(finishers):
        return Message("banjooli-cross.merit.dice")
    return Message("banjooli-cross.merit.useless") if again and not again & set(finishers) else None
