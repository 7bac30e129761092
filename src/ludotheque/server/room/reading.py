"""Reads lines of a log strictly: what each event is, whose rules it needs, and why it makes no table."""

from __future__ import annotations

from ludotheque.core import registry
from ludotheque.core.errors import BrokenGame, LudothequeError, UnknownGame
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.server.room import log_events
from ludotheque.server.room.log_events import KNOWN, LogEvent, Row, Unreadable, kind_of


class BrokenLog(LudothequeError):
    """A table's events do not make a table under the installed rules.

    Attributes:
        table: the table's id.
        seq: the number of the event at which it fails.
        kind: the kind of that event.
        game: the game, if known.
        reason: why it fails.
        message: for people at that table: why it cannot be opened, and what can be done.
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


class CannotFollow(Exception):
    """The event cannot happen in this state of the table."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.key)
        self.reason = reason


def readable(identity: str, row: Row, game: str = "") -> LogEvent:
    """The event in a line of the log. Raises `BrokenLog` if it cannot be read."""
    event = row.event
    if not isinstance(event, Unreadable):
        return event
    if event.kind and event.kind not in KNOWN:
        reason = Message("error.log.kind", _place(row))
    else:
        reason = Message("error.log.unread", {"seq": row.seq, "why": event.why})
    raise BrokenLog(identity, row.seq, event.kind, reason, game)


def game_of(identity: str, created: log_events.Created) -> Game:
    """A table's game, if the rules are the version that it began with."""
    try:
        game = registry.get(created.game)
    except UnknownGame as error:
        broken = error.message if isinstance(error, BrokenGame) else None
        raise GameMissing(identity, created.game, broken) from error
    if created.rules != game.rules_version:
        raise RulesChanged(identity, game.name, created.rules, game.rules_version)
    return game


def reason_of(row: Row, error: Exception) -> Message:
    """Why an event could not happen. The answer of the rules is only for the owner of the log, since it may reveal a hand."""
    if isinstance(error, CannotFollow):
        return error.reason
    if isinstance(error, LudothequeError):
        return Message("error.log.refused", _place(row))
    return Message("error.log.fault", _place(row) | {"why": type(error).__name__})


def _place(row: Row) -> dict[str, int | str]:
    return {"seq": row.seq, "kind": kind_of(row.event)}
