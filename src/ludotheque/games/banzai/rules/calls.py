"""Which calls a hand allows, and the Stop: held for a moment, played, and ended by « Jeu ! »."""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import State, entry_point
from ludotheque.core.jit import compiled
from ludotheque.core.rule import rule
from ludotheque.games.banzai.rules.hands import (
    LORD,
    bit,
    cards_of_character,
    cards_of_family,
    first_of,
    has_complete_family,
    held_of_character,
    held_of_family,
    holds,
    is_in_play,
    lowest,
    one_of_each,
    spared,
    spend,
    spent,
    spent_by,
)
from ludotheque.games.banzai.rules.setup import forget_stop
from ludotheque.games.banzai.state import NO_FAMILY, NONE, OF_FAMILY, Call, Character, Phase

HELD, STOP, GRAB = Phase.HELD.value, Phase.STOP.value, Phase.GRAB.value
(
    BANZAI, STOP1, STOP2, WARRIORS, LORDS, MAGICIANS, KIDS, MARRIAGE, DUEL, SEER, CAPRICE, HAND,
) = (call.value for call in Call)  # fmt: skip
THREE, FOUR = 3, 4
LAST_EXCHANGE = 1
"""« Oui, maître ! » is over after this many exchanges, when the next one slides."""


@compiled
def is_stop(call: int) -> bool:
    """The two Stops of the basic rules."""
    return call == STOP1 or call == STOP2  # compiled: no sets


@compiled
def is_reunion(call: int) -> bool:
    """The calls of three alike."""
    return WARRIORS <= call <= KIDS


@compiled
def is_of_master(call: int) -> bool:
    """« Oui, maître ! »: the calls of a Seigneur and another of his family."""
    return MARRIAGE <= call <= CAPRICE


@compiled
def names_family(call: int) -> bool:
    """Whether the call names a family."""
    return is_stop(call) or is_of_master(call)


@rule("BNZ-24", "BNZ-28")
def needed(s: Any, seat: int, call: int) -> int:
    """How many cards of one family a Stop needs."""
    return (THREE if call == STOP1 else FOUR) - spared(s, seat)


@compiled
def character_of(call: int) -> int:
    """The character that three are needed of; in « Oui, maître ! » the one beside the Seigneur."""
    if call == WARRIORS or call == DUEL:
        return Character.WARRIOR.value
    if call == LORDS:
        return Character.LORD.value
    if call == MAGICIANS or call == SEER:
        return Character.MAGICIAN.value
    if call == MARRIAGE:
        return Character.PRINCESS.value
    return Character.KID.value


@rule("BNZ-55", "BNZ-53")
def is_agreed(s: Any, call: int) -> bool:
    """Whether a call is allowed: always for the basic rules; until the final for an optional one that was agreed on."""
    if call <= STOP2:
        return True
    if s.optional_rules == 0 or s.final == 1:
        return False
    agreed = s.hand
    if call == WARRIORS:
        agreed = s.warriors
    elif call == LORDS:
        agreed = s.lords
    elif call == MAGICIANS:
        agreed = s.magicians
    elif call == KIDS:
        agreed = s.kids
    elif call == MARRIAGE:
        agreed = s.marriage
    elif call == DUEL:
        agreed = s.duel
    elif call == SEER:
        agreed = s.seer
    elif call == CAPRICE:
        agreed = s.caprice
    return bool(agreed == 1)


@entry_point()
def agreed_calls(s: State) -> int:
    """The calls that are allowed, as a set."""
    found = 0
    for call in range(HAND + 1):
        if is_agreed(s, call):
            found |= 1 << call
    return found


@entry_point()
@rule(
    "BNZ-16", "BNZ-24", "BNZ-28", "BNZ-58", "BNZ-61", "BNZ-63", "BNZ-64", "BNZ-71", "BNZ-74", "BNZ-78", "BNZ-79", "BNZ-83",
)  # fmt: skip
def carries(s: State, seat: int, call: int, family: int) -> bool:
    """Whether a hand supports a call, of a family if it names one. The card laid down still counts."""
    if call == BANZAI:
        return has_complete_family(s, seat)
    if is_stop(call):
        return held_of_family(s, seat, family) >= needed(s, seat, call)
    if is_reunion(call):
        return held_of_character(s, seat, character_of(call)) >= THREE
    if is_of_master(call):
        return holds(s, seat, OF_FAMILY * family + LORD) and (
            int(s.hands[seat]) & cards_of_family(s, family) & cards_of_character(character_of(call)) != 0
        )
    return one_of_each(s, seat) != 0


@rule("BNZ-27", "BNZ-31", "BNZ-57")
def is_spent(s: Any, seat: int, call: int) -> bool:
    """Once a round: for the whole table, or for each player where that was agreed; « Oui, maître ! » always for the table."""
    if call == BANZAI:
        return False
    if s.once == 1 and not is_of_master(call):
        return spent_by(s, call, seat)
    return spent(s, call)


@rule("BNZ-40")
def is_family_used(s: Any, seat: int, call: int, family: int) -> bool:
    """One player may not use both Stops with the same family."""
    if not is_stop(call):
        return False
    other = s.used[STOP2 if call == STOP1 else STOP1, seat]
    return bool(other != NONE and other != NO_FAMILY and s.united[other] == s.united[family])


@rule("BNZ-82")
def is_lord_used(s: Any, call: int, family: int) -> bool:
    """A Seigneur serves in one « Oui, maître ! »."""
    return is_of_master(call) and int(s.lords_used) >> int(family) & 1 == 1


@rule("BNZ-81")
def is_too_late(s: Any, call: int) -> bool:
    """« Oui, maître ! » only until the cards of the second exchange slide."""
    return is_of_master(call) and s.exchanges > LAST_EXCHANGE


@rule("BNZ-42")
def stands_for(s: Any, family: int) -> bool:
    """Of united families one is named: the first of them in play."""
    for other in range(family):
        if s.united[other] == s.united[family] and is_in_play(s, other):
            return False
    return True


# -- calling ---------------------------------------------------------------------------------------------------------


@rule("BNZ-16", "BNZ-34")
def call_banzai(s: Any, seat: int) -> None:
    """« Banzaï ! »: everybody grabs. A Stop that was called just before is void, and not spent."""
    if s.phase != HELD:
        s.back = s.phase
    forget_stop(s)
    s.caller = seat
    s.call_ms = s.now_ms
    s.early = 0
    s.provoked = 0
    s.phase = GRAB
    s.since_ms = s.now_ms


@rule("BNZ-35")
def call_stop(b: Any, s: Any, seat: int, call: int, family: int) -> None:
    """« Stop ! »: held for a moment, in case a Banzaï beats it; effective at once in an unhurried game."""
    s.back = s.phase
    s.stop_what = call
    s.stop_by = seat
    s.stop_family = family if names_family(call) else NONE
    s.stop_at_ms = s.now_ms
    s.phase = HELD
    s.since_ms = s.now_ms
    if s.unhurried == 1:
        begin_stop(s)


@rule("BNZ-24", "BNZ-28", "BNZ-56")
def begin_stop(s: Any) -> None:
    """The game stands still: the cards are shown, the call is spent (a marriage once it is agreed to)."""
    call, seat = int(s.stop_what), int(s.stop_by)
    s.phase = STOP
    s.since_ms = s.now_ms
    s.shown = int(s.shown) | shown_for(s, seat, call)
    s.moves_left = 2 if call == STOP1 else 1
    s.asked = NONE
    s.looked = 0
    s.moved = 0
    if call != MARRIAGE:
        spend(s, call, seat, s.stop_family)
        if is_of_master(call):
            s.lords_used = int(s.lords_used) | bit(s.stop_family)
    if call == MAGICIANS:
        s.magician_seats = int(s.magician_seats) | bit(seat)
    if call == CAPRICE:
        s.caprice_seat = seat


@rule("BNZ-26", "BNZ-29", "BNZ-56")
def shown_for(s: Any, seat: int, call: int) -> int:
    """The cards that are shown with a call, as a set: the whole hand for moving pawns, else what carries the call."""
    hand = int(s.hands[seat])
    if call == HAND:
        return one_of_each(s, seat)
    if call == STOP1:
        return hand
    if call == STOP2:
        return first_of(hand & cards_of_family(s, s.stop_family), needed(s, seat, call))
    if is_reunion(call):
        return first_of(hand & cards_of_character(character_of(call)), THREE)
    beside = hand & cards_of_family(s, s.stop_family) & cards_of_character(character_of(call))
    return bit(OF_FAMILY * s.stop_family + LORD) | bit(lowest(beside))


@rule("BNZ-32", "BNZ-33")
def resume(s: Any) -> None:
    """« Jeu ! »: the game goes on where it was. The time of the Stop does not count."""
    if s.choose_by_ms != NONE:
        s.choose_by_ms += s.now_ms - s.stop_at_ms
    forget_stop(s)
    s.phase = s.back
    s.since_ms = s.now_ms
    s.open_ms = s.now_ms
