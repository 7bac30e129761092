"""The verb `why_not`: the same checks as in the list of legal actions, and what to tell a player who tried something else."""

from __future__ import annotations

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.games.boussanga.codes import (
    DISCARD,
    DRAW,
    PUT_BACK,
    discarded_colour,
    discarded_place,
    laid_corner,
    laid_place,
    laid_turn,
    put_back_cell,
    put_back_colour,
)
from ludotheque.games.boussanga.rules.bits import bit
from ludotheque.games.boussanga.rules.cooperating import colour_due
from ludotheque.games.boussanga.rules.placing import (
    corners_of,
    free_cells,
    is_any_found,
    is_on_board,
    where_found,
)
from ludotheque.games.boussanga.rules.reasons import Why
from ludotheque.games.boussanga.rules.setup import hand_of, is_cooperative
from ludotheque.games.boussanga.state import COLOURS, NO_CELLS, NONE, Ending, Phase, wide


@rule("BOU-05", "BOU-13", "BOU-22", "BOU-42", "BOU-50")
def why_not(b: Any, s: Any, seat: int, action: int) -> int:
    """0 if the action is legal, else a code of `Why`."""
    if s.ended != Ending.NONE.value:
        return Why.GAME_OVER.value
    if s.phase != Phase.PLAY.value and s.phase != Phase.PUT_BACK.value:
        return Why.DRAW_FIRST.value
    if seat != s.to_play:
        return Why.NOT_YOUR_TURN.value
    if action < 0 or action >= DRAW:
        return Why.NO_SUCH_ACTION.value
    if action >= PUT_BACK:
        return why_not_put_back(b, s, put_back_colour(action), put_back_cell(action))
    if s.phase == Phase.PUT_BACK.value:
        return Why.PUT_BACK_FIRST.value
    if action >= DISCARD:
        return why_not_discard(b, s, seat, discarded_place(action), discarded_colour(action))
    return why_not_lay(b, s, seat, laid_place(action), laid_turn(action), laid_corner(action))


@rule("BOU-07", "BOU-36")
def card_at(b: Any, s: Any, seat: int, place: int) -> int:
    """The card at a place of the seat's hand, NONE if there is none."""
    return wide(s.hand[hand_of(s, seat), place]) if place < b.places else wide(NONE)


@rule("BOU-07", "BOU-09", "BOU-36", "BOU-37")
def why_not_lay(b: Any, s: Any, seat: int, place: int, turn: int, corner: int) -> int:
    """A card of the hand, all on the board, in a position that is no other one again."""
    card = card_at(b, s, seat, place)
    if card == NONE:
        return Why.NO_SUCH_CARD.value
    if b.fits[s.side, card, turn] == NO_CELLS and b.fits[s.side, card, turn % 2] != NO_CELLS:
        return Why.NO_SUCH_ACTION.value
    if not is_on_board(b, s, card, turn, corner):
        return Why.OFF_BOARD.value
    if corners_of(b, s, card, turn) & bit(corner) != NO_CELLS:
        return Why.LEGAL.value
    if is_cooperative(s):
        return Why.NOT_ON_BOARD.value
    return why_not_place(b, s, card, turn, corner)


@rule("BOU-10", "BOU-11")
def why_not_place(b: Any, s: Any, card: int, turn: int, corner: int) -> int:
    """A cell holds another colour; or nothing is missing; or the reserve is short of what is."""
    free = free_cells(b, s)
    for number in range(b.tokens[card]):
        cell = bit(corner) << b.offset[s.side, card, turn, number]
        if (s.on_board[b.colour[s.side, card, number]] | free) & cell == NO_CELLS:
            return Why.WRONG_COLOUR.value
    if where_found(b, s, card, turn) & bit(corner) != NO_CELLS:
        return Why.NOTHING_TO_PLACE.value
    return Why.RESERVE_SHORT.value


@rule("BOU-07", "BOU-14", "BOU-45", "BOU-46", "BOU-47")
def why_not_discard(b: Any, s: Any, seat: int, place: int, colour: int) -> int:
    """Always in a competitive game; in a cooperative one where no card is found, naming a colour that was collected."""
    if card_at(b, s, seat, place) == NONE:
        return Why.NO_SUCH_CARD.value
    if not is_cooperative(s):
        return Why.LEGAL.value if colour < 0 else Why.NO_COLOUR_TO_NAME.value
    if is_any_found(b, s, seat):
        return Why.PASS_NOT_ALLOWED.value
    if colour < 0:
        for other in range(COLOURS):
            if s.zone[other] > 0:
                return Why.NAME_A_COLOUR.value
        return Why.LEGAL.value
    return Why.LEGAL.value if s.zone[colour] > 0 else Why.NOT_COLLECTED.value


@rule("BOU-09", "BOU-42", "BOU-44", "BOU-47")
def why_not_put_back(b: Any, s: Any, colour: int, cell: int) -> int:
    """The colour that is due, on a free cell."""
    if s.phase != Phase.PUT_BACK.value:
        return Why.NOTHING_TO_PUT_BACK.value
    if colour != colour_due(s):
        return Why.OTHER_COLOUR_FIRST.value
    if b.board & bit(cell) == NO_CELLS:
        return Why.OFF_BOARD.value
    return Why.LEGAL.value if free_cells(b, s) & bit(cell) != NO_CELLS else Why.CELL_TAKEN.value
