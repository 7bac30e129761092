"""What a seat may click at Banzaï!: its cards, the pawns, the others at the table, and what may be called out."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ludotheque.core import verbs
from ludotheque.core.message import Message
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.looks import doll_id, family_word, pawn_id, player, point_id, said
from ludotheque.games.banzai.racing import RACING
from ludotheque.games.banzai.rules.calls import STOP1, WARRIORS, names_family
from ludotheque.games.banzai.rules.hands import has_complete_family
from ludotheque.games.banzai.state import (
    CALLS,
    CARDS,
    FAMILIES,
    FEINTS,
    MAX_SEATS,
    NO_FAMILY,
    STEP,
    WHATS,
    Call,
    Phase,
)
from ludotheque.games.banzai.things import card_name
from ludotheque.scene.clicks import Hint, Way, graph
from ludotheque.scene.model import Button, Choices

TOUCH = "touch"
"""The button before a pawn that is to be touched, where clicking the pawn alone means something else."""
LAST = "last"
"""The button between a pawn and its point, where no other pawn is to follow."""

CALL_KEYS = {Call.BANZAI: "b", Call.STOP1: "s", Call.STOP2: "x"}
WORDS = {
    codes.RESUME: "resume",
    codes.KEEP: "keep",
    codes.HOP: "hop",
    codes.PEEK: "peek",
    codes.REFUSE: "refuse",
}
_WORD_KEYS = {codes.RESUME: "j", codes.HOP: "h"}
_LOUD = (codes.RESUME, codes.HOP)


def legal_codes(b: Any, s: Any, seat: int) -> list[int]:
    """The seat's legal actions."""
    out = np.empty(codes.MOST_LEGAL, np.int32)
    found: list[int] = out[: verbs.legal(b, s, seat, out)].tolist()
    return found


def choices(b: Any, s: Any, seat: int) -> Choices:
    """The seat's legal actions as clicks."""
    legal = legal_codes(b, s, seat)
    pawns = Pawns(
        int(s["phase"]) == Phase.GRAB, int(s["unhurried"]) == 1, handles_pawns(s, seat), is_first_of_two(s)
    )
    ways = [way for code in legal for way in _ways(pawns, code)] + list(_looks(legal))
    raced = [code for code in legal if RACING.is_claim(b, s, code)] if RACING.cue(b, s) is not None else []
    hints = {way[0][0]: _hint(s, seat, way[1]) for way in ways if len(way[0]) > 1}
    return graph(seat, ways, _buttons(s, seat, legal), hints=hints, raced=frozenset(raced))


class Pawns(NamedTuple):
    """What clicking a pawn means now: it is raced for, without a clock; it is moved or taken off, and a second one after it."""

    raced: bool
    unhurried: bool
    handled: bool
    first_of_two: bool


def _hint(s: Any, seat: int, code: int) -> Hint:
    """What to say once the first of the several things that an action takes is clicked."""
    if code < codes.MOVE:
        return "banzai.hint.touch", {}
    if code < codes.RESUME:
        return "banzai.hint.point", {}
    if code < codes.DEAL_BACK:
        caller = int(s["stop_by"])
        return (
            ("banzai.hint.give_own", {}) if seat == caller else ("banzai.hint.give", {"who": player(caller)})
        )
    if code < codes.CONSENT:
        return "banzai.hint.deal", {}
    return ("banzai.hint.look", {}) if code < codes.TAKE_WITH else ("banzai.click.what", {})


def call_id(call: int, family: int) -> str:
    """`call.stop1.fox`, or `call.banzai`."""
    return f"call.{CALLS[call]}" if family == NO_FAMILY else f"call.{CALLS[call]}.{FAMILIES[family]}"


def handles_pawns(s: Any, seat: int) -> bool:
    """Whether clicking a pawn moves it or takes it off, as this seat has called a Stop for it."""
    return (
        int(s["phase"]) == Phase.STOP
        and int(s["stop_by"]) == seat
        and int(s["stop_what"]) in (STOP1, WARRIORS)
    )


# -- ways -------------------------------------------------------------------------------------------------------------


def _ways(pawns: Pawns, code: int) -> Iterator[Way]:
    """The clicks that do an action, but for looking at hands."""
    if code < codes.CALL:
        yield [card_name(code - codes.CHOOSE)], code, "banzai.choice.choose"
    elif code < codes.GRAB:
        yield [call_id(codes.called(code), codes.called_family(code))], code, "banzai.choice.call"
    elif code < codes.MOVE:
        yield _grab(pawns, code)
    elif code < codes.RESUME:
        yield _move(code, pawns.first_of_two)
    elif code in WORDS:
        yield [WORDS[code]], code, "banzai.choice.call"
    elif code < codes.FEINT:
        kind, other = divmod(code - codes.SWAP, MAX_SEATS)
        yield [doll_id(other)], code, f"banzai.choice.{('swap', 'challenge', 'propose', 'steal')[kind]}"
    elif code < codes.GIVE:
        yield [f"feint.{FEINTS[code - codes.FEINT]}"], code, "banzai.choice.feint"
    elif code < codes.DEAL_BACK:
        pair = [card_name(card) for card in divmod(code - codes.GIVE, CARDS)]
        yield from ((list(order), code, "banzai.choice.give") for order in itertools.permutations(pair))
    elif code < codes.CONSENT:
        other, card = divmod(code - codes.DEAL_BACK, CARDS)
        yield [card_name(card), doll_id(other)], code, "banzai.choice.deal"
    elif code < codes.REFUSE:
        yield [card_name(code - codes.CONSENT)], code, "banzai.choice.consent"
    elif code < codes.LOOK:
        yield [pawn_id(code - codes.TAKE_PAWN)], code, "banzai.choice.take_pawn"
    elif code >= codes.TAKE_WITH:
        other, what = divmod(code - codes.TAKE_WITH, len(WHATS))
        yield [doll_id(other), f"take.{WHATS[what]}"], code, "banzai.choice.take_with"


def _grab(pawns: Pawns, code: int) -> Way:
    pawn = pawn_id(code - codes.GRAB)
    if pawns.raced:
        return [pawn], code, "banzai.choice.aim" if pawns.unhurried else "banzai.choice.grab"
    return [TOUCH, pawn] if pawns.handled else [pawn], code, "banzai.choice.touch"


@functools.lru_cache(20_000)
def _move(code: int, first_of_two: bool) -> Way:
    """A pawn and a point: another pawn may follow unless the button between them says that this is the last."""
    point = point_id(codes.moved_x(code) // STEP, codes.moved_y(code) // STEP)
    pawn = pawn_id(codes.moved_pawn(code))
    if codes.moved_more(code):
        return (pawn, point), code, "banzai.choice.move"
    between = (LAST,) if first_of_two else ()
    return (pawn, *between, point), code, "banzai.choice.move_last"


def is_first_of_two(s: Any) -> bool:
    """Whether a second pawn may still follow the one moved now."""
    on_table = [pawn for pawn in range(int(s["pawns"])) if int(s["pawn_by"][pawn]) >= -1]
    return int(s["moves_left"]) > 1 and len(on_table) > 1


def _looks(legal: Iterable[int]) -> Iterator[Way]:
    """Hands to look at, in whatever order their owners are clicked."""
    for code in legal:
        if codes.LOOK <= code < codes.TAKE_WITH:
            dolls = [doll_id(seat) for seat in range(MAX_SEATS) if (code - codes.LOOK) >> seat & 1]
            for order in itertools.permutations(dolls):
                yield list(order), code, f"banzai.choice.look_{len(dolls)}"


# -- buttons ----------------------------------------------------------------------------------------------------------


def _buttons(s: Any, seat: int, legal: Sequence[int]) -> list[Button]:
    """What may be called out, in a hurry and large; then the rest."""
    buttons = [_call_button(s, seat, code, legal) for code in legal if codes.CALL <= code < codes.GRAB]
    buttons += [
        Button(
            word,
            Message(f"banzai.button.{_word(s, code)}"),
            loud=code in _LOUD,
            hotkey=_WORD_KEYS.get(code, ""),
        )
        for code, word in WORDS.items()
        if code in legal
    ]
    buttons += [
        Button(f"feint.{kind}", Message(f"banzai.feint.{kind}"))
        for number, kind in enumerate(FEINTS)
        if codes.FEINT + number in legal
    ]
    if any(codes.MOVE <= code < codes.RESUME for code in legal) and is_first_of_two(s):
        buttons.append(Button(LAST, Message("banzai.button.last")))
    if handles_pawns(s, seat) and any(codes.GRAB <= code < codes.MOVE for code in legal):
        buttons.append(Button(TOUCH, Message("banzai.button.touch"), lit=False))
    taken = {(code - codes.TAKE_WITH) % len(WHATS) for code in legal if code >= codes.TAKE_WITH}
    return buttons + [
        Button(f"take.{WHATS[what]}", Message(f"banzai.what.{WHATS[what]}")) for what in sorted(taken)
    ]


def _word(s: Any, code: int) -> str:
    return "ready" if code == codes.RESUME and int(s["phase"]) == Phase.END else WORDS[code]


def _call_button(s: Any, seat: int, code: int, legal: Sequence[int]) -> Button:
    """A call; it names its family where several might be meant. Only a Banzaï may be called without the cards for it."""
    call, family = int(codes.called(code)), int(codes.called_family(code))
    alike = [other for other in legal if codes.CALL <= other < codes.GRAB and codes.called(other) == call]
    label = Message(f"banzai.call.{CALLS[call]}")
    if names_family(call) and len(alike) > 1:
        label = said("banzai.call.named", call=label, family=family_word(family))
    lit = call != Call.BANZAI or bool(has_complete_family(s, seat))
    key = CALL_KEYS.get(Call(call), "") if code == alike[0] else ""
    return Button(call_id(call, family), label, loud=True, lit=lit, hotkey=key)


__all__ = [
    "CALL_KEYS",
    "LAST",
    "TOUCH",
    "WORDS",
    "call_id",
    "choices",
    "handles_pawns",
    "is_first_of_two",
    "legal_codes",
]
