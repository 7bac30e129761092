"""What speaks for a move, in one sentence: told with advice, beside the chances that a bot gives it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.core import state as states
from ludotheque.core import verbs
from ludotheque.core.message import Message
from ludotheque.games.billabong.choices import legal_codes
from ludotheque.games.billabong.codes import crossings_then, mover, race_start
from ludotheque.games.billabong.labels import player
from ludotheque.games.billabong.rules.finish import SAME_PROGRESS, distance_done, progress
from ludotheque.games.billabong.rules.placing import exists
from ludotheque.games.billabong.state import HOME_CROSSINGS, MAX_KANGAROOS, Ending

WORTH_SAYING = 0.08
"""So much of a lap is told of as a longer or a shorter way: three to four cells."""
FEW = 3
"""So many moves that get farther are few."""
BEHIND = 0.05
"""So much of a lap behind all others, a kangaroo is the last one."""


def merit(b: Any, s: Any, seat: int, action: int) -> Message | None:
    """The reason for a legal move of the race; None where its own words say it (a kangaroo comes home), or nothing does."""
    if action < race_start(b) or crossings_then(b, action) == HOME_CROSSINGS:
        return None
    gains = dict(_gains(b, s, seat))
    if len(gains) < 2:
        return None
    after = states.copy(s)[0]
    verbs.play(b, after, seat, action)
    if int(after["ended"]) != Ending.NONE.value:
        return None
    if gains[action] > 0 and gains[action] >= max(gains.values()) - SAME_PROGRESS:
        return Message("billabong.merit.far")
    if gains[action] > 0 and _is_last(b, s, seat, int(mover(b, action))):
        return Message("billabong.merit.last")
    if _best(b, after, seat) > max(gains.values()) + WORTH_SAYING:
        return Message("billabong.merit.prepare")
    for other in range(int(s["seats"])):
        if (
            other != seat
            and not s["rank"][other]
            and _best(b, s, other) > _best(b, after, other) + WORTH_SAYING
        ):
            return Message("billabong.merit.block", {"who": player(other)})
    better = sum(gain > gains[action] + SAME_PROGRESS for gain in gains.values())
    return Message("billabong.merit.near") if gains[action] > 0 and better <= FEW else None


def _gains(b: Any, s: Any, seat: int) -> Iterator[tuple[int, float]]:
    """Each move that the seat could make if it were its turn, and how much of a lap it brings."""
    start = states.copy(s)[0]
    start["to_play"] = seat
    before = progress(b, start, seat)
    for code in legal_codes(b, start, seat):
        if code >= race_start(b):
            after = states.copy(start)[0]
            verbs.play(b, after, seat, code)
            yield code, progress(b, after, seat) - before


def _best(b: Any, s: Any, seat: int) -> float:
    """How much of a lap the seat's best move would bring; 0 without one."""
    return max((gain for _, gain in _gains(b, s, seat)), default=0.0)


def _is_last(b: Any, s: Any, seat: int, kangaroo: int) -> bool:
    """Whether a kangaroo is well behind all others of its seat."""
    ways = {each: distance_done(b, s, seat, each) for each in range(MAX_KANGAROOS) if exists(b, s, each)}
    return all(ways[kangaroo] < way - BEHIND for each, way in ways.items() if each != kangaroo)
