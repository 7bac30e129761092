"""A turn: who acts, what is legal, what an action does, and why another one is refused. Each verb passes on to the part of the game."""

from __future__ import annotations

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT
from ludotheque.games.boussanga.codes import (
    DISCARD,
    DRAW,
    FILL,
    PUT_BACK,
    Why,
    discard_code,
    discarded_colour,
    discarded_place,
    laid_corner,
    laid_place,
    laid_turn,
    put_back_cell,
    put_back_colour,
)
from ludotheque.games.boussanga.rules.competing import draw_card, draw_or_end_turn, place_card, throw_away
from ludotheque.games.boussanga.rules.cooperating import (
    collect,
    colour_due,
    draw_common_card,
    list_put_backs,
    pass_turn,
    put_back,
)
from ludotheque.games.boussanga.rules.placing import (
    corners_of,
    free_cells,
    is_any_found,
    is_on_board,
    list_placements,
    where_found,
)
from ludotheque.games.boussanga.rules.setup import (
    deal_card,
    draw_outcomes,
    fill_cell,
    fill_outcomes,
    hand_of,
    is_cooperative,
)
from ludotheque.games.boussanga.state import COLOURS, NO_CELLS, NONE, Ending, Phase, bit, wide


@rule("BOU-05", "BOU-22", "BOU-35", "BOU-50")
def actors(b: Any, s: Any) -> int:
    """The seat on turn, or chance if tokens or cards are drawn; nobody when the game is over."""
    if s.ended != Ending.NONE.value:
        return 0
    if s.phase == Phase.PLAY.value or s.phase == Phase.PUT_BACK.value:
        return 1 << s.to_play
    return CHANCE


@rule("BOU-07", "BOU-36", "BOU-42")
def legal(b: Any, s: Any, seat: int, out: Any) -> int:
    """Place a card of the hand, discard one, or put a token back."""
    if s.ended != Ending.NONE.value or seat != s.to_play:
        return 0
    if s.phase == Phase.PUT_BACK.value:
        return list_put_backs(b, s, out)
    if s.phase != Phase.PLAY.value:
        return 0
    n = list_placements(b, s, seat, out)
    if is_cooperative(s):
        return n if n > 0 else list_passes(b, s, out)
    return list_discards(b, s, seat, out, n)


@rule("BOU-14")
def list_discards(b: Any, s: Any, seat: int, out: Any, n: int) -> int:
    """Any card of one's own, after the `n` actions listed already."""
    for place in range(b.places):
        if s.hand[seat, place] != NONE:
            out[n] = discard_code(place, -1)
            n += 1
    return n


@rule("BOU-45", "BOU-46", "BOU-47")
def list_passes(b: Any, s: Any, out: Any) -> int:
    """Any card, with any colour that the zone holds; without one where the zone is empty."""
    n, is_zone_empty = 0, True
    for colour in range(COLOURS):
        if s.zone[colour] > 0:
            is_zone_empty = False
    for place in range(b.places):
        if s.hand[0, place] == NONE:
            continue
        for colour in range(-1, COLOURS):
            if (colour < 0 and is_zone_empty) or (colour >= 0 and s.zone[colour] > 0):
                out[n] = discard_code(place, colour)
                n += 1
    return n


@rule("BOU-07", "BOU-14", "BOU-36", "BOU-42", "BOU-46")
def play(b: Any, s: Any, seat: int, action: int) -> None:
    """Place, discard, put back; or play a result of chance."""
    if seat == CHANCE_SEAT:
        play_chance(b, s, action)
    elif action >= PUT_BACK:
        put_back(b, s, put_back_colour(action), put_back_cell(action))
    elif action >= DISCARD:
        if is_cooperative(s):
            pass_turn(b, s, discarded_place(action), discarded_colour(action))
        else:
            throw_away(s, seat, discarded_place(action))
            draw_or_end_turn(b, s, seat)
    elif is_cooperative(s):
        collect(b, s, laid_place(action), laid_turn(action), laid_corner(action))
    else:
        place_card(b, s, seat, laid_place(action), laid_turn(action), laid_corner(action))


@rule("BOU-04", "BOU-13", "BOU-33", "BOU-41")
def play_chance(b: Any, s: Any, action: int) -> None:
    """A token on the next cell, a card dealt, or a card drawn."""
    if s.phase == Phase.FILL.value:
        fill_cell(b, s, action - FILL)
    elif s.phase == Phase.DEAL.value:
        deal_card(b, s, action - DRAW)
    elif is_cooperative(s):
        draw_common_card(b, s, action - DRAW)
    else:
        draw_card(b, s, s.to_play, action - DRAW)


@rule("BOU-04", "BOU-33")
def chance_outcomes(b: Any, s: Any, out: Any, p: Any) -> int:
    """What may be drawn now: tokens for the board, or cards."""
    if s.phase == Phase.FILL.value:
        return fill_outcomes(b, s, out, p)
    return draw_outcomes(b, s, out, p)


# -- refusals: the same checks, and what to say about anything else ---------------------------------------------------


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
