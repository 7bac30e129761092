"""What can be edited in Billabong's box: the lake and the stream are painted on the board, the rest are numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ludotheque.core.errors import BadComponents
from ludotheque.core.memory import zeros
from ludotheque.core.message import Message
from ludotheque.games.billabong.board_svg import CELL, Ground, draw
from ludotheque.games.billabong.components import DEFAULTS, NUMBERS
from ludotheque.games.billabong.labels import cell_name
from ludotheque.games.billabong.state import BOX, MAX_WIDTH
from ludotheque.scene.editor import (
    Brush,
    Choice,
    Field,
    FormEditor,
    Painter,
    Part,
    Place,
    Value,
    at,
    count_of,
    number,
    numbers,
    provenance,
)

LAKE, STREAM = "lake", "stream"
BRUSHES = (
    Brush(
        LAKE, Message("billabong.edit.brush.lake"), "1", Message("billabong.edit.brush.lake.hint"), path=True
    ),
    Brush(STREAM, Message("billabong.edit.brush.stream"), "2", Message("billabong.edit.brush.stream.hint")),
)


ON_THE_BOARD = ("lake", "stream")
COLUMNS = ("lake.x", "stream.column")
ROWS = ("lake.y",)
"""Numbers that count columns from the west and rows from the north, from 0: players call them as the board does."""


class _Editor(FormEditor):
    def parts(self, data: Mapping[str, Any]) -> Iterable[Part]:
        painter = _painter(data)
        yield Part(
            "board",
            Message("billabong.edit.board"),
            Message("billabong.edit.board.hint"),
            provenance(data, "board"),
            painter,
            BRUSHES if painter else (),
            tuple(
                number(data, f"board.{key}", f"billabong.edit.board.{key}", *limits)
                for key, limits in NUMBERS["board"].items()
            ),
        )
        for name in ON_THE_BOARD:
            part = numbers(data, name, NUMBERS[name], f"billabong.edit.{name}")
            yield msgspec.structs.replace(part, fields=tuple(_as_seen(data, each) for each in part.fields))
        yield numbers(data, "pieces", NUMBERS["pieces"], "billabong.edit.pieces", DEFAULTS["pieces"])
        yield numbers(data, "limit", NUMBERS["limit"], "billabong.edit.limit", DEFAULTS["limit"])

    def paint(self, data: dict[str, Any], part: str, brush: str, places: Sequence[str]) -> None:
        if part != "board" or brush not in (LAKE, STREAM):
            raise LookupError(brush)
        cells = [_cell(data, place) for place in places]
        if brush == STREAM:
            data["stream"]["column"] = cells[-1][0]
            return
        (left, right), (top, bottom) = (sorted(ends) for ends in zip(cells[0], cells[-1], strict=True))
        data["lake"] |= {"x": left, "y": top, "width": right - left + 1, "height": bottom - top + 1}
        if (
            not left <= data["stream"]["column"] < right
        ):  # it runs from the lake: from its middle, unless somebody says otherwise
            data["stream"]["column"] = (left + right) // 2 if right > left else left

    def put(self, data: dict[str, Any], path: str, value: Value) -> None:
        super().put(data, path, int(value) if path in COLUMNS or path in ROWS else value)

    def called(self, data: Mapping[str, Any], field: str) -> tuple[Message, ...]:
        names = super().called(data, field)
        return names[-1:] if field.startswith("lake.") else names

    def reworded(self, data: Mapping[str, Any], error: BadComponents) -> Message | None:
        if error.said is None:
            return None
        key = error.said.key
        if key == "billabong.components.stream":
            args = {name: _column(column) for name, column in error.said.args.items()}
            return Message("billabong.edit.fault.stream", args)
        edge = key.startswith("billabong.components.no_land") or (
            key == "error.why.range" and error.field in ("lake.x", "lake.y") and at(data, error.field) == 0
        )
        return Message("billabong.edit.fault.edge") if edge else None

    def faulty(self, data: Mapping[str, Any], field: str) -> tuple[Sequence[str], Sequence[str]]:
        parts, _ = super().faulty(data, field)
        b = _box(data) if field.startswith(("lake", "stream")) else None
        if b is None:
            return (*parts, "board"), ()
        ground = Ground(b)
        cells = [f"{x}.{y}" for x, y in ground.lake if x < ground.columns and y < ground.rows]
        return (*parts, "board"), cells


def _as_seen(data: Mapping[str, Any], field: Field) -> Field:
    """A column or a row by its name on the board."""
    if field.path in COLUMNS:
        size = count_of(at(data, "board.width"))
    elif field.path in ROWS:
        size = count_of(at(data, "board.height"))
    else:
        return field
    if size is None or not 0 < size <= MAX_WIDTH:
        return field
    choices = tuple(
        Choice(
            str(n), Message("ui.edit.named", {"name": str(size - n) if field.path in ROWS else _column(n)})
        )
        for n in range(field.low or 0, size)
    )
    value = str(field.value)
    known = any(each.value == value for each in choices)
    return Field(field.path, field.label, value if known else None, choices=choices)


def _column(x: int) -> str:
    """A column as the board names it."""
    return chr(ord("a") + x)


def _cell(data: Mapping[str, Any], place: str) -> tuple[int, int]:
    x, y = (int(step) for step in place.split("."))
    if not (0 <= x < data["board"]["width"] and 0 <= y < data["board"]["height"]):
        raise LookupError(place)
    return x, y


def _box(data: Mapping[str, Any]) -> Any:
    """The numbers of the board as `Ground` reads them; None where they are missing or far out of bounds."""
    b = zeros(1, BOX)
    try:
        for name, prefix in (("board", ""), ("lake", "lake_")):
            for key, (_, most) in NUMBERS[name].items():
                value = data[name][key]
                if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
                    return None
                b[f"{prefix}{key}"] = value
        column = data["stream"]["column"]
        b["stream"] = column if isinstance(column, int) and 0 <= column < data["board"]["width"] else 0
    except (LookupError, TypeError):
        return None
    return b[0] if all(b[0][key] >= low for key, (low, _) in NUMBERS["board"].items()) else None


def _painter(data: Mapping[str, Any]) -> Painter | None:
    """The board; None where its numbers cannot be drawn."""
    b = _box(data)
    if b is None:
        return None
    ground = Ground(b)
    lake = set(ground.lake)
    places = []
    for y in range(ground.rows):
        for x in range(ground.columns):
            across, down = ground.centre(x, y)
            if (x, y) in lake:
                shows = Message("billabong.edit.shows.lake")
            elif ground.stream_x - x in (0, 1) and y >= ground.stream_top:
                shows = Message("billabong.edit.shows.stream")
            else:
                shows = Message("billabong.edit.shows.land")
            name = cell_name(b, y * ground.columns + x)
            places.append(Place(f"{x}.{y}", across, down, CELL, CELL, name, shows))
    return Painter(ground.width, ground.height, draw(ground), tuple(places))


EDITOR = _Editor()
