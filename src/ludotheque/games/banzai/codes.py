"""Actions as consecutive integers, the same for every box, and what each stands for. `actions.py` has the notation.

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
CHOOSE = 0
CALL = CHOOSE + CARDS
GRAB = CALL + len(CALLS) * NAMED
MOVE = GRAB + MAX_PAWNS
RESUME = MOVE + MAX_PAWNS * 2 * GRID * GRID
KEEP = RESUME + 1
HOP = KEEP + 1
PEEK = HOP + 1
SWAP = PEEK + 1
CHALLENGE = SWAP + MAX_SEATS
PROPOSE = CHALLENGE + MAX_SEATS
TAKE_FROM = PROPOSE + MAX_SEATS
FEINT = TAKE_FROM + MAX_SEATS
GIVE = FEINT + len(FEINTS)
DEAL_BACK = GIVE + CARDS * CARDS
CONSENT = DEAL_BACK + MAX_SEATS * CARDS
REFUSE = CONSENT + CARDS
TAKE_PAWN = REFUSE + 1
LOOK = TAKE_PAWN + MAX_PAWNS
TAKE_WITH = LOOK + (1 << MAX_SEATS)
FAMILY = TAKE_WITH + MAX_SEATS * len(WHATS)
CARD = FAMILY + MAX_FAMILIES
SEAT = CARD + CARDS
REACTION = SEAT + MAX_SEATS
ACTIONS = REACTION + REACTIONS


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


FIRST = (
    CHOOSE,
    CALL,
    GRAB,
    MOVE,
    RESUME,
    KEEP,
    HOP,
    PEEK,
    SWAP,
    CHALLENGE,
    PROPOSE,
    TAKE_FROM,
    FEINT,
    GIVE,
    DEAL_BACK,
    CONSENT,
    REFUSE,
    TAKE_PAWN,
    LOOK,
    TAKE_WITH,
    FAMILY,
    CARD,
    SEAT,
    REACTION,
)
"""The first code of each kind."""

_KINDS = lazy.table(
    "int8", (kind for kind, ends in enumerate(itertools.pairwise((*FIRST, ACTIONS))) for _ in range(*ends))
)
"""The kind of each action: one lookup in a table instead of many comparisons."""

POINTS = GRID * GRID
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
