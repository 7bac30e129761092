"""What a position and a move are worth: the evaluation, the sentence that speaks for a move, and what a game may turn on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.core import state as states
from ludotheque.core import verbs
from ludotheque.core.jit import compiled
from ludotheque.core.message import Message
from ludotheque.core.things import Things, Used
from ludotheque.core.verbs import returns
from ludotheque.games.bantu.codes import MAX_MOVES, PASS, destination, finish_of, mover
from ludotheque.games.bantu.labels import colour_word
from ludotheque.games.bantu.rules.finish import distance
from ludotheque.games.bantu.rules.moving import is_protected, steps_of, waits
from ludotheque.games.bantu.rules.setting import on_one_side, pawns_of_a_seat
from ludotheque.games.bantu.state import AT_START, ENTERING, LEAD, STEP_2, Ending, pawn_on
from ludotheque.scene import asking


@compiled
def to_go(b: Any, s: Any, seat: int) -> float:
    """About how many turns a side needs: for each pawn its distance, times the turns that a step takes (about one over its number)."""
    total = 0.0
    for other in range(s.seats):
        if on_one_side(s, seat, other):
            for pawn in range(pawns_of_a_seat(s)):
                step = b.weights[STEP_2 + pawn - 1] if pawn > 0 else 1.0
                total += distance(b, s, other, pawn) * step
                if s.at[other, pawn] == AT_START:
                    total += b.weights[ENTERING]
    return total


@compiled
def judge(b: Any, s: Any, out: Any) -> None:
    """Each seat's evaluation, 0 to 1: one half if it is level with the best other side, more if it needs fewer turns; at the end, the result."""
    if s.ended != Ending.NONE.value:
        returns(b, s, out)
        return
    for seat in range(s.seats):
        own, best = to_go(b, s, seat), 1e9
        for other in range(s.seats):
            if not on_one_side(s, seat, other):
                best = min(best, to_go(b, s, other))
        lead = b.weights[LEAD] * (best - own) / (best + own)
        out[seat] = 0.5 + 0.5 * min(max(lead, -1.0), 1.0)


# -- what speaks for a move -------------------------------------------------------------------------------------------


def merit(b: Any, s: Any, seat: int, action: int) -> Message | None:
    """The sentence that speaks for a legal action; None if the action says it by itself (a pawn comes home, a capture), or nothing does."""
    if action == PASS or len(asking.legal(b, s, seat, MAX_MOVES)) == 1:
        return None
    pawn, to = int(mover(b, action)), int(destination(b, action))
    after = states.copy(s)[0]
    verbs.play(b, after, seat, action)
    if to == finish_of(b) or pawn_on(s, to) or int(after["ended"]) != Ending.NONE.value:
        return None
    if waits(s, seat, pawn):
        return Message("bantu.merit.enter")
    if pawn in _in_danger(b, s, seat) and pawn not in _in_danger(b, after, seat):
        return Message("bantu.merit.escape")
    prey = sorted(_prey(b, after, seat) - _prey(b, s, seat))
    if prey:
        owner, number = prey[0]
        return Message("bantu.merit.hunt", {"number": number + 1, "colour": colour_word(owner)})
    if _goes_farthest(b, s, seat, pawn):
        return Message("bantu.merit.far")
    if is_protected(b, after, to):
        return Message("bantu.merit.safe")
    return None if pawn in _in_danger(b, after, seat) else Message("bantu.merit.calm")


def _prey(b: Any, s: Any, seat: int) -> set[tuple[int, int]]:
    """The pawns, as seats and numbers from 0, that a seat could send back if it were its turn."""
    if int(s["to_play"]) != seat:
        s = states.copy(s)[0]
        s["to_play"] = seat
    moves = (code for code in asking.legal(b, s, seat, MAX_MOVES) if code != PASS)
    ends = {int(destination(b, code)) for code in moves} - {int(finish_of(b))}
    return {found for end in ends if (found := pawn_on(s, end))}


def _in_danger(b: Any, s: Any, seat: int) -> set[int]:
    """The seat's pawns, from 0, that an opponent could send back if it were its turn."""
    others = (other for other in range(int(s["seats"])) if not on_one_side(s, seat, other))
    return {number for other in others for owner, number in _prey(b, s, other) if owner == seat}


def _goes_farthest(b: Any, s: Any, seat: int, pawn: int) -> bool:
    """Whether every other pawn of the seat that has a move goes fewer steps."""
    able = {int(mover(b, code)) for code in asking.legal(b, s, seat, MAX_MOVES)}
    at = {each: int(s["at"][seat, each]) for each in able}
    steps = {each: int(steps_of(b, s, circle)) if circle >= 0 else 0 for each, circle in at.items()}
    return all(steps[pawn] > far for each, far in steps.items() if each != pawn)


# -- what a game may turn on ------------------------------------------------------------------------------------------


def used(b: Any, before: Any, after: Any, seat: int, code: int) -> Iterator[Used]:
    """A pawn that moves; the first to enter and the first to arrive; a pawn sent back; a lost turn."""
    if seat < 0:
        return
    if code == PASS:
        yield seat, "turn.lost"
        return
    pawn = int(mover(b, code))
    yield seat, f"pawn.{pawn + 1}"
    if all(each == AT_START for each in before["at"][seat].tolist()):
        yield seat, f"first_in.{pawn + 1}"
    if int(after["home"][seat]) == 1 and int(before["home"][seat]) == 0:
        yield seat, f"first_home.{pawn + 1}"
    for other in range(int(before["seats"])):
        places = zip(before["at"][other], after["at"][other], strict=True)
        if other != seat and any(was >= 0 and now == AT_START for was, now in places):
            yield seat, "turn.hit"


def label(b: Any, name: str) -> Message:
    """What a pawn or a turn is called; pawns have their numbers."""
    group, _, rest = name.partition(".")
    if group == "turn":
        return Message(f"bantu.thing.turn.{rest}")
    return Message("bantu.thing.number", {"n": rest})


THINGS = Things(used, label, ("pawn", "first_in", "first_home", "turn"))
