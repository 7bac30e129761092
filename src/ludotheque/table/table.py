"""`Table`: a game in progress, the class that most programs import.

>>> from ludotheque import Table
>>> Table("billabong", seats=3, seed=7).play("k3")
Event(seat=2, text='k3')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from functools import cache
from operator import index
from typing import TYPE_CHECKING, Any, Literal, Self

from ludotheque.core import catalogue, chance, components, entry, registry
from ludotheque.core.errors import Ambiguous, BadInput, BadOption, BadPosition, Illegal, Unreadable, shown
from ludotheque.core.event import ActionLike, Event, Refusal
from ludotheque.core.game import ActionPath, Game, Value
from ludotheque.core.journal import CHANCES, LATEST_MS, Chance, Journal, Setup, position_of
from ludotheque.core.memory import array_of, room
from ludotheque.core.message import Message
from ludotheque.core.outcome import Outcome
from ludotheque.core.record import Lines, write
from ludotheque.core.takeback import takeback
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT, TIME_SEAT
from ludotheque.scene.model import Scene
from ludotheque.table import views
from ludotheque.table.legal import LegalActions

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Audience = int | Iterable[int]
"""The seats looking at a screen: one, several, or none (`()`) for a spectator."""


class Drawing(str):
    """An SVG as text; a notebook shows it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Table:
    """A game in progress: play actions on it, ask what is legal, show it, save it.

    Args:
        game: a game's name, such as `"billabong"`, or a `Game`.
        seats: the number of players; by default the usual number: the fewest, but two where a game for one can be played by more.
        options: option names and values; an option that is not named keeps its default.
        seed: where all chance comes from: an integer or bytes; drawn if None. Draws are computed from
            HMAC-SHA256 (RFC 2104), see `docs/record.md`.
        nonces: bytes that each player adds to the seed, in order of seats.
        components: the content of a component file; the printed box by default.
        first: the seat that goes first; drawn at random if None.
        chance: `"auto"` draws from the seed; `"dice"` lets people enter what their own dice show, and deals cards from the seed;
            `"physical"` lets people enter every result, as actions of seat -1.

    Raises:
        UnknownGame: no such game is installed; the text lists those that are.
        BadOption, BadComponents: an option or a component cannot be used; the text says which and why.

    An *audience* is the set of seats looking at a screen: a seat, several seats, or none for a spectator.

    Everything here follows from the `journal`. Servers, laboratories and environments build on the journal directly.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
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

    # -- the present --------------------------------------------------------------------------------------------

    @property
    def journal(self) -> Journal:
        """The setup and every event since; for programs that build on tables."""
        return self._journal

    @property
    def box(self) -> npt.NDArray[np.void]:
        """The components as the rules read them, a NumPy array of shape (1,). `box[0]` is the record; the game's `state.py` lists its fields."""
        box: npt.NDArray[np.void] = array_of(self._journal.setup.box)
        return box

    @property
    def state(self) -> npt.NDArray[np.void]:
        """The whole state, secrets included, a NumPy array of shape (1,) that the table overwrites as the game goes on. `state[0]` is the record.

        Use `view` for what a seat may know.
        """
        state: npt.NDArray[np.void] = array_of(self._journal.state)
        return state

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.journal.setup.game

    @property
    def seats(self) -> int:
        """The number of seats. Seats are numbered from 0."""
        return self.journal.setup.seats

    @property
    def options(self) -> Mapping[str, Value]:
        """The value of every option that the game has for this number of seats."""
        return self.journal.setup.options

    @property
    def first(self) -> int:
        """The seat that goes first."""
        return self.journal.setup.first

    @property
    def events(self) -> Sequence[Event]:
        """Everything that has happened, in order. The sequence grows as the game goes on; do not change it."""
        return self.journal.events

    @property
    def _b(self) -> Any:
        return self._journal.setup.box[0]

    @property
    def _s(self) -> Any:
        return self._journal.state[0]

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; empty when the game is over, or while `awaits_chance`."""
        return _seats_in(self.journal.actors & ((1 << self.seats) - 1))

    @property
    def awaits_chance(self) -> bool:
        """Whether the game waits for people to enter a result of chance."""
        return bool(self.journal.actors & CHANCE)

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by the rules or because players gave up."""
        return self.journal.is_over

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on. Seats that resigned rank behind all others."""
        return self.journal.outcome

    @property
    def due_ms(self) -> int:
        """When something happens by itself next, in milliseconds on the game's clock; -1 if never."""
        return self.journal.due_ms

    def legal_actions(self, seat: int | None = None) -> LegalActions:
        """The legal actions of a seat as integers from 0 to `Game.num_actions` - 1; empty if it may not act now.

        `seat` defaults to the first of `actors`; -1 asks for the results of chance that people may enter. The answer is a
        snapshot: later events do not change it. `texts()` gives the same actions in notation.
        Raises `Unreadable` for a seat that is not at the table.
        """
        seat = self._seat(seat)
        codes: list[int] = []
        if seat == CHANCE_SEAT and self.awaits_chance:
            codes = self.journal.results(self.journal.state)[0]
        elif seat in self.actors:
            out, journal = room("int32", self.game.max_legal), self.journal
            codes = out[: int(entry.legal(journal.setup.box, journal.state, seat, out))].tolist()
        return LegalActions.of(self.journal.setup, self.journal.state, seat, codes)

    def why_not(self, action: ActionLike, seat: int | None = None) -> Refusal | None:
        """Why `play` would refuse this action now; None if it would accept it.

        The answer names the rulebook rows behind the refusal. `str()` of it is a sentence in the environment's language.
        """
        try:
            if isinstance(action, Mapping) and (
                self.game.timed or self.game.codec.parts(self._b, self._s, self._seat(seat), action)
            ):
                self.copy(history=False).play(action, seat)
                return None
            self._must_go_on()
            seat = self._seat(seat)
            code, _ = self._read(action, seat)
            if seat == CHANCE_SEAT:
                self.journal.check_result(code)
                return None
        except (Unreadable, Illegal, Ambiguous) as error:
            message = error.message or Message("error.unreadable", {"text": str(action)})
            return Refusal(message.key.rpartition(".reason.")[2], message, getattr(error, "rules", ()))
        return self.journal.refusal(seat, code)

    def text(self, code: int, seat: int | None = None, path: ActionPath | None = None) -> str:
        """An action in notation. `path` defaults to the action's usual path, for which the action must be legal."""
        seat = self._seat(seat)
        codec = self.game.codec
        if path is None:
            path = codec.path(self._b, self._s, seat, code)
        return codec.text(self._b, self._s, seat, code, path)

    # -- playing ------------------------------------------------------------------------------------------------

    def play(
        self,
        action: ActionLike,
        seat: int | None = None,
        path: Sequence[str] | None = None,
        at_ms: int | None = None,
    ) -> Event:
        """Play an action, and draw any chance that follows it.

        Args:
            action: an integer of `legal_actions`, a text in notation, or a structure.
            seat: who acts; by default the first of `actors`. -1 enters a result of chance.
            path: the ids of the places that a move passes through; the usual path by default.
            at_ms: in a game with a clock, the instant of the action in milliseconds since the game began. Time passes up to
                it first. A structure may carry `seat` and `at_ms` itself.

        Returns:
            The event; the last one where a structure names several actions.

        Raises:
            Unreadable: the action, seat or instant cannot be read.
            Ambiguous: the text fits several legal actions; `candidates` lists them.
            Illegal: the rules refuse the action; `rules` lists the rulebook rows that say so.

        A refusal changes nothing.
        """
        if type(action) is int and at_ms is None:
            return self._play(action, self._seat(seat), path, -1)
        if at_ms is not None:
            at_ms = _whole(at_ms, "at_ms")
        if isinstance(action, Mapping) and self.game.timed:
            seat, at_ms = _beside(action, seat, at_ms)
        structure = action if isinstance(action, Mapping) else None
        if at_ms is None and structure is None:
            return self._play(action, self._seat(seat), path, -1)
        at = self.journal.checkpoint()
        try:
            if at_ms is not None:
                self.advance(at_ms)
            seat = self._seat(seat)
            instant = -1 if at_ms is None else at_ms
            if structure is not None:
                parts = self.game.codec.parts(self._b, self._s, seat, structure)
                if parts:
                    return [self._play(part, seat, None, instant) for part in parts][-1]
            return self._play(action, seat, path, instant)
        except BaseException:
            self.journal.restore(at)
            raise

    def _must_go_on(self) -> None:
        """`Illegal` if the game is over because players gave up: of that the rules know nothing."""
        if self.journal.stopped:
            raise Illegal(message=Message("error.game_over"))

    def _play(self, action: ActionLike, seat: int, path: Sequence[str] | None, at_ms: int) -> Event:
        self._must_go_on()
        journal = self.journal
        code, read = self._read(action, seat)
        taken: ActionPath | None = ()
        try:
            if seat == CHANCE_SEAT:
                journal.check_result(code)
                at_ms = journal.passed_ms()
            else:
                taken = journal.check(seat, code, tuple(path) if path else ()) or read or None
                if at_ms < 0 and self.game.timed:
                    at_ms = journal.clock_ms
        except Illegal as error:
            error.what = action if error.what is not None else None
            raise
        event = journal.append(Event(seat, code, path=taken, at_ms=at_ms))
        journal.draw()
        return event

    def advance(self, now_ms: int) -> None:
        """Let time pass on the game's clock up to `now_ms`, in milliseconds since the game began.

        Whatever happens by itself until then becomes an event of seat -2. Raises `Illegal` if the clock is already past `now_ms`
        or the game has no clock. Time never runs backwards, and stands still once players have given the game up.
        """
        journal = self.journal
        if not self.game.timed:
            raise Illegal(message=Message("error.no_clock"))
        now_ms = _whole(now_ms, "now_ms")
        if journal.stopped:
            return
        if now_ms < journal.clock_ms and not self.is_over:
            raise Illegal(message=Message("error.time_backwards", {"now": journal.clock_ms, "asked": now_ms}))
        if now_ms > LATEST_MS:
            raise _out_of_range("now_ms", 0, LATEST_MS, now_ms)
        at = journal.checkpoint()
        try:
            while 0 <= (due := journal.due_ms) <= now_ms:
                journal.append(Event(TIME_SEAT, 0, at_ms=due))
                journal.draw()
            journal.pass_time(now_ms)
        except BaseException:
            journal.restore(at)
            raise

    def _read(self, action: ActionLike, seat: int) -> tuple[int, ActionPath]:
        if isinstance(action, str):
            return self.game.codec.parse(self._b, self._s, seat, action)
        if type(action) is not int:
            if isinstance(action, Mapping):
                return self.game.codec.code(self._b, self._s, seat, action), ()
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
            seat = _whole(seat, "seat")
        if seat != CHANCE_SEAT and not 0 <= seat < self.seats:
            raise self._no_such(seat)
        return seat

    def _no_such(self, seat: int) -> Unreadable:
        return Unreadable(message=Message("error.no_such_seat", {"last": self.seats - 1, "seat": seat}))

    # -- giving up ----------------------------------------------------------------------------------------------

    def resign(self, seat: int) -> None:
        """Take a seat out of the game for good: it ranks behind all others. The game is over once fewer than two players remain.

        Where all win or lose together, they have lost then. The rules do not know about resigning: while at least two remain, the seat still
        gets its turns, and you must play them, for example with a bot. `undo` does not take it back, and the record of
        a game that is still running does not hold it. Raises `Illegal` if the game is over or the seat has resigned, and `Unreadable` for a seat that is not at the table.
        """
        self._must_not_be_over()
        seat = self._seat(_whole(seat, "seat"))
        if seat == CHANCE_SEAT:
            raise self._no_such(seat)
        left = self.seats - len(self.journal.resigned) - 1
        if seat in self.journal.resigned:
            raise Illegal(message=Message("error.resigned"))
        self.journal.quit(seat, "resigned", stops=left <= 1)

    def call_off(self) -> None:
        """End the game without a winner: all ranks are 1 and all shares are equal. Raises `Illegal` if it is over."""
        self._must_not_be_over()
        self.journal.quit(-1, "called_off", stops=True)

    def _must_not_be_over(self) -> None:
        if self.is_over:
            raise Illegal(message=Message("error.game_over"))

    # -- taking back --------------------------------------------------------------------------------------------

    def can_undo(self, seat: int | None = None, *, agreed: bool = False) -> bool:
        """Whether `undo` with the same arguments would succeed."""
        try:
            self._takeback(seat, agreed=agreed)
        except Illegal:
            return False
        return True

    def undo(self, seat: int | None = None, *, agreed: bool = False) -> Event:
        """Take back a seat's last action and everything after it; return the event taken back.

        `seat` defaults to whoever acted last. A seat may undo alone as long as nobody else has acted since, nothing was drawn and
        the action revealed nothing. Otherwise the other players must have `agreed`. Chance is then drawn anew, under new draw
        numbers. Raises `Illegal` with the reason, for example in a game without takebacks.
        """
        remaining = self._takeback(seat, agreed=agreed)
        undone = self.events[remaining]
        self.rewind(remaining)
        return undone

    def _takeback(self, seat: int | None, *, agreed: bool) -> int:
        if seat is None:
            seat = next((event.seat for event in reversed(self.events) if event.seat >= 0), 0)
        self._must_go_on()
        found = takeback(self.journal, seat, [other for other in range(self.seats) if other != seat])
        if not found.is_free and not agreed:
            raise Illegal(message=Message("error.undo_needs_consent"))
        return found.remaining

    def rewind(self, count: int) -> None:
        """Go back to just after the first `count` events, without asking the other players as `undo` does.

        Raises `Illegal` in a game without takebacks.
        """
        if not self.game.takebacks:
            raise Illegal(message=Message("error.no_takebacks"))
        self._must_go_on()
        self.journal.rewind(count)
        self.journal.draw()

    # -- seeing -------------------------------------------------------------------------------------------------

    def view(self, audience: Audience = ()) -> npt.NDArray[np.void]:
        """The state as this audience may know it: a copy, an array of shape (1,) of the game's state. `docs/views.md` lists its fields.

        Raises `BadInput` if the audience names a seat that is not at the table; so do the methods below.
        """
        seen: npt.NDArray[np.void] = array_of(views.view(self.journal, self._seen_by(audience)))
        return seen

    def scene(self, audience: Audience = ()) -> Scene:
        """What this audience sees and may click, as data, built from its view alone."""
        return views.scene(self.journal, self._seen_by(audience))

    def position(self, audience: Audience | None = None) -> dict[str, Any]:
        """The situation as JSON, as `docs/positions.md` describes it. For an audience, null stands for what it may not know."""
        journal = self.journal
        state = journal.state if audience is None else views.view(journal, self._seen_by(audience))
        return position_of(journal.setup, state)

    def record(self, audience: Audience | None = None) -> Lines:
        """The saved game as a list of JSON objects, as `docs/record.md` describes it. For an audience, only what it may know so far."""
        return write(self.journal, None if audience is None else views.mask(self._seen_by(audience)))

    def svg(self, audience: Audience | None = None, language: str | None = None) -> Drawing:
        """The table as this audience sees it, as one self-contained SVG; None shows what everybody may see.

        `language` is `fr` or `en`, by default the environment's. Raises `BadOption` for any other.
        """
        if language is not None and language not in catalogue.LANGUAGES:
            said = {"choices": ", ".join(catalogue.LANGUAGES), "value": shown(language)}
            raise BadOption("language", Message("error.why.choice", said))
        from ludotheque.scene import svg  # imported when something is drawn

        return Drawing(
            svg.of_game(
                self.game,
                self._for_all() if audience is None else self.scene(audience),
                views.layout(self.journal),
                views.board_svg(self.journal),
                language or catalogue.environment(),
                self.journal.called,
            )
        )

    def _repr_svg_(self) -> str:
        return str(self.svg())

    def __str__(self) -> str:
        from ludotheque.scene import text

        return text.draw(self._for_all(), views.layout(self.journal), catalogue.environment())

    def _for_all(self) -> Scene:
        """The scene that everybody may see: a spectator's if the game has secrets."""
        return self.scene(() if self.game.secrets else range(self.seats))

    def __repr__(self) -> str:
        whose = "over" if self.is_over else "to act: " + ", ".join(map(str, self.actors))
        return f"<Table of {self.game.name}, {self.seats} seats, {len(self.events)} events, {whose}>"

    def _seen_by(self, audience: Audience) -> Sequence[int]:
        """The seats of an audience, one alone or several; `BadInput` where one is not at the table."""
        seats = [audience] if isinstance(audience, int) else list(audience)
        for seat in seats:
            if not _is_whole(seat) or not 0 <= seat < self.seats:
                said = {"last": self.seats - 1, "seat": shown(seat)}
                raise BadInput("audience", Message("error.why.seats", said))
        return [int(seat) for seat in seats]

    # -- copies -------------------------------------------------------------------------------------------------

    def copy(self, *, history: bool = True) -> Self:
        """An independent table in the same situation: same state, secrets, clock and chance to come.

        It keeps the events unless `history` is False. Without them it begins here, as from a position, and nothing can be taken
        back. `copy.copy`, `copy.deepcopy` and pickling keep everything.
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
        kept: bool = False,
    ) -> Self:
        """A table that begins in this situation, written as `docs/positions.md` describes.

        `seed`, `nonces`, `components` and `chance` are those of `Table`. `kept`: the position stands in a record or a log, so it is read as
        it was when the game began, by whatever version.
        Raises `BadPosition` naming the field that cannot be, and `BadOption`, `BadComponents` or `UnknownGame` as `Table` does.
        """
        setup, state = _placed(position, seed, nonces, components, chance, how="kept" if kept else "new")
        table = object.__new__(cls)
        table._begin(setup, state, chance)
        return table


def situation(position: Mapping[str, Any], components: Mapping[str, Any] | None = None) -> Journal:
    """A position to look at, as a journal in which nothing happened and nothing is drawn.

    Unlike a table's, it may be one as a seat sees it (`table.position({seat})`), in which null stands for what is hidden. So it can be analysed,
    but not played on. Raises what `Table.from_position` raises.
    """
    setup, state = _placed(position, 0, (), components, "auto", how="seen")
    return Journal(setup, state.tobytes())


def _placed(
    position: Mapping[str, Any],
    seed: bytes | int | None,
    nonces: Sequence[bytes],
    components: Mapping[str, Any] | None,
    chance: Chance,
    *,
    how: Literal["new", "seen", "kept"],
) -> tuple[Setup, Any]:
    """The setup and state of a position; `seen`: of one as a seat sees it, `kept`: of one that a journal has kept."""
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
    setup = _setup(
        game, position["seats"], game.recorded_options(options), seed, nonces, components, 0, chance
    )
    state = _fresh(setup)
    rest = {key: value for key, value in position.items() if key not in ("game", "seats", "options")}
    getattr(game.positions, f"read_{how}", game.positions.read)(setup.box[0], state[0], rest)
    # A journal keeps all of it: what is left out might mean something else one day.
    begun = position_of(setup, state) if how == "new" else dict(position)
    return setup.beginning(begun, int(state[0]["first"])), state


def _is_whole(value: object) -> bool:
    """Whether this is a whole number of any type, NumPy's for example; `True` is none."""
    kind = type(value)
    return kind is int or (hasattr(kind, "__index__") and kind.__name__ not in ("bool", "bool_"))


def _whole(value: Any, what: str) -> int:
    """A whole number of any type as Python's own."""
    if not _is_whole(value):
        raise _no_whole_number(what, value)
    return index(value)


def _no_whole_number(what: str, value: object) -> Unreadable:
    why = Message("error.why.whole_number", {"value": shown(value)})
    return Unreadable(message=Message("error.bad_input", {"field": what, "why": why}))


def _out_of_range(what: str, low: int, high: int, value: int) -> Unreadable:
    why = Message("error.why.range", {"low": low, "high": high, "value": value})
    return Unreadable(message=Message("error.bad_input", {"field": what, "why": why}))


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
    mode: Chance,
) -> Setup:
    seats = game.usual_seats if seats is None else seats
    chosen = game.check_options(seats, options or {})
    loaded = components.load(game, data)
    if mode not in CHANCES:
        raise BadOption("chance", unknown_chance(mode))
    if mode == "dice" and game.thrown is None:
        raise BadOption("chance", Message("error.why.no_dice"))
    source = chance.Source(chance.seed_bytes(seed), tuple(nonces))
    if first is not None and not (_is_whole(first) and 0 <= (first := index(first)) < seats):
        limits = {"low": 0, "high": seats - 1, "value": first}
        raise BadOption("first", Message("error.why.range", limits))
    begins = source.uniform(0, seats) if first is None else first
    return Setup(game, seats, chosen, begins, first is None, loaded.array, loaded.digest, loaded.data, source)


def unknown_chance(value: Any) -> Message:
    """That this is no way to tell the results of chance, and which there are."""
    return Message("error.why.choice", {"choices": ", ".join(CHANCES), "value": shown(value)})


def _fresh(setup: Setup) -> Any:
    """A state with seats, first seat and options written in."""
    return setup.game.composed_state(setup.box, setup.seats, setup.options, setup.first)


def _beside(action: Mapping[str, Any], seat: int | None, at_ms: int | None) -> tuple[int | None, int | None]:
    """The seat and the instant that the structure of a timed action says, where nobody else does; `Unreadable` if no numbers."""
    said = {"seat": seat, "at_ms": at_ms}
    for name, given in said.items():
        value = action.get(name)
        if given is None and value is not None:
            if type(value) is not int:
                raise _no_whole_number(name, value)
            if not 0 <= value <= LATEST_MS:
                raise _out_of_range(name, 0, LATEST_MS, value)
            said[name] = value
        elif value is not None and value != given:
            raise Unreadable(f"the action says {name}={value!r}, but {name}={given!r} was passed too")
    return said["seat"], said["at_ms"]


def _unpickled(kind: type[Table], saved: tuple[Any, ...], more: dict[str, Any]) -> Table:
    return kind._with(Journal.loaded(saved), {"_journal": None, **more})
