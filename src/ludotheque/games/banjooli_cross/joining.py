"""Whether tiles can be run through: inside each face, and from each face to every other that may follow it."""

from __future__ import annotations

from typing import Any

from ludotheque.core.errors import BadComponents
from ludotheque.core.message import Message
from ludotheque.games.banjooli_cross.state import LANES, Ground, Use

BLOCKED = (Ground.ROCK, Ground.WATER)


def is_open(b: Any, face: int, lane: int, step: int) -> bool:
    """Whether an ostrich may stand there."""
    return int(b["ground"][face, lane, step]) not in BLOCKED


def entries_of(b: Any, face: int) -> set[int]:
    """The lanes by which the face can be entered."""
    return {lane for lane in range(LANES) if is_open(b, face, lane, 0)}


def exits_from(b: Any, face: int, entry: int) -> set[int]:
    """The lanes by which one who enters in a lane can leave the face."""
    here = {entry} if is_open(b, face, entry, 0) else set()
    if b["curved"][face]:
        length = int(b["length"][face, entry])
        return here if all(is_open(b, face, entry, step) for step in range(length)) else set()
    for step in range(1, int(b["length"][face, 0])):
        here = {
            lane
            for lane in range(LANES)
            if is_open(b, face, lane, step) and any(abs(lane - before) <= 1 for before in here)
        }
    return here


def check_face(b: Any, face: int, where: str) -> None:
    """`BadComponents` unless every way into the face leads out of it."""
    if not entries_of(b, face):
        raise BadComponents(
            where,
            "cannot be entered: the first space of every lane is blocked",
            Message("banjooli-cross.components.no_entry"),
        )
    for lane in entries_of(b, face):
        if not exits_from(b, face, lane):
            raise BadComponents(
                where,
                f"cannot be left by who enters in the {('left', 'centre', 'right')[lane]} lane",
                Message("banjooli-cross.components.no_exit", {"lane": lane + 1}),
            )


def sides(b: Any, face: int) -> list[dict[int, set[int]]]:
    """For each way of laying the face: its entries with the exits that they lead to, lanes left to right."""
    plain = {entry: exits_from(b, face, entry) for entry in entries_of(b, face)}
    if not b["curved"][face]:
        return [plain]
    turned = {LANES - 1 - entry: {LANES - 1 - lane for lane in exits} for entry, exits in plain.items()}
    return [plain, turned]


def check_course(b: Any, names: list[str]) -> None:
    """`BadComponents` if a tile cannot follow another: whoever leaves the first must be able to enter the second."""
    faces = [(face, ways) for face in range(2 * len(names)) for ways in sides(b, face)]
    for before, ways in faces:
        for after, ways_in in faces:
            first, second = int(b["use"][before // 2]), int(b["use"][after // 2])
            if before // 2 == after // 2 or first == Use.FINISH or second == Use.START:
                continue
            for lane in set().union(*ways.values()):
                if not any(abs(lane - entry) <= 1 for entry in ways_in):
                    raise BadComponents(
                        f"tile[{after // 2}].{'ab'[after % 2]}",
                        f"{names[after // 2]} cannot follow {names[before // 2]}: from lane {lane + 1} no entry is near",
                        Message(
                            "banjooli-cross.components.not_joined",
                            {"one": names[before // 2], "two": names[after // 2], "lane": lane + 1},
                        ),
                    )
