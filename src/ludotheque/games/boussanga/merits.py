"""What speaks for an action, in one sentence: told with advice, beside the chances that a bot gives it."""

from __future__ import annotations

from typing import Any

from ludotheque.core import state as states
from ludotheque.core import verbs
from ludotheque.core.message import Message
from ludotheque.games.boussanga.codes import DISCARD
from ludotheque.games.boussanga.labels import player
from ludotheque.games.boussanga.prospects import could_align
from ludotheque.games.boussanga.rules.aligning import points
from ludotheque.games.boussanga.rules.setup import is_cooperative, store_of
from ludotheque.games.boussanga.state import Ending


def merit(b: Any, s: Any, seat: int, action: int) -> Message | None:
    """The reason for laying a card in a competition; None where its own words say it (it earns points), or nothing does."""
    if action >= DISCARD or is_cooperative(s):
        return None
    after = states.copy(s)[0]
    verbs.play(b, after, seat, action)
    own = int(store_of(s, seat))
    if int(after["ended"]) != Ending.NONE.value or points(b, after, own) > points(b, s, own):
        return None
    following = (seat + 1) % int(s["seats"])
    mine, against = _could_align(b, after, seat), store_of(s, following) != own
    theirs, then = _could_align(b, s, following), _could_align(b, after, following)
    who = player(s, following)
    if against and theirs > then:
        return Message("boussanga.merit.spoil", {"who": who, "n": theirs})
    if mine > then or (not against and mine):
        return Message("boussanga.merit.prepare", {"n": mine})
    return Message("boussanga.merit.nothing", {"who": who}) if against and not then else None


def _could_align(b: Any, s: Any, seat: int) -> int:
    return int(could_align(b, s, seat))
