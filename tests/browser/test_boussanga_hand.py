"""A phone beside the table's own screen: every action of Boussanga can be done there by touch. Its hands lie open, so it shows the board too."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from browser.hands import touch
from browser.situated import action_at
from browser.test_boussanga import do
from ludotheque import Table
from tests.boussanga.tables import board, common, competitive, draw
from tests.depth import deep

pytestmark = pytest.mark.browser

FOUND = ["TTE.....", "........", "TE.TE.TE", "E.T.E..T"]
"""The first card lies on the board."""
LOST = ["T......T", "........", "T......T", "E..E..EE"]
"""No card in hand lies there."""


def going_back() -> Table:
    """Five earth tokens are collected: three go back."""
    table = common(FOUND, zone={"T": 3})
    table.play("1: a4T b4T c4E")
    draw(table)
    return table


SITUATIONS: dict[str, tuple[Callable[[], Table], str]] = {
    "a card is laid": (competitive, "1: a4T b4T c4E"),
    "a card is laid turned": (competitive, "1: a4T b3T c2E"),
    "four are aligned": (lambda: competitive(board(r4="..TT....")), "1: e4T f4T g4E"),
    "a card is discarded": (competitive, "discard 2"),
    "a card is found": (lambda: common(FOUND), "1: a4T b4T c4E"),
    "a card is found turned": (
        lambda: common(["T.......", ".T......", "..E.....", "T..EE.TE"]), "1: a4T b3T c2E",
    ),
    "a colour goes back for a pass": (lambda: common(LOST, zone={"T": 2, "A": 1}), "discard 2 T"),
    "nothing goes back for a pass": (lambda: common(LOST), "discard 2"),
    "a token is put back": (going_back, "T>a4"),
}  # fmt: skip
"""How each begins, and what is done then."""


FURTHER = {
    "four are aligned", "a card is discarded", "a card is found", "a card is found turned", "nothing goes back for a pass",
}  # fmt: skip
"""Gone through where there is time: what is done is of the same kind as above it."""


@pytest.mark.parametrize("name", [deep(name) if name in FURTHER else name for name in SITUATIONS])
def test_it_is_done_on_a_phone_beside_the_tables_own_screen(hand, situated, name):
    make, text = SITUATIONS[name]
    table, code = action_at(make(), text)
    identity = situated.at_hand(hand, table)
    do(hand, situated, identity, table, code, touch)
    assert situated.table(identity).events[0].text == text
