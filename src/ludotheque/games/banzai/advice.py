"""What a player may sensibly do now, and why: advice for who plays against bots alone. It uses only what that seat may know."""

from __future__ import annotations

from typing import Any

from ludotheque.core.game import Advised
from ludotheque.core.message import Message
from ludotheque.core.verbs import why_not
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.bots.answering import in_stop
from ludotheque.games.banzai.bots.calling import call_to_make
from ludotheque.games.banzai.bots.collecting import giveaway, target
from ludotheque.games.banzai.bots.luck import LEVELS, situation
from ludotheque.games.banzai.bots.placing import pawn_to_grab
from ludotheque.games.banzai.labels import family_word, player, said
from ludotheque.games.banzai.rules.calls import BANZAI
from ludotheque.games.banzai.rules.hands import has_complete_family, held_of_family
from ludotheque.games.banzai.rules.racing import races
from ludotheque.games.banzai.state import CALLS, NO_FAMILY, NONE, Phase

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
        return Advised(int(codes.call_code(BANZAI, NO_FAMILY)), said("banzai.advice.banzai"))
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
