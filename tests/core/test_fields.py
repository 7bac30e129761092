"""Positions whose form is declared once. Those that are all fields are in `test_notation.py`."""

import numpy as np
import pytest

from ludotheque import BadPosition
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
