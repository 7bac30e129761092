"""What a situation is worth to a seat, what it is advised to do and why, and what a game may turn on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.core.game import Advised
from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np
from ludotheque.core.message import Message
from ludotheque.core.things import TABLE, Things, Used
from ludotheque.core.verbs import CHANCE_SEAT, why_not
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.bots.answering import in_stop
from ludotheque.games.banzai.bots.calling import call_to_make
from ludotheque.games.banzai.bots.luck import LEVELS, situation
from ludotheque.games.banzai.bots.wanting import giveaway, pawn_to_grab, target
from ludotheque.games.banzai.labels import family_word, player, said
from ludotheque.games.banzai.rules.ending import ranking
from ludotheque.games.banzai.rules.hands import has_complete_family, held_of_family, is_in_play, spared
from ludotheque.games.banzai.rules.racing import holds_pawn, races
from ludotheque.games.banzai.rules.setup import dealt_to
from ludotheque.games.banzai.state import (
    CALLS,
    CHARACTERS,
    FAMILIES,
    FEINTS,
    MAX_FAMILIES,
    MAX_SEATS,
    NO_FAMILY,
    NONE,
    OF_FAMILY,
    Call,
    Phase,
)

GRAB, TOUCHED, OVER = Phase.GRAB.value, Phase.TOUCHED.value, Phase.OVER.value
STILL_IN, A_PAWN, IN_DANGER = 0.35, 0.8, 0.05
FOR_CARDS, FOR_CHOOSING = 0.3, 0.02


@compiled
def judge(b: Any, s: Any, out: Any) -> None:
    """Each seat's evaluation, from 0 to 1, by what can be seen."""
    ranks = np.zeros(MAX_SEATS, np.int32)
    ranking(b, s, ranks)
    for seat in range(s.seats):
        if s.phase == OVER:
            out[seat] = 1.0 if ranks[seat] == 1 else 0.0
        elif s.out[seat] != 0 or s.touched[seat] != 0:
            out[seat] = 0.0
        elif s.phase == GRAB:
            out[seat] = in_race(s, seat)
        else:
            out[seat] = STILL_IN + FOR_CARDS * collected(s, seat) / OF_FAMILY
            if s.chosen[seat] != NONE:
                out[seat] += FOR_CHOOSING


@compiled
def in_race(s: Any, seat: int) -> float:
    """A pawn in hand is nearly safety; a call that the hand does not carry is the end."""
    if seat == s.caller and collected(s, seat) < OF_FAMILY:
        return 0.0
    return A_PAWN if holds_pawn(s, seat) else IN_DANGER


@compiled
def collected(s: Any, seat: int) -> int:
    """The most cards of one family that a seat is known to have, as the calls count them, 5 at most."""
    most = 0
    for family in range(MAX_FAMILIES):
        if is_in_play(s, family):
            most = max(most, held_of_family(s, seat, family) + spared(s, seat))
    return min(most, OF_FAMILY)


# -- advice for those who play against bots alone; it uses only what their seat may know ------------------------------

BEST = LEVELS - 1
LUCK = 0
"""The same advice for the same situation."""


def advice(b: Any, s: Any, seat: int) -> Advised | None:
    """A call that the hand carries, a card to give away, the nearest pawn once somebody has called; None while there is nothing to do.

    Never a feint, nor anything that a feint provokes.
    """
    found = _advice(b, s, seat)
    return found if found is not None and int(why_not(b, s, seat, found.action)) == 0 else None


def _advice(b: Any, s: Any, seat: int) -> Advised | None:
    luck = int(situation(s, LUCK, seat))
    phase = int(s["phase"])
    if phase == Phase.GRAB:
        return _grab(s, seat, luck)
    if phase in (Phase.CHOOSE, Phase.OPEN, Phase.HELD) and has_complete_family(s, seat):
        return Advised(int(codes.call_code(Call.BANZAI, NO_FAMILY)), said("banzai.advice.banzai"))
    if phase in (Phase.CHOOSE, Phase.OPEN):
        return _open(b, s, seat, luck)
    if phase == Phase.SLIDE and seat == int(s["caprice_seat"]):
        return Advised(codes.HOP if int(s["peeked"]) == 1 else codes.PEEK, said("banzai.aid.caprice"))
    if phase == Phase.STOP:
        return _stop(b, s, seat, luck)
    return Advised(codes.RESUME, said("banzai.advice.resume")) if phase == Phase.END else None


def _grab(s: Any, seat: int, luck: int) -> Advised | None:
    pawn = int(pawn_to_grab(s, seat, luck))
    if pawn == NONE or not races(s, seat) or int(s["aim"][seat]) != NONE:
        return None
    if int(s["caller"]) == seat and not has_complete_family(s, seat):
        return None  # out already: a pawn would change nothing
    if int(s["caller"]) == seat:
        return Advised(codes.GRAB + pawn, said("banzai.advice.grab_own"))
    return Advised(codes.GRAB + pawn, said("banzai.advice.grab", who=player(int(s["caller"]))))


def _open(b: Any, s: Any, seat: int, luck: int) -> Advised | None:
    """A call or a card to give away. Who has laid one waits for the others."""
    if int(s["chosen"][seat]) != NONE:
        return None
    call = int(call_to_make(b, s, seat, BEST, luck))
    if call != NONE:
        return Advised(call, _aid(int(codes.called(call))))
    card = int(giveaway(s, seat, BEST, luck, NONE))
    family = int(target(s, seat, BEST, luck))
    why = said("banzai.advice.choose", family=family_word(family), n=int(held_of_family(s, seat, family)))
    return Advised(codes.CHOOSE + card, why) if card != NONE else None


def _stop(b: Any, s: Any, seat: int, luck: int) -> Advised | None:
    code = int(in_stop(b, s, seat, BEST, luck))
    if code == NONE:
        return None
    return Advised(code, _aid(int(s["stop_what"])) if code != codes.RESUME else said("banzai.advice.resume"))


def _aid(call: int) -> Message:
    """What the player aid says of a call: what it takes and what it gives."""
    return said(f"banzai.aid.{CALLS[call]}")


# -- what a game may turn on ------------------------------------------------------------------------------------------


def used(b: Any, before: Any, after: Any, seat: int, code: int) -> Iterator[Used]:
    """A call, a feint, a pawn grabbed or touched; a family in play, and the characters that are dealt."""
    if seat == CHANCE_SEAT:
        yield from _dealt(before, code)
    elif seat < 0:
        return
    elif codes.CALL <= code < codes.GRAB:
        yield seat, f"call.{CALLS[int(codes.called(code))]}"
    elif codes.GRAB <= code < codes.MOVE:
        yield seat, "pawn.grab" if int(before["phase"]) == Phase.GRAB else "pawn.touch"
    elif codes.FEINT <= code < codes.GIVE:
        yield seat, f"feint.{FEINTS[code - codes.FEINT]}"


def _dealt(before: Any, code: int) -> Iterator[Used]:
    if codes.FAMILY <= code < codes.CARD:
        yield TABLE, f"family.{FAMILIES[code - codes.FAMILY]}"
    elif codes.CARD <= code < codes.SEAT and int(before["phase"]) == Phase.DEAL:
        seat = int(dealt_to(before))
        if seat != NONE:
            yield seat, f"dealt.{CHARACTERS[(code - codes.CARD) % OF_FAMILY]}"


def label(b: Any, name: str) -> Message:
    """What it is called."""
    group, _, rest = name.partition(".")
    return (
        Message(f"banzai.{name}") if group in ("call", "family") else Message(f"banzai.thing.{group}.{rest}")
    )


THINGS = Things(used, label, ("call", "feint", "pawn", "family", "dealt"))
