"""A pen: a scene drawn in characters, for terminals, logs and `print(table)`."""

from __future__ import annotations

import re
from typing import Any

from ludotheque.scene.catalogue import export, say
from ludotheque.scene.model import Layout, Piece, Place, Scene

WIDTH = 3
"""Characters of one place on the grid."""

_HOLE = re.compile(r"\{([^}]+)\}")
_ID = re.compile(r"([a-z]+)([0-9]+)")


def of_table(table: Any, scene: Scene, language: str = "fr") -> str:
    """The scene of a table in characters."""
    return draw(scene, table.layout(), language)


def draw(scene: Scene, layout: Layout, language: str = "fr") -> str:
    """The board as its own sketch or as a grid, then the seats, the last move and the prompt, one a line."""
    words = export(language)
    lines = sketch(scene, layout) if layout.sketch else grid(scene, layout)
    for standing in scene.standings:
        counters = ", ".join(say(line, language, words) for line in standing.lines)
        turn = "→" if standing.seat in scene.actors else " "
        lines.append(f"{turn} {standing.mark} {counters}".rstrip())
    if scene.last is not None:
        lines.append(f"{scene.last.text}: {say(scene.last.message, language, words)}")
    lines.append(say(scene.prompt, language, words))
    return "\n".join(lines)


def sketch(scene: Scene, layout: Layout) -> list[str]:
    """The layout's own sketch, each hole filled by the sign of what stands on that place, or by the place's own."""
    signs = {place.id: place.sign for place in layout.places}
    for piece in sorted(scene.pieces, key=lambda piece: piece.order):
        signs[piece.place] = piece.sign or _sign(piece)
    return [_HOLE.sub(lambda hole: signs[hole[1]], line).rstrip() for line in layout.sketch]


def _sign(piece: Piece) -> str:
    return str(piece.seat + 1) if piece.seat >= 0 else piece.sprite[:1].upper()


def grid(scene: Scene, layout: Layout) -> list[str]:
    """The places that have a column and a row, with what stands on them; letters and numbers at the rim where ids are cells.

    A piece is its seat's number from 1, in brackets if its face is the blank one; without a seat it is the first letter of
    its sprite.
    """
    places = [place for place in layout.places if place.row >= 0]
    if not places:
        return []
    on: dict[str, Piece] = {}
    for piece in sorted(scene.pieces, key=lambda piece: piece.order):
        on[piece.place] = piece
    at = {(place.column, place.row): place for place in places}
    columns = range(max(place.column for place in places) + 1)
    lines = []
    for row in range(max(place.row for place in places) + 1):
        shown = "".join(_character(at.get((column, row)), on).center(WIDTH) for column in columns)
        lines.append(f"{_number(at, row, columns):>3} {shown}".rstrip())
    letters = "".join(_letter(at, column).center(WIDTH) for column in columns)
    return [*lines, f"    {letters}".rstrip()] if letters.strip() else lines


def _character(place: Place | None, on: dict[str, Piece]) -> str:
    if place is None:
        return ""
    piece = on.get(place.id)
    if piece is None:
        return place.sign
    sign = piece.sign or _sign(piece)
    return f"({sign})" if piece.face == "blank" else sign


def _number(at: dict[tuple[int, int], Place], row: int, columns: range) -> str:
    found = {match[2] for column in columns if (match := _cell(at.get((column, row))))}
    return found.pop() if len(found) == 1 else ""


def _letter(at: dict[tuple[int, int], Place], column: int) -> str:
    found = {match[1] for (other, _), place in at.items() if other == column and (match := _cell(place))}
    return found.pop() if len(found) == 1 else ""


def _cell(place: Place | None) -> re.Match[str] | None:
    return None if place is None else _ID.fullmatch(place.id)
