"""A person's turn in the terminal: reads lines until one is an action or a takeback."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.errors import Ambiguous, Illegal, LudothequeError, Unreadable
from ludotheque.core.message import Message
from ludotheque.core.takeback import takeback
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.table import views

from . import orders, telling
from .possible import Possible

if TYPE_CHECKING:
    from .orders import Order
    from .session import Session


class Leave(Exception):
    """The player wants to leave."""


class Turn:
    """The turn of a person's seat, or of chance where people enter its results."""

    def __init__(self, session: Session, seat: int) -> None:
        self.session, self.seat = session, seat
        self.table, self.screen, self.words = session.table, session.screen, session.words
        if self._hands_over():
            self._hand_over()
        session.facing = seat
        self.scene = self.table.scene(session.audience(seat))
        self.possible = Possible(self.table, seat, self.scene)

    def ask(self) -> None:
        """Ask until the table has changed."""
        self.session.show(self.seat, self.scene)
        self._hint()
        name = self.session.names[self.seat] if self.seat >= 0 else self.words("cli.play.chance")
        while not self._answer(self.screen.ask(f"{name} > ", self._complete).strip()):
            pass

    def _hands_over(self) -> bool:
        """Whether the screen passes to another player, and one of the two has secrets."""
        several = len(self.session.persons) > 1
        return self.table.game.secrets and several and self.seat not in (self.session.facing, CHANCE_SEAT)

    def _hand_over(self) -> None:
        """Clear the screen before and after it changes hands, so that no player reads another's secrets."""
        self.screen.forget()
        self.screen.ask(self.words("cli.play.hand_over", who=self.session.names[self.seat]))
        self.screen.clear()

    def _hint(self) -> None:
        """How to write an action, the first time."""
        texts = list(self.possible.texts)
        kind = "".join(sign for sign in texts[0] if not sign.isalnum()) if texts else None
        if texts and kind != self.session.hinted:
            self.screen.say(
                self.words("cli.play.hint", text=texts[0 if self.table.game.timed else len(texts) // 2]),
                "dim",
            )
            self.session.hinted = kind

    def _complete(self, typed: str) -> list[str]:
        return [*self.possible.next_words(typed.lower()), *(orders.beginning(typed) if typed else [])]

    def _answer(self, line: str) -> bool:
        """Carry out what was typed. Returns whether the table changed and must be shown again."""
        if not line:
            self.session.show(self.seat, self.scene)
            return False
        order = None if line.lower() in self.possible.texts else orders.read(line)
        if order is not None:
            return self._order(order)
        try:
            self._play(line)
        except (Unreadable, Illegal, Ambiguous) as error:
            self._not_done(line.lower(), error)
            return False
        return True

    def _play(self, line: str) -> None:
        now = int(self.scene.now_ms) if self.table.game.timed else None
        since = len(self.table.events)
        self.table.play(line, self.seat, at_ms=now)
        self.session.told[self.seat] = since
        self.session.waiting.clear()
        self.session.keep()

    # -- refusals -----------------------------------------------------------------------------------------------------

    def _not_done(self, typed: str, error: LudothequeError) -> None:
        """What was typed is not an action: show how it can continue, or why it is refused."""
        if self.possible.starting(typed):
            self._from(typed)
            return
        error = self._better(typed, error)
        for line in telling.refusal(self.table.game, error, self.words):
            self.screen.say(line)
        if isinstance(error, Unreadable):
            self.screen.say(self.words("cli.play.help"), "dim")

    def _from(self, typed: str) -> None:
        """Show where the start of an action can lead."""
        targets = sorted(self.possible.targets(self.possible.starting(typed).values()))
        if self.screen.draws and targets:
            self.screen.clear()
            self.session.board(self.scene, (), targets)
        for line in telling.possible(self.possible, typed, self.screen.width, self.words):
            self.screen.say(line)

    def _better(self, typed: str, error: LudothequeError) -> LudothequeError:
        """What to say about a place alone, if places are not actions: what stands there, and whether it may move."""
        places = {place.id for place in views.layout(self.table.journal).places}
        if self.seat < 0 or self.possible.by_place or typed not in places:
            return error
        if any(piece.place == typed and piece.seat == self.seat for piece in self.scene.pieces):
            return Illegal(typed, Message("cli.play.stuck", {"at": typed}))
        try:
            views.clicked(self.table.journal, self.seat, [typed])
        except (Unreadable, Illegal) as other:
            return other
        return error

    # -- orders -------------------------------------------------------------------------------------------------------

    def _order(self, order: Order) -> bool:
        """Carry out an order. Returns whether the table changed."""
        if order.name == "quit":
            raise Leave
        if order.name == "undo":
            return self._undo()
        if order.name == "wait":
            return self._wait()
        if order.name == "board":
            self.session.board(self.scene)
        elif order.name == "possible":
            self._from(order.rest.lower())
        elif order.name == "save":
            self._save(order.rest)
        elif order.name == "position":
            self.screen.show(telling.position(self.table, self.session.audience(self.seat)))
        else:
            for line in self._lines(order):
                self.screen.say(line)
        return False

    def _lines(self, order: Order) -> list[str]:
        """The answer to an order that only prints something."""
        if order.name == "help":
            return list(telling.help_lines(self.words))
        if order.name == "pieces":
            return list(telling.pieces(self.scene, self.words))
        if order.name == "rules":
            return list(telling.rules(self.table.game, order.rest, self.words))
        audience = self.session.audience(self.seat)
        return list(telling.moves(self.table, audience, order.rest, self.session.names, self.words))

    def _undo(self) -> bool:
        """Take back a person's last action, with what bots did since. Beyond that the others must agree."""
        table, persons = self.table, self.session.persons
        acted = [event.seat for event in table.events if event.seat in persons]
        seat = acted[-1] if acted else self.seat
        try:
            found = takeback(table.journal, seat, [other for other in persons if other != seat])
        except Illegal as error:
            self.screen.say(self.words.of(error.message or error.text))
            return False
        if not found.is_free and not self._agreed(found.seat):
            return False
        undone = table.events[found.remaining]
        table.rewind(found.remaining)
        if not table.game.secrets:
            self.session.notice = self.words("cli.play.undone", text=undone.text)
        self.session.told = {each: min(since, found.remaining) for each, since in self.session.told.items()}
        self.session.waiting.clear()
        self.session.keep()
        return True

    def _agreed(self, seat: int) -> bool:
        """Whether the others agree to a takeback that chance has followed or that revealed something."""
        others = [self.session.names[other] for other in self.session.persons if other != seat]
        if not others:
            self.screen.say(self.words("error.revealed"))
            return False
        who = self.session.names[seat]
        answer = self.screen.ask(self.words("cli.play.agree", who=who, others=", ".join(others)))
        agreed = orders.bare(answer.strip()) in orders.YES
        if not agreed:
            self.screen.say(self.words("cli.play.not_agreed"))
        return agreed

    def _wait(self) -> bool:
        """Let time pass, in a game with a clock."""
        if not self.table.game.timed:
            self.screen.say(self.words("cli.play.no_clock"))
            return False
        done = {self.seat, *self.session.waiting}
        if self.table.due_ms < 0 and all(
            other in self.session.persons and other in done for other in self.table.actors
        ):
            self.screen.say(self.words("cli.play.nothing_comes"))
            return False
        self.session.waiting.add(self.seat)
        return True

    def _save(self, name: str) -> None:
        from .keeping import CannotKeep

        if not name:
            self.screen.say(self.words("cli.play.kept", path=str(self.session.keeper.path)))
            self.screen.say(self.words("cli.play.save.where"))
            return
        try:
            path = self.session.keeper.copy(self.table, name)
        except CannotKeep as error:
            self.screen.say(self.words("cli.play.not_kept", why=error.message))
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            self.screen.say(self.words("cli.play.not_kept", why=f"{name}: {why}"))
        else:
            self.screen.say(self.words("cli.play.saved", path=str(path)))
