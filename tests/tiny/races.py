"""What is raced for in the tiny game: the pawn, from the moment all cards are shown."""

from typing import Any

from ludotheque.core.racing import Cue
from tiny.state import GRAB, GRAB_CODE


class Racing:
    """One race a round. In a calm game the farther seats take longer to reach the pawn."""

    def cue(self, b: Any, s: Any) -> Cue | None:
        if s["phase"] != GRAB:
            return None
        return Cue(int(s["gone_ms"]) - int(b["patience_ms"]), "grab", (1 << int(s["seats"])) - 1)

    def is_claim(self, b: Any, s: Any, code: int) -> bool:
        return code == GRAB_CODE

    def reach_ms(self, b: Any, s: Any, seat: int, code: int) -> float:
        return 100.0 * seat if s["calm"] else 0.0

    def holds(self, b: Any, s: Any, code: int) -> bool:
        return False
