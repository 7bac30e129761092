"""An observation that is declared once: its description and its numbers."""

from types import SimpleNamespace

import numpy as np
import pytest

from ludotheque.core.observing import SEATS, declared, marks, number, one, several

BOX = SimpleNamespace(rows=2, columns=3)


def mark_corners(b, s, me, out, at):
    out[at] = 0.5
    out[at + b.rows * b.columns - 1] = 0.25


observation, observe = declared(
    board=(lambda b, s: b.rows, 3),
    planes=[
        number("far", (), "Down and across.", lambda b, s, me, row, column: (row + column) / 4),
        one("at", (SEATS,), "Where each seat is.", lambda b, s, me, seat: s.at[seat]),
        marks("corners", (), "Two corners.", mark_corners),
    ],
    numbers=[
        number(
            "gain", (SEATS, 2), "What it gained.", lambda b, s, me, seat, kind: s.gain[seat][kind], least=-1
        ),
        one("to_play", (SEATS,), "Whose turn it is.", lambda b, s, me: s.to_play),
        several("out", (SEATS,), "Who is out.", lambda b, s, me: s.out),
        several("mine", (4,), "One's own cards.", lambda b, s, me: s.cards[me]),
        number("over", (), "Whether it is over.", lambda b, s, me: s.over),
    ],
)


def three_seats(**more):
    usual = {
        "seats": 3,
        "at": [0, 5, -1],
        "gain": [[0.5, -0.5], [0.25, 0], [1, 0]],
        "to_play": 2,
        "out": 0b001,
        "cards": [0b0001, 0b1010, 0],
        "over": True,
    }
    return SimpleNamespace(**usual | more)


def seen(state, me):
    size, out = observation(BOX, state).size, np.full(60, 9, np.float32)
    assert observe(BOX, state, me, out) == size
    assert out.tolist()[size:] == [9.0] * (60 - size)
    return out.tolist()[:size]


def test_describes_what_it_writes():
    described = observation(BOX, three_seats())
    assert described.board == (2, 3)
    assert [(each.name, each.shape) for each in described.planes] == [
        ("far", ()),
        ("at", (3,)),
        ("corners", ()),
    ]
    assert [each.shape for each in described.numbers] == [(3, 2), (3,), (3,), (4,), ()]
    assert [each.least for each in described.numbers] == [-1, 0, 0, 0, 0]


def test_planes_come_first_row_by_row():
    planes = seen(three_seats(), 0)[:30]
    assert planes[:6] == [0, 0.25, 0.5, 0.25, 0.5, 0.75]
    assert planes[6:24] == [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    assert planes[24:] == [0.5, 0, 0, 0, 0, 0.25]


@pytest.mark.parametrize(
    ("me", "gain", "to_play", "out", "mine"),
    [
        (0, [0.5, -0.5, 0.25, 0, 1, 0], [0, 0, 1], [1, 0, 0], [1, 0, 0, 0]),
        (1, [0.25, 0, 1, 0, 0.5, -0.5], [0, 1, 0], [0, 0, 1], [0, 1, 0, 1]),
        (2, [1, 0, 0.5, -0.5, 0.25, 0], [1, 0, 0], [0, 1, 0], [0, 0, 0, 0]),
    ],
)
def test_seats_begin_with_the_one_that_looks(me, gain, to_play, out, mine):
    assert seen(three_seats(), me)[30:] == [*gain, *to_play, *out, *mine, 1]


@pytest.mark.parametrize("nobody", [-1, 3, 100])
def test_no_such_index_leaves_all_zero(nobody):
    assert seen(three_seats(to_play=nobody), 1)[36:39] == [0, 0, 0]


def test_small_numbers_of_a_record_do_not_overflow():
    _, write = declared(numbers=[marks("many", (SEATS, lambda b, s: s.long), "Nothing.", lambda *_: None)])
    state = three_seats(seats=np.int8(3), long=np.int8(100))
    assert write(BOX, state, 0, np.ones(300, np.float32)) == 300
