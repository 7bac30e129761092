"""What can be edited in Billabong's box: the lake and the stream are painted on the board, the rest are numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludotheque.core.memory import zeros
from ludotheque.core.message import Message
from ludotheque.games.billabong.board_svg import CELL, Ground, draw
from ludotheque.games.billabong.components import DEFAULTS, NUMBERS
from ludotheque.games.billabong.labels import cell_name
from ludotheque.games.billabong.state import BOX
from ludotheque.scene.editor import Brush, FormEditor, Painter, Part, Place, number, numbers, provenance

LAKE, STREAM = "lake", "stream"
BRUSHES = (
    Brush(
        LAKE, Message("billabong.edit.brush.lake"), "1", Message("billabong.edit.brush.lake.hint"), path=True
    ),
    Brush(STREAM, Message("billabong.edit.brush.stream"), "2", Message("billabong.edit.brush.stream.hint")),
)


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
        yield numbers(data, "lake", NUMBERS["lake"], "billabong.edit.lake")
        yield numbers(data, "stream", NUMBERS["stream"], "billabong.edit.stream")
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

    def faulty(self, data: Mapping[str, Any], field: str) -> tuple[Sequence[str], Sequence[str]]:
        parts, _ = super().faulty(data, field)
        b = _box(data) if field.startswith(("lake", "stream")) else None
        if b is None:
            return (*parts, "board"), ()
        ground = Ground(b)
        cells = [f"{x}.{y}" for x, y in ground.lake if x < ground.columns and y < ground.rows]
        return (*parts, "board"), cells


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
