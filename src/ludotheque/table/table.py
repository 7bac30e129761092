"""`Table`: a game in progress. What people import.

>>> from ludotheque import Table
>>> Table("billabong", seats=3, seed=7).play("k3")
Event(seat=2, text='k3')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from functools import cache
from operator import index
from typing import Any, Self

import numpy as np

from ludotheque.core import background, catalogue, chance, components, entry, registry
from ludotheque.core.errors import Ambiguous, BadInput, BadOption, BadPosition, Illegal, Unreadable, shown
from ludotheque.core.event import Event, Refusal, Said
from ludotheque.core.game import Game, How, Value
from ludotheque.core.journal import CHANCES, LATEST_MS, Chance, Journal, Setup, position_of
from ludotheque.core.message import Message
from ludotheque.core.outcome import Outcome
from ludotheque.core.record import Lines, write
from ludotheque.core.takeback import takeback
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT, TIME_SEAT
from ludotheque.scene import svg, text
from ludotheque.scene.model import Scene
from ludotheque.table import sight
from ludotheque.table.legal import LegalActions

Audience = int | Iterable[int]
"""Who looks: a seat, several at one screen, or none (`()`, a spectator)."""


class Drawing(str):
    """An SVG as text; a notebook shows it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Table:
    """A game in progress.

    `seats`, `options` and `components` are those of the game (its own by default); `first` is the seat that goes first,
    drawn by lot if None. All chance comes from `seed` and the players' `nonces`, see `core.chance`; with
    `chance="physical"` results of chance are played like actions, by the seat -1; with `chance="dice"` those of dice only
    (`Game.thrown`), cards being dealt by the table. `BadOption` and `BadComponents` name what cannot be used, `UnknownGame`
    says which games there are.

    An *audience* is a set of seats: one, several that sit at one screen, or none (a spectator).

    Everything is a function of the `journal`, which is for those who build on tables: servers, laboratories, environments.
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
        chance: Chance = "auto",
    ) -> None:
        game = game if isinstance(game, Game) else registry.get(game)
        setup = _setup(game, seats, options, seed, nonces, components, first, chance)
        state = _fresh(setup)
        entry.setup(setup.box, state)
        self._begin(setup, state, chance)

    def _begin(self, setup: Setup, state: Any, chance: Chance) -> None:
        self._carry(Journal(setup, state.tobytes(), chance))
        self.journal.draw()

    def _carry(self, journal: Journal) -> None:
        self._journal = journal

    # -- what is so ---------------------------------------------------------------------------------------------

    @property
    def journal(self) -> Journal:
        """What the table was set up with, and everything since: for those who build on tables."""
        return self._journal

    @property
    def box(self) -> Any:
        """The components as the rules read them: an array of one record."""
        return self._journal.setup.box

    @property
    def state(self) -> Any:
        """The whole state as the rules read it, secrets included: an array of one record."""
        return self._journal.state

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.journal.setup.game

    @property
    def seats(self) -> int:
        """How many seats there are, counted from 0."""
        return self.journal.setup.seats

    @property
    def options(self) -> Mapping[str, Value]:
        """What was agreed on, every option of the game for this number of seats."""
        return self.journal.setup.options

    @property
    def first(self) -> int:
        """The seat that went first."""
        return self.journal.setup.first

    @property
    def events(self) -> Sequence[Event]:
        """Everything that happened, in order. It grows as the game goes on; a table alone changes it."""
        return self.journal.events

    @property
    def b(self) -> Any:
        """The components as the rules read them, one record: fields are in the game's `state.py`."""
        return self.box[0]

    @property
    def s(self) -> Any:
        """The whole state as the rules read it, one record, secrets included. `view` is what a seat may know."""
        return self.state[0]

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; empty when the game is over (or waits for a result of chance that people tell)."""
        return _seats_in(self.journal.actors & ((1 << self.seats) - 1))

    @property
    def chance_is_due(self) -> bool:
        """Whether a result of chance is awaited (only at a table where people tell them)."""
        return bool(self.journal.actors & CHANCE)

    @property
    def is_over(self) -> bool:
        """Whether nobody may act any more."""
        return self.journal.actors == 0

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.journal.outcome

    @property
    def due_ms(self) -> int:
        """The next instant at which something happens by itself, in milliseconds on the game's clock; -1 if never."""
        return self.journal.due_ms

    def legal_actions(self, seat: int | None = None) -> LegalActions:
        """The legal actions of a seat (of the first that may act by default) as integers; empty for a seat that may not act.

        For the seat -1, the results of chance that people may tell. They are a snapshot: what happens later does not change
        them. `texts()` gives them in notation. `Unreadable` for a seat that is not at the table.
        """
        seat = self._seat(seat)
        codes: list[int] = []
        if seat == CHANCE_SEAT and self.chance_is_due:
            codes = self.journal.results(self.state)[0]
        elif seat >= 0 and self.journal.actors >> seat & 1:
            out = np.empty(self.game.max_legal, np.int32)
            codes = out[: int(entry.legal(self.box, self.state, seat, out))].tolist()
        return LegalActions.of(self.journal.setup, self.state, seat, codes)

    def why_not(self, action: Said, seat: int | None = None) -> Refusal | None:
        """Why `play` would refuse an action now, with the rows of the rulebook that say so; None if it would not.

        As a `str` the answer is a sentence in the environment's language.
        """
        try:
            if isinstance(action, Mapping) and (self.game.timed or hasattr(self.game.codec, "several")):
                self.copy(history=False).play(action, seat)
                return None
            seat = self._seat(seat)
            code, _ = self._read(action, seat)
            if seat == CHANCE_SEAT:
                self._must_be_awaited(code, action)
                return None
        except (Unreadable, Illegal, Ambiguous) as error:
            message = error.message or Message("error.unreadable", {"text": str(action)})
            return Refusal(message.key.rpartition(".reason.")[2], message, getattr(error, "rules", ()))
        refused = self.journal.refusal(seat, code)
        return Refusal(*refused) if refused else None

    def text(self, code: int, seat: int | None = None, how: How | None = None) -> str:
        """An action in notation; with its usual way where `how` is None and it is legal."""
        seat = self._seat(seat)
        codec = self.game.codec
        if how is None:
            how = codec.how(self.b, self.s, seat, code)
        return codec.text(self.b, self.s, seat, code, how)

    # -- playing ------------------------------------------------------------------------------------------------

    def play(
        self,
        action: Said,
        seat: int | None = None,
        how: Sequence[str] | None = None,
        at_ms: int | None = None,
    ) -> Event:
        """Carry out an action: an integer of `legal_actions`, its notation, or a structure.

        `Unreadable`, `Ambiguous` and `Illegal` say why it cannot be done, and leave everything as it was. `seat` is who acts, the
        first that may by default; -1 tells a result of chance. `how` is the way of a series of hops (ids of places), the usual one
        if None. In a game with a clock, time passes up to `at_ms` first (milliseconds since the game began); a structure may say
        `seat` and `at_ms` itself. Chance that follows is drawn at once. Gives the event; the last one, where a structure says
        several actions.
        """
        if type(action) is int and at_ms is None:
            return self._play(action, self._seat(seat), how, -1)
        if at_ms is not None:
            at_ms = _whole(at_ms, "at_ms")
        if isinstance(action, Mapping) and self.game.timed:
            seat, at_ms = _beside(action, seat, at_ms)
        several = isinstance(action, Mapping) and hasattr(self.game.codec, "several")
        if at_ms is None and not several:
            return self._play(action, self._seat(seat), how, -1)
        at = self.journal.checkpoint()
        try:
            if at_ms is not None:
                self.advance(at_ms)
            seat = self._seat(seat)
            instant = -1 if at_ms is None else at_ms
            if several:
                parts = self.game.codec.several(self.b, self.s, seat, action)  # type: ignore[attr-defined]
                if parts:
                    return [self._play(part, seat, None, instant) for part in parts][-1]
            return self._play(action, seat, how, instant)
        except BaseException:
            self.journal.restore(at)
            raise

    def _play(self, action: Said, seat: int, how: Sequence[str] | None, at_ms: int) -> Event:
        if seat == CHANCE_SEAT:
            return self._tell(action)
        code, way = self._read(action, seat)
        journal = self.journal
        refused = journal.refusal(seat, code)
        if refused is not None:
            raise Illegal(message=refused[1], rules=refused[2], what=action)
        if how:
            way = self.game.codec.check_how(self.b, self.s, seat, code, tuple(how))
        if at_ms < 0 and self.game.timed:
            at_ms = journal.clock_ms
        event = journal.append(Event(seat, code, how=way or None, at_ms=at_ms))
        journal.draw()
        return event

    def _tell(self, action: Said) -> Event:
        """A result of chance that people tell."""
        journal = self.journal
        code, _ = self._read(action, CHANCE_SEAT)
        self._must_be_awaited(code, action)
        at_ms = journal.passed_ms()
        event = journal.append(Event(CHANCE_SEAT, code, how=(), at_ms=at_ms))
        journal.draw()
        return event

    def _must_be_awaited(self, code: int, action: Said) -> None:
        """`Illegal` unless people may tell this result of chance now."""
        journal = self.journal
        if not self.chance_is_due or not journal.told_by_people(journal.state):
            raise Illegal(message=Message("error.no_chance"))
        if code not in journal.results(journal.state)[0]:
            raise Illegal(message=Message("error.not_a_result"), what=action)

    def advance(self, now_ms: int) -> None:
        """Let time pass on the game's clock up to `now_ms`, in milliseconds since the game began.

        What happens by itself until then is an event of the seat -2. `Illegal` if the clock is beyond `now_ms` already, or if the
        game has none.
        """
        journal = self.journal
        if not self.game.timed:
            raise Illegal(message=Message("error.no_clock"))
        now_ms = _whole(now_ms, "now_ms")
        if now_ms < journal.clock_ms and not self.is_over:
            raise Illegal(message=Message("error.time_backwards", {"now": journal.clock_ms, "asked": now_ms}))
        if now_ms > LATEST_MS:
            raise Unreadable(f"{now_ms} ms is too late: the clock of a game ends at {LATEST_MS} ms")
        at = journal.checkpoint()
        try:
            while 0 <= (due := journal.due_ms) <= now_ms:
                journal.append(Event(TIME_SEAT, 0, at_ms=due))
                journal.draw()
            journal.pass_time(now_ms)
        except BaseException:
            journal.restore(at)
            raise

    def _read(self, action: Said, seat: int) -> tuple[int, How]:
        if isinstance(action, str):
            return self.game.codec.parse(self.b, self.s, seat, action)
        if type(action) is not int:
            if isinstance(action, Mapping):
                return self.game.codec.code(self.b, self.s, seat, action), ()
            if not _is_whole(action):
                why = f"an action must be a whole number, a text or a mapping, not {action!r}"
                raise Unreadable(why, Message("error.unreadable", {"text": str(action)}))
            action = index(action)
        code = action
        count = self.journal.setup.num_actions
        if not 0 <= code < count:
            raise Unreadable(
                f"an action of {self.game.name} must be from 0 to {count - 1}, not {code}",
                Message("error.unreadable", {"text": str(code)}),
            )
        return code, ()

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            mask = self.journal.actors
            if mask == CHANCE:
                return CHANCE_SEAT
            return next(iter(_seats_in(mask & ((1 << self.seats) - 1))), 0)
        if type(seat) is not int:
            seat = _whole(seat, "a seat")
        if seat != CHANCE_SEAT and not 0 <= seat < self.seats:
            raise Unreadable(message=Message("error.no_such_seat", {"last": self.seats - 1, "seat": seat}))
        return seat

    # -- taking back --------------------------------------------------------------------------------------------

    def can_undo(self, seat: int | None = None, *, agreed: bool = False) -> bool:
        """Whether `undo` of the same arguments would take something back."""
        try:
            self._takeback(seat, agreed=agreed)
        except Illegal:
            return False
        return True

    def undo(self, seat: int | None = None, *, agreed: bool = False) -> Event:
        """Take back a seat's last action, by default that of whoever acted last, with all that came after it; gives it back.

        A seat may do so alone as long as nobody else acted since, no chance spoke and the action revealed nothing; beyond that the
        others must have `agreed`. Results of chance are then drawn anew, with numbers of their own. `Illegal` says why not, as in
        a game without takebacks.
        """
        keeps = self._takeback(seat, agreed=agreed)
        undone = self.events[keeps]
        self.rewind(keeps)
        return undone

    def _takeback(self, seat: int | None, *, agreed: bool) -> int:
        if seat is None:
            seat = next((event.seat for event in reversed(self.events) if event.seat >= 0), 0)
        found = takeback(self.journal, seat, [other for other in range(self.seats) if other != seat])
        if not found.is_free and not agreed:
            raise Illegal(message=Message("error.undo_needs_consent"))
        return found.keeps

    def rewind(self, count: int) -> None:
        """Go back to just after the first `count` events, whoever made the others: for those who have asked the policy."""
        self.journal.rewind(count)
        self.journal.draw()

    # -- seeing -------------------------------------------------------------------------------------------------

    def view(self, audience: Audience = ()) -> Any:
        """The state as this audience may know it: an array of one record of the game's state, a copy. `docs/views.md` tells each field."""
        return sight.view(self.journal, self._seen_by(audience))

    def scene(self, audience: Audience = ()) -> Scene:
        """What this audience sees and may do, as data, built from its view alone."""
        return sight.scene(self.journal, self._seen_by(audience))

    def position(self, audience: Audience | None = None) -> dict[str, Any]:
        """The situation as JSON, see `docs/positions.md`; for an audience, only what it may know (null stands for the rest)."""
        state = self.state if audience is None else self.view(audience)
        return position_of(self.journal.setup, state)

    def record(self, audience: Audience | None = None) -> Lines:
        """The game as the lines of a record, see `docs/record.md`; for an audience, only what it may know while the game runs."""
        return write(self.journal, None if audience is None else sight.mask(self._seen_by(audience)))

    def svg(self, audience: Audience | None = None, language: str | None = None) -> Drawing:
        """The table as this audience sees it (None: what everybody may see), one SVG that needs nothing else.

        `language` is `fr` or `en`, the environment's by default; `BadOption` for another one.
        """
        if language is not None and language not in catalogue.LANGUAGES:
            said = {"choices": ", ".join(catalogue.LANGUAGES), "value": shown(language)}
            raise BadOption("language", Message("error.why.choice", said))
        return Drawing(
            svg.of_game(
                self.game,
                self._for_all() if audience is None else self.scene(audience),
                sight.layout(self.journal),
                sight.board_svg(self.journal),
                language or catalogue.environment(),
                self.journal.players,
            )
        )

    def _repr_svg_(self) -> str:
        return str(self.svg())

    def __str__(self) -> str:
        return text.draw(self._for_all(), sight.layout(self.journal), catalogue.environment())

    def _for_all(self) -> Scene:
        """The scene that may be shown to everybody: a spectator's where there are secrets."""
        return self.scene(() if self.game.secrets else range(self.seats))

    def __repr__(self) -> str:
        whose = "over" if self.is_over else "to act: " + ", ".join(map(str, self.actors))
        return f"<Table of {self.game.name}, {self.seats} seats, {len(self.events)} events, {whose}>"

    def _seen_by(self, audience: Audience) -> Sequence[int]:
        """The seats of an audience, one alone or several; `BadInput` where one is not at the table."""
        seats = [audience] if isinstance(audience, int) else list(audience)
        for seat in seats:
            if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < self.seats:
                said = {"last": self.seats - 1, "seat": shown(seat)}
                raise BadInput("audience", Message("error.why.seats", said))
        return [int(seat) for seat in seats]

    # -- copies -------------------------------------------------------------------------------------------------

    def copy(self, *, history: bool = True) -> Self:
        """An independent table that stands where this one does: same state, secrets and chance to come, same clock.

        It keeps the events, unless `history` is False: then it begins here, as from a position, and nothing can be taken back.
        `copy.copy`, `copy.deepcopy` and pickling keep everything.
        """
        return self._with(self.journal.fork(history=history), vars(self))

    @classmethod
    def _with(cls, journal: Journal, more: Mapping[str, Any]) -> Self:
        """A table with this journal, and whatever else a subclass or its user had written down."""
        table = object.__new__(cls)
        if len(more) > 1:
            vars(table).update(more)
        table._carry(journal)
        return table

    def _more(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_journal"}

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self._with(self.journal.fork(), {"_journal": None, **deepcopy(self._more(), memo)})

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (type(self), self.journal.saved(), self._more())

    @classmethod
    def from_position(
        cls,
        position: Mapping[str, Any],
        *,
        seed: bytes | int | None = None,
        nonces: Sequence[bytes] = (),
        components: Mapping[str, Any] | None = None,
        chance: Chance = "auto",
    ) -> Self:
        """A table that begins in this situation (`docs/positions.md`).

        `BadPosition` names the field that cannot be, `BadOption` and `BadComponents` what cannot be used; `UnknownGame` says
        which games there are.
        """
        if not isinstance(position, Mapping):
            raise BadPosition("", Message("error.position.object"))
        for key, kind in (("game", str), ("seats", int)):
            if key not in position:
                raise BadPosition(key, Message("error.position.missing"))
            if type(position[key]) is not kind:
                wanted = "error.position.game" if kind is str else "error.why.whole_number"
                raise BadPosition(key, Message(wanted, {"value": shown(position[key])}))
        options = position.get("options", {})
        if not isinstance(options, Mapping):
            raise BadPosition("options", Message("error.record.not_object", {"value": shown(options)}))
        game = registry.get(position["game"])
        setup = _setup(game, position["seats"], options, seed, nonces, components, 0, chance)
        state = _fresh(setup)
        rest = {key: value for key, value in position.items() if key not in ("game", "seats", "options")}
        game.positions.read(setup.box[0], state[0], rest)
        setup = setup.beginning(dict(position), int(state["first"][0]))
        table = object.__new__(cls)
        table._begin(setup, state, chance)
        return table


def _is_whole(value: object) -> bool:
    """Whether this is a whole number of any type, NumPy's for example; `True` is none."""
    return hasattr(type(value), "__index__") and not isinstance(value, bool | np.bool_)


def _whole(value: Any, what: str) -> int:
    """A whole number of any type as Python's own."""
    if not _is_whole(value):
        raise Unreadable(f"{what} must be a whole number, not {value!r}")
    return index(value)


@cache
def _seats_in(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def _setup(
    game: Game,
    seats: int | None,
    options: Mapping[str, Any] | None,
    seed: bytes | int | None,
    nonces: Sequence[bytes],
    data: Mapping[str, Any] | None,
    first: int | None,
    how: Chance,
) -> Setup:
    seats = seats if seats is not None else game.seats[0]
    chosen = game.check_options(seats, options or {})
    background.begin(game.name)
    loaded = components.load(game, data)
    if how not in CHANCES:
        raise BadOption("chance", how_told(how))
    if how == "dice" and game.thrown is None:
        raise BadOption("chance", Message("error.why.no_dice"))
    source = chance.Source(chance.seed_bytes(seed), tuple(nonces))
    if first is not None and not (_is_whole(first) and 0 <= (first := index(first)) < seats):
        limits = {"low": 0, "high": seats - 1, "value": first}
        raise BadOption("first", Message("error.why.range", limits))
    begins = source.uniform(0, seats) if first is None else first
    return Setup(game, seats, chosen, begins, first is None, loaded.array, loaded.digest, loaded.data, source)


def how_told(value: Any) -> Message:
    """That this is no way to tell the results of chance, and which there are."""
    return Message("error.why.choice", {"choices": ", ".join(CHANCES), "value": shown(value)})


def _fresh(setup: Setup) -> Any:
    """A state with seats, first seat and options written in."""
    state = setup.game.fresh_state(setup.seats, setup.options, setup.first)
    setup.game.compose(setup.box[0], state[0], setup.options)
    return state


def _beside(action: Mapping[str, Any], seat: int | None, at_ms: int | None) -> tuple[int | None, int | None]:
    """The seat and the instant that the structure of a timed action says, where nobody else does; `Unreadable` if no numbers."""
    said = {"seat": seat, "at_ms": at_ms}
    for name, given in said.items():
        value = action.get(name)
        if given is None and value is not None:
            if type(value) is not int:
                raise Unreadable(f"{name} must be a whole number, not {value!r}")
            if not 0 <= value <= LATEST_MS:
                raise Unreadable(f"{name} must be from 0 to {LATEST_MS}, not {value}")
            said[name] = value
        elif value is not None and value != given:
            raise Unreadable(f"the action says {name}={value!r}, but {name}={given!r} was passed too")
    return said["seat"], said["at_ms"]


def _unpickled(kind: type[Table], saved: tuple[Any, ...], more: dict[str, Any]) -> Table:
    return kind._with(Journal.loaded(saved), {"_journal": None, **more})
