"""A component file that is changed as data stays the file of its author."""

from __future__ import annotations

import copy
import random
import tomllib
from typing import Any

import pytest

from ludotheque.core import components, registry
from ludotheque.core.toml_edit import Lines, rewritten, written

GAMES = ("billabong", "bantu", "boussanga", "banjooli-cross", "banzai")
TEXT = """# a box

[track] # two lanes
ranks = 3 # from 0
rows = [ # by rank
  "r0a r0b",
  "r1a", "r1b",
]

# the tiles
[[tile]] # first
name = "C1"
a = { ranks = ["..."] }

[[tile]]
name = "C2"

# the end
[limit]
turns = 300
"""


def changed(**paths: Any) -> str:
    before = tomllib.loads(TEXT)
    after = copy.deepcopy(before)
    for path, value in paths.items():
        table, key = path.split("__")
        after[table][key] = value
    found = rewritten(TEXT, before, after)
    assert tomllib.loads(found) == after
    return found


def test_a_number_changes_and_its_remark_stays() -> None:
    assert changed(track__ranks=4) == TEXT.replace("ranks = 3 #", "ranks = 4 #")


def test_a_list_is_written_line_by_line() -> None:
    rows = Lines([["r0a", "r0b"], ["r1a r1b"], []])
    found = changed(track__rows=rows)
    assert '\nrows = [\n  "r0a", "r0b",\n  "r1a r1b",\n]\n' in found
    assert found.startswith("# a box")
    assert "# the end" in found


def test_a_new_key_stands_in_its_table() -> None:
    assert changed(track__lanes=2).index("lanes = 2") < TEXT.index("# the tiles")


def test_a_table_is_added_and_taken_out_again() -> None:
    before = tomllib.loads(TEXT)
    after = {**before, "lamp": {"colour": "red"}}
    longer = rewritten(TEXT, before, after)
    assert longer == f'{TEXT}\n[lamp]\ncolour = "red"\n'
    assert rewritten(longer, after, before) == TEXT
    assert tomllib.loads(rewritten(TEXT, before, {"track": before["track"]})) == {"track": before["track"]}


@pytest.mark.parametrize("gone", [0, 1])
def test_an_entry_is_taken_out(gone: int) -> None:
    before = tomllib.loads(TEXT)
    after = copy.deepcopy(before)
    del after["tile"][gone]
    found = rewritten(TEXT, before, after)
    assert tomllib.loads(found) == after
    assert "# the end\n[limit]" in found


@pytest.mark.parametrize("at", [0, 1, 2])
def test_an_entry_is_added_anywhere(at: int) -> None:
    before = tomllib.loads(TEXT)
    after = copy.deepcopy(before)
    after["tile"].insert(at, {"name": "T1", "a": {"ranks": [".R."]}})
    found = rewritten(TEXT, before, after)
    assert tomllib.loads(found) == after
    assert "# the end\n[limit]" in found


def test_a_file_of_another_layout_is_written_whole() -> None:
    text = 'track.ranks = 3\n"track"."rows" = ["r0a"]\n'
    before = tomllib.loads(text)
    after = {"track": {"ranks": 4, "rows": ["r0a"]}}
    assert tomllib.loads(rewritten(text, before, after)) == after


def test_dates_and_odd_numbers_are_written_whole() -> None:
    text = """day = 1979-05-27
moment = 1979-05-27T07:32:00.5Z
time = 07:32:00
most = [inf, -inf, 1e300, 2.0]
odd = "\\u007f"
track.ranks = 3
"""
    before = tomllib.loads(text)
    after = {**before, "track": {"ranks": 4}}
    found = rewritten(text, before, after)
    assert tomllib.loads(found) == after
    assert "nan" in rewritten(
        "a = nan\ntrack.ranks = 3", tomllib.loads("a = nan\ntrack.ranks = 3"), {"a": float("nan")}
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_printed_box_survives_any_changes(name: str) -> None:
    lot = random.Random(name)
    text = components.printed_file(registry.get(name)).decode()
    for _ in range(40):
        before = tomllib.loads(text)
        after = copy.deepcopy(before)
        table = lot.choice([each for each in after.values() if each])
        if isinstance(table, list) and lot.random() < 0.5:
            if len(table) > 1 and lot.random() < 0.5:
                del table[lot.randrange(len(table))]
            else:
                table.insert(lot.randrange(len(table) + 1), copy.deepcopy(lot.choice(table)))
        else:
            entry = lot.choice(table) if isinstance(table, list) else table
            entry[lot.choice([*entry])] = lot.choice([7, "word", ["a", "b"], {"x": 1}, True, "é « »"])
        found = rewritten(text, before, after)
        assert tomllib.loads(found) == after
        text = found


@pytest.mark.parametrize("name", GAMES)
def test_a_box_can_be_written_whole(name: str) -> None:
    data = components.printed(registry.get(name))
    assert tomllib.loads(written(data)) == data
