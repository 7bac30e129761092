"""Writes a changed component file so that it stays the file its author knows: comments, order and everything unchanged stay where they are."""

from __future__ import annotations

import datetime
import itertools
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.core.toml_lines import TOKEN, key_of, table_in

_BARE = re.compile(r"[A-Za-z0-9_-]+")
WIDTH = 110
"""A list of texts that is longer than this many letters stands on several lines."""


class Lines(list[Any]):
    """A list that is written on several lines, each with the elements of one inner list of `lines`."""

    def __init__(self, lines: Sequence[Sequence[Any]]) -> None:
        super().__init__(itertools.chain.from_iterable(lines))
        self.lines = [list(line) for line in lines if line]


def rewritten(text: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """The file `text`, whose content is `before`, with the content `after`.

    Only what differs is written anew. Where the file is laid out in a way that this cannot follow, the whole file is.
    """
    try:
        found = _rewritten(text, before, after)
        if tomllib.loads(found) == dict(after):
            return found
    except (LookupError, ValueError):
        pass
    return written(after)


def written(data: Mapping[str, Any]) -> str:
    """A whole file with this content."""
    parts = [
        "".join(f"{_key(key)} = {value_of(each)}\n" for key, each in data.items() if not _is_table(each))
    ]
    for key, each in data.items():
        if isinstance(each, Mapping):
            parts.append(_block(f"[{_key(key)}]", each))
        elif _is_table(each):
            parts += [_block(f"[[{_key(key)}]]", entry) for entry in each]
    return "\n".join(part for part in parts if part)


def bare(text: str) -> str:
    r"""A file without its remarks.

    >>> bare("# The lake.\n[lake] # in cells\nname = '#1'\n")
    "[lake]\nname = '#1'\n"
    """
    kept = TOKEN.sub(lambda found: "\0" if found[0].startswith("#") else found[0], text)
    lines = (
        line.partition("\0")[0].rstrip() if "\0" in line else line
        for line in kept.split("\n")
        if line.strip(" \t\0\r") or "\0" not in line
    )
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).lstrip("\n")


def value_of(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, Lines):
        return "[\n" + "".join(f"  {', '.join(map(value_of, line))},\n" for line in value.lines) + "]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {value_of(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        line = "[" + ", ".join(map(value_of, value)) + "]"
        return (
            line if len(line) <= WIDTH else "[\n" + "".join(f"  {value_of(each)},\n" for each in value) + "]"
        )
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, float):
        return repr(value)
    return _text(value)


def _text(value: Any) -> str:
    """A text, a whole number, or yes or no. TOML spells the letter 127 as a code, which JSON does not."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or (
        isinstance(value, list) and bool(value) and all(isinstance(each, Mapping) for each in value)
    )


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _block(header: str, entry: Mapping[str, Any]) -> str:
    return header + "\n" + "".join(f"{_key(key)} = {value_of(each)}\n" for key, each in entry.items())


# -- what differs -----------------------------------------------------------------------------------------------------


def _rewritten(text: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    for name in [*before, *after]:
        old, new = before.get(name), after.get(name)
        if old == new and not isinstance(new, Lines):
            continue
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            text = _table(text, name, 0, old, new)
        elif isinstance(old, Mapping) and new is None:
            text = _without(text, *_where(text, name, 0)).rstrip("\n") + "\n"
        elif old is None and isinstance(new, Mapping):
            text = text.rstrip("\n") + "\n\n" + _block(f"[{_key(name)}]", new)
        elif isinstance(old, list) and isinstance(new, list):
            text = _entries(text, name, old, new)
        else:
            raise LookupError(name)
        before = {**before, name: new}
    return text


def _entries(text: str, name: str, old: list[Any], new: list[Any]) -> str:
    """Each entry of an array of tables: changed, added or taken out."""
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    for number in reversed(range(len(new), len(old))):
        gone = number if old[: len(new)] == new else same
        begin, end = _where(text, name, gone)
        text = _without(text, begin, end)
        old = [*old[:gone], *old[gone + 1 :]]
    for number in range(len(old), len(new)):
        at = number if old == new[:number] else same
        block = _block(f"[[{_key(name)}]]", new[at])
        if at < len(old):
            begin, _ = _where(text, name, at)
            lines = text.split("\n")
            text = "\n".join([*lines[:begin], *block.split("\n"), *lines[begin:]])
        else:
            _, end = _where(text, name, at - 1)
            lines = text.split("\n")
            kept = _last(lines, end)
            text = "\n".join([*lines[:kept], "", *block.rstrip("\n").split("\n"), *lines[kept:]])
        old = [*old[:at], new[at], *old[at:]]
    for number, (was, now) in enumerate(zip(old, new, strict=True)):
        text = _table(text, name, number, was, now)
    return text


def _without(text: str, begin: int, end: int) -> str:
    lines = text.split("\n")
    return "\n".join([*lines[:begin], *lines[_last(lines, end) :]]).replace("\n\n\n", "\n\n")


def _last(lines: list[str], end: int) -> int:
    """The end of a table without the comment that already belongs to the next one."""
    while (
        end > 0
        and end <= len(lines)
        and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#"))
    ):
        end -= 1
    return end


def _table(text: str, name: str, number: int, old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    for key in [*old, *(key for key in new if key not in old)]:
        if key in old and key in new and old[key] == new[key]:
            continue
        begin, end = _where(text, name, number)
        if key not in old:
            lines = text.split("\n")
            at = _last(lines, end)
            text = "\n".join([*lines[:at], f"{_key(key)} = {value_of(new[key])}", *lines[at:]])
            continue
        start, stop = _span(text, begin, end, key)
        if key in new:
            text = text[:start] + value_of(new[key]) + text[stop:]
        else:
            line = text.rindex("\n", 0, start) + 1
            after = text.find("\n", stop)
            text = text[:line] + text[len(text) if after < 0 else after + 1 :]
    return text


# -- where it stands --------------------------------------------------------------------------------------------------


def _where(text: str, name: str, number: int) -> tuple[int, int]:
    """The lines of a table, as `toml_lines.table_in` finds them. Raises `LookupError` if it is not there."""
    found = table_in(text.split("\n"), name, number)
    if found is None:
        raise LookupError(name)
    return found


def _span(text: str, begin: int, end: int, key: str) -> tuple[int, int]:
    """Where the value of a key begins and ends, in letters, within these lines."""
    lines = text.split("\n")
    offsets = [0, *itertools.accumulate(len(line) + 1 for line in lines)]
    for at in range(begin + 1, end):
        if key_of(lines[at]) == key:
            start = offsets[at] + lines[at].index("=") + 1
            start += len(text[start:]) - len(text[start:].lstrip(" \t"))
            return start, _end(text, start)
    raise LookupError(key)


def _end(text: str, start: int) -> int:
    depth = 0
    for found in TOKEN.finditer(text, start):
        token = found[0]
        if token in ("[", "{"):
            depth += 1
        elif token in ("]", "}"):
            depth -= 1
            if depth == 0:
                return found.end()
        elif depth == 0 and (token == "\n" or token.startswith("#")):
            return start + len(text[start : found.start()].rstrip())
        elif depth == 0 and token != ",":
            return found.end()
    return len(text.rstrip())
