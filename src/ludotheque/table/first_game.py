"""Makes a game's guided first game from the file `first_game.toml` in its folder. The rules themselves play it.

The file has the learner's `seat`, the `names` of all players, a table `position` with what all positions share, and the steps. A step with
a `position` begins there; any other goes on from the step before.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from msgspec.structs import replace

from ludotheque.core import packaged
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.scene.first_game import FirstGame, Frame, Step, only
from ludotheque.table import views
from ludotheque.table.table import Table

FILE = "first_game.toml"

_STEP = frozenset(
    ("position", "say", "picture", "rules", "point", "before", "before", "do", "also", "after_ms", "then", "forgiven", "wait_ms", "tempting", "cry", "by", "timed")
)  # fmt: skip
_KEYS = frozenset(("seat", "names", "position", "step"))


class BadFirstGame(ValueError):
    """A game's `first_game.toml` cannot be played."""


@dataclass(frozen=True)
class Played:
    """A first game, and the table at each of its steps."""

    told: FirstGame
    tables: tuple[Table, ...]


def exists(game: Game) -> bool:
    """Whether the game has a first game."""
    return packaged.file_of(game.package, FILE) is not None


def read(game: Game) -> dict[str, Any]:
    """The content of the game's `first_game.toml`. Raises `BadFirstGame` if it is missing, not TOML or has unknown keys."""
    file = packaged.file_of(game.package, FILE)
    if file is None:
        raise BadFirstGame(f"{game.name} has no guided first game: its package lacks the file {FILE}")
    try:
        data = tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadFirstGame(f"{game.name}: {FILE}: {error}") from error
    unknown = [*(data.keys() - _KEYS), *(key for step in data["step"] for key in step.keys() - _STEP)]
    if unknown:
        raise BadFirstGame(f"{game.name}: {FILE} has unknown keys: {', '.join(sorted(unknown))}")
    return data


def messages(game: Game) -> Iterator[str]:
    """The keys of the messages that the first game needs; none if there is no first game."""
    if not exists(game):
        return
    for step in read(game)["step"]:
        yield from (_key(game, step[name]) for name in ("say", "forgiven") if name in step)
        if "cry" in step:
            yield step["cry"]


def play(game: Game) -> Played:
    """Play the first game through by the rules. Raises `BadFirstGame` naming the step that cannot be played."""
    return _Playing(game, read(game)).played()


def _key(game: Game, name: str) -> str:
    return f"{game.name}.first_game.{name}"


@dataclass
class _Playing:
    """A first game while it is played."""

    game: Game
    data: Mapping[str, Any]
    table: Table | None = None
    steps: list[Step] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)

    @property
    def seat(self) -> int:
        return int(self.data.get("seat", 0))

    def played(self) -> Played:
        for told in self.data["step"]:
            try:
                self._step(told)
            except LudothequeError as error:
                self._wrong(str(error), error)
        first = self.tables[0]
        layouts = {views.layout(table.journal).id for table in self.tables}
        if len(layouts) > 1:
            self._wrong(f"all positions need the same board, but there are {len(layouts)}")
        told = FirstGame(
            game=self.game.name,
            seats=first.seats,
            seat=self.seat,
            names=tuple(self.data["names"]),
            hurried=self.game.racing is not None,
            layout=views.layout(first.journal),
            steps=tuple(self.steps),
        )
        return Played(told, tuple(self.tables))

    def _wrong(self, what: str, cause: Exception | None = None) -> NoReturn:
        raise BadFirstGame(f"{self.game.name}: step {len(self.steps) + 1} of {FILE}: {what}") from cause

    def _step(self, told: Mapping[str, Any]) -> None:
        table = self._begin(told)
        self.tables.append(table.copy())
        scene, wanted = table.scene({self.seat}), self._wanted(table, told)
        frames = tuple(self._frames(table, told))
        self.steps.append(
            Step(
                scene=replace(scene, last=None, choices=tuple(only(each, wanted) for each in scene.choices if wanted)),
                say=Message(_key(self.game, told["say"])),
                picture=tuple(told.get("picture", ())),
                rules=tuple(told.get("rules", ())),
                point=tuple(told.get("point", ())),
                frames=frames,
                forgiven=Message(_key(self.game, told["forgiven"])) if "forgiven" in told else None,
                wait_ms=int(told.get("wait_ms", 0)),
                tempting=tuple(told.get("tempting", ())),
                cry=Message(told["cry"]) if "cry" in told else None,
                by=int(told.get("by", -1)),
                timed=bool(told.get("timed", False)),
                later="position" in told and len(self.tables) > 1,
            )
        )  # fmt: skip

    def _begin(self, told: Mapping[str, Any]) -> Table:
        """The table at the beginning of a step."""
        if "position" in told or self.table is None:
            shared = self.data.get("position", {})
            position = {"game": self.game.name, **shared, **told.get("position", {})}
            self.table = Table.from_position(
                position, chance="physical" if self.game.max_chance > 1 else "auto"
            )
        for act in told.get("before", ()):
            self._act(self.table, act)
        if self.table.awaits_chance:
            self._wrong("chance has still to be told what it gives: add it to `then`")
        return self.table

    def _wanted(self, table: Table, told: Mapping[str, Any]) -> set[int]:
        """The actions that the learner may do to go on."""
        names = [told["do"], *told.get("also", ())] if "do" in told else []
        return {
            table.copy(history=False).play(name, self.seat, at_ms=self._at(table, told)).code
            for name in names
        }

    def _at(self, table: Table, told: Mapping[str, Any]) -> int | None:
        """When an action is done, in a game with a clock."""
        return table.journal.clock_ms + int(told.get("after_ms", 0)) if self.game.timed else None

    def _frames(self, table: Table, told: Mapping[str, Any]) -> Iterator[Frame]:
        """Play what the learner does and what follows. Chance belongs to what came before it."""
        acts: list[Any] = [*([{**told, "seat": self.seat}] if "do" in told else []), *told.get("then", ())]
        begun = len(table.events)
        for number, act in enumerate(acts):
            self._act(table, act)
            if number + 1 == len(acts) or not isinstance(acts[number + 1], str):
                events = views.event_views(table.journal, {self.seat}, begun)
                begun = len(table.events)
                yield Frame(scene=replace(table.scene({self.seat}), choices=()), events=tuple(events))

    def _act(self, table: Table, act: str | Mapping[str, Any]) -> None:
        """Play a result of chance (a text), what a seat does, or what happens by itself when its time has come."""
        if isinstance(act, str):
            table.play(act, CHANCE_SEAT)
        elif "do" in act:
            table.play(act["do"], int(act["seat"]), at_ms=self._at(table, act))
        else:
            table.advance(table.due_ms)
