"""A course written down: `["start:A", "C2:A", "C1:B:left", …, "finish:A"]`."""

from __future__ import annotations

from typing import Any

from ludotheque.core.errors import BadPosition
from ludotheque.core.reading import entries
from ludotheque.games.banjooli_cross.course import measure
from ludotheque.games.banjooli_cross.rules.setup import after_curve, is_laid
from ludotheque.games.banjooli_cross.state import MAX_COURSE, Phase, Use
from ludotheque.games.banjooli_cross.things import face_name, face_named


def write_course(b: Any, s: Any) -> list[str]:
    """The faces laid so far, from the start."""
    return [face_name(b, int(s["face"][tile]), int(s["bend"][tile])) for tile in range(int(s["laid"]))]


def read_course(b: Any, s: Any, given: Any) -> None:
    """Lay the course; `BadPosition` names the tile that cannot lie there."""
    laying = int(s["phase"]) == Phase.COURSE
    faces = entries(BadPosition, "course", given, 0 if laying else 3, MAX_COURSE)
    for tile, name in enumerate(faces):
        where = f"course[{tile}]"
        piece = face_named(b, name) if isinstance(name, str) else -1
        if piece < 0:
            raise BadPosition(where, f"{name!r} is no face of a tile in this box")
        _check_place(b, s, where, tile, piece // 3, last=tile == len(faces) - 1 and not laying)
        s["face"][tile], s["bend"][tile] = piece // 3, piece % 3
        s["laid"] = tile + 1
    if not laying:
        measure(b, s)


def _check_place(b: Any, s: Any, where: str, tile: int, face: int, *, last: bool) -> None:
    use = int(b["use"][face // 2])
    if (use == Use.START) != (tile == 0):
        raise BadPosition(where, "the course begins with its start, and has no other")
    if (use == Use.FINISH) != last:
        raise BadPosition(where, "the course ends with its finish, and has no other")
    if is_laid(s, face // 2):
        raise BadPosition(where, "is a tile that lies in the course already")
    if b["curved"][face] and after_curve(b, s):
        raise BadPosition(where, "is a curve after a curve: two curves never touch")
