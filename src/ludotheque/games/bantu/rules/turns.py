"""The main verbs: who acts, what is legal, and what an action does."""

from __future__ import annotations

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.games.bantu.codes import PASS, destination, finish_of, mover
from ludotheque.games.bantu.rules.capturing import send_back
from ludotheque.games.bantu.rules.finish import come_home, end_turn
from ludotheque.games.bantu.rules.listing import list_turns
from ludotheque.games.bantu.rules.setting import stand
from ludotheque.games.bantu.state import Ending, wide


@rule("BAN-14", "BAN-41")
def actors(b: Any, s: Any) -> int:
    """The seat on turn; nobody when the game is over."""
    return 0 if s.ended != Ending.NONE.value else 1 << s.to_play


@rule("BAN-14", "BAN-17")
def legal(b: Any, s: Any, seat: int, out: Any) -> int:
    """The legal actions of the seat on turn."""
    if s.ended != Ending.NONE.value or seat != s.to_play:
        return 0
    return list_turns(b, s, seat, out)


@rule("BAN-19", "BAN-40")
def play(b: Any, s: Any, seat: int, action: int) -> None:
    """Move one pawn, or lose the turn."""
    if action != PASS:
        move(b, s, seat, mover(b, wide(action)), destination(b, wide(action)))
    end_turn(b, s, seat)


@rule("BAN-13", "BAN-19", "BAN-32", "BAN-37", "BAN-43")
def move(b: Any, s: Any, seat: int, pawn: int, to: int) -> None:
    """Move the pawn. On the finish it is home; on a circle it sends back any pawn that stood there."""
    if s.at[seat, pawn] >= 0:
        s.pawn_on[s.at[seat, pawn]] = 0
    if to == finish_of(b):
        come_home(s, seat, pawn)
        return
    if s.pawn_on[to] > 0:
        send_back(s, to)
    stand(s, seat, pawn, to)
