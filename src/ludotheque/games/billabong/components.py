"""Makes the box from a component file: numbers are checked one by one, then everything that the rules look up is computed once."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ludotheque.core.complaints import complain, settle
from ludotheque.core.errors import BadComponents
from ludotheque.core.memory import zeros
from ludotheque.core.message import Message
from ludotheque.core.validation import known_keys, number, provenance, table
from ludotheque.games.billabong.state import (
    BOX,
    EAST_STEP,
    LINES_OF_AXIS,
    MAX_HEIGHT,
    MAX_PER_COLOUR,
    MAX_RACE_TURNS,
    MAX_SEATS,
    MAX_WIDTH,
    NEVER,
    SOUTH_STEP,
)

NUMBERS: dict[str, dict[str, tuple[int, int]]] = {
    "board": {"width": (4, MAX_WIDTH), "height": (4, MAX_HEIGHT)},
    "lake": {"x": (1, MAX_WIDTH), "y": (1, MAX_HEIGHT), "width": (2, MAX_WIDTH), "height": (1, MAX_HEIGHT)},
    "stream": {"column": (0, MAX_WIDTH)},
    "pieces": {"kangaroos": (1, MAX_PER_COLOUR)},
    "limit": {"race_turns": (1, MAX_RACE_TURNS)},
}
"""Every table of the file, its whole numbers, and the least and greatest that each may be."""

DEFAULTS = {"pieces": {"kangaroos": 5}, "limit": {"race_turns": 300}}
"""Tables that a file may leave out."""


def validate(data: Mapping[str, Any]) -> Any:
    """Make the box from a component file's content. Raises `BadComponents` with the field that is wrong."""
    known_keys(BadComponents, data, NUMBERS)
    numbers = {name: _numbers(name, data.get(name, DEFAULTS.get(name))) for name in NUMBERS}
    settle()
    _check_lake(numbers["board"], numbers["lake"])
    _check_stream(numbers["lake"], numbers["stream"])
    settle()
    _check_room(numbers)
    settle()
    return _build(numbers)


def _numbers(name: str, given: Any) -> dict[str, int]:
    wanted = NUMBERS[name]
    entry = table(BadComponents, name, given, (*wanted, "provenance"))
    provenance(name, entry)
    return {
        field: number(BadComponents, f"{name}.{field}", entry.get(field), *limits)
        for field, limits in wanted.items()
    }


def _check_lake(board: dict[str, int], lake: dict[str, int]) -> None:
    for start, length, side in (("x", "width", "east"), ("y", "height", "south")):
        if lake[start] + lake[length] >= board[length]:
            complain(
                BadComponents(
                    f"lake.{length}",
                    f"with {start} = {lake[start]} and {length} = {lake[length]}, no land is left {side} of the lake "
                    f"on a board of {length} {board[length]}",
                    Message(
                        f"billabong.components.no_land_{side}",
                        {"lake": lake[start] + lake[length], "board": board[length]},
                    ),
                )
            )


def _check_stream(lake: dict[str, int], stream: dict[str, int]) -> None:
    first, last = lake["x"], lake["x"] + lake["width"] - 2
    if not first <= stream["column"] <= last:
        complain(
            BadComponents(
                "stream.column",
                f"must be from {first} to {last}, not {stream['column']}: that column and the next one touch the lake",
                Message(
                    "billabong.components.stream", {"low": first, "high": last, "value": stream["column"]}
                ),
            )
        )


def _check_room(numbers: dict[str, dict[str, int]]) -> None:
    board, lake, column = numbers["board"], numbers["lake"], numbers["stream"]["column"]
    room = (board["width"] - column - 1) * (board["height"] - lake["y"] - lake["height"])
    needed = MAX_SEATS * numbers["pieces"]["kangaroos"]
    if room < needed:
        complain(
            BadComponents(
                "board.width",
                f"only {room} cells lie behind the stream (east of it, south of the lake); "
                f"{needed} kangaroos need one each",
                Message("billabong.components.room", {"room": room, "needed": needed}),
            )
        )


def _build(numbers: dict[str, dict[str, int]]) -> Any:
    board, lake = numbers["board"], numbers["lake"]
    box = b = zeros(1, BOX)
    b["width"], b["height"] = board["width"], board["height"]
    b["cells"] = board["width"] * board["height"]
    for name, value in lake.items():
        b[f"lake_{name}"] = value
    b["stream"] = numbers["stream"]["column"]
    b["kangaroos"], b["race_turns"] = numbers["pieces"]["kangaroos"], numbers["limit"]["race_turns"]
    _lay_cells(b)
    _lay_lines(b)
    _lay_rays(b)
    return box


def _lay_cells(b: Any) -> None:
    """Columns, rows, lake, and the share of a lap: the clockwise angle, over a whole turn, from the stream's ray.

    The angle is taken round the point of the stream's line at the height of the lake's centre: with the stream south of the
    lake's middle, as in the printed box, that is the centre of the lake.
    """
    centre_x = int(b["stream"]) + 0.5
    centre_y = int(b["lake_y"]) + (int(b["lake_height"]) - 1) / 2
    for cell in range(int(b["cells"])):
        y, x = divmod(cell, int(b["width"]))
        b["column"][cell], b["row"][cell] = x, y
        in_columns = 0 <= x - int(b["lake_x"]) < int(b["lake_width"])
        b["is_lake"][cell] = in_columns and 0 <= y - int(b["lake_y"]) < int(b["lake_height"])
        b["lap"][cell] = math.atan2(centre_x - x, y - centre_y) / math.tau % 1.0


def _lay_lines(b: Any) -> None:
    """On each axis, which line a cell lies on (numbered through all axes) and its bit on that line."""
    first = [sum(LINES_OF_AXIS[:axis]) for axis in range(4)]
    south = int(b["height"]) - 1
    for cell in range(int(b["cells"])):
        x, y = int(b["column"][cell]), int(b["row"][cell])
        for axis, (line, mark) in enumerate(((x, south - y), (x + y, x), (y, x), (x - y + south, x))):
            b["line"][cell, axis], b["mark"][cell, axis] = first[axis] + line, mark


def _lay_rays(b: Any) -> None:
    """In each direction from each cell: the dry cells before the edge or the lake, and where the ray has crossed the stream."""
    width, height, stream, lake_y = (int(b[name]) for name in ("width", "height", "stream", "lake_y"))
    lake = b["is_lake"].tolist()
    for direction, (east, south) in enumerate(zip(EAST_STEP, SOUTH_STEP, strict=True)):
        b["step"][direction] = south * width + east
        for cell in range(width * height):
            y, x = divmod(cell, width)
            run, crossed = 0, NEVER
            while 0 <= x + east < width and 0 <= y + south < height:
                # The middle of the step, in half cells: past the lake's northern half it can only be south of the lake.
                if min(x, x + east) == stream and east != 0 and 2 * y + south > 2 * lake_y:
                    crossed = min(crossed, run + 1)
                x, y = x + east, y + south
                if lake[y * width + x]:
                    break
                run += 1
            b["run"][cell, direction], b["stream_after"][cell, direction] = run, crossed
