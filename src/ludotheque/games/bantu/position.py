"""Reads and writes positions: `to_play`, `pawns`, `turns`, and if needed `first`, the seat that went first (0 by default)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.core import fields
from ludotheque.core.errors import BadPosition, shown
from ludotheque.core.message import Message
from ludotheque.core.validation import entries, number, table
from ludotheque.games.bantu.labels import FINISH, circle_name, circle_named
from ludotheque.games.bantu.labels import where as called
from ludotheque.games.bantu.rules.finish import come_home, has_finished, has_won, reached_ending
from ludotheque.games.bantu.rules.setting import stand
from ludotheque.games.bantu.state import AT_FINISH, AT_START, Ending, is_team_game, pawns_of

MAX_TURNS = 10_000


def _wrong(where: str, why: str, **args: Any) -> BadPosition:
    return BadPosition(where, Message(f"bantu.position.{why}", args))


def _write_pawns(b: Any, s: Any) -> list[dict[str, Any]]:
    """Every pawn that has left the start."""
    return [
        {"seat": seat, "number": pawn + 1, "at": FINISH if at == AT_FINISH else circle_name(b, at)}
        for seat in range(int(s["seats"]))
        for pawn in pawns_of(s)
        if (at := int(s["at"][seat, pawn])) != AT_START
    ]


def _read_pawns(b: Any, s: Any, where: str, value: Any) -> None:
    seen: set[tuple[int, int]] = set()
    for index, entry in enumerate(entries(BadPosition, where, value)):
        _read_pawn(b, s, f"{where}[{index}]", entry, seen)


def _read_pawn(b: Any, s: Any, where: str, entry: Any, seen: set[tuple[int, int]]) -> None:
    entry = table(BadPosition, where, entry, ("seat", "number", "at"))
    for key in ("seat", "number", "at"):
        if key not in entry:
            raise BadPosition(f"{where}.{key}", Message("error.position.missing"))
    seat = number(BadPosition, f"{where}.seat", entry["seat"], 0, int(s["seats"]) - 1)
    pawn = number(BadPosition, f"{where}.number", entry["number"], 1, len(pawns_of(s))) - 1
    if (seat, pawn) in seen:
        raise _wrong(where, "pawn_twice", seat=seat, pawn=pawn + 1)
    seen.add((seat, pawn))
    at = entry["at"]
    if at == FINISH:
        come_home(s, seat, pawn)
    elif at != "start":
        stand(s, seat, pawn, _read_circle(b, s, f"{where}.at", pawn, at))


def _read_circle(b: Any, s: Any, where: str, pawn: int, name: Any) -> int:
    circle = circle_named(b, name) if isinstance(name, str) else -1
    if circle < 0:
        raise _wrong(where, "circle", value=shown(name))
    if int(s["pawn_on"][circle]):
        raise _wrong(where, "taken", circle=called(name))
    rank = int(b["start_rank"][pawn])
    if circle // int(b["lanes"]) < rank:
        raise _wrong(where, "behind", pawn=pawn + 1, rank=rank, circle=called(name))
    return circle


def _check(b: Any, s: Any, position: Mapping[str, Any]) -> None:
    """At most one side has won, and a seat that has finished does not play."""
    won = [seat for seat in range(int(s["seats"])) if has_won(s, seat)]
    if len(won) > (2 if is_team_game(s) else 1):
        raise _wrong("pawns", "winners", seats=", ".join(map(str, won)))
    s["ended"] = reached_ending(b, s)
    if int(s["ended"]) == Ending.NONE and has_finished(s, int(s["to_play"])):
        raise BadPosition("to_play", Message("error.position.finished", {"seat": int(s["to_play"])}))


POSITIONS = fields.Form(
    {
        "to_play": fields.seat("to_play"),
        "pawns": fields.Part(_write_pawns, _read_pawns, ()),
        "turns": fields.for_each_seat("turns", MAX_TURNS),
        "first": fields.seat("first", written=bool),
    },
    _check,
)
