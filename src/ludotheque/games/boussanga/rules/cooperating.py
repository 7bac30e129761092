"""A turn of the cooperative game: a card found on the board, or a pass; tokens put back; the end."""

from __future__ import annotations

from typing import Any

from ludotheque.core.bits import count_bits
from ludotheque.core.rule import rule
from ludotheque.games.boussanga.codes import put_back_code
from ludotheque.games.boussanga.rules.aligning import points
from ludotheque.games.boussanga.rules.competing import throw_away
from ludotheque.games.boussanga.rules.placing import free_cells
from ludotheque.games.boussanga.state import (
    ALIGNED,
    COLOURS,
    MAX_CELLS,
    NO_CELLS,
    NONE,
    RETURNED,
    Ending,
    Phase,
    bit,
    wide,
)


@rule("BOU-36", "BOU-39", "BOU-40", "BOU-42")
def collect(b: Any, s: Any, place: int, turn: int, corner: int) -> None:
    """The tokens of the card go to the zone; each colour with four there has three to put back."""
    card = wide(s.hand[0, place])
    for number in range(b.tokens[card]):
        colour = b.colour[s.side, card, number]
        s.on_board[colour] &= ~(bit(corner) << b.offset[s.side, card, turn, number])
        s.zone[colour] += 1
    for colour in range(COLOURS):
        if s.zone[colour] >= ALIGNED:
            s.due[colour] = RETURNED
    throw_away(s, 0, place)
    draw_or_put_back(b, s)


@rule("BOU-46", "BOU-47")
def pass_turn(b: Any, s: Any, place: int, colour: int) -> None:
    """A card is discarded, and all that the zone holds of one colour is to be put back."""
    if colour >= 0:
        s.due[colour] = s.zone[colour]
    throw_away(s, 0, place)
    draw_or_put_back(b, s)


@rule("BOU-41", "BOU-44", "BOU-53")
def draw_or_put_back(b: Any, s: Any) -> None:
    """A new card comes first, while there are any; no card comes from an empty pile."""
    if s.pile != NO_CELLS:
        s.phase = Phase.DRAW.value
    else:
        put_back_or_end_turn(b, s)


@rule("BOU-41")
def draw_common_card(b: Any, s: Any, card: int) -> None:
    """The card drawn lies where the played one lay."""
    for place in range(b.places):
        if s.hand[0, place] == NONE:
            s.hand[0, place] = card
            break
    s.pile &= ~bit(card)
    put_back_or_end_turn(b, s)


@rule("BOU-42", "BOU-47")
def put_back_or_end_turn(b: Any, s: Any) -> None:
    """Whatever is due goes back before the turn is over."""
    s.phase = Phase.PUT_BACK.value
    if colour_due(s) == NONE:
        end_common_turn(b, s)


@rule("BOU-44")
def colour_due(s: Any) -> int:
    """The colour to put back now, in the order earth, water, air, fire; NONE if nothing is due."""
    for colour in range(COLOURS):
        if s.due[colour] > 0:
            return colour
    return NONE


@rule("BOU-42", "BOU-44", "BOU-47")
def list_put_backs(b: Any, s: Any, out: Any) -> int:
    """The colour that is due, on any free cell."""
    colour, free, n = colour_due(s), free_cells(b, s), 0
    for cell in range(MAX_CELLS):
        if free & bit(cell) != NO_CELLS:
            out[n] = put_back_code(colour, cell)
            n += 1
    return n


@rule("BOU-42", "BOU-43", "BOU-44", "BOU-47")
def put_back(b: Any, s: Any, colour: int, cell: int) -> None:
    """One token from the zone; with the last of its colour, what the zone still holds of it scores."""
    s.on_board[colour] |= bit(cell)
    s.zone[colour] -= 1
    s.due[colour] -= 1
    if s.due[colour] == 0:
        score_rest(b, s, colour)
    if s.ended == Ending.NONE.value and colour_due(s) == NONE:
        end_common_turn(b, s)


@rule("BOU-43", "BOU-49", "BOU-50")
def score_rest(b: Any, s: Any, colour: int) -> None:
    """The rest of the colour is kept, without any bonus; enough points end the game at once, whatever is still due."""
    s.store[0, colour] += s.zone[colour]
    s.zone[colour] = 0
    if points(b, s, 0) >= b.points:
        s.ended = Ending.POINTS.value
        s.turns[s.to_play] += 1


@rule("BOU-35", "BOU-53")
def end_common_turn(b: Any, s: Any) -> None:
    """To the next player on the left, unless no card is left, or the game stops with the first card too many."""
    s.turns[s.to_play] += 1
    s.phase = Phase.PLAY.value
    if s.stop_at_13 != 0 and count_bits(s.discarded) > b.cards_won:
        s.ended = Ending.THIRTEENTH.value
    elif not has_card(b, s):
        s.ended = Ending.NO_CARDS.value
    else:
        s.to_play = (s.to_play + 1) % s.seats


@rule("BOU-53")
def has_card(b: Any, s: Any) -> bool:
    """Whether a card is left in the common hand."""
    for place in range(b.places):
        if s.hand[0, place] != NONE:
            return True
    return False
