"""« Banzaï ! »: the grab, false starts, the check of the family; and pawns touched outside it."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np
from ludotheque.core.rule import rule
from ludotheque.games.banzai.rules.ending import eliminate, end_round
from ludotheque.games.banzai.rules.hands import (
    PRINCESS,
    bit,
    count,
    has_complete_family,
    held_of_character,
    lowest,
)
from ludotheque.games.banzai.rules.pawns import distance, reach_ms
from ludotheque.games.banzai.rules.setup import players
from ludotheque.games.banzai.state import MAX_SEATS, NONE, REACTIONS, LotFor, Phase, RoundEnd

GRAB, LOT, REACT, TOUCHED = Phase.GRAB.value, Phase.LOT.value, Phase.REACT.value, Phase.TOUCHED.value
BY_BANZAI, BY_FALSE_CALL, BY_TOUCH = RoundEnd.BANZAI.value, RoundEnd.FALSE_CALL.value, RoundEnd.TOUCH.value
FOR_REACH, NOTHING = LotFor.REACH.value, LotFor.NOTHING.value
THREE = 3
LATE = 1 << 40


@compiled
def holds_pawn(s: Any, seat: int) -> bool:
    """Whether a seat has grabbed a pawn."""
    for pawn in range(s.pawns):
        if s.pawn_by[pawn] == seat:
            return True
    return False


@compiled
def is_early(s: Any, seat: int) -> bool:
    """Whether a seat started too soon."""
    return int(s.early) >> int(seat) & 1 == 1


@rule("BNZ-18", "BNZ-51")
def races(s: Any, seat: int) -> bool:
    """Whether a seat still has to grab a pawn: every player, except those who have one or started too soon."""
    return bool(s.out[seat] == 0 and not is_early(s, seat) and not holds_pawn(s, seat))


@compiled
def racers(s: Any) -> int:
    """The seats that still have to grab, as bits."""
    found = 0
    for seat in range(s.seats):
        if races(s, seat):
            found |= bit(seat)
    return found


@compiled
def free_pawns(s: Any) -> int:
    """How many pawns may be grabbed."""
    found = 0
    for pawn in range(s.pawns):
        if s.pawn_by[pawn] == NONE:
            found += 1
    return found


@rule("BNZ-17", "BNZ-18", "BNZ-22")
def grab(b: Any, s: Any, seat: int, pawn: int) -> None:
    """A pawn is grabbed. A player who cannot have heard the call yet started too soon, and the pawn stays."""
    if s.unhurried == 1:
        s.aim[seat] = pawn
        if not is_somebody_thinking(s):
            s.phase = REACT
        return
    if seat != s.caller and s.now_ms - s.call_ms < b.early_ms:
        s.early = int(s.early) | bit(seat)
        s.touched[seat] = touches(s) + 1
        if was_provoked(b, s, seat):
            s.provoked = int(s.provoked) | bit(seat)
    else:
        s.pawn_by[pawn] = seat
    finish_race(s)


@compiled
def finish_race(s: Any) -> None:
    """Once nothing is left to grab, or nobody to grab it, the family is checked."""
    if free_pawns(s) == 0 or racers(s) == 0:
        check_family(s)


@rule("BNZ-19", "BNZ-20", "BNZ-21", "BNZ-37", "BNZ-49", "BNZ-59")
def check_family(s: Any) -> None:
    """If the family is complete, the player without a pawn is out; if not, the caller is. The third player's call changes nothing."""
    if has_complete_family(s, s.caller):
        s.shown = int(s.shown) | int(s.hands[s.caller])
        slow, early, provoked = racers(s), int(s.early), int(s.provoked)
        spared = pardon(s, slow | (early & provoked))
        eliminate(s, (early | slow) & ~spared & ~left_alone(s, early))
        end_round(s, BY_BANZAI)
    elif s.caller == s.third:
        go_on_after_false_call(s)
    else:
        s.shown = int(s.shown) | int(s.hands[s.caller])
        eliminate(s, bit(s.caller))
        end_round(s, BY_FALSE_CALL)


@rule("BNZ-22", "BNZ-54")
def left_alone(s: Any, early: int) -> int:
    """If all who play started too soon (the third player called), the first ones are out, and the one left has won."""
    if count(early) < players(s):
        return 0
    last = NONE
    for seat in range(s.seats):
        if early >> seat & 1 and (last == NONE or s.touched[seat] > s.touched[last]):
            last = seat
    return bit(last)


@compiled
def touches(s: Any) -> int:
    """How many have touched a pawn when they should not."""
    found = 0
    for seat in range(s.seats):
        if s.touched[seat] != 0:
            found += 1
    return found


@rule("BNZ-66", "BNZ-67", "BNZ-68")
def pardon(s: Any, seats: int) -> int:
    """The seats among these, as bits, that three Princesses pardon: once, then they sleep."""
    if s.optional_rules == 0 or s.princesses == 0 or s.final == 1:
        return 0
    if s.asleep == 1 or s.pardoned != 0:
        return 0
    spared = 0
    for seat in range(s.seats):
        if seats >> seat & 1 and held_of_character(s, seat, PRINCESS) >= THREE:
            spared |= bit(seat)
    s.pardoned = int(s.pardoned) | spared
    return spared


@rule("BNZ-49")
def go_on_after_false_call(s: Any) -> None:
    """The pawn goes back and the game goes on. Grabs stay void for a while."""
    if s.choose_by_ms != NONE:
        s.choose_by_ms += s.now_ms - s.call_ms
    for pawn in range(s.pawns):
        if s.pawn_by[pawn] >= 0:
            s.pawn_by[pawn] = NONE
    s.void_ms = s.call_ms
    s.caller = NONE
    s.call_ms = NONE
    s.early = 0
    s.provoked = 0
    for seat in range(len(s.aim)):
        s.aim[seat] = NONE
        s.reaction[seat] = NONE
        s.touched[seat] = 0
    s.phase = s.back
    s.since_ms = s.now_ms
    s.open_ms = s.now_ms


# -- nobody grabs ----------------------------------------------------------------------------------------------------


@rule("BNZ-23")
def take_leftovers(s: Any) -> None:
    """The race has lasted too long: pawns go to whom they are nearest, by lot where several are as near."""
    while free_pawns(s) > 0 and racers(s) != 0:
        near = nearest(s)
        if count(near) > 1 and count(racers(s)) > free_pawns(s):
            s.phase = LOT
            s.lot_for = FOR_REACH
            s.lot = near
            return
        give_nearest(s, lowest(near))
    check_family(s)


@compiled
def nearest(s: Any) -> int:
    """The seats, as bits, that are nearest to a free pawn."""
    best, near = LATE, 0
    for seat in range(s.seats):
        if not races(s, seat):
            continue
        far = distance(s, seat, nearest_pawn(s, seat))
        if far < best:
            best, near = far, 0
        if far == best:
            near |= bit(seat)
    return near


@compiled
def nearest_pawn(s: Any, seat: int) -> int:
    """The free pawn nearest to a seat, the first of several; NONE if there is none."""
    best, least = NONE, LATE
    for pawn in range(s.pawns):
        if s.pawn_by[pawn] == NONE and distance(s, seat, pawn) < least:
            best, least = pawn, distance(s, seat, pawn)
    return best


@compiled
def give_nearest(s: Any, seat: int) -> None:
    """A seat gets the free pawn nearest to it."""
    s.pawn_by[nearest_pawn(s, seat)] = seat


@rule("BNZ-23")
def drawn_for_reach(s: Any, seat: int) -> None:
    """The lot has named who gets the pawn."""
    s.lot = 0
    s.lot_for = NOTHING
    s.phase = GRAB
    give_nearest(s, seat)
    take_leftovers(s)


# -- nobody is in a hurry --------------------------------------------------------------------------------------------


@rule("BNZ-87")
def is_somebody_thinking(s: Any) -> bool:
    """Whether a player has not yet said which pawn they go for."""
    for seat in range(s.seats):
        if races(s, seat) and s.aim[seat] == NONE:
            return True
    return False


@compiled
def next_to_react(s: Any) -> int:
    """The seat whose reaction is drawn next; NONE once all are."""
    for seat in range(s.seats):
        if races(s, seat) and s.reaction[seat] == NONE:
            return seat
    return NONE


@rule("BNZ-87")
def react(b: Any, s: Any, step: int) -> None:
    """A reaction is drawn; with the last one the race is run."""
    s.reaction[next_to_react(s)] = step
    if next_to_react(s) == NONE:
        run_race(b, s)


@rule("BNZ-87")
def run_race(b: Any, s: Any) -> None:
    """By reaction and reach, the nearer first of two; a player who finds the pawn taken reaches for the nearest one left."""
    keys = np.zeros(MAX_SEATS)
    for seat in range(s.seats):
        if races(s, seat):
            keys[seat] = b.reaction_ms[s.reaction[seat]] + reach_ms(b, s, seat, s.aim[seat])
    s.phase = GRAB
    while free_pawns(s) > 0 and racers(s) != 0:
        seat = first_to_arrive(s, keys)
        if s.pawn_by[s.aim[seat]] == NONE:
            s.pawn_by[s.aim[seat]] = seat
        else:
            s.aim[seat] = nearest_pawn(s, seat)
            keys[seat] += b.miss_ms
    for seat in range(s.seats):
        s.aim[seat] = NONE
    check_family(s)


@compiled
def first_to_arrive(s: Any, keys: Any) -> int:
    """The seat that arrives first; of two at once the one whose pawn is nearer, then the first clockwise from the caller."""
    best = NONE
    for step in range(s.seats):
        seat = (s.caller + step) % s.seats
        if not races(s, seat):
            continue
        if best == NONE or keys[seat] < keys[best]:
            best = seat
        elif keys[seat] == keys[best] and distance(s, seat, s.aim[seat]) < distance(s, best, s.aim[best]):
            best = seat
    return best


# -- a pawn touched outside a Banzaï ---------------------------------------------------------------------------------


@rule("BNZ-36")
def touch(b: Any, s: Any, seat: int) -> None:
    """A pawn is touched, though nobody called: others who do so within an instant are out, too."""
    if s.phase != TOUCHED:
        s.phase = TOUCHED
        s.touch_ms = s.now_ms
        s.since_ms = s.now_ms
    order = touches(s) + 1
    s.touched[seat] = order
    if was_provoked(b, s, seat):
        pardon(s, bit(seat))
    if order == players(s):
        judge_touches(s)


@rule("BNZ-66", "BNZ-68")
def was_provoked(b: Any, s: Any, seat: int) -> bool:
    """Whether an opponent feinted just before."""
    for other in range(s.seats):
        if (
            other != seat
            and s.feint_at_ms[other] != NONE
            and s.now_ms - s.feint_at_ms[other] <= b.provoked_ms
        ):
            return True
    return False


@rule("BNZ-36")
def judge_touches(s: Any) -> None:
    """Players who touched a pawn are out, in the order of time, as long as one is left."""
    for order in range(1, s.seats + 1):
        for seat in range(s.seats):
            pardoned = int(s.pardoned) >> seat & 1 == 1
            if s.touched[seat] == order and not pardoned and players(s) > 1:
                eliminate(s, bit(seat))
    end_round(s, BY_TOUCH)


@compiled
def chance_reactions(out: Any) -> int:
    """Any step of the table of reactions."""
    for step in range(REACTIONS):
        out[step] = step
    return REACTIONS
