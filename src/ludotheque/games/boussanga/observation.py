"""What a learning program sees of a position: the tokens on planes, then the cards as they are printed, the stores and the rest."""

from __future__ import annotations

from typing import Any

from ludotheque.core.bits import count_bits
from ludotheque.core.jit import compiled
from ludotheque.core.observation import Feature, Observation
from ludotheque.games.boussanga.rules.setup import store_of
from ludotheque.games.boussanga.state import (
    COLOURS,
    MAX_HAND,
    MAX_TOKENS,
    NONE,
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


def observation(b: Any, s: Any) -> Observation:
    """The observation for this box, number of seats and mode."""
    seats, cards = int(s["seats"]), int(b["cards"])
    hands = 1 if int(s["mode"]) == Mode.COOPERATIVE else seats
    return Observation(
        (int(b["height"]), int(b["width"])),
        (
            Feature(
                "tokens", (COLOURS,), "For each colour (earth, water, air, fire): the cells with a token."
            ),
        ),
        (
            Feature(
                "hands",
                (hands, MAX_HAND, FRAME, COLOURS),
                "For each seat (one hand if all share it) and place in the hand: the token on each place of the card, row by row, by "
                "colour. All 0 if there is no card.",
            ),
            Feature(
                "stores",
                (seats, COLOURS),
                "For each seat: the tokens it keeps, as a share of all tokens of the colour.",
            ),
            Feature(
                "bonuses",
                (seats, COLOURS),
                "For each seat: whether it has had the bonus token of the colour.",
            ),
            Feature(
                "reserve", (COLOURS,), "The tokens in the reserve, as a share of all tokens of the colour."
            ),
            Feature(
                "zone",
                (COLOURS,),
                "Cooperative: the tokens in the collection zone, as a share of the most it can hold.",
            ),
            Feature("due", (COLOURS,), f"The tokens that must be put back now, as a share of {RETURNED}."),
            Feature("to_play", (seats,), "Whose turn it is."),
            Feature("trigger", (seats,), "Who triggered the end."),
            Feature("last_turns", (), "The turns still to play after that, divided by the number of seats."),
            Feature("pile", (cards,), "For each card of the deck: whether it may still be drawn."),
            Feature("discarded", (cards,), "For each card: whether it is out of the game."),
            Feature("cards_left", (), "The cards that may still be drawn, as a share of all."),
            Feature("put_back", (), "Whether tokens must be put back now."),
            Feature("mode", (MODES,), "The mode: competitive, teams, cooperative (an option)."),
            Feature("back", (), "Whether the backs of the cards are played (an option)."),
            Feature("stop_at_13", (), "Whether the thirteenth card ends the game (an option)."),
        ),
    )


@compiled
def observe(b: Any, s: Any, seat: int, out: Any) -> int:
    """Write the observation, see `observation`."""
    seats, shared = wide(s.seats), s.mode == Mode.COOPERATIVE.value
    width, height, side = wide(b.width), wide(b.height), wide(s.side)
    at = 0
    for colour in range(COLOURS):
        for row in range(height):
            for column in range(width):
                bit = word(row * STRIDE + column)
                out[at] = 1.0 if s.on_board[colour] >> bit & ONE != 0 else 0.0
                at += 1
    for place in range(1 if shared else seats):
        hand = 0 if shared else (seat + place) % seats
        for index in range(MAX_HAND):
            card = wide(s.hand[hand, index])
            for spot in range(FRAME):
                token = wide(b.frame[side, card, spot]) if card >= 0 else 0
                for colour in range(COLOURS):
                    out[at] = 1.0 if token == colour + 1 else 0.0
                    at += 1
    for place in range(seats):
        store = wide(store_of(s, (seat + place) % seats))
        for colour in range(COLOURS):
            out[at] = s.store[store, colour] / max(1.0, b.tokens_of[colour])
            out[at + seats * COLOURS] = s.bonus[store, colour]
            at += 1
    at += seats * COLOURS
    for colour in range(COLOURS):
        out[at + colour] = s.reserve[colour] / max(1.0, b.tokens_of[colour])
        out[at + COLOURS + colour] = s.zone[colour] / float(RETURNED + MAX_TOKENS)
        out[at + 2 * COLOURS + colour] = s.due[colour] / float(RETURNED)
    at += 3 * COLOURS
    for place in range(seats):
        other = (seat + place) % seats
        out[at + place] = 1.0 if s.to_play == other else 0.0
        out[at + seats + place] = 1.0 if s.trigger != NONE and s.trigger == other else 0.0
    at += 2 * seats
    out[at] = s.last_turns / float(seats)
    for card in range(wide(b.cards)):
        out[at + 1 + card] = 1.0 if s.pile >> word(card) & ONE != 0 else 0.0
        out[at + 1 + wide(b.cards) + card] = 1.0 if s.discarded >> word(card) & ONE != 0 else 0.0
    at += 2 * wide(b.cards)
    out[at + 1] = count_bits(s.pile) / float(b.cards)
    out[at + 2] = 1.0 if s.phase == Phase.PUT_BACK.value else 0.0
    for mode in range(MODES):
        out[at + 3 + mode] = 1.0 if s.mode == mode else 0.0
    out[at + 6] = side
    out[at + 7] = wide(s.stop_at_13)
    return at + 8
