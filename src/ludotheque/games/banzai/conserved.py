"""What no action of Banzaï! may change: every card is in exactly one place, and every seat is at the table or out."""

from __future__ import annotations

from typing import Any

from ludotheque.games.banzai.names import families_in_play, seated
from ludotheque.games.banzai.rules.hands import count, pile
from ludotheque.games.banzai.state import OF_FAMILY


def conserved(b: Any, s: Any) -> dict[str, int]:
    """Every card of the families in play is in one hand, given, pooled or in the pile; every seat is in, out or third."""
    held = sum(count(int(hand)) for hand in s["hands"])
    given = sum(count(int(gift)) for gift in s["gift"] if gift > 0)
    cards = held + given + count(int(s["pool"])) + count(pile(s))
    expected = OF_FAMILY * len(families_in_play(s))
    return {
        "cards too many or too few": cards - expected,
        "hands told wrongly": sum(
            count(int(hand)) != int(held) for hand, held in zip(s["hands"], s["held"], strict=True)
        ),
        "players away from the table": sum(
            int(out) == 0 and seat not in seated(s) for seat, out in enumerate(s["out"][: int(s["seats"])])
        ),
    }


def always_reveals(b: Any, s: Any, code: int) -> bool:
    """What is said and done at this table was seen and heard, so nobody takes anything back alone."""
    return True
