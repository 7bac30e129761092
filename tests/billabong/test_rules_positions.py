"""Positions written and read back, and what is refused, by field."""

import random

import pytest
from hypothesis import strategies as st

from ludotheque.core.errors import BadOption, BadPosition, UnknownGame
from ludotheque.table import Table
from tests.billabong.boards import race
from tests.depth import few_or_many, for_any

DUEL = {"game": "billabong", "seats": 2, "options": {"mode": "duel"}}


def five(seat, *cells):
    return [{"seat": seat, "cell": cell} for cell in cells] + [{"seat": seat, "cell": "home"}] * (
        5 - len(cells)
    )


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (2, {"mode": "duel", "touch_move": True}),
        (3, {"play_on": True}),
        (4, {"placement": "behind-stream"}),
    ],
)
def test_a_position_comes_back_byte_for_byte(seats, options):
    table, rng = Table("billabong", seats=seats, options=options, first=seats - 1), random.Random(7)
    for _ in range(60):
        table.play(rng.choice(list(table.legal_actions())))
        back = Table.from_position(table.position())
        assert back.state.tobytes() == table.state.tobytes()
        assert back.position() == table.position()


@pytest.mark.rule("BIL-46")
def test_the_order_of_finishers_comes_back():
    table = race("", "", "a1", "b1", to_play=2, options={"play_on": True}, finished=[1, 0])
    assert table.state[0].rank.tolist() == [2, 1, 0, 0]
    assert Table.from_position(table.position()).state[0].rank.tolist() == [2, 1, 0, 0]


def test_a_finished_position_loads_and_offers_nothing():
    table = race("", "a1")
    assert table.is_over
    assert table.outcome.ranking == (1, 2)
    assert len(table.legal_actions(0)) == len(table.legal_actions(1)) == 0


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"sheep": 1}, "sheep"),
        ({"phase": "siesta"}, "phase"),
        ({"to_play": 2}, "to_play"),
        ({"to_play": True}, "to_play"),
        ({"kangaroos": 5}, "kangaroos"),
        ({"kangaroos": [7]}, "kangaroos[0]"),
        ({"kangaroos": [{"cell": "k3"}]}, "kangaroos[0].seat"),
        ({"kangaroos": [{"seat": 2, "cell": "k3"}]}, "kangaroos[0].seat"),
        ({"kangaroos": [{"seat": 0, "cell": "k3", "hat": 1}]}, "kangaroos[0].hat"),
        ({"kangaroos": [{"seat": 0, "cell": "k3", "colour": "blue"}]}, "kangaroos[0].colour"),
        ({"kangaroos": [{"seat": 0}]}, "kangaroos[0].cell"),
        ({"kangaroos": [{"seat": 0, "cell": "q3"}]}, "kangaroos[0].cell"),
        ({"kangaroos": [{"seat": 0, "cell": "h7"}]}, "kangaroos[0].cell"),
        ({"kangaroos": five(0, "a1", "a2", "a3", "a1")}, "kangaroos[3].cell"),
        ({"kangaroos": [{"seat": 0, "cell": "k3", "crossings": 2}]}, "kangaroos[0].crossings"),
        ({"kangaroos": [{"seat": 0, "cell": "home", "crossings": 1}]}, "kangaroos[0].crossings"),
        ({"kangaroos": [*five(0, "a1"), {"seat": 0, "cell": "a2"}]}, "kangaroos[5]"),
        ({"kangaroos": five(0, "a1")}, "kangaroos"),
        ({"kangaroos": five(0) + five(1)}, "kangaroos"),
        ({"finished": [1]}, "finished"),
        ({"turns": [1]}, "turns"),
        ({"game": [1]}, "game"),
        ({"game": None}, "game"),
        ({"seats": None}, "seats"),
        ({"seats": 2.0}, "seats"),
        ({"options": []}, "options"),
        ({"phase": "placement", "kangaroos": [], "finished": False}, "finished"),
        ({"turns": [1, -1]}, "turns[1]"),
        ({"first": 2}, "first"),
        ({"phase": "placement", "kangaroos": [{"seat": 1, "cell": "a1"}]}, "kangaroos"),
        ({"phase": "placement", "kangaroos": [{"seat": 0, "cell": "home"}]}, "kangaroos[0].cell"),
        (
            {"phase": "placement", "kangaroos": [{"seat": 0, "cell": "a1", "crossings": 1}]},
            "kangaroos[0].crossings",
        ),
        ({"phase": "placement", "kangaroos": [], "turns": [1, 0]}, "turns[0]"),
    ],
)
def test_impossible_positions_name_the_field(changes, field):
    if changes.get("phase") == "placement" and changes["kangaroos"] == [{"seat": 1, "cell": "a1"}]:
        changes = {**changes, "to_play": 1}
    position = {**DUEL, "kangaroos": five(0, "a1") + five(1, "p14"), **changes}
    with pytest.raises(BadPosition) as refused:
        Table.from_position(position)
    assert refused.value.field == field
    assert refused.value.why


def test_a_seat_that_has_finished_is_not_next():
    with pytest.raises(BadPosition) as refused:
        race("", "a1", "b1", options={"play_on": True})
    assert refused.value.field == "to_play"


def test_placing_out_of_the_zone_is_refused():
    position = {
        **DUEL,
        "options": {"mode": "duel", "placement": "behind-stream"},
        "phase": "placement",
        "to_play": 1,
    }
    with pytest.raises(BadPosition, match="behind the stream"):
        Table.from_position({**position, "kangaroos": [{"seat": 0, "cell": "a1"}]})


def test_while_placing_the_starter_follows_from_the_counts():
    position = {**DUEL, "phase": "placement", "to_play": 0, "kangaroos": [{"seat": 1, "cell": "a1"}]}
    assert Table.from_position(position).state[0].first == 1
    two_teams = {"game": "billabong", "seats": 2, "kangaroos": [{"seat": 0, "cell": "a1"}]}
    with pytest.raises(BadPosition) as refused:
        Table.from_position(two_teams)
    assert refused.value.field == "kangaroos[0].colour"


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.integers(-1, 5) | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
CELLS = st.sampled_from(["home", "a1", "b1", "k3", "k٣", "h7", "p14", "q1", "a01", "", "k"])
KANGAROO = st.fixed_dictionaries(
    {"seat": st.integers(0, 2)},
    optional={
        "cell": CELLS | ANYTHING,
        "colour": st.sampled_from(["red", "blue", "yellow"]) | ANYTHING,
        "crossings": st.integers(0, 2) | ANYTHING,
        "hat": ANYTHING,
    },
)
HOME = [{"seat": seat, "cell": "home"} for seat in (0, 1) for _ in range(5)]
POSITION = st.fixed_dictionaries(
    {},
    optional={
        "game": st.sampled_from(["billabong", "chess"]) | ANYTHING,
        "seats": st.integers(1, 5) | ANYTHING,
        "options": st.fixed_dictionaries(
            {},
            optional={
                "mode": st.sampled_from(["duel", "two-teams"]) | ANYTHING,
                "placement": st.sampled_from(["anywhere", "behind-stream"]) | ANYTHING,
                "play_on": st.booleans() | ANYTHING,
                "touch_move": ANYTHING,
            },
        )
        | ANYTHING,
        "phase": st.sampled_from(["race", "placement"]) | ANYTHING,
        "to_play": st.integers(0, 3) | ANYTHING,
        "kangaroos": st.lists(KANGAROO | ANYTHING, max_size=12)
        | st.integers(0, 9).map(HOME.__getitem__).map(lambda one: [one, *HOME[1:]])
        | ANYTHING,
        "turns": st.lists(st.integers(0, 9) | ANYTHING, max_size=4) | ANYTHING,
        "finished": st.lists(st.integers(0, 3) | ANYTHING, max_size=4) | ANYTHING,
        "first": st.integers(0, 3) | ANYTHING,
        "sheep": ANYTHING,
    },
)


@few_or_many("examples", 80, 300)
def test_whatever_a_position_says_it_is_read_or_refused_by_field(examples):
    for_any(POSITION, read_or_refused, examples)


def read_or_refused(said):
    """No JSON at all makes anything but a table or one of the refusals that name what is wrong."""
    for position in (said, DUEL | said, {**DUEL, "kangaroos": five(0, "a1") + five(1, "p14")} | said):
        try:
            table = Table.from_position(position)
        except (BadPosition, BadOption):
            continue
        except UnknownGame:
            assert position["game"] not in ("billabong", "tiny")
        else:
            assert Table.from_position(table.position()).state.tobytes() == table.state.tobytes()
