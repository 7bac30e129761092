"""The dtypes of Banjooli Cross: the box (tiles, dice, cards, berries) and the state (the race as it stands).

The course is a row of tiles, from the start (number 0) to the finish. Each tile has three lanes, left, centre and right of
whoever runs; each lane has spaces, counted from the entry. A straight tile has as many in each lane; a curve has one in
the inside lane, three in the middle, five outside:

            a straight tile        a curve turning left       step
            l   c   r              l   c   r
          ┌───┬───┬───┐                    · 5
          │ · │ · │ · │  3                 · 4       A space's number is (tile × 3 + lane) × MAX_STEPS + step,
          ├───┼───┼───┤            ·   · 3 · 3       steps from 0; in words it is `2c1`, steps from 1.
          │ · │ R │ · │  2             · 2 · 2
          ├───┼───┼───┤            · 1 · 1 · 1
          │ · │ · │ · │  1         (barriers between the lanes of a curve)
          └───┴───┴───┘
            ↑ running

Birds, dice faces and colours share their numbers: 0 red, 1 green, 2 yellow, 3 blue, 4 purple; 5 is the white joker.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ludotheque.core import lazy
from ludotheque.core.memory import Struct
from ludotheque.core.weights import Weight

wide: Any = lazy.int64
"""Where small fields of a record meet in arithmetic, they are made wide first, alike compiled and interpreted."""

COLOURS = ("red", "green", "yellow", "blue", "purple")
BIRDS = len(COLOURS)
WHITE = BIRDS
FACES = 6
MOVEMENT_DICE = 5
SORCERY = MOVEMENT_DICE
DICE = MOVEMENT_DICE + 1
MAX_SEATS = 5

LANES = 3
LANE_NAMES = ("l", "c", "r")
MAX_STEPS = 6
MAX_TILES = 16
NAME_LENGTH = 8
MIN_COMMON, MAX_COMMON = 4, 6
"""Tiles between start and finish on the shortest and on the longest course."""
MAX_COURSE = MAX_COMMON + 2
SPACES = MAX_COURSE * LANES * MAX_STEPS
PODIUM = SPACES
BACK_IN_NEST = SPACES + 1
"""In lists of places where a move may end: beyond the line, and, driven back by the lava with no firm ground, the nest."""
DESTINATIONS = SPACES + 2

MAX_CARDS = 20
PLACES_FORETOLD = 4
"""A prediction names the first, the second, the third and the last."""
LAST = 3
FINISHERS = 3
"""Birds over the line that end the race."""

NEST = -1
ARRIVED = -2
"""In `at`: a bird that waits in its nest, and one on the podium."""

NOBODY = -1
NO_DIE = -1
NO_SPACE = -1
OVER_LINE = -2
"""In place of the next space: there is none that way; the line comes next."""

NOT_DEALT = -1
SECRET = -2
"""In `prediction`: not dealt yet, and hidden from the seats that look."""
UNSEEN = -1
"""In `berry_kind`: nobody knows what it is; chance says so when it must be known."""

FAR = 99
"""In `steps_left`: the line cannot be reached from there."""

MAX_HELP = 99
"""In `helped`: the most steps that count, either way."""


class Bend(IntEnum):
    """How a tile turns."""

    STRAIGHT = 0
    LEFT = 1
    RIGHT = 2


BENDS = ("", "left", "right")


class Use(IntEnum):
    """What a tile is for."""

    COMMON = 0
    SPECIAL = 1
    START = 2
    FINISH = 3


USES = ("common", "special", "start", "finish")


class Ground(IntEnum):
    """What a space is, in the order of the signs of component files."""

    EARTH = 0
    ROCK = 1
    QUICKSAND = 2
    CROCODILE = 3
    WATER = 4
    BRIDGE = 5
    LAVA = 6
    HIGH = 7
    VORTEX = 8


GROUND_SIGNS = ".RQC~BlhV"


class Phase(IntEnum):
    """What is going on. In those marked * chance acts, in the others a player."""

    COURSE = 0  # * the tiles are drawn
    DEAL = 1  # * the predictions are dealt
    BERRIES = 2
    ROLL = 3  # * the dice are rolled, one after the other
    KEEP = 4
    CHOOSE = 5
    CONTINUE = 6  # a bird has points left after a berry
    FIND = 7  # * which berry it is
    LOOK = 8  # * what the berries are that somebody looks at
    SPIN = 9  # * the die of the vortex
    VORTEX = 10
    JOKA = 11
    GIVE = 12
    WILD = 13  # * the five dice of a frenzy
    FRENZY = 14
    OVER = 15


class Berry(IntEnum):
    """The eleven berries."""

    TER = 0
    NEEX_PEEPA = 1
    OOR = 2
    JEMBAT = 3
    DAAAAAAW = 4
    PAKAARLOO = 5
    NAANGATEKU = 6
    PEEPA = 7
    DOFNOOXOOR = 8
    VOOORTEX = 9
    JOKA = 10


BERRIES = (
    "Tër",
    "Neex Peepa",
    "Oor",
    "Jëmbat",
    "Daaaaaaw!",
    "Pakaarloo",
    "Naangateku",
    "Peepa",
    "DofNooxoor",
    "Vooortex!",
    "Joka",
)
KINDS = len(BERRIES)


class Ending(IntEnum):
    """Why a game is over, in the order of `Game.terminations`."""

    NONE = 0
    THIRD_ARRIVAL = 1
    TURN_LIMIT = 2


WEIGHTS = (
    Weight("steps_of_doubt", 0.5, 20.0),
    Weight("steps_of_fear", 0.25, 20.0),
    Weight("points_of_doubt", 0.5, 20.0),
)

STEPS_OF_DOUBT = 0
"""A bird this much farther on is ahead with a chance of about three in four."""
STEPS_OF_FEAR = 1
"""How much farther back a scared bird counts."""
POINTS_OF_DOUBT = 2
"""A score this much higher wins with a chance of about three in four."""


BOX = Struct(
    [
        ("tiles", "int16"),  # how many there are; a face is a tile's number × 2 + its side (A 0, B 1)
        ("name", "int8", (MAX_TILES, NAME_LENGTH)),  # as ASCII, filled up with zeros
        ("use", "int8", (MAX_TILES,)),  # Use
        ("curved", "int8", (MAX_TILES * 2,)),
        # Lanes of a curve are written from the inside: those of a left turn. Number of spaces, and the ground of each:
        ("length", "int8", (MAX_TILES * 2, LANES)),
        ("ground", "int8", (MAX_TILES * 2, LANES, MAX_STEPS)),
        ("movement_die", "int8", (FACES,)),  # colour, or WHITE
        ("sorcery_die", "int8", (FACES,)),
        ("cards", "int16"),
        ("card", "int8", (MAX_CARDS, PLACES_FORETOLD)),  # birds: first, second, third, last
        ("berries", "int8", (KINDS,)),  # tokens of each kind
        ("berry_distance", "int16"),  # least steps of a berry from the rank of the start
        ("points", "int16", (FINISHERS,)),  # for a bird foretold at its place
        ("misplaced", "int16"),  # for a bird foretold among the first three at another of these places
        ("last_factor", "int16"),
        ("oor", "int16"),
        ("five", "int16"),  # the points of a great result, and which results are great:
        ("five_alike", "int8"),
        ("five_different", "int8"),
        ("turns", "int16"),  # the technical limit, all seats together
        ("weights", "float64", (len(WEIGHTS),)),  # of the evaluation
    ]
)

STATE = Struct(
    [
        ("banjooli_cross", "int8"),
        ("seats", "int8"),
        ("first", "int8"),
        ("tiles", "int8"),  # tiles between start and finish
        ("special", "int8"),  # how many of these tiles are special
        ("course", "int16", (MAX_COMMON,)),  # a course of your own, tile by tile: face × 3 + bend + 1,
        # 0 after the last
        ("berries", "int8"),
        ("arrived_natural", "int8"),
        ("lion", "int8"),
        ("dice", "int8"),  # affects only the screen; no rule reads it
        ("phase", "int8"),  # Phase
        ("to_play", "int8"),
        ("direction", "int8"),  # 1 if turns go clockwise, -1 if a Pakaarloo has reversed them
        ("turns", "int16", (MAX_SEATS,)),  # turns that each seat has played
        ("ended", "int8"),  # Ending
        ("laid", "int8"),  # how many tiles the course has so far, start and finish included
        ("face", "int8", (MAX_COURSE,)),  # the face of each tile of the course
        ("bend", "int8", (MAX_COURSE,)),  # how each tile bends: Bend
        ("steps_left", "int8", (SPACES,)),  # fewest steps from each space over the line,
        # FAR if there is no way
        ("at", "int16", (BIRDS,)),  # the space of each ostrich, NEST or ARRIVED
        ("scared", "int8", (BIRDS,)),  # whether each ostrich is scared
        ("place", "int8", (BIRDS,)),  # 1 for the ostrich that arrived first, and so on; 0 while it runs
        ("prediction", "int8", (MAX_SEATS,)),  # the card of each seat, NOT_DEALT or SECRET
        ("thrown", "int8", (DICE,)),  # the colour of each die, WHITE or NO_DIE; the last is the sorcery die
        ("rerolls_left", "int8"),  # 1 if dice may be rolled again
        ("single_throw", "int8", (MAX_SEATS,)),  # 1 if the seat has the lance: one roll in its next turn
        ("moving", "int8"),  # the ostrich whose move was interrupted, or NOBODY
        ("points_left", "int8"),  # how many points this ostrich has left to move
        ("frenzy", "int8"),  # 1 while the dice of a frenzy are being used up
        ("berry_space", "int16", (MAX_SEATS,)),  # the space of each berry, or NO_SPACE
        ("berry_kind", "int8", (MAX_SEATS,)),  # what each berry is: Berry, or UNSEEN
        ("berry_known", "int8", (MAX_SEATS,)),  # the seats that have looked at each berry, as bits
        ("berry_found", "int8", (KINDS,)),  # how many berries of each kind have been found
        ("found", "int8"),  # the berry that is being turned over, or NOBODY
        ("oor", "int8"),  # the seat that has the jade, or NOBODY
        ("lion_at", "int16"),  # the space of the lion, or NO_SPACE if there is none
        ("lion_awake", "int8"),  # whether the lion is awake
        ("helped", "int8", (MAX_SEATS, BIRDS)),  # steps each seat has moved each ostrich; no rule reads it
    ]
)

RANGES: dict[str, tuple[int, int]] = {
    "banjooli_cross": (1, 1),
    "seats": (2, MAX_SEATS),
    "first": (0, MAX_SEATS - 1),
    "tiles": (MIN_COMMON, MAX_COMMON),
    "special": (0, 2),
    "course": (0, MAX_TILES * 6),
    "berries": (0, 1),
    "arrived_natural": (0, 1),
    "lion": (0, 1),
    "dice": (0, 1),
    "phase": (0, Phase.OVER.value),
    "to_play": (0, MAX_SEATS - 1),
    "direction": (-1, 1),
    "turns": (0, 32000),
    "ended": (0, 2),
    "laid": (0, MAX_COURSE),
    "face": (0, MAX_TILES * 2 - 1),
    "bend": (0, 2),
    "steps_left": (0, FAR),
    "at": (ARRIVED, SPACES - 1),
    "scared": (0, 1),
    "place": (0, FINISHERS),
    "prediction": (SECRET, MAX_CARDS - 1),
    "thrown": (NO_DIE, WHITE),
    "rerolls_left": (0, 1),
    "single_throw": (0, 1),
    "moving": (NOBODY, BIRDS - 1),
    "points_left": (0, 40),
    "frenzy": (0, 1),
    "berry_space": (NO_SPACE, SPACES - 1),
    "berry_kind": (UNSEEN, KINDS - 1),
    "berry_known": (0, (1 << MAX_SEATS) - 1),
    "berry_found": (0, MAX_SEATS),
    "found": (NOBODY, MAX_SEATS - 1),
    "oor": (NOBODY, MAX_SEATS - 1),
    "lion_at": (NO_SPACE, SPACES - 1),
    "lion_awake": (0, 1),
    "helped": (-MAX_HELP, MAX_HELP),
}


def conserved(b: Any, s: Any) -> dict[str, int]:
    """What no action may change: five ostriches, no two in one place; every card in one hand or in the box."""
    nests = sum(each == NEST for each in s["at"].tolist())
    podium = {int(place) for place in s["place"] if place}
    track = {int(at) for at in s["at"] if at >= 0}
    held = [int(card) for card in s["prediction"] if card >= 0]
    return {
        "ostriches": nests + len(podium) + len(track),
        "cards": len(set(held)) + int(b["cards"]) - len(held),
    }
