"""Draws the board in characters: ranks from top to bottom in columns, `==` between circles of the same row.

4▸●4
 0 ()==()==()==()
 1 ()  ()==()  ()
…
 4 ()  ()  ()==()
         X             links that change lanes
 5 ()==()  ()  ()
"""

from __future__ import annotations

import itertools
from typing import Any

from ludotheque.games.bantu.labels import FINISH, circle_name, finish_place, start_place
from ludotheque.games.bantu.state import MAX_SEATS, PAWNS, circles_of

COLUMNS = 4
APART = "  "


def text_board(b: Any) -> tuple[str, ...]:
    """The lines, with a hole for each place. Every hole is two characters wide."""
    lanes, ranks = int(b["lanes"]), int(b["ranks"])
    each = -(-ranks // COLUMNS)
    columns = [_column(b, range(first, min(first + each, ranks))) for first in range(0, ranks, each)]
    width = max(long for column in columns for _, long in column)
    lines = [
        APART.join(text + " " * (width - long) for text, long in parts).rstrip()
        for parts in itertools.zip_longest(*columns, fillvalue=("", 0))
    ]
    letters = "   " + "  ".join(f"{chr(ord('a') + lane)} " for lane in range(lanes))
    homes = [f"{{{finish_place(seat, pawn)}}}" for seat in range(MAX_SEATS) for pawn in range(PAWNS)]
    return (APART.join([letters.ljust(width)] * len(columns)).rstrip(), *lines, f"{FINISH} {' '.join(homes)}")


def _column(b: Any, ranks: range) -> list[tuple[str, int]]:
    """The lines of some ranks, each with how wide it is once its holes are filled."""
    lines = []
    for rank in ranks:
        for pawn in range(PAWNS):
            if int(b["start_rank"][pawn]) == rank:
                spots = [f"{{{start_place(pawn, seat)}}}" for seat in range(MAX_SEATS)]
                lines.append((f"{pawn + 1}▸ {'  '.join(spots)}", 3 + 4 * MAX_SEATS - 2))
        lines.append(_rank(b, rank))
        crossing = _crossing(b, rank)
        if crossing.strip():
            lines.append((crossing, len(crossing)))
    return lines


def _rank(b: Any, rank: int) -> tuple[str, int]:
    lanes, text = int(b["lanes"]), f"{rank:>2} "
    there = set(circles_of(b))
    for circle in range(rank * lanes, (rank + 1) * lanes):
        text += f"{{{circle_name(b, circle)}}}" if circle in there else "  "
        if circle + 1 < (rank + 1) * lanes:
            text += "==" if b["joined"][circle] else "  "
    return text, 3 + 4 * lanes - 2


def _crossing(b: Any, rank: int) -> str:
    """A mark between the lanes that links leave and reach, where they are not the same."""
    lanes = int(b["lanes"])
    marks = [" "] * (3 + 4 * lanes - 2)
    for circle in range(rank * lanes, (rank + 1) * lanes):
        for i in range(int(b["links"][circle])):
            lane, after = circle % lanes, int(b["link"][circle, i]) % lanes
            if lane != after:
                middle = 3 + 2 * (lane + after)
                mark = "\\" if after > lane else "/"
                marks[middle] = "X" if marks[middle] not in (" ", mark) else mark
    return "".join(marks).rstrip()
