"""The main verbs: who acts, what is legal, and what an action does. Each passes on to the current part of the game."""

from __future__ import annotations

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.games.billabong.codes import PASS, PLACE, race_start
from ludotheque.games.billabong.rules.finish import end_turn
from ludotheque.games.billabong.rules.placing import list_placings, place
from ludotheque.games.billabong.rules.racing import list_turns, move
from ludotheque.games.billabong.state import Ending, Phase


@rule("BIL-16", "BIL-46")
def actors(b: Any, s: Any) -> int:
    """The seat on turn; nobody when the game is over."""
    return 0 if s.ended != Ending.NONE.value else 1 << s.to_play


@rule("BIL-14", "BIL-16")
def legal(b: Any, s: Any, seat: int, out: Any) -> int:
    """Placings first, then moves of the race."""
    if s.ended != Ending.NONE.value or seat != s.to_play:
        return 0
    if s.phase == Phase.PLACEMENT.value:
        return list_placings(b, s, seat, out)
    return list_turns(b, s, seat, out)


@rule("BIL-14", "BIL-16")
def play(b: Any, s: Any, seat: int, action: int) -> None:
    """Place, pass or move."""
    if action == PASS:
        end_turn(b, s, seat)
    elif action < race_start(b):
        place(b, s, seat, (action - PLACE) // b.cells, (action - PLACE) % b.cells)
    else:
        move(b, s, seat, action)
