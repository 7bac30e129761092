"""The box: the printed one, somebody's own, and those that cannot be played with."""

from __future__ import annotations

import random
from importlib.resources import files

import pytest

from ludotheque.core import components
from ludotheque.core.errors import BadComponents
from ludotheque.core.registry import get
from ludotheque.games.bantu.components import validate
from ludotheque.table import Table
from tests.bantu.boards import small, track
from tests.saying import assert_said

ROWS = small()["track"]["rows"]
LINKS = small()["track"]["links"]


@pytest.mark.rule("BAN-06", "BAN-10")
def test_the_printed_box_says_where_each_part_comes_from():
    printed = components.printed(get("bantu"))
    assert {name: table["provenance"] for name, table in printed.items()} == {
        "track": "reconstructed", "start_lines": "attested", "finish": "printed", "limit": "reconstructed",
    }  # fmt: skip
    assert len(printed["track"]["links"]) == 27 * 4
    text = (files("ludotheque.games.bantu") / "components.toml").read_text("utf-8")
    assert components.read_toml(text) == printed
    b = validate(printed)[0]
    assert (int(b.ranks), int(b.lanes), int(b.circles), int(b.turn_limit)) == (28, 4, 112, 300)


def test_the_limit_and_the_provenance_may_be_left_out():
    data = small()
    del data["limit"]
    assert int(validate(data)[0].turn_limit) == 300


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"sheep": {}}, "sheep"),
        ({"track": None}, "track"),
        ({"track": 3}, "track"),
        ({"track__hills": 3}, "track.hills"),
        ({"track__provenance": "dreamt"}, "track.provenance"),
        ({"track__ranks": 41}, "track.ranks"),
        ({"track__ranks": None}, "track.ranks"),
        ({"track__lanes": 7}, "track.lanes"),
        ({"track__lanes": True}, "track.lanes"),
        ({"track__rows": "r0a"}, "track.rows"),
        ({"track__rows": []}, "track.rows"),
        ({"track__rows": [*ROWS, 7]}, f"track.rows[{len(ROWS)}]"),
        ({"track__rows": [*ROWS, "r9x"]}, f"track.rows[{len(ROWS)}]"),
        ({"track__rows": [*ROWS, " "]}, f"track.rows[{len(ROWS)}]"),
        ({"track__rows": [*ROWS, "r9a"]}, f"track.rows[{len(ROWS)}]"),
        ({"track__rows": [*ROWS, "r1d"]}, f"track.rows[{len(ROWS)}]"),
        ({"track__rows": [*ROWS, "r0a"]}, f"track.rows[{len(ROWS)}]"),
        ({"track__rows": ["r0a r1a", *ROWS[1:]]}, "track.rows[0]"),
        ({"track__rows": ["r0a r0c", *ROWS[1:]]}, "track.rows[0]"),
        ({"track__rows": ["r0b r0a r0c", *ROWS[1:]]}, "track.rows[0]"),
        ({"track__links": [*LINKS, "r0a"]}, f"track.links[{len(LINKS)}]"),
        ({"track__links": [*LINKS, "r0a r2a"]}, f"track.links[{len(LINKS)}]"),
        ({"track__links": [*LINKS, "r1a r0a"]}, f"track.links[{len(LINKS)}]"),
        ({"track__links": [*LINKS, LINKS[0]]}, f"track.links[{len(LINKS)}]"),
        ({"track__links": [*LINKS, "r0a r1d"]}, f"track.links[{len(LINKS)}]"),
        ({"track__links": [link for link in LINKS if not link.startswith("r1a")]}, "track.rows[1]"),
        ({"track__links": None}, "track.links"),
        ({"start_lines__4": None}, "start_lines.4"),
        ({"start_lines__4": 0}, "start_lines.4"),
        ({"start_lines__4": "r1b r1c"}, "start_lines.4"),
        ({"start_lines__4": "r0a r0b"}, "start_lines.4"),
        ({"start_lines__4": ""}, "start_lines.4"),
        ({"start_lines__1": "r0a r0b r0c"}, "start_lines.4"),
        ({"start_lines__5": "r0a r0b r0c"}, "start_lines.5"),
        ({"finish__arrows": []}, "finish.arrows"),
        ({"finish__arrows": ["r7a"]}, "finish.arrows[0]"),
        ({"finish__arrows": ["r8a r8b"]}, "finish.arrows[0]"),
        ({"finish__arrows": ["r8d"]}, "finish.arrows[0]"),
        ({"limit__turns": 0}, "limit.turns"),
        ({"limit__turns": 1001}, "limit.turns"),
    ],
)
def test_an_unplayable_box_names_the_field(changes, field):
    with pytest.raises(BadComponents) as refused:
        validate(small(**changes))
    assert refused.value.field == field
    assert refused.value.why
    assert_said(refused.value)


@pytest.mark.rule("BAN-43", "BAN-54")
def test_ones_own_track_plays():
    table, rng = Table("bantu", seats=4, components=small(), seed=5), random.Random(5)
    assert len(table.legal_actions()) == 12
    while not table.is_over:
        legal = list(table.legal_actions())
        assert all(0 <= code < table.game.num_actions(table.box[0]) for code in legal)
        table.play(rng.choice(legal))
    assert len(table.events) <= 4 * 60
    assert Table.from_position(table.position(), components=small()).is_over


@pytest.mark.rule("BAN-43")
def test_the_finish_is_entered_by_arrows_alone():
    assert "finish" not in {
        text[3:] for text in track("1:r8b", "", components=small()).legal_actions().texts()
    }
    assert "1: finish" in track("1:r8a", "", components=small()).legal_actions().texts()


def largest():
    rows = [" ".join(f"r{rank}{lane}" for lane in "abcdef") for rank in range(40)]
    links = [
        f"r{rank}{lane} r{rank + 1}{other}" for rank in range(39) for lane in "abcdef" for other in "abcdef"
    ]
    starts = {str(number): rows[10 * (4 - number)] for number in range(1, 5)}
    return {
        "track": {"ranks": 40, "lanes": 6, "rows": rows, "links": links}, "start_lines": starts,
        "finish": {"arrows": rows[39].split()}, "limit": {"turns": 40},
    }  # fmt: skip


def test_the_largest_track_plays_fully_linked():
    table, rng = Table("bantu", seats=4, components=largest(), seed=5), random.Random(5)
    while not table.is_over:
        legal = list(table.legal_actions())
        assert len(set(legal)) == len(legal) <= table.game.max_legal
        assert max(legal) < table.game.num_actions(table.box[0])
        table.play(rng.choice(legal))
    full = "4:r30a 3:r30b 2:r30c 1:r31a", "4:r30d 3:r30e 2:r30f"
    crowd = track(*full, components=largest())
    assert len(crowd.legal_actions()) > 100, "18 steps"
