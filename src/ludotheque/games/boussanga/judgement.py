"""What a position and an action are worth: the evaluation, the sentence that speaks for an action, and what a game may turn on.

In a competitive game a position is worth its points, and what each hand could align now, above all that of the next player. In a
cooperative game it is worth the more, the fewer cards the game will take. That is estimated from the points, the tokens collected,
and the best card that is on the board, or would be with the tokens still to be put back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ludotheque.core import state as states
from ludotheque.core import verbs
from ludotheque.core.bits import count_bits
from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np
from ludotheque.core.message import Message
from ludotheque.core.numerics import exp
from ludotheque.core.things import Things, Used
from ludotheque.games.boussanga.codes import DISCARD, PUT_BACK, laid_place
from ludotheque.games.boussanga.labels import card_in, frame_of, player
from ludotheque.games.boussanga.prospects import best_alignment, could_align, find_hot_cells
from ludotheque.games.boussanga.rules.aligning import points
from ludotheque.games.boussanga.rules.finish import returns
from ludotheque.games.boussanga.rules.placing import free_cells
from ludotheque.games.boussanga.rules.setup import is_cooperative, store_of
from ludotheque.games.boussanga.state import (
    ALIGNED,
    BREADTH,
    COLLECTED_1,
    COLOURS,
    ELEMENTS,
    LACKING_1,
    LATER,
    MAX_SEATS,
    NEARLY,
    NEXT,
    NO_CELLS,
    NONE,
    POINTS_A_CARD,
    READY,
    RETURNED,
    SURE,
    TURNS,
    Ending,
    Phase,
    wide,
)


@compiled
def judge(b: Any, s: Any, out: Any) -> None:
    """Each seat's evaluation, 0 to 1; at the end, the result."""
    if s.ended != Ending.NONE.value:
        returns(b, s, out)
    elif is_cooperative(s):
        chance = chance_together(b, s)
        for seat in range(s.seats):
            out[seat] = chance
    else:
        judge_competition(b, s, out)


# -- against each other -----------------------------------------------------------------------------------------------


@compiled
def judge_competition(b: Any, s: Any, out: Any) -> None:
    """One half where a store is level with the best other one; more by its lead, of the points that end the game."""
    hot = find_hot_cells(b, s)
    worth = np.zeros(MAX_SEATS)
    following = next_seat(s)
    for seat in range(s.seats):
        store = store_of(s, seat)
        share = b.weights[NEXT] if seat == following else b.weights[LATER]
        worth[store] = max(worth[store], share * best_alignment(b, s, seat, hot))
    for seat in range(s.seats):
        best = -1000.0
        for other in range(s.seats):
            if store_of(s, other) != store_of(s, seat):
                best = max(best, points(b, s, store_of(s, other)) + worth[store_of(s, other)])
        own = points(b, s, store_of(s, seat)) + worth[store_of(s, seat)]
        out[seat] = min(max(0.5 + (own - best) / (b.weights[BREADTH] * b.points), 0.02), 0.98)


@compiled
def next_seat(s: Any) -> int:
    """Who plays next, once a card that is due has been drawn."""
    return (s.to_play + 1) % s.seats if s.phase == Phase.DRAW.value else s.to_play


# -- together ---------------------------------------------------------------------------------------------------------


@compiled
def chance_together(b: Any, s: Any) -> float:
    """The chance to win, from an estimate of the cards that the game will take."""
    ahead = points(b, s, 0) + collected(b, s) + best_card(b, s)
    cards = count_bits(s.discarded) + (b.points - ahead) / b.weights[POINTS_A_CARD]
    return 0.98 / (1.0 + exp((cards - b.cards_won - 0.5) / b.weights[SURE]))


@compiled
def collected(b: Any, s: Any) -> float:
    """What the zone is worth: tokens that will score, and the first three of each colour that bring the next ones to score."""
    worth = 0.0
    for colour in range(COLOURS):
        stays = wide(s.zone[colour]) - wide(s.due[colour])
        scores = s.zone[colour] >= ALIGNED or (s.due[colour] > 0 and stays > 0)
        if scores:
            worth += b.value[colour] * stays
        else:
            worth += b.value[colour] * few(b, stays)
    return worth


@compiled
def few(b: Any, tokens: int) -> float:
    """What up to three tokens of a colour in the zone are worth, of a token that scores."""
    return b.weights[COLLECTED_1 + tokens - 1] if tokens > 0 else 0.0


@compiled
def best_card(b: Any, s: Any) -> float:
    """What playing the best card next is worth, beside what a card brings; less where none can be found."""
    best, others = -b.weights[POINTS_A_CARD], 0.0
    for place in range(b.places):
        card = wide(s.hand[0, place])
        if card == NONE:
            continue
        found = lacking(b, s, card)
        if found < 0:
            continue
        share = 1.0 if found == 0 else b.weights[LACKING_1 + found - 1]
        worth = share * gain(b, s, card) - b.weights[POINTS_A_CARD]
        if worth > best:
            best, worth = worth, best
        others += b.weights[READY] if found == 0 else b.weights[NEARLY]
    return best + others


@compiled
def gain(b: Any, s: Any, card: int) -> float:
    """What collecting the card's tokens adds to points and zone."""
    added = 0.0
    for colour in range(COLOURS):
        n = wide(b.needs[card, colour])
        if n == 0:
            continue
        stays = 0 if s.due[colour] > 0 else wide(s.zone[colour])
        then = stays + n
        after = float(then - RETURNED) if then >= ALIGNED else few(b, then)
        added += b.value[colour] * (after - few(b, min(stays, RETURNED)))
    return added


@compiled
def lacking(b: Any, s: Any, card: int) -> int:
    """The fewest tokens, of those still to be put back, that the card lacks to be on the board; -1 if it cannot be."""
    free, most = free_cells(b, s), 0
    fillable = np.zeros(COLOURS, np.uint64)
    for colour in range(COLOURS):
        most += s.due[colour]
        if s.due[colour] > 0:
            fillable[colour] = free
    most, fewest = min(most, RETURNED), wide(-1)
    for turn in range(TURNS):
        none, one, two, three = b.fits[s.side, card, turn], NO_CELLS, NO_CELLS, NO_CELLS
        for number in range(b.tokens[card]):
            colour = b.colour[s.side, card, number]
            offset = b.offset[s.side, card, turn, number]
            here, fill = s.on_board[colour] >> offset, fillable[colour] >> offset
            three = (three & here) | (two & fill)
            two = (two & here) | (one & fill)
            one = (one & here) | (none & fill)
            none = none & here
        if none != NO_CELLS:
            return 0
        if one != NO_CELLS and most >= 1:
            fewest = 1
        elif two != NO_CELLS and most >= 2 and (fewest < 0 or fewest > 2):
            fewest = 2
        elif three != NO_CELLS and most >= RETURNED and fewest < 0:
            fewest = 3
    return fewest


# -- what speaks for an action ----------------------------------------------------------------------------------------


def merit(b: Any, s: Any, seat: int, action: int) -> Message | None:
    """The sentence that speaks for laying a card in a competitive game; None if the action says it by itself (it earns points), or nothing does."""
    if action >= DISCARD or is_cooperative(s):
        return None
    after = states.copy(s)[0]
    verbs.play(b, after, seat, action)
    own = int(store_of(s, seat))
    if int(after["ended"]) != Ending.NONE.value or points(b, after, own) > points(b, s, own):
        return None
    following = (seat + 1) % int(s["seats"])
    against, who = store_of(s, following) != own, player(s, following)
    mine = int(could_align(b, after, seat))
    theirs, then = int(could_align(b, s, following)), int(could_align(b, after, following))
    if against and theirs > then:
        return Message("boussanga.merit.spoil", {"who": who, "n": theirs})
    if mine > then or (not against and mine):
        return Message("boussanga.merit.prepare", {"n": mine})
    return Message("boussanga.merit.nothing", {"who": who}) if against and not then else None


# -- what each seat has come to ---------------------------------------------------------------------------------------


def is_played_together(b: Any, s: Any) -> bool:
    """Whether all win or lose alike."""
    return bool(is_cooperative(s))


def final_points(b: Any, s: Any) -> Sequence[int]:
    """Each seat's points; none if all have the same."""
    if is_cooperative(s):
        return ()
    return [int(points(b, s, store_of(s, seat))) for seat in range(int(s["seats"]))]


# -- what a game may turn on ------------------------------------------------------------------------------------------


def used(b: Any, before: Any, after: Any, seat: int, code: int) -> Iterator[Used]:
    """A card that is laid, by its frame; a discard; each element of which the store gets a token."""
    if seat < 0:
        return
    if code < DISCARD:
        card = card_in(b, before, seat, int(laid_place(code)))
        yield seat, f"card.{frame_of(b, int(before['side']), card)}"
    elif code < PUT_BACK:
        yield seat, "turn.discard"
    store = int(store_of(before, seat))
    for colour, element in enumerate(ELEMENTS):
        if int(after["store"][store, colour]) > int(before["store"][store, colour]):
            yield seat, f"token.{element}"


def label(b: Any, name: str) -> Message | str:
    """What a card, a token or a turn is called; a card is written as its frame."""
    group, _, rest = name.partition(".")
    return rest if group == "card" else Message(f"boussanga.thing.{group}.{rest}")


THINGS = Things(used, label, ("card", "token", "turn"))
