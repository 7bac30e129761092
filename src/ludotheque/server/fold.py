"""A table is a fold over its events. `TableState.apply` is the only thing that changes one; dropping it loses nothing.

| event | fields beside `kind` |
|---|---|
| `created` | `game`, `rules` (version), `seats`, `options`, `first` (`lot`, `host` or a seat), `components` (TOML or null), `seed` (hex), `host` (guest), `handicaps` (ms of each seat, where any has one), `company` (`strangers`, where anybody may sit down) |
| `sat` | `seat`, `guest`, `name`, `here`, `nonce` (hex) |
| `bot` | `seat`, `level` |
| `stood` | `seat` |
| `started` | `first` (the resolved seat) |
| `act` | `seat`, `action`, `how`, `ms` (the game's clock, timed games only) |
| `time` | `ms`: something became due by itself |
| `resolved` | what was raced for and by whom, with every raw value: see `docs/races.md`; the `act`s that came of it follow |
| `away` | `ms`: the server was away, and the game's clock stood still for so long |
| `undo_asked` | `seat`, `of` (seats that must agree) |
| `consented` | `seat`, `yes` |
| `undo_withdrawn` | `seat`: the one who asked does not ask any more |
| `undone` | `seat`, `keep` (events of the game that remain) |
| `resigned` | `seat` |
| `stood_in` | `seat`, `open`: a bot plays for a person who is away; whether somebody else may play on there |
| `returned` | `seat`: that person is back |
| `taken_over` | `seat`, `guest`, `name`: somebody else plays on there |
| `rematch` | `table` (id of the next table) |
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ludotheque import bots
from ludotheque.core import chance, components, registry
from ludotheque.core.game import Game, Value
from ludotheque.core.outcome import Outcome
from ludotheque.core.record import RESIGNED
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.server.log import Row
from ludotheque.table import Table

Phase = Literal["lobby", "playing", "over"]
Company = Literal["friends", "strangers"]


class BrokenLog(RuntimeError):
    """Events that do not make a table by the rules installed here."""


class RulesChanged(BrokenLog):
    """The table was played by another version of the rules than is installed."""

    def __init__(self, old: object, new: int) -> None:
        super().__init__(f"played by version {old} of the rules, version {new} is installed")
        self.old, self.new = old, new


@dataclass
class Chair:
    """A seat at a table. `guest` holds it (several chairs may have the same guest); `here`: another person on that screen.

    `stand_in`: a bot plays there while that guest is away; `offered`: somebody else may play on there.
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


@dataclass
class Asking:
    """A takeback being asked for by `seat`; `of` must all agree, `yes` have."""

    seat: int
    seq: int
    since_ms: int
    of: tuple[int, ...]
    yes: list[int] = field(default_factory=list)


class TableState:
    """Everything about a table, from its events. `table` is the game in progress, None before it starts."""

    def __init__(self, identity: str, created: Row) -> None:
        body = created.body
        if body.get("kind") != "created":
            raise BrokenLog(f"table {identity} does not begin with its creation")
        self.id = identity
        self.game: Game = registry.get(body["game"])
        if body["rules"] != self.game.rules_version:
            raise RulesChanged(body["rules"], self.game.rules_version)
        self.seats: int = body["seats"]
        self.options: dict[str, Value] = body["options"]
        self.first: str | int = body["first"]
        self.components_text: str | None = body["components"]
        self.components = None if self.components_text is None else components.read_toml(self.components_text)
        self.chance: str = body.get("chance", "auto")
        self.seed = bytes.fromhex(body["seed"])
        self.commitment = chance.commitment(self.seed)
        self.host: int = body["host"]
        self.handicaps: list[int] = body.get("handicaps") or [0] * self.seats
        self.company: Company = body.get("company", "friends")
        self.chairs = [Chair() for _ in range(self.seats)]
        self.table: Table | None = None
        self._phase: Phase | None = None
        self.seq = created.seq
        self.commands: dict[str, int] = {}
        self.decision_since: dict[int, int] = {}
        self._choices: dict[int, Sequence[int]] = {}
        self.event_seqs: list[int] = []
        self.undone_seq = -1
        self.started_ms = 0
        self.waiting_since_ms = created.at_ms
        self.asking: Asking | None = None
        self.resigned: list[int] = []
        self.rematch: str | None = None
        self.rematch_seq = -1
        self._remember(created)

    # -- what is so ---------------------------------------------------------------------------------------------

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
        """The seats that have not given up."""
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

    def seats_of(self, guest: int) -> tuple[int, ...]:
        """The seats that a guest holds (0 is nobody)."""
        return tuple(
            seat
            for seat, chair in enumerate(self.chairs)
            if guest and chair.who == "person" and chair.guest == guest
        )

    def is_bot(self, seat: int) -> bool:
        """Whether a bot decides for this seat: its own, or one whose player gave up or is away."""
        chair = self.chairs[seat]
        return chair.who == "bot" or chair.resigned or chair.stand_in

    def level(self, seat: int) -> str:
        """The level of the bot that decides for this seat."""
        return self.chairs[seat].level if self.chairs[seat].who == "bot" else bots.USUAL

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, those who gave up behind all others, the first to do so last; None while it goes on."""
        if self.phase != "over" or self.table is None:
            return None
        if self.table.is_over:
            by_rules = self.table.outcome
            assert by_rules is not None
            if not self.resigned:
                return by_rules
            shares, ranking, ending = by_rules.returns, by_rules.ranking, by_rules.ending
        else:
            shares, ranking, ending = (1.0,) * self.seats, (1,) * self.seats, RESIGNED
        return _with_resigned(shares, ranking, ending, self.resigned)

    # -- what happens -------------------------------------------------------------------------------------------

    def apply(self, row: Row) -> None:
        """Let one event happen; `BrokenLog` if it cannot follow."""
        if row.seq != self.seq + 1:
            raise BrokenLog(f"event {row.seq} follows event {self.seq}")
        events = len(self.table.events) if self.table is not None else 0
        body = row.body
        handler = getattr(self, f"_on_{body['kind']}", None)
        if handler is None:
            raise BrokenLog(f"event {row.seq} has the unknown kind {body['kind']!r}")
        self._phase = None
        handler(row, body)
        self._phase = None
        self._remember(row)
        if body["kind"] in ("started", "act", "time", "undone", "resigned"):
            self._follow_decisions(row, events)

    def _remember(self, row: Row) -> None:
        self.seq = row.seq
        if row.command_id is not None:
            self.commands[row.command_id] = row.seq

    def _decisions(self) -> dict[int, Sequence[int]]:
        """What each seat that may act has to choose from (left empty where seats never act at once)."""
        if self.table is None or self.phase != "playing":
            return {}
        together = self.game.simultaneous
        return {
            seat: array("i", self.table.legal_actions(seat)) if together else () for seat in self.table.actors
        }

    def _follow_decisions(self, row: Row, events: int) -> None:
        """A decision goes on only while its seat could act before, did not, may choose as before, and nothing was revealed.

        What there was to choose from before is what there was after the last event that was followed: no other changes the game.
        """
        before, self._choices = self._choices, self._decisions()
        now = dict(self._choices)
        if self._playing().chance_is_due:
            now[CHANCE_SEAT] = ()
        acted = row.body["seat"] if row.body["kind"] == "act" else None
        revealed = any(event.seat < 0 for event in self._playing().events[events:])
        renewed = row.body["kind"] == "undone" or revealed
        for seat, choice in now.items():
            if renewed or seat == acted or before.get(seat) != choice:
                self.decision_since[seat] = row.seq
        if renewed or acted is not None or now.keys() != before.keys():
            self.waiting_since_ms = row.at_ms

    def _on_sat(self, _row: Row, body: dict[str, Any]) -> None:
        self.chairs[body["seat"]] = Chair(
            "person", body["guest"], body["name"], "", body["here"], bytes.fromhex(body["nonce"])
        )

    def _on_bot(self, _row: Row, body: dict[str, Any]) -> None:
        self.chairs[body["seat"]] = Chair("bot", level=body["level"])

    def _on_stood(self, _row: Row, body: dict[str, Any]) -> None:
        self.chairs[body["seat"]] = Chair()

    def _on_started(self, row: Row, body: dict[str, Any]) -> None:
        self.table = self.new_game()
        if self.table.first != body["first"]:
            raise BrokenLog(f"the seat that goes first is {self.table.first}, the log says {body['first']}")
        self.table.journal.players = [chair.name or chair.level for chair in self.chairs]
        self.started_ms = row.at_ms
        self._number_events(row.seq)

    def new_game(self) -> Table:
        """The game at its beginning, as it begins once every seat is taken."""
        first = self.first
        if first == "host":
            first = next((seat for seat in self.seats_of(self.host)), 0)
        return Table(
            self.game,
            self.seats,
            self.options,
            seed=self.seed,
            nonces=[chair.nonce for chair in self.chairs],
            components=self.components,
            first=None if isinstance(first, str) else first,
            chance=self.chance,
        )

    def _on_act(self, row: Row, body: dict[str, Any]) -> None:
        self._playing().play(body["action"], body["seat"], body["how"], body.get("ms"))
        self.asking = None
        self._number_events(row.seq)

    def _on_time(self, row: Row, body: dict[str, Any]) -> None:
        self._playing().advance(body["ms"])
        self._number_events(row.seq)

    def _on_away(self, _row: Row, body: dict[str, Any]) -> None:
        self.started_ms += body["ms"]

    def _on_resolved(self, _row: Row, body: dict[str, Any]) -> None:
        table = self._playing()
        table.journal.races.append((len(table.events), {name: body[name] for name in body if name != "kind"}))

    def _on_undo_asked(self, row: Row, body: dict[str, Any]) -> None:
        self.asking = Asking(body["seat"], row.seq, row.at_ms, tuple(body["of"]))

    def _on_consented(self, _row: Row, body: dict[str, Any]) -> None:
        if self.asking is None:
            raise BrokenLog("an answer to no question")
        if body["yes"]:
            self.asking.yes.append(body["seat"])
        else:
            self.asking = None

    def _on_undo_withdrawn(self, _row: Row, _body: dict[str, Any]) -> None:
        self.asking = None

    def _on_undone(self, row: Row, body: dict[str, Any]) -> None:
        self._playing().rewind(body["keep"])
        del self.event_seqs[body["keep"] :]
        self._number_events(row.seq)
        self.undone_seq = row.seq
        self.asking = None

    def _on_resigned(self, _row: Row, body: dict[str, Any]) -> None:
        self.chairs[body["seat"]].resigned = True
        self.resigned.append(body["seat"])
        self.asking = None
        table = self._playing()
        table.journal.resigned = list(self.resigned)
        table.journal.stopped = self.outcome if self.stopped and not table.is_over else None

    def _on_stood_in(self, _row: Row, body: dict[str, Any]) -> None:
        self._playing()
        chair = self.chairs[body["seat"]]
        chair.stand_in, chair.offered = True, body["open"]
        self.asking = None

    def _on_returned(self, _row: Row, body: dict[str, Any]) -> None:
        chair = self.chairs[body["seat"]]
        chair.stand_in = chair.offered = False

    def _on_taken_over(self, _row: Row, body: dict[str, Any]) -> None:
        chair = self.chairs[body["seat"]]
        chair.guest, chair.name = body["guest"], body["name"]
        chair.here = chair.stand_in = chair.offered = False
        self._playing().journal.players = [each.name or each.level for each in self.chairs]

    def _on_rematch(self, row: Row, body: dict[str, Any]) -> None:
        self.rematch, self.rematch_seq = body["table"], row.seq

    def _playing(self) -> Table:
        if self.table is None:
            raise BrokenLog("the game has not begun")
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


def fold(identity: str, rows: Sequence[Row]) -> TableState:
    """The table that these events make."""
    state = TableState(identity, rows[0])
    for row in rows[1:]:
        state.apply(row)
    return state
