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
    """Whether all coloured dice that are not rolled again (a set of bits) are those of ostriches foretold among the first."""
    kept = [int(s["thrown"][die]) for die in range(MOVEMENT_DICE) if not rolled >> die & 1]
    colours = {face for face in kept if 0 <= face < WHITE}
    return Message("banjooli-cross.merit.dice") if colours and colours <= set(finishers) else None
