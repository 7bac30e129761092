"""A log of which no table can be made: which table, at which event, and why."""

from __future__ import annotations

from ludotheque.core.errors import LudothequeError
from ludotheque.core.message import Message


class BrokenLog(LudothequeError):
    """Events that do not make a table by the rules installed here.

    `table` is its id, `seq` and `kind` the event at which it fails, `game` the game as far as it is known. `reason` says why; `message`
    says what a person at that table is told: why it cannot be opened, and what can be done.
    """

    def __init__(
        self, table: str, seq: int, kind: str, reason: Message, game: str = "", message: Message | None = None
    ) -> None:
        super().__init__("", message or Message("error.table_unreadable", {"why": reason}))
        self.table, self.seq, self.kind, self.reason, self.game = table, seq, kind, reason, game


class RulesChanged(BrokenLog):
    """The table was played by another version of the rules than is installed."""

    def __init__(self, table: str, game: str, old: int, new: int) -> None:
        reason = Message("error.rules_changed", {"old": old, "new": new})
        super().__init__(table, 0, "created", reason, game, reason)
        self.old, self.new = old, new


class GameMissing(BrokenLog):
    """The game that was played there is not installed, or (`reason` says why) cannot be loaded."""

    def __init__(self, table: str, game: str, reason: Message | None = None) -> None:
        reason = reason or Message("error.game_missing", {"game": game})
        super().__init__(table, 0, "created", reason, game, reason)
