"""How deep text from outside may be nested, and how long its numbers may be: looked at before it is decoded, since decoders pay for both."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

MAX_DEPTH = 64
"""The deepest nesting that is read. What anybody writes by hand, or what this project writes, has fewer than ten."""

MAX_BITS = 64
"""The longest whole number that is kept."""

_STRING = re.compile(rb'(?s)"[^"\\]*+(?:\\.[^"\\]*+)*+"?')
_BRACKETS = re.compile(rb"[\[\]{}]")
_PART = rb"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rb"(?:\.[ \t]*+" + _PART + rb"[ \t]*+){%d}" % MAX_DEPTH)


def is_json_too_deep(raw: bytes | str) -> bool:
    """Whether JSON is nested deeper than `MAX_DEPTH`. It need not be valid."""
    data = raw.encode("utf-8", "replace") if isinstance(raw, str) else raw
    if data.count(b"[") + data.count(b"{") <= MAX_DEPTH:
        return False
    depth = 0
    for bracket in _BRACKETS.findall(_STRING.sub(b"", data)):
        depth += 1 if bracket in b"[{" else -1
        if depth > MAX_DEPTH:
            return True
    return False


def has_long_key(toml: bytes) -> bool:
    """Whether TOML has a dotted key of more than `MAX_DEPTH` parts. Reading one takes a time that grows with the square of its length."""
    return _LONG_KEY.search(toml) is not None


def is_too_deep(value: Any) -> bool:
    """Whether what was decoded is nested deeper than `MAX_DEPTH`."""
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        level = [part for each in level for part in _parts(each)]
        if not level:
            return False
    return True


def has_long_number(value: Any) -> bool:
    """Whether what was decoded, at most `MAX_DEPTH` deep, has a whole number of more than `MAX_BITS` bits."""
    if isinstance(value, int):
        return value.bit_length() > MAX_BITS
    return any(has_long_number(part) for part in _parts(value))


def _parts(value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        return [*value.values()]
    return value if isinstance(value, list) else []
