"""Translates actions between integers, structures and notation: `3: r17c`, `3: finish`, `pass`.

Upper and lower case are the same, and `arrivée` and `passer` stand for `finish` and `pass`. The path of a move lists the circles that
the pawn passes, without the first and with the last (`finish` if it ends there). A pawn that enters has no path.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ludotheque.core.game import ActionPath
from ludotheque.core.memory import room
from ludotheque.core.notation import Kind, Notation, unreadable
from ludotheque.core.verbs import why_not
from ludotheque.games.bantu import codes
from ludotheque.games.bantu.codes import PASS, REASONS, Why, finish_of
from ludotheque.games.bantu.labels import FINISH, circle_named, end_names, start_place
from ludotheque.games.bantu.paths import is_path, path_to
from ludotheque.games.bantu.rules.moving import reach, steps_of
from ludotheque.games.bantu.rules.turns import LOOKED_AHEAD
from ludotheque.games.bantu.state import PAWNS, wide

_FRENCH = {"passer": "pass", "arrivée": FINISH, "arrivee": FINISH}
_MOVE = re.compile(rf"([1-{PAWNS}])\s*:\s*(\w+)")


def figures(b: Any, s: Any, seat: int, action: int, reason: int) -> dict[str, int]:
    """`n`: the steps of the pawn; `far`: the steps that lead there, whoever stands on the way. Nothing for any other reason."""
    if reason not in (Why.TOO_FAR, Why.WRONG_COUNT, Why.FINISH_TOO_FAR):
        return {}
    pawn, to = int(codes.mover(b, wide(action))), int(codes.destination(b, wide(action)))
    start = int(s["at"][seat, pawn])
    n = int(steps_of(b, s, start))
    nearest = min(_steps_to(b, s, start, to), key=lambda steps: (abs(steps - n), steps), default=0)
    return {"n": n, "far": nearest or to // int(b["lanes"]) - start // int(b["lanes"])}


def _steps_to(b: Any, s: Any, start: int, to: int) -> list[int]:
    """In how many steps a circle or the finish can be reached; empty if no path leads there."""
    circles, lanes = int(b["circles"]), int(b["lanes"])
    arrivals, steps = room("int64", circles + 1), room("int64", circles + 1)
    last_rank = int(reach(b, s, start, LOOKED_AHEAD, True, arrivals, steps))
    if to != int(finish_of(b)):
        return _bits(int(steps[to])) if to // lanes <= last_rank else []
    if last_rank + 1 < int(b["ranks"]):
        return []
    arrows = [circle for circle in range(last_rank * lanes, circles) if b["arrow"][circle]]
    return [n + 1 for circle in arrows for n in _bits(int(steps[circle]))]


def _bits(number: int) -> list[int]:
    return [n for n in range(number.bit_length()) if number >> n & 1]


class Codec(Notation):
    """Two kinds of action, `pass` and `move`. A move has a path, and texts may use French words. See `core.game.Codec`."""

    def code(self, b: Any, s: Any, seat: int, structure: Mapping[str, Any]) -> int:
        """The integer for a structure. Raises `Unreadable` if it names no action of this board."""
        code = super().code(b, s, seat, structure)
        if structure["kind"] == "move":
            self._end(b, structure["to"])
        return code

    def _end(self, b: Any, name: str) -> int:
        """The circle of a name, or the finish; `Unreadable` where this board has no such circle."""
        if name == FINISH:
            return int(finish_of(b))
        circle = circle_named(b, name)
        if circle < 0:
            raise unreadable(name, "is not a circle of this board; write for example r17c, or finish")
        return circle

    def parse(self, b: Any, s: Any, seat: int, text: str) -> tuple[int, ActionPath]:
        """The legal action that a text names, and its usual path."""
        said = text.strip().lower()
        if _FRENCH.get(said, said) == "pass":
            code, said = PASS, "pass"
        elif moved := _MOVE.fullmatch(said):
            code = int(codes.move_code(b, int(moved[1]) - 1, self._end(b, _FRENCH.get(moved[2], moved[2]))))
        else:
            raise unreadable(text, "is not an action of Bantu; write for example 3: r17c, 3: finish or pass")
        if why := int(why_not(b, s, seat, code)):
            raise REASONS[why].refusal("bantu", said, figures(b, s, seat, code, why))
        return code, self.path(b, s, seat, code)

    def path(self, b: Any, s: Any, seat: int, code: int) -> ActionPath:
        """The circles of a path for the move, forward wherever possible; `()` for a pass, an entry, or if there is no path."""
        if code == PASS:
            return ()
        return path_to(b, s, seat, int(codes.mover(b, code)), int(codes.destination(b, code)))

    def check_path(self, b: Any, s: Any, seat: int, code: int, path: ActionPath) -> ActionPath:
        """Check that `path` is a path of this legal action, and return it.

        The last circle alone is accepted too, since that is what players click: the usual path is returned. A pawn that enters
        has no path, so `()` is returned for it.
        """
        if code != PASS:
            usual, pawn = self.path(b, s, seat, code), int(codes.mover(b, code))
            end = self.structure(b, s, seat, code)["to"]
            if path in ((), (end,), (start_place(pawn, seat), end)):
                return usual
            if usual and is_path(b, s, seat, pawn, path) and path[-1] == end:
                return path
        if path:
            raise REASONS[Why.NOT_CONNECTED].refusal("bantu", "-".join(path))
        return ()


CODEC = Codec(
    Kind("pass"),
    Kind("move", {"number": range(1, PAWNS + 1), "to": end_names}, text="{number}: {to}"),
)
