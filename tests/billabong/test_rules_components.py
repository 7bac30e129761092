"""The box: the printed one, somebody's own, and those that cannot be played with."""

import copy
import random

import pytest

from ludotheque.core import components
from ludotheque.core.errors import BadComponents
from ludotheque.core.registry import get
from ludotheque.games.billabong.components import validate
from ludotheque.table import Table
from tests.billabong.boards import race, texts
from tests.saying import assert_said

PRINTED = components.printed(get("billabong"))
OWN = {
    "board": {"width": 20, "height": 9},
    "lake": {"x": 5, "y": 2, "width": 6, "height": 3},
    "stream": {"column": 9},
    "pieces": {"kangaroos": 3},
    "limit": {"race_turns": 40},
}


@pytest.mark.rule("BIL-01")
def test_the_printed_board():
    b = validate(PRINTED)[0]
    assert (b.width, b.height, b.kangaroos, b.race_turns) == (16, 14, 5, 300)
    lake = [cell for cell in range(224) if b.is_lake[cell]]
    assert lake == [y * 16 + x for y in (6, 7) for x in (6, 7, 8, 9)]
    assert {table["provenance"] for table in PRINTED.values()} == {"printed", "attested", "reconstructed"}


def changed(path, value):
    data = copy.deepcopy(PRINTED)
    *tables, last = path.split(".")
    target = data
    for name in tables:
        target = target[name]
    if value is None:
        del target[last]
    else:
        target[last] = value
    return data


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("board.width", 25),
        ("board.width", "16"),
        ("board.width", True),
        ("board.width", 16.0),
        ("board.width", None),
        ("board.height", 3),
        ("board.depth", 2),
        ("board", None),
        ("board", 7),
        ("lake.x", 0),
        ("lake.width", 10),
        ("lake.width", 1),
        ("lake.height", 8),
        ("stream.column", 5),
        ("stream.column", 9),
        ("stream", None),
        ("pieces.kangaroos", 0),
        ("pieces.kangaroos", 6),
        ("limit.race_turns", 1001),
        ("board.provenance", "guessed"),
        ("crocodiles", {}),
    ],
)
def test_a_bad_box_is_refused_by_field(field, value):
    with pytest.raises(BadComponents) as refused:
        validate(changed(field, value))
    assert refused.value.field == field
    assert refused.value.why
    assert_said(refused.value)


def test_a_board_too_small_behind_the_stream_is_refused():
    small = {
        "board": {"width": 6, "height": 5},
        "lake": {"x": 1, "y": 1, "width": 4, "height": 1},
        "stream": {"column": 1},
    }
    with pytest.raises(BadComponents, match="behind the stream") as refused:
        validate(small)
    assert_said(refused.value)
    validate({**small, "pieces": {"kangaroos": 1}})


def test_ones_own_board_plays():
    table, rng = Table("billabong", seats=4, components=OWN, seed=5), random.Random(5)
    assert len(table.legal_actions()) == 20 * 9 - 18
    while not table.is_over:
        legal = list(table.legal_actions())
        assert all(0 <= code < table.game.num_actions(table.box[0]) for code in legal)
        table.play(rng.choice(legal))
    assert len(table.events) <= 12 + 4 * 40
    assert Table.from_position(table.position(), components=OWN).is_over


def test_a_custom_board_has_its_own_stream():
    home = race("k2/1 a1", "t9", five=3, components=OWN)
    assert "k2-home" in texts(home)
    west = race("k2 a1", "t9", five=3, components=OWN)
    west.play("k2-j2")
    assert west.state[0].crossings[0, 0] == 1
    north = race("k9/1 a1", "t9", five=3, components=OWN)
    north.play("k9-j9")
    assert north.state[0].crossings[0, 0] == 1


def test_the_largest_board_plays():
    data = {
        "board": {"width": 24, "height": 24},
        "lake": {"x": 10, "y": 11, "width": 4, "height": 2},
        "stream": {"column": 11},
    }
    table, rng = Table("billabong", seats=2, components=data, seed=5), random.Random(5)
    for _ in range(120):
        legal = list(table.legal_actions())
        assert max(legal) < table.game.num_actions(table.box[0])
        table.play(rng.choice(legal))
