"""What pages show of a table, and what each is sent to have the next state: all of it, or what differs from what it has."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import msgspec

import ludotheque
from ludotheque.scene.changes import changes
from ludotheque.scene.model import Scene
from ludotheque.server.access.frames import Text
from ludotheque.server.base.clocks import now_ms
from ludotheque.server.room import agenda, wire
from ludotheque.server.room.views import Written

if TYPE_CHECKING:
    from ludotheque.server.live.room import Room

FRESH_MS = 20.0
"""For so long a message that says how late it is may be sent to others, too."""

_encode = msgspec.json.Encoder().encode
_FACTS = wire.TableFacts.__struct_fields__
_facts = attrgetter(*_FACTS)
_BESIDES = ("race", "awaits_ready", "watching", "watchers")


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """All that a page shows of a table at a moment, except what is the guest's own (`wire.You`). `name` is its `view_hash`."""

    name: str
    seq: int
    table: Written[wire.TableFacts]
    scene: Written[Scene] | None
    race: wire.RaceFacts | None
    awaits_ready: bool
    watching: int
    watchers: list[str]

    def whole(self) -> dict[str, Any]:
        """All of it, as the fields of a `welcome` or an `update`."""
        return {
            "seq": self.seq,
            "view_hash": self.name,
            "table": self.table.json,
            "scene": self.scene.json if self.scene is not None else None,
            **{name: getattr(self, name) for name in _BESIDES},
        }

    def follows(self, before: Shown | None) -> bool:
        """Whether this can be told as a change of what a page has. The beginning of a game is told whole."""
        return before is not None and (self.scene is None) == (before.scene is None)

    def since(self, before: Shown) -> dict[str, Any]:
        """What differs from what a page has, as the fields of a `change`."""
        found = {
            name: getattr(self, name) for name in _BESIDES if getattr(self, name) != getattr(before, name)
        }
        if self.table is not before.table and (table := _table(before.table.thing, self.table.thing)):
            found["table"] = table
        if self.scene is not before.scene and self.scene is not None and before.scene is not None:
            scene = changes(before.scene.thing, self.scene.thing)
            scene.pop("last", None)
            if scene:
                found["scene"] = scene
        return {"seq": self.seq, "base": before.name, "view_hash": self.name, **found}


def _table(before: wire.TableFacts, after: wire.TableFacts) -> dict[str, Any]:
    found = {
        name: new
        for name, old, new in zip(_FACTS, _facts(before), _facts(after), strict=True)
        if old is not new and old != new
    }
    if "chairs" in found and len(before.chairs) == len(after.chairs):
        found["chairs"] = [new for old, new in zip(before.chairs, after.chairs, strict=True) if old != new]
    return found


def view_hash(table: Written[wire.TableFacts], seq: int, *more: Any) -> str:
    """A hash of what a page shows. Its scene follows from the table's first `seq` events, and from the version of the program."""
    digest = hashlib.sha256(table.json)
    digest.update(_encode((ludotheque.__version__, seq, more)))
    return digest.hexdigest()[:20]


class Pages:
    """What the pages of one table show. Everything is made once for all who are shown, or sent, the same."""

    def __init__(self) -> None:
        self._shown: dict[tuple[Any, ...], Shown] = {}
        self._changes: dict[tuple[Shown, Shown, int], tuple[float, Text]] = {}

    def forget(self) -> None:
        """Something happened."""
        self._shown.clear()
        self._changes.clear()

    def shown(
        self, room: Room, guest: int, mine: tuple[int, ...], rules: str, blocked: frozenset[int]
    ) -> Shown:
        """What a guest's page shows now. `mine` are the guest's seats; the lines of those `blocked` are left out."""
        state = room.state
        table, scene = room.views.facts(guest, room.watchers.online, rules), room.views.scene(frozenset(mine))
        race = room.races.told(mine) if room.races is not None else None
        awaits_ready = agenda.awaits_ready(state, room.count_s)
        watching, watchers = room.besides
        counts = room.counted_s >= 0
        raced = _encode(race) if race is not None else b""
        key = (
            table,
            scene,
            state.seq,
            raced,
            awaits_ready,
            counts,
            watching,
            tuple(watchers),
            blocked,
            state.wiped,
        )
        found = self._shown.get(key)
        if found is None:
            name = view_hash(table, *key[2:-2], sorted(blocked), state.wiped)
            found = Shown(name, state.seq, table, scene, race, awaits_ready, watching, watchers)
            self._shown[key] = found
        return found

    def change(
        self,
        base: Shown,
        shown: Shown,
        moves_from: int,
        moves: list[Any],
        own: dict[str, Any],
        timed: dict[str, Any],
    ) -> Text:
        """The `change` from what a page has to what it is to show.

        Args:
            base: what it has.
            shown: what it is to show.
            moves_from: from which number on its list of moves goes on with `moves`; -1 if it has them all.
            moves: the moves that it has not.
            own: fields of the message that are this page's alone.
            timed: fields of the message that count on while nothing happens.
        """
        key, made_ms = (base, shown, moves_from), now_ms()
        found = self._changes.get(key)
        if found is not None and not own and made_ms - found[0] <= FRESH_MS:
            return found[1]
        told: dict[str, Any] = {"moves_from": moves_from, "moves": moves} if moves_from >= 0 else {}
        text = Text(wire.write(wire.Change(**shown.since(base), **told, **own, **timed)))
        if not own:
            self._changes[key] = made_ms, text
        return text
