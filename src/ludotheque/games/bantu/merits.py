"""What speaks for a move, in one sentence: told with advice, beside the chances that a bot gives it."""

from __future__ import annotations

from typing import Any

from ludotheque.core import state as states
from ludotheque.core import verbs
from ludotheque.core.message import Message
from ludotheque.games.bantu.choices import legal_codes
from ludotheque.games.bantu.codes import PASS, destination, finish_of, mover
from ludotheque.games.bantu.labels import colour_word
from ludotheque.games.bantu.rules.capturing import is_protected
from ludotheque.games.bantu.rules.moving import steps_of, waits
from ludotheque.games.bantu.rules.setting import on_one_side, pawns_of_a_seat, seat_on
from ludotheque.games.bantu.state import PAWNS, Ending


def merit(b: Any, s: Any, seat: int, action: int) -> Message | None:
    """The reason for a legal action; None where its own words say it (a pawn comes home, a capture), or nothing does."""
    if action == PASS or len(legal_codes(b, s, seat)) == 1:
        return None
    pawn, to = int(mover(b, action)), int(destination(b, action))
    after = states.copy(s)[0]
    verbs.play(b, after, seat, action)
    if to == finish_of(b) or seat_on(s, to) >= 0 or int(after["ended"]) != Ending.NONE.value:
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
    ends = {int(destination(b, code)) for code in legal_codes(b, s, seat) if code != PASS} - {
        int(finish_of(b))
    }
    return {(int(seat_on(s, end)), (int(s["pawn_on"][end]) - 1) % PAWNS) for end in ends if s["pawn_on"][end]}


def _in_danger(b: Any, s: Any, seat: int) -> set[int]:
    """The seat's pawns, from 0, that an opponent could send back if it were its turn."""
    others = (other for other in range(int(s["seats"])) if not on_one_side(s, seat, other))
    return {number for other in others for owner, number in _prey(b, s, other) if owner == seat}


def _goes_farthest(b: Any, s: Any, seat: int, pawn: int) -> bool:
    """Whether no other pawn of the seat that has a move goes as many steps."""
    able = {int(mover(b, code)) for code in legal_codes(b, s, seat)}
    steps = {
        other: 0 if waits(s, seat, other) else int(steps_of(b, s, int(s["at"][seat, other])))
        for other in range(int(pawns_of_a_seat(s)))
        if other in able
    }
    return all(steps[pawn] > far for other, far in steps.items() if other != pawn)
