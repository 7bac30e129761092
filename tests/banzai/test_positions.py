"""Situations that cannot be, each refused with the key that says so; none may keep the rules from coming to an end."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque.core.errors import BadPosition, Unreadable
from ludotheque.games.banzai import codes
from ludotheque.table import Table
from tests.banzai import tables


def stop(what: str, **more: Any) -> dict[str, Any]:
    return {"what": what, "seat": 0, "at_ms": tables.NOW, **more}


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"phase": "stop", "stop": stop("lords", left=0), "dealing": {"0": 2}}, "dealing"),
        ({"phase": "stop", "stop": stop("marriage", family="fox", asked=1)}, "stop"),
        ({"phase": "held", "stop": stop("duel", family="fox")}, "stop"),
        ({"phase": "held", "stop": stop("stop1")}, "stop.family"),
        ({"phase": "stop", "stop": stop("lords", family="fox")}, "stop.family"),
        ({"phase": "stop", "stop": stop("marriage", family="cat", asked=0)}, "stop.asked"),
    ],
)
def test_a_stop_that_cannot_continue_is_refused(changed: dict[str, Any], field: str) -> None:
    good = tables.table(4, {0: "cat:lp frog:wkm", 1: "fox:lwp"}, optional=True).position()
    assert Table.from_position(good | {"phase": "stop", "stop": stop("marriage", family="cat", asked=1)})
    with pytest.raises(BadPosition) as refused:
        Table.from_position(good | changed)
    assert refused.value.field == field


@pytest.mark.parametrize("at_ms", [-1, 2**40 + 1, 2**70])
def test_an_instant_that_no_game_comes_to_is_unreadable(at_ms: int) -> None:
    table = tables.table(4)
    before = table.state.tobytes()
    with pytest.raises(Unreadable, match="at_ms: it must be from 0"):
        table.play({"do": "feint", "kind": "banz", "at_ms": at_ms}, 0)
    assert table.state.tobytes() == before


@pytest.mark.parametrize("more", [{"pawn": 0}, {"kind": "no_such"}])
def test_a_feint_shows_only_its_kind(more: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        tables.table(4).play({"do": "feint", "kind": "banz"} | more, 0)


def test_chance_results_are_nobodys_action() -> None:
    table = tables.table(4)
    for code in (codes.FAMILY, codes.CARD, codes.SEAT):
        assert tables.why(table, code, 0) == ("no_chance",)
