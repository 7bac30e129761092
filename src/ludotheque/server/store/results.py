"""How games ended, as the lists of finished games need it: an index over the logs, in SQL."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from ludotheque.core.outcome import Outcome
from ludotheque.server.base.names import folded
from ludotheque.server.room.chairs import Chair
from ludotheque.server.room.log_events import Row
from ludotheque.server.room.rated import Rated, contest_of, rated_of
from ludotheque.server.room.state import TableState, fold
from ludotheque.server.store.log import Result

PAGE = 20
"""How many finished games a page of a guest's history has."""


class Sitter(msgspec.Struct, frozen=True):
    """Who sat on a chair. `guest` is 0 for a bot."""

    who: str
    name: str
    level: str
    guest: int
    resigned: bool = False


class Told(msgspec.Struct, frozen=True):
    """What is kept of a finished game. `moves` counts its events. `lasted_ms` is how long it took, from the first move of
    a person; 0 in old rows. `rated` is None if it counts for no rating."""

    chairs: list[Sitter]
    outcome: Outcome
    moves: int
    lasted_ms: int = 0
    abandoned: int | None = None
    """After how many days without anything happening it was closed."""
    rated: Rated | None = None
    points: list[int] = []
    """The points of each side, the first one first; none where the game counts none, or was not played to its end."""


read_told = msgspec.json.Decoder(Told).decode
"""Reads `Result.told`."""


def result_of(state: TableState) -> Result:
    """How a table's game ended; with `ended_ms` 0 if it goes on."""
    outcome = state.outcome
    if outcome is None or state.table is None:
        return Result(state.id, state.game.name, 0, "", "")
    rated = rated_of(state)
    chairs = [
        Sitter(chair.who, chair.name, chair.level, chair.guest, seat in state.resigned)
        for seat, chair in enumerate(state.chairs)
    ]
    people = _people(chairs)
    told = msgspec.json.encode(
        Told(
            chairs,
            outcome,
            len(state.table.events),
            max(0, state.ended_ms - (state.begun_ms or state.started_ms)),
            state.abandoned,
            rated,
            _points(state, outcome),
        )
    ).decode()
    contest = contest_of(state.game, state.seats, state.options) if rated is not None else ""
    return Result(state.id, state.game.name, state.ended_ms, people, told, contest)


def _points(state: TableState, outcome: Outcome) -> list[int]:
    """The points of each side of a game that was played to its end, the first one first."""
    game, table = state.game, state.table
    if game.points is None or table is None or outcome.ending not in game.terminations:
        return []
    sides = game.sides(state.seats, state.options) if game.sides is not None else range(state.seats)
    found = zip(sides, outcome.ranking, game.points(table.journal.b, table.journal.s), strict=False)
    by_side = {side: (rank, -points) for side, rank, points in found}
    return [-points for _, points in sorted(by_side.values())]


def without(told: str, guest: int) -> tuple[str, str] | None:
    """The names to be searched and `told` of a finished game without a guest; None if they did not sit there."""
    found = read_told(told)
    if all(chair.guest != guest for chair in found.chairs):
        return None
    chairs = [replace(chair, name="", guest=0) if chair.guest == guest else chair for chair in found.chairs]
    rated = found.rated and found.rated.without(guest)
    return _people(chairs), msgspec.json.encode(replace(found, chairs=chairs, rated=rated)).decode()


def without_names(told: str, names: Container[str]) -> tuple[str, str]:
    """The same where a seat was only called like somebody."""
    found = read_told(told)
    chairs = [replace(chair, name="") if chair.name in names else chair for chair in found.chairs]
    return _people(chairs), msgspec.json.encode(replace(found, chairs=chairs)).decode()


def _people(chairs: Sequence[Sitter]) -> str:
    """The names of people, as they are searched."""
    return "\n".join(folded(chair.name) for chair in chairs if chair.who == "person" and chair.name)


def read_result(identity: str, rows: Sequence[Row]) -> Result | None:
    """How the game of these events ended; None if they cannot be read. Runs in another process, for tables of older data folders."""
    try:
        return result_of(fold(identity, rows))
    except Exception:  # such a table is closed, and says why when it is opened
        return None


def played_by(guest: int) -> str:
    """A pattern for LIKE that finds a guest among the chairs of `Result.told`. Within names, which are JSON too, quotes are written otherwise."""
    return f'%"guest":{guest},%'


def pattern(part: str) -> str:
    """A pattern for LIKE that finds a part of a text; everything if it is empty."""
    return f"%{escaped(part)}%"


def escaped(text: str) -> str:
    """A text as a pattern for LIKE that finds only itself."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def sitter(seat: int, chair: Sitter | Chair, yours: bool, resigned: bool) -> dict[str, Any]:
    """A chair as lists show it."""
    return {
        "seat": seat,
        "who": chair.who,
        "name": chair.name,
        "level": chair.level,
        "yours": yours,
        "resigned": resigned,
    }


def listed(result: Result, guest: int) -> dict[str, Any]:
    """A finished game as a guest's list shows it."""
    told = read_told(result.told)
    return {
        "id": result.table,
        "game": result.game,
        "seats": len(told.chairs),
        "phase": "over",
        "chairs": [
            sitter(seat, chair, bool(guest) and chair.guest == guest, chair.resigned)
            for seat, chair in enumerate(told.chairs)
        ],
        "outcome": msgspec.to_builtins(told.outcome),
        "ended_ms": result.ended_ms,
        "moves": told.moves,
        "lasted_ms": told.lasted_ms,
        "abandoned": told.abandoned,
        "points": told.points,
    }
