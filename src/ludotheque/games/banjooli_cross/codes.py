"""Actions as consecutive integers. A destination is a space, `PODIUM` or `BACK_IN_NEST`.

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

from typing import Any

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


def count(b: Any) -> int:
    """The number of actions, legal or not."""
    return COUNT
