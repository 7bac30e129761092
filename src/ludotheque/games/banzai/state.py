"""The dtypes of Banzaï!: the box (the times of the table) and the state (cards, pawns, and what is going on).

The table is a disc seen from above. Seats lie evenly on its rim, place 0 at the top, the others clockwise; pawns lie on a small circle
when a round begins, and anywhere on the disc later. Lengths are thousandths of the table's radius, x to the right, y upwards:

              place 0                    y
           .-----●-----.                 ↑
         .'   o     o   '.
        ●                 ● place 1      └→ x
         '.   o     o   .'
           '--●-----●--'
      place 3       place 2          ● a player, o a pawn

A card is a number, 5 × its family + its character; a set of cards (a hand) is the bits of one word. Times are milliseconds of the
game's clock. `seating` says who sits at each place; everything else is told by seat.

phases: FAMILIES and DEAL (chance) → CHOOSE (before the first exchange of a round) → SLIDE → OPEN → SLIDE → OPEN …
        a "Stop !" called: HELD → STOP → back; "Banzaï !" called: GRAB → END; a pawn touched: TOUCHED → END; then a new round, or OVER
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

FAMILIES = (
    "cow", "fox", "frog", "turtle", "duck", "cat", "pig", "kangaroo", "sloth", "vulture", "koala", "rabbit",
)  # fmt: skip
CHARACTERS = ("lord", "warrior", "princess", "kid", "magician")

MAX_SEATS = 12
MAX_FAMILIES = len(FAMILIES)
OF_FAMILY = len(CHARACTERS)
CARDS = MAX_FAMILIES * OF_FAMILY
MAX_PAWNS = MAX_SEATS - 1
DEALT = 5
"""Cards dealt to each player."""

NONE = -1
GONE = -2
"""In `pawn_by`: this pawn was taken off the table for the round."""
SEALED = 99
"""In `chosen`, where it cannot be seen: a card is laid down, nobody else knows which."""
UNSEEN = -1
"""In `gift`, where it cannot be seen: two cards are laid down."""
NO_FAMILY = 12
"""In `used`: spent, by a call that names no family."""

FAR = 1000
"""The table's radius."""
START = 350
"""Radius of the circle on which pawns lie when a round begins."""
DUELLING = 600
"""In a duel, how far from the centre the pawns of the others lie."""
APART = 80
"""The least distance between two pawns."""
STEP = 100
"""Pawns are moved to the points of a grid: so far from one another."""
GRID = 2 * FAR // STEP + 1


class Character(IntEnum):
    """The five members of a family."""

    LORD = 0
    WARRIOR = 1
    PRINCESS = 2
    KID = 3
    MAGICIAN = 4


class Phase(IntEnum):
    """What is going on."""

    FAMILIES = 0
    DEAL = 1
    CHOOSE = 2
    OPEN = 3
    SLIDE = 4
    HELD = 5
    STOP = 6
    GRAB = 7
    TOUCHED = 8
    STEAL = 9
    LOT = 10
    REACT = 11
    END = 12
    OVER = 13


class Call(IntEnum):
    """What may be called, in the order of their codes."""

    BANZAI = 0
    STOP1 = 1
    STOP2 = 2
    WARRIORS = 3
    LORDS = 4
    MAGICIANS = 5
    KIDS = 6
    MARRIAGE = 7
    DUEL = 8
    SEER = 9
    CAPRICE = 10
    HAND = 11


CALLS = tuple(call.name.lower() for call in Call)


class Feint(IntEnum):
    """The cries and gestures that mean nothing."""

    BANZ = 0
    AIE = 1
    DART = 2
    GASP = 3


FEINTS = tuple(feint.name.lower() for feint in Feint)


class LotFor(IntEnum):
    """What a lot is drawn for."""

    NOTHING = 0
    THIRD = 1
    REACH = 2


class RoundEnd(IntEnum):
    """How a round ended."""

    NOT_YET = 0
    BANZAI = 1
    FALSE_CALL = 2
    TOUCH = 3


class What(IntEnum):
    """What is exchanged after « Donne-moi ta main »."""

    SEAT = 0
    HAND = 1
    BOTH = 2


WHATS = tuple(what.name.lower() for what in What)
REACTIONS = 60
"""In how many steps a reaction is drawn in the unhurried mode."""

OPTIONAL = (
    "warriors",
    "lords",
    "magicians",
    "kids",
    "princesses",
    "marriage",
    "duel",
    "seer",
    "caprice",
    "hand",
)
"""The optional rules, each with an option of its name."""

_N = np.int64

BOX = np.dtype(
    [
        ("banzai_box", _N),
        ("hand_ms", _N),  # a hand needs so long for the table's radius
        ("hop_ms", _N),  # « Eeeeet… » lasts so long
        ("hold_ms", _N),  # a Banzaï beats a Stop called no more than so long before
        ("stop_ms", _N),  # a Stop lasts at most so long
        ("whim_ms", _N),  # who has a whim gives the "hop" within so long
        (
            "race_ms",
            _N,
        ),  # a race lasts at most so long; so long are grabs void after a false call of the third player
        ("early_ms", _N),  # a reaction quicker than this is a false start
        ("touch_ms", _N),  # whoever touches a pawn within so long of the first touch is out, too
        ("provoked_ms", _N),  # a feint provokes for so long
        ("rest_ms", _N),  # between two rounds
        ("feint_ms", _N),  # between two feints of one player
        ("miss_ms", _N),  # whose pawn was taken before them reaches for another one so much later (unhurried)
        ("exchanges", _N),  # most exchanges of a round
        ("reaction_ms", _N, (REACTIONS,)),  # equally likely (unhurried)
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("banzai", _N),
        ("seats", _N),
        ("first", _N),
        ("optional_rules", _N),
        *((name, _N) for name in OPTIONAL),
        ("once", _N),
        ("must_call", _N),
        ("time_limit", _N),  # seconds to choose a card; 0 is no limit
        ("unhurried", _N),
        ("phase", _N),  # Phase
        ("back", _N),  # the phase that goes on after a Stop
        ("now_ms", _N),
        ("since_ms", _N),  # the present phase began
        ("open_ms", _N),  # since when cards are chosen and calls made
        ("choose_by_ms", _N),  # cards are chosen for the absent; NONE for never
        ("round_number", _N),  # of this round, from 1
        ("exchanges", _N),  # made in this round
        ("in_play", _N),  # families, as bits
        ("hands", _N, (MAX_SEATS,)),  # sets of cards
        ("held", _N, (MAX_SEATS,)),  # how many cards
        ("chosen", _N, (MAX_SEATS,)),  # the card laid down, still a part of the hand; NONE, SEALED
        ("shown", _N),  # cards that everybody has seen where they are
        ("known", _N, (MAX_SEATS,)),  # cards that this seat has seen in others' hands
        ("seating", _N, (MAX_SEATS,)),  # the seat at each place, clockwise; NONE after the last
        ("placed", _N),  # how many sit at the table
        ("out", _N, (MAX_SEATS,)),  # 0 in the game, else how early out: 1 first; alike if at the same moment
        ("outs", _N),  # the greatest number given so far
        ("final", _N),  # whether this round is the final
        ("third", _N),  # who assists in the final, NONE
        ("pawns", _N),  # of this round, those taken off included
        (
            "pawn_x",
            _N,
            (MAX_PAWNS,),
        ),  # where each pawn stands: steps of the grid to the right of the middle of the table
        ("pawn_y", _N, (MAX_PAWNS,)),  # and below it
        ("pawn_by", _N, (MAX_PAWNS,)),  # the seat that holds it, NONE, GONE
        ("caller", _N),  # of the Banzaï
        ("call_ms", _N),  # when it was called
        ("early", _N),  # seats that grabbed before they can have heard the call, as bits
        ("provoked", _N),  # those of them whom a feint had provoked, as bits
        ("aim", _N, (MAX_SEATS,)),  # the pawn each seat goes for (unhurried); NONE, SEALED
        ("reaction", _N, (MAX_SEATS,)),  # its drawn reaction, as a step; NONE
        ("void_ms", _N),  # up to this instant grabs are void; NONE
        ("touched", _N, (MAX_SEATS,)),  # 0, else in which order pawns were touched outside a Banzaï
        ("touch_ms", _N),  # the first touch
        ("feint_at_ms", _N, (MAX_SEATS,)),  # the last feint; NONE
        ("feint_kind", _N, (MAX_SEATS,)),  # what it was, one of `FEINTS`; NONE
        ("stop_what", _N),  # a `Call`; NONE
        ("stop_by", _N),  # who called it, NONE
        ("stop_family", _N),  # the family it was called with, NONE
        ("stop_at_ms", _N),  # when it was called
        ("moves_left", _N),  # pawns that may still be moved; whether something may still be taken
        ("looked", _N),  # seats whose hands were looked at, as bits
        ("moved", _N),  # pawns that were moved, as bits
        ("asked", _N),  # who is asked for a marriage, NONE
        ("gift", _N, (MAX_SEATS,)),  # two cards for the Seigneurs; 0, UNSEEN
        ("pool", _N),  # the cards the Seigneurs deal back
        ("pooled", _N),  # how many
        ("back_to", _N, (MAX_SEATS,)),  # how many each is still dealt
        ("used", _N, (len(CALLS), MAX_SEATS)),  # by call and seat: the family, NO_FAMILY, NONE if not spent
        ("lords_used", _N),  # families whose Seigneur has been used, as bits
        ("united", _N, (MAX_FAMILIES,)),  # the least family of those it is united with
        (
            "family_cards",
            _N,
            (MAX_FAMILIES,),
        ),  # the cards that count for each family: its own and those of united ones
        ("magician_seats", _N),  # who needs one card less, as bits
        ("challenger", _N),  # who called the duel, NONE
        ("challenged", _N),  # the other duellist, NONE
        ("displaced", _N),  # who changed seats with the challenger, NONE
        ("caprice_seat", _N),  # who plays the Caprice and may look before the hop, NONE
        ("peeked", _N),  # whether that seat has looked
        ("asleep", _N),  # the Princesses
        ("round_end", _N),  # how the round ended, see `RoundEnd`
        ("round_out", _N),  # who went out at its end, as bits
        ("pardoned", _N),  # who was pardoned, as bits
        ("ready", _N),  # who is ready for the next one, as bits
        ("lot_for", _N),  # LotFor: what a lot is being drawn for
        ("lot", _N),  # seats among which it is drawn, as bits
        ("dealt_again", _N),  # rounds that the technical limit cut short
    ],
    align=True,
)

_MASK = (0, (1 << CARDS) - 1)
_SEATS = (0, (1 << MAX_SEATS) - 1)
_SEAT = (NONE, MAX_SEATS - 1)
_TIME = (NONE, 1 << 40)

RANGES: dict[str, tuple[int, int]] = {
    "phase": (0, Phase.OVER),
    "back": (0, Phase.OVER),
    **dict.fromkeys(
        (
            "now_ms",
            "since_ms",
            "open_ms",
            "choose_by_ms",
            "call_ms",
            "void_ms",
            "touch_ms",
            "feint_at_ms",
            "stop_at_ms",
        ),
        _TIME,
    ),
    "round_number": (1, 1 << 20),
    "exchanges": (0, 1 << 20),
    "in_play": (0, (1 << MAX_FAMILIES) - 1),
    **dict.fromkeys(("hands", "shown", "known", "pool", "family_cards"), _MASK),
    "held": (0, CARDS),
    "chosen": (NONE, SEALED),
    "seating": _SEAT,
    "placed": (0, MAX_SEATS),
    "out": (0, MAX_SEATS),
    "outs": (0, MAX_SEATS),
    "final": (0, 1),
    **dict.fromkeys(
        ("third", "caller", "stop_by", "asked", "challenger", "challenged", "displaced", "caprice_seat"),
        _SEAT,
    ),
    "pawns": (0, MAX_PAWNS),
    "pawn_x": (-FAR, FAR),
    "pawn_y": (-FAR, FAR),
    "pawn_by": (GONE, MAX_SEATS - 1),
    **dict.fromkeys(
        ("early", "provoked", "looked", "magician_seats", "round_out", "pardoned", "ready", "lot"), _SEATS
    ),
    "aim": (NONE, SEALED),
    "reaction": (NONE, REACTIONS - 1),
    "touched": (0, MAX_SEATS),
    "feint_kind": (NONE, len(FEINTS) - 1),
    "stop_what": (NONE, len(CALLS) - 1),
    "stop_family": (NONE, MAX_FAMILIES - 1),
    "moved": (0, (1 << MAX_PAWNS) - 1),
    "moves_left": (0, 2),
    "gift": (UNSEEN, (1 << CARDS) - 1),
    "pooled": (0, CARDS),
    "back_to": (0, 2),
    "used": (NONE, NO_FAMILY),
    "lords_used": (0, (1 << MAX_FAMILIES) - 1),
    "united": (0, MAX_FAMILIES - 1),
    "peeked": (0, 1),
    "asleep": (0, 1),
    "round_end": (0, max(RoundEnd)),
    "lot_for": (0, max(LotFor)),
    "dealt_again": (0, 1 << 20),
}
