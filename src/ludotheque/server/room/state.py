"""A table's state as a fold over its events (see `log_events.py`). Only `TableState.apply` changes it, and it can always be rebuilt."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from ludotheque import bots
from ludotheque.core import chance, components
from ludotheque.core.game import Game, Value
from ludotheque.core.message import Message
from ludotheque.core.outcome import Outcome
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.server.room import log_events
from ludotheque.server.room.chairs import Chair, ReplyFacts, Request, Takeback, chair_of
from ludotheque.server.room.log_events import LogEvent, Row, kind_of
from ludotheque.server.room.reading import BrokenLog, CannotFollow, game_of, readable, reason_of
from ludotheque.server.room.seat_clocks import SeatClocks
from ludotheque.table import Table
from ludotheque.table.turns import is_before_turns

Phase = Literal["lobby", "playing", "over"]
Company = Literal["friends", "strangers"]


_DECISIVE = (
    log_events.Started, log_events.Act, log_events.Time, log_events.Undone, log_events.Resigned,
)  # fmt: skip
"""Events after which seats may have something else to decide."""


class TableState:
    """Everything about a table, computed from its events. `table` is the game in progress, None before it starts.

    An old log may have an instant before that of the previous event. Time then stands still; it never runs back.
    """

    def __init__(self, identity: str, row: Row) -> None:
        created = readable(identity, row)
        if row.seq != 0 or not isinstance(created, log_events.Created):
            raise BrokenLog(identity, row.seq, kind_of(created), Message("error.log.begins"))
        self.id, self.created = identity, created
        self.game: Game = game_of(identity, created)
        self.seats = created.seats
        self.options: dict[str, Value] = self.game.recorded_options(created.options)
        self.first: str | int = created.first
        self.components = None if created.components is None else components.read_toml(created.components)
        self.chance = created.chance
        self.seed = bytes.fromhex(created.seed)
        self.commitment = chance.commitment(self.seed)
        self.host = created.host
        self.handicaps = list(created.handicaps) or [0] * self.seats
        if len(self.handicaps) != self.seats:
            raise CannotFollow(Message("error.log.handicaps"))
        self.company: Company = created.company
        self.chairs = [Chair() for _ in range(self.seats)]
        self.table: Table | None = None
        self.seq = row.seq
        self.commands: dict[str, int] = {}
        self.decision_since: dict[int, int] = {}
        self._choices: dict[int, Sequence[int]] = {}
        self.event_seqs: list[int] = []
        self.undone_seq = -1
        self.started_ms = 0
        self.begun_ms = 0
        """When a person first moved (Unix ms), not counting times when the clocks stood; 0 before."""
        self.paused_ms = -1
        """When the game was paused because all players had left (Unix ms); -1 if it is not paused."""
        self.ended_ms = 0
        """When the game ended (Unix ms); 0 while it goes on."""
        self.waiting_since_ms = row.at_ms
        self.made_ms = self.last_ms = row.at_ms
        self.last_kind = ""
        """When the table was made, when something last happened there, and the kind of that event."""
        self.time_ms = row.at_ms
        """The table's clock: the instant of the newest event. It never runs back."""
        self.asking: Request | None = None
        self.reply: ReplyFacts | None = None
        self.dropped_ms: dict[tuple[str, int], int] = {}
        """When a request of this kind by this seat was last refused or withdrawn."""
        self.abandoned: int | None = None
        """After how many days without anything happening the table was closed; None if it was not."""
        self.wiped = 0
        """How many lines are empty because their author was erased."""
        self.rated = self.taken_over = False
        """Whether the game counts for ratings, as decided when it began; whether another person has taken over a seat since."""
        self.moved: set[int] = set()
        """The seats whose person has moved."""
        self.takebacks: list[Takeback] = []
        """Who took a move back, in order. Of several takebacks by one seat at the same point of the game, this has the last."""
        self.clocks = SeatClocks(created.clock, created.seats) if created.clock is not None else None
        self.is_setting_up = False
        """Whether the last action set up a piece: it adds nothing to a clock."""
        self.said: list[log_events.Said] = []
        self.invitation = log_events.Invited("anybody")
        """Which newcomers may sit down."""
        self.known: set[int] = {created.host}
        """The host and all who have sat here: they need no invitation."""
        self.removed: dict[int, tuple[str, int]] = {}
        """The guests whom the host has removed and not let in again: their names, and the number of the event."""
        self.closed_ms = -1
        """Since when the host of the server has closed the table (Unix ms); -1 if it is open."""
        self._phase: Phase | None = None
        """The phase since the last event; None while one is applied."""
        self.rematch: str | None = None
        self.rematch_seq = self.rematch_by = -1
        self._remember(row)

    # -- the present --------------------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """Before, during or after the game."""
        if self._phase is not None:
            return self._phase
        if self.table is None:
            return "lobby"
        return "over" if self.table.is_over else "playing"

    @property
    def resigned(self) -> list[int]:
        """The seats that resigned or lost on time, in order."""
        return self.table.journal.resigned if self.table is not None else []

    @property
    def remaining(self) -> list[int]:
        """The seats that have not resigned."""
        resigned = self.resigned
        return [seat for seat in range(self.seats) if seat not in resigned]

    @property
    def is_called_off(self) -> bool:
        """Whether the players ended the game without a winner, or all left it."""
        return self.table is not None and self.table.journal.is_called_off

    @property
    def is_branch(self) -> bool:
        """Whether it began at a moment of another game."""
        return self.created.position is not None

    @property
    def is_together(self) -> bool:
        """Whether all seats win or lose together; false before the game."""
        return self.table is not None and self.table.journal.is_together

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(chair.who != "open" for chair in self.chairs)

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return (
            self.table.actors
            if self.table is not None and self.phase == "playing" and not (self.is_paused or self.is_closed)
            else ()
        )

    @property
    def is_paused(self) -> bool:
        """Whether the game is paused because all players have left the table."""
        return self.paused_ms >= 0

    @property
    def is_closed(self) -> bool:
        """Whether the host of the server has closed the table."""
        return self.closed_ms >= 0

    @property
    def people(self) -> set[int]:
        """The guests who sit at the table; 0 stands for those who were erased."""
        return {chair.guest for chair in self.chairs if chair.who == "person"}

    @property
    def is_ready(self) -> bool:
        """Whether all people at the table are ready for the game to begin. Seats where a bot stands in do not count."""
        return all(chair.ready or chair.stand_in for chair in self.chairs if chair.who == "person")

    @property
    def waits_to_begin(self) -> bool:
        """Whether the game waits for somebody who has not come yet. In games over days people need not be there together."""
        if self.phase != "lobby" or (self.created.clock is not None and self.created.clock.per == "days"):
            return False
        return any(self.is_awaited(seat) for seat in range(self.seats))

    @property
    def clock_ms(self) -> int:
        """The game's clock at the last event, 0 before it begins. No event gets an earlier instant."""
        return self.table.journal.clock_ms if self.table is not None else 0

    def now_ms(self, wall_ms: int) -> int:
        """The time on the table's clock. It stands still while the wall clock is behind the last event."""
        return max(wall_ms, self.time_ms)

    def seats_of(self, guest: int) -> tuple[int, ...]:
        """The seats that a guest holds (0 is nobody)."""
        return tuple([seat for seat, chair in enumerate(self.chairs) if chair.is_of(guest)]) if guest else ()

    def lost_by(self, guest: int) -> tuple[int, ...]:
        """The seats that somebody took over from a guest who has none now (0 is nobody)."""
        if not guest or self.seats_of(guest):
            return ()
        return tuple(seat for seat, chair in enumerate(self.chairs) if guest in chair.former)

    def is_bot(self, seat: int) -> bool:
        """Whether a bot decides for this seat: its own, or one for a player who resigned, is away, or has no time left for this move."""
        chair = self.chairs[seat]
        return chair.who == "bot" or seat in self.resigned or chair.stand_in or chair.late

    def is_awaited(self, seat: int) -> bool:
        """Whether the game waits for the person in this seat, who has not come to it yet."""
        return self.chairs[seat].awaited and not self.is_bot(seat)

    def level(self, seat: int) -> str:
        """The level of the bot that decides for this seat."""
        return self.chairs[seat].level if self.chairs[seat].who == "bot" else bots.DEFAULT_LEVEL

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.table.outcome if self.table is not None else None

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
            self._remember(row)
            if self.phase != "over":
                self.ended_ms = 0
            elif not self.ended_ms:
                self.ended_ms = row.at_ms
            if self.phase == "over" and self.asking is not None and self.asking.kind == "end":
                self._lapse()
            if isinstance(event, _DECISIVE):
                self._follow_decisions(row, event, events)
            self._follow_time(event, events)
            self._phase = self.phase
        except Exception as error:
            raise BrokenLog(
                self.id, row.seq, kind_of(event), reason_of(row, error), self.game.name
            ) from error

    def _remember(self, row: Row) -> None:
        self.seq = row.seq
        self.last_ms, self.last_kind = row.at_ms, kind_of(row.event)
        self.time_ms = max(self.time_ms, row.at_ms)
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

    def _follow_time(self, event: LogEvent, before: int) -> None:
        """Run the clocks of the people who are to act now. `before` is how many events the game had before this one."""
        actors = self.actors
        for seat, chair in enumerate(self.chairs):
            if chair.late and seat not in actors:
                chair.late = False
        if self.clocks is None or self.table is None:
            return
        running = self._thinking(actors)
        acted = event.seat if isinstance(event, log_events.Act) else -1
        taker = event.seat if isinstance(event, log_events.Undone) else None
        after = len(self.table.events)
        self.clocks.follow(self.time_ms, running, before, after, acted, taker, not self.is_setting_up)

    def _thinking(self, actors: Sequence[int]) -> list[int]:
        """The seats where a person may act, so that their clocks run. Before all have come none does, nor does that of somebody who declined to
        play."""
        if any(self.is_awaited(seat) for seat in range(self.seats)):
            return []
        return [seat for seat in actors if not self.is_bot(seat) and not self.chairs[seat].declined]

    def _on_sat(self, _row: Row, event: log_events.Sat) -> None:
        self.chairs[event.seat] = chair_of(event)
        self.known.add(event.guest)

    def _on_bot(self, _row: Row, event: log_events.Bot) -> None:
        self.chairs[event.seat] = chair_of(event)

    def _on_stood(self, _row: Row, event: log_events.Stood) -> None:
        self.chairs[event.seat] = Chair()

    def _on_invited(self, _row: Row, event: log_events.Invited) -> None:
        self.invitation = event

    def _on_removed(self, row: Row, event: log_events.Removed) -> None:
        if event.guest:  # 0: somebody who was erased since
            self.removed[event.guest] = event.name, row.seq
        self.known.discard(event.guest)
        if self.table is None:
            for seat in self.seats_of(event.guest):
                self.chairs[seat] = Chair()

    def _on_let_in(self, _row: Row, event: log_events.LetIn) -> None:
        self.removed.pop(event.guest, None)

    def _on_closed(self, row: Row, _event: log_events.Closed) -> None:
        self.closed_ms = row.at_ms

    def _on_reopened(self, row: Row, _event: log_events.Reopened) -> None:
        if not self.is_closed:
            raise CannotFollow(Message("error.log.not_closed"))
        shut_ms, self.closed_ms = max(0, row.at_ms - self.closed_ms), -1
        self._stand_still(shut_ms, started=not self.is_paused)
        self.waiting_since_ms += shut_ms

    def _on_ready(self, _row: Row, event: log_events.Ready) -> None:
        self.chairs[event.seat].ready = True

    def _on_paused(self, row: Row, _event: log_events.Paused) -> None:
        self._playing()
        self.paused_ms = row.at_ms

    def _on_resumed(self, row: Row, _event: log_events.Resumed) -> None:
        journal = self._playing().journal
        if not self.is_paused:
            raise CannotFollow(Message("error.log.not_paused"))
        at_ms, lasted_ms = max(0, self.paused_ms - self.started_ms), max(0, row.at_ms - self.paused_ms)
        journal.pauses.append((len(journal.events), len(journal.races), {"at_ms": at_ms, "ms": lasted_ms}))
        self._begin_later(lasted_ms)
        self.paused_ms = -1

    def _on_started(self, row: Row, event: log_events.Started) -> None:
        self.table = self.new_game()
        if self.table.first != event.first:
            said = {"first": self.table.first, "said": event.first}
            raise CannotFollow(Message("error.log.first", said))
        self._name_players()
        self.rated = event.rated
        self.started_ms = row.at_ms
        self._number_events(row.seq)

    def new_game(self, chairs: Sequence[Chair] | None = None) -> Table:
        """The game at its start, with these chairs or the present ones."""
        chairs = self.chairs if chairs is None else chairs
        nonces = [chair.nonce for chair in chairs]
        begun = self.created.position or self.created.brought
        if begun is not None:
            return Table.from_position(
                begun,
                seed=self.seed,
                nonces=nonces,
                components=self.components,
                chance=self.chance,
                kept=True,
            )
        first = self.first
        if first == "host":
            first = next((seat for seat, chair in enumerate(chairs) if chair.is_of(self.host)), 0)
        return Table(
            self.game,
            self.seats,
            self.options,
            seed=self.seed,
            nonces=nonces,
            components=self.components,
            first=None if isinstance(first, str) else first,
            chance=self.chance,
        )

    def _on_act(self, row: Row, event: log_events.Act) -> None:
        self.is_setting_up = self.clocks is not None and is_before_turns(self._playing().journal)
        at_ms = max(event.ms, self.clock_ms) if event.ms >= 0 else None
        self._playing().play(event.action, event.seat, event.path, at_ms)
        if self.asking is not None and self.asking.kind == "undo":
            if self.asking.seat == event.seat:
                self._withdraw(row)
            self._lapse()
        if event.seat >= 0 and not self.is_bot(event.seat):
            self.begun_ms = self.begun_ms or row.at_ms
            self.moved.add(event.seat)
        if event.seat >= 0:
            self.chairs[event.seat].late = self.chairs[event.seat].awaited = False
        self._number_events(row.seq)

    def _on_time(self, row: Row, event: log_events.Time) -> None:
        self._playing().advance(max(event.ms, self.clock_ms))
        self._number_events(row.seq)

    def _on_away(self, _row: Row, event: log_events.Away) -> None:
        self._stand_still(event.ms)

    def _begin_later(self, ms: int) -> None:
        """The game began this much later: that much of the time does not count."""
        self.started_ms += ms
        if self.begun_ms:
            self.begun_ms += ms

    def _stand_still(self, ms: int, started: bool = True) -> None:
        """The clocks stood still for this long. `started` says whether to set back the game's own clock; a pause does that by itself."""
        if started:
            self._begin_later(ms)
        for chair in self.chairs:
            chair.shift(ms)
        if self.clocks is not None:
            self.clocks.shift(ms)

    def _on_resolved(self, _row: Row, event: log_events.Resolved) -> None:
        table = self._playing()
        table.journal.races.append((len(table.events), log_events.fields(event)))

    def _on_asked(self, row: Row, event: log_events.Asked) -> None:
        self._playing()
        self.asking, self.reply = Request(event.what, event.seat, row.seq, row.at_ms, event.of), None

    def _on_answered(self, row: Row, event: log_events.Answered) -> None:
        if self.asking is None:
            raise CannotFollow(Message("error.log.no_question"))
        asking = self.asking
        self.reply = ReplyFacts(asking.kind, asking.seat, asking.seq, event.seat, event.yes)
        if event.yes:
            asking.yes.append(event.seat)
        else:
            self._drop(row)

    def _on_withdrawn(self, row: Row, _event: log_events.Withdrawn) -> None:
        self._withdraw(row)

    def _withdraw(self, row: Row) -> None:
        """The seat that asked no longer asks. The reply says so to the others."""
        if self.asking is not None:
            asker = self.asking.seat
            self.reply = ReplyFacts(self.asking.kind, asker, self.asking.seq, asker, False)
        self._drop(row)

    def _drop(self, row: Row) -> None:
        """The request was refused or withdrawn: the seat has to wait before it asks again."""
        if self.asking is not None:
            self.dropped_ms[self.asking.kind, self.asking.seat] = self.now_ms(row.at_ms)
            self.asking = None

    def _on_called_off(self, _row: Row, _event: log_events.CalledOff) -> None:
        self._playing().journal.quit(-1, "called_off", stops=True)
        self.asking = None

    def _on_abandoned(self, _row: Row, event: log_events.Abandoned) -> None:
        self.abandoned, self.asking = event.days, None
        if self.table is not None:
            self.table.journal.quit(-1, "abandoned", stops=True)

    def _on_undone(self, row: Row, event: log_events.Undone) -> None:
        journal = self._playing().journal
        journal.rewind(event.remaining)
        journal.draw()
        found = [replace(each, move=min(each.move, event.remaining)) for each in self.takebacks]
        if event.seat >= 0:
            found.append(Takeback(event.seat, event.remaining, row.seq))
        self.takebacks = list({(each.seat, each.move): each for each in found}.values())
        del self.event_seqs[event.remaining :]
        self._number_events(row.seq)
        self.undone_seq = row.seq
        if self.asking is not None and self.asking.kind == "undo" and event.seat == self.asking.seat:
            self.asking = None

    def _on_resigning(self, row: Row, event: log_events.Resigning) -> None:
        self._playing()
        self.chairs[event.seat].resigns_ms = max(self.time_ms, row.at_ms) + event.ms

    def _on_stayed(self, row: Row, event: log_events.Stayed) -> None:
        chair = self.chairs[event.seat]
        chair.resigns_ms, chair.stayed_ms = -1, self.now_ms(row.at_ms)

    def _on_resigned(self, _row: Row, event: log_events.Resigned) -> None:
        self._lost(event.seat)

    def _on_timed_out(self, _row: Row, event: log_events.TimedOut) -> None:
        chair = self.chairs[event.seat]
        if self.created.clock is None:
            raise CannotFollow(Message("error.log.no_clock"))
        if self.created.clock.per == "move":
            chair.late = True
            self._playing().journal.quit(event.seat, "late", stops=False)
        else:
            chair.timed_out = True
            self._lost(event.seat)

    def _lapse(self) -> None:
        """The game went on without an answer to what a seat asked."""
        if self.asking is not None:
            self.reply = ReplyFacts(self.asking.kind, self.asking.seat, self.asking.seq, -1, False)
            self.asking = None

    def _lost(self, seat: int) -> None:
        """A seat gave up, or lost on time."""
        chair = self.chairs[seat]
        chair.resigns_ms = -1
        self._lapse()
        left = [other for other in self.remaining if other != seat]
        people = [
            other for other in left if self.chairs[other].who == "person" and not self.chairs[other].stand_in
        ]
        why: Literal["timed_out", "resigned"] = "timed_out" if chair.timed_out else "resigned"
        self._playing().journal.quit(seat, why, stops=len(left) <= 1 or not people)

    def _on_advised(self, _row: Row, event: log_events.Advised) -> None:
        self.chairs[event.seat].advised += 1

    def _on_renamed(self, _row: Row, event: log_events.Renamed) -> None:
        self.chairs[event.seat].name = event.name
        self.chairs[event.seat].renamed += 1
        if self.table is not None:
            self._name_players()

    def _name_players(self) -> None:
        journal = self._playing().journal
        journal.players = [chair.name or chair.level for chair in self.chairs]
        journal.bots = [chair.level if chair.who == "bot" else "" for chair in self.chairs]

    def _on_stood_in(self, row: Row, event: log_events.StoodIn) -> None:
        chair = self.chairs[event.seat]
        chair.replaced_seq = row.seq if event.unheard else -1
        chair.stand_in, chair.offered = True, event.open
        self._lapse()

    def _on_absent(self, row: Row, event: log_events.Absent) -> None:
        chair = self.chairs[event.seat]
        chair.absent_ms, chair.noted_ms = max(self.time_ms, row.at_ms), row.at_ms

    def _on_present(self, _row: Row, event: log_events.Present) -> None:
        chair = self.chairs[event.seat]
        chair.absent_ms, chair.declined, chair.awaited = -1, False, False

    def _on_awaited(self, row: Row, event: log_events.Awaited) -> None:
        chair = self.chairs[event.seat]
        chair.awaited, chair.absent_ms = True, max(self.time_ms, row.at_ms)

    def _on_nudged(self, row: Row, event: log_events.Nudged) -> None:
        chair = self.chairs[event.seat]
        chair.nudged_ms, chair.nudged_by = max(self.time_ms, row.at_ms), event.by

    def _on_heard(self, row: Row, event: log_events.Heard) -> None:
        self.chairs[event.seat].heard_ms = max(self.time_ms, row.at_ms)

    def _on_declined(self, row: Row, event: log_events.Declined) -> None:
        chair = self.chairs[event.seat]
        chair.declined, chair.declined_seq = True, row.seq
        chair.absent_ms = max(self.time_ms, row.at_ms)

    def _on_said(self, _row: Row, event: log_events.Said) -> None:
        self.said.append(event)
        self.wiped += not event.text and event.emote is None

    def _on_returned(self, row: Row, event: log_events.Returned) -> None:
        chair = self.chairs[event.seat]
        chair.heard_ms = max(self.time_ms, row.at_ms)
        chair.stand_in = chair.offered = chair.declined = chair.awaited = False
        chair.absent_ms = -1

    def _on_taken_over(self, _row: Row, event: log_events.TakenOver) -> None:
        chair = self.chairs[event.seat]
        if event.guest != chair.guest:
            self.taken_over, chair.former = True, (*chair.former, chair.guest)
        chair.guest, chair.name = event.guest, event.name
        self.known.add(event.guest)
        chair.here = chair.stand_in = chair.offered = chair.declined = chair.awaited = False
        chair.absent_ms = -1
        self._name_players()

    def _on_rematch(self, row: Row, event: log_events.Rematch) -> None:
        self.rematch, self.rematch_seq, self.rematch_by = event.table, row.seq, event.by

    def _playing(self) -> Table:
        if self.table is None:
            raise CannotFollow(Message("error.log.not_begun"))
        return self.table

    def _number_events(self, seq: int) -> None:
        missing = len(self._playing().events) - len(self.event_seqs)
        self.event_seqs.extend([seq] * missing)


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
        raise BrokenLog(identity, 0, "created", reason_of(rows[0], error), game) from error
    for row in rows[1:]:
        state.apply(row)
    return state
