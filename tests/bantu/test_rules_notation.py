"""Actions as text and structure, there and back; what cannot be read; ways."""

from __future__ import annotations

import random

import pytest

from ludotheque.core.errors import Illegal, Unreadable
from ludotheque.games.bantu.codes import mover
from ludotheque.table import Table
from tests.bantu.boards import track
from tests.bantu.comparison import WAYS


@pytest.mark.parametrize(("seats", "options"), WAYS)
def test_every_legal_action_reads_back_from_text_and_structure(seats, options):
    table, rng = Table("bantu", seats=seats, options=options, seed=1), random.Random(seats)
    codec = table.game.codec
    while not table.is_over:
        seat, legal = table.actors[0], list(table.legal_actions())
        for code in rng.sample(legal, min(4, len(legal))):
            path = codec.path(table.box[0], table.state[0], seat, code)
            assert codec.check_path(table.box[0], table.state[0], seat, code, path) == path
            text = codec.text(table.box[0], table.state[0], seat, code, path)
            assert codec.parse(table.box[0], table.state[0], seat, f" {text.upper()} ") == (code, path)
            parts = codec.structure(table.box[0], table.state[0], seat, code)
            assert codec.code(table.box[0], table.state[0], seat, parts) == code
            waits = code and table.state[0].at[seat, mover(table.box[0], code)] < 0
            assert bool(path) == (code != 0 and not waits), "every move along the track has its way"
        table.play(rng.choice(legal))


def test_every_number_has_a_structure_and_a_text():
    table = track("3:r15b", "")
    codec, texts = table.game.codec, set()
    for code in range(table.game.num_actions(table.box[0])):
        parts = codec.structure(table.box[0], table.state[0], 0, code)
        assert codec.code(table.box[0], table.state[0], 0, parts) == code
        texts.add(codec.text(table.box[0], table.state[0], 0, code, ()))
    assert len(texts) == table.game.num_actions(table.box[0]) == 1 + 4 * 113


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3",
        "3:",
        "r17c",
        "3 r17c",
        "5: r17c",
        "0: r17c",
        "3: r28a",
        "3: r17e",
        "3: home",
        "swim",
        "33: r1a",
    ],
)
def test_unreadable_text_is_reported(text):
    table = track("3:r15b", "")
    with pytest.raises(Unreadable) as refused:
        table.play(text)
    assert refused.value.message is not None
    assert table.events == []


@pytest.mark.parametrize(
    "structure",
    [
        {},
        {"kind": "fly"},
        {"kind": "move", "number": 5, "to": "r17c"},
        {"kind": "move", "number": True, "to": "r17c"},
        {"kind": "move", "number": 3, "to": "r99a"},
        {"kind": "move", "number": 3, "to": 7},
        {"kind": "move", "number": 3},
    ],
)
def test_structures_that_are_no_action(structure):
    with pytest.raises(Unreadable):
        track("3:r15b", "").play(structure)


def test_numbers_that_are_no_action():
    table = track("3:r15b", "")
    for number in (-1, table.game.num_actions(table.box[0])):
        with pytest.raises(Unreadable):
            table.play(number)


def test_blanks_do_not_matter():
    assert track("3:r15b", "").play("3:r17c").text == "3: r17c"
    assert track("3:r15b", "").play(" 3 :  R17C").text == "3: r17c"


def test_french_words_are_read_too():
    assert track("3:r26a", "").play("3: Arrivée").text == "3: finish"
    assert track("3:r26a", "").play("3:arrivee").text == "3: finish"
    barred = track("1:r26a 2:finish 3:finish 4:finish", "3:r27a 4:r27b")
    assert barred.play("Passer").text == "pass"


@pytest.mark.rule("BAN-22", "BAN-24")
def test_a_path_may_be_given_and_a_wrong_one_is_refused():
    # From r15b to r17c in three steps: aside at the end, or aside at once would be r15c, r16c, r17c.
    table = track("3:r15b", "")
    code = table.game.codec.parse(table.box[0], table.state[0], 0, "3: r17c")[0]
    assert table.game.codec.path(table.box[0], table.state[0], 0, code) == ("r16b", "r17b", "r17c")
    for path in (("r16b", "r17b"), ("r16c", "r17c"), ("r15b", "r16b", "r17c"), ("r16a", "r17a", "r17c"), ("zz",),
                ("r16b", "r16c", "r17c"), ("finish",)):  # fmt: skip
        with pytest.raises(Illegal):
            table.play(code, path=path)
    assert table.play(code, path=("r15c", "r16c", "r17c")).path == ("r15c", "r16c", "r17c")


def test_the_end_alone_may_be_given_as_the_way():
    table = track("3:r15b 2:start", "")
    code = table.game.codec.parse(table.box[0], table.state[0], 0, "3: r17c")[0]
    assert table.game.codec.check_path(table.box[0], table.state[0], 0, code, ("r17c",)) == (
        "r16b",
        "r17b",
        "r17c",
    )
    entering = table.game.codec.parse(table.box[0], table.state[0], 0, "2: r14a")[0]
    assert table.game.codec.check_path(table.box[0], table.state[0], 0, entering, ("r14a",)) == ()
    assert table.game.codec.check_path(table.box[0], table.state[0], 0, entering, ("start.2.0", "r14a")) == ()
    with pytest.raises(Illegal):
        table.game.codec.check_path(table.box[0], table.state[0], 0, entering, ("r14b",))


@pytest.mark.rule("BAN-42")
def test_the_way_home_may_be_any_that_is_short_enough():
    table = track("4:r26c", "")
    code = table.game.codec.parse(table.box[0], table.state[0], 0, "4: finish")[0]
    codec = table.game.codec
    assert codec.path(table.box[0], table.state[0], 0, code) == ("r27c", "finish")
    longer = ("r27c", "r27b", "r27a", "finish")
    assert codec.check_path(table.box[0], table.state[0], 0, code, longer) == longer
    for path in (
        ("r27c", "r27b", "r27a", "r27b"),
        ("r27c", "finish", "r27b"),
        ("r27c", "r27d", "r27c", "finish"),
    ):
        with pytest.raises(Illegal):
            codec.check_path(table.box[0], table.state[0], 0, code, path)


def test_a_pass_has_no_way():
    table = track("1:r26a 2:finish 3:finish 4:finish", "3:r27a 4:r27b")
    codec, (code,) = table.game.codec, table.legal_actions()
    assert codec.check_path(table.box[0], table.state[0], 0, code, ()) == ()
    with pytest.raises(Illegal):
        codec.check_path(table.box[0], table.state[0], 0, code, ("r27a",))
