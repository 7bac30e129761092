"""What a learning program sees of a position: the tokens on planes, then the cards as they are printed, the stores and the rest."""

from __future__ import annotations

from typing import Any

from ludotheque.core.bits import count_bits
from ludotheque.core.jit import compiled
from ludotheque.core.observing import SEATS, declared, number, one, several
from ludotheque.games.boussanga.rules.setup import store_of
from ludotheque.games.boussanga.state import (
    COLOURS,
    MAX_HAND,
    MAX_TOKENS,
    ONE,
    RETURNED,
    STRIDE,
    Mode,
    Phase,
    wide,
    word,
)

FRAME = 9
"""Places of a card: three rows of three."""
MODES = 3


@compiled
def hands(b: Any, s: Any) -> int:
    """How many hands there are."""
    return 1 if s.mode == Mode.COOPERATIVE.value else wide(s.seats)


@compiled
def cards(b: Any, s: Any) -> int:
    """How many cards the deck has."""
    return wide(b.cards)


@compiled
def token_in_hand(b: Any, s: Any, me: int, place: int, index: int, spot: int) -> int:
    """The colour of the token on a place of a card; -1 if there is none."""
    card = wide(s.hand[(me + place) % hands(b, s) if hands(b, s) > 1 else 0, index])
    return wide(b.frame[wide(s.side), card, spot]) - 1 if card >= 0 else -1


observation, observe = declared(board=(lambda b, s: b.height, lambda b, s: b.width), planes=[
    number("tokens", (COLOURS,), "For each colour (earth, water, air, fire): the cells with a token.",
           lambda b, s, me, colour, row, column: ( s.on_board[colour] >> word(row * STRIDE + column) & ONE != 0 )),
], numbers=[
    one("hands", (hands, MAX_HAND, FRAME, COLOURS),
        "For each seat (one hand if all share it) and place in the hand: the token on each place of the card, row by row, by colour. All 0 if there is no card.",
        token_in_hand),
    number("stores", (SEATS, COLOURS), "For each seat: the tokens it keeps, as a share of all tokens of the colour.",
           lambda b, s, me, seat, colour: s.store[store_of(s, seat), colour] / max(1.0, b.tokens_of[colour])),
    number("bonuses", (SEATS, COLOURS), "For each seat: whether it has had the bonus token of the colour.",
           lambda b, s, me, seat, colour: s.bonus[store_of(s, seat), colour]),
    number("reserve", (COLOURS,), "The tokens in the reserve, as a share of all tokens of the colour.",
           lambda b, s, me, colour: s.reserve[colour] / max(1.0, b.tokens_of[colour])),
    number("zone", (COLOURS,), "Cooperative: the tokens in the collection zone, as a share of the most it can hold.",
           lambda b, s, me, colour: s.zone[colour] / float(RETURNED + MAX_TOKENS)),
    number("due", (COLOURS,), f"The tokens that must be put back now, as a share of {RETURNED}.",
           lambda b, s, me, colour: s.due[colour] / float(RETURNED)),
    one("to_play", (SEATS,), "Whose turn it is.", lambda b, s, me: s.to_play),
    one("trigger", (SEATS,), "Who triggered the end.", lambda b, s, me: s.trigger),
    number("last_turns", (), "The turns still to play after that, divided by the number of seats.",
           lambda b, s, me: s.last_turns / float(s.seats)),
    several("pile", (cards,), "For each card of the deck: whether it may still be drawn.", lambda b, s, me: s.pile),
    several("discarded", (cards,), "For each card: whether it is out of the game.", lambda b, s, me: s.discarded),
    number("cards_left", (), "The cards that may still be drawn, as a share of all.", lambda b, s, me: count_bits(s.pile) / float(b.cards)),
    number("put_back", (), "Whether tokens must be put back now.", lambda b, s, me: s.phase == Phase.PUT_BACK.value),
    one("mode", (MODES,), "The mode: competitive, teams, cooperative (an option).", lambda b, s, me: s.mode),
    number("back", (), "Whether the backs of the cards are played (an option).", lambda b, s, me: s.side),
    number("stop_at_13", (), "Whether the thirteenth card ends the game (an option).", lambda b, s, me: s.stop_at_13),
])  # fmt: skip
