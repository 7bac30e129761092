"""A turn of the competitive game in order: place, take alignments, draw; and how the end comes about."""

from __future__ import annotations

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.games.boussanga.rules.aligning import points, take_alignments
from ludotheque.games.boussanga.rules.setup import hand_of, store_of
from ludotheque.games.boussanga.state import NO_CELLS, NONE, Ending, Mode, Phase, bit, wide


@rule("BOU-07", "BOU-10", "BOU-25")
def place_card(b: Any, s: Any, seat: int, place: int, turn: int, corner: int) -> None:
    """The missing tokens are placed, alignments taken, and the card is gone for good."""
    card = wide(s.hand[hand_of(s, seat), place])
    place_tokens(b, s, seat, card, turn, corner)
    take_alignments(b, s, seat)
    if points(b, s, store_of(s, seat)) >= b.points:
        bring_about_end(s, seat)
    throw_away(s, hand_of(s, seat), place)
    draw_or_end_turn(b, s, seat)


@rule("BOU-10", "BOU-11", "BOU-21", "BOU-25")
def place_tokens(b: Any, s: Any, seat: int, card: int, turn: int, corner: int) -> None:
    """From the reserve; taking the last token of a colour brings the end about, even if tokens come back at once."""
    for number in range(b.tokens[card]):
        colour = b.colour[s.side, card, number]
        cell = bit(corner) << b.offset[s.side, card, turn, number]
        if s.on_board[colour] & cell == NO_CELLS:
            s.on_board[colour] |= cell
            s.reserve[colour] -= 1
            if s.reserve[colour] == 0:
                bring_about_end(s, seat)


@rule("BOU-12", "BOU-14", "BOU-40", "BOU-46")
def throw_away(s: Any, hand: int, place: int) -> None:
    """The card is discarded, its place on the board is empty."""
    s.discarded |= bit(wide(s.hand[hand, place]))
    s.hand[hand, place] = NONE


@rule("BOU-13", "BOU-14", "BOU-27")
def draw_or_end_turn(b: Any, s: Any, seat: int) -> None:
    """A new card, while there are any; then it is the next player's turn."""
    if s.pile != NO_CELLS:
        s.phase = Phase.DRAW.value
    else:
        end_turn(b, s, seat)


@rule("BOU-13", "BOU-21")
def draw_card(b: Any, s: Any, seat: int, card: int) -> None:
    """The card drawn lies where the played one lay; drawing the last one brings the end about."""
    for place in range(b.places):
        if s.hand[seat, place] == NONE:
            s.hand[seat, place] = card
            break
    s.pile &= ~bit(card)
    if s.pile == NO_CELLS:
        bring_about_end(s, seat)
    end_turn(b, s, seat)


@rule("BOU-21")
def bring_about_end(s: Any, seat: int) -> None:
    """Who first brings the end about; later causes change nothing."""
    if s.trigger == NONE:
        s.trigger = seat


@rule("BOU-22")
def plays_on(s: Any, seat: int) -> bool:
    """Whether the seat has a turn left. Once the end is near, the player (or team) who brought it about has none."""
    return s.trigger == NONE or store_of(s, seat) != store_of(s, s.trigger)


@rule("BOU-05", "BOU-06", "BOU-13", "BOU-22")
def end_turn(b: Any, s: Any, seat: int) -> None:
    """To the next player on the left; after the last of the last turns the game is over."""
    s.turns[seat] += 1
    s.phase = Phase.PLAY.value
    if s.trigger == seat:
        s.last_turns = s.seats // 2 if s.mode == Mode.TEAMS.value else s.seats - 1
    elif s.trigger != NONE:
        s.last_turns -= 1
        if s.last_turns == 0:
            s.ended = Ending.LAST_TURNS.value
            return
    following = (seat + 1) % s.seats
    while not plays_on(s, following):
        following = (following + 1) % s.seats
    s.to_play = following
