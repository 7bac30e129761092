"""Translates actions between integers, structures and notation.

`keep`, `throw 1 3 s` (roll these dice again; the sorcery die is `s`), `red 2c1`, `red podium`, `red+2 2c1` (a frenzy, with two jokers),
`bewitch red`, `bewitch red 3c1` (off a crocodile), `unbewitch red`, `berry 2c2`, `back 1c2` (the snake), `swap red`, `give 2`,
`lion 3c1`, `wake`, `pass`; results of chance: `tile C1:B:left`, `card 3`, `die red`, `is Oor`. Upper and lower case are the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ludotheque.core.errors import Unreadable
from ludotheque.core.game import HIDDEN, ActionPath
from ludotheque.core.message import Message
from ludotheque.core.notation import PlainCodec
from ludotheque.games.banjooli_cross import codes
from ludotheque.games.banjooli_cross.names import DIE_WORDS, face_name, face_named, space_name, space_named
from ludotheque.games.banjooli_cross.rules.setup import next_without_card
from ludotheque.games.banjooli_cross.state import (
    BACK_IN_NEST,
    BERRIES,
    COLOURS,
    DESTINATIONS,
    DICE,
    MOVEMENT_DICE,
    PODIUM,
    SORCERY,
    SPACES,
    Phase,
)

_BIRD = "|".join(COLOURS)
_TEXTS: tuple[tuple[str, str], ...] = (
    ("pass", "pass"),
    ("keep", "keep"),
    ("throw", r"throw((?: [1-5s])+)"),
    ("move", rf"({_BIRD}) (\S+)"),
    ("frenzy", rf"({_BIRD})\+([0-5]) (\S+)"),
    ("bewitch", rf"bewitch ({_BIRD})(?: (\S+))?"),
    ("unbewitch", rf"unbewitch ({_BIRD})"),
    ("berry", r"berry (\S+)"),
    ("back", r"back (\S+)"),
    ("lion", r"lion (\S+)"),
    ("swap", rf"swap ({_BIRD})"),
    ("give", r"give ([0-4])"),
    ("wake", "wake"),
    ("tile", r"tile (\S+)"),
    ("card", r"card (\d{1,4})"),
    ("die", rf"die ({'|'.join(DIE_WORDS)})"),
    ("is", r"is (.+)"),
)
_SPACES_OF = {"berry": codes.PLACE, "back": codes.JOKA, "lion": codes.LION}


def _unreadable(what: Any, why: str) -> Unreadable:
    return Unreadable(f"{what!r} {why}", Message("error.unreadable", {"text": str(what)}))


class Codec(PlainCodec):
    """Translates actions, see `core.game.Codec`. Each action has only one path."""

    # -- structures -----------------------------------------------------------------------------------------------

    def structure(self, b: Any, s: Any, seat: int, code: int) -> dict[str, Any]:
        """`kind` and its fields; ostriches are colours, and spaces are names."""
        if code == codes.PASS:
            return {"kind": "pass"}
        if code < codes.MOVE:
            again = [die for die in range(DICE) if (code - codes.KEEP) >> die & 1]
            return {"kind": "throw", "dice": again} if again else {"kind": "keep"}
        if code < codes.BEWITCH:
            return self._run(code)
        if code < codes.PLACE:
            return self._spell(code)
        return self._answer(code) if code < codes.TILE else self._result(b, code)

    def _run(self, code: int) -> dict[str, Any]:
        if code < codes.FRENZY:
            bird, to = divmod(code - codes.MOVE, DESTINATIONS)
            return {"kind": "move", "ostrich": COLOURS[bird], "to": _destination(to)}
        rest, to = divmod(code - codes.FRENZY, DESTINATIONS)
        bird, jokers = divmod(rest, codes.JOKERS)
        return {"kind": "frenzy", "ostrich": COLOURS[bird], "jokers": jokers, "to": _destination(to)}

    def _spell(self, code: int) -> dict[str, Any]:
        if code < codes.UNBEWITCH:
            return {"kind": "bewitch", "ostrich": COLOURS[code - codes.BEWITCH]}
        if code < codes.LEAP:
            return {"kind": "unbewitch", "ostrich": COLOURS[code - codes.UNBEWITCH]}
        bird, space = divmod(code - codes.LEAP, SPACES)
        return {"kind": "bewitch", "ostrich": COLOURS[bird], "to": space_name(space)}

    def _answer(self, code: int) -> dict[str, Any]:
        for kind, first in reversed(_SPACES_OF.items()):
            if code < codes.SWAP and code >= first:
                return {"kind": kind, "to": space_name(code - first)}
        if code < codes.GIVE:
            return {"kind": "swap", "ostrich": COLOURS[code - codes.SWAP]}
        return {"kind": "give", "to": code - codes.GIVE} if code < codes.WAKE else {"kind": "wake"}

    def _result(self, b: Any, code: int) -> dict[str, Any]:
        if code < codes.CARD:
            face, bend = divmod(code - codes.TILE, 3)
            return {"kind": "tile", "face": face_name(b, face, bend)}
        if code < codes.DIE:
            return {"kind": "card", "number": code - codes.CARD}
        if code < codes.BERRY:
            return {"kind": "die", "colour": DIE_WORDS[code - codes.DIE]}
        return {"kind": "is", "berry": BERRIES[code - codes.BERRY]}

    def code(self, b: Any, s: Any, seat: int, structure: Mapping[str, Any]) -> int:
        """The inverse of `structure`."""
        kind = structure.get("kind")
        simple = {"pass": codes.PASS, "keep": codes.KEEP, "wake": codes.WAKE}
        if isinstance(kind, str) and kind in simple:
            return simple[kind]
        if kind == "throw":
            return codes.KEEP + sum(1 << die for die in self._dice(structure.get("dice")))
        if kind in ("move", "frenzy"):
            return self._code_of_run(b, s, structure)
        if kind in ("bewitch", "unbewitch", "swap"):
            return self._code_of_bird(b, s, structure)
        if isinstance(kind, str) and kind in _SPACES_OF:
            return _SPACES_OF[kind] + self._space(b, s, structure.get("to"))
        return self._code_of_rest(b, s, structure)

    def _code_of_run(self, b: Any, s: Any, structure: Mapping[str, Any]) -> int:
        bird, to = self._bird(structure), self._to(b, s, structure.get("to"))
        if structure["kind"] == "move":
            return int(codes.move_code(bird, to))
        return int(codes.frenzy_code(bird, self._number(structure, "jokers", MOVEMENT_DICE), to))

    def _code_of_bird(self, b: Any, s: Any, structure: Mapping[str, Any]) -> int:
        bird, kind = self._bird(structure), structure["kind"]
        if kind == "bewitch" and structure.get("to") is not None:
            return int(codes.leap_code(bird, self._space(b, s, structure["to"])))
        return {"bewitch": codes.BEWITCH, "unbewitch": codes.UNBEWITCH, "swap": codes.SWAP}[str(kind)] + bird

    def _code_of_rest(self, b: Any, s: Any, structure: Mapping[str, Any]) -> int:
        kind = structure.get("kind")
        if kind == "give":
            return codes.GIVE + self._number(structure, "to", int(s["seats"]) - 1)
        if kind == "card":
            return codes.CARD + self._number(structure, "number", int(b["cards"]) - 1)
        if kind == "tile":
            face = face_named(b, str(structure.get("face")))
            if face < 0:
                raise _unreadable(structure.get("face"), "is not a face of a tile in this box")
            return codes.TILE + face
        if kind == "die" and structure.get("colour") in DIE_WORDS:
            return codes.DIE + DIE_WORDS.index(str(structure["colour"]))
        if kind == "is" and structure.get("berry") in BERRIES:
            return codes.BERRY + BERRIES.index(str(structure["berry"]))
        raise _unreadable(dict(structure), "is not an action of Banjooli Cross")

    def _bird(self, structure: Mapping[str, Any]) -> int:
        bird = structure.get("ostrich")
        if bird not in COLOURS:
            raise _unreadable(bird, f"is not an ostrich; the ostriches are {', '.join(COLOURS)}")
        return COLOURS.index(str(bird))

    def _dice(self, dice: Any) -> set[int]:
        if not isinstance(dice, list | tuple) or not dice:
            raise _unreadable(dice, "is not a list of dice, which are numbered 0 to 5")
        for die in dice:
            self._number({"dice": die}, "dice", SORCERY)
        return set(dice)

    def _number(self, structure: Mapping[str, Any], key: str, most: int) -> int:
        value = structure.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            raise _unreadable(value, f"is not a number from 0 to {most} ({key})")
        return value

    def _space(self, b: Any, s: Any, name: Any) -> int:
        space = space_named(b, s, name.lower()) if isinstance(name, str) else -1
        if space < 0:
            raise _unreadable(name, "is not a space of this course")
        return space

    def _to(self, b: Any, s: Any, name: Any) -> int:
        return {"podium": PODIUM, "nest": BACK_IN_NEST}.get(str(name).lower()) or self._space(b, s, name)

    # -- texts ----------------------------------------------------------------------------------------------------

    def text(self, b: Any, s: Any, seat: int, code: int, path: ActionPath) -> str:
        """The action in notation."""
        parts = self.structure(b, s, seat, code)
        if parts["kind"] == "throw":
            return "throw " + " ".join("s" if die == SORCERY else str(die + 1) for die in parts["dice"])
        if parts["kind"] == "frenzy":
            return f"{parts['ostrich']}+{parts['jokers']} {parts['to']}"
        words = [str(value) for key, value in parts.items() if key != "kind"]
        return " ".join(words if parts["kind"] == "move" else [parts["kind"], *words])

    def parse(self, b: Any, s: Any, seat: int, text: str) -> tuple[int, ActionPath]:
        """The action that a text names."""
        plain = " ".join(text.split())
        for kind, pattern in _TEXTS:
            found = re.fullmatch(pattern, plain, re.IGNORECASE)
            if found:
                return self.code(b, s, seat, self._parts(kind, found)), ()
        raise _unreadable(text, "is not an action of Banjooli Cross")

    def _parts(self, kind: str, found: re.Match[str]) -> dict[str, Any]:
        words = [word.lower() if word else None for word in found.groups()]
        if kind == "throw":
            dice = [SORCERY if die == "s" else int(die) - 1 for die in str(words[0]).split()]
            return {"kind": kind, "dice": dice}
        if kind == "frenzy":
            return {"kind": kind, "ostrich": words[0], "jokers": int(str(words[1])), "to": words[2]}
        if kind in ("move", "bewitch"):
            return {"kind": kind, "ostrich": words[0], "to": words[1]}
        if kind in ("unbewitch", "swap"):
            return {"kind": kind, "ostrich": words[0]}
        if kind in ("give", "card"):
            return {"kind": kind, "to": int(str(words[0])), "number": int(str(words[0]))}
        if kind == "is":
            named = {berry.lower(): berry for berry in BERRIES}
            return {"kind": kind, "berry": named.get(str(words[0]))}
        key = {"tile": "face", "die": "colour"}.get(kind, "to")
        return {"kind": kind, key: words[0]} if words else {"kind": kind}

    # -- secrets -------------------------------------------------------------------------------------------------

    def veil(self, b: Any, s: Any, seat: int, code: int, audience: int) -> int:
        """Only the player who gets a card knows it, and only the player who looks at a berry knows what it is."""
        if codes.CARD <= code < codes.DIE:
            return code if audience >> int(next_without_card(s)) & 1 else HIDDEN
        if code >= codes.BERRY and int(s["phase"]) == Phase.LOOK:
            return code if audience >> int(s["to_play"]) & 1 else HIDDEN
        return code


def _destination(to: int) -> str:
    if to == PODIUM:
        return "podium"
    return "nest" if to == BACK_IN_NEST else space_name(to)


CODEC = Codec()
