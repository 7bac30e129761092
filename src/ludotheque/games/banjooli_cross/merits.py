"""What speaks for an action, in one sentence: told with advice, beside the chances that a bot gives it."""

from __future__ import annotations

from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.banjooli_cross.codes import BEWITCH, FRENZY, JOKERS, KEEP, LEAP, MOVE, UNBEWITCH
from ludotheque.games.banjooli_cross.preferring import bird_of
from ludotheque.games.banjooli_cross.state import DESTINATIONS, MOVEMENT_DICE, WHITE

_PLACES = ("first", "second", "third")


def merit(b: Any, s: Any, seat: int, action: int) -> Message | None:
    """What the seat's own prediction says of the ostrich that a legal action moves or scares; None where it says nothing for it."""
    number = int(s["prediction"][seat])
    if number < 0:
        return None
    *finishers, last = map(int, b["card"][number])
    if KEEP <= action < MOVE:
        return _of_dice(s, finishers, action - KEEP)
    bird = (
        (action - FRENZY) // (JOKERS * DESTINATIONS) if FRENZY <= action < BEWITCH else int(bird_of(action))
    )
    if bird < 0:
        return None
    if MOVE <= action < BEWITCH or UNBEWITCH <= action < LEAP:
        return (
            Message(f"banjooli-cross.merit.{_PLACES[finishers.index(bird)]}") if bird in finishers else None
        )
    if bird in finishers:
        return None
    return Message(f"banjooli-cross.merit.{'last' if bird == last else 'none'}")


def _of_dice(s: Any, finishers: list[int], rolled: int) -> Message | None:
    """Whether the coloured dice that are kept are all of ostriches foretold among the first, or those rolled again (a set of bits) of none. Nothing where a joker, or a die of one of the first, is given up."""
    thrown = [(int(s["thrown"][die]), bool(rolled >> die & 1)) for die in range(MOVEMENT_DICE)]
    kept, again = (
        {face for face, rolls in thrown if rolls is wanted and face >= 0} for wanted in (False, True)
    )
    kept.discard(WHITE)
    if again & {*finishers, WHITE}:
        return None
    if kept and kept <= set(finishers):
        return Message("banjooli-cross.merit.dice")
    return Message("banjooli-cross.merit.useless") if again else None
