"""Actions and the reasons for refusing them, as numbers. `actions.py` has the notation of actions.

Actions are consecutive integers, the same for every box.

| action | code |
|---|---|
| lay a card down | CHOOSE + card |
| call | CALL + call × 13 + family, or + 12 if no family is named |
| grab a pawn | GRAB + pawn |
| move a pawn to a point of the grid | MOVE + ((pawn × 2 + (1 if another follows)) × GRID + row) × GRID + column |
| "Jeu !", ready, no more pawns, hop, peek | RESUME, KEEP, HOP, PEEK |
| change seats; challenge; propose; take from | SWAP, CHALLENGE, PROPOSE, TAKE_FROM + seat |
| feint | FEINT + kind |
| give two cards | GIVE + the lesser × 60 + the greater |
| deal a card back | DEAL_BACK + seat × 60 + card |
| consent with a card, refuse | CONSENT + card, REFUSE |
| take a pawn off | TAKE_PAWN + pawn |
| look at hands | LOOK + seats as bits |
| take a seat, a hand, both | TAKE_WITH + seat × 3 + what |
| chance | FAMILY, CARD, SEAT, REACTION + result |
"""

from __future__ import annotations

import itertools
from enum import IntEnum
from typing import Any

from ludotheque.core import lazy
from ludotheque.core.game import Reason, reasons_of
from ludotheque.core.jit import compiled
from ludotheque.games.banzai.state import (
    CALLS,
    CARDS,
    FAR,
    FEINTS,
    GRID,
    MAX_FAMILIES,
    MAX_PAWNS,
    MAX_SEATS,
    REACTIONS,
    STEP,
    WHATS,
)

NAMED = MAX_FAMILIES + 1
POINTS = GRID * GRID


class Kind(IntEnum):
    """The kinds of action, in the order of their codes."""

    CHOOSE = 0
    CALL = 1
    GRAB = 2
    MOVE = 3
    RESUME = 4
    KEEP = 5
    HOP = 6
    PEEK = 7
    SWAP = 8
    CHALLENGE = 9
    PROPOSE = 10
    TAKE_FROM = 11
    FEINT = 12
    GIVE = 13
    DEAL_BACK = 14
    CONSENT = 15
    REFUSE = 16
    TAKE_PAWN = 17
    LOOK = 18
    TAKE_WITH = 19
    FAMILY = 20
    CARD = 21
    SEAT = 22
    REACTION = 23


_COUNTS = {
    Kind.CHOOSE: CARDS,
    Kind.CALL: len(CALLS) * NAMED,
    Kind.GRAB: MAX_PAWNS,
    Kind.MOVE: MAX_PAWNS * 2 * POINTS,
    **dict.fromkeys((Kind.RESUME, Kind.KEEP, Kind.HOP, Kind.PEEK), 1),
    **dict.fromkeys((Kind.SWAP, Kind.CHALLENGE, Kind.PROPOSE, Kind.TAKE_FROM), MAX_SEATS),
    Kind.FEINT: len(FEINTS),
    Kind.GIVE: CARDS * CARDS,
    Kind.DEAL_BACK: MAX_SEATS * CARDS,
    Kind.CONSENT: CARDS,
    Kind.REFUSE: 1,
    Kind.TAKE_PAWN: MAX_PAWNS,
    Kind.LOOK: 1 << MAX_SEATS,
    Kind.TAKE_WITH: MAX_SEATS * len(WHATS),
    Kind.FAMILY: MAX_FAMILIES,
    Kind.CARD: CARDS,
    Kind.SEAT: MAX_SEATS,
    Kind.REACTION: REACTIONS,
}
"""How many actions of each kind there are."""

FIRST = tuple(itertools.accumulate(_COUNTS.values(), initial=0))
"""The first code of each kind, and the number of all actions."""

(
    CHOOSE, CALL, GRAB, MOVE, RESUME, KEEP, HOP, PEEK, SWAP, CHALLENGE, PROPOSE, TAKE_FROM, FEINT,
    GIVE, DEAL_BACK, CONSENT, REFUSE, TAKE_PAWN, LOOK, TAKE_WITH, FAMILY, CARD, SEAT, REACTION, ACTIONS,
) = FIRST  # fmt: skip

_KINDS = lazy.table("int8", (kind for kind, count in _COUNTS.items() for _ in range(count)))
"""The kind of each action: one lookup in a table instead of many comparisons."""

MAX_LEGAL = MAX_PAWNS * 2 * POINTS + 64
"""The legal actions of a seat are at most all ways to move a pawn."""


@compiled
def kind_of(action: int) -> int:
    """The `Kind` of an action, from 0 to `ACTIONS` - 1."""
    return int(_KINDS[action])


@compiled
def call_code(call: int, family: int) -> int:
    """A call; the family may be NO_FAMILY."""
    return CALL + call * NAMED + family


@compiled
def called(action: int) -> int:
    """The call of an action."""
    return (action - CALL) // NAMED


@compiled
def called_family(action: int) -> int:
    """The family named, or NO_FAMILY."""
    return (action - CALL) % NAMED


@compiled
def move_code(pawn: int, more: int, column: int, row: int) -> int:
    """Moving a pawn to a point of the grid; `more` is 1 where another pawn follows."""
    return MOVE + ((pawn * 2 + more) * GRID + row) * GRID + column


@compiled
def moved_pawn(action: int) -> int:
    """The pawn that is moved."""
    return (action - MOVE) // (2 * POINTS)


@compiled
def moved_more(action: int) -> int:
    """1 where another pawn follows."""
    return (action - MOVE) // POINTS % 2


@compiled
def moved_x(action: int) -> int:
    """Where to, in thousandths of the radius."""
    return (action - MOVE) % GRID * STEP - FAR


@compiled
def moved_y(action: int) -> int:
    """Where to, in thousandths of the radius."""
    return (action - MOVE) // GRID % GRID * STEP - FAR


@compiled
def give_code(one: int, other: int) -> int:
    """Giving two cards."""
    if one > other:
        return GIVE + other * CARDS + one
    return GIVE + one * CARDS + other


def count(b: Any) -> int:
    """The number of actions, legal or not, chance included."""
    return ACTIONS


# -- reasons ----------------------------------------------------------------------------------------------------------


class Why(IntEnum):
    """The codes of the reasons. 0 stands for "legal"; the messages of the others are `banzai.reason.<name in lower case>`."""

    LEGAL = 0
    GAME_OVER = 1
    NO_SUCH_ACTION = 2
    NOT_AT_THE_TABLE = 3
    NOT_NOW = 4
    ALL_STANDS_STILL = 5
    NOT_YOUR_CARD = 6
    ALREADY_LAID = 7
    CALL_FIRST = 8
    NO_SUCH_FAMILY = 9
    NAME_A_FAMILY = 10
    NAME_NO_FAMILY = 11
    NOT_AGREED = 12
    NOT_IN_FINAL = 13
    HAND_LACKS = 14
    CALL_SPENT = 15
    FAMILY_USED = 16
    LORD_USED = 17
    TOO_LATE = 18
    UNITED = 19
    THIRD_MAY_NOT = 20
    NO_SUCH_PAWN = 21
    PAWN_TAKEN = 22
    HAS_A_PAWN = 23
    TOO_EARLY = 24
    VOID = 25
    NOBODY_IN_A_HURRY = 26
    ALREADY_TOUCHED = 27
    NOT_YOUR_STOP = 28
    OTHER_STOP = 29
    NO_MORE_MOVES = 30
    OFF_TABLE = 31
    TOO_CLOSE = 32
    ALREADY_MOVED = 33
    ONLY_ONE_PAWN = 34
    NOT_YOURSELF = 35
    WAIT_A_SECOND = 36
    FINISH_FIRST = 37
    ALREADY_GIVEN = 38
    TWO_CARDS = 39
    NOT_IN_POOL = 40
    HAS_TWO = 41
    NOT_ASKED = 42
    NOT_A_PRINCESS = 43
    LAST_PAWN = 44
    WRONG_SEATS = 45
    LOOK_FIRST = 46
    NO_WHIM = 47
    ALREADY_LOOKED = 48
    ALREADY_READY = 49
    HAND_TOO_SMALL = 50
    NO_CHANCE = 51
    ALREADY_AIMING = 52


REASONS: tuple[Reason, ...] = reasons_of(
    Why,
    GAME_OVER="BNZ-54",
    NOT_AT_THE_TABLE="BNZ-43",
    NOT_NOW="BNZ-12",
    ALL_STANDS_STILL="BNZ-32",
    NOT_YOUR_CARD="BNZ-09",
    CALL_FIRST="BNZ-16",
    NO_SUCH_FAMILY="BNZ-03",
    NAME_A_FAMILY="BNZ-42",
    NOT_AGREED="BNZ-55",
    NOT_IN_FINAL="BNZ-53",
    HAND_LACKS=("BNZ-41", "BNZ-56"),
    CALL_SPENT=("BNZ-27", "BNZ-31", "BNZ-57"),
    FAMILY_USED="BNZ-40",
    LORD_USED="BNZ-82",
    TOO_LATE="BNZ-81",
    UNITED="BNZ-42",
    THIRD_MAY_NOT=("BNZ-50", "BNZ-51"),
    PAWN_TAKEN="BNZ-18",
    HAS_A_PAWN="BNZ-18",
    TOO_EARLY="BNZ-22",
    VOID="BNZ-49",
    NOBODY_IN_A_HURRY="BNZ-87",
    ALREADY_TOUCHED="BNZ-36",
    NOT_YOUR_STOP="BNZ-32",
    OTHER_STOP="BNZ-32",
    NO_MORE_MOVES="BNZ-25",
    OFF_TABLE="BNZ-25",
    TOO_CLOSE="BNZ-25",
    ALREADY_MOVED="BNZ-25",
    ONLY_ONE_PAWN="BNZ-25",
    NOT_YOURSELF="BNZ-30",
    WAIT_A_SECOND="BNZ-38",
    FINISH_FIRST="BNZ-62",
    ALREADY_GIVEN="BNZ-61",
    TWO_CARDS="BNZ-61",
    NOT_IN_POOL="BNZ-62",
    HAS_TWO="BNZ-62",
    NOT_ASKED="BNZ-71",
    NOT_A_PRINCESS="BNZ-71",
    LAST_PAWN="BNZ-58",
    WRONG_SEATS=("BNZ-78", "BNZ-83"),
    LOOK_FIRST="BNZ-83",
    NO_WHIM="BNZ-79",
    ALREADY_LOOKED=("BNZ-79", "BNZ-83"),
    HAND_TOO_SMALL="BNZ-65",
    ALREADY_AIMING="BNZ-87",
)
