"""The option to compose a course by hand: common and special tiles in order, between the start and the finish."""

from __future__ import annotations

from typing import Any

from ludotheque.core.errors import BadOption
from ludotheque.core.message import Message
from ludotheque.core.option import Part
from ludotheque.games.banjooli_cross import board_svg
from ludotheque.games.banjooli_cross.labels import bends_of, face_name, face_named, said, tile_name
from ludotheque.games.banjooli_cross.rules.setup import after_curve, is_laid
from ludotheque.games.banjooli_cross.state import BENDS, MAX_COMMON, MIN_COMMON, Use


class Course:
    """The option `course`: names of faces in the order in which birds run over them, `C1:B:left C5:A C2:A S1:A`."""

    def write(self, b: Any, s: Any, value: str) -> None:
        """Write a complete course. Raises `BadOption` with the tile that cannot lie there, and why."""
        pieces: list[int] = []
        for number, name in enumerate(value.split(), 1):
            piece = face_named(b, name)
            if piece < 0:
                why = said("banjooli-cross.course.unknown", name=name)
                raise BadOption("options.course", f"tile {number}: the box has no face {name!r}", why)
            refusal = why_not(b, laid(b, s, pieces), piece)
            if refusal is not None:
                text = f"tile {number}, {name}: {ENGLISH[refusal.key.rsplit('.', 1)[1]]}"
                raise BadOption("options.course", text, refusal)
            pieces.append(piece)
        if pieces and len(pieces) < MIN_COMMON:
            why = said("banjooli-cross.course.short", least=MIN_COMMON, value=len(pieces))
            raise BadOption("options.course", f"needs at least {MIN_COMMON} tiles, not {len(pieces)}", why)
        s["course"] = 0
        s["course"][: len(pieces)] = [piece + 1 for piece in pieces]

    def read(self, b: Any, s: Any) -> str:
        """The course composed by hand; "" if it is drawn by lot."""
        pieces = [int(piece) - 1 for piece in s["course"] if piece > 0]
        return " ".join(face_name(b, *divmod(piece, 3)) for piece in pieces)

    def following(self, b: Any, s: Any, value: str) -> list[Part]:
        """Every face of every common and special tile, and why it cannot be the next one."""
        here = laid(b, s, _pieces(b, value))
        return [
            Part(
                face_name(b, *divmod(piece, 3)),
                _label(b, piece),
                _drawn(b, s, [piece], 1),
                why_not(b, here, piece),
            )
            for piece in _all_pieces(b)
        ]

    def missing(self, b: Any, s: Any, value: str) -> Message | None:
        """How many tiles are still to be laid."""
        count = MIN_COMMON - len(_pieces(b, value))
        return said("banjooli-cross.course.more", n=count) if count > 0 else None

    def picture(self, b: Any, s: Any, value: str) -> str:
        """The course from its start to its finish."""
        return _drawn(b, s, _pieces(b, value))


ENGLISH = {
    "twice": "this tile lies in the course already",
    "curves": "is a curve after a curve: two curves never touch",
    "long": f"at most {MAX_COMMON} tiles fit between start and finish",
    "ends": "start and finish are laid without being asked for",
}


def laid(b: Any, s: Any, pieces: list[int]) -> Any:
    """A copy of the state in which these faces follow the start."""
    begun = s.copy()
    for number, piece in enumerate([_tile_of_use(b, Use.START) * 6, *pieces]):
        begun["face"][number], begun["bend"][number] = divmod(piece, 3)
    begun["laid"] = 1 + len(pieces)
    return begun


def why_not(b: Any, s: Any, piece: int) -> Message | None:
    """Why a face cannot come next; None if it can. No tile comes twice, no curve follows a curve, and there are at most six tiles."""
    face = piece // 3
    if int(b["use"][face // 2]) in (Use.START, Use.FINISH):
        return said("banjooli-cross.course.ends")
    if int(s["laid"]) > MAX_COMMON:
        return said("banjooli-cross.course.long", most=MAX_COMMON)
    if is_laid(s, face // 2):
        return said("banjooli-cross.course.twice")
    if b["curved"][face] and after_curve(b, s):
        return said("banjooli-cross.course.curves")
    return None


def _pieces(b: Any, value: str) -> list[int]:
    """The faces of a course that is not complete, as far as the box has them."""
    return [piece for piece in (face_named(b, name) for name in value.split()) if piece >= 0][:MAX_COMMON]


def _all_pieces(b: Any) -> list[int]:
    return [
        face * 3 + int(bend)
        for face in range(2 * int(b["tiles"]))
        if int(b["use"][face // 2]) not in (Use.START, Use.FINISH)
        for bend in bends_of(b, face)
    ]


def _label(b: Any, piece: int) -> Message:
    """`C3, side B, to the left`."""
    face, bend = divmod(piece, 3)
    side = "AB"[face % 2]
    word = BENDS[bend] or "straight"
    return said(f"banjooli-cross.course.{word}", tile=tile_name(b, face // 2), side=side)


def _drawn(b: Any, s: Any, pieces: list[int], only: int | None = None) -> str:
    """A course of these faces from its start to its finish, or one tile of it."""
    return board_svg.draw(b, laid(b, s, [*pieces, _tile_of_use(b, Use.FINISH) * 6]), only)


def _tile_of_use(b: Any, use: int) -> int:
    return next(tile for tile in range(int(b["tiles"])) if int(b["use"][tile]) == use)
