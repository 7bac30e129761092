"""What a learning program sees of a position: the cards that a seat knows, pawns and hands, and calls."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.observing import SEATS, declared, number, one, several
from ludotheque.games.banzai.rules.choosing import place_of
from ludotheque.games.banzai.rules.pawns import place_x, place_y
from ludotheque.games.banzai.state import (
    CALLS,
    CARDS,
    FAR,
    FEINTS,
    GONE,
    MAX_FAMILIES,
    MAX_PAWNS,
    NO_FAMILY,
    NONE,
    OPTIONAL,
    REACTIONS,
    LotFor,
    Phase,
)

OLD_MS = 60_000
"""An instant this long ago or longer is 1, and so is one that never was."""
CALL_COUNT, FEINT_COUNT, OPTIONAL_COUNT = len(CALLS), len(FEINTS), len(OPTIONAL)
PHASES, LOTS = len(Phase), len(LotFor)
MOST_HELD, MOST_ROUNDS, MOST_MOVES, MOST_BACK, MOST_SECONDS = 10.0, 20.0, 2.0, 2.0, 600.0
AGE = f"1 is {OLD_MS // 1000} s or longer, or never"
EACH = "For each seat:"


@compiled
def age(s: Any, at_ms: int) -> float:
    """How long ago an instant was, 1 for long ago or never."""
    if at_ms < 0:
        return 1.0
    return float(min(1.0, max(0.0, (s.now_ms - at_ms) / OLD_MS)))


@compiled
def clipped(value: float) -> float:
    """From -1 to 1."""
    return float(min(1.0, max(-1.0, value)))


@compiled
def seat_x(b: Any, s: Any, me: int, seat: int) -> float:
    """Where a seat sits, from the middle to the right."""
    place = place_of(s, seat)
    return clipped(place_x(s, place) / FAR) if place != NONE else 0.0


@compiled
def seat_y(b: Any, s: Any, me: int, seat: int) -> float:
    """Where a seat sits, from the middle upwards."""
    place = place_of(s, seat)
    return clipped(place_y(s, place) / FAR) if place != NONE else 0.0


@compiled
def lies(s: Any, pawn: int) -> bool:
    """Whether a pawn lies on the table."""
    return bool(pawn < s.pawns and s.pawn_by[pawn] == NONE)


@compiled
def time_to_choose(b: Any, s: Any, me: int) -> float:
    """The time left to choose a card."""
    if s.choose_by_ms == NONE:
        return 1.0
    return float(min(1.0, max(0.0, (s.choose_by_ms - s.now_ms) / OLD_MS)))


@compiled
def family_used(b: Any, s: Any, me: int, call: int, seat: int) -> float:
    """The family that a seat used a call with."""
    family = s.used[call, seat]
    return 0.0 if family in (NONE, NO_FAMILY) else (family + 1) / float(MAX_FAMILIES)


@compiled
def optional_rules(b: Any, s: Any, me: int) -> int:
    """The optional rules that are played, as bits."""
    played, bit = 0, 1
    for option in (
        s.warriors,
        s.lords,
        s.magicians,
        s.kids,
        s.princesses,
        s.marriage,
        s.duel,
        s.seer,
        s.caprice,
        s.hand,
    ):
        if s.optional_rules != 0 and option != 0:
            played |= bit
        bit *= 2
    return played


observation, observe = declared(numbers=[
    several("cards", (SEATS, CARDS), f"{EACH} the cards that it is known to hold, by family, then character.",
            lambda b, s, me, seat: s.hands[seat]),
    number("held", (SEATS,), f"{EACH} how many cards it holds, divided by {MOST_HELD:g}; 1 is that or more.",
           lambda b, s, me, seat: min(1.0, s.held[seat] / MOST_HELD)),
    one("laid", (SEATS, CARDS), f"{EACH} the card that it is known to have laid down.", lambda b, s, me, seat: s.chosen[seat]),
    number("has_laid", (SEATS,), f"{EACH} whether it has laid a card down.", lambda b, s, me, seat: s.chosen[seat] != NONE),
    several("shown", (CARDS,), "The cards whose places everybody has seen.", lambda b, s, me: s.shown),
    several("in_play", (MAX_FAMILIES,), "The families in play.", lambda b, s, me: s.in_play),
    number("united", (MAX_FAMILIES, MAX_FAMILIES), "For each family: the families that count as one with it.",
           lambda b, s, me, family, other: s.united[family] == s.united[other]),
    number("seat_x", (SEATS,), f"{EACH} where it sits, from the middle to the right, in radii.", seat_x, least=-1.0),
    number("seat_y", (SEATS,), f"{EACH} where it sits, from the middle upwards, in radii.", seat_y, least=-1.0),
    number("at_table", (SEATS,), f"{EACH} whether it sits at the table in this round.", lambda b, s, me, seat: place_of(s, seat) != NONE),
    number("out", (SEATS,), f"{EACH} 0 while it is in the game, else more the later it went out.",
           lambda b, s, me, seat: s.out[seat] / max(1.0, float(s.seats))),
    one("third", (SEATS,), "The third player of the final.", lambda b, s, me: s.third),
    number("final", (), "Whether this round is the final.", lambda b, s, me: s.final),
    one("phase", (PHASES,), "What is going on: `Phase` in state.py, in its order.", lambda b, s, me: s.phase),
    one("back", (PHASES,), "The phase that goes on after a Stop.", lambda b, s, me: s.back),
    number("since", (), f"How long ago the phase began: {AGE}.", lambda b, s, me: age(s, s.since_ms)),
    number("open", (), f"How long ago players could begin to choose and call: {AGE}.", lambda b, s, me: age(s, s.open_ms)),
    number("time_to_choose", (), f"The time left to choose a card: 1 is {OLD_MS // 1000} s or longer, or no limit.", time_to_choose),
    number("exchanges", (), "The exchanges of this round, divided by the most that a round may have.",
           lambda b, s, me: min(1.0, s.exchanges / max(1.0, float(b.exchanges)))),
    number("rounds", (), f"The rounds so far, divided by {MOST_ROUNDS:g}; 1 is that or more.",
           lambda b, s, me: min(1.0, s.round_number / MOST_ROUNDS)),
    number("dealt_again", (), f"The rounds that were cut short, divided by {MOST_ROUNDS:g}; 1 is that or more.",
           lambda b, s, me: min(1.0, s.dealt_again / MOST_ROUNDS)),
    number("pawns", (MAX_PAWNS,), "For each pawn: whether it lies on the table.", lambda b, s, me, pawn: lies(s, pawn)),
    number("pawn_x", (MAX_PAWNS,), "For each pawn: where it lies, from the middle to the right, in radii.",
           lambda b, s, me, pawn: clipped(s.pawn_x[pawn] / FAR) if lies(s, pawn) else 0.0, least=-1.0),
    number("pawn_y", (MAX_PAWNS,), "For each pawn: where it lies, from the middle upwards, in radii.",
           lambda b, s, me, pawn: clipped(s.pawn_y[pawn] / FAR) if lies(s, pawn) else 0.0, least=-1.0),
    one("pawn_by", (MAX_PAWNS, SEATS), "For each pawn: the seat that holds it.",
        lambda b, s, me, pawn: s.pawn_by[pawn] if pawn < s.pawns else NONE),
    number("pawn_gone", (MAX_PAWNS,), "For each pawn: whether it was taken off for the round.",
           lambda b, s, me, pawn: pawn < s.pawns and s.pawn_by[pawn] == GONE),
    several("pawn_moved", (MAX_PAWNS,), "For each pawn: whether it was moved in this Stop.", lambda b, s, me: s.moved),
    one("caller", (SEATS,), "Who called the Banzaï.", lambda b, s, me: s.caller),
    number("call", (), f"How long ago that was: {AGE}.", lambda b, s, me: age(s, s.call_ms)),
    several("early", (SEATS,), f"{EACH} whether it grabbed too soon to have heard the call.", lambda b, s, me: s.early),
    several("provoked", (SEATS,), f"{EACH} whether a feint made it do so.", lambda b, s, me: s.provoked),
    one("aim", (SEATS, MAX_PAWNS), "Unhurried: the pawn that each seat is known to aim at.", lambda b, s, me, seat: s.aim[seat]),
    number("has_aimed", (SEATS,), "Unhurried: whether each seat aims at a pawn.", lambda b, s, me, seat: s.aim[seat] != NONE),
    number("reaction", (SEATS,), f"Unhurried: the step drawn as each seat's reaction, from 1, divided by {REACTIONS}; 0 for none.",
           lambda b, s, me, seat: (s.reaction[seat] + 1) / float(REACTIONS)),
    number("void", (), f"How long ago the third player made a false call: {AGE}.", lambda b, s, me: age(s, s.void_ms)),
    number("touched", (SEATS,), f"{EACH} the order in which it wrongly touched a pawn, from 1, divided by the seats; 0 if it did not.",
           lambda b, s, me, seat: min(1.0, s.touched[seat] / float(s.seats))),
    number("touch", (), f"How long ago the first of them did: {AGE}.", lambda b, s, me: age(s, s.touch_ms)),
    one("feint", (SEATS, FEINT_COUNT), f"{EACH} its last feint.", lambda b, s, me, seat: s.feint_kind[seat]),
    number("feint_age", (SEATS,), f"{EACH} how long ago that was: {AGE}.", lambda b, s, me, seat: age(s, s.feint_at_ms[seat])),
    one("stop", (CALL_COUNT,), "The call that is being carried out, as far as it is known.", lambda b, s, me: s.stop_what),
    one("stop_by", (SEATS,), "Who called it.", lambda b, s, me: s.stop_by),
    one("stop_family", (MAX_FAMILIES,), "The family it was called with.", lambda b, s, me: s.stop_family),
    number("stop_age", (), f"How long ago it was called: {AGE}.", lambda b, s, me: age(s, s.stop_at_ms)),
    number("moves_left", (), f"The pawns that may still be moved, divided by {MOST_MOVES:g}; 0.5 while there is something to take or give.",
           lambda b, s, me: min(1.0, s.moves_left / MOST_MOVES)),
    several("looked", (SEATS,), f"{EACH} whether its hand was looked at.", lambda b, s, me: s.looked),
    one("asked", (SEATS,), "Who was proposed a marriage.", lambda b, s, me: s.asked),
    several("gift", (CARDS,), "The cards that this seat gives after three Lords.", lambda b, s, me: max(0, int(s.gift[me]))),
    number("has_given", (SEATS,), f"{EACH} whether it has given.", lambda b, s, me, seat: s.gift[seat] != 0),
    several("pool", (CARDS,), "The cards to deal back that this seat may see.", lambda b, s, me: s.pool),
    number("pooled", (), f"How many there are, divided by {CARDS}.", lambda b, s, me: s.pooled / float(CARDS)),
    number("back_to", (SEATS,), f"{EACH} how many of them it still gets, divided by {MOST_BACK:g}.",
           lambda b, s, me, seat: min(1.0, s.back_to[seat] / MOST_BACK)),
    number("used", (CALL_COUNT, SEATS), "For each call and seat: whether it was used.",
           lambda b, s, me, call, seat: s.used[call, seat] != NONE),
    number("used_family", (CALL_COUNT, SEATS), f"The family it was used with, from 1, divided by {MAX_FAMILIES}; 0 for none.", family_used),
    several("lords_used", (MAX_FAMILIES,), "The families whose Lord has been used.", lambda b, s, me: s.lords_used),
    several("magicians", (SEATS,), f"{EACH} whether it needs one card fewer.", lambda b, s, me: s.magician_seats),
    one("challenger", (SEATS,), "Who called the duel.", lambda b, s, me: s.challenger),
    one("challenged", (SEATS,), "The other duellist.", lambda b, s, me: s.challenged),
    one("displaced", (SEATS,), "Who changed places with the challenger.", lambda b, s, me: s.displaced),
    one("whim", (SEATS,), "Who called a whim and gives the hop.", lambda b, s, me: s.caprice_seat),
    number("peeked", (), "Whether that seat has looked.", lambda b, s, me: s.peeked),
    number("asleep", (), "Whether the Princesses cannot pardon yet.", lambda b, s, me: s.asleep),
    several("round_out", (SEATS,), f"{EACH} whether it went out in this round.", lambda b, s, me: s.round_out),
    several("pardoned", (SEATS,), f"{EACH} whether it was pardoned.", lambda b, s, me: s.pardoned),
    several("ready", (SEATS,), f"{EACH} whether it is ready for the next round.", lambda b, s, me: s.ready),
    several("lot", (SEATS,), "The seats among which one is drawn.", lambda b, s, me: s.lot),
    one("lot_for", (LOTS,), "What it is drawn for: `LotFor` in state.py, in its order.", lambda b, s, me: s.lot_for),
    several("optional", (OPTIONAL_COUNT,), f"The optional rules that are played: {', '.join(OPTIONAL)}.", optional_rules),
    number("once_a_player", (), "Whether each player may use a call once, rather than the whole table (an option).",
           lambda b, s, me: s.once),
    number("must_call", (), "Whether a Banzaï must be called (an option).", lambda b, s, me: s.must_call),
    number("time_limit", (), f"The seconds to choose a card, divided by {MOST_SECONDS:g} (an option).",
           lambda b, s, me: min(1.0, s.time_limit / MOST_SECONDS)),
    number("unhurried", (), "Whether the game is played without hurry (an option).", lambda b, s, me: s.unhurried),
    number("time_up", (), "Whether a player who does not choose passes the card least wanted, not one by lot (an option).",
           lambda b, s, me: s.time_up),
])  # fmt: skip
