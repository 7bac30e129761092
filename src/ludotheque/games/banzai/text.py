"""The sentences of Banzaï!: what each player should do, who is out, why, and by which rule, and the player aid.

`you` is for the single seat that looks, `other` for everybody else.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.choices import CALL_KEYS, call_id
from ludotheque.games.banzai.labels import family_word, listed, player, said
from ludotheque.games.banzai.rules.calls import BANZAI, agreed_calls
from ludotheque.games.banzai.rules.ending import is_ready, last_out
from ludotheque.games.banzai.rules.hands import (
    PRINCESS,
    count,
    has_complete_family,
    held_of_character,
    held_of_family,
    is_in_play,
    spared,
)
from ludotheque.games.banzai.rules.racing import THREE, holds_pawn, is_early, racers
from ludotheque.games.banzai.rules.setup import players
from ludotheque.games.banzai.state import (
    CALLS,
    MAX_FAMILIES,
    NONE,
    OF_FAMILY,
    Call,
    Phase,
    RoundEnd,
    members,
    seated,
)
from ludotheque.scene import asking, snapshot
from ludotheque.scene.model import AidRow, Announcement

_CHANCE = {
    Phase.FAMILIES: "banzai.prompt.families",
    Phase.DEAL: "banzai.prompt.deal",
    Phase.STEAL: "banzai.prompt.steal",
    Phase.LOT: "banzai.prompt.lot",
    Phase.REACT: "banzai.prompt.react",
}


def prompt(b: Any, s: Any, audience: int) -> Message:
    """The prompt for this audience."""
    phase, looks = Phase(s["phase"]), alone(s, audience)
    if phase in _CHANCE:
        return Message(_CHANCE[phase])
    if phase in (Phase.CHOOSE, Phase.OPEN):
        return _choosing(s, looks)
    if phase == Phase.SLIDE:
        return _sliding(s, looks)
    if phase in (Phase.HELD, Phase.STOP):
        caller = s["stop_by"]
        return _stopped(s, looks, phase, caller if looks == NONE and audience >> caller & 1 else looks)
    if phase == Phase.GRAB:
        return _grabbing(s, looks)
    if phase == Phase.TOUCHED:
        own = looks != NONE and bool(s["touched"][looks])
        return Message("banzai.prompt.touched.you" if own else "banzai.prompt.touched")
    return _ended(b, s, looks, phase)


def alone(s: Any, audience: int) -> int:
    """The only seat at the table that looks; NONE if none does or several do."""
    own = [seat for seat in range(s["seats"]) if audience >> seat & 1]
    return own[0] if len(own) == 1 and own[0] in seated(s) else NONE


def _waits(seats: list[int]) -> Message:
    """For how many players the game waits; the last one is named."""
    if len(seats) == 1:
        return said("banzai.waits", who=player(seats[0]))
    return said("banzai.waits.many", n=len(seats))


def _choosing(s: Any, alone: int) -> Message:
    waiting = [seat for seat in seated(s) if s["chosen"][seat] == NONE]
    if alone == NONE:
        return said("banzai.prompt.choose.other", waits=_waits(waiting))
    if snapshot.ask(s, has_complete_family, alone):
        if alone == s["third"]:
            return Message("banzai.prompt.choose.complete.third")
        return Message("banzai.prompt.choose.complete")
    if alone not in waiting:
        return said("banzai.prompt.choose.laid", waits=_waits(waiting))
    return Message("banzai.prompt.choose.third" if alone == s["third"] else "banzai.prompt.choose.you")


def _sliding(s: Any, alone: int) -> Message:
    seat = s["caprice_seat"]
    if seat == NONE:
        return Message("banzai.prompt.slide")
    return (
        Message("banzai.prompt.whim.you")
        if alone == seat
        else said("banzai.prompt.whim.other", who=player(seat))
    )


def _grabbing(s: Any, alone: int) -> Message:
    """A caller without a family learns it at once, alone: the others see it when the race is over."""
    who = player(s["caller"])
    waiting = snapshot.ask(s, racers).bit_count()
    if alone == NONE:
        return said("banzai.prompt.grab.other", who=who, n=waiting)
    if alone == s["caller"] and not snapshot.ask(s, has_complete_family, alone):
        return Message(
            "banzai.prompt.grab.false.third" if alone == s["third"] else "banzai.prompt.grab.false"
        )
    if alone == s["third"]:
        return said("banzai.prompt.grab.third", who=who)
    if snapshot.ask(s, holds_pawn, alone):
        return said("banzai.prompt.grab.safe", n=waiting)
    if snapshot.ask(s, is_early, alone):
        return Message("banzai.prompt.grab.early")
    if s["aim"][alone] != NONE:
        return said("banzai.prompt.grab.aimed", n=s["aim"][alone] + 1)
    return Message("banzai.prompt.grab.aim" if s["unhurried"] else "banzai.prompt.grab.you")


# -- a Stop -----------------------------------------------------------------------------------------------------------


def _stopped(s: Any, alone: int, phase: Phase, does: int) -> Message:
    """`does` is the seat that looks; if several look at one screen, the caller."""
    caller, call = s["stop_by"], s["stop_what"]
    words: dict[str, Any] = {"who": player(caller)}
    if s["stop_family"] != NONE:
        words["what"] = said(
            "banzai.call.named",
            call=Message(f"banzai.call.{CALLS[call]}"),
            family=family_word(s["stop_family"]),
        )
    else:
        words["what"] = Message(f"banzai.call.{CALLS[call]}")
    if phase == Phase.HELD and does != caller:
        return Message(
            "banzai.prompt.held.other", {"who": player(caller), "what": Message("banzai.cry.stop")}
        )
    if phase == Phase.HELD:
        return Message("banzai.prompt.held.you", words)
    if call == Call.LORDS:
        return _lords(s, alone, words, does)
    if call == Call.MARRIAGE and s["asked"] != NONE:
        return _asked(s, alone, words)
    if does != caller:
        return Message("banzai.prompt.stop.other", words)
    if s["moves_left"] == 0 and not (call == Call.HAND and s["looked"]):
        return Message("banzai.prompt.stop.done")
    if call == Call.HAND and s["looked"]:
        return Message("banzai.prompt.stop.take")
    if call == Call.STOP1 and s["moves_left"] == 1:
        return Message("banzai.prompt.stop.again")
    return Message(f"banzai.prompt.stop.{CALLS[call]}")


def is_awaited(s: Any, seat: int) -> bool:
    """Whether a Stop waits for cards or an answer of this seat."""
    if s["stop_what"] == Call.LORDS:
        return s["moves_left"] == 1 and s["gift"][seat] == 0
    return s["stop_what"] == Call.MARRIAGE and s["asked"] == seat


def _asked(s: Any, alone: int, words: dict[str, Any]) -> Message:
    other = s["asked"]
    if alone == other:
        return Message("banzai.prompt.marriage.you", words)
    return Message("banzai.prompt.marriage.other", {**words, "other": player(other)})


def _lords(s: Any, alone: int, words: dict[str, Any], does: int) -> Message:
    waiting = [seat for seat in seated(s) if is_awaited(s, seat)]
    if waiting:
        name = "wait" if alone == NONE or not is_awaited(s, alone) else "give"
        name = "give_own" if name == "give" and alone == s["stop_by"] else name
        return Message(f"banzai.prompt.lords.{name}", {**words, "waits": _waits(waiting)})
    if does != s["stop_by"]:
        return Message("banzai.prompt.stop.other", words)
    n = s["pooled"]
    return said("banzai.prompt.lords.deal", n=n) if n else Message("banzai.prompt.stop.done")


# -- the end ----------------------------------------------------------------------------------------------------------


def _ended(b: Any, s: Any, alone: int, phase: Phase) -> Message:
    """Only what comes next: how the round ended, and who is out, is announced."""
    if phase == Phase.OVER:
        return said("banzai.prompt.over", what=how_it_ended(s), who=player(asking.ranks(b, s).index(1)))
    waiting = [seat for seat in _seats(s) if s["out"][seat] == 0 and not snapshot.ask(s, is_ready, seat)]
    waits = _waits(waiting)
    if alone != NONE and assists_in_the_final(s, alone):
        return waits if len(waiting) == 1 else said("banzai.prompt.end.third", n=len(waiting))
    if alone != NONE and s["round_out"] >> alone & 1:
        return said("banzai.prompt.end.out", waits=waits)
    if alone == NONE or s["out"][alone] != 0:
        return said("banzai.prompt.end.other", waits=waits)
    if snapshot.ask(s, is_ready, alone):
        return said("banzai.prompt.end.ready", waits=waits)
    return Message("banzai.prompt.end.you")


def how_it_ended(s: Any) -> Message:
    """How the round ended, and who is out; of the last three, the one who is out stays for the final."""
    out = listed([player(seat) for seat in members(s["round_out"])])
    spared = listed([player(seat) for seat in members(s["pardoned"])])
    words = {"caller": player(s["caller"])} if s["caller"] != NONE else {}
    name = {RoundEnd.BANZAI: "banzai", RoundEnd.FALSE_CALL: "false", RoundEnd.TOUCH: "touch"}.get(
        RoundEnd(s["round_end"]), "touch"
    )
    told = Message(f"banzai.round.{name}", words)
    if out is not None:
        stays = any(assists_in_the_final(s, seat) for seat in members(s["round_out"]))
        told = said("banzai.round.third" if stays else "banzai.round.out", what=told, who=out)
    return told if spared is None else said("banzai.round.pardoned", what=told, who=spared)


# -- verdicts ---------------------------------------------------------------------------------------------------------


WORDINGS = 3
"""The number of ways to say that a player is out. The round chooses one."""

RULES: dict[str, tuple[str, ...]] = {
    "slow": ("BNZ-20",),
    "early": ("BNZ-22",),
    "false": ("BNZ-37",),
    "touch": ("BNZ-36",),
}
ASSISTS = ("BNZ-47", "BNZ-51")


def announcements(s: Any, alone: int) -> tuple[Announcement, ...]:
    """What has just been decided, as `alone`, the one seat that looks, has to hear it; empty while a round goes on."""
    phase = s["phase"]
    if phase not in (Phase.END, Phase.OVER):
        return ()
    return (*_crowned(s, alone), *_pardoned(s), *_out(s, alone))


def _crowned(s: Any, alone: int) -> Iterator[Announcement]:
    if s["phase"] != Phase.OVER:
        return
    for seat in _seats(s):
        if s["out"][seat] == 0:
            title = (
                Message("banzai.verdict.master.you") if seat == alone else _of("banzai.verdict.master", seat)
            )
            yield Announcement(seat, title, Message("banzai.verdict.master.why"), ("BNZ-54",), crown=True)


def _pardoned(s: Any) -> Iterator[Announcement]:
    for seat in _seats(s):
        if s["pardoned"] >> seat & 1:
            yield Announcement(
                seat,
                _of("banzai.verdict.pardoned", seat),
                Message("banzai.verdict.pardoned.why"),
                ("BNZ-66",),
            )


def _out(s: Any, alone: int) -> Iterator[Announcement]:
    wording = s["round_number"] % WORDINGS
    for seat in _seats(s):
        if not s["round_out"] >> seat & 1:
            continue
        cause = _cause(s, seat)
        why, rules = Message(f"banzai.verdict.{cause}.why"), RULES[cause]
        if cause == "false" and seat == alone:
            why = said(
                "banzai.verdict.false.why.you",
                n=_most_of_a_family(s, seat),
                of=OF_FAMILY - snapshot.ask(s, spared, seat),
            )
        assists = assists_in_the_final(s, seat)
        if assists:
            name = "you" if seat == alone else "other"
            why = said(f"banzai.verdict.third.{name}", what=why, who=player(seat))
            rules += ASSISTS
        title = (
            Message(f"banzai.verdict.{cause}.you")
            if seat == alone
            else _of(f"banzai.verdict.{cause}.{wording}", seat)
        )
        yield Announcement(seat, title, why, rules)


def _most_of_a_family(s: Any, seat: int) -> int:
    """How many cards of one family a seat has at most."""
    return max(
        snapshot.ask(s, held_of_family, seat, family)
        for family in range(MAX_FAMILIES)
        if snapshot.ask(s, is_in_play, family)
    )


def _cause(s: Any, seat: int) -> str:
    round_end = RoundEnd(s["round_end"])
    if round_end == RoundEnd.BANZAI:
        return "early" if snapshot.ask(s, is_early, seat) else "slow"
    return "false" if round_end == RoundEnd.FALSE_CALL else "touch"


def assists_in_the_final(s: Any, seat: int) -> bool:
    """Whether a seat that is out plays the final all the same, as the third player, without the pawn."""
    if s["phase"] != Phase.END or snapshot.ask(s, players) != 2:
        return False
    last = snapshot.ask(s, last_out)
    return int(count(last)) == 1 and last >> seat & 1 == 1


def _of(key: str, seat: int) -> Message:
    return said(key, who=player(seat))


def _seats(s: Any) -> range:
    return range(s["seats"])


# -- the player aid ---------------------------------------------------------------------------------------------------


def aid(b: Any, s: Any, audience: int) -> tuple[AidRow, ...]:
    """The calls of the basic rules and those that were agreed on, lit for the one seat that looks; then what else to mind."""
    looks = alone(s, audience)
    allowed = _allowed(b, s, looks)
    rows = [_row_of(call, call in allowed) for call in members(snapshot.ask(s, agreed_calls))]
    if has_princesses(s):
        rows.append(
            AidRow(
                Message("banzai.call.princesses"),
                Message("banzai.aid.princesses"),
                lit=looks != NONE
                and not s["asleep"]
                and snapshot.ask(s, held_of_character, looks, PRINCESS) >= THREE,
            )
        )
    return (*rows, *_to_mind(s, looks))


def _to_mind(s: Any, alone: int) -> Iterator[AidRow]:
    """What everybody should know of calls, cards, pawns and feints; the third of a final has nothing more to lose."""
    once = "player" if s["once"] else "table"
    yield _rule("stop", f"stop_{once}")
    names = (
        ["exchange", "feints"] if alone == s["third"] != NONE else ["exchange", "false", "touch", "feints"]
    )
    for name in names:
        if not (name == "touch" and s["unhurried"]):  # there nobody touches a pawn by mistake
            yield _rule(name, name)


@functools.cache
def _rule(name: str, words: str) -> AidRow:
    return AidRow(Message(f"banzai.rule.{name}"), Message(f"banzai.aid.rule.{words}"))


def has_princesses(s: Any) -> bool:
    """Whether three Princesses pardon in this round."""
    return bool(s["optional_rules"] and s["princesses"] and not s["final"])


@functools.cache
def _row_of(call: int, lit: bool) -> AidRow:
    title, what = Message(f"banzai.call.{CALLS[call]}"), Message(f"banzai.aid.{CALLS[call]}")
    return AidRow(title, what, lit=lit, button=call_id(call), hotkey=CALL_KEYS.get(Call(call), ""))


def _allowed(b: Any, s: Any, seat: int) -> set[int]:
    """The calls that a hand allows now, of any family, and of a Banzaï only a true one; none unless a single seat looks."""
    if seat == NONE or s["phase"] not in (Phase.CHOOSE, Phase.OPEN):
        return set()
    legal = asking.legal(b, s, seat, codes.MAX_LEGAL)
    made = {int(codes.called(code)) for code in legal if codes.CALL <= code < codes.GRAB}
    is_complete = snapshot.ask(s, has_complete_family, seat)
    return made | {BANZAI} if is_complete else made - {BANZAI}
