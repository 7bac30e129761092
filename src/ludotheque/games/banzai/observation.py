"""What a learning program sees of a position: the cards that a seat knows, pawns and hands, and calls."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.observation import Feature, Observation
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
COORDINATES = ("seat_x", "seat_y", "pawn_x", "pawn_y")


def observation(b: Any, s: Any) -> Observation:  # every box gives the same numbers
    """The observation for this number of seats."""
    seats = int(s["seats"])
    age = f"1 is {OLD_MS // 1000} s or longer, or never"
    each = "For each seat:"
    described: dict[str, tuple[tuple[int, ...], str]] = {
        "cards": ((seats, CARDS), f"{each} the cards that it is known to hold, by family, then character."),
        "held": ((seats,), f"{each} how many cards it holds, divided by {MOST_HELD:g}; 1 is that or more."),
        "laid": ((seats, CARDS), f"{each} the card that it is known to have laid down."),
        "has_laid": ((seats,), f"{each} whether it has laid a card down."),
        "shown": ((CARDS,), "The cards whose places everybody has seen."),
        "in_play": ((MAX_FAMILIES,), "The families in play."),
        "united": ((MAX_FAMILIES, MAX_FAMILIES), "For each family: the families that count as one with it."),
        "seat_x": ((seats,), f"{each} where it sits, from the middle to the right, in radii."),
        "seat_y": ((seats,), f"{each} where it sits, from the middle upwards, in radii."),
        "at_table": ((seats,), f"{each} whether it sits at the table in this round."),
        "out": ((seats,), f"{each} 0 while it is in the game, else more the later it went out."),
        "third": ((seats,), "The third player of the final."),
        "final": ((), "Whether this round is the final."),
        "phase": ((PHASES,), "What is going on: `Phase` in state.py, in its order."),
        "back": ((PHASES,), "The phase that goes on after a Stop."),
        "since": ((), f"How long ago the phase began: {age}."),
        "open": ((), f"How long ago players could begin to choose and call: {age}."),
        "time_to_choose": ((), f"The time left to choose a card: 1 is {OLD_MS // 1000} s or longer, or no limit."),
        "exchanges": ((), "The exchanges of this round, divided by the most that a round may have."),
        "rounds": ((), f"The rounds so far, divided by {MOST_ROUNDS:g}; 1 is that or more."),
        "dealt_again": ((), f"The rounds that were cut short, divided by {MOST_ROUNDS:g}; 1 is that or more."),
        "pawns": ((MAX_PAWNS,), "For each pawn: whether it lies on the table."),
        "pawn_x": ((MAX_PAWNS,), "For each pawn: where it lies, from the middle to the right, in radii."),
        "pawn_y": ((MAX_PAWNS,), "For each pawn: where it lies, from the middle upwards, in radii."),
        "pawn_by": ((MAX_PAWNS, seats), "For each pawn: the seat that holds it."),
        "pawn_gone": ((MAX_PAWNS,), "For each pawn: whether it was taken off for the round."),
        "pawn_moved": ((MAX_PAWNS,), "For each pawn: whether it was moved in this Stop."),
        "caller": ((seats,), "Who called the Banzaï."),
        "call": ((), f"How long ago that was: {age}."),
        "early": ((seats,), f"{each} whether it grabbed too soon to have heard the call."),
        "provoked": ((seats,), f"{each} whether a feint made it do so."),
        "aim": ((seats, MAX_PAWNS), "Unhurried: the pawn that each seat is known to aim at."),
        "has_aimed": ((seats,), "Unhurried: whether each seat aims at a pawn."),
        "reaction": ((seats,), f"Unhurried: the step drawn as each seat's reaction, from 1, divided by {REACTIONS}; 0 for none."),
        "void": ((), f"How long ago the third player made a false call: {age}."),
        "touched": ((seats,), f"{each} the order in which it wrongly touched a pawn, from 1, divided by the seats; 0 if it did not."),
        "touch": ((), f"How long ago the first of them did: {age}."),
        "feint": ((seats, FEINT_COUNT), f"{each} its last feint."),
        "feint_age": ((seats,), f"{each} how long ago that was: {age}."),
        "stop": ((CALL_COUNT,), "The call that is being carried out, as far as it is known."),
        "stop_by": ((seats,), "Who called it."),
        "stop_family": ((MAX_FAMILIES,), "The family it was called with."),
        "stop_age": ((), f"How long ago it was called: {age}."),
        "moves_left": ((), f"The pawns that may still be moved, divided by {MOST_MOVES:g}; 0.5 while there is something to take or give."),
        "looked": ((seats,), f"{each} whether its hand was looked at."),
        "asked": ((seats,), "Who was proposed a marriage."),
        "gift": ((CARDS,), "The cards that this seat gives after three Lords."),
        "has_given": ((seats,), f"{each} whether it has given."),
        "pool": ((CARDS,), "The cards to deal back that this seat may see."),
        "pooled": ((), f"How many there are, divided by {CARDS}."),
        "back_to": ((seats,), f"{each} how many of them it still gets, divided by {MOST_BACK:g}."),
        "used": ((CALL_COUNT, seats), "For each call and seat: whether it was used."),
        "used_family": ((CALL_COUNT, seats), f"The family it was used with, from 1, divided by {MAX_FAMILIES}; 0 for none."),
        "lords_used": ((MAX_FAMILIES,), "The families whose Lord has been used."),
        "magicians": ((seats,), f"{each} whether it needs one card fewer."),
        "challenger": ((seats,), "Who called the duel."),
        "challenged": ((seats,), "The other duellist."),
        "displaced": ((seats,), "Who changed places with the challenger."),
        "whim": ((seats,), "Who called a whim and gives the hop."),
        "peeked": ((), "Whether that seat has looked."),
        "asleep": ((), "Whether the Princesses cannot pardon yet."),
        "round_out": ((seats,), f"{each} whether it went out in this round."),
        "pardoned": ((seats,), f"{each} whether it was pardoned."),
        "ready": ((seats,), f"{each} whether it is ready for the next round."),
        "lot": ((seats,), "The seats among which one is drawn."),
        "lot_for": ((LOTS,), "What it is drawn for: `LotFor` in state.py, in its order."),
        "optional": ((OPTIONAL_COUNT,), f"The optional rules that are played: {', '.join(OPTIONAL)}."),
        "once_a_player": ((), "Whether each player may use a call once, rather than the whole table (an option)."),
        "must_call": ((), "Whether a Banzaï must be called (an option)."),
        "time_limit": ((), f"The seconds to choose a card, divided by {MOST_SECONDS:g} (an option)."),
        "unhurried": ((), "Whether the game is played without hurry (an option)."),
        "time_up": ((), "Whether a player who does not choose passes the card least wanted, not one by lot (an option)."),
    }  # fmt: skip
    return Observation(
        numbers=tuple(
            Feature(name, shape, says, -1.0 if name in COORDINATES else 0.0)
            for name, (shape, says) in described.items()
        )
    )


@compiled
def observe(b: Any, s: Any, seat: int, out: Any) -> int:
    """Write the observation, see `observation`."""
    at = put_cards(s, seat, out, 0)
    at = put_table(s, seat, out, at)
    at = put_moment(b, s, out, at)
    at = put_pawns(s, seat, out, at)
    at = put_race(s, seat, out, at)
    at = put_stop(s, seat, out, at)
    at = put_used(s, seat, out, at)
    return put_rest(s, seat, out, at)


@compiled
def put_cards(s: Any, seat: int, out: Any, at: int) -> int:
    """The cards that each seat is known to hold, and those laid down."""
    for other in around(s, seat):
        at = put_set(s.hands[other], CARDS, out, at)
    for other in around(s, seat):
        out[at] = min(1.0, s.held[other] / MOST_HELD)
        at += 1
    for other in around(s, seat):
        at = put_one(s.chosen[other], CARDS, out, at)
    for other in around(s, seat):
        out[at] = 1.0 if s.chosen[other] != NONE else 0.0
        at += 1
    at = put_set(s.shown, CARDS, out, at)
    at = put_set(s.in_play, MAX_FAMILIES, out, at)
    for family in range(MAX_FAMILIES):
        for other in range(MAX_FAMILIES):
            out[at] = 1.0 if s.united[family] == s.united[other] else 0.0
            at += 1
    return at


@compiled
def put_table(s: Any, seat: int, out: Any, at: int) -> int:
    """Where each seat sits, and which are out."""
    seats = int(s.seats)
    for index, other in enumerate(around(s, seat)):
        place = place_of(s, other)
        out[at + index] = clipped(place_x(s, place) / FAR) if place != NONE else 0.0
        out[at + seats + index] = clipped(place_y(s, place) / FAR) if place != NONE else 0.0
        out[at + 2 * seats + index] = 1.0 if place != NONE else 0.0
        out[at + 3 * seats + index] = s.out[other] / max(1.0, float(seats))
    at = put_seat(s, seat, s.third, out, at + 4 * seats)
    out[at] = s.final
    return at + 1


@compiled
def put_moment(b: Any, s: Any, out: Any, at: int) -> int:
    """What is going on, and since when."""
    at = put_one(s.phase, PHASES, out, at)
    at = put_one(s.back, PHASES, out, at)
    out[at] = age(s, s.since_ms)
    out[at + 1] = age(s, s.open_ms)
    out[at + 2] = 1.0 if s.choose_by_ms == NONE else min(1.0, max(0.0, (s.choose_by_ms - s.now_ms) / OLD_MS))
    out[at + 3] = min(1.0, s.exchanges / max(1.0, float(b.exchanges)))
    out[at + 4] = min(1.0, s.round_number / MOST_ROUNDS)
    out[at + 5] = min(1.0, s.dealt_again / MOST_ROUNDS)
    return at + 6


@compiled
def put_pawns(s: Any, seat: int, out: Any, at: int) -> int:
    """Where each pawn is."""
    for pawn in range(MAX_PAWNS):
        lies = pawn < s.pawns and s.pawn_by[pawn] == NONE
        out[at + pawn] = 1.0 if lies else 0.0
        out[at + MAX_PAWNS + pawn] = clipped(s.pawn_x[pawn] / FAR) if lies else 0.0
        out[at + 2 * MAX_PAWNS + pawn] = clipped(s.pawn_y[pawn] / FAR) if lies else 0.0
    at += 3 * MAX_PAWNS
    for pawn in range(MAX_PAWNS):
        holder = s.pawn_by[pawn] if pawn < s.pawns else NONE
        at = put_seat(s, seat, holder, out, at)
    for pawn in range(MAX_PAWNS):
        out[at] = 1.0 if pawn < s.pawns and s.pawn_by[pawn] == GONE else 0.0
        at += 1
    return put_set(s.moved, MAX_PAWNS, out, at)


@compiled
def put_race(s: Any, seat: int, out: Any, at: int) -> int:
    """The Banzaï, the hands on their way, false touches and feints."""
    seats = int(s.seats)
    at = put_seat(s, seat, s.caller, out, at)
    out[at] = age(s, s.call_ms)
    at = put_seats(s, seat, s.early, out, at + 1)
    at = put_seats(s, seat, s.provoked, out, at)
    for other in around(s, seat):
        at = put_one(s.aim[other], MAX_PAWNS, out, at)
    for index, other in enumerate(around(s, seat)):
        out[at + index] = 1.0 if s.aim[other] != NONE else 0.0
        out[at + seats + index] = (s.reaction[other] + 1) / float(REACTIONS)
    at += 2 * seats
    out[at] = age(s, s.void_ms)
    at += 1
    for other in around(s, seat):
        out[at] = min(1.0, s.touched[other] / float(seats))
        at += 1
    out[at] = age(s, s.touch_ms)
    at += 1
    for other in around(s, seat):
        at = put_one(s.feint_kind[other], FEINT_COUNT, out, at)
    for other in around(s, seat):
        out[at] = age(s, s.feint_at_ms[other])
        at += 1
    return at


@compiled
def put_stop(s: Any, seat: int, out: Any, at: int) -> int:
    """The Stop or the call that is being carried out."""
    at = put_one(s.stop_what, CALL_COUNT, out, at)
    at = put_seat(s, seat, s.stop_by, out, at)
    at = put_one(s.stop_family, MAX_FAMILIES, out, at)
    out[at] = age(s, s.stop_at_ms)
    out[at + 1] = min(1.0, s.moves_left / MOST_MOVES)
    at = put_seats(s, seat, s.looked, out, at + 2)
    at = put_seat(s, seat, s.asked, out, at)
    at = put_set(max(0, int(s.gift[seat])), CARDS, out, at)
    for other in around(s, seat):
        out[at] = 1.0 if s.gift[other] != 0 else 0.0
        at += 1
    at = put_set(s.pool, CARDS, out, at)
    out[at] = s.pooled / float(CARDS)
    at += 1
    for other in around(s, seat):
        out[at] = min(1.0, s.back_to[other] / MOST_BACK)
        at += 1
    return at


@compiled
def put_used(s: Any, seat: int, out: Any, at: int) -> int:
    """The calls that have been used, and by whom."""
    after = CALL_COUNT * int(s.seats)
    for call in range(CALL_COUNT):
        for other in around(s, seat):
            family = s.used[call, other]
            out[at] = 1.0 if family != NONE else 0.0
            out[at + after] = 0.0 if family in (NONE, NO_FAMILY) else (family + 1) / float(MAX_FAMILIES)
            at += 1
    at = put_set(s.lords_used, MAX_FAMILIES, out, at + after)
    return put_seats(s, seat, s.magician_seats, out, at)


@compiled
def put_rest(s: Any, seat: int, out: Any, at: int) -> int:
    """Duel, whim, the end of the round, and the options."""
    for who in (s.challenger, s.challenged, s.displaced, s.caprice_seat):
        at = put_seat(s, seat, who, out, at)
    out[at] = s.peeked
    out[at + 1] = s.asleep
    at += 2
    for several in (s.round_out, s.pardoned, s.ready, s.lot):
        at = put_seats(s, seat, several, out, at)
    at = put_one(s.lot_for, LOTS, out, at)
    for played in (
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
        out[at] = 1.0 if s.optional_rules != 0 and played != 0 else 0.0
        at += 1
    out[at] = s.once
    out[at + 1] = s.must_call
    out[at + 2] = min(1.0, s.time_limit / MOST_SECONDS)
    out[at + 3] = s.unhurried
    out[at + 4] = s.time_up
    return at + 5


@compiled
def around(s: Any, seat: int) -> list[int]:
    """The seats, from the one that looks."""
    return [(seat + place) % int(s.seats) for place in range(int(s.seats))]


@compiled
def put_set(bits: int, size: int, out: Any, at: int) -> int:
    """A number for each bit of a set."""
    for index in range(size):
        out[at + index] = 1.0 if int(bits) >> index & 1 == 1 else 0.0
    return at + size


@compiled
def put_one(which: int, size: int, out: Any, at: int) -> int:
    """1 for the one of several; all 0 for none, and for one that is hidden."""
    for index in range(size):
        out[at + index] = 1.0 if which == index else 0.0
    return at + size


@compiled
def put_seat(s: Any, seat: int, which: int, out: Any, at: int) -> int:
    """1 for a seat, counted from the one that looks; all 0 for none."""
    for place, other in enumerate(around(s, seat)):
        out[at + place] = 1.0 if which == other else 0.0
    return at + int(s.seats)


@compiled
def put_seats(s: Any, seat: int, several: int, out: Any, at: int) -> int:
    """A number for each seat of a set, counted from the one that looks."""
    for place, other in enumerate(around(s, seat)):
        out[at + place] = 1.0 if int(several) >> other & 1 == 1 else 0.0
    return at + int(s.seats)


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
