"""Facts for `Game`: what no action may change, which chance people may enter, which actions reveal cards, and what each seat has come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.games.banjooli_cross import codes
from ludotheque.games.banjooli_cross.paths import target
from ludotheque.games.banjooli_cross.rules.arriving import turns_played
from ludotheque.games.banjooli_cross.rules.scoring import score
from ludotheque.games.banjooli_cross.state import FINISHERS, NEST, PODIUM, Phase


def conserved(b: Any, s: Any) -> dict[str, int]:
    """What no action may change: five ostriches, no two in one place; every card in one hand or in the box."""
    nests = sum(each == NEST for each in s["at"].tolist())
    podium = {int(place) for place in s["place"] if place}
    track = {int(at) for at in s["at"] if at >= 0}
    held = [int(card) for card in s["prediction"] if card >= 0]
    return {
        "ostriches": nests + len(podium) + len(track),
        "cards": len(set(held)) + int(b["cards"]) - len(held),
    }


def are_dice_due(b: Any, s: Any) -> bool:
    """Whether chance is to throw dice, which people may do themselves; tiles and cards are the table's."""
    return int(s["phase"]) in (Phase.ROLL, Phase.WILD, Phase.SPIN)


def reveals(b: Any, s: Any, action: int) -> bool:
    """Whether an action ends the race and so reveals all predictions: the third arrival, or the last turn of the technical limit."""
    third = int(max(s["place"])) == FINISHERS - 1
    if codes.MOVE <= action < codes.BEWITCH and third and target(action)[1] == PODIUM:
        return True
    ends_turn = action == codes.PASS or codes.MOVE <= action < codes.TILE
    return ends_turn and int(turns_played(s)) + 1 >= int(b["turns"])


def points(b: Any, s: Any) -> Sequence[int]:
    """Each seat's points, once the race is over."""
    return [int(score(b, s, seat)) for seat in range(int(s["seats"]))]
