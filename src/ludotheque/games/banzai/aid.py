"""The player aid: what may be called, what it takes, what it gives, lit where one's own hand allows it now; what else to mind."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np

from ludotheque.core.message import Message
from ludotheque.games.banzai.choices import CALL_KEYS, call_id
from ludotheque.games.banzai.glance import Glance, look_at_calls
from ludotheque.games.banzai.rules.hands import PRINCESS, has_complete_family, held_of_character
from ludotheque.games.banzai.rules.racing import THREE
from ludotheque.games.banzai.state import CALLS, NONE, Call, Phase
from ludotheque.games.banzai.things import seated
from ludotheque.scene.model import AidRow


def aid(b: Any, s: Any, audience: int, at: Glance) -> tuple[AidRow, ...]:
    """The calls of the basic rules and those that were agreed on, lit for the one seat that looks; then what else to mind."""
    own = [seat for seat in seated(s) if audience >> seat & 1]
    alone = own[0] if len(own) == 1 and audience == 1 << own[0] else -1
    allowed = _allowed(b, s, alone)
    rows = [_call(call, allowed[call]) for call in range(len(CALLS)) if at.agreed[call]]
    if has_princesses(s):
        rows.append(
            AidRow(
                Message("banzai.call.princesses"),
                Message("banzai.aid.princesses"),
                lit=alone >= 0
                and not int(s["asleep"])
                and int(held_of_character(s, alone, PRINCESS)) >= THREE,
            )
        )
    return (*rows, *_to_mind(s, alone))


def _to_mind(s: Any, alone: int) -> Iterator[AidRow]:
    """What everybody should know of calls, cards, pawns and feints; the third of a final has nothing more to lose."""
    once = "player" if int(s["once"]) else "table"
    yield _rule("stop", f"stop_{once}")
    names = (
        ["exchange", "feints"]
        if alone == int(s["third"]) != NONE
        else ["exchange", "false", "touch", "feints"]
    )
    for name in names:
        if not (name == "touch" and int(s["unhurried"])):  # there nobody touches a pawn by mistake
            yield _rule(name, name)


@functools.cache
def _rule(name: str, words: str) -> AidRow:
    return AidRow(Message(f"banzai.rule.{name}"), Message(f"banzai.aid.rule.{words}"))


def has_princesses(s: Any) -> bool:
    """Whether three Princesses pardon in this round."""
    return bool(int(s["optional_rules"]) and int(s["princesses"]) and not int(s["final"]))


@functools.cache
def _call(call: int, lit: bool) -> AidRow:
    title, what = Message(f"banzai.call.{CALLS[call]}"), Message(f"banzai.aid.{CALLS[call]}")
    return AidRow(title, what, lit=lit, button=call_id(call), hotkey=CALL_KEYS.get(Call(call), ""))


def _allowed(b: Any, s: Any, seat: int) -> list[bool]:
    """Whether a hand allows each call now, of any family; nothing where no one seat looks."""
    found = np.zeros(len(CALLS), np.bool_)
    if seat >= 0 and int(s["phase"]) in (Phase.CHOOSE, Phase.OPEN):
        look_at_calls(b, s, seat, found)
        found[Call.BANZAI] = has_complete_family(s, seat)
    allowed: list[bool] = found.tolist()
    return allowed
