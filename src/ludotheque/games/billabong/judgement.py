"""What a position and a move are worth: the evaluation, the sentence that speaks for a move, and what a game may turn on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.core import state as states
from ludotheque.core import verbs
from ludotheque.core.jit import compiled
from ludotheque.core.message import Message
from ludotheque.core.numerics import exp, log
from ludotheque.core.things import Things, Used
from ludotheque.core.verbs import returns
from ludotheque.games.billabong.codes import MAX_MOVES, PASS, crossings_then, destination, mover, race_start
from ludotheque.games.billabong.labels import player
from ludotheque.games.billabong.rules.finish import SAME_PROGRESS, distance_done, progress
from ludotheque.games.billabong.rules.placing import exists
from ludotheque.games.billabong.state import ARRIVAL, HOME_CROSSINGS, LAST, MAX_KANGAROOS, POWER, Ending
from ludotheque.scene import asking


@compiled
def judge(b: Any, s: Any, out: Any) -> None:
    """Each seat's share of the win: 1 / way to some power, scaled to add up to 1; at the end, the result.

    With the power 4 a seat with half the other's way has odds of 16 to 1.
    """
    if s.ended != Ending.NONE.value:
        returns(b, s, out)
        return
    for seat in range(s.seats):
        out[seat] = log(distance_left(b, s, seat))
    total, first = 1.0, out[0]
    out[0] = 1.0
    for seat in range(1, s.seats):
        out[seat] = exp(b.weights[POWER] * (first - out[seat]))
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total


@compiled
def distance_left(b: Any, s: Any, seat: int) -> float:
    """The laps before all kangaroos of the seat; the last one counts more than once, since it will have nobody to hop over."""
    total, last = b.weights[ARRIVAL], 0.0
    for kangaroo in range(MAX_KANGAROOS):
        if exists(b, s, kangaroo):
            left = 1.0 - distance_done(b, s, seat, kangaroo)
            total += left
            last = max(last, left)
    return total + b.weights[LAST] * last


# -- what speaks for a move -------------------------------------------------------------------------------------------

WORTH_SAYING = 0.08
"""The least gain or loss worth a sentence, as a share of a lap: three to four cells."""
FEW = 3
"""A move still gets far if at most this many get farther."""
BEHIND = 0.05
"""How far the last kangaroo is behind all others, as a share of a lap."""


def merit(b: Any, s: Any, seat: int, action: int) -> Message | None:
    """The sentence that speaks for a legal move of the race; None if the move says it by itself (a kangaroo comes home), or nothing does."""
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
    """Each move that the seat could make on its turn, and how much of a lap it gains."""
    start = states.copy(s)[0]
    start["to_play"] = seat
    before = progress(b, start, seat)
    for code in asking.legal(b, start, seat, MAX_MOVES):
        if code >= race_start(b):
            after = states.copy(start)[0]
            verbs.play(b, after, seat, code)
            yield code, progress(b, after, seat) - before


def _best(b: Any, s: Any, seat: int) -> float:
    """How much of a lap the seat's best move would gain; 0 without one."""
    return max((gain for _, gain in _gains(b, s, seat)), default=0.0)


def _is_last(b: Any, s: Any, seat: int, kangaroo: int) -> bool:
    """Whether a kangaroo is well behind all others of its seat."""
    ways = {each: distance_done(b, s, seat, each) for each in range(MAX_KANGAROOS) if exists(b, s, each)}
    return all(ways[kangaroo] < way - BEHIND for each, way in ways.items() if each != kangaroo)


# -- what a game may turn on ------------------------------------------------------------------------------------------

FAR = 6
"""A move that ends at least this many columns or rows away is a great leap."""


def used(b: Any, before: Any, after: Any, seat: int, code: int) -> Iterator[Used]:
    """A step, a series of hops, a great leap, a turn without a move."""
    if seat < 0:
        return
    if code == PASS:
        yield seat, "move.pass"
        return
    if code < int(race_start(b)):
        return
    if int(crossings_then(b, code)) == HOME_CROSSINGS:
        return  # every winner has brought all of them home
    width = int(b["width"])
    start = int(before["cell"][seat, int(mover(b, code))])
    here, there = divmod(start, width), divmod(int(destination(b, code)), width)
    way = max(abs(here[0] - there[0]), abs(here[1] - there[1]))
    yield seat, "move.far" if way >= FAR else "move.hops" if way > 1 else "move.step"


def label(b: Any, name: str) -> Message:
    """What a way to move is called."""
    group, _, rest = name.partition(".")
    return Message(f"billabong.thing.{group}.{rest}", {"n": FAR})


THINGS = Things(used, label, ("move",))
