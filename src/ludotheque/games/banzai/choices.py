"""What a seat may click at Banzaï!: its cards, the pawns, the others at the table, and what may be called out."""

from __future__ import annotations

import collections
import functools
import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ludotheque.core import verbs
from ludotheque.core.message import Message
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.looks import doll_id, family_word, pawn_id, player, point_id
from ludotheque.games.banzai.racing import RACING
from ludotheque.games.banzai.rules.calls import STOP1, WARRIORS
from ludotheque.games.banzai.rules.hands import has_complete_family
from ludotheque.games.banzai.rules.reasons import Why
from ludotheque.games.banzai.rules.refusals import why_not
from ludotheque.games.banzai.state import (
    CALLS,
    CARDS,
    FAMILIES,
    FEINTS,
    MAX_SEATS,
    STEP,
    WHATS,
    Call,
    Phase,
)
from ludotheque.games.banzai.things import card_name
from ludotheque.scene.clicks import Hint, Way, graph
from ludotheque.scene.model import Button, Choices

TOUCH = "touch"
"""The button after a pawn that is to be touched, where clicking the pawn alone means something else."""
LAST = "last"
"""The button after a pawn and its point, where no other pawn is to follow."""

CALL_KEYS = {Call.BANZAI: "b", Call.STOP1: "s", Call.STOP2: "x"}
WORDS = {
    codes.RESUME: "resume",
    codes.KEEP: "keep",
    codes.HOP: "hop",
    codes.PEEK: "peek",
    codes.REFUSE: "refuse",
}
_WORD_KEYS = {codes.RESUME: "j", codes.HOP: "h"}
_LOUD = (codes.RESUME, codes.HOP, codes.PEEK)


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
    several = ambiguous(legal)
    ways = [way for code in legal for way in _ways(pawns, code, several)] + list(_looks(legal))
    raced = [code for code in legal if RACING.is_claim(b, s, code)] if RACING.cue(b, s) is not None else []
    hints = {way[0][0]: _hint(s, seat, way[1]) for way in ways if len(way[0]) > 1}
    return graph(seat, ways, _buttons(b, s, seat, legal, several), hints=hints, raced=frozenset(raced))


class Pawns(NamedTuple):
    """What clicking a pawn means now: it is raced for, without a clock; it is moved or taken off, and a second one after it."""

    raced: bool
    unhurried: bool
    handled: bool
    first_of_two: bool


def _hint(s: Any, seat: int, code: int) -> Hint:
    """What to say once the first of the several things that an action takes is clicked."""
    if code < codes.GRAB:
        return "banzai.hint.family", {}
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


def call_id(call: int) -> str:
    """`call.stop1`."""
    return f"call.{CALLS[call]}"


def family_id(family: int) -> str:
    """`family.fox`: the button that says of which family a call is, where it may be of several."""
    return f"family.{FAMILIES[family]}"


def ambiguous(legal: Iterable[int]) -> frozenset[int]:
    """The calls that might be of several families."""
    made = collections.Counter(int(codes.called(code)) for code in legal if codes.CALL <= code < codes.GRAB)
    return frozenset(call for call, times in made.items() if times > 1)


def handles_pawns(s: Any, seat: int) -> bool:
    """Whether clicking a pawn moves it or takes it off, as this seat has called a Stop for it."""
    return (
        int(s["phase"]) == Phase.STOP
        and int(s["stop_by"]) == seat
        and int(s["stop_what"]) in (STOP1, WARRIORS)
    )


# -- ways -------------------------------------------------------------------------------------------------------------


def _ways(pawns: Pawns, code: int, several: Collection[int]) -> Iterator[Way]:
    """The clicks that do an action, but for looking at hands."""
    if code < codes.CALL:
        yield [card_name(code - codes.CHOOSE)], code, "banzai.choice.choose"
    elif code < codes.GRAB:
        call, family = int(codes.called(code)), int(codes.called_family(code))
        which = [family_id(family)] if call in several else []
        yield [call_id(call), *which], code, "banzai.choice.call"
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
    return [pawn, TOUCH] if pawns.handled else [pawn], code, "banzai.choice.touch"


@functools.lru_cache(20_000)
def _move(code: int, first_of_two: bool) -> Way:
    """A pawn and a point: another pawn may follow unless the button after them says that this is the last."""
    point = point_id(codes.moved_x(code) // STEP, codes.moved_y(code) // STEP)
    pawn = pawn_id(codes.moved_pawn(code))
    if codes.moved_more(code):
        return (pawn, point), code, "banzai.choice.move"
    after = (LAST,) if first_of_two else ()
    return (pawn, point, *after), code, "banzai.choice.move_last" if after else "banzai.choice.move"


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


def _buttons(b: Any, s: Any, seat: int, legal: Sequence[int], several: Collection[int]) -> list[Button]:
    """What may be called out, in a hurry and large; then the rest."""
    made = [code for code in legal if codes.CALL <= code < codes.GRAB]
    buttons = [
        _call_button(s, seat, call) for call in dict.fromkeys(int(codes.called(code)) for code in made)
    ]
    meant = {int(codes.called_family(code)) for code in made if codes.called(code) in several}
    buttons += [Button(family_id(family), family_word(family)) for family in sorted(meant)]
    buttons += [
        Button(
            word,
            Message(f"banzai.button.{_word(s, code)}"),
            loud=code in _LOUD,
            hotkey=_WORD_KEYS.get(code, ""),
            drawn=code != codes.KEEP,
        )
        for code, word in WORDS.items()
        if code in legal
    ]
    buttons += list(_feints(b, s, seat, legal))
    if any(codes.MOVE <= code < codes.RESUME for code in legal) and is_first_of_two(s):
        buttons.append(Button(LAST, Message("banzai.button.last"), drawn=False))
    if handles_pawns(s, seat) and any(codes.GRAB <= code < codes.MOVE for code in legal):
        buttons.append(Button(TOUCH, Message("banzai.button.touch"), lit=False, drawn=False))
    taken = {(code - codes.TAKE_WITH) % len(WHATS) for code in legal if code >= codes.TAKE_WITH}
    return buttons + [
        Button(f"take.{WHATS[what]}", Message(f"banzai.what.{WHATS[what]}")) for what in sorted(taken)
    ]


def _feints(b: Any, s: Any, seat: int, legal: Sequence[int]) -> Iterator[Button]:
    """What one may feint with, and, after a feint, when the next one may come."""
    rests = int(s["feint_at_ms"][seat]) + int(b.feint_ms) - int(s["now_ms"])
    waits = int(why_not(b, s, seat, codes.FEINT)) == Why.WAIT_A_SECOND
    for number, kind in enumerate(FEINTS):
        code = codes.FEINT + number
        label = Message(f"banzai.feint.{kind}")
        if code in legal:
            yield Button(f"feint.{kind}", label)
        elif waits:
            yield Button(f"feint.{kind}", label, rests_ms=rests, action=code)


def _word(s: Any, code: int) -> str:
    return "ready" if code == codes.RESUME and int(s["phase"]) == Phase.END else WORDS[code]


def _call_button(s: Any, seat: int, call: int) -> Button:
    """A call. Only a Banzaï may be called without the cards for it."""
    lit = call != Call.BANZAI or bool(has_complete_family(s, seat))
    label = Message(f"banzai.call.{CALLS[call]}")
    return Button(call_id(call), label, loud=True, lit=lit, hotkey=CALL_KEYS.get(Call(call), ""))


__all__ = [
    "CALL_KEYS",
    "LAST",
    "TOUCH",
    "WORDS",
    "ambiguous",
    "call_id",
    "choices",
    "family_id",
    "handles_pawns",
    "is_first_of_two",
    "legal_codes",
]
