"""Actions as text and structure, there and back; what cannot be read; ways."""

import random

import pytest

from ludotheque.core.errors import Ambiguous, Illegal, Unreadable
from ludotheque.table import Table, views
from tests.billabong.boards import race, why


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (2, {"mode": "duel", "touch_move": True}),
        (3, {"play_on": True}),
        (4, {"placement": "behind-stream"}),
    ],
)
def test_every_legal_action_reads_back_from_text_and_structure(seats, options):
    table, rng = Table("billabong", seats=seats, options=options, seed=1), random.Random(seats)
    codec = table.game.codec
    for turn in range(90):
        seat, legal = table.actors[0], list(table.legal_actions())
        for code in legal if turn % 30 == 29 else rng.sample(legal, min(3, len(legal))):
            path = codec.path(table.box[0], table.state[0], seat, code)
            assert codec.check_path(table.box[0], table.state[0], seat, code, path) == path
            for written in ((), path):
                text = codec.text(table.box[0], table.state[0], seat, code, written)
                assert codec.parse(table.box[0], table.state[0], seat, text) == (code, path), text
                assert codec.parse(table.box[0], table.state[0], seat, f" {text.upper()} ") == (code, path)
            parts = codec.structure(table.box[0], table.state[0], seat, code)
            assert codec.code(table.box[0], table.state[0], seat, parts) == code
        table.play(rng.choice(legal))


def test_every_number_has_a_structure_and_a_text():
    table = race("c3 h3", "p14")
    codec = table.game.codec
    texts = []
    for code in range(table.game.num_actions(table.box[0])):
        parts = codec.structure(table.box[0], table.state[0], 0, code)
        assert codec.code(table.box[0], table.state[0], 0, parts) == code
        texts.append(codec.text(table.box[0], table.state[0], 0, code, ()))
    assert all(texts)


def test_the_way_home_is_written_so_that_it_reads_back():
    table = race("j3/1 i3 a1", "p14 j2 j4")
    codec, code = table.game.codec, table.game.codec.parse(table.box[0], table.state[0], 0, "j3-home")[0]
    paths = [("h3",)]
    series = ["j3-h3-home", "j3-h3", "j3-home"]
    assert {codec.parse(table.box[0], table.state[0], 0, text)[0] for text in series} == {code}
    for path in paths:
        text = codec.text(table.box[0], table.state[0], 0, code, path)
        assert codec.parse(table.box[0], table.state[0], 0, text) == (code, path)


def test_two_ways_home_stay_apart_in_a_record():
    # From i3 the lake is entered by sliding to h2, h3 or h4: one action, three ways.
    table = race("i3/1 a1", "p14")
    codec, code = table.game.codec, table.game.codec.parse(table.box[0], table.state[0], 0, "i3-home")[0]
    for path in (("h2",), ("h3",), ("h4",)):
        assert codec.parse(
            table.box[0], table.state[0], 0, codec.text(table.box[0], table.state[0], 0, code, path)
        ) == (
            code,
            path,
        )
        assert codec.check_path(table.box[0], table.state[0], 0, code, path) == path


@pytest.mark.rule("BIL-49")
def test_crossings_are_named_only_to_tell_moves_apart():
    table = race("h3 i3", "p14 j4 i5 h4")
    with pytest.raises(Ambiguous) as unclear:
        table.play("h3-h5")
    assert set(unclear.value.candidates) == {"h3-h5/0", "h3-h5/1"}
    assert table.play("h3-h5/1").text == "h3-h5-j5-h5/1"
    with pytest.raises(Illegal):
        race("i3", "p14").play("i3-h3/0")
    assert race("i3", "p14").play("i3-h3").text == "i3-h3"


@pytest.mark.parametrize(
    "text", ["", "k", "k33", "z3", "i3 k5", "i3-", "i3--k5", "swim", "purple k3", "i3-k5/3", "q1-p1"]
)
def test_unreadable_text_is_reported(text):
    table = race("i3", "p14")
    with pytest.raises(Unreadable) as refused:
        table.play(text)
    assert refused.value.message is not None
    assert table.events == []


@pytest.mark.parametrize(
    "structure",
    [
        {},
        {"kind": "fly"},
        {"kind": "race", "kangaroo": 10, "to": "k5"},
        {"kind": "race", "kangaroo": True, "to": "k5"},
        {"kind": "race", "kangaroo": 0, "to": "z5"},
        {"kind": "race", "kangaroo": 0, "to": "k5", "crossings": 2},
        {"kind": "place", "cell": 3},
        {"kind": "place", "cell": "k3", "colour": "purple"},
    ],
)
def test_structures_that_are_no_action(structure):
    with pytest.raises(Unreadable):
        race("i3", "p14").play(structure)


def test_only_a_seat_with_one_colour_may_omit_it():
    three, two = (Table("billabong", seats=seats, first=0) for seats in (3, 2))
    assert three.play({"kind": "place", "cell": "k3"}).text == "k3"
    with pytest.raises(Unreadable):
        two.play({"kind": "place", "cell": "k3"})


def test_numbers_that_are_no_action():
    table = race("i3", "p14")
    for number in (-1, table.game.num_actions(table.box[0])):
        with pytest.raises(Unreadable):
            table.play(number)


def test_the_shortest_way_wins_and_ties_go_by_direction():
    # c3 to e5 by c5 (north first) or by e3 (east first).
    table = race("c3 c4 d5", "p14 d3 e4")
    assert table.play("c3-e5").path == ("c5", "e5")
    other = race("c3 c4 d5", "p14 d3 e4")
    assert other.play("c3-e3-e5").path == ("e3", "e5")
    third = race("c3 c4 d5", "p14 d3 e4")
    code = third.game.codec.parse(third.box[0], third.state[0], 0, "c3-e5")[0]
    assert third.play(code, path=("e3", "e5")).text == "c3-e3-e5"
    assert why(third, "p14-p13") == ""


def test_a_way_that_is_not_true_is_refused():
    table = race("c3 c4 d5", "p14 d3 e4")
    code = table.game.codec.parse(table.box[0], table.state[0], 0, "c3-e5")[0]
    for path in (("e5",), ("c5",), ("c4", "e5"), ("zz",)):
        with pytest.raises(Illegal):
            table.play(code, path=path)


@pytest.mark.rule("BIL-23")
def test_a_series_of_a_hundred_hops_is_shown_and_no_longer_one():
    to_and_fro = ("e3", "e5") * 50
    table = race("c3 d3 e4", "p14")
    codec, code = table.game.codec, table.game.codec.parse(table.box[0], table.state[0], 0, "c3-e3")[0]
    endless = (*to_and_fro, "e3")
    for attempt in (
        lambda: table.play(code, path=endless),
        lambda: table.play("-".join(("c3", *endless))),
        lambda: table.play("-".join(("c3", *endless * 50, "home"))),
        lambda: table.play(
            views.clicked(table.journal, 0, ["k0.0", *endless])[0],
            path=views.clicked(table.journal, 0, ["k0.0", *endless])[1],
        ),
    ):
        with pytest.raises(Illegal) as refused:
            attempt()
        assert refused.value.message is not None
        assert refused.value.message.key == "billabong.reason.too_many_hops"
        assert refused.value.rules == ("BIL-23",)
    assert table.events == []
    assert codec.parse(table.box[0], table.state[0], 0, "-".join(("c3", *to_and_fro)))[1] == to_and_fro
    assert len(table.play("-".join(("c3", *to_and_fro))).path) == 100


def test_a_placing_takes_its_cell_and_nothing_else():
    table = Table("billabong", seats=2, first=0)
    codec, code = table.game.codec, table.game.codec.parse(table.box[0], table.state[0], 0, "yellow k3")[0]
    assert codec.check_path(table.box[0], table.state[0], 0, code, ("k3",)) == ()
    for path in (("k4",), ("k3", "k3"), ("",)):
        with pytest.raises(Illegal):
            codec.check_path(table.box[0], table.state[0], 0, code, path)
    assert table.play(code, path=("k3",)).path == ()


def test_a_pass_has_no_way():
    table = race("a1", "a2 b1 b2 a3 c1", "c3 p14")
    codec, (code,) = table.game.codec, table.legal_actions()
    assert codec.check_path(table.box[0], table.state[0], 0, code, ()) == ()
    with pytest.raises(Illegal):
        codec.check_path(table.box[0], table.state[0], 0, code, ("a1",))
