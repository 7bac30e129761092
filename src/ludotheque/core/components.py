"""Component files: what is in a box, as data that a user may replace."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludotheque.core import memory, nesting, packaged, toml_lines, weights
from ludotheque.core.complaints import complaints
from ludotheque.core.errors import BadComponents, LudothequeError
from ludotheque.core.fields import FieldComponents
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.core.reading import decoded

FILE = "components.toml"
MAX_BYTES = 256 * 1024
"""The largest component file that is read, in bytes."""


@dataclass(frozen=True)
class Box:
    """A checked box.

    Attributes:
        array: the components, one record.
        digest: a short hash of the facts in the component file.
        data: the content of the user's own file; None for the printed box.
    """

    array: Any
    digest: str
    data: Mapping[str, Any] | None


class Written(dict[str, Any]):
    """The content of a component file that remembers its text, so that an error names the line.

    Attributes:
        text: the file.
    """

    text: str = ""

    def located(self, error: BadComponents) -> BadComponents:
        """The same error, with what and where it is as the file has it: `C4, line 31` and not `tile[5].a`."""
        line = toml_lines.line_of(self.text, error.field)
        if line is None:
            return error
        first, *rest = toml_lines.path_of(error.field)
        entry = self.get(str(first))
        if isinstance(entry, list) and rest and isinstance(rest[0], int) and rest[0] < len(entry):
            entry = entry[rest[0]]
        name = entry.get("name") if isinstance(entry, dict) else None
        keys = [str(first), *(step for step in rest if isinstance(step, str))]
        what = name if isinstance(name, str) and name else ".".join(keys)
        place = Message("error.components.place", {"what": what, "line": line})
        return BadComponents(error.field, error.said or error.why, place=place)


def read_toml(source: bytes | str) -> Written:
    """A component file as a mapping. Raises `BadComponents` if it is too large, too deep or not TOML."""
    import tomllib  # only where a file is read

    raw = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    if len(raw) > MAX_BYTES:
        raise BadComponents(
            "",
            f"the file has {len(raw)} bytes; at most {MAX_BYTES} are read",
            Message("error.why.too_long", {"size": len(raw), "limit": MAX_BYTES}),
        )
    try:
        text = decoded(raw)
    except UnicodeDecodeError as error:
        raise BadComponents(
            "",
            f"the file is not UTF-8 text (byte {error.start})",
            Message("error.why.not_utf8", {"byte": error.start}),
        ) from error
    if nesting.has_long_key(text.encode()):
        raise _too_deep()
    try:
        data = Written(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BadComponents("", f"the file is not TOML: {error}", _where_in_toml(str(error))) from error
    except RecursionError as error:
        raise _too_deep() from error
    except ValueError as error:  # Python turns no text of thousands of digits into a number
        raise _long_number() from error
    if nesting.is_too_deep(data):
        raise _too_deep()
    if nesting.has_long_number(data):
        raise _long_number()
    data.text = text
    return data


def _too_deep() -> BadComponents:
    limit = nesting.MAX_DEPTH
    text = f"the file is nested more than {limit} deep; nest it less"
    return BadComponents("", text, Message("error.why.too_deep", {"limit": limit}))


def _long_number() -> BadComponents:
    text = f"the file has a whole number of more than {nesting.MAX_BITS} bits; write a smaller one"
    return BadComponents("", text, Message("error.why.long_number", {"bits": nesting.MAX_BITS}))


def write_toml(data: Mapping[str, Any]) -> str:
    """A mapping that `read_toml` gave, as a component file again."""
    return "".join(f"{json.dumps(key)} = {_toml(value)}\n" for key, value in data.items())


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)


def _where_in_toml(text: str) -> Message:
    """The place that a parser complains about, as a message for players."""
    place = re.search(r"\(at line (\d+), column (\d+)\)", text)
    if place is None:
        return Message("error.why.not_toml")
    return Message("error.why.not_toml_at", {"line": int(place[1]), "column": int(place[2])})


def printed(game: Game) -> dict[str, Any]:
    """The content of the game's own component file."""
    return read_toml(printed_file(game))


def printed_file(game: Game) -> bytes:
    """The game's own component file: `components.toml` of its package, or what its declaration says instead."""
    file = packaged.file_of(game.package, FILE)
    if file is not None:
        return file.read_bytes()
    if isinstance(game.components, FieldComponents):
        return game.components.written().encode()
    raise LudothequeError(
        f"the package of {game.name} lacks the file {FILE}: write it, or declare the box with FieldComponents"
    )


def digest(data: Mapping[str, Any]) -> str:
    """A hash of components: 24 hexadecimal digits of their SHA-256. It is the same for the same facts, however the file is laid out."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def load(game: Game, data: Mapping[str, Any] | None = None) -> Box:
    """The box made from `data`, or the printed one. Raises `BadComponents` with the field that is wrong."""
    if data is None:
        return _printed_box(game.name, game)
    try:
        array = game.components(data)
    except BadComponents as error:
        if isinstance(data, Written):
            raise data.located(error) from error
        raise
    name = digest(data)
    own = _printed_box(game.name, game)
    return Box(_frozen(game, array), name, None if name == own.digest else dict(data))


def faults(game: Game, data: Mapping[str, Any]) -> list[BadComponents]:
    """All that is wrong with a box, as far as the game's check goes on after a fault; nothing for one that can be played with."""
    try:
        load(game, data)
    except BadComponents:
        return [each for each in complaints(lambda: game.components(data)) if isinstance(each, BadComponents)]
    return []


_boxes: dict[str, Box] = {}


def _printed_box(name: str, game: Game) -> Box:
    if name not in _boxes:
        data = printed(game)
        _boxes[name] = Box(_frozen(game, game.components(data)), digest(data), None)
    return _boxes[name]


def _frozen(game: Game, array: Any) -> Any:
    """The box as it is used from here on: with the weights of the game's evaluation, and fields that are attributes."""
    if getattr(array, "shape", None) != (1,):
        raise TypeError("a game's components() must give one record: a `Record`, or an array of shape (1,)")
    if game.weights:
        array[0][weights.FIELD] = weights.shipped(game).array(game)
    if isinstance(array, memory.Record):
        return memory.still(array)
    return array.view(memory.dtype_of(array.dtype))


__all__ = [
    "MAX_BYTES",
    "BadComponents",
    "Box",
    "digest",
    "faults",
    "load",
    "printed",
    "printed_file",
    "read_toml",
    "write_toml",
]
