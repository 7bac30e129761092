"""`Table`: a game in progress with its history. What people import.

>>> from ludotheque import Table
>>> Table("billabong", seats=3, seed=7).play("k3")
Event(seat=2, text='k3')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ludotheque.core import background, chance, components, entry, registry, sight, state, structures
from ludotheque.core.errors import BadPosition, Illegal, Unreadable
from ludotheque.core.event import Event, LegalActions, Refusal, Said
from ludotheque.core.game import Game, How, Value
from ludotheque.core.message import Message
from ludotheque.core.outcome import Outcome
from ludotheque.core.seen import Seen
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT, TIME_SEAT

CHANCES = ("auto", "dice", "physical")
"""Who tells the results of chance: the table; people those of dice; people all of them."""
MOST_ALONE = 5000
"""Events of chance or time in a row after which it is clear that the rules never come to anybody's turn again."""


class Table(Seen):
    """A game in progress.

    `seats`, `options` and `components` are those of the game (its own by default); `first` is the seat that goes first,
    drawn by lot if None. All chance comes from `seed` and the players' `nonces`, see `core.chance`; with
    `chance="physical"` results of chance are played like actions, by the seat -1; with `chance="dice"` those of dice only
    (`Game.thrown`), cards being dealt by the table.
    `box` and `state` are arrays of one record; `b` and `s` those records. What the rules do not know is only noted here, for the
    record: `players` (names), `resigned` (seats that gave up, in that order), `stopped` (how it ended by that), `races` (numbers
    of events, and what was measured of the race that came after them).
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        seed: bytes | int | None = None,
        nonces: Sequence[bytes] = (),
        components: Mapping[str, Any] | None = None,
        first: int | None = None,
        chance: str = "auto",
    ) -> None:
        self.game = game if isinstance(game, Game) else registry.get(game)
        self.seats = seats if seats is not None else self.game.seats[0]
        self.options: dict[str, Value] = self.game.check_options(self.seats, options or {})
        background.begin(self.game.name)
        self._set_up_box(components)
        self._set_up_chance(seed, nonces, chance)
        self.first = self._first(first)
        self.start_position: dict[str, Any] | None = None
        self.players: list[str] = []
        self.resigned: list[int] = []
        self.stopped: Outcome | None = None
        self.races: list[tuple[int, dict[str, Any]]] = []
        self.state = self.game.fresh_state(self.seats, self.options, self.first)
        self.game.compose(self.b, self.s, self.options)
        entry.setup(self.box, self.state)
        self._begin()

    def _set_up_box(self, data: Mapping[str, Any] | None) -> None:
        loaded = components.load(self.game, data)
        self.box, self.digest, self.components = loaded.array, loaded.digest, loaded.data

    def _set_up_chance(self, seed: bytes | int | None, nonces: Sequence[bytes], how: str) -> None:
        if how not in CHANCES:
            raise ValueError(f"chance must be {', '.join(CHANCES[:-1])} or {CHANCES[-1]}, not {how!r}")
        if how == "dice" and self.game.thrown is None:
            raise ValueError(f"{self.game.name} has no dice that people could throw")
        self.source = chance.Source(chance.seed_bytes(seed), tuple(nonces))
        self.chance = how
        self._draws = 1  # draw 0 decides who goes first

    def _first(self, first: int | None) -> int:
        self.first_by_lot = first is None
        if first is None:
            return self.source.uniform(0, self.seats)
        if not 0 <= first < self.seats:
            raise ValueError(f"first must be a seat from 0 to {self.seats - 1}, not {first}")
        return first

    def _begin(self) -> None:
        self._initial = state.copy(self.state)
        self._before = state.copy(self.state)
        self.events: list[Event] = []
        self._resolve_chance()

    # -- what is so ---------------------------------------------------------------------------------------------

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; empty when the game is over (or waits for physical chance)."""
        mask = int(entry.actors(self.box, self.state))
        return tuple(seat for seat in range(self.seats) if mask >> seat & 1)

    @property
    def chance_is_due(self) -> bool:
        """Whether a result of chance is awaited (only at a table where people tell them)."""
        return bool(int(entry.actors(self.box, self.state)) & CHANCE)

    def told_by_people(self, state: Any) -> bool:
        """Whether the result of chance awaited in a state of this table is told by people, not drawn."""
        if self.chance == "dice":
            return self.game.thrown is not None and self.game.thrown(self.b, state[0])
        return self.chance == "physical"

    @property
    def is_over(self) -> bool:
        """Whether nobody may act any more."""
        return int(entry.actors(self.box, self.state)) == 0

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if not self.is_over:
            return None
        shares, ranks = np.zeros(self.seats), np.zeros(self.seats, np.int32)
        entry.returns(self.box, self.state, shares)
        entry.ranking(self.box, self.state, ranks)
        ending = self.game.terminations[int(entry.ending(self.box, self.state))]
        return Outcome(tuple(shares.tolist()), tuple(ranks.tolist()), ending)

    def legal_actions(self, seat: int | None = None) -> LegalActions:
        """The legal actions of a seat, of the one that may act by default; empty for a seat that may not."""
        return LegalActions(self, self._seat(seat))

    def why_not(self, action: Said, seat: int | None = None) -> Refusal | None:
        """Why an action cannot be done now; None if it can."""
        seat = self._seat(seat)
        try:
            code, _ = self._read(action, seat)
        except (Unreadable, Illegal) as error:
            message = error.message or Message("error.unreadable", {"text": str(action)})
            return Refusal(message.key, message, getattr(error, "rules", ()))
        return self._refusal(seat, code)

    def text(self, code: int, seat: int | None = None, how: How | None = None) -> str:
        """An action in notation; with its usual way where `how` is None and it is legal."""
        seat = self._seat(seat)
        if how is None:
            how = self.game.codec.how(self.b, self.s, seat, code)
        return self.game.codec.text(self.b, self.s, seat, code, how)

    # -- playing ------------------------------------------------------------------------------------------------

    def play(
        self,
        action: Said,
        seat: int | None = None,
        how: Sequence[str] | None = None,
        at_ms: int | None = None,
    ) -> Event:
        """Carry out an action; `Unreadable`, `Ambiguous` or `Illegal` (with the reason) leave everything as it was.

        `how` is the way (place ids of a series of hops), the usual one if None. In a timed game time passes up to `at_ms`
        first; a structure may say `seat` and `at_ms` itself. Chance that follows is drawn at once. The event is the last one
        of a structure that says several actions.
        """
        if isinstance(action, Mapping):
            seat, at_ms = structures.beside(self.game, action, seat, at_ms)
        seat = self._seat(seat)
        parts = structures.parts(self, action, seat)
        if parts:
            return structures.play_all(self, parts, seat, at_ms)
        if at_ms is not None:
            self.advance(at_ms)
        if seat == CHANCE_SEAT:
            return self._play_chance(action)
        code, way = self._read(action, seat)
        refusal = self._refusal(seat, code)
        if refusal is not None:
            raise Illegal(f"{action!s}: {refusal.key}", refusal.message, refusal.rules)
        codec = self.game.codec
        if how:
            way = codec.check_how(self.b, self.s, seat, code, tuple(how))
        elif not way:
            way = codec.how(self.b, self.s, seat, code)
        event = Event(
            seat, code, codec.text(self.b, self.s, seat, code, way), way, -1 if at_ms is None else at_ms
        )
        self._carry_out(event)
        self._resolve_chance()
        return event

    def advance(self, now_ms: int) -> None:
        """Let time pass on the game's clock up to `now_ms`; what happens by itself is an event of the seat -2."""
        if not self.game.timed:
            raise ValueError(f"{self.game.name} has no clock")
        while 0 <= self.due_ms <= now_ms:
            self._carry_out(Event(TIME_SEAT, 0, "time", at_ms=self.due_ms))
            self._resolve_chance()
        entry.advance(self.box, self.state, now_ms)

    @property
    def due_ms(self) -> int:
        """The next instant at which something happens by itself, -1 if never."""
        return int(entry.due(self.box, self.state))

    def _play_chance(self, action: Said) -> Event:
        if not self.chance_is_due:
            raise Illegal("no result of chance is awaited", Message("error.no_chance"))
        codes, _ = self.outcomes(self.state)
        code, _how = self._read(action, CHANCE_SEAT)
        if code not in codes:
            raise Illegal(f"{action!s} is not a possible result", Message("error.not_a_result"))
        event = Event(CHANCE_SEAT, code, self.game.codec.text(self.b, self.s, CHANCE_SEAT, code, ()))
        self._carry_out(event)
        self._resolve_chance()
        return event

    def _resolve_chance(self) -> None:
        while self.chance_is_due and not self.told_by_people(self.state):
            codes, probabilities = self.outcomes(self.state)
            code = codes[self.source.draw(self._draws, probabilities)]
            text = self.game.codec.text(self.b, self.s, CHANCE_SEAT, code, ())
            self._carry_out(Event(CHANCE_SEAT, code, text, draw=self._draws))
            self._draws += 1

    def outcomes(self, state: Any) -> tuple[list[int], list[float]]:
        """The possible results of chance in a state of this table, with their probabilities."""
        codes = np.empty(self.game.max_chance, np.int32)
        probabilities = np.empty(self.game.max_chance)
        count = entry.chance_outcomes(self.box, state, codes, probabilities)
        return codes[:count].tolist(), probabilities[:count].tolist()

    def _carry_out(self, event: Event) -> None:
        alone = self.events[-MOST_ALONE:] if event.seat < 0 else []
        if len(alone) == MOST_ALONE and all(past.seat < 0 for past in alone):
            raise RuntimeError(f"{self.game.name}: nobody was asked in the last {MOST_ALONE} events")
        self._before[:] = self.state
        self.step(self.state, event)
        self.events.append(event)

    def _read(self, action: Said, seat: int) -> tuple[int, How]:
        codec = self.game.codec
        if isinstance(action, bool) or not isinstance(action, int | np.integer | str | Mapping):
            raise Unreadable(f"an action is an integer, a text or a structure, not {action!r}")
        if isinstance(action, str):
            return codec.parse(self.b, self.s, seat, action)
        if isinstance(action, Mapping):
            return codec.code(self.b, self.s, seat, action), ()
        if not 0 <= action < self.game.num_actions(self.b):
            raise Unreadable(
                f"actions of {self.game.name} are numbers from 0 to {self.game.num_actions(self.b) - 1}"
            )
        return int(action), ()

    def _refusal(self, seat: int, code: int) -> Refusal | None:
        index = int(entry.why_not(self.box, self.state, seat, code))
        if index == 0:
            return None
        reason = self.game.reasons[index]
        return Refusal(reason.key, Message(f"{self.game.name}.reason.{reason.key}"), reason.rules)

    def _legal(self, seat: int) -> list[int]:
        out = np.empty(self.game.max_legal, np.int32)
        if seat < 0 or not entry.actors(self.box, self.state) >> seat & 1:
            return []
        count = int(entry.legal(self.box, self.state, seat, out))
        codes: list[int] = out[:count].tolist()
        return codes

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            actors = self.actors
            if not actors and self.chance_is_due:
                return CHANCE_SEAT
            return actors[0] if actors else 0
        if seat != CHANCE_SEAT and not 0 <= seat < self.seats:
            raise Unreadable(f"there are seats 0 to {self.seats - 1} at this table, not {seat}")
        return seat

    # -- taking back --------------------------------------------------------------------------------------------

    def back_to(self, seat: int) -> int | None:
        """How many events would remain if the seat's last action were taken back; None if it has none."""
        for index in range(len(self.events) - 1, -1, -1):
            if self.events[index].seat == seat:
                return index
        return None

    def may_undo(self, seat: int) -> bool:
        """Whether the seat may take its last action back without asking: nothing happened and nothing was revealed since."""
        return bool(self.events) and self.events[-1].seat == seat and not self._revealed(len(self.events) - 1)

    def _revealed(self, index: int) -> bool:
        return self.game.reveals is not None and self.game.reveals(
            self.b, self._before[0], self.events[index].code
        )

    def undo(self, seat: int | None = None) -> Event:
        """Take back a seat's last action (of whoever acted last by default) and all that came after it; returns it."""
        acted = [event.seat for event in self.events if event.seat >= 0]
        if not acted:
            raise Illegal("there is nothing to take back", Message("error.nothing_to_undo"))
        keep = self.back_to(acted[-1] if seat is None else seat)
        if keep is None:
            raise Illegal(f"seat {seat} has nothing to take back", Message("error.nothing_to_undo"))
        undone = self.events[keep]
        self.keep(keep)
        return undone

    def keep(self, count: int) -> None:
        """Go back to just after the first `count` events (chance that was drawn later is drawn anew, with new numbers)."""
        events = self.events[:count]
        self.races = [race for race in self.races if race[0] < count]
        self.restart()
        for event in events:
            self._carry_out(event)
        self._resolve_chance()

    def restart(self) -> None:
        """Go back to before the first event, drawing nothing."""
        self.state[:] = self._initial
        self._before[:] = self._initial
        self.events = []

    def mark(self) -> tuple[Any, Any, int, int]:
        """Where the game stands, to come `back_to_mark`; for what is either done wholly or not at all."""
        return state.copy(self.state), state.copy(self._before), len(self.events), self._draws

    def back_to_mark(self, mark: tuple[Any, Any, int, int]) -> None:
        """Everything as it was at that `mark`."""
        self.state[:], self._before[:], self._draws = mark[0], mark[1], mark[3]
        del self.events[mark[2] :]

    def resume(self, chance: str) -> None:
        """After a replay: draw from here on (with numbers not used yet), or go on waiting for what people tell."""
        self.chance = chance
        self._draws = max([self._draws, *(event.draw + 1 for event in self.events)])

    def step(self, state: Any, event: Event) -> None:
        """Carry an event of this table out on another copy of its state."""
        if event.at_ms >= 0:
            entry.advance(self.box, state, event.at_ms)
        if event.seat != TIME_SEAT:
            entry.play(self.box, state, event.seat, event.code)

    # -- writing down -------------------------------------------------------------------------------------------

    def record(self, audience: Iterable[int] | None = None) -> list[dict[str, Any]]:
        """The game as the lines of a record, see `core.record`; for an audience, only what it may know."""
        from ludotheque.core.record import write

        return write(self, None if audience is None else sight.mask(audience))

    def position(self) -> dict[str, Any]:
        """The situation as JSON, see `docs/positions.md`."""
        head = {"game": self.game.name, "seats": self.seats, "options": dict(self.options)}
        return head | self.game.positions.write(self.b, self.s)

    @classmethod
    def from_position(
        cls,
        position: Mapping[str, Any],
        *,
        seed: bytes | int | None = None,
        components: Mapping[str, Any] | None = None,
        chance: str = "auto",
    ) -> Table:
        """A table that begins in this situation; `BadPosition` names the field that cannot be."""
        if not isinstance(position, Mapping):
            raise BadPosition("", "a position is a JSON object")
        for key, kind, what in (("game", str, "the name of a game"), ("seats", int, "a whole number")):
            if key not in position:
                raise BadPosition(key, "is missing")
            if type(position[key]) is not kind:
                raise BadPosition(key, f"must be {what}, not {position[key]!r}")
        options = position.get("options", {})
        if not isinstance(options, Mapping):
            raise BadPosition("options", "must be an object")
        game = registry.get(position["game"])
        table = cls(
            game, position["seats"], options, seed=seed, components=components, first=0, chance=chance
        )
        table.state = game.fresh_state(table.seats, table.options)
        game.compose(table.b, table.s, table.options)
        rest = {key: value for key, value in position.items() if key not in ("game", "seats", "options")}
        game.positions.read(table.b, table.s, rest)
        table.start_position = dict(position)
        table._draws = 1
        table._begin()
        return table

    def __repr__(self) -> str:
        whose = "over" if self.is_over else "to act: " + ", ".join(map(str, self.actors))
        return f"<Table of {self.game.name}, {self.seats} seats, {len(self.events)} events, {whose}>"


__all__ = ["Event", "LegalActions", "Refusal", "Table"]
