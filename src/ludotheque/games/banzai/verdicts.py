"""Who is out, told large and with a smile, and why, with the rule; who was pardoned; the Banzaï Master."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.banzai.looks import player, said
from ludotheque.games.banzai.rules.ending import last_out
from ludotheque.games.banzai.rules.hands import count
from ludotheque.games.banzai.rules.racing import is_early
from ludotheque.games.banzai.rules.setup import players
from ludotheque.games.banzai.state import Came, Phase
from ludotheque.scene.model import Verdict

WAYS = 3
"""So many ways there are to say that somebody is out; the round chooses."""

RULES: dict[str, tuple[str, ...]] = {
    "slow": ("BNZ-20",),
    "early": ("BNZ-22",),
    "false": ("BNZ-37",),
    "touch": ("BNZ-36",),
}
ASSISTS = ("BNZ-47", "BNZ-51")


def verdicts(s: Any, alone: int) -> tuple[Verdict, ...]:
    """What has just been decided, as `alone`, the one seat that looks, has to hear it; empty while a round goes on."""
    phase = int(s["phase"])
    if phase not in (Phase.END, Phase.OVER):
        return ()
    return (*_crowned(s, alone), *_pardoned(s), *_out(s, alone))


def _crowned(s: Any, alone: int) -> Iterator[Verdict]:
    if int(s["phase"]) != Phase.OVER:
        return
    for seat in _seats(s):
        if int(s["out"][seat]) == 0:
            title = (
                Message("banzai.verdict.master.you") if seat == alone else _of("banzai.verdict.master", seat)
            )
            yield Verdict(seat, title, Message("banzai.verdict.master.why"), ("BNZ-54",), crown=True)


def _pardoned(s: Any) -> Iterator[Verdict]:
    for seat in _seats(s):
        if int(s["pardoned"]) >> seat & 1:
            yield Verdict(
                seat,
                _of("banzai.verdict.pardoned", seat),
                Message("banzai.verdict.pardoned.why"),
                ("BNZ-66",),
            )


def _out(s: Any, alone: int) -> Iterator[Verdict]:
    way = int(s["round_number"]) % WAYS
    for seat in _seats(s):
        if not int(s["round_out"]) >> seat & 1:
            continue
        cause = _cause(s, seat)
        why, rules = Message(f"banzai.verdict.{cause}.why"), RULES[cause]
        assists = assists_in_the_final(s, seat)
        if assists:
            name = "you" if seat == alone else "other"
            why = said(f"banzai.verdict.third.{name}", what=why, who=player(seat))
            rules += ASSISTS
        title = (
            Message(f"banzai.verdict.{cause}.you")
            if seat == alone
            else _of(f"banzai.verdict.{cause}.{way}", seat)
        )
        yield Verdict(seat, title, why, rules)


def _cause(s: Any, seat: int) -> str:
    came = Came(int(s["came"]))
    if came == Came.BANZAI:
        return "early" if is_early(s, seat) else "slow"
    return "false" if came == Came.FALSE_CALL else "touch"


def assists_in_the_final(s: Any, seat: int) -> bool:
    """Whether a seat that is out plays the final all the same, as the third player, without the pawn."""
    if int(s["phase"]) != Phase.END or int(players(s)) != 2:
        return False
    last = int(last_out(s))
    return int(count(last)) == 1 and last >> seat & 1 == 1


def _of(key: str, seat: int) -> Message:
    return said(key, who=player(seat))


def _seats(s: Any) -> range:
    return range(int(s["seats"]))
