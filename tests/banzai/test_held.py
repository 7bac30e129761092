"""A Stop that is held: until it is played, nobody but its caller knows which one it is."""

from __future__ import annotations

import json

import pytest

from ludotheque import Table
from ludotheque.core.catalogue import say
from ludotheque.table import views

POSITION = {
    "game": "banzai", "seats": 3, "phase": "open", "exchanges": 1, "now_ms": 1000,
    "families": ["fox", "frog", "turtle"],
    "hands": [["fox.lord", "fox.warrior", "fox.kid", "fox.magician", "frog.kid"], ["frog.lord", "frog.warrior", "turtle.kid", "turtle.princess", "frog.princess"],
              ["turtle.lord", "turtle.warrior", "frog.magician", "fox.princess", "turtle.magician"]],
}  # fmt: skip


def held(what: str) -> Table:
    table = Table.from_position(POSITION)
    table.play({"do": "call", "what": what, "family": "fox"}, 0, at_ms=1500)
    return table


@pytest.mark.rule("BNZ-34")
def test_others_hear_only_stop_until_it_is_played() -> None:
    one, other = held("stop1"), held("stop2")
    for audience in ((), (1,), (1, 2)):
        assert one.view(audience).tobytes() == other.view(audience).tobytes()
        assert one.scene(audience) == other.scene(audience)
        told = views.event_view(one.journal, audience, len(one.events) - 1)
        assert told == views.event_view(other.journal, audience, len(other.events) - 1)
        assert say(told.message, "en") == "calls “Stop!”"
        assert "fox" not in json.dumps(one.record(audience)[1:])
    assert one.scene({0}) != other.scene({0})


@pytest.mark.rule("BNZ-26", "BNZ-29")
def test_once_it_is_played_all_know() -> None:
    one, other = held("stop1"), held("stop2")
    for table in (one, other):
        table.advance(1800)
    assert one.view(()).tobytes() != other.view(()).tobytes()
    assert "Move pawns" in say(views.event_view(one.journal, (), len(one.events) - 1).message, "en")
