"""What Python gives to compiled rules: Numba takes a tenth of a millisecond to find out what an enum is, each time."""

from __future__ import annotations

from enum import Enum
from typing import Any

import pytest

from ludotheque.core import kernel
from ludotheque.table import Table, views
from ludotheque.testing import Variant
from ludotheque.testing.walks import walk
from tests.conformance.variants import GAMES, few_variants

LOOKS = 20
"""At so many moments of a game."""


@pytest.mark.skipif(not kernel.kernels(), reason="interpreted rules are no kernels")
@pytest.mark.parametrize(
    "variant", [variant for game in GAMES for variant in few_variants(game)[:2]], ids=str
)
def test_no_rule_is_given_an_enum(variant: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    given: set[str] = set()
    called = kernel.Kernel.__call__

    def noted(asked: kernel.Kernel, *args: Any) -> Any:
        given.update(f"{asked!r}: {each!r}" for each in args if isinstance(each, Enum))
        return called(asked, *args)

    monkeypatch.setattr(kernel.Kernel, "__call__", noted)
    game = walk(variant, 1)
    points = list(game.points)
    for table in game.tables(points[:: max(1, len(points) // LOOKS)]):
        look_at_all(table)
    assert given == set()


def look_at_all(table: Table) -> None:
    """Whatever is shown and said of a table."""
    for seat in table.actors:
        table.scene({seat})
        table.legal_actions(seat).texts()
        code = table.legal_actions(seat)[0]
        table.why_not(code, seat)
    table.scene(range(table.seats))
    table.scene(())
    if table.events:
        views.event_view(table.journal, (), len(table.events) - 1)
    table.position()
