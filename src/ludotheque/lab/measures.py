"""What happened in a game, in a few numbers: choices, changes of lead, how far the winner was behind, what was used.

To measure a game, its events are played once more over the verbs. The measures are defined in `docs/balance.md`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludotheque.core import entry, memory
from ludotheque.core.things import TABLE, group_of, of_game
from ludotheque.core.verbs import TIME_SEAT
from ludotheque.lab.runs import Setting

AHEAD = 0.02
"""A leader is judged better than everybody else by more than this, on the scale of the game's judgement, from 0 to 1."""
SAME = 1e-9
"""Judged alike, as the members of a team are."""
TENTHS = 10


@dataclass(frozen=True)
class Measures:
    """What happened in a game.

    Attributes:
        turns: how often another seat went on acting, plus one; in a game for one, the number of actions.
        choices: for each tenth of the game, the number of decisions and the sum of their legal actions.
        leads: how often the lead passed to somebody else.
        half: the seats that led in the middle of the game, as bits; 0 if nobody did.
        behind: how far the winner was behind at worst, from 0 to 1, on the scale of the game's judgement.
        behind_at: the number of events before that moment.
        clock_ms: the time on the game's clock at the end; 0 without a clock.
        things: for each thing that was used (`core.things`), how often the table and each seat used it: `[table, seat 0, seat 1, …]`.
    """

    turns: int
    choices: tuple[tuple[int, int], ...]
    leads: int
    half: int
    behind: float
    behind_at: int
    clock_ms: int
    things: Mapping[str, tuple[int, ...]]


def measure(setting: Setting, first: int, events: Any) -> Measures:
    """Walk through a game.

    Args:
        setting: what it was played in.
        first: the seat that went first.
        events: rows of (seat, code, instant), as `MatchRun.events`.
    """
    walk = _Walk(setting, first)
    for number, (seat, code, at_ms) in enumerate(np.asarray(events).tolist()):
        walk.step(number, seat, code, at_ms)
    return walk.measures(len(events))


class _Walk:
    def __init__(self, setting: Setting, first: int) -> None:
        self.setting, self.game, self.seats = setting, setting.game, setting.of.seats
        self.things = of_game(setting.game)
        self.before, self.after = setting.begun(first), setting.begun(first)
        self.legal = np.zeros(self.game.max_legal, np.int32)
        self.worth = np.zeros(self.seats)
        self.judged: list[tuple[int, tuple[float, ...]]] = []  # number of events before, each seat's worth
        self.choices: list[int] = []
        self.actors: list[int] = []
        self.used: dict[str, list[int]] = {}
        self.clock = 0

    def step(self, number: int, seat: int, code: int, at_ms: int) -> None:
        boxes = self.setting.boxes
        if at_ms >= 0:
            entry.advance(boxes, self.after, at_ms)
            self.clock = at_ms
        if seat == TIME_SEAT:
            return
        if seat >= 0:
            self.choices.append(int(entry.legal(boxes, self.after, seat, self.legal)))
            self.actors.append(seat)
            self._judge(number)
        memory.overwrite(self.before, self.after)
        entry.play(boxes, self.after, seat, code)
        for who, name in self.things.used(boxes[0], self.before[0], self.after[0], seat, code):
            if group_of(name) not in self.things.groups:
                raise ValueError(f"{self.game.name}: {name!r} belongs to none of the groups of its things")
            self.used.setdefault(name, [0] * (self.seats + 1))[0 if who == TABLE else who + 1] += 1

    def _turns(self) -> int:
        """A turn lasts as long as the same seat acts; in a game for one, each action is a turn."""
        if self.seats == 1:
            return len(self.actors)
        return sum(
            1 for number, seat in enumerate(self.actors) if number == 0 or self.actors[number - 1] != seat
        )

    def _judge(self, number: int) -> None:
        entry.judge(self.setting.boxes, self.after, self.worth)
        self.judged.append((number, tuple(self.worth.tolist())))

    def measures(self, events: int) -> Measures:
        entry.returns(self.setting.boxes, self.after, self.worth)
        worths = [worth for _, worth in self.judged]
        self.judged.append((events, tuple(self.worth.tolist())))
        winners = leaders(self.judged[-1][1])
        behind, at = max(
            ((_behind(worth, winners), -number) for number, worth in self.judged), default=(0.0, 0)
        )
        return Measures(
            turns=self._turns(),
            choices=_by_tenths(self.choices),
            leads=changes_of_lead([worth for _, worth in self.judged]),
            half=leaders(worths[len(worths) // 2]) if worths else 0,
            behind=behind,
            behind_at=-at if behind > 0 else 0,
            clock_ms=self.clock,
            things={name: tuple(counts) for name, counts in sorted(self.used.items())},
        )


def leaders(worth: tuple[float, ...]) -> int:
    """The seats that lead, as bits: those judged best, if they are better than all others by more than `AHEAD`; 0 if nobody leads."""
    best = max(worth)
    bits = sum(1 << seat for seat, each in enumerate(worth) if each >= best - SAME)
    rest = [each for seat, each in enumerate(worth) if not bits >> seat & 1]
    return bits if rest and best - max(rest) > AHEAD else 0


def changes_of_lead(worths: list[tuple[float, ...]]) -> int:
    """How often the lead passed from some seats to others. While nobody leads, nothing changes."""
    changes, last = 0, 0
    for worth in worths:
        now = leaders(worth)
        if now:
            changes += last != 0 and not now & last
            last = now
    return changes


def _behind(worth: tuple[float, ...], winners: int) -> float:
    """How far the best of the winners is behind the best of the others; 0 if not at all, or nobody won alone."""
    won = [each for seat, each in enumerate(worth) if winners >> seat & 1]
    rest = [each for seat, each in enumerate(worth) if not winners >> seat & 1]
    return max(0.0, max(rest) - max(won)) if won and rest else 0.0


def _by_tenths(choices: list[int]) -> tuple[tuple[int, int], ...]:
    counts = [[0, 0] for _ in range(TENTHS)]
    for number, each in enumerate(choices):
        tenth = counts[number * TENTHS // len(choices)]
        tenth[0] += 1
        tenth[1] += each
    return tuple((number, total) for number, total in counts)
