"""Actions and the reasons for refusing them, as numbers. A destination is a space, `PODIUM` or `BACK_IN_NEST`.

| action | code |
|---|---|
| pass | 0 |
| keep the dice, or roll a set of them again (one bit for each die, the sorcery die last) | KEEP + set |
| move an ostrich to a destination | MOVE + bird × DESTINATIONS + destination |
| the same in a frenzy, with this number of jokers | FRENZY + (bird × JOKERS + jokers) × DESTINATIONS + destination |
| bewitch or unbewitch an ostrich | BEWITCH + bird, UNBEWITCH + bird |
| bewitch one on a crocodile, which leaps to a space | LEAP + bird × SPACES + space |
| place a berry, choose where the snake sends the bird, move the lion | PLACE, JOKA, LION + space |
| swap with an ostrich in the vortex; give the lance to a seat; wake the lion | SWAP + bird, GIVE + seat, WAKE |
| chance: a tile (face × 3 + bend), a card, a die's face, a berry | TILE, CARD, DIE, BERRY + … |
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ludotheque.core.game import Reason, reasons_of
from ludotheque.core.jit import compiled
from ludotheque.games.banjooli_cross.state import (
    BIRDS,
    DESTINATIONS,
    DICE,
    KINDS,
    MAX_CARDS,
    MAX_SEATS,
    MAX_TILES,
    MOVEMENT_DICE,
    SPACES,
    WHITE,
)

PASS = 0
KEEP = 1
MOVE = KEEP + (1 << DICE)
JOKERS = MOVEMENT_DICE + 1
FRENZY = MOVE + BIRDS * DESTINATIONS
BEWITCH = FRENZY + BIRDS * JOKERS * DESTINATIONS
UNBEWITCH = BEWITCH + BIRDS
LEAP = UNBEWITCH + BIRDS
PLACE = LEAP + BIRDS * SPACES
JOKA = PLACE + SPACES
LION = JOKA + SPACES
SWAP = LION + SPACES
GIVE = SWAP + BIRDS
WAKE = GIVE + MAX_SEATS
TILE = WAKE + 1
CARD = TILE + MAX_TILES * 2 * 3
DIE = CARD + MAX_CARDS
BERRY = DIE + WHITE + 1
COUNT = BERRY + KINDS

MAX_LEGAL = 1024
"""More than any turn has: 64 ways to roll again, and the moves of five birds with any number of jokers in a frenzy."""
MAX_RESULTS = MAX_TILES * 4
"""Results of chance at once: the faces of the tiles left, curves turning both ways."""


@compiled
def move_code(bird: int, destination: int) -> int:
    """Moving an ostrich."""
    return MOVE + bird * DESTINATIONS + destination


@compiled
def frenzy_code(bird: int, jokers: int, destination: int) -> int:
    """Moving an ostrich in a frenzy."""
    return FRENZY + (bird * JOKERS + jokers) * DESTINATIONS + destination


@compiled
def leap_code(bird: int, space: int) -> int:
    """Scaring an ostrich off a crocodile."""
    return LEAP + bird * SPACES + space


@compiled
def bird_of(action: int) -> int:
    """The bird that a move or a spell is for; -1 if there is none."""
    if MOVE <= action < FRENZY:
        return (action - MOVE) // DESTINATIONS
    if FRENZY <= action < BEWITCH:
        return (action - FRENZY) // (JOKERS * DESTINATIONS)
    if BEWITCH <= action < LEAP:
        return (action - BEWITCH) % BIRDS
    return (action - LEAP) // SPACES if LEAP <= action < PLACE else -1


@compiled
def destination_of(action: int) -> int:
    """Where a move ends, in a frenzy or not."""
    return (action - MOVE) % DESTINATIONS


@compiled
def jokers_of(action: int) -> int:
    """The jokers of a move in a frenzy."""
    return (action - FRENZY) // DESTINATIONS % JOKERS


def is_run(action: int) -> bool:
    """Whether a bird runs, in a frenzy or not."""
    return MOVE <= action < BEWITCH


def is_wild(action: int) -> bool:
    """Whether a bird runs in a frenzy."""
    return FRENZY <= action < BEWITCH


def is_paid(action: int) -> bool:
    """Whether a bird runs with points of its dice, not in a frenzy."""
    return MOVE <= action < FRENZY


def count(b: Any) -> int:
    """The number of actions, legal or not."""
    return COUNT


# -- reasons ----------------------------------------------------------------------------------------------------------


class Why(IntEnum):
    """The codes of the reasons, in the order of `REASONS`; 0 stands for "legal"."""

    LEGAL = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    NO_SUCH_ACTION = 3
    NOT_NOW = 4
    THROW_FIRST = 5
    MUST_ACT = 6
    HAS_ARRIVED = 7
    IS_SCARED = 8
    NOT_THROWN = 9
    CANNOT_MOVE = 10
    OCCUPIED = 11
    ROCK = 12
    BEHIND = 13
    QUICKSAND = 14
    WRONG_COUNT = 15
    NO_SUCH_SPACE = 16
    NOT_ON_TRACK = 17
    OTHER_COLOUR = 18
    ALREADY_SCARED = 19
    NOT_SCARED = 20
    LEAPS = 21
    NO_CROCODILE = 22
    NO_LEAP_THERE = 23
    NOT_EARTH = 24
    BERRY_THERE = 25
    TOO_NEAR = 26
    NOT_YOURSELF = 27
    OTHER_BIRD = 28
    NO_LION = 29
    LION_SLEEPS = 30
    NO_WHITE = 31
    LION_ELSEWHERE = 32
    LION_AWAKE = 33
    TAKE_ALL_JOKERS = 34
    TOO_MANY_JOKERS = 35
    NOT_BACK_THERE = 36
    LAVA = 37
    VORTEX = 38
    BERRY = 39
    WATER = 40
    LION_THERE = 41
    TOO_FAR = 42
    NO_WAY = 43


REASONS: tuple[Reason, ...] = reasons_of(
    Why,
    GAME_OVER="BJC-46",
    NOT_YOUR_TURN="BJC-21",
    NOT_NOW="BJC-20",
    THROW_FIRST="BJC-19",
    MUST_ACT="BJC-20",
    HAS_ARRIVED="BJC-45",
    IS_SCARED="BJC-40",
    NOT_THROWN=("BJC-22", "BJC-24"),
    CANNOT_MOVE="BJC-30",
    OCCUPIED="BJC-32",
    ROCK="BJC-31",
    BEHIND="BJC-28",
    QUICKSAND="BJC-36",
    WRONG_COUNT=("BJC-29", "BJC-22"),
    NO_SUCH_SPACE="BJC-28",
    NOT_ON_TRACK="BJC-41",
    OTHER_COLOUR=("BJC-39", "BJC-42"),
    ALREADY_SCARED="BJC-41",
    NOT_SCARED="BJC-43",
    LEAPS="BJC-55",
    NO_CROCODILE="BJC-55",
    NO_LEAP_THERE="BJC-55",
    NOT_EARTH="BJC-12",
    BERRY_THERE="BJC-12",
    TOO_NEAR="BJC-12",
    NOT_YOURSELF="BJC-69",
    OTHER_BIRD="BJC-59",
    NO_LION="BJC-74",
    LION_SLEEPS="BJC-74",
    NO_WHITE="BJC-74",
    LION_ELSEWHERE="BJC-74",
    LION_AWAKE="BJC-74",
    TAKE_ALL_JOKERS="BJC-71",
    TOO_MANY_JOKERS="BJC-71",
    NOT_BACK_THERE="BJC-73",
    LAVA="BJC-57",
    VORTEX="BJC-58",
    BERRY="BJC-62",
    WATER=("BJC-54", "BJC-56"),
    LION_THERE="BJC-74",
    TOO_FAR="BJC-22",
    NO_WAY=("BJC-31", "BJC-38"),
)
