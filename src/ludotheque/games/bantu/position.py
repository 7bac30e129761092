"""Reads and writes positions: `to_play`, `pawns`, `turns`, and if needed `first`, the seat that went first (0 by default)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.core.errors import BadPosition, shown
from ludotheque.core.message import Message
from ludotheque.core.validation import entries, known_keys, number, table
from ludotheque.core.verbs import setup
from ludotheque.games.bantu.labels import circle_name, circle_named, is_team_game, pawns_of
from ludotheque.games.bantu.rules.finish import (
    come_home,
    has_finished,
    has_won,
    reached_ending,
)
from ludotheque.games.bantu.rules.setting import stand
from ludotheque.games.bantu.state import AT_FINISH, AT_START, Ending

KEYS = ("to_play", "pawns", "turns", "first")
MAX_TURNS = 10_000


class Positions:
    """Reads and writes positions, see `core.game.Positions`."""

    def write(self, b: Any, s: Any) -> dict[str, Any]:
        """Every pawn that has left the start, and whatever else the rest of the game depends on."""
        seats = range(int(s["seats"]))
        position: dict[str, Any] = {
            "to_play": int(s["to_play"]),
            "pawns": [
                {"seat": seat, "number": pawn + 1, "at": _where(b, int(s["at"][seat, pawn]))}
                for seat in seats
                for pawn in pawns_of(s)
                if int(s["at"][seat, pawn]) != AT_START
            ],
            "turns": [int(s["turns"][seat]) for seat in seats],
        }
        if int(s["first"]):
            position["first"] = int(s["first"])
        return position

    def read(self, b: Any, s: Any, position: Mapping[str, Any]) -> None:
        """Fill the state; seats and options are already in it. Raises `BadPosition` with the field that is wrong."""
        known_keys(BadPosition, position, KEYS)
        seats = int(s["seats"])
        s["first"] = _number(position, "first", "first", 0, seats - 1, 0)
        setup(b, s)
        s["to_play"] = _number(position, "to_play", "to_play", 0, seats - 1, 0)
        seen: set[tuple[int, int]] = set()
        for index, pawn in enumerate(entries(BadPosition, "pawns", position.get("pawns", []))):
            _read_pawn(b, s, f"pawns[{index}]", pawn, seen)
        _read_turns(s, position)
        _check_winners(s)
        s["ended"] = reached_ending(b, s)
        if int(s["ended"]) == Ending.NONE and has_finished(s, int(s["to_play"])):
            raise BadPosition("to_play", Message("error.position.finished", {"seat": int(s["to_play"])}))


def _where(b: Any, at: int) -> str:
    return "finish" if at == AT_FINISH else circle_name(b, at)


def _number(entry: Mapping[str, Any], key: str, where: str, least: int, greatest: int, default: int) -> int:
    return number(BadPosition, where, entry.get(key, default), least, greatest)


def _read_pawn(b: Any, s: Any, where: str, entry: Any, seen: set[tuple[int, int]]) -> None:
    entry = table(BadPosition, where, entry, ("seat", "number", "at"))
    for key in ("seat", "number", "at"):
        if key not in entry:
            raise BadPosition(f"{where}.{key}", Message("error.position.missing"))
    seat = _number(entry, "seat", f"{where}.seat", 0, int(s["seats"]) - 1, 0)
    pawn = _number(entry, "number", f"{where}.number", 1, len(pawns_of(s)), 0) - 1
    if (seat, pawn) in seen:
        raise BadPosition(where, Message("bantu.position.pawn_twice", {"seat": seat, "pawn": pawn + 1}))
    seen.add((seat, pawn))
    at = entry["at"]
    if at == "finish":
        come_home(s, seat, pawn)
    elif at != "start":
        stand(s, seat, pawn, _read_circle(b, s, f"{where}.at", pawn, at))


def _read_circle(b: Any, s: Any, where: str, pawn: int, name: Any) -> int:
    circle = circle_named(b, name) if isinstance(name, str) else -1
    if circle < 0:
        raise BadPosition(where, Message("bantu.position.circle", {"value": shown(name)}))
    if int(s["pawn_on"][circle]):
        raise BadPosition(where, Message("bantu.position.taken", {"circle": name}))
    rank = int(b["start_rank"][pawn])
    if circle // int(b["lanes"]) < rank:
        raise BadPosition(
            where, Message("bantu.position.behind", {"pawn": pawn + 1, "rank": rank, "circle": name})
        )
    return circle


def _read_turns(s: Any, position: Mapping[str, Any]) -> None:
    turns, seats = entries(BadPosition, "turns", position.get("turns", [])), int(s["seats"])
    if turns and len(turns) != seats:
        raise BadPosition("turns", Message("error.position.per_seat", {"seats": seats, "value": len(turns)}))
    for seat, value in enumerate(turns):
        where = f"turns[{seat}]"
        s["turns"][seat] = _number({where: value}, where, where, 0, MAX_TURNS, 0)


def _check_winners(s: Any) -> None:
    won = [seat for seat in range(int(s["seats"])) if has_won(s, seat)]
    if len(won) > (2 if is_team_game(s) else 1):
        raise BadPosition("pawns", Message("bantu.position.winners", {"seats": ", ".join(map(str, won))}))


POSITIONS = Positions()
