"""What speaks for an action, in one sentence: told with advice, beside the chances that a bot gives it."""

from __future__ import annotations

from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.banjooli_cross.codes import BEWITCH, FRENZY, JOKERS, LEAP, MOVE, PLACE, UNBEWITCH
from ludotheque.games.banjooli_cross.state import DESTINATIONS, SPACES

_PLACES = ("first", "second", "third")


def merit(b: Any, s: Any, seat: int, action: int) -> Message | None:
    """What the seat's own prediction says of the ostrich that a legal action moves or scares; None where it says nothing for it."""
    number = int(s["prediction"][seat])
    if number < 0:
        return None
    *finishers, last = map(int, b["card"][number])
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
