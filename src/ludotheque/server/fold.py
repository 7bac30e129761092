"""A table's state as a fold over its events (see `log_events.py`). Only `TableState.apply` changes it, and it can always be rebuilt."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from ludotheque import bots
from ludotheque.core import chance, components, registry
from ludotheque.core.errors import BrokenGame, LudothequeError, UnknownGame
from ludotheque.core.game import Game, Value
from ludotheque.core.message import Message
from ludotheque.core.outcome import Outcome
from ludotheque.core.record import RESIGNED
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.server import log_events
from ludotheque.server.broken_log import BrokenLog, GameMissing, RulesChanged
from ludotheque.server.log import Row
from ludotheque.server.log_events import KINDS, LogEvent, Unreadable, kind_of
from ludotheque.table import Table

Phase = Literal["lobby", "playing", "over"]
Company = Literal["friends", "strangers"]


@dataclass
class Chair:
    """A seat at a table.

    Attributes:
        guest: the guest who holds it; several chairs may have the same guest.
        here: whether it is for another person on that guest's screen.
        stand_in: whether a bot plays there while that guest is away.
        offered: whether somebody else may take it over.
    """

    who: Literal["open", "person", "bot"] = "open"
    guest: int = 0
    name: str = ""
    level: str = ""
    here: bool = False
    nonce: bytes = b""
    resigned: bool = False
    stand_in: bool = False
    offered: bool = False

    def is_of(self, guest: int) -> bool:
        """Whether this guest holds the seat (0 is nobody)."""
        return bool(guest) and self.who == "person" and self.guest == guest


def chair_of(event: log_events.Sat | log_events.Bot) -> Chair:
    """The chair of a person or bot that sits down."""
    if isinstance(event, log_events.Bot):
        return Chair("bot", level=event.level)
    return Chair("person", event.guest, event.name, "", event.here, bytes.fromhex(event.nonce))


@dataclass
class TakebackRequest:
    """A takeback that `seat` asks for. The seats in `of` must all agree; those in `yes` have."""

    seat: int
    seq: int
    since_ms: int
    of: tuple[int, ...]
    yes: list[int] = field(default_factory=list)


_DECISIVE = (
    log_events.Started, log_events.Act, log_events.Time, log_events.Undone, log_events.Resigned,
)  # fmt: skip
"""Events after which seats may have something else to decide."""


class _CannotFollow(Exception):
    """The event cannot happen in this state of the table."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.key)
        self.reason = reason


class TableState:
    """Everything about a table, computed from its events. `table` is the game in progress, None before it starts.

    An old log may have an instant before that of the previous event. Time then stands still; it never runs back.
    """

    def __init__(self, identity: str, row: Row) -> None:
        created = readable(identity, row)
        if row.seq != 0 or not isinstance(created, log_events.Created):
            raise BrokenLog(identity, row.seq, kind_of(created), Message("error.log.begins"))
        self.id, self.created = identity, created
        self.game: Game = _game(identity, created)
        self.seats = created.seats
        self.options: dict[str, Value] = created.options
        self.first: str | int = created.first
        self.components = None if created.components is None else components.read_toml(created.components)
        self.chance = created.chance
        self.seed = bytes.fromhex(created.seed)
        self.commitment = chance.commitment(self.seed)
        self.host = created.host
        self.handicaps = list(created.handicaps) or [0] * self.seats
        if len(self.handicaps) != self.seats:
            raise _CannotFollow(Message("error.log.handicaps"))
        self.company: Company = created.company
        self.chairs = [Chair() for _ in range(self.seats)]
        self.table: Table | None = None
        self._phase: Phase | None = None
        self.seq = row.seq
        self.commands: dict[str, int] = {}
        self.decision_since: dict[int, int] = {}
        self._choices: dict[int, Sequence[int]] = {}
        self.event_seqs: list[int] = []
        self.undone_seq = -1
        self.started_ms = 0
        self.waiting_since_ms = row.at_ms
        self.asking: TakebackRequest | None = None
        self.resigned: list[int] = []
        self.rematch: str | None = None
        self.rematch_seq = -1
        self._remember(row)

    # -- the present --------------------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """Before, during or after the game."""
        if self._phase is None:
            self._phase = self._present_phase()
        return self._phase

    def _present_phase(self) -> Phase:
        if self.table is None:
            return "lobby"
        return "over" if self.stopped or self.table.is_over else "playing"

    @property
    def remaining(self) -> list[int]:
        """The seats that have not resigned."""
        return [seat for seat in range(self.seats) if seat not in self.resigned]

    @property
    def stopped(self) -> bool:
        """Whether resigning ended the game: one seat remains, or only bots do."""
        if not self.resigned:
            return False
        people = [
            seat for seat in self.remaining if self.chairs[seat].who == "person" and not self.is_bot(seat)
        ]
        return len(self.remaining) <= 1 or not people

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(chair.who != "open" for chair in self.chairs)

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return self.table.actors if self.table is not None and self.phase == "playing" else ()

    @property
    def clock_ms(self) -> int:
        """The game's clock at the last event, 0 before it begins. No event gets an earlier instant."""
        return self.table.journal.clock_ms if self.table is not None else 0

    def seats_of(self, guest: int) -> tuple[int, ...]:
        """The seats that a guest holds (0 is nobody)."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.is_of(guest))

    def is_bot(self, seat: int) -> bool:
        """Whether a bot decides for this seat: its own, or one for a player who resigned or is away."""
        chair = self.chairs[seat]
        return chair.who == "bot" or chair.resigned or chair.stand_in

    def level(self, seat: int) -> str:
        """The level of the bot that decides for this seat."""
        return self.chairs[seat].level if self.chairs[seat].who == "bot" else bots.DEFAULT_LEVEL

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on. Seats that resigned rank behind all others, the first to resign last."""
        if self.phase != "over" or self.table is None:
            return None
        if self.table.journal.is_over:
            by_rules = self.table.journal.outcome
            assert by_rules is not None
            if not self.resigned:
                return by_rules
            shares, ranking, ending = by_rules.returns, by_rules.ranking, by_rules.ending
        else:
            shares, ranking, ending = (1.0,) * self.seats, (1,) * self.seats, RESIGNED
        return _with_resigned(shares, ranking, ending, self.resigned)

    # -- changes ------------------------------------------------------------------------------------------------

    def apply(self, row: Row) -> None:
        """Apply one event. Raises `BrokenLog` if it cannot follow."""
        if row.seq != self.seq + 1:
            reason = Message("error.log.gap", {"seq": row.seq, "before": self.seq})
            raise BrokenLog(self.id, row.seq, kind_of(row.event), reason, self.game.name)
        event = readable(self.id, row, self.game.name)
        events = len(self.table.events) if self.table is not None else 0
        self._phase = None
        try:
            getattr(self, f"_on_{kind_of(event)}")(row, event)
            self._phase = None
            self._remember(row)
            if isinstance(event, _DECISIVE):
                self._follow_decisions(row, event, events)
        except Exception as error:
            raise BrokenLog(self.id, row.seq, kind_of(event), _reason(row, error), self.game.name) from error

    def _remember(self, row: Row) -> None:
        self.seq = row.seq
        if row.command_id is not None:
            self.commands[row.command_id] = row.seq

    def _decisions(self) -> dict[int, Sequence[int]]:
        """What each seat that may act can choose from (empty if seats never act at once)."""
        if self.table is None or self.phase != "playing":
            return {}
        together = self.game.simultaneous
        return {
            seat: array("i", self.table.legal_actions(seat)) if together else () for seat in self.table.actors
        }

    def _follow_decisions(self, row: Row, event: LogEvent, events: int) -> None:
        """Keep a seat's decision open only if it could act before, did not, has the same choices as before, and nothing was revealed.

        The choices before are those after the last event followed here: no other event changes the game.
        """
        before, self._choices = self._choices, self._decisions()
        now = dict(self._choices)
        if self._playing().awaits_chance:
            now[CHANCE_SEAT] = ()
        acted = event.seat if isinstance(event, log_events.Act) else None
        revealed = any(new.seat < 0 for new in self._playing().events[events:])
        renewed = isinstance(event, log_events.Undone) or revealed
        for seat, choice in now.items():
            if renewed or seat == acted or before.get(seat) != choice:
                self.decision_since[seat] = row.seq
        if renewed or acted is not None or now.keys() != before.keys():
            self.waiting_since_ms = row.at_ms

    def _on_sat(self, _row: Row, event: log_events.Sat) -> None:
        self.chairs[event.seat] = chair_of(event)

    def _on_bot(self, _row: Row, event: log_events.Bot) -> None:
        self.chairs[event.seat] = chair_of(event)

    def _on_stood(self, _row: Row, event: log_events.Stood) -> None:
        self.chairs[event.seat] = Chair()

    def _on_started(self, row: Row, event: log_events.Started) -> None:
        self.table = self.new_game()
        if self.table.first != event.first:
            said = {"first": self.table.first, "said": event.first}
            raise _CannotFollow(Message("error.log.first", said))
        self.table.journal.players = [chair.name or chair.level for chair in self.chairs]
        self.started_ms = row.at_ms
        self._number_events(row.seq)

    def new_game(self, chairs: Sequence[Chair] | None = None) -> Table:
        """The game at its start, with these chairs or the present ones."""
        chairs = self.chairs if chairs is None else chairs
        first = self.first
        if first == "host":
            first = next((seat for seat, chair in enumerate(chairs) if chair.is_of(self.host)), 0)
        return Table(
            self.game,
            self.seats,
            self.options,
            seed=self.seed,
            nonces=[chair.nonce for chair in chairs],
            components=self.components,
            first=None if isinstance(first, str) else first,
            chance=self.chance,
        )

    def _on_act(self, row: Row, event: log_events.Act) -> None:
        at_ms = max(event.ms, self.clock_ms) if event.ms >= 0 else None
        self._playing().play(event.action, event.seat, event.path, at_ms)
        self.asking = None
        self._number_events(row.seq)

    def _on_time(self, row: Row, event: log_events.Time) -> None:
        self._playing().advance(max(event.ms, self.clock_ms))
        self._number_events(row.seq)

    def _on_away(self, _row: Row, event: log_events.Away) -> None:
        self.started_ms += event.ms

    def _on_resolved(self, _row: Row, event: log_events.Resolved) -> None:
        table = self._playing()
        table.journal.races.append((len(table.events), log_events.fields(event)))

    def _on_undo_asked(self, row: Row, event: log_events.UndoAsked) -> None:
        self.asking = TakebackRequest(event.seat, row.seq, row.at_ms, event.of)

    def _on_consented(self, _row: Row, event: log_events.Consented) -> None:
        if self.asking is None:
            raise _CannotFollow(Message("error.log.no_question"))
        if event.yes:
            self.asking.yes.append(event.seat)
        else:
            self.asking = None

    def _on_undo_withdrawn(self, _row: Row, _event: log_events.UndoWithdrawn) -> None:
        self.asking = None

    def _on_undone(self, row: Row, event: log_events.Undone) -> None:
        journal = self._playing().journal
        journal.rewind(event.remaining)
        journal.draw()
        del self.event_seqs[event.remaining :]
        self._number_events(row.seq)
        self.undone_seq = row.seq
        self.asking = None

    def _on_resigned(self, _row: Row, event: log_events.Resigned) -> None:
        self.chairs[event.seat].resigned = True
        self.resigned.append(event.seat)
        self.asking = None
        table = self._playing()
        table.journal.resigned = list(self.resigned)
        table.journal.stopped = self.outcome if self.stopped and not table.journal.is_over else None

    def _on_stood_in(self, _row: Row, event: log_events.StoodIn) -> None:
        self._playing()
        chair = self.chairs[event.seat]
        chair.stand_in, chair.offered = True, event.open
        self.asking = None

    def _on_returned(self, _row: Row, event: log_events.Returned) -> None:
        chair = self.chairs[event.seat]
        chair.stand_in = chair.offered = False

    def _on_taken_over(self, _row: Row, event: log_events.TakenOver) -> None:
        chair = self.chairs[event.seat]
        chair.guest, chair.name = event.guest, event.name
        chair.here = chair.stand_in = chair.offered = False
        self._playing().journal.players = [each.name or each.level for each in self.chairs]

    def _on_rematch(self, row: Row, event: log_events.Rematch) -> None:
        self.rematch, self.rematch_seq = event.table, row.seq

    def _playing(self) -> Table:
        if self.table is None:
            raise _CannotFollow(Message("error.log.not_begun"))
        return self.table

    def _number_events(self, seq: int) -> None:
        missing = len(self._playing().events) - len(self.event_seqs)
        self.event_seqs.extend([seq] * missing)


def _with_resigned(
    shares: Sequence[float], ranking: Sequence[int], ending: str, resigned: Sequence[int]
) -> Outcome:
    kept = [seat for seat in range(len(shares)) if seat not in resigned]
    ranks = [0] * len(shares)
    for seat in kept:
        ranks[seat] = 1 + sum(ranking[other] < ranking[seat] for other in kept)
    for place, seat in enumerate(reversed(resigned), len(kept) + 1):
        ranks[seat] = place
    total = sum(shares[seat] for seat in kept)
    winners = [seat for seat in kept if ranks[seat] == 1]
    returns = [0.0] * len(shares)
    for seat in kept:
        returns[seat] = shares[seat] / total if total > 0 else (seat in winners) / len(winners)
    return Outcome(tuple(returns), tuple(ranks), ending)


def readable(identity: str, row: Row, game: str = "") -> LogEvent:
    """The event in a line of the log. Raises `BrokenLog` if it cannot be read."""
    event = row.event
    if not isinstance(event, Unreadable):
        return event
    if event.kind and event.kind not in KINDS:
        reason = Message("error.log.kind", _place(row))
    else:
        reason = Message("error.log.unread", {"seq": row.seq, "why": event.why})
    raise BrokenLog(identity, row.seq, event.kind, reason, game)


def _game(identity: str, created: log_events.Created) -> Game:
    """A table's game, if the rules are the version that it began with."""
    try:
        game = registry.get(created.game)
    except UnknownGame as error:
        broken = error.message if isinstance(error, BrokenGame) else None
        raise GameMissing(identity, created.game, broken) from error
    if created.rules != game.rules_version:
        raise RulesChanged(identity, game.name, created.rules, game.rules_version)
    return game


def _reason(row: Row, error: Exception) -> Message:
    """Why an event could not happen. The answer of the rules is only for the owner of the log, since it may reveal a hand."""
    if isinstance(error, _CannotFollow):
        return error.reason
    if isinstance(error, LudothequeError):
        return Message("error.log.refused", _place(row))
    return Message("error.log.fault", _place(row) | {"why": type(error).__name__})


def _place(row: Row) -> dict[str, int | str]:
    return {"seq": row.seq, "kind": kind_of(row.event)}


def fold(identity: str, rows: Sequence[Row]) -> TableState:
    """The table that these events make. Raises `BrokenLog` if they make none."""
    if not rows:
        raise BrokenLog(identity, 0, "", Message("error.log.begins"))
    try:
        state = TableState(identity, rows[0])
    except BrokenLog:
        raise
    except Exception as error:
        game = getattr(rows[0].event, "game", "")
        raise BrokenLog(identity, 0, "created", _reason(rows[0], error), game) from error
    for row in rows[1:]:
        state.apply(row)
    return state
