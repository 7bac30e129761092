"""Who may take what back: the one policy, for tables of people, terminals and programs.

A seat takes its last action back alone as long as nothing happened since and the action showed nothing new. Beyond that all
other players must agree; where there is none to ask (bots alone), it may, unless chance spoke or something hidden may have
been seen since. A game without takebacks allows none.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ludotheque.core.errors import Illegal
from ludotheque.core.journal import Journal
from ludotheque.core.message import Message
from ludotheque.core.verbs import CHANCE_SEAT


@dataclass(frozen=True)
class Takeback:
    """Taking back the last action of `seat`: `remaining` events would remain. `is_free`: nobody has to agree."""

    seat: int
    remaining: int
    is_free: bool


def takeback(journal: Journal, seat: int, others: Collection[int]) -> Takeback:
    """What it takes for a seat to take back its last action, where `others` are those who can be asked; `Illegal` where there is nothing.

    The seat -1 takes back the last result of chance that people told.
    """
    if not journal.game.takebacks:
        raise Illegal(message=Message("error.no_takebacks"))
    remaining = last_of(journal, seat)
    if remaining is None:
        raise Illegal(message=Message("error.nothing_to_undo"))
    if seat == CHANCE_SEAT:
        if not was_just_told(journal):
            raise Illegal(message=Message("error.nothing_to_undo"))
        return Takeback(seat, remaining, is_free=True)
    later = journal.events[remaining + 1 :]
    shown = any(event.seat < 0 for event in later) or (journal.game.secrets and bool(later))
    return Takeback(
        seat, remaining, is_free=not shown and not (later and others) and not reveals(journal, remaining)
    )


def last_of(journal: Journal, seat: int) -> int | None:
    """The index of a seat's last event, None if it has none."""
    for index in range(len(journal.events) - 1, -1, -1):
        if journal.events[index].seat == seat:
            return index
    return None


def was_just_told(journal: Journal) -> bool:
    """Whether the last thing that happened is that somebody told a result of chance."""
    if not journal.events or journal.chance == "auto":
        return False
    last = journal.events[-1]
    return last.seat == CHANCE_SEAT and last.draw < 0


def reveals(journal: Journal, index: int) -> bool:
    """Whether the action of an event showed its player something new."""
    declared = journal.game.reveals
    if declared is None:
        return False
    event = journal.events[index]
    before = journal.before if index == len(journal.events) - 1 else journal.at(index)
    return declared(journal.setup.box[0], before[0], event.code)
