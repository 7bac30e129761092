"""A game in the terminal, from the first prompt to the ranking. It is saved after every action."""

from __future__ import annotations

import hashlib
import shlex
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludotheque import bots
from ludotheque.bots.levels import REACTION_MS
from ludotheque.core import artefact
from ludotheque.core.luck import Luck
from ludotheque.core.takeback import last_of
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.table import views

from . import telling
from .seating import names
from .turns import Leave, Turn

if TYPE_CHECKING:
    from ludotheque.cli.words import Words
    from ludotheque.scene.model import Scene
    from ludotheque.table import Table

    from .keeping import Keeper
    from .screen import Screen
    from .seating import Player


class Session:
    """A table, its players, and the terminal they share."""

    def __init__(
        self,
        table: Table,
        players: Sequence[Player],
        screen: Screen,
        keeper: Keeper,
        words: Words,
        pause: float,
    ) -> None:
        self.table, self.players, self.screen, self.keeper, self.words = table, players, screen, keeper, words
        self.pause = pause
        self.names = names(players, words)
        words.names = dict(enumerate(self.names))
        self.persons = [seat for seat, player in enumerate(players) if not player.level]
        self.told = {seat: last_of(table.journal, seat) or 0 for seat in range(-1, table.seats)}
        self.waiting: set[int] = set()
        self.facing: int | None = None
        self.hinted: str | None = None
        self.notice = ""
        self._said_weak = False

    def run(self, resumed: bool = False) -> None:
        """Play until the game is over or the players leave. Then say how it ended, or how to continue."""
        self.keeper.keep(self.table)
        try:
            self._open(resumed)
            while not self.table.is_over:
                self._step()
        except (EOFError, KeyboardInterrupt, Leave):
            self._farewell()
        else:
            self._end()

    # -- whose turn it is ---------------------------------------------------------------------------------------------

    def _step(self) -> None:
        """Play one action, or let one thing happen by itself."""
        actors = self.table.actors
        asked = [seat for seat in actors if seat in self.persons and seat not in self.waiting]
        thinking = [seat for seat in actors if seat not in self.persons]
        if self.table.awaits_chance:
            Turn(self, CHANCE_SEAT).ask()
        elif self.table.game.timed:
            Turn(self, self._by_lot(asked)).ask() if asked else self._time_passes(thinking)
        elif thinking:
            self._bot(thinking[0])
        else:
            Turn(self, asked[0]).ask()

    def _by_lot(self, seats: list[int]) -> int:
        """Which of several seats is asked first, where that may matter. Drawn anew at every event."""
        order = self._luck(CHANCE_SEAT).permutation(range(self.table.seats))
        return min(seats, key=order.index)

    def _time_passes(self, thinking: list[int]) -> None:
        """Let the next thing happen: a bot's action, or what is due by itself. Time stands still while people think."""
        rng = self._luck(CHANCE_SEAT)
        now, due = int(self.table.scene(()).now_ms), self.table.due_ms
        reactions = {seat: now + int(rng.integers(REACTION_MS[0], REACTION_MS[1] + 1)) for seat in thinking}
        first = min(reactions, key=lambda seat: reactions[seat], default=None)
        self.waiting.clear()
        if first is None or 0 <= due <= reactions[first]:
            self.table.advance(due)
            self.keep()
        else:
            self._bot(first, reactions[first])

    def _luck(self, seat: int) -> Luck:
        """A bot's own luck: different at every event, and the same when a game is resumed."""
        text = f"bot {len(self.table.events)} {seat}".encode() + self.table.journal.setup.source.seed
        return Luck.of(int.from_bytes(hashlib.sha256(text).digest(), "big"))

    def _bot(self, seat: int, at_ms: int | None = None) -> None:
        table = self.table
        if bots.is_hasty(table.game.name, self.players[seat].level):
            self._say_how_bots_are()
        with self.screen.thinking(self.words("cli.play.thinking", who=self.names[seat])):
            view = views.view(table.journal, {seat})
            code = bots.choose_in(
                table.game, table.journal.box, view, seat, self.players[seat].level, self._luck(seat)
            )
            table.play(code, seat, at_ms=at_ms)
            self.keep()
        if not self.persons:
            self._watch()

    def _say_how_bots_are(self) -> None:
        """Say once that bots play below their strength, and why."""
        if self._said_weak:
            return
        self._said_weak = True
        game = self.table.game
        text = self.words("cli.play.weak", why=artefact.of(game.name, game.package).why_not)
        self.screen.say(text)
        if not self.screen.plain:  # it will be cleared in a moment
            self.notice = text

    def keep(self) -> None:
        try:
            self.keeper.keep(self.table)
        except OSError as error:
            self.screen.say(self.words("cli.play.not_kept", why=error.strerror or str(error)))

    # -- output -------------------------------------------------------------------------------------------------------

    def audience(self, seat: int) -> list[int]:
        """The audience of what is shown: this seat alone if the game has secrets, else everybody at the terminal."""
        if self.table.game.secrets and seat >= 0:
            return [seat]
        return [] if self.table.game.secrets else (self.persons or list(range(self.table.seats)))

    def _open(self, resumed: bool) -> None:
        from ludotheque.core.chance import commitment

        game = self.table.game
        self.screen.clear()
        self.screen.say(
            self.words("cli.play.open", game=self.words(f"{game.name}.title"), names=", ".join(self.names))
        )
        self.screen.say(self.words("cli.play.seed", digest=commitment(self.table.journal.setup.source.seed)))
        self.screen.say(self.words("cli.play.kept", path=str(self.keeper.path)))
        if game.timed:
            self.screen.say(self.words("cli.play.timed"))
        if resumed:
            self.screen.say(self.words("cli.play.resumed", n=len(self.table.events)))
        if self.screen.interactive and self.persons:
            self.screen.ask(self.words("cli.play.enter"))

    def show(self, seat: int, scene: Scene, targets: Sequence[str] = ()) -> None:
        """The board, what has happened since this seat last acted, and the prompt."""
        audience = self.audience(seat)
        told = telling.happened(self.table, audience, self.told[seat], self.names, self.words)
        self.screen.clear()
        if self.screen.draws:
            self.board(scene, [event_view.trace for _, event_view in told], targets)
        for line, _ in telling.folded(told, self.words)[-8:]:
            self.screen.say(line)
        if self.notice:
            self.screen.say(self.notice)
        self.notice = ""
        self.screen.say(
            self.words.of(scene.prompt) if seat >= 0 else self.words("cli.play.chance.ask"), "bold"
        )

    def board(self, scene: Scene, traces: Sequence[Sequence[str]] = (), targets: Sequence[str] = ()) -> None:
        from ludotheque.scene.text import beside

        panels = [line for panel in scene.panels for line in beside(scene, panel, self.words.of)]
        side = [
            *self.screen.seats(scene, self.names),
            ("", ""),
            *((f"  {line}", "") for line in panels),
        ]
        self.screen.board(scene, views.layout(self.table.journal), side, traces, targets)

    def _watch(self) -> None:
        """After a bot's action in a game of bots only: print it, and draw it if somebody can see it."""
        everybody = list(range(self.table.seats))
        told = telling.happened(self.table, everybody, self.told[CHANCE_SEAT], self.names, self.words)
        self.told[CHANCE_SEAT] = len(self.table.events)
        if not self.screen.plain:
            self.screen.clear()
            self.board(self.table.scene(everybody), [event_view.trace for _, event_view in told])
        for line, _ in telling.folded(told, self.words):
            self.screen.say(line)
        if not self.screen.plain:
            time.sleep(self.pause)

    # -- the end ------------------------------------------------------------------------------------------------------

    def _farewell(self) -> None:
        if self.table.game.secrets and len(self.persons) > 1:
            self.screen.forget()
        self.screen.say()
        self.screen.say(self.words("cli.play.bye"))
        self.screen.show(f"ludotheque play --resume {shlex.quote(str(self.keeper.path))}")

    def _end(self) -> None:
        everybody = list(range(self.table.seats))
        scene = self.table.scene(everybody)
        since = max((self.told[seat] for seat in self.persons), default=len(self.table.events))
        told = telling.happened(self.table, everybody, since, self.names, self.words)
        self.screen.clear()
        self.board(scene, [event_view.trace for _, event_view in told])
        for line, _ in telling.folded(told, self.words)[-8:]:
            self.screen.say(line)
        self.screen.say(self.words.of(scene.prompt), "bold")
        for line in telling.ranking(self.table, self.names, self.words):
            self.screen.say(line)
        self.screen.say(self.words("cli.play.seed.told", seed=self.table.journal.setup.source.seed.hex()))
        self.screen.say(self.words("cli.play.verify"))
        self.screen.show(f"ludotheque verify {shlex.quote(str(self.keeper.path))}")
