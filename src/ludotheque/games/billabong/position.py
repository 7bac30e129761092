"""Reads and writes positions: `phase`, `to_play`, `kangaroos`, `turns`, and if needed `finished` and `first`.

`finished` lists the seats that have all their kangaroos home, in the order they got there (by default in the order of seats). `first`
is the seat that placed first (0 by default; while placing, it follows from the kangaroos placed).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.core import fields
from ludotheque.core.errors import BadPosition, shown
from ludotheque.core.message import Message
from ludotheque.core.validation import entries, number, table
from ludotheque.games.billabong.labels import cell_name, cell_named
from ludotheque.games.billabong.rules.finish import reached_ending
from ludotheque.games.billabong.rules.geometry import put
from ludotheque.games.billabong.rules.placing import (
    all_placed,
    is_behind_stream,
    kangaroos_of_a_seat,
    next_in_hand,
)
from ludotheque.games.billabong.state import (
    AT_HOME,
    HOME_CROSSINGS,
    IN_HAND,
    Ending,
    Phase,
    Placement,
    colour_of,
    colours_of,
    kangaroos_of,
)

MAX_TURNS = 10_000


def _wrong(where: str, why: str, **args: Any) -> BadPosition:
    return BadPosition(where, Message(f"billabong.position.{why}", args))


def _kangaroos(b: Any, s: Any) -> list[dict[str, Any]]:
    """Every kangaroo that is not in hand."""
    return [
        _write_kangaroo(b, s, seat, kangaroo)
        for seat in range(int(s["seats"]))
        for kangaroo in kangaroos_of(b, s, seat)
        if int(s["cell"][seat, kangaroo]) != IN_HAND
    ]


def _write_kangaroo(b: Any, s: Any, seat: int, kangaroo: int) -> dict[str, Any]:
    cell = int(s["cell"][seat, kangaroo])
    entry: dict[str, Any] = {"seat": seat, "colour": colour_of(s, seat, kangaroo)}
    if cell == AT_HOME:
        return entry | {"cell": "home"}
    return entry | {"cell": cell_name(b, cell), "crossings": int(s["crossings"][seat, kangaroo])}


def _read_kangaroo(b: Any, s: Any, where: str, entry: Any) -> None:
    entry = table(BadPosition, where, entry, ("seat", "colour", "cell", "crossings"))
    if "seat" not in entry:
        raise BadPosition(f"{where}.seat", Message("error.position.missing"))
    seat = number(BadPosition, f"{where}.seat", entry["seat"], 0, int(s["seats"]) - 1)
    own = colours_of(s, seat)
    colour = entry.get("colour", own[0] if len(own) == 1 else None)
    if colour not in own:
        raise _wrong(f"{where}.colour", "colour", seat=seat, own=", ".join(own), value=shown(colour))
    kangaroo = int(next_in_hand(b, s, seat, own.index(colour)))
    if kangaroo < 0:
        raise _wrong(where, "too_many", kangaroos=int(b["kangaroos"]), colour=colour)
    cell = _read_cell(b, s, f"{where}.cell", entry.get("cell"))
    s["cell"][seat, kangaroo] = cell
    if cell == AT_HOME:
        least = most = HOME_CROSSINGS
        s["home"][seat] += 1
    else:
        least, most = 0, int(s["phase"]) == Phase.RACE
        put(b, s, cell)
    crossings = entry.get("crossings", least)
    s["crossings"][seat, kangaroo] = number(BadPosition, f"{where}.crossings", crossings, least, int(most))


def _read_cell(b: Any, s: Any, where: str, name: Any) -> int:
    placing = int(s["phase"]) == Phase.PLACEMENT
    if name is None:
        raise BadPosition(where, Message("error.position.missing"))
    if name == "home" and not placing:
        return AT_HOME
    cell = cell_named(b, name) if isinstance(name, str) else -1
    if cell < 0:
        raise _wrong(where, "cell", value=shown(name))
    if b["is_lake"][cell]:
        raise _wrong(where, "in_lake", cell=name)
    if any(cell in row for row in s["cell"][: int(s["seats"])].tolist()):
        raise _wrong(where, "taken", cell=name)
    if placing and int(s["placement"]) == Placement.BEHIND_STREAM and not is_behind_stream(b, cell):
        raise _wrong(where, "not_behind", cell=name)
    return cell


def _finished(b: Any, s: Any) -> Any:
    """The seats that are home, in that order; nothing if there is only one."""
    seats = [seat for seat in range(int(s["seats"])) if s["rank"][seat]]
    return sorted(seats, key=lambda seat: int(s["rank"][seat])) if len(seats) > 1 else fields.UNSAID


def _check(b: Any, s: Any, position: Mapping[str, Any]) -> None:
    check = _check_placing if int(s["phase"]) == Phase.PLACEMENT else _check_racing
    check(b, s, position)


def _placed(s: Any, seat: int) -> int:
    return sum(cell != IN_HAND for cell in s["cell"][seat].tolist())


def _list_of_finished(position: Mapping[str, Any]) -> list[Any]:
    return entries(BadPosition, "finished", position.get("finished", ()))


def _check_placing(b: Any, s: Any, position: Mapping[str, Any]) -> None:
    """Players placed in turn: only the seats just before the next one may have placed one more."""
    for seat, turns in enumerate(s["turns"].tolist()):
        if turns:
            raise _wrong(f"turns[{seat}]", "turn_placing")
    if _list_of_finished(position):
        raise _wrong("finished", "only_race")
    if all_placed(b, s):
        raise _wrong("phase", "all_placed")
    seats, to_play = int(s["seats"]), int(s["to_play"])
    placed = [_placed(s, seat) for seat in range(seats)]
    ahead = sum(placed) - seats * placed[to_play]
    first = (to_play - ahead) % seats
    fair = [placed[to_play] + ((seat - first) % seats < ahead) for seat in range(seats)]
    if not 0 <= ahead < seats or placed != fair:
        raise _wrong("kangaroos", "unfair", placed=", ".join(map(str, placed)), seat=to_play)
    if position.get("first", first) != first:
        raise _wrong("first", "first", seat=first)
    s["first"] = first


def _check_racing(b: Any, s: Any, position: Mapping[str, Any]) -> None:
    for seat in range(int(s["seats"])):
        listed, wanted = _placed(s, seat), int(kangaroos_of_a_seat(b, s))
        if listed < wanted:
            raise _wrong("kangaroos", "listed", seat=seat, wanted=wanted, value=listed)
    _read_finished(b, s, position)
    s["ended"] = reached_ending(b, s)
    if int(s["ended"]) == Ending.NONE and int(s["rank"][int(s["to_play"])]):
        raise BadPosition("to_play", Message("error.position.finished", {"seat": int(s["to_play"])}))


def _read_finished(b: Any, s: Any, position: Mapping[str, Any]) -> None:
    seats = int(s["seats"])
    done = [seat for seat in range(seats) if int(s["home"][seat]) == int(kangaroos_of_a_seat(b, s))]
    most = seats - 1 if s["play_on"] else 1
    if len(done) > most:
        raise _wrong("kangaroos", "over", value=len(done), most=most)
    order = _list_of_finished(position) or done
    if any(isinstance(seat, bool) or not isinstance(seat, int) for seat in order) or sorted(order) != done:
        raise _wrong("finished", "finished", seats=", ".join(map(str, done)), value=shown(order))
    for rank, seat in enumerate(order):
        s["rank"][seat] = rank + 1


POSITIONS = fields.Form(
    {
        "phase": fields.word("phase", ("placement", "race"), usual="race"),
        "to_play": fields.seat("to_play"),
        "kangaroos": fields.each_of(_kangaroos, _read_kangaroo),
        "turns": fields.for_each_seat("turns", MAX_TURNS),
        "finished": fields.Part(_finished),
        "first": fields.seat("first", written=bool),
    },
    _check,
)
