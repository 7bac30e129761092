"""Actions of the tiny game as structure, integer and text; its positions as JSON."""

from typing import Any

from ludotheque.core.fields import FieldPositions
from ludotheque.core.game import HIDDEN
from ludotheque.core.notation import Kind, Notation
from tiny.state import ADDS, FIRST_CARD, MAX_CARDS, MAX_FACES, NONE, RANGES, Phase


class Codec(Notation):
    """`add 2`, `grab`; chance: `die 5`, `card 3` (faces and cards counted from 1)."""

    def veil(self, b: Any, s: Any, seat: int, code: int, audience: int) -> int:
        if FIRST_CARD <= code:
            dealt_to = next(place for place in range(int(s["seats"])) if s["card"][place] == NONE)
            return code if audience >> dealt_to & 1 else HIDDEN
        if code < ADDS:
            return code if audience >> seat & 1 else HIDDEN
        return code


CODEC = Codec(
    Kind("add", {"value": range(ADDS)}),
    Kind("grab"),
    Kind("die", {"value": range(1, MAX_FACES + 1)}),
    Kind("card", {"value": range(1, MAX_CARDS + 1)}),
)
POSITIONS = FieldPositions(RANGES, enums={"phase": Phase}, by_seat=("card", "add", "score"))
