"""The error for a log that makes no table: which table, at which event, and why."""

from __future__ import annotations

from ludotheque.core.errors import LudothequeError
from ludotheque.core.message import Message


class BrokenLog(LudothequeError):
    """A table's events do not make a table under the installed rules.

    Attributes:
        table: the table's id.
        seq: the number of the event at which it fails.
        kind: the kind of that event.
        game: the game, if known.
        reason: why it fails.
        message: what people at that table are told: why it cannot be opened, and what can be done.
    """

    def __init__(
        self, table: str, seq: int, kind: str, reason: Message, game: str = "", message: Message | None = None
    ) -> None:
        super().__init__("", message or Message("error.table_unreadable", {"why": reason}))
        self.table, self.seq, self.kind, self.reason, self.game = table, seq, kind, reason, game


class RulesChanged(BrokenLog):
    """The table was played with another version of the rules than the installed one."""

    def __init__(self, table: str, game: str, old: int, new: int) -> None:
        reason = Message("error.rules_changed", {"old": old, "new": new})
        super().__init__(table, 0, "created", reason, game, reason)
        self.old, self.new = old, new


class GameMissing(BrokenLog):
    """The table's game is not installed, or cannot be loaded (`reason` says why)."""

    def __init__(self, table: str, game: str, reason: Message | None = None) -> None:
        reason = reason or Message("error.game_missing", {"game": game})
        super().__init__(table, 0, "created", reason, game, reason)
