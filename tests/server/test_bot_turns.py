"""Bots wait while people look at what just happened: at a capture, an arrival, the dice of a throw."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.server.live.turns import BEAT, THROW, BotTurns
from ludotheque.server.room.log_events import Act, Created, LogEvent, Row, Sat, Started
from ludotheque.server.room.state import TableState, fold
from ludotheque.server.room.views import ViewCache
from ludotheque.table import views

EVERYBODY = frozenset[int]()


def course() -> TableState:
    """A game of Banjooli Cross that has begun."""
    events: list[LogEvent] = [
        Created("banjooli-cross", 1, 2, {}, 0, None, "07" * 32, 1),
        Sat(0, 1, "Léa", False, "01"),
        Sat(1, 2, "Tom", False, "02"),
        Started(0),
    ]
    return fold("t", [Row(seq, None, 1000 + seq, event) for seq, event in enumerate(events)])


def test_a_bot_pauses_for_its_dice_and_longer_for_a_moment() -> None:
    state, rng = course(), np.random.default_rng(5)
    cache = ViewCache(state)
    room: Any = SimpleNamespace(state=state, views=cache)
    turns = BotTurns(room, 0.7)
    seen: set[float] = set()
    for _ in range(70):
        table = state.table
        assert table is not None
        cache.catch_up(EVERYBODY, 9.0)
        told = views.event_views(table.journal, ())
        last = next((index for index in range(len(told) - 1, -1, -1) if told[index].seat >= 0), 0)
        if any(event.moment for event in told[last:]):
            wanted = BEAT
        elif (
            told and told[-1].seat == CHANCE_SEAT and any("gets" in part.key for part in told[-1].brief or ())
        ):
            wanted = THROW
        else:
            wanted = 0.0
        assert turns._looks() == wanted, told[-1].message
        seen.add(wanted)
        if table.is_over:
            break
        seat = table.actors[0]
        action = int(rng.choice(table.legal_actions(seat)))
        state.apply(Row(state.seq + 1, None, 3000, Act(seat, action, ())))
        cache.forget()
    assert seen == {0.0, THROW, BEAT}
    assert cache.has_throw(max(cache._list_of(EVERYBODY).thrown))
    cache.forget(rewound_to=1)
    assert not cache._list_of(EVERYBODY).thrown, "dice that were taken back hold nobody up"
