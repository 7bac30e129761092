"""Clicks read back: the action, legal or not, that they mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.core.errors import Unreadable
from ludotheque.core.game import How
from ludotheque.core.message import Message
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.choices import (
    LAST,
    TOUCH,
    WORDS,
    ambiguous,
    handles_pawns,
    is_first_of_two,
    legal_codes,
)
from ludotheque.games.banzai.looks import card_of, number_of
from ludotheque.games.banzai.places import STEPS
from ludotheque.games.banzai.rules.calls import HAND, KIDS, LORDS, MARRIAGE, SEER, STOP1, names_family
from ludotheque.games.banzai.rules.hands import held_of_family
from ludotheque.games.banzai.rules.refusals import why_not
from ludotheque.games.banzai.state import CALLS, CARDS, FAMILIES, FEINTS, NO_FAMILY, NONE, WHATS, Call, Phase

_WORDS = {word: code for code, word in WORDS.items()}


def clicked(b: Any, s: Any, seat: int, clicks: Sequence[str]) -> tuple[int, How]:
    """The action, legal or not, that these clicks mean; `Unreadable` says what to click where they mean none."""
    if not clicks:
        raise _unclear("nothing was clicked", "nothing")
    first, rest = clicks[0], clicks[1:]
    for meant in (
        _called(b, s, seat, first, rest),
        _button(first),
        _card(s, first, rest),
        _with_pawn(s, seat, first, rest),
        _with_player(s, first, rest),
    ):
        if meant != NONE:
            return meant, ()
    raise _unclear(f"{first} does nothing", "nothing")


def _unclear(text: str, why: str) -> Unreadable:
    return Unreadable(f"these clicks are no action: {text}", Message(f"banzai.click.{why}"))


def _button(name: str) -> int:
    """What a button says, NONE if it is none."""
    kind, _, what = name.partition(".")
    if name in _WORDS:
        return _WORDS[name]
    if kind == "feint" and what in FEINTS:
        return codes.FEINT + FEINTS.index(what)
    return NONE


def _called(b: Any, s: Any, seat: int, first: str, rest: Sequence[str]) -> int:
    """A call, of the family that is said after it; where none is said, of the only one that it may be of."""
    kind, _, what = first.partition(".")
    if kind != "call" or what not in CALLS:
        return NONE
    call = CALLS.index(what)
    if not names_family(call):
        return int(codes.call_code(call, NO_FAMILY))
    said = rest[0].removeprefix("family.") if rest else ""
    if said in FAMILIES:
        return int(codes.call_code(call, FAMILIES.index(said)))
    if call in ambiguous(legal_codes(b, s, seat)):
        raise _unclear("a family is needed", "family")
    likely = sorted(range(len(FAMILIES)), key=lambda family: -int(held_of_family(s, seat, family)))
    made = [int(codes.call_code(call, family)) for family in likely]
    return next((code for code in made if why_not(b, s, seat, code) == 0), made[0])


def _card(s: Any, first: str, rest: Sequence[str]) -> int:
    """A card is laid down, given, dealt back or agreed to."""
    card = card_of(first)
    if card == NONE:
        return NONE
    call = int(s["stop_what"]) if int(s["phase"]) == Phase.STOP else NONE
    if call == MARRIAGE:
        return codes.CONSENT + card
    if call != LORDS:
        return codes.CHOOSE + card
    if not rest:
        raise _unclear("a second click is needed", "two_cards" if int(s["pooled"]) == 0 else "whom")
    other = _player(s, rest[-1])
    if other != NONE:
        return int(codes.DEAL_BACK + other * CARDS + card)
    second = card_of(rest[-1])
    if second == NONE:
        raise _unclear(f"{rest[-1]} is neither a card nor a player", "two_cards")
    return int(codes.give_code(card, second))


def _with_pawn(s: Any, seat: int, first: str, rest: Sequence[str]) -> int:
    """A pawn is grabbed, moved, taken off or touched."""
    pawn = _pawn(s, first)
    if pawn == NONE:
        return NONE
    if not handles_pawns(s, seat) or TOUCH in rest:
        return codes.GRAB + pawn
    if int(s["stop_what"]) != STOP1:
        return codes.TAKE_PAWN + pawn
    point = next((found for click in rest if (found := _point(click)) is not None), None)
    if point is None:
        raise _unclear("a pawn goes to a point of the table", "point")
    more = is_first_of_two(s) and LAST not in rest
    return int(codes.move_code(pawn, int(more), point[0] + STEPS, point[1] + STEPS))


def _with_player(s: Any, first: str, rest: Sequence[str]) -> int:
    """Something is done with somebody at the table, as the Stop allows."""
    other = _player(s, first)
    if other == NONE:
        return NONE
    if int(s["phase"]) != Phase.STOP:
        raise _unclear("nothing is done with a player now", "player")
    call = int(s["stop_what"])
    if call == SEER or (call == HAND and int(s["moves_left"]) > 0):
        return codes.LOOK + sum(
            {1 << seat for seat in (_player(s, click) for click in (first, *rest)) if seat != NONE}
        )
    if call == HAND:
        what = rest[-1].partition(".")[2] if rest else ""
        if what not in WHATS:
            raise _unclear("say what is exchanged", "what")
        return codes.TAKE_WITH + other * len(WHATS) + WHATS.index(what)
    kinds = {Call.DUEL.value: codes.CHALLENGE, MARRIAGE: codes.PROPOSE, KIDS: codes.TAKE_FROM}
    return kinds.get(call, codes.SWAP) + other


# -- what was clicked -------------------------------------------------------------------------------------------------


def _pawn(s: Any, click: str) -> int:
    """The pawn of a click on it or on where it lies, NONE for anything else."""
    pawn = max(number_of(click, "pawn"), number_of(click, "at"))
    return pawn if 0 <= pawn < len(s["pawn_x"]) else NONE


def _player(s: Any, click: str) -> int:
    """The seat of a click on a doll or on its place, NONE for anything else."""
    seat, place = number_of(click, "seat"), number_of(click, "rim")
    if 0 <= place < int(s["placed"]):
        return int(s["seating"][place])
    return seat if 0 <= seat < int(s["seats"]) else NONE


def _point(click: str) -> tuple[int, int] | None:
    """The steps from the middle of a click on a point, None for anything else."""
    kind, *numbers = click.split(".")
    if kind != "point" or len(numbers) != 2:
        return None
    try:
        column, row = int(numbers[0]), int(numbers[1])
    except ValueError:
        return None
    return (column, row) if max(abs(column), abs(row)) <= STEPS else None
