"""Boxes and positions whose form is declared once. Positions that are all fields are in `test_notation.py`."""

import numpy as np
import pytest

from ludotheque import BadComponents, BadPosition
from ludotheque.core import fields, verbs
from ludotheque.core.message import Message


@pytest.fixture
def state(monkeypatch):
    kind = np.dtype([(name, "int8") for name in ("seats", "first", "phase", "to_play")] + [("turns", "int8", (4,)), ("at", "int8", (3,))])  # fmt: skip
    made = np.zeros(1, kind)[0]
    made["seats"] = 2
    monkeypatch.setattr(verbs, "setup", lambda b, s: s["at"].fill(-1))
    return made


def write_pawns(b, s):
    return [{"pawn": pawn, "at": at} for pawn, at in enumerate(s["at"].tolist()) if at >= 0]


def read_pawn(b, s, where, pawn):
    if pawn["at"] in s["at"]:
        raise BadPosition(f"{where}.at", Message("ludo.position.taken", {"at": pawn["at"]}))
    s["at"][pawn["pawn"]] = pawn["at"]


def check(b, s, position):
    if len(position.get("winners", ())) > int(s["phase"]):
        raise BadPosition("winners", Message("ludo.position.early"))


FORM = fields.Form(
    {
        "phase": fields.word("phase", ("setup", "race"), usual="race"),
        "to_play": fields.seat("to_play"),
        "pawns": fields.each_of(write_pawns, read_pawn),
        "turns": fields.for_each_seat("turns", 100),
        "winners": fields.Part(lambda b, s: fields.UNSAID),
        "first": fields.seat("first", written=bool),
    },
    check,
)


def test_a_position_is_written_and_read_in_the_same_form(state):
    position = {
        "phase": "setup",
        "to_play": 1,
        "pawns": [{"pawn": 2, "at": 7}],
        "turns": [3, 4],
        "first": 1,
    }
    FORM.read(None, state, position)
    assert state["at"].tolist() == [-1, -1, 7]
    assert FORM.write(None, state) == position


def test_missing_fields_take_defaults_and_defaults_are_left_out(state):
    FORM.read(None, state, {})
    assert FORM.write(None, state) == {"phase": "race", "to_play": 0, "pawns": [], "turns": [0, 0]}


@pytest.mark.parametrize(
    ("position", "field", "key"),
    [
        ({"phase": "end"}, "phase", "error.why.choice"),
        ({"to_play": 2}, "to_play", "error.why.range"),
        ({"first": None}, "first", "error.why.missing_number"),
        ({"pawns": 3}, "pawns", "error.why.list"),
        ({"pawns": [{"pawn": 0, "at": 1}, {"pawn": 1, "at": 1}]}, "pawns[1].at", "ludo.position.taken"),
        ({"turns": [1]}, "turns", "error.position.per_seat"),
        ({"turns": [1, 101]}, "turns[1]", "error.why.range"),
        ({"phase": "setup", "winners": [0]}, "winners", "ludo.position.early"),
        ({"queen": 1}, "queen", "error.why.unknown_key"),
    ],
)
def test_a_position_that_cannot_be_names_the_part_that_is_wrong(state, position, field, key):
    with pytest.raises(BadPosition) as caught:
        FORM.read(None, state, position)
    assert caught.value.field == field
    assert caught.value.said.key == key


def test_a_form_may_have_no_first_player(state):
    position = {"phase": "setup", "to_play": 1}
    form = fields.Form({name: FORM.parts[name] for name in position})
    form.read(None, state, position)
    assert form.write(None, state) == position


def test_a_box_of_numbers_is_read_within_its_limits():
    box = fields.FieldComponents(pebbles=(15, 1, 40), most=(3, 1, 5))
    assert (box.struct.names, box.printed) == (("pebbles", "most"), {"pebbles": 15, "most": 3})
    assert box.written() == "pebbles = 15 # 1 to 40\nmost = 3 # 1 to 5\n"
    made = box({"pebbles": 20, "most": 5})
    assert (made.shape, made.pebbles, made.most) == ((1,), 20, 5)
    for wrong, names in (
        ({"pebbles": 41, "most": 5}, "pebbles"),
        ({"most": 5}, "pebbles"),
        ({"heaps": 1}, "heaps"),
    ):
        with pytest.raises(BadComponents, match=names):
            box(wrong)


def test_a_game_may_have_nothing_in_its_box():
    box = fields.FieldComponents()
    assert (box({}).shape, box.written()) == ((1,), "")


def test_what_is_printed_must_be_allowed():
    with pytest.raises(TypeError, match="most is printed as 6, which is not from 1 to 5"):
        fields.FieldComponents(most=(6, 1, 5))
    with pytest.raises(TypeError, match="which 32 bits cannot hold"):
        fields.FieldComponents(most=(1, 0, 2**40))
