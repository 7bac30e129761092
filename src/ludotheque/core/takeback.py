"""Takebacks: who may take back what. Tables, terminals and servers all use this policy.

A seat may take its last action back alone if the action revealed nothing and nothing has happened since. Otherwise all other players
must agree. Where there is nobody to ask (only bots), later events do not matter, unless chance or time brought them or the game has
secrets. Some games allow no takebacks at all.
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
    """What it takes to take back a seat's last action.

    Attributes:
        seat: the seat.
        remaining: the number of events that remain afterwards.
        is_free: whether nobody has to agree.
    """

    seat: int
    remaining: int
    is_free: bool


def takeback(journal: Journal, seat: int, others: Collection[int]) -> Takeback:
    """Find out what it takes for a seat to take back its last action.

    Args:
        journal: the table's journal.
        seat: the seat; -1 takes back the last result of chance that people entered.
        others: the seats that can be asked to agree.

    Raises:
        Illegal: there is nothing to take back, or the game allows no takebacks.
    """
    if not journal.game.takebacks:
        raise Illegal(message=Message("error.no_takebacks"))
    remaining = last_of(journal, seat)
    if remaining is None:
        raise Illegal(message=Message("error.nothing_to_undo"))
    if seat == CHANCE_SEAT:
        if not was_just_entered(journal):
            raise Illegal(message=Message("error.nothing_to_undo"))
        return Takeback(seat, remaining, is_free=True)
    later = journal.events[remaining + 1 :]
    shown = any(event.seat < 0 for event in later) or (journal.game.secrets and bool(later))
    return Takeback(
        seat, remaining, is_free=not shown and not (later and others) and not reveals(journal, remaining)
    )


def last_of(journal: Journal, seat: int) -> int | None:
    """The index of a seat's last event; None if it has none."""
    for index in range(len(journal.events) - 1, -1, -1):
        if journal.events[index].seat == seat:
            return index
    return None


def was_just_entered(journal: Journal) -> bool:
    """Whether the last event is a result of chance that people entered."""
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
