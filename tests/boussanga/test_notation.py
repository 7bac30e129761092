"""Actions as structure, number and text, and what is said of those that name nothing."""

import pytest

from ludotheque.core.errors import Illegal, Unreadable
from ludotheque.table import Table
from tests.boussanga.tables import board, competitive, why


def test_an_action_is_structure_number_and_text():
    table = competitive(board(r4="..TT...."))
    codec, b, s = table.game.codec, table.box[0], table.state[0]
    told = {
        "1: c4T d4T e4E": {"kind": "lay", "card": 1, "tokens": {"c4": "T", "d4": "T", "e4": "E"}},
        "discard 3": {"kind": "discard", "card": 3},
    }
    for text, structure in told.items():
        code = codec.parse(b, s, 0, text)[0]
        assert codec.structure(b, s, 0, code) == structure
        assert codec.code(b, s, 0, structure) == code
        assert codec.text(b, s, 0, code, ()) == text


@pytest.mark.parametrize("said", ["1: e4E c4T d4T", "1:c4t d4t e4e", "  1: C4T  D4T E4E "])
def test_tokens_may_be_named_in_any_order_and_case(said):
    table = competitive()
    table.play(said)
    assert table.events[0].text == "1: c4T d4T e4E"


@pytest.mark.parametrize(
    "said",
    [
        "",
        "5: c4T d4T e4E",
        "1:",
        "1: c4X",
        "discard",
        "discard 9",
        "T>",
        "T>z9",
        "pass",
        "1 c4T",
        "discard 2 X",
        "T>a9",
        "1: c4T c4",
    ],
)
def test_text_without_an_action_is_unreadable(said):
    with pytest.raises(Unreadable):
        competitive().play(said)


@pytest.mark.parametrize(
    "structure",
    [
        {},
        {"kind": "fly"},
        {"kind": "lay", "card": 0, "tokens": {}},
        {"kind": "lay", "card": True, "tokens": {}},
        {"kind": "lay", "card": 1},
        {"kind": "lay", "card": 1, "tokens": {"c4": "X"}},
        {"kind": "lay", "card": 1, "tokens": {"?": "T"}},
        {"kind": "discard", "card": "two"},
        {"kind": "discard", "card": 1, "colour": "blue"},
        {"kind": "put-back", "colour": "T", "cell": "i9"},
        {"kind": "draw", "card": "TTT/TTT/TTT"},
        {"kind": "fill", "cell": "b8", "colour": "T"},
        {"kind": "fill", "cell": "a8", "colour": "Q"},
    ],
)
def test_structures_that_name_no_action_are_unreadable(structure):
    with pytest.raises(Unreadable):
        competitive().play(structure)


def test_a_card_with_wrong_tokens_is_refused():
    table = competitive()
    for said in ("1: c4T", "1: c4T d4T e4E f4E", "1: c4T d4T f4E"):
        with pytest.raises(Illegal) as caught:
            table.play(said)
        assert caught.value.rules == ("BOU-08",)
    assert why(table, {"kind": "lay", "card": 1, "tokens": {}}) == "not_this_card"


def test_results_of_chance_have_texts():
    table = competitive()
    table.play("discard 1")
    with pytest.raises(Unreadable):
        table.play("draw", -1)
    with pytest.raises(Illegal):
        table.play("draw .../TET/...", -1)
    table.play("DRAW ..T/..T/.ET", -1)
    alone = Table("boussanga", 1, seed=1, chance="physical")
    alone.play("a8 t", -1)
    assert alone.events[-1].text == "a8 T"
    assert alone.game.codec.structure(alone.box[0], alone.state[0], -1, alone.game.codec.parse(alone.box[0], alone.state[0], -1, "b8 .")[0]) == {
        "kind": "fill", "cell": "b8", "colour": ".",
    }  # fmt: skip


def test_a_number_off_the_board_has_a_text_too():
    table = competitive()
    off = next(code for code in range(2048) if why(table, code) == "off_board")
    assert table.text(off).startswith("1: ")
