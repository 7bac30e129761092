"""The main verbs: who acts, what is legal, and what an action does. Each passes on to the current part of the game."""

from __future__ import annotations

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT
from ludotheque.games.boussanga.codes import (
    DISCARD,
    DRAW,
    FILL,
    PUT_BACK,
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
    draw_common_card,
    list_put_backs,
    pass_turn,
    put_back,
)
from ludotheque.games.boussanga.rules.placing import list_placements
from ludotheque.games.boussanga.rules.setup import (
    deal_card,
    draw_outcomes,
    fill_cell,
    fill_outcomes,
    is_cooperative,
)
from ludotheque.games.boussanga.state import COLOURS, NONE, Ending, Phase


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
