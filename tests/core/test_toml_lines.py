"""A complaint about a component file names what it is about and the line, as the file has them."""

from __future__ import annotations

import pickle
import time
from importlib.resources import files
from typing import Any

import pytest

from ludotheque.core import components, registry, toml_lines
from ludotheque.core.components import BadComponents, Written

TEXT = """# a box
top = 1
[track] # with rows
ranks = 3
rows = ["r0a", "r0b, # no remark",
  # a remark, with "quotes"
  "r1a", [1, 2],
  "r2a"]
"links" = []

[[tile]]
name = "C1"
a = 1

[[tile]] # the second
name = "C2"
a = { ranks = ["..."] }
[limit]
turns = 3
"""


@pytest.mark.parametrize(
    ("field", "line"),
    [("top", 2), ("track", 3), ("track.ranks", 4), ("track.rows", 5), ("track.rows[0]", 5), ("track.rows[1]", 5),
     ("track.rows[2]", 7), ("track.rows[3]", 7), ("track.rows[4]", 8), ("track.links", 9), ("track.colour", 3), ("tile[0].a", 13),
     ("tile[1]", 15), ("tile[1].a.ranks[0]", 17), ("tile[1].b", 15), ("limit.turns", 19), ("tile[2]", None), ("nothing", None), ("", None)],
)  # fmt: skip
def test_a_field_has_its_line(field: str, line: int | None) -> None:
    assert toml_lines.line_of(TEXT, field) == line


@pytest.mark.parametrize(
    ("game", "change", "place", "field"),
    [
        ("banjooli-cross", ('name = "C4"\nuse = "common"\na = { ranks = [', 'name = "C4"\nuse = "common"\na = { ranks = ["X..", '), "C4, line 48", "tile[5].a.ranks[0]"),
        ("bantu", ('"r3a', '"r3a r9z'), "track.rows, line 15", "track.rows[6]"),
        ("bantu", ("turns = 300", "turns = 9999"), "limit.turns, line 85", "limit.turns"),
        ("billabong", ("[stream]", "[streem]"), "streem, line 19", "streem"),
    ],
)  # fmt: skip
def test_an_error_quotes_the_file(game: str, change: tuple[str, str], place: str, field: str) -> None:
    found = registry.get(game)
    text = (files(found.package) / "components.toml").read_text("utf-8")
    assert change[0] in text
    with pytest.raises(BadComponents) as refused:
        components.load(found, components.read_toml(text.replace(*change, 1)))
    assert refused.value.said_in("en").startswith(f"{place}: ")
    assert refused.value.said_in("fr").startswith(place.replace("line", "ligne"))
    assert refused.value.field == field
    with pytest.raises(BadComponents) as plain:
        components.load(found, dict(components.read_toml(text.replace(*change, 1))))
    assert plain.value.said_in("en").startswith(f"{field}: "), "data without a file has no lines"


def test_the_result_is_an_ordinary_mapping() -> None:
    read: dict[str, Any] = components.read_toml(TEXT.replace(", [1, 2]", ""))
    assert isinstance(read, Written)
    assert pickle.loads(pickle.dumps(read)) == read == dict(read)
    assert components.digest(read) == components.digest(dict(read))


@pytest.mark.parametrize(
    "line",
    [" " * 200_000, "[" + " " * 200_000, "[x" + " " * 200_000, "[[x]]" + " " * 200_000 + "x", "\t" * 200_000 + "["],
)  # fmt: skip
def test_a_line_of_blanks_is_read_at_once(line: str) -> None:
    begun = time.process_time()
    assert toml_lines.line_of(f"[track]\n{line}\nrows = []\n", "track.rows") == 3
    assert time.process_time() - begun < 1


def test_a_text_that_does_not_end_is_read_at_once() -> None:
    begun = time.process_time()
    text = "[track]\nx = '''\nrows = [\"" + '\\"' * 100_000 + "\n'''\n"
    assert toml_lines.line_of(text, "track.rows[1]") == 3
    assert time.process_time() - begun < 1


def test_a_header_may_have_blanks_and_a_remark() -> None:
    text = '  [ "track" ] # here\r\nranks = 3\r\n[[ tile ]]\r\na = 1\r\n'
    assert [toml_lines.line_of(text, field) for field in ("track.ranks", "tile[0].a")] == [2, 4]
