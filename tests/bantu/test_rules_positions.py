"""Positions written and read back, and what is refused, by field."""

from __future__ import annotations

import random

import pytest
from hypothesis import strategies as st

from ludotheque.core.errors import BadOption, BadPosition, UnknownGame
from ludotheque.table import Table
from tests.bantu.boards import track
from tests.bantu.comparison import WAYS
from tests.depth import few_or_many, for_any

TWO = {"game": "bantu", "seats": 2}


@pytest.mark.parametrize(("seats", "options"), WAYS)
def test_a_position_comes_back_byte_for_byte(seats, options):
    table, rng = Table("bantu", seats=seats, options=options, first=seats - 1), random.Random(7)
    while not table.is_over:
        table.play(rng.choice(list(table.legal_actions())))
        back = Table.from_position(table.position())
        assert back.state.tobytes() == table.state.tobytes()
        assert back.position() == table.position()


def test_the_position_of_the_documentation():
    table = Table.from_position(
        {"game": "bantu", "seats": 4, "options": {"short": False, "teams": False}, "to_play": 0,
         "pawns": [{"seat": 0, "number": 3, "at": "r15b"}, {"seat": 1, "number": 4, "at": "start"},
                   {"seat": 2, "number": 1, "at": "finish"}]}
    )  # fmt: skip
    assert "3: r17c" in table.legal_actions().texts()
    assert table.position()["pawns"] == [
        {"seat": 0, "number": 3, "at": "r15b"},
        {"seat": 2, "number": 1, "at": "finish"},
    ]


def test_a_finished_position_loads_and_offers_nothing():
    table = track("1:finish 2:finish 3:finish 4:finish", "")
    assert table.is_over
    assert table.outcome.ranking == (1, 2)
    assert len(table.legal_actions(0)) == len(table.legal_actions(1)) == 0


def pawn(seat, number, at):
    return {"seat": seat, "number": number, "at": at}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"sheep": 1}, "sheep"),
        ({"to_play": 2}, "to_play"),
        ({"to_play": True}, "to_play"),
        ({"pawns": 5}, "pawns"),
        ({"pawns": [7]}, "pawns[0]"),
        ({"pawns": [{"number": 1, "at": "r22a"}]}, "pawns[0].seat"),
        ({"pawns": [{"seat": 0, "at": "r22a"}]}, "pawns[0].number"),
        ({"pawns": [{"seat": 0, "number": 1}]}, "pawns[0].at"),
        ({"pawns": [pawn(2, 1, "r22a")]}, "pawns[0].seat"),
        ({"pawns": [pawn(0, 5, "r22a")]}, "pawns[0].number"),
        ({"pawns": [{**pawn(0, 1, "r22a"), "hat": 1}]}, "pawns[0].hat"),
        ({"pawns": [pawn(0, 1, "r28a")]}, "pawns[0].at"),
        ({"pawns": [pawn(0, 1, "r22e")]}, "pawns[0].at"),
        ({"pawns": [pawn(0, 1, "home")]}, "pawns[0].at"),
        ({"pawns": [pawn(0, 1, "r20a")]}, "pawns[0].at"),
        ({"pawns": [pawn(0, 3, "r6d")]}, "pawns[0].at"),
        ({"pawns": [pawn(0, 1, "r22a"), pawn(1, 1, "r22a")]}, "pawns[1].at"),
        ({"pawns": [pawn(0, 1, "r22a"), pawn(0, 1, "r22b")]}, "pawns[1]"),
        ({"pawns": [pawn(0, 4, "r1a")], "options": {"short": True}}, "pawns[0].number"),
        ({"pawns": [pawn(seat, n, "finish") for seat in (0, 1) for n in (1, 2, 3, 4)]}, "pawns"),
        ({"turns": [1]}, "turns"),
        ({"turns": [1, -1]}, "turns[1]"),
        ({"first": 2}, "first"),
        ({"options": {"teams": True}}, "options.teams"),
        ({"seats": 5}, "seats"),
    ],
)
def test_impossible_positions_name_the_field(changes, field):
    with pytest.raises((BadPosition, BadOption)) as refused:
        Table.from_position({**TWO, "pawns": [], **changes})
    assert refused.value.field == field
    assert refused.value.why


@pytest.mark.rule("BAN-49")
def test_a_seat_that_has_finished_is_not_next():
    with pytest.raises(BadPosition) as refused:
        track("1:finish 2:finish 3:finish 4:finish", "", "", "", options={"teams": True})
    assert refused.value.field == "to_play"


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.integers(-1, 5) | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
PLACES = st.sampled_from(
    ["start", "finish", "r0a", "r7b", "r14c", "r21d", "r27a", "r28a", "r٣a", "r01a", "r", "", "ra"]
)
PAWN = st.fixed_dictionaries(
    {"seat": st.integers(0, 3), "number": st.integers(0, 5), "at": PLACES | ANYTHING},
    optional={"hat": ANYTHING},
)
POSITION = st.fixed_dictionaries(
    {},
    optional={
        "game": st.sampled_from(["bantu", "chess"]) | ANYTHING,
        "seats": st.integers(1, 5) | ANYTHING,
        "options": st.fixed_dictionaries({}, optional={"short": st.booleans() | ANYTHING, "teams": st.booleans() | ANYTHING})
        | ANYTHING,
        "to_play": st.integers(0, 3) | ANYTHING,
        "pawns": st.lists(PAWN | ANYTHING, max_size=9) | ANYTHING,
        "turns": st.lists(st.integers(0, 400) | ANYTHING, max_size=4) | ANYTHING,
        "first": st.integers(0, 3) | ANYTHING,
        "sheep": ANYTHING,
    },
)  # fmt: skip


@few_or_many("examples", 80, 300)
def test_whatever_a_position_says_it_is_read_or_refused_by_field(examples):
    for_any(POSITION, read_or_refused, examples)


def read_or_refused(said):
    """No JSON at all makes anything but a table or one of the refusals that name what is wrong."""
    for position in (said, TWO | said):
        try:
            table = Table.from_position(position)
        except (BadPosition, BadOption):
            continue
        except UnknownGame:
            assert position["game"] not in ("bantu", "billabong", "tiny")
        else:
            assert Table.from_position(table.position()).state.tobytes() == table.state.tobytes()
