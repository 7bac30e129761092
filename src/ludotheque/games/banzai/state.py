"""The dtypes of Banzaï!: the box (its families, its pawns, the times of the table) and the state (cards, pawns, and what is going on).

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
game's clock. `seating` says who sits at each place; everything else is listed by seat.

phases: FAMILIES and DEAL (chance) → CHOOSE (before the first exchange of a round) → SLIDE → OPEN → SLIDE → OPEN …
        a "Stop !" called: HELD → STOP → back; "Banzaï !" called: GRAB → END; a pawn touched: TOUCHED → END; then a new round, or OVER
"""

from __future__ import annotations

import functools
import operator
from enum import IntEnum
from typing import Any

from ludotheque.core.memory import Struct

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
"""Pawns are moved to the points of a grid, this far from one another."""
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
    CARD = 3
    GIFT = 4
    POOL = 5


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
    "warriors", "lords", "magicians", "kids", "princesses", "marriage", "duel", "seer", "caprice", "hand",
)  # fmt: skip
"""The optional rules, each with an option of its name."""

_N = "int64"

BOX = Struct(
    [
        ("banzai_box", _N),
        ("families", _N),  # the families that are in the box, as bits
        ("pawns", _N),  # how many pawns are in it
        ("hand_ms", _N),  # the time in which a hand crosses the table's radius
        ("hop_ms", _N),  # how long « Eeeeet… » lasts
        ("hold_ms", _N),  # a Banzaï beats a Stop that was called at most this long before
        ("stop_ms", _N),  # the longest time of a Stop
        ("whim_ms", _N),  # the time in which a player with a whim has to give the "hop"
        ("race_ms", _N),  # the longest race; grabs are void as long after a false call of the third player
        ("early_ms", _N),  # a reaction quicker than this is a false start
        ("touch_ms", _N),  # whoever touches a pawn within this time of the first touch is out, too
        ("provoked_ms", _N),  # how long a feint provokes
        ("rest_ms", _N),  # between two rounds
        ("feint_ms", _N),  # between two feints of one player
        ("miss_ms", _N),  # how much later a player whose pawn is gone reaches another one (unhurried)
        ("exchanges", _N),  # most exchanges of a round
        ("reaction_ms", _N, (REACTIONS,)),  # equally likely (unhurried)
    ]
)

STATE = Struct(
    [
        ("banzai", _N),
        ("seats", _N),
        ("first", _N),
        ("optional_rules", _N),
        *((name, _N) for name in OPTIONAL),
        ("once", _N),
        ("must_call", _N),
        ("time_limit", _N),  # seconds to choose a card, 0 for no limit
        ("unhurried", _N),
        (
            "time_up",
            _N,
        ),  # how a card is chosen for a player who has not: 0 by lot, 1 of the family they hold least of
        ("phase", _N),  # Phase
        ("back", _N),  # the phase that continues after a Stop
        ("now_ms", _N),
        ("since_ms", _N),  # when the phase began
        ("open_ms", _N),  # when players could begin to choose cards and call
        ("choose_by_ms", _N),  # when the game chooses for players who have not chosen, NONE for never
        ("round_number", _N),  # the number of this round, from 1
        ("exchanges", _N),  # how many exchanges this round has had
        ("in_play", _N),  # the families in play, as bits
        ("hands", _N, (MAX_SEATS,)),  # the cards of each seat, as bits
        ("held", _N, (MAX_SEATS,)),  # how many cards each seat holds
        ("chosen", _N, (MAX_SEATS,)),  # the card each seat has laid down (still in hand), NONE or SEALED
        ("shown", _N),  # cards whose places everybody has seen, as bits
        ("known", _N, (MAX_SEATS,)),  # cards that each seat has seen in others' hands, as bits
        ("seating", _N, (MAX_SEATS,)),  # the seat at each place, clockwise; NONE after the last
        ("placed", _N),  # how many seats are at the table
        ("out", _N, (MAX_SEATS,)),  # 0 in the game, else from 1, in the order in which seats went out
        ("outs", _N),  # the greatest number in `out` so far
        ("final", _N),  # 1 if this round is the final
        ("third", _N),  # the third player of the final, or NONE
        ("pawns", _N),  # how many pawns this round has, those taken off included
        ("pawn_x", _N, (MAX_PAWNS,)),  # x of each pawn from the centre to the right, in 1/1000 of the radius
        ("pawn_y", _N, (MAX_PAWNS,)),  # y of each pawn from the centre upwards, too
        ("pawn_by", _N, (MAX_PAWNS,)),  # the seat that holds each pawn, NONE or GONE
        ("caller", _N),  # the seat that called the Banzaï, or NONE
        ("call_ms", _N),  # when the Banzaï was called, or NONE
        ("early", _N),  # seats that grabbed too soon to have heard the call, as bits
        ("provoked", _N),  # those of `early` that a feint provoked, as bits
        ("aim", _N, (MAX_SEATS,)),  # unhurried: the pawn that each seat aims at, NONE or SEALED
        ("reaction", _N, (MAX_SEATS,)),  # unhurried: the step drawn as each seat's reaction, or NONE
        ("void_ms", _N),  # when the third player called falsely (grabs are void for a while), or NONE
        ("touched", _N, (MAX_SEATS,)),  # the order in which seats wrongly touched a pawn, from 1, else 0
        ("touch_ms", _N),  # when the first of them did, or NONE
        ("feint_at_ms", _N, (MAX_SEATS,)),  # when each seat last made a feint, or NONE
        ("feint_kind", _N, (MAX_SEATS,)),  # which feint it was, an index of `FEINTS`, or NONE
        ("stop_what", _N),  # the Call that is being carried out, or NONE
        ("stop_by", _N),  # the seat that called it, or NONE
        ("stop_family", _N),  # the family it was called with, or NONE
        ("stop_at_ms", _N),  # when it was called, or NONE
        ("moves_left", _N),  # the pawns that may still be moved; in other Stops 1 while one may take or give
        ("looked", _N),  # seats whose hands were looked at, as bits
        ("moved", _N),  # pawns that were moved, as bits
        ("asked", _N),  # the seat that was proposed a marriage, or NONE
        ("gift", _N, (MAX_SEATS,)),  # after three Lords: the two cards each seat gives, as bits; 0 or UNSEEN
        ("pool", _N),  # after three Lords: the cards to deal back, as bits
        ("pooled", _N),  # how many cards are in the pool
        ("back_to", _N, (MAX_SEATS,)),  # how many of them each seat still gets
        ("used", _N, (len(CALLS), MAX_SEATS)),  # for each call and seat, the family it was used with,
        # NO_FAMILY, or NONE if it was not used
        ("lords_used", _N),  # families whose Lord has been used, as bits
        ("united", _N, (MAX_FAMILIES,)),  # the lowest number among each family and those united with it
        ("family_cards", _N, (MAX_FAMILIES,)),  # the cards of each family and those united with it, as bits
        ("magician_seats", _N),  # seats that need one card fewer, as bits
        ("challenger", _N),  # the seat that called the duel, or NONE
        ("challenged", _N),  # the other duellist, or NONE
        ("displaced", _N),  # the seat that changed places with the challenger, or NONE
        ("caprice_seat", _N),  # the seat that called a whim and may look before the hop, or NONE
        ("peeked", _N),  # 1 if that seat has looked
        ("asleep", _N),  # 1 if the Princesses have pardoned somebody and cannot do so again yet
        ("round_end", _N),  # how the round ended: RoundEnd
        ("round_out", _N),  # seats that went out at the end of the round, as bits
        ("pardoned", _N),  # seats that were pardoned, as bits
        ("ready", _N),  # seats that are ready for the next round, as bits
        ("lot_for", _N),  # what a seat is being drawn for: LotFor
        ("lot", _N),  # seats among which it is drawn, or for which a card is still to be drawn, as bits
        ("drawn", _N),  # the first of two cards that are drawn as a gift (still in the hand), NONE or SEALED
        ("missed", _N, (MAX_SEATS,)),  # how often in a row the lot has chosen a card for each seat
        ("dealt_again", _N),  # how many rounds the technical limit has cut short
    ]
)

_COUNT = (0, 1 << 20)
_CARDS = (0, (1 << CARDS) - 1)
_FAMILIES = (0, (1 << MAX_FAMILIES) - 1)
_SEATS = (0, (1 << MAX_SEATS) - 1)
_SEAT = (NONE, MAX_SEATS - 1)
_TIME = (NONE, 1 << 40)
_YES = (0, 1)

_RANGES = (
    ((0, Phase.OVER), "phase back"),
    (_TIME, "now_ms since_ms open_ms choose_by_ms call_ms void_ms touch_ms feint_at_ms stop_at_ms"),
    ((1, 1 << 20), "round_number"),
    (_COUNT, "exchanges missed dealt_again"),
    (_FAMILIES, "in_play lords_used"),
    (_CARDS, "hands shown known pool family_cards"),
    ((UNSEEN, (1 << CARDS) - 1), "gift"),
    ((0, CARDS), "held pooled"),
    ((NONE, SEALED), "chosen aim drawn"),
    (_SEAT, "seating third caller stop_by asked challenger challenged displaced caprice_seat"),
    (_SEATS, "early provoked looked magician_seats round_out pardoned ready lot"),
    ((0, MAX_SEATS), "placed out outs touched"),
    (_YES, "final peeked asleep"),
    ((0, MAX_PAWNS), "pawns"),
    ((0, (1 << MAX_PAWNS) - 1), "moved"),
    ((-FAR, FAR), "pawn_x pawn_y"),
    ((GONE, MAX_SEATS - 1), "pawn_by"),
    ((NONE, REACTIONS - 1), "reaction"),
    ((NONE, len(FEINTS) - 1), "feint_kind"),
    ((NONE, len(CALLS) - 1), "stop_what"),
    ((NONE, MAX_FAMILIES - 1), "stop_family"),
    ((0, 2), "moves_left back_to"),
    ((NONE, NO_FAMILY), "used"),
    ((0, MAX_FAMILIES - 1), "united"),
    ((0, max(RoundEnd)), "round_end"),
    ((0, max(LotFor)), "lot_for"),
)
RANGES: dict[str, tuple[int, int]] = {name: limits for limits, names in _RANGES for name in names.split()}


# -- names and sets ---------------------------------------------------------------------------------------------------


def card_name(card: int) -> str:
    """`fox.lord` for a card."""
    return f"{FAMILIES[card // OF_FAMILY]}.{CHARACTERS[card % OF_FAMILY]}"


def card_named(name: str) -> int:
    """The card of a name; -1 if there is none."""
    family, _, character = name.partition(".")
    if family not in FAMILIES or character not in CHARACTERS:
        return -1
    return FAMILIES.index(family) * OF_FAMILY + CHARACTERS.index(character)


def cards_of(b: Any) -> list[int]:
    """The cards of the families that are in the box."""
    return [card for card in range(CARDS) if int(b["families"]) >> card // OF_FAMILY & 1]


def members(bits: Any) -> list[int]:
    """The cards, seats or families of a set, in their order."""
    return [number for number in range(int(bits).bit_length()) if int(bits) >> number & 1]


def seated(s: Any) -> list[int]:
    """Who sits at the table, by place."""
    return [int(seat) for seat in s["seating"][: int(s["placed"])]]


def in_hand(s: Any, seat: int) -> list[int]:
    """The cards of a hand that the audience sees, in the order in which they lie: all but the one laid down."""
    laid = int(s["chosen"][seat])
    return [card for card in members(s["hands"][seat]) if card != laid]


def conserved(b: Any, s: Any) -> dict[str, int]:
    """No card of the families in play is in two places, hands are as large as they are said to be, and every seat is in, out or third."""
    hands = [int(hand) for hand in s["hands"]]
    places = [*hands, *(int(gift) for gift in s["gift"] if gift > 0), int(s["pool"])]
    in_play = sum(((1 << OF_FAMILY) - 1) << (OF_FAMILY * family) for family in members(s["in_play"]))
    together = functools.reduce(operator.or_, places)
    return {
        "cards too many or too few": sum(cards.bit_count() for cards in places)
        - (together & in_play).bit_count(),
        "hands told wrongly": sum(
            hand.bit_count() != int(held) for hand, held in zip(hands, s["held"], strict=True)
        ),
        "players away from the table": sum(
            int(out) == 0 and seat not in seated(s) for seat, out in enumerate(s["out"][: int(s["seats"])])
        ),
    }


def always_reveals(b: Any, s: Any, code: int) -> bool:
    """What is said and done at this table was seen and heard, so nobody takes anything back alone."""
    return True
