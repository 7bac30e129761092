"""Who stands where, written down: ostriches, berries, the lion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.core.errors import BadPosition
from ludotheque.core.reading import choice, entries, number, table, yes_or_no
from ludotheque.games.banjooli_cross.course import berry_on, bird_on, ground, is_passable
from ludotheque.games.banjooli_cross.rules.berries import tokens_left
from ludotheque.games.banjooli_cross.rules.lion import lair
from ludotheque.games.banjooli_cross.state import (
    ARRIVED,
    BERRIES,
    COLOURS,
    FINISHERS,
    MAX_SEATS,
    NO_SPACE,
    NOBODY,
    UNSEEN,
    Ground,
    Phase,
)
from ludotheque.games.banjooli_cross.things import space_name, space_named, where_is


def space_of(b: Any, s: Any, where: str, name: Any) -> int:
    """The space of a name in the course laid; `BadPosition` if there is none."""
    space = space_named(b, s, name) if isinstance(name, str) else -1
    if space < 0:
        raise BadPosition(where, f"{name!r} is no space of this course")
    return space


# ------------------------------------------------------------------------------------------- ostriches


def write_ostriches(s: Any) -> dict[str, Any]:
    """Every ostrich by its colour: where, and whether scared, or which place of the podium."""
    found: dict[str, Any] = {}
    for bird, colour in enumerate(COLOURS):
        found[colour] = {"at": where_is(s, bird)}
        if int(s["at"][bird]) >= 0:
            found[colour]["scared"] = bool(s["scared"][bird])
        elif int(s["at"][bird]) == ARRIVED:
            found[colour]["place"] = int(s["place"][bird])
    return found


def read_ostriches(b: Any, s: Any, given: Any) -> None:
    """Put them there; those not named wait in their nests."""
    birds = table(BadPosition, "ostriches", given, COLOURS)
    for bird, colour in enumerate(COLOURS):
        if colour in birds:
            _read_ostrich(b, s, bird, f"ostriches.{colour}", birds[colour])
    places = sorted(int(place) for place in s["place"] if place)
    if places != list(range(1, len(places) + 1)):
        raise BadPosition("ostriches", f"the places of the podium must be 1, 2, 3 in turn, not {places}")


def _read_ostrich(b: Any, s: Any, bird: int, where: str, given: Any) -> None:
    ostrich = table(BadPosition, where, given, ("at", "scared", "place"))
    at = ostrich.get("at", "nest")
    scared = yes_or_no(BadPosition, f"{where}.scared", ostrich.get("scared", False))
    if at in ("nest", "podium") and scared:
        raise BadPosition(f"{where}.scared", "only an ostrich on the course can be scared")
    if at != "podium" and "place" in ostrich:
        raise BadPosition(f"{where}.place", "only an ostrich on the podium has a place")
    if at == "podium":
        s["place"][bird] = number(BadPosition, f"{where}.place", ostrich.get("place"), 1, FINISHERS)
        s["at"][bird] = ARRIVED
    elif at != "nest":
        space = space_of(b, s, f"{where}.at", at)
        if not is_passable(b, s, space):
            raise BadPosition(f"{where}.at", f"no ostrich can stand on {at}")
        if bird_on(s, space) != NOBODY:
            raise BadPosition(f"{where}.at", f"another ostrich stands on {at} already")
        s["at"][bird], s["scared"][bird] = space, scared


# ------------------------------------------------------------------------------------------- the lion


def read_lion(b: Any, s: Any, given: Any) -> None:
    """Where the lion lies, in its lair and awake if nothing is said; only where it plays."""
    if not s["lion"]:
        if given is not None:
            raise BadPosition("lion", "there is no lion at this table (option lion)")
        return
    if int(s["phase"]) == Phase.COURSE:
        return
    lion = table(BadPosition, "lion", given if given is not None else {}, ("at", "awake"))
    at = space_of(b, s, "lion.at", lion["at"]) if "at" in lion else int(lair(b, s))
    if bird_on(s, at) != NOBODY:
        raise BadPosition("lion.at", f"the {COLOURS[bird_on(s, at)]} ostrich stands on {space_name(at)}")
    s["lion_at"] = at
    s["lion_awake"] = yes_or_no(BadPosition, "lion.awake", lion.get("awake", True))


# ------------------------------------------------------------------------------------------- berries


def write_berries(s: Any) -> dict[str, Any]:
    """Every berry on the course by its space, in the order of the seats that put them out."""
    found: dict[str, Any] = {}
    for token in range(MAX_SEATS):
        if int(s["berry_space"][token]) == NO_SPACE:
            continue
        kind = int(s["berry_kind"][token])
        found[space_name(int(s["berry_space"][token]))] = {
            "is": None if kind == UNSEEN else BERRIES[kind],
            "known_to": [seat for seat in range(MAX_SEATS) if int(s["berry_known"][token]) >> seat & 1],
            "by": token,
        }
    return found


def read_berries(b: Any, s: Any, position: Mapping[str, Any]) -> None:
    """Lay them out; `is` may be left out where nobody has decided yet what a berry is."""
    given = position.get("berries", {})
    if given and not s["berries"]:
        raise BadPosition("berries", "there are no berries at this table (option berries)")
    if not isinstance(given, Mapping):
        raise BadPosition("berries", f"must be an object of spaces, not {given!r}")
    most = int(s["seats"]) - int(s["berry_found"].sum())
    if len(given) > most:
        raise BadPosition("berries", f"one a player, so at most {most} still lie there, not {len(given)}")
    for index, (name, entry) in enumerate(given.items()):
        _read_berry(b, s, index, f"berries.{name}", name, entry)
    if "found" in position:
        s["found"] = berry_on(s, space_of(b, s, "found", position["found"]))
        if int(s["found"]) == NOBODY or int(s["phase"]) != Phase.FIND:
            raise BadPosition("found", "names the space of a berry in the phase find only")
    if int(s["phase"]) == Phase.FIND and int(s["found"]) == NOBODY:
        raise BadPosition("found", "must be the space of the berry that is being found")


def _read_berry(b: Any, s: Any, index: int, where: str, name: str, given: Any) -> None:
    berry = table(BadPosition, where, given, ("is", "known_to", "by"))
    space = space_of(b, s, where, name)
    if ground(b, s, space) != Ground.EARTH:
        raise BadPosition(where, "berries lie on earth only")
    token = number(BadPosition, f"{where}.by", berry.get("by", index), 0, int(s["seats"]) - 1)
    if int(s["berry_space"][token]) != NO_SPACE:
        raise BadPosition(f"{where}.by", f"seat {token} has put out another berry")
    s["berry_space"][token] = space
    if berry.get("is") is not None:
        kind = BERRIES.index(choice(BadPosition, f"{where}.is", berry["is"], BERRIES))
        if tokens_left(b, s, kind) < 1:
            raise BadPosition(f"{where}.is", f"there is no {berry['is']} left in the box")
        s["berry_kind"][token] = kind
    for seat in entries(BadPosition, f"{where}.known_to", berry.get("known_to", []), 0, MAX_SEATS):
        bit = 1 << number(BadPosition, f"{where}.known_to", seat, 0, int(s["seats"]) - 1)
        s["berry_known"][token] = int(s["berry_known"][token]) | bit
    if int(s["berry_known"][token]) and berry.get("is") is None:
        raise BadPosition(f"{where}.is", "must be told, as somebody has looked at it")
