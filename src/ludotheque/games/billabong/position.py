"""Reads and writes positions: `phase`, `to_play`, `kangaroos`, `turns`, and if needed `finished` and `first`.

`finished` lists the seats that have all their kangaroos home, in the order they got there (by default in the order of seats). `first`
is the seat that placed first (0 by default; while placing, it follows from the kangaroos placed).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.core.errors import BadPosition, shown
from ludotheque.core.message import Message
from ludotheque.core.validation import choice, entries, known_keys, number, table
from ludotheque.games.billabong.labels import cell_name, cell_named, colours_of
from ludotheque.games.billabong.rules.finish import reached_ending
from ludotheque.games.billabong.rules.geometry import put
from ludotheque.games.billabong.rules.placing import (
    all_placed,
    is_behind_stream,
    kangaroos_of_a_seat,
    next_in_hand,
    setup,
)
from ludotheque.games.billabong.state import (
    AT_HOME,
    HOME_CROSSINGS,
    IN_HAND,
    MAX_KANGAROOS,
    MAX_PER_COLOUR,
    Ending,
    Phase,
    Placement,
)

KEYS = ("phase", "to_play", "kangaroos", "turns", "finished", "first")
PHASES = ("placement", "race")
MAX_TURNS = 10_000


class Positions:
    """Reads and writes positions, see `core.game.Positions`."""

    def write(self, b: Any, s: Any) -> dict[str, Any]:
        """Every kangaroo that is not in hand, and whatever else the rest of the game depends on."""
        seats = range(int(s["seats"]))
        kangaroos = [
            _write_kangaroo(b, s, seat, kangaroo)
            for seat in seats
            for kangaroo in range(MAX_KANGAROOS)
            if int(s["cell"][seat, kangaroo]) != IN_HAND
        ]
        position: dict[str, Any] = {
            "phase": PHASES[int(s["phase"])],
            "to_play": int(s["to_play"]),
            "kangaroos": kangaroos,
            "turns": [int(s["turns"][seat]) for seat in seats],
        }
        finished = sorted((seat for seat in seats if s["rank"][seat]), key=lambda seat: int(s["rank"][seat]))
        if len(finished) > 1:
            position["finished"] = finished
        if int(s["first"]):
            position["first"] = int(s["first"])
        return position

    def read(self, b: Any, s: Any, position: Mapping[str, Any]) -> None:
        """Fill the state; seats and options are already in it. Raises `BadPosition` with the field that is wrong."""
        known_keys(BadPosition, position, KEYS)
        seats = int(s["seats"])
        s["first"] = _number(position, "first", "first", 0, seats - 1, 0)
        setup(b, s)
        phase = position.get("phase", "race")
        s["phase"] = PHASES.index(choice(BadPosition, "phase", phase, PHASES))
        s["to_play"] = _number(position, "to_play", "to_play", 0, seats - 1, 0)
        for index, kangaroo in enumerate(_list(position, "kangaroos")):
            _read_kangaroo(b, s, f"kangaroos[{index}]", kangaroo)
        _read_turns(s, position)
        if int(s["phase"]) == Phase.PLACEMENT:
            _check_placing(b, s, position)
        else:
            _check_racing(b, s, position)


def _write_kangaroo(b: Any, s: Any, seat: int, kangaroo: int) -> dict[str, Any]:
    cell = int(s["cell"][seat, kangaroo])
    entry: dict[str, Any] = {"seat": seat, "colour": colours_of(s, seat)[kangaroo // MAX_PER_COLOUR]}
    if cell == AT_HOME:
        return entry | {"cell": "home"}
    return entry | {"cell": cell_name(b, cell), "crossings": int(s["crossings"][seat, kangaroo])}


def _list(position: Mapping[str, Any], key: str) -> list[Any]:
    return entries(BadPosition, key, position.get(key, []))


def _number(entry: Mapping[str, Any], key: str, where: str, least: int, greatest: int, default: int) -> int:
    return number(BadPosition, where, entry.get(key, default), least, greatest)


def _read_kangaroo(b: Any, s: Any, where: str, entry: Any) -> None:
    entry = table(BadPosition, where, entry, ("seat", "colour", "cell", "crossings"))
    if "seat" not in entry:
        raise BadPosition(f"{where}.seat", Message("error.position.missing"))
    seat = _number(entry, "seat", f"{where}.seat", 0, int(s["seats"]) - 1, 0)
    own = colours_of(s, seat)
    colour = entry.get("colour", own[0] if len(own) == 1 else None)
    if colour not in own:
        raise BadPosition(
            f"{where}.colour",
            Message(
                "billabong.position.colour", {"seat": seat, "own": ", ".join(own), "value": shown(colour)}
            ),
        )
    kangaroo = int(next_in_hand(b, s, seat, own.index(colour)))
    if kangaroo < 0:
        raise BadPosition(
            where,
            Message("billabong.position.too_many", {"kangaroos": int(b["kangaroos"]), "colour": colour}),
        )
    cell = _read_cell(b, s, f"{where}.cell", entry.get("cell"))
    s["cell"][seat, kangaroo] = cell
    if cell == AT_HOME:
        _number(entry, "crossings", f"{where}.crossings", HOME_CROSSINGS, HOME_CROSSINGS, HOME_CROSSINGS)
        s["crossings"][seat, kangaroo] = HOME_CROSSINGS
        s["home"][seat] += 1
    else:
        most = 0 if int(s["phase"]) == Phase.PLACEMENT else 1
        s["crossings"][seat, kangaroo] = _number(entry, "crossings", f"{where}.crossings", 0, most, 0)
        put(b, s, cell)


def _read_cell(b: Any, s: Any, where: str, name: Any) -> int:
    placing = int(s["phase"]) == Phase.PLACEMENT
    if name is None:
        raise BadPosition(where, Message("error.position.missing"))
    if name == "home" and not placing:
        return AT_HOME
    cell = cell_named(b, name) if isinstance(name, str) else -1
    if cell < 0:
        raise BadPosition(where, Message("billabong.position.cell", {"value": shown(name)}))
    if b["is_lake"][cell]:
        raise BadPosition(where, Message("billabong.position.in_lake", {"cell": name}))
    if any(cell in row for row in s["cell"][: int(s["seats"])].tolist()):
        raise BadPosition(where, Message("billabong.position.taken", {"cell": name}))
    if placing and int(s["placement"]) == Placement.BEHIND_STREAM and not is_behind_stream(b, cell):
        raise BadPosition(where, Message("billabong.position.not_behind", {"cell": name}))
    return cell


def _read_turns(s: Any, position: Mapping[str, Any]) -> None:
    turns, seats = _list(position, "turns"), int(s["seats"])
    if turns and len(turns) != seats:
        raise BadPosition("turns", Message("error.position.per_seat", {"seats": seats, "value": len(turns)}))
    for seat, value in enumerate(turns):
        where = f"turns[{seat}]"
        s["turns"][seat] = _number({where: value}, where, where, 0, MAX_TURNS, 0)
        if value and int(s["phase"]) == Phase.PLACEMENT:
            raise BadPosition(where, Message("billabong.position.turn_placing"))


def _check_placing(b: Any, s: Any, position: Mapping[str, Any]) -> None:
    """The numbers placed fit taking turns: those who placed one more are the seats just before the next one."""
    if _list(position, "finished"):
        raise BadPosition("finished", Message("billabong.position.only_race"))
    if all_placed(b, s):
        raise BadPosition("phase", Message("billabong.position.all_placed"))
    seats, to_play = int(s["seats"]), int(s["to_play"])
    placed = [sum(each != IN_HAND for each in s["cell"][seat].tolist()) for seat in range(seats)]
    ahead = sum(placed) - seats * placed[to_play]
    first = (to_play - ahead) % seats
    fair = [placed[to_play] + ((seat - first) % seats < ahead) for seat in range(seats)]
    if not 0 <= ahead < seats or placed != fair:
        numbers = ", ".join(map(str, placed))
        raise BadPosition(
            "kangaroos", Message("billabong.position.unfair", {"placed": numbers, "seat": to_play})
        )
    if position.get("first", first) != first:
        raise BadPosition("first", Message("billabong.position.first", {"seat": first}))
    s["first"] = first


def _check_racing(b: Any, s: Any, position: Mapping[str, Any]) -> None:
    for seat in range(int(s["seats"])):
        listed = sum(each != IN_HAND for each in s["cell"][seat].tolist())
        if listed < int(kangaroos_of_a_seat(b, s)):
            raise BadPosition(
                "kangaroos",
                Message(
                    "billabong.position.listed",
                    {"seat": seat, "wanted": int(kangaroos_of_a_seat(b, s)), "value": listed},
                ),
            )
    _read_finished(b, s, position)
    s["ended"] = reached_ending(b, s)
    if int(s["ended"]) == Ending.NONE and int(s["rank"][int(s["to_play"])]):
        raise BadPosition("to_play", Message("error.position.finished", {"seat": int(s["to_play"])}))


def _read_finished(b: Any, s: Any, position: Mapping[str, Any]) -> None:
    seats = int(s["seats"])
    done = [seat for seat in range(seats) if int(s["home"][seat]) == int(kangaroos_of_a_seat(b, s))]
    most = seats - 1 if s["play_on"] else 1
    if len(done) > most:
        raise BadPosition("kangaroos", Message("billabong.position.over", {"value": len(done), "most": most}))
    order = _list(position, "finished") or done
    if any(isinstance(seat, bool) or not isinstance(seat, int) for seat in order) or sorted(order) != done:
        raise BadPosition(
            "finished",
            Message(
                "billabong.position.finished", {"seats": ", ".join(map(str, done)), "value": shown(order)}
            ),
        )
    for rank, seat in enumerate(order):
        s["rank"][seat] = rank + 1


POSITIONS = Positions()
