"""What is made for an audience is made once, grows with the game, and is the same however it was come by."""

from __future__ import annotations

import random

import msgspec
import pytest

from ludotheque.core import registry
from ludotheque.scene.columns import encode
from ludotheque.scene.snapshot import Snapshot, ask, of, record
from ludotheque.server.room.log_events import Act, Row, Undone
from ludotheque.server.room.seating import begun
from ludotheque.server.room.spec import ChairSpec, TableSpec, opening
from ludotheque.server.room.state import fold
from ludotheque.server.room.views import ViewCache, move_of
from ludotheque.table.views import event_views, layout
from tests.server.test_secrets import table

ACTIONS = ((0, 2), (1, 1), (1, 3))


@pytest.mark.parametrize("seats", [frozenset[int](), frozenset({0}), frozenset({1})])
def test_a_list_made_in_parts_is_the_one_made_at_once(seats: frozenset[int]) -> None:
    state = table(*ACTIONS)
    whole = [bytes(move) for move in ViewCache(state).moves(seats)]
    slowly = ViewCache(state)
    rounds = 0
    while not slowly.catch_up(seats, 0.0):
        rounds += 1
    assert rounds >= 2, "no more than one at a time where there is no time"
    assert [bytes(move) for move in slowly.moves(seats)] == whole
    assert bytes(slowly.scene(seats).json) == bytes(ViewCache(state).scene(seats).json)


@pytest.mark.parametrize("seats", [frozenset[int](), frozenset({1})])
@pytest.mark.parametrize("keep", [0, 1, 2])
@pytest.mark.parametrize("told", [0, 1, 3])
def test_undone_moves_are_no_longer_sent(seats: frozenset[int], told: int, keep: int) -> None:
    state = table(*ACTIONS)
    views = ViewCache(state)
    for _ in range(told):
        views.catch_up(seats, 0.0)
    state.apply(Row(state.seq + 1, None, 3000, Undone(0, keep)))
    views.forget(rewound_to=keep)
    fresh = ViewCache(state)
    assert bytes(views.scene(seats).json) == bytes(fresh.scene(seats).json), (
        "the last event is looked at again"
    )
    assert [bytes(move) for move in views.moves(seats)] == [bytes(move) for move in fresh.moves(seats)]
    assert state.table is not None
    seat = state.table.actors[0]
    action = int(state.table.legal_actions(seat)[0])
    state.apply(Row(state.seq + 1, None, 3001, Act(seat, action, (), 90)))
    views.forget()
    assert bytes(views.scene(seats).json) == bytes(ViewCache(state).scene(seats).json)


@pytest.mark.parametrize("game", ["banjooli-cross", "tiny"])
def test_everybody_sees_what_they_may_whoever_asked_before(game: str) -> None:
    chairs = [ChairSpec("me", "Ada"), ChairSpec("here", "Tom")]
    made = opening(1, "Ada", TableSpec(game, 2, chairs))
    state, chance = (
        fold("table", [Row(seq, None, 1000, event) for seq, event in enumerate(made)]),
        random.Random(1),
    )
    state.apply(Row(state.seq + 1, None, 2000, begun(state)))
    views = ViewCache(state)
    audiences = [frozenset(seats) for seats in ((0, 1), (0,), (), (1,))]
    for number in range(60):
        assert state.table is not None
        going, journal, remaining = state.table, state.table.journal, None
        if not going.actors:
            break
        if number % 9 == 8:
            remaining = chance.randrange(max(0, len(journal.events) - 12), len(journal.events))
            event: Act | Undone = Undone(0, remaining)
        else:
            seat = chance.choice(going.actors)
            event = Act(seat, chance.choice(list(going.legal_actions(seat))))
        state.apply(Row(state.seq + 1, None, 3000 + number, event))
        views.forget(rewound_to=remaining)
        for audience in chance.sample(audiences, 2):
            own = event_views(journal, audience)
            assert [bytes(move) for move in views.moves(audience)] == [
                encode(move_of(count, each)) for count, each in enumerate(own, 1)
            ]
            shown = views.scene(audience)
            assert shown is not None
            assert shown.thing.last == (own[-1] if own else None)


def test_equal_views_are_sent_as_the_same_bytes() -> None:
    views = ViewCache(table(*ACTIONS))
    spectators = frozenset[int]()
    assert views.scene(spectators) is views.scene(spectators)
    online = frozenset({1, 2})
    assert views.facts(0, online, "ready") is views.facts(7, online, "ready")
    assert views.facts(1, online, "ready") is not views.facts(2, online, "ready")
    before = views.facts(0, online, "ready")
    views.forget()
    assert views.facts(0, online, "ready") is not before
    assert b'"choices"' not in bytes(views.scene(spectators).json), "a spectator has nothing to choose"


def test_a_look_reads_a_field_once_and_asks_a_rule_once() -> None:
    state = table(*ACTIONS).table
    assert state is not None
    look = of(state.journal.s)
    assert of(look) is look
    assert look["seats"] == 2
    assert look["seats"] is look["seats"]
    assert record(look) is look.record
    assert record(state.journal.s)["seats"] == 2
    asked: list[int] = []

    def rule(_s: object, seat: int) -> int:
        asked.append(seat)
        return seat + 1

    assert [ask(look, rule, 0), ask(look, rule, 0), ask(look, rule, 1)] == [1, 1, 2]
    assert asked == [0, 1]
    assert ask(state.journal.s, rule, 0) == 1
    assert isinstance(look, Snapshot)


@pytest.mark.parametrize("game", registry.names())
def test_a_table_gets_its_own_layout_whatever_came_before(game: str) -> None:
    layouts, kept = set(), set()
    for seed in ("07", "08", "09", "07"):
        seats = registry.get(game).seats[0]
        chairs = [ChairSpec("me"), *(ChairSpec("bot", level="random") for _ in range(seats - 1))]
        created, *others = opening(1, "Ada", TableSpec(game, seats, chairs))
        events = [msgspec.structs.replace(created, seed=seed * 32), *others]
        state = fold(seed, [Row(number, None, 1000, event) for number, event in enumerate(events)])
        state.apply(Row(state.seq + 1, None, 2000, begun(state)))
        assert state.table is not None
        views = ViewCache(state)
        assert bytes(views.layout()) == msgspec.json.encode(layout(state.table.journal))
        told = msgspec.json.decode(bytes(views.layout()))
        assert told["id"] == msgspec.json.decode(bytes(views.scene(frozenset()).json))["layout"]
        layouts.add(told["id"])
        kept.add(id(views.layout()))
    assert (len(layouts) > 1) == (game == "banjooli-cross"), "there alone chance lays the board"
    assert len(kept) == len(layouts), "tables with the same layout keep it once"
