"""What a learning program is told in Banzaï!: each number is read back and compared with the seat's view."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ludotheque.core import entry
from ludotheque.core.observation import Observation
from ludotheque.envs.seats import described
from ludotheque.games.banzai.state import CALLS, CARDS, FAMILIES, NONE, OPTIONAL, Phase
from ludotheque.table import Table
from ludotheque.testing import walks
from ludotheque.testing.variants import variants as variants_of

MOST = 50
"""About how many positions of a game are looked at."""


def told(table: Table, seat: int) -> dict[str, Any]:
    """The features of an observation by name."""
    features: Observation = described(table.game, table.box, table.state)
    out = np.zeros(features.size, np.float32)
    entry.observe(table.box, table.view({seat}), seat, out)
    at, read = 0, {}
    for feature in features.numbers:
        read[feature.name] = out[at : at + feature.size].reshape(feature.shape)
        at += feature.size
    return read


def test_an_observation_matches_the_view() -> None:
    phases = set()
    kinds = [dict(each.options).get("unhurried", False) for each in variants_of("banzai")]
    for unhurried in (False, True):
        variant = variants_of("banzai")[kinds.index(unhurried)]
        for seed in (1, 2):
            going = walks.walk(variant, seed)
            for table in going.tables(list(going.points[:: max(1, len(going.points) // MOST)])):
                phases.add(Phase(int(table.state["phase"][0])))
                for seat in range(variant.seats):
                    agrees(table, seat)
    assert {Phase.CHOOSE, Phase.OPEN, Phase.STOP, Phase.GRAB, Phase.END} <= phases, phases


def agrees(table: Table, seat: int) -> None:
    """Compare an observation with the view that it is made from."""
    view, read, seats = table.view({seat})[0], told(table, seat), table.seats
    turn = [(seat + place) % seats for place in range(seats)]
    for place, other in enumerate(turn):
        assert bits(read["cards"][place]) == int(view.hands[other])
        assert read["held"][place] == pytest.approx(int(view.held[other]) / 10)
        assert read["has_laid"][place] == (view.chosen[other] != NONE)
        laid = [int(view.chosen[other])] if 0 <= view.chosen[other] < CARDS else []
        assert list(np.flatnonzero(read["laid"][place])) == laid
        assert read["caller"][place] == (view.caller == other)
        for call in range(len(CALLS)):
            assert read["used"][call, place] == (view.used[call, other] != NONE)
    assert bits(read["shown"]) == int(view.shown)
    assert bits(read["in_play"]) == int(view.in_play)
    assert read["united"].shape == (len(FAMILIES), len(FAMILIES))
    assert list(np.flatnonzero(read["phase"])) == [int(view.phase)]
    lying = [index for index in range(int(view.pawns)) if view.pawn_by[index] == NONE]
    assert list(np.flatnonzero(read["pawns"])) == lying
    for pawn in lying:
        assert read["pawn_x"][pawn] == pytest.approx(int(view.pawn_x[pawn]) / 1000)
        assert read["pawn_y"][pawn] == pytest.approx(int(view.pawn_y[pawn]) / 1000)
    assert read["optional"].tolist() == [
        float(bool(view.optional_rules) and bool(view[name])) for name in OPTIONAL
    ]


def bits(numbers: Any) -> int:
    """The set that some numbers tell."""
    return sum(1 << int(index) for index in np.flatnonzero(numbers))
