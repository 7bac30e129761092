"""What pages show of a table: named views, and the changes between them. Each is made once for all pages that share it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

import ludotheque
from ludotheque.core import registry
from ludotheque.scene.changes import changes
from ludotheque.server.access.frames import Text
from ludotheque.server.base.clocks import now_ms
from ludotheque.server.room import agenda, wire
from ludotheque.server.room.views import Written, WrittenScene

if TYPE_CHECKING:
    from ludotheque.server.live.room import Room

FRESH_MS = 20.0
"""How long a message with times in it may be sent to other pages, too."""
PRESENTING = ("ludotheque.scene", "ludotheque.table")
"""What makes scenes, beside the game's own package."""

_encode = msgspec.json.Encoder().encode
_FACTS = wire.TableFacts.__struct_fields__
_facts = attrgetter(*_FACTS)
_BESIDES = ("race", "awaits_ready", "watching", "watchers")


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """All that a page shows of a table at a moment, except the guest's own part (`wire.You`)."""

    view_hash: str
    seq: int
    table: Written[wire.TableFacts]
    scene: WrittenScene | None
    race: wire.RaceFacts | None
    awaits_ready: bool
    watching: int
    watchers: list[str]

    def whole(self) -> dict[str, Any]:
        """All of it, as the fields of a `welcome` or an `update`."""
        return {
            "seq": self.seq,
            "view_hash": self.view_hash,
            "table": self.table.json,
            "scene": self.scene.json if self.scene is not None else None,
            **{name: getattr(self, name) for name in _BESIDES},
        }

    def since(self, before: View) -> dict[str, Any]:
        """What differs from another view, as the fields of a `change`. Both have a scene, or neither has."""
        found = {
            name: getattr(self, name) for name in _BESIDES if getattr(self, name) != getattr(before, name)
        }
        if self.table is not before.table and (table := _table(before.table.thing, self.table.thing)):
            found["table"] = table
        if self.scene is not before.scene and self.scene is not None and before.scene is not None:
            scene = changes(before.scene.thing, self.scene.thing)
            scene.pop("last", None)
            if scene.get("choices"):
                scene["choices"] = self.scene.choices
            if scene:
                found["scene"] = scene
        return {"seq": self.seq, "base": before.view_hash, "view_hash": self.view_hash, **found}


def _table(before: wire.TableFacts, after: wire.TableFacts) -> dict[str, Any]:
    found = {
        name: new
        for name, old, new in zip(_FACTS, _facts(before), _facts(after), strict=True)
        if old is not new and old != new
    }
    if "chairs" in found:
        found["chairs"] = [new for old, new in zip(before.chairs, after.chairs, strict=True) if old != new]
    return found


def view_hash(game: str, table: Written[wire.TableFacts], seq: int, *more: Any) -> str:
    """A hash of what a page shows. Its scene follows from the table's first `seq` events and from the code that presents the game."""
    digest = hashlib.sha256(table.json)
    digest.update(_encode((presentation(game), seq, more)))
    return digest.hexdigest()[:20]


@cache
def presentation(game: str) -> str:
    """A hash of the code and the data that make the scenes of a game."""
    digest = hashlib.sha256(ludotheque.__version__.encode())
    for package in (registry.package_of(game), *PRESENTING):
        spec = find_spec(package)
        places = [spec.origin, *(spec.submodule_search_locations or ())] if spec is not None else []
        for place in [Path(each) for each in places if each]:
            files = [each for each in place.rglob("*") if each.suffix in (".py", ".toml")] or [place]
            for file in sorted(files):
                digest.update(file.read_bytes() if file.is_file() else b"")
    return digest.hexdigest()


class Pages:
    """The views that pages of one table have, the changes between them, and what people wrote."""

    def __init__(self) -> None:
        self._views: dict[tuple[Any, ...], View] = {}
        self._changes: dict[tuple[Any, ...], tuple[float, Text]] = {}
        self._lines: dict[tuple[frozenset[int], int], list[wire.SaidFacts]] = {}
        self._speakers: dict[int, int] = {}

    def forget(self) -> None:
        """Something happened, or somebody came or left."""
        self._views.clear()
        self._changes.clear()
        self._lines.clear()
        self._speakers.clear()

    def view(
        self, room: Room, guest: int, mine: tuple[int, ...], rules: str, blocked: frozenset[int]
    ) -> View:
        """What a guest's page shows now. `mine` are the guest's seats; the lines of those `blocked` are left out."""
        state = room.state
        table, scene = room.views.facts(guest, room.watchers.online, rules), room.views.scene(frozenset(mine))
        race = room.races.told(mine) if room.races is not None else None
        awaits_ready = agenda.awaits_ready(state, room.count_s)
        watching, watchers = room.besides
        counts, raced = room.counted_s >= 0, _encode(race) if race is not None else b""
        more = state.seq, raced, awaits_ready, counts, watching, tuple(watchers), state.wiped
        found = self._views.get((table, scene, blocked, *more))
        if found is None:
            name = view_hash(state.game.name, table, *more, sorted(blocked))
            found = View(name, state.seq, table, scene, race, awaits_ready, watching, watchers)
            self._views[table, scene, blocked, *more] = found
        return found

    def lines(self, room: Room, guest: int, blocked: frozenset[int]) -> list[wire.SaidFacts]:
        """The lines at the table, without those of anybody whom this guest has blocked. Speakers are numbered in the order in which they first spoke."""
        if not room.may_write:
            return []
        said, numbers = room.state.said, self._speakers
        if not numbers:
            numbers.update(
                (speaker, by) for by, speaker in enumerate(dict.fromkeys(each.guest for each in said))
            )
        key = blocked, guest if guest in numbers else 0
        found = self._lines.get(key)
        if found is None:
            found = self._lines[key] = [
                wire.SaidFacts(each.seat, numbers[each.guest], bool(guest) and each.guest == guest, each.name, each.text, each.emote)
                for each in said
                if each.guest not in blocked
            ]  # fmt: skip
        return found

    def change(
        self,
        before: View,
        after: View,
        moves: tuple[int, Sequence[Any]] | None,
        said: tuple[int, Sequence[wire.SaidFacts]] | None,
        you: wire.You | None,
        timed: dict[str, Any],
    ) -> Text:
        """The `change` from one view to another.

        Args:
            before: the view that the page has.
            after: the view now.
            moves: the moves that the page lacks, behind the number of those that it keeps; None if it has them all.
            said: the same for what people wrote.
            you: the guest's own part; None if it is unchanged.
            timed: the fields that count on while nothing happens.
        """
        mine = any(each.yours for each in said[1]) if said is not None else False
        key = before, after, moves[0] if moves else -1, (said[0], len(said[1])) if said else None
        found, made_ms = self._changes.get(key), now_ms()
        is_own = you is not None or mine
        if found is not None and not is_own and made_ms - found[0] <= FRESH_MS:
            return found[1]
        more: dict[str, Any] = {"you": you} if you is not None else {}
        if moves is not None:
            more |= {"moves_from": moves[0], "moves": moves[1]}
        if said is not None:
            more |= {"said_from": said[0], "said": said[1]}
        text = Text(
            wire.write(wire.Change(**after.since(before), **more, **timed)), is_mixed=said is not None
        )
        if not is_own:
            self._changes[key] = made_ms, text
        return text
