"""What deserves a look before the game goes on has a moment: a title and the places that glow."""

from __future__ import annotations

import numpy as np
import pytest

from ludotheque import Table
from ludotheque.core.catalogue import say
from ludotheque.scene.model import EventView
from ludotheque.table.views import Follower, event_view, mask
from tests.billabong.scenes import race

LOOKED_AT = {
    "bantu": {"bantu.event.capture": "bantu.moment.capture", "bantu.event.finish": "bantu.moment.finish"},
    "banjooli-cross": {
        "banjooli-cross.event.bounces": "banjooli-cross.moment.lava",
        "banjooli-cross.event.bounces_home": "banjooli-cross.moment.lava",
        "banjooli-cross.event.sinks": "banjooli-cross.moment.sinks",
        "banjooli-cross.event.bewitched": "banjooli-cross.event.bewitched",
        "banjooli-cross.event.arrives": "banjooli-cross.event.arrives",
    },
    "boussanga": {"boussanga.event.scored": "boussanga.moment.aligned"},
}
"""What happens, and the title of its card."""
OPTIONS = {"banjooli-cross": {"special": "two", "berries": True}}
EVENTS = 900


def told(game: str, seed: int) -> list[EventView]:
    """What everybody saw of a game of random actions."""
    table, rng = Table(game, 2, OPTIONS.get(game), seed=seed), np.random.default_rng(seed)
    while not table.is_over and len(table.events) < EVENTS:
        seat = table.actors[0]
        table.play(int(rng.choice(table.legal_actions(seat))), seat)
    follower = Follower(table.journal, mask(frozenset()))
    found = []
    while follower.is_behind:
        found.append(follower.next())
    return found


@pytest.mark.parametrize("game", LOOKED_AT)
def test_notable_events_get_a_moment(game: str) -> None:
    seen: set[str] = set()
    wanted = LOOKED_AT[game]
    for seed in range(12):
        for event in told(game, seed):
            if (title := wanted.get(event.message.key)) is None:
                continue
            seen.add(event.message.key)
            assert event.moment is not None, f"nobody rests for {say(event.message, 'en')}"
            assert event.moment.title.key == title
            assert event.moment.places, "nothing glows"
        if seen == wanted.keys():
            return
    assert seen == wanted.keys()


def test_a_kangaroo_that_comes_home_is_looked_at() -> None:
    table = race([{"seat": 0, "cell": "i3", "crossings": 1}])
    table.play("i3-home")
    moment = event_view(table.journal, (), 0).moment
    assert moment is not None
    assert moment.title.key == "billabong.moment.home"
    assert moment.places == ("lake.1",)


def test_a_berry_that_is_turned_over_is_looked_at() -> None:
    found = [
        event
        for seed in range(6)
        for event in told("banjooli-cross", seed)
        if event.moment and event.moment.sprite == "berry-shown"
    ]
    assert found
    assert all(event.moment and event.moment.places for event in found)
