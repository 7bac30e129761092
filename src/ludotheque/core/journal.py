"""`Journal`: the setup of a table and every event since, with the state they lead to.

State, views, scenes, takebacks and records all follow from the journal. Replaying it from the start gives the same state, byte for
byte, the clock included.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, get_args

from ludotheque.core import catalogue, chance, components, entry, memory, registry
from ludotheque.core.errors import BadRecord, Illegal
from ludotheque.core.event import Event, Refusal
from ludotheque.core.game import ActionPath, Game, Value
from ludotheque.core.message import Message
from ludotheque.core.outcome import Outcome
from ludotheque.core.quits import CALLED_OFF, RESIGNED, Quit, Why, with_resigned
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT, TIME_SEAT

Chance = Literal["auto", "dice", "physical"]
CHANCES = get_args(Chance)
"""Who provides the results of chance: the table draws all; people roll the dice and the table draws the rest; people enter everything."""
MAX_ALONE = 5000
"""After this many events of chance or time in a row, the rules are taken to be stuck: no seat would ever act again."""
LATEST_MS = 1 << 40
"""The last instant on a game's clock, in milliseconds."""
TIME = "time"
"""The notation of an event of time."""


@dataclass(frozen=True)
class Setup:
    """What a table starts from. It never changes.

    Attributes:
        game: the game.
        seats: the number of players.
        options: the value of every option that exists for this number of players.
        first: the seat that goes first.
        first_by_lot: whether that seat was drawn at random.
        box: the components, one record.
        digest: a short hash of the components.
        components: the user's own component file; None for the game's own.
        source: the seed and nonces, from which chance is drawn.
        position: the situation that the game starts from; None for the usual start.
    """

    game: Game
    seats: int
    options: Mapping[str, Value]
    first: int
    first_by_lot: bool
    box: Any
    digest: str
    components: Mapping[str, Any] | None
    source: chance.Source
    position: Mapping[str, Any] | None = None

    @cached_property
    def num_actions(self) -> int:
        """The number of actions with these components, legal or not."""
        return self.game.num_actions(self.box[0])

    def beginning(self, position: Mapping[str, Any], first: int) -> Setup:
        """The same setup, but starting from a position."""
        return replace(self, position=position, first=first, first_by_lot=False)


def position_of(setup: Setup, state: Any) -> dict[str, Any]:
    """A state of a table as JSON, as `docs/positions.md` describes it."""
    head = {"game": setup.game.name, "seats": setup.seats, "options": setup.game.said_options(setup.options)}
    return head | setup.game.positions.write(setup.box[0], state[0])


class Checkpoint(NamedTuple):
    """A point in a journal, for `Journal.restore`."""

    state: bytes
    before: bytes
    events: int
    next_draw: int
    alone: int
    settled_ms: int


class Journal:
    """Every event of a table, in order, and the state they led to.

    Args:
        setup: what the table starts from.
        start: the state before the first event, as bytes.
        chance: who provides the results of chance, one of `CHANCES`.

    Attributes:
        state: the state now, one record that the next event overwrites.
        before: the state before the last event, likewise.
        events: the events so far.
        next_draw: the number of the next draw; draw 0 decides who goes first.
        players: the players' names. This and what follows is only noted for the record; the rules do not know it.
        bots: for each seat the level of the bot that sits there, "" for a person; empty if only people do. No name says who is a bot.
        quits: who gave up or was late, and whether all ended the game, in order. `quit` adds to it.
        stopped: whether that ended the game.
        races: for each race, the number of events before it and what was measured.
        pauses: for each time that the game stood still because nobody was there, the numbers of events and of races before it, and the note.
    """

    __slots__ = (
        "_accepted", "_alone", "_asked", "_before", "_bytes", "_cut", "_mask", "_settled_ms", "_spelled", "_start", "before", "bots", "chance", "events", "next_draw", "pauses", "players",
        "quits", "races", "setup", "state", "stopped",
    )  # fmt: skip

    def __init__(self, setup: Setup, start: bytes, chance: Chance = "auto") -> None:
        self.setup = setup
        self.chance = chance
        self.next_draw = 1  # draw 0 decides who goes first
        self.events: list[Event] = []
        self.players: list[str] = []
        self.bots: list[str] = []
        self.quits: list[Quit] = []
        self.stopped = False
        self.races: list[tuple[int, dict[str, Any]]] = []
        self.pauses: list[tuple[int, int, dict[str, Any]]] = []
        self._start = start
        self._cut = False
        self._alone = 0
        self._accepted: tuple[int, int, tuple[str, ...], ActionPath, bytes] | None = None
        self._spelled: tuple[int, bytes] = (0, start)
        self._hold(start, start)
        self._settled_ms = self.clock_ms

    def _hold(self, state: bytes | bytearray, before: bytes | bytearray) -> None:
        """Take memory for the two states, as bytes and as arrays over the same bytes."""
        kind = self.setup.game.state
        self._bytes, self.state = memory.held(state, kind)
        self._before, self.before = memory.held(before, kind)
        self._asked, self._mask = (
            bytearray(),
            0,
        )  # the state for which `actors` was last computed, and the answer

    # -- the present --------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.setup.game

    @property
    def box(self) -> Any:
        """The components: one record, a `Record` or an array of shape (1,). `state` likewise."""
        return self.setup.box

    @property
    def b(self) -> Any:
        """The record of the components."""
        return self.setup.box[0]

    @property
    def s(self) -> Any:
        """The record of the state now."""
        return self.state[0]

    @property
    def actors(self) -> int:
        """The seats that may act, as a bit mask, with `CHANCE` for chance; 0 when the game is over."""
        return 0 if self.stopped else self.actors_by_rules

    @property
    def actors_by_rules(self) -> int:
        """The seats that could act if nobody had given up."""
        if self._bytes != self._asked:
            self._mask = int(entry.actors(self.setup.box, self.state))
            memory.put(self._asked, memory.ALL, self._bytes)
        return self._mask

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by the rules or because it was `stopped`."""
        return self.actors == 0

    @property
    def is_over_by_rules(self) -> bool:
        """Whether the rules ended the game."""
        return self.actors_by_rules == 0

    @property
    def clock_ms(self) -> int:
        """The time on the game's clock in milliseconds; 0 in a game without a clock."""
        return int(self.state[0]["now_ms"]) if self.setup.game.timed else 0

    @property
    def due_ms(self) -> int:
        """When something happens by itself next, in milliseconds on the game's clock; -1 if never."""
        return -1 if self.stopped else int(entry.due(self.setup.box, self.state))

    @property
    def resigned(self) -> list[int]:
        """The seats that resigned or lost on time, in order."""
        return [each.seat for each in self.quits if each.why in ("resigned", "timed_out")]

    @property
    def is_called_off(self) -> bool:
        """Whether the players ended the game without a winner, or all left it."""
        return any(each.why in ("called_off", "abandoned") for each in self.quits)

    @property
    def is_together(self) -> bool:
        """Whether all seats win or lose together."""
        cooperative = self.game.cooperative
        return cooperative is not None and bool(cooperative(self.b, self.s))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on. Seats that resigned rank behind all others, the first to resign last.

        Seats that win and lose together do so here, too: if resigning ended the game, all have lost.
        """
        if not self.is_over:
            return None
        gone, seats = self.resigned, self.setup.seats
        by_rules = self.outcome_by_rules
        if by_rules is not None:
            if not gone or self.is_together:
                return by_rules
            return with_resigned(by_rules.returns, by_rules.ranking, by_rules.ending, gone)
        if self.is_called_off:
            return Outcome((1.0 / seats,) * seats, (1,) * seats, CALLED_OFF)
        if self.is_together:
            return Outcome((0.0,) * seats, (1,) * seats, RESIGNED)
        return with_resigned((1.0,) * seats, (1,) * seats, RESIGNED, gone)

    @property
    def outcome_by_rules(self) -> Outcome | None:
        """How the rules ended the game, which do not know who resigned; None if they did not."""
        if not self.is_over_by_rules:
            return None
        box, seats = self.setup.box, self.setup.seats
        shares, ranks = memory.room("float64", seats), memory.room("int32", seats)
        entry.returns(box, self.state, shares)
        entry.ranking(box, self.state, ranks)
        ending = self.game.terminations[int(entry.ending(box, self.state))]
        return Outcome(tuple(shares.tolist()), tuple(ranks.tolist()), ending)

    @property
    def called(self) -> list[str | Message]:
        """What the players are called, as far as it was noted: a person by a name (somebody whose name was erased is “somebody”), a bot by the message of its level or by its own name."""
        levels = [*self.bots, *[""] * len(self.players)]
        words = catalogue.of_package("ludotheque", catalogue.ENGLISH)
        return [
            Message(f"bot.{level}") if f"bot.{level}" in words else level or name or Message("ui.somebody")
            for name, level in zip(self.players, levels, strict=False)
        ]

    def results(self, state: Any) -> tuple[list[int], list[float]]:
        """The possible results of chance in a state of this table, as codes, and their probabilities."""
        codes = memory.room("int32", self.game.max_chance)
        probabilities = memory.room("float64", self.game.max_chance)
        count = entry.chance_outcomes(self.setup.box, state, codes, probabilities)
        return codes[:count].tolist(), probabilities[:count].tolist()

    def entered_by_people(self, state: Any) -> bool:
        """Whether people enter the result of chance that is due in this state."""
        if self.chance == "dice":
            return self.game.thrown is not None and self.game.thrown(self.setup.box[0], state[0])
        return self.chance == "physical"

    def veiled(self, event: Event, s: Any, audience: int) -> int:
        """The code of an event as an audience (bit mask of seats) may know it, or `HIDDEN`. `s` is the state before the event."""
        if event.seat == TIME_SEAT:
            return event.code
        return self.game.codec.veil(self.setup.box[0], s, event.seat, event.code, audience)

    def path(self, event: Event, s: Any) -> ActionPath:
        """The path of an event, from the state before it: its notation need not be written for that."""
        if event.at_ms >= 0 or event.seat == TIME_SEAT:
            return event.path
        if event._path is None:
            event._path = self.game.codec.path(self.setup.box[0], s, event.seat, event.code)
        return event._path

    def passed_ms(self) -> int:
        """The time on the clock if it has moved since the last event, else -1."""
        now = self.clock_ms
        return now if now != self._settled_ms else -1

    # -- checking -----------------------------------------------------------------------------------------------

    def refusal(self, seat: int, code: int, state: Any = None) -> Refusal | None:
        """Why a seat may not play this action, now or in another `state` of this table; None if it is legal."""
        at = self.state if state is None else state
        index = int(entry.why_not(self.setup.box, at, seat, code))
        if index == 0:
            return None
        reason = self.game.reasons[index]
        said = self.game.refusal(self.setup.box[0], at[0], seat, code, index)
        return Refusal(reason.key, said, reason.rules)

    def check(self, seat: int, code: int, path: ActionPath = (), state: Any = None) -> ActionPath:
        """Check an action, now or in another `state` of this table, and return its path, `()` for the usual one. Changes nothing.

        Raises `Illegal` with the rulebook's rows if the rules refuse it, or no such path carries it out.
        """
        known = self._accepted
        if (
            known is not None
            and known[:3] == (seat, code, path)
            and known[4] == self._bytes
            and state is None
        ):
            return known[3]
        refused = self.refusal(seat, code, state)
        if refused is not None:
            raise Illegal(message=refused.message, rules=refused.rules, what=code)
        if not path:
            return ()
        at = self.state if state is None else state
        return self.game.codec.check_path(self.setup.box[0], at[0], seat, code, path)

    def accept(self, seat: int, code: int, path: ActionPath = (), state: Any = None) -> None:
        """`check` an action that is to be played soon: in this very state it is not checked again."""
        found = self.check(seat, code, path, state)
        at = self.state if state is None else state
        self._accepted = seat, code, path, found, at.tobytes()

    def check_result(self, code: int) -> None:
        """Raise `Illegal` unless people may enter this result of chance now."""
        if not self.actors & CHANCE or not self.entered_by_people(self.state):
            raise Illegal(message=Message("error.no_chance"))
        if code not in self.results(self.state)[0]:
            raise Illegal(message=Message("error.not_a_result"), what=code)

    # -- changes ------------------------------------------------------------------------------------------------

    def append(self, event: Event) -> Event:
        """Play an event. It must be legal.

        Raises `RuntimeError` if `MAX_ALONE` events have passed without a seat acting.
        """
        if event.seat >= 0:
            self._alone = 0
        elif self._alone >= MAX_ALONE:
            raise RuntimeError(
                f"{self.game.name}: the last {MAX_ALONE} events were all chance or time; the rules never come to a player's turn"
            )
        else:
            self._alone += 1
        memory.put(self._before, memory.ALL, self._bytes)
        try:
            self.step(self.state, event)
        except BaseException:
            memory.put(self._bytes, memory.ALL, self._before)
            raise
        event._enter(self)
        self.events.append(event)
        if self.setup.game.timed:
            self._settled_ms = self.clock_ms
        return event

    def quit(self, seat: int, why: Why, *, stops: bool) -> None:
        """Note that a seat gave up or was late (-1: that all ended the game), and whether that stops the game."""
        self.quits.append(Quit(seat, why, len(self.events)))
        self.stopped = self.stopped or stops

    def pass_time(self, now_ms: int) -> None:
        """Move the clock to `now_ms`. Nothing may be due until then."""
        entry.advance(self.setup.box, self.state, now_ms)

    def draw(self) -> None:
        """Draw the results of chance that are due, except those that people enter."""
        while self.actors & CHANCE and not self.entered_by_people(self.state):
            codes, probabilities = self.results(self.state)
            code = codes[self.setup.source.draw(self.next_draw, probabilities)]
            self.append(Event(CHANCE_SEAT, code, path=(), draw=self.next_draw))
            self.next_draw += 1

    def rewind(self, count: int) -> None:
        """Go back to just after the first `count` events. Results of chance drawn from here on get new numbers.

        Raises `ValueError` if there are fewer events.
        """
        if not 0 <= count <= len(self.events):
            raise ValueError(f"cannot keep {count} events: there are {len(self.events)}")
        self.spell()
        kept = self.events[:count]
        self.races = [race for race in self.races if race[0] < count]
        self.pauses = [pause for pause in self.pauses if pause[0] < count]
        self.quits = [Quit(each.seat, each.why, min(each.move, count)) for each in self.quits]
        self._bytes[:] = self._before[:] = self._start
        self.events.clear()
        self._alone, self._spelled = 0, (0, self._start)
        self._settled_ms = self.clock_ms
        for event in kept:
            self.append(event)

    def checkpoint(self) -> Checkpoint:
        """Remember this point, so that a failed change can be undone with `restore`."""
        return Checkpoint(
            bytes(self._bytes),
            bytes(self._before),
            len(self.events),
            self.next_draw,
            self._alone,
            self._settled_ms,
        )

    def restore(self, at: Checkpoint) -> None:
        """Go back to a checkpoint, as if nothing had happened since."""
        self._bytes[:], self._before[:] = at.state, at.before
        del self.events[at.events :]
        self.next_draw, self._alone, self._settled_ms = at.next_draw, at.alone, at.settled_ms
        if self._spelled[0] > at.events:
            self._spelled = 0, self._start

    def fork(self, *, history: bool = True) -> Journal:
        """An independent copy. Without history it starts here, and has no events."""
        other = object.__new__(Journal)
        other.setup, other.chance, other.next_draw = self.setup, self.chance, self.next_draw
        other._alone, other._settled_ms, other._accepted = self._alone, self._settled_ms, None
        other.stopped = self.stopped
        other.players, other.bots = self.players.copy(), self.bots.copy()
        if history:
            other.quits = self.quits.copy()
            other._start, other._cut, other._spelled = self._start, self._cut, self._spelled
            other.events, other.races, other.pauses = (
                self.events.copy(),
                self.races.copy(),
                self.pauses.copy(),
            )
            other._hold(self._bytes, self._before)
        else:
            other._start, other._cut = bytes(self._bytes), True
            other._spelled = 0, other._start
            other.events, other.races, other.pauses, other._alone = [], [], [], 0
            other.quits = [Quit(each.seat, each.why, 0) for each in self.quits]
            other._hold(other._start, other._start)
            other._settled_ms = other.clock_ms
        return other

    def saved(self) -> tuple[Any, ...]:
        """Everything in this journal as plain values, for pickling."""
        setup = self.setup
        return (
            (setup.game.name, setup.seats, dict(setup.options), setup.first, setup.first_by_lot, setup.digest,
             setup.components, setup.source, setup.position),
            (self._start, self._cut, bytes(self._bytes), bytes(self._before), self._alone, self._settled_ms),
            (self.chance, self.next_draw, self.events, self.players, self.bots, self.quits, self.stopped, self.races,
             self.pauses),
        )  # fmt: skip

    @classmethod
    def loaded(cls, saved: tuple[Any, ...]) -> Journal:
        """The journal from `saved`. Raises `BadRecord` if the components differ from those it was saved with."""
        (name, seats, options, first, by_lot, digest, data, source, position), states, noted = saved
        game = registry.get(name)
        box = components.load(game, data)
        if box.digest != digest:
            digests = {"played": digest, "here": box.digest}
            raise BadRecord("components", Message("error.record.components", digests))
        setup = Setup(game, seats, options, first, by_lot, box.array, digest, data, source, position)
        journal = cls(setup, states[0])
        journal._cut, journal._alone, journal._settled_ms = states[1], states[4], states[5]
        journal._hold(states[2], states[3])
        (journal.chance, journal.next_draw, journal.events, journal.players, journal.bots, journal.quits, journal.stopped,
         journal.races, journal.pauses) = noted  # fmt: skip
        return journal

    # -- the past -----------------------------------------------------------------------------------------------

    def start(self) -> Any:
        """The state before the first event: one record."""
        return memory.load(self._start, self.setup.game.state)

    def at(self, count: int) -> Any:
        """The state after the first `count` events: one record."""
        state = self.start()
        for event in self.events[:count]:
            self.step(state, event)
        return state

    def start_position(self) -> Mapping[str, Any] | None:
        """The situation that this journal starts from; None for the usual start of a game."""
        if not self._cut:
            return self.setup.position
        return position_of(self.setup, self.start())

    def step(self, state: Any, event: Event) -> None:
        """Play an event of this table on any copy of its state."""
        if event.at_ms >= 0:
            entry.advance(self.setup.box, state, event.at_ms)
        if event.seat != TIME_SEAT:
            entry.play(self.setup.box, state, event.seat, event.code)

    def steps(self) -> Iterator[tuple[Event, Any, Any]]:
        """Every event, with the states before and after it: two records that the next step overwrites."""
        before, after = self.start(), self.start()
        for event in self.events:
            memory.overwrite(before, after)
            self.step(after, event)
            yield event, before, after

    def spell(self) -> None:
        """Write the notation of the events that have none yet. Playing does not need it, so it is written on demand."""
        spelled = count, known = self._spelled
        box, codec = self.setup.box, self.game.codec
        held, state = memory.held(known, self.game.state)
        events = self.events
        total = len(events)
        last = None
        for event in events[count:total]:
            last = event
            if event.at_ms >= 0:
                entry.advance(box, state, event.at_ms)
            if event.seat == TIME_SEAT:
                event._spelled(TIME, ())
                continue
            path, text = event._path, event._text
            if path is None:
                path = codec.path(box[0], state[0], event.seat, event.code)
            if text is None:
                text = codec.text(box[0], state[0], event.seat, event.code, path)
            event._spelled(text, path)
            entry.play(box, state, event.seat, event.code)
        # Another thread may have rewound meanwhile: what it has set stands.
        still = total <= len(events) and (total == count or events[total - 1] is last)
        if self._spelled is spelled and still:
            self._spelled = total, bytes(held)
