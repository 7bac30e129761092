"""Translates actions between integers, structures and notation: `3: r17c`, `3: finish`, `pass`.

Upper and lower case are the same, and `arrivée` and `passer` stand for `finish` and `pass`. The path of a move lists the circles that
the pawn passes, without the first and with the last (`finish` if it ends there). A pawn that enters has no path.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Any

from ludotheque.core.errors import Illegal, Unreadable
from ludotheque.core.game import ActionPath
from ludotheque.core.message import Message
from ludotheque.core.notation import Kind, Notation
from ludotheque.core.verbs import why_not
from ludotheque.games.bantu import codes
from ludotheque.games.bantu.codes import PASS
from ludotheque.games.bantu.figures import figures
from ludotheque.games.bantu.labels import FINISH, circle_named, name_of_circle, start_place
from ludotheque.games.bantu.paths import is_path, path_to
from ludotheque.games.bantu.rules.reasons import REASONS, Why
from ludotheque.games.bantu.state import PAWNS

_FRENCH = {"passer": "pass", "arrivée": FINISH, "arrivee": FINISH}
"""What French players write instead."""

_MOVE = re.compile(r"([1-9])\s*:\s*(\w+)")


def refusal(why: int, what: str, args: Mapping[str, Any] | None = None) -> Illegal:
    """The error for a code of `Why` and the action as it was asked for."""
    reason = REASONS[why]
    return Illegal(message=Message(f"bantu.reason.{reason.key}", args or {}), rules=reason.rules, what=what)


def _unreadable(what: Any, why: str) -> Unreadable:
    return Unreadable(f"{what!r} {why}", Message("error.unreadable", {"text": str(what)}))


def _ends(b: Any) -> tuple[str, ...]:
    """Where a pawn may go, in the order of the codes: every circle that a board of this size can have, and the finish."""
    return _ends_of(int(b["circles"]), int(b["lanes"]))


@functools.cache
def _ends_of(circles: int, lanes: int) -> tuple[str, ...]:
    return (*(name_of_circle(circle, lanes) for circle in range(circles)), FINISH)


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
            return int(codes.finish_of(b))
        circle = circle_named(b, name)
        if circle < 0:
            raise _unreadable(name, "is not a circle of this board; write for example r17c, or finish")
        return circle

    def parse(self, b: Any, s: Any, seat: int, text: str) -> tuple[int, ActionPath]:
        """The legal action that a text names, and its usual path."""
        said = text.strip().lower()
        if _FRENCH.get(said, said) == "pass":
            return self._checked(b, s, seat, PASS, "pass"), ()
        moved = _MOVE.fullmatch(said)
        if moved is None or int(moved[1]) > PAWNS:
            raise _unreadable(text, "is not an action of Bantu; write for example 3: r17c, 3: finish or pass")
        code = int(codes.move_code(b, int(moved[1]) - 1, self._end(b, _FRENCH.get(moved[2], moved[2]))))
        self._checked(b, s, seat, code, said)
        return code, self.path(b, s, seat, code)

    def _checked(self, b: Any, s: Any, seat: int, code: int, said: str) -> int:
        why = int(why_not(b, s, seat, code))
        if why != Why.LEGAL:
            raise refusal(why, said, figures(b, s, seat, code, why))
        return code

    def path(self, b: Any, s: Any, seat: int, code: int) -> ActionPath:
        """The circles of a path for the move, forward wherever possible; `()` for a pass, an entry, or if there is no path."""
        if code == PASS:
            return ()
        return path_to(b, s, seat, int(codes.mover(b, code)), int(codes.destination(b, code)))

    def check_path(self, b: Any, s: Any, seat: int, code: int, path: ActionPath) -> ActionPath:
        """Check that `path` is a path of this legal action, and return it.

        The last circle alone is accepted too, since that is what players click: the usual path is returned. A pawn that enters has no path, so `()`
        is returned for it.
        """
        usual = self.path(b, s, seat, code)
        if code == PASS:
            if path:
                raise refusal(Why.NOT_CONNECTED, "-".join(path))
            return ()
        end = self.structure(b, s, seat, code)["to"]
        pawn = int(codes.mover(b, code))
        if path in ((), (end,), (start_place(pawn, seat), end)):
            return usual
        if usual and is_path(b, s, seat, pawn, path) and path[-1] == end:
            return path
        raise refusal(Why.NOT_CONNECTED, "-".join(path))


CODEC = Codec(
    Kind("pass"),
    Kind("move", {"number": range(1, PAWNS + 1), "to": _ends}, text="{number}: {to}"),
)
