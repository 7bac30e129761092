"""Where something stands in a TOML file, so that a complaint names the line that its author sees."""

from __future__ import annotations

import re
from collections.abc import Iterator

_STEP = re.compile(r"\.?([A-Za-z0-9_-]+)|\[(\d+)\]")
_HEADER = re.compile(r"[ \t]*+\[\[?[ \t]*+([^\]\n]+)\]\]?[ \t\r]*+(?:#.*)?$")
TOKEN = re.compile(
    r"""\"{3}.*?\"{3}|\'{3}.*?\'{3}|"(?:\\.|[^"\\\n])*+"?|'[^'\n]*+'?|\#[^\n]*|[\[\]{},]|\n""", re.DOTALL
)
"""A text, a remark, a bracket, a comma or the end of a line. It takes a time in proportion to the file, whatever stands there."""

Path = list[str | int]


def path_of(field: str) -> Path:
    """The steps of a field: `tile[5].a` is tile, 5, a."""
    return [int(found[2]) if found[2] else found[1] for found in _STEP.finditer(field)]


def line_of(text: str, field: str) -> int | None:
    """The line, from 1, of a field such as `tile[5].a` or `track.rows[3]`: as near as the file shows it; None if it is not there."""
    path = path_of(field)
    if not path:
        return None
    table, number, rest = str(path[0]), 0, path[1:]
    if rest and isinstance(rest[0], int):
        number, rest = rest[0], rest[1:]
    lines = text.split("\n")
    found = table_in(lines, table, number)
    if found is None:
        return next((at + 1 for at, line in enumerate(lines) if key_of(line) == table), None)
    begin, end = found
    key = next((at for at in range(begin + 1, end) if rest and key_of(lines[at]) == rest[0]), None)
    if key is None:
        return begin + 1
    if len(rest) > 1 and isinstance(rest[1], int):
        for place, at in enumerate(_elements("\n".join(lines[key:end]))):
            if place == rest[1]:
                return key + at + 1
    return key + 1


def table_in(lines: list[str], name: str, number: int) -> tuple[int, int] | None:
    """The lines, from 0, of a table (of several of this name, this one): its header, and where the next table begins. None if it is not there."""
    headers = [
        (at, found[1].strip().strip('"')) for at, line in enumerate(lines) if (found := _HEADER.match(line))
    ]
    ours = [place for place, (_, called) in enumerate(headers) if called == name]
    if number >= len(ours):
        return None
    place = ours[number]
    return headers[place][0], headers[place + 1][0] if place + 1 < len(headers) else len(lines)


def key_of(line: str) -> str:
    """The key that a line gives a value, if it does."""
    name, equals, _ = line.partition("=")
    return name.strip().strip('"') if equals else ""


def _elements(text: str) -> Iterator[int]:
    """The line, from 0, of each element of the list that the text begins with."""
    depth, line, fresh = 0, 0, True
    for found in TOKEN.finditer(text, text.index("=") + 1):
        token = found[0]
        if token == "\n":
            line += 1
        elif token.startswith("#"):
            continue
        elif token == "," and depth == 1:
            fresh = True
        elif token in ("]", "}"):
            depth -= 1
            if depth == 0:
                return
        else:
            if depth == 1 and fresh:
                yield line
                fresh = False
            depth += token in ("[", "{")
            line += token.count("\n")
