"""Codecs made of a table of kinds, and positions made of fields."""

from enum import IntEnum

import numpy as np
import pytest

from ludotheque import BadPosition, Table, Unreadable
from ludotheque.core import verbs
from ludotheque.core.errors import Ambiguous
from ludotheque.core.fields import FieldPositions
from ludotheque.core.notation import Kind, Notation

CELLS = ("a1", "a2", "b1")
CODEC = Notation(
    Kind("pass"),
    Kind("move", {"from": CELLS, "to": CELLS}, text="{from}-{to}"),
    Kind("place", {"cell": lambda b: CELLS[: b["cells"]]}, text="{cell}"),
    Kind("bid", {"points": range(3)}),
)
BOX = {"cells": 2}


def test_every_action_is_a_number_a_structure_and_a_text():
    assert CODEC.count(BOX) == 1 + 9 + 2 + 3
    seen = set()
    for code in range(CODEC.count(BOX)):
        structure = CODEC.structure(BOX, None, 0, code)
        text = CODEC.text(BOX, None, 0, code, ())
        assert CODEC.code(BOX, None, 0, structure) == code
        assert CODEC.parse(BOX, None, 0, f"  {text.upper()} ") == (code, ())
        seen.add(text)
    assert len(seen) == CODEC.count(BOX)
    assert {"pass", "a2-b1", "a2", "bid 2"} <= seen


def test_codes_count_kind_after_kind_and_the_last_field_fastest():
    assert [CODEC.first(BOX, name) for name in CODEC.kinds] == [0, 1, 10, 12]
    assert CODEC.structure(BOX, None, 0, 1 + 3 * 1 + 2) == {"kind": "move", "from": "a2", "to": "b1"}
    assert CODEC.first({"cells": 3}, "bid") == 13


@pytest.mark.parametrize(
    "structure",
    [
        {},
        {"kind": "fly"},
        {"kind": []},
        {"kind": "bid"},
        {"kind": "bid", "points": 3},
        {"kind": "bid", "points": True},
        {"kind": "bid", "points": 1.0},
        {"kind": "bid", "points": 1, "more": 1},
        {"kind": "place", "cell": "b1"},
        {"kind": "move", "from": "a1", "to": ["a2"]},
    ],
)
def test_a_structure_that_names_no_action_is_unreadable(structure):
    with pytest.raises(Unreadable):
        CODEC.code(BOX, None, 0, structure)


@pytest.mark.parametrize("text", ["", "fly", "bid", "bid 3", "b1", "a1-", "a1-a2-b1", "pass pass"])
def test_unreadable_text_is_refused_with_examples(text):
    with pytest.raises(Unreadable, match="a1-a1"):
        CODEC.parse(BOX, None, 0, text)


def test_a_number_that_is_no_action_is_unreadable():
    for code in (-1, CODEC.count(BOX)):
        with pytest.raises(Unreadable):
            CODEC.structure(BOX, None, 0, code)


def test_an_ambiguous_text_means_the_legal_action():
    codec = Notation(Kind("add", {"n": range(3)}, text="{n}"), Kind("grab", {"n": range(3)}, text="{n}"))
    b, s = BOX, _state("only", why_not=lambda b, s, seat, action: 0 if action < 3 else 1)
    assert codec.parse(b, s, 0, "1") == (1, ())
    with pytest.raises(Ambiguous) as error:
        codec.parse(b, _state("free", why_not=lambda b, s, seat, action: 0), 0, "1")
    assert len(error.value.candidates) == 2


def _state(name, **rules):
    """A state of a game that has these rules alone."""
    fields = [(name, "i4"), ("seats", "i4"), ("first", "i4"), ("grid", "i4", (2, 2))]
    states = np.zeros(1, fields).view(np.recarray)
    verbs._bound[states[0].dtype] = verbs._Bound(name, "", rules)
    states["seats"] = 2
    return states[0]


class Colour(IntEnum):
    WHITE = 0
    BLACK = 1


def test_positions_are_read_as_they_are_written():
    table = Table("tiny", 2, seed=1)
    table.play("add 1", 0)
    position = table.position()
    assert position["phase"] == "choose"
    assert position["add"] == [1, -1]
    assert len(position["card"]) == 2
    assert Table.from_position(position).state.tobytes() == table.state.tobytes()
    assert Table.from_position({"game": "tiny", "seats": 2}, chance="physical").state[0].phase == 0


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"phase": "sleep"}, "phase"),
        ({"phase": 2}, "phase"),
        ({"die": 99}, "die"),
        ({"die": True}, "die"),
        ({"card": [0]}, "card"),
        ({"card": [0, 99]}, r"card\[1\]"),
        ({"card": "ab"}, "card"),
        ({"calm": True}, "calm"),
        ({"first": 2}, "first"),
    ],
)
def test_a_position_that_cannot_be_names_its_field(change, field):
    with pytest.raises(BadPosition, match=field):
        Table.from_position({"game": "tiny", "seats": 2} | change)


def test_fields_may_have_dimensions_and_a_joint_check():
    def check(b, s):
        if s["grid"].sum() > 2:
            raise BadPosition("grid", "holds too many black ones")

    s = _state("squares", setup=lambda b, s: None)
    positions = FieldPositions({"grid": (0, 1)}, enums={"grid": Colour}, check=check)
    position = {"first": 1, "grid": [["white", "black"], ["black", "white"]]}
    positions.read(BOX, s, position)
    assert s["grid"].tolist() == [[0, 1], [1, 0]]
    assert positions.write(BOX, s) == position
    with pytest.raises(BadPosition, match="too many"):
        positions.read(BOX, s, {"grid": [["black", "black"], ["black", "white"]]})
    with pytest.raises(BadPosition, match=r"grid\[1\]\[0\]"):
        positions.read(BOX, s, {"grid": [["black", "black"], ["grey", "white"]]})
