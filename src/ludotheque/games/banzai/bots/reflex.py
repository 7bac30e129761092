"""The verb `reflex`: what a bot does next, and in how many milliseconds. It uses only what its seat may know."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.bots.answering import in_stop
from ludotheque.games.banzai.bots.calling import call_to_make
from ludotheque.games.banzai.bots.luck import (
    EASY,
    LOOKS_MS,
    grasp_ms,
    mixed,
    reaction_ms,
    sees_ms,
    share,
    situation,
    slowness,
)
from ludotheque.games.banzai.bots.wanting import giveaway, pawn_to_grab
from ludotheque.games.banzai.rules.calls import BANZAI
from ludotheque.games.banzai.rules.choosing import place_of
from ludotheque.games.banzai.rules.hands import has_complete_family
from ludotheque.games.banzai.rules.racing import races
from ludotheque.games.banzai.rules.refusals import why_not
from ludotheque.games.banzai.rules.setup import players
from ludotheque.games.banzai.state import FEINTS, MAX_SEATS, NO_FAMILY, NONE, Feint, Phase, RoundEnd

CHOOSE, OPEN, SLIDE, HELD = Phase.CHOOSE.value, Phase.OPEN.value, Phase.SLIDE.value, Phase.HELD.value
STOP, GRAB, END = Phase.STOP.value, Phase.GRAB.value, Phase.END.value
BANZ, DART = Feint.BANZ.value, Feint.DART.value
FAIR = RoundEnd.BANZAI.value

THINKS_MS = 2200
MISSED_MS = 250
"""The time until a bot sees that another player took its pawn and aims at the next, in milliseconds; sometimes twice as long."""
RESTS_MS = 2500
READS_MS = 3500
"""How much longer bots wait where somebody did something wrong, or the final comes next: people read about it."""
SOONEST_MS = 400
"""A bot does nothing in a Stop sooner than this after it could, in milliseconds."""
DOES_MS = 900
CALLER = 0.6
"""The share of the time that the caller takes, who need not react."""
FOOLED_MS = 700
"""The time, in milliseconds, after which a feint fools nobody any more."""
CALLING, CHOOSING, GRABBING, FEINTING, FOOLED, DOING, READY = 41, 42, 43, 44, 45, 46, 47


@compiled
def plan(s: Any, out: Any, code: int, at_ms: int) -> None:
    """Do this at that instant, or at once if it is past."""
    out[0] = code
    out[1] = max(0, int(at_ms) - int(s.now_ms))


@compiled
def reflex(b: Any, s: Any, seat: int, level: int, luck: int, out: Any) -> None:
    """Grab when somebody calls, answer in a Stop, make a call that the hand allows, sometimes feint, else choose a card."""
    out[0] = 0
    out[1] = -1
    if place_of(s, seat) == NONE:
        return
    mine = situation(s, luck, seat)
    phase = s.phase
    if phase == GRAB:
        in_race(s, seat, level, luck, out)
    elif phase == END:
        if why_not(b, s, seat, codes.RESUME) == 0:
            reads_ms = 0 if s.round_end == FAIR and s.final == 0 and players(s) > 2 else READS_MS
            plan(s, out, codes.RESUME, s.since_ms + 800 + reads_ms + int(RESTS_MS * share(mine, seat, READY)))
    elif phase == STOP:
        code = in_stop(b, s, seat, level, mine)
        # It proposes once in a Stop: whoever refuses would refuse again, and without a clock nothing else ends it.
        if codes.PROPOSE <= code < codes.PROPOSE + MAX_SEATS and s.now_ms - s.since_ms >= SOONEST_MS:
            code = codes.RESUME
        if code != NONE:
            plan(s, out, code, s.now_ms + SOONEST_MS + int(DOES_MS * share(mine, int(s.now_ms), DOING)))
    elif phase == CHOOSE or phase == OPEN:  # compiled: no sets
        while_open(b, s, seat, level, mine, out)
    elif phase == HELD and has_complete_family(s, seat):
        plan(s, out, codes.call_code(BANZAI, NO_FAMILY), s.open_ms + sees_ms(mine, level, CALLING))
    elif phase == SLIDE and seat == s.caprice_seat:
        code = codes.HOP if s.peeked == 1 else codes.PEEK
        plan(s, out, code, s.now_ms + LOOKS_MS + reaction_ms(mine, level, DOING))
    if phase == CHOOSE or phase == OPEN or phase == SLIDE or phase == HELD:
        may_be_fooled(b, s, seat, level, mine, out)


@compiled
def in_race(s: Any, seat: int, level: int, luck: int, out: Any) -> None:
    """The nearest free pawn; a little later where others were taken meanwhile. The caller's hand moves with the cry."""
    if not races(s, seat) or s.aim[seat] != NONE:
        return
    mine = mixed(luck, seat, int(s.call_ms))
    pawn = pawn_to_grab(s, seat, mine)
    if pawn == NONE:
        return
    takes_ms = grasp_ms(mine, level, GRABBING)
    if seat == s.caller:
        takes_ms = int(takes_ms * CALLER)
    at_ms = s.call_ms + takes_ms
    if at_ms < s.now_ms:
        at_ms = s.now_ms + MISSED_MS + int(MISSED_MS * share(mine, int(s.now_ms), GRABBING))
    plan(s, out, codes.GRAB + pawn, at_ms)


@compiled
def while_open(b: Any, s: Any, seat: int, level: int, mine: int, out: Any) -> None:
    """A call, a feint or a card: whichever comes first."""
    seen_ms = s.open_ms + LOOKS_MS + reaction_ms(mine, level, CALLING)
    called_ms = s.open_ms + sees_ms(mine, level, CALLING)
    if s.chosen[seat] == NONE or s.now_ms < called_ms:
        call = call_to_make(b, s, seat, level, mine)
        if call != NONE:
            plan(s, out, call, called_ms)
            return
    feint = wish_to_feint(b, s, seat, level, mine)
    if feint != NONE:
        plan(s, out, feint, s.open_ms + 500 + int(1500 * share(mine, seat, FEINTING + 1)))
        return
    if s.chosen[seat] == NONE:
        thinks_ms = int(THINKS_MS * share(mine, seat, CHOOSING) * (5 + slowness(level)) / 9)
        plan(s, out, codes.CHOOSE + giveaway(s, seat, level, mine, NONE), seen_ms + 250 + thinks_ms)


@compiled
def wish_to_feint(b: Any, s: Any, seat: int, level: int, mine: int) -> int:
    """A feint, once in a while, before a card is chosen; NONE for none."""
    if s.chosen[seat] != NONE or s.feint_at_ms[seat] >= s.open_ms or level <= EASY:
        return NONE
    if share(mine, seat, FEINTING) > 0.05:  # one exchange in twenty
        return NONE
    code = codes.FEINT + mixed(mine, seat, FEINTING) % len(FEINTS)
    return code if why_not(b, s, seat, code) == 0 else NONE


@compiled
def may_be_fooled(b: Any, s: Any, seat: int, level: int, mine: int, out: Any) -> None:
    """« Banz… »: now and then a hand is quicker than its head, the more so the less it knows the game."""
    for other in range(s.seats):
        at_ms = s.feint_at_ms[other]
        if other == seat or at_ms == NONE or s.now_ms - at_ms > FOOLED_MS:
            continue
        if s.feint_kind[other] != BANZ and s.feint_kind[other] != DART:
            continue
        luck = mixed(mine, int(at_ms), other)
        pawn = pawn_to_grab(s, seat, luck)
        if share(luck, seat, FOOLED) < 0.004 * (slowness(level) + 1) and pawn != NONE:
            if why_not(b, s, seat, codes.GRAB + pawn) == 0:
                plan(s, out, codes.GRAB + pawn, at_ms + reaction_ms(luck, level, FOOLED))


@compiled
def revision(b: Any, s: Any) -> int:
    """Changes with calls, hops, feints, touches, pawns taken, gifts and answers. A card laid down concerns only the seat that laid it."""
    found = mixed(int(s.phase), int(s.open_ms), int(s.since_ms))
    found = mixed(found, int(s.moves_left) * MAX_SEATS + int(s.asked), int(s.pooled))
    found = mixed(found, int(s.ready), int(s.early))
    for seat in range(s.seats):
        found += 7 * int(s.feint_at_ms[seat] + 1) + 31 * int(s.gift[seat] != 0) + 101 * int(s.back_to[seat])
    for pawn in range(s.pawns):
        found += (pawn + 3) * int(s.pawn_by[pawn] + 1)
    return found
