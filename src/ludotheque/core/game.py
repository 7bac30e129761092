"""`Game`: the description of a game, and the interfaces of the objects that it needs.

A game's `__init__.py` builds one `Game`. Building it registers the game's verbs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Protocol

from ludotheque.core import defaults, fields, memory, packaged, verbs
from ludotheque.core.errors import BadOption, BadPosition, Illegal
from ludotheque.core.message import Message
from ludotheque.core.observation import Observation
from ludotheque.core.option import Option, Value, any_of, said_players
from ludotheque.core.racing import Racing
from ludotheque.core.things import Things
from ludotheque.core.weights import Weight

ActionPath = tuple[str, ...]
"""The ids of the places that a move passes through, such as the cells of a chain of hops. Kept for the record: the result is the same."""


@dataclass(frozen=True)
class Reason:
    """Why an action is refused.

    Attributes:
        key: the reason's name; its message is `<game>.reason.<key>`.
        rules: the ids of the rulebook rows that say so.
    """

    key: str
    rules: tuple[str, ...] = ()

    def refusal(self, game: str, what: str, args: Mapping[str, Any] | None = None) -> Illegal:
        """The error for an action of a game, `what` as it was asked for, with the numbers that the message names."""
        return Illegal(message=Message(f"{game}.reason.{self.key}", args or {}), rules=self.rules, what=what)


def reasons_of(why: type[IntEnum], **rows: str | Sequence[str]) -> tuple[Reason, ...]:
    """Make a game's reasons from the enum of their codes.

    Args:
        why: the enum. Its codes must be 0, 1, 2 and so on; 0 stands for "legal".
        rows: for a member's name, the rulebook row or rows behind that reason.

    Returns:
        A `Reason` for each member, in order. Its key is the member's name in lower case.

    Raises:
        TypeError: a name is not a member, or the codes have gaps.

    >>> Why = IntEnum("Why", ["LEGAL", "TOO_MANY"], start=0)
    >>> reasons_of(Why, TOO_MANY="PEB-03")
    (Reason(key='legal', rules=()), Reason(key='too_many', rules=('PEB-03',)))
    """
    for name in rows:
        if name not in why.__members__:
            raise TypeError(f"{name} is not a reason; the reasons are {', '.join(why.__members__)}")
    if [member.value for member in why] != list(range(len(why))):
        raise TypeError(f"the codes of {why.__name__} must be 0, 1, 2 and so on")
    given = {name: (row,) if isinstance(row, str) else tuple(row) for name, row in rows.items()}
    return tuple(Reason(member.name.lower(), given.get(member.name, ())) for member in why)


class Codec(Protocol):
    """Translates a game's actions between integers, structures and notation; a game's `actions.py`.

    In every method `b` is the box and `s` the state, each one record, and `seat` is the seat that acts. Unless a method says
    otherwise, it accepts every action of the game, legal now or not.
    """

    def structure(self, b: Any, s: Any, seat: int, code: int) -> dict[str, Any]:
        """The action as a flat JSON object in the words of the box: `{"kind": "race", "kangaroo": 3, "to": "k5", "crossings": 1}`."""

    def code(self, b: Any, s: Any, seat: int, structure: Mapping[str, Any]) -> int:
        """The integer for a structure. Raises `Unreadable` if the structure names no action."""

    def parts(self, b: Any, s: Any, seat: int, structure: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        """Split a structure that names several actions into one structure each, in playing order; empty if it names a single action."""

    def text(self, b: Any, s: Any, seat: int, code: int, path: ActionPath) -> str:
        """The action in notation, with the hops if `path` gives them."""

    def parse(self, b: Any, s: Any, seat: int, text: str) -> tuple[int, ActionPath]:
        """Find the legal action that a text names, and its path. Raises `Unreadable`, `Illegal` or `Ambiguous`."""

    def path(self, b: Any, s: Any, seat: int, code: int) -> ActionPath:
        """The path that a legal action takes by default; `()` if there is only one."""

    def check_path(self, b: Any, s: Any, seat: int, code: int, path: ActionPath) -> ActionPath:
        """Check that `path` carries out this legal action, and return it. Raises `Illegal` if it does not."""

    def veil(self, b: Any, s: Any, seat: int, code: int, audience: int) -> int:
        """The code that an audience (bit mask of seats) may know for this action: the code itself or another one, or `HIDDEN`."""


HIDDEN = -1
"""The code that stands for an action whose content the audience may not know."""


class Positions(Protocol):
    """Reads and writes situations as JSON; a game's `position.py`. `docs/positions.md` describes the format of each game.

    In a game with secrets, `write` gives null for what is hidden. With `read_seen(b, s, position)`, which fills `s` with such a view as `hide`
    leaves it, positions can be analysed as a seat sees them. A game that has become stricter, or reads a key that is left out in another way, has
    `read_kept(b, s, position)` for records and logs, which goes on as before.
    """

    def write(self, b: Any, s: Any) -> dict[str, Any]:
        """The position without the keys `game`, `seats` and `options`."""

    def read(self, b: Any, s: Any, position: Mapping[str, Any]) -> None:
        """Fill `s` from a position; seats and options are already in it. Raises `BadPosition` with the field that is wrong."""


@dataclass(frozen=True)
class Advised:
    """What a player is advised to do.

    Attributes:
        action: a legal action of the seat.
        why: the reason for it; None where nothing is said of it.
    """

    action: int
    why: Message | None = None


class Presenter(Protocol):
    """Turns states into scenes; a game's `scene.py`. The states passed in already hide what the audience may not know.

    A presenter may also have `turn(b, s) -> int`: the number of the turn being played, from 1, or 0 before the first. Without it a turn
    lasts as long as the same seat acts (in a game for one, one action), see `table.turns`.

    In a game of speed it may have `advice(b, s, seat) -> Advised | None`: what a seat may sensibly do now; None while there is nothing
    to do. In all other games a bot is asked.

    It may have `merit(b, s, seat, action) -> Message | None`: what speaks for a legal action, in one sentence, from the seat's view alone;
    None where nothing short does. Bots' advice, replays and positions of the day show it.

    It may have `is_feint(action) -> bool`: whether an action only fools others, so that its seat still has the same decision. It is never the
    answer to a position of the day.

    With secrets it may have `TELLS_ALIKE = True`: an action that is hidden from nobody looks the same to all audiences. Then it is described
    once, from what all know, and not for each audience.
    """

    def layout(self, b: Any, s: Any) -> Any:
        """The board's size and places, as a `scene.model.Layout`. It must not change during a game."""

    def board(self, b: Any, s: Any) -> str:
        """The board as SVG, in the units of the layout."""

    def scene(self, b: Any, s: Any, audience: int) -> Any:
        """The `scene.model.Scene` for an audience (bit mask of seats). The table adds choices and clocks."""

    def choices(self, b: Any, s: Any, seat: int) -> Any:
        """The seat's legal actions as a `scene.model.Choices`. For `CHANCE_SEAT`, in a game with dice: the results that people may enter."""

    def clicked(self, b: Any, s: Any, seat: int, clicks: Sequence[str]) -> tuple[int, ActionPath]:
        """The action, legal or not, for a sequence of clicked ids, and its path. Raises `Unreadable` if there is none."""

    def event(self, b: Any, before: Any, after: Any, seat: int, code: int, path: ActionPath) -> Any:
        """What an action looked like, as a `scene.model.EventView`. Both states are hidden for the audience, and the code may be `HIDDEN`."""


LEFT_OUT: Any = None
"""In a declaration: what is left out, and has a default that depends on the rest."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """Everything the library knows about a game: its facts, its rules, and the objects that show it.

    Optional fields have defaults; a game without chance, secrets or a clock leaves out the ones about them. A game of one file says in its
    declaration what others have in files of their package: `words`, `rows`, and numbers of the box (`core.fields.FieldComponents`).

    Attributes:
        name: the name in the command line and in records, such as `"billabong"`.
        package: the Python package of the game.
        rules_version: the version of the rules; a record can only be replayed with the version it was played with. 1 if left out.
        seats: the numbers of players that can play.
        minutes: how long a game takes, shortest and longest.
        box: the `core.memory.Struct` of the components, or an aligned structured dtype of NumPy's. Left out, it is that of `components`.
        state: that of the state. Its first field bears the game's name; `seats`, `first` and every
            option are fields too, and `now_ms` in a game with a clock.
        rules: the verbs by name, see `core.verbs`; `verbs.defined_in` collects them. `core.defaults` lists the verbs that may be left out.
            Left out, they are those that the module `package` has defined so far.
        options: what players agree on before a game.
        reasons: why an action may be refused, by the code that `why_not` returns. Number 0 stands for "legal".
        figures: `figures(b, s, seat, action, reason)` gives what fills the holes of a reason's words, such as how far a piece goes and
            how far it would have to go; `{}` for a reason without holes. None if no reason has any.
        terminations: how a game may end, by the number that `ending` returns. Number 0 stands for "not over".
        max_legal: the largest number of legal actions that a seat can have at once.
        num_actions: called with a box, returns the number of actions; they are numbered from 0. Left out, `codec.count` is called.
        max_actions: the largest number of actions that a game can take, chance not counted.
        components: called with the content of a component file, returns the box, one record. Raises `BadComponents`. Left out, the box is empty.
        lacking: `lacking(b, seats)` says what a box lacks for so many players, None if nothing. None if every box is enough for all.
        codec: translates actions, see `Codec`.
        positions: reads and writes positions, see `Positions`. Left out, they are the fields of `ranges`, see `core.fields.FieldPositions`.
        presenter: makes scenes, see `Presenter`.
        max_chance: the largest number of results that a draw can have; 1 if the game has no chance.
        simultaneous: whether several seats may have to act at once.
        timed: whether the game has a clock, in milliseconds.
        secrets: whether `hide` hides anything.
        reveals: `reveals(b, s_before, code)` says whether an action showed its player something new, so that it cannot be taken back freely.
        thrown: `thrown(b, s)` says whether people may roll the result of chance that is due and enter it. True for dice, not for cards,
            which only their owner may see.
        ranges: the least and greatest value of each whole-number field of the state. Options, `seats` and `first` need none.
        cooperative: `cooperative(b, s)` says whether all seats win or lose together. Then all have the same return, from 0 to 1, and rank 1.
            Otherwise returns are shares of the win: none is negative, and at the end they add up to 1.
        conserved: `conserved(b, s)` counts what no action may create or destroy, such as the pieces of each kind, under names that the game chooses.
        racing: what players race for in a timed game, see `core.racing`.
        takebacks: False if actions can never be taken back, not even by consent.
        first: False if no seat goes first, so that nobody has to choose one.
        observation: called with a box and a fresh state, describes what the verb `observe` writes. None if the game has no such verb.
        simulations: the simulations for one decision, for the levels of bots that differ from the usual (`bots.SIMULATIONS`).
        weights: the numbers that `judge` reads from the field `weights` of the box, in this order, see `core.weights`.
        things: what a game may turn on, see `core.things`. None counts the kinds of its actions.
        words: the game's words in one language, by their keys without the game's name: a text, or one for one and one for several. A language
            of which the package has a catalogue (`i18n/fr.po`) takes its own.
        rows: the rulebook, if the package has no `rulebook.toml`: a sentence for each row, by the row's id.
        points: `points(b, s)` gives each seat's points at the end, for lists of finished games; `()` where they decide nothing between seats. None if
            the game counts none.
        sides: `sides(seats, options)` gives the number of each seat's side, where partners win or lose together. None if each plays for itself.
    """

    name: str
    package: str
    rules_version: int = 1
    seats: tuple[int, ...]
    minutes: tuple[int, int]
    box: Any = LEFT_OUT
    state: Any
    rules: Mapping[str, Callable[..., Any]] = LEFT_OUT
    options: tuple[Option, ...] = ()
    reasons: tuple[Reason, ...]
    figures: Callable[[Any, Any, int, int, int], Mapping[str, Any]] | None = None
    terminations: tuple[str, ...]
    max_legal: int
    num_actions: Callable[[Any], int] = LEFT_OUT
    max_actions: int
    components: Callable[[Mapping[str, Any]], Any] = LEFT_OUT
    lacking: Callable[[Any, int], Message | None] | None = None
    codec: Codec
    positions: Positions = LEFT_OUT
    presenter: Presenter
    max_chance: int = 1
    simultaneous: bool = False
    timed: bool = False
    secrets: bool = False
    reveals: Callable[[Any, Any, int], bool] | None = None
    thrown: Callable[[Any, Any], bool] | None = None
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    cooperative: Callable[[Any, Any], bool] | None = None
    conserved: Callable[[Any, Any], Mapping[str, int]] | None = None
    racing: Racing | None = None
    takebacks: bool = True
    first: bool = True
    observation: Callable[[Any, Any], Observation] | None = None
    simulations: Mapping[str, int] = field(default_factory=dict)
    weights: tuple[Weight, ...] = ()
    things: Things | None = None
    words: Mapping[str, str | list[str]] = field(default_factory=dict)
    rows: Mapping[str, str] = field(default_factory=dict)
    points: Callable[[Any, Any], Sequence[int]] | None = None
    sides: Callable[[int, Mapping[str, Value]], Sequence[int]] | None = None

    @property
    def usual_seats(self) -> int:
        """The number of players where none is named: the fewest, but two where a game for one can be played by more."""
        return next((number for number in self.seats if number > 1), self.seats[0])

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Copies and pickles of an installed game are the game itself."""
        from ludotheque.core import registry  # it imports this module

        if registry.is_known(self):
            return registry.get, (self.name,)
        return super().__reduce__()

    def __post_init__(self) -> None:
        for name, usual in self._usual():
            if getattr(self, name) is LEFT_OUT:
                object.__setattr__(self, name, usual())
        first = self.state.names[0] if self.state.names else None
        if first != self.name.replace("-", "_"):
            raise TypeError(
                f"{self.name}: the first field of the state must be {self.name!r} (dtypes must differ)"
            )
        for needed in ("seats", "first", *(option.name for option in self.options)):
            if needed not in (self.state.names or ()):
                raise TypeError(f"{self.name}: the state lacks the field {needed!r}")
        for kind in (self.box, self.state):
            if not isinstance(kind, memory.Struct):
                from ludotheque.core import recarrays

                recarrays.check_names(self.name, kind)
        if self.timed and "now_ms" not in (self.state.names or ()):
            raise TypeError(f"{self.name}: the state of a game with a clock needs the field 'now_ms'")
        if self.weights and self._room_for_weights() != ("float64", (len(self.weights),)):
            raise TypeError(
                f"{self.name}: {len(self.weights)} weights need a field 'weights' of the box with as many float64"
            )
        chosen = defaults.filled(
            self.name, self.rules, secrets=self.secrets, timed=self.timed, max_chance=self.max_chance
        )
        if (self.observation is None) != ("observe" not in self.rules):
            raise TypeError(
                f"{self.name}: the verb observe and the description observation=… need each other"
            )
        if self.racing is not None and not self.timed:
            raise TypeError(f"{self.name}: races need a clock: set timed=True along with racing=…")
        for wrong in self._unsaid():
            raise TypeError(f"{self.name}: {wrong}")
        verbs.bind(self.name, self.package, self.state, chosen)

    def _unsaid(self) -> Iterator[str]:
        """What is wrong with the words and the rows of the declaration."""
        for key, text in self.words.items():
            forms = text if isinstance(text, list) else [text, text]
            if len(forms) != 2 or not all(isinstance(form, str) for form in forms):
                yield f"words: {key!r} must be a text, or a list of two texts: for one, and for several"
        if not self.rows and packaged.is_one_file(self.package):
            yield "a game of one file says its rules in rows=…: a sentence for each row, by its id, such as 'ABC-01'"
        for reason in self.reasons if self.rows else ():
            for row in reason.rules:
                if row not in self.rows:
                    yield f"the reason {reason.key!r} names the row {row}, which rows=… lacks; it has {', '.join(self.rows)}"

    def _usual(self) -> Iterator[tuple[str, Callable[[], Any]]]:
        """What a declaration may leave out, and what it is then."""
        yield "components", fields.FieldComponents
        yield "box", self._usual_box
        yield "rules", self._usual_rules
        yield "num_actions", self._usual_count
        yield "positions", self._usual_positions

    def _usual_box(self) -> Any:
        if not isinstance(self.components, fields.FieldComponents):
            raise TypeError(
                f"{self.name}: declare the box=… that components=… returns, or make components with FieldComponents"
            )
        return self.components.struct

    def _usual_rules(self) -> Mapping[str, Callable[..., Any]]:
        module = sys.modules.get(self.package)
        if module is None:
            raise TypeError(
                f"{self.name}: there is no module {self.package!r} to take the rules from: package=… names the module with this declaration"
            )
        return verbs.defined_in(module)

    def _usual_count(self) -> Any:
        count = getattr(self.codec, "count", None)
        if count is None:
            raise TypeError(f"{self.name}: declare num_actions=…, as the codec has no method count")
        return count

    def _usual_positions(self) -> Positions:
        known = {
            self.state.names[0],
            "seats",
            "first",
            *self.ranges,
            *(option.name for option in self.options),
        }
        lost = [name for name in self.state.names if name not in known]
        if lost:
            raise TypeError(
                f"{self.name}: ranges=… lacks the field(s) {', '.join(lost)} of the state: positions are written and read by it"
            )
        return fields.FieldPositions(self.ranges, check=self._check_position)

    def _check_position(self, b: Any, s: Any) -> None:
        """Raise `BadPosition` if something was made or lost, or a seat is to act that is not at the table."""
        seats = int(s["seats"])
        if self.conserved is not None:
            fresh = self.fresh_state(seats, self.option_values(b, s), int(s["first"]))[0]
            verbs.setup(b, fresh)
            found = self.conserved(b, s)
            for what, wanted in self.conserved(b, fresh).items():
                if found[what] != wanted:
                    said = {"what": what, "wanted": wanted, "value": found[what]}
                    raise BadPosition("", Message("error.position.conserved", said))
        acting = int(verbs.actors(b, s))
        if (acting & ~verbs.CHANCE) >> seats:
            raise BadPosition("", Message("error.position.actors", {"last": seats - 1}))

    def _room_for_weights(self) -> tuple[str, tuple[int, ...]] | None:
        """The kind and shape of the box's field for the weights; None if it has none."""
        if "weights" not in (self.box.names or ()):
            return None
        if isinstance(self.box, memory.Struct):
            return self.box.fields["weights"][:2]
        here = self.box["weights"]
        return here.base.name, here.shape

    def refusal(self, b: Any, s: Any, seat: int, action: int, reason: int) -> Message:
        """The words for a reason, with the numbers that they name here."""
        args = self.figures(b, s, seat, action, reason) if self.figures is not None else {}
        return Message(f"{self.name}.reason.{self.reasons[reason].key}", dict(args))

    @property
    def has_reflexes(self) -> bool:
        """Whether the game has the verb `reflex`: what a bot does next while the clock runs, and when."""
        return "reflex" in self.rules

    def check_options(self, seats: int, given: Mapping[str, Any]) -> dict[str, Value]:
        """Check options for a number of players, and fill in defaults.

        Args:
            seats: the number of players.
            given: option names and values. An option that does not exist for this number of players may still be given its neutral
                value, see `Option.neutral`.

        Returns:
            A value for each option that exists for this number of players.

        Raises:
            BadOption: the number of players, a name or a value is not allowed.
        """
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.seats:
            raise BadOption(
                "seats",
                f"{self.name} is for {any_of(self.seats)} players, not {seats!r}",
                said_players(self.seats, seats),
            )
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise BadOption(
                    f"options.{name}",
                    f"{self.name} has no such option; its options are {', '.join(known)}",
                    Message("error.why.unknown_option", {"known": ", ".join(known)}),
                )
        values: dict[str, Value] = {}
        for option in self.options:
            exists = option.exists(seats, values)
            if option.name in given and (exists or not option.asks_nothing(given[option.name])):
                values[option.name] = option.check_for(seats, values, given[option.name])
            elif exists:
                values[option.name] = option.default_for(seats)
        return values

    def seats_with(self, b: Any) -> tuple[int, ...]:
        """The numbers of players that this box is enough for."""
        return tuple(seats for seats in self.seats if self.lacking is None or self.lacking(b, seats) is None)

    def recorded_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a log, a record or a position. An option added since it was written has the value `Option.older`."""
        older = {option.name: option.older for option in self.options if option.older is not None}
        return older | dict(given)

    def said_options(self, options: Mapping[str, Value]) -> dict[str, Value]:
        """What a record or a position says of these options: all but those that go without saying, see `recorded_options`."""
        older = {option.name: option.older for option in self.options if option.older is not None}
        return {name: value for name, value in options.items() if name not in older or value != older[name]}

    def fresh_state(self, seats: int, options: Mapping[str, Value], first: int = 0) -> Any:
        """A state, one record, with seats, first seat and options filled in. The verb `setup` has not run yet."""
        state = memory.zeros(1, self.state)
        state[self.name.replace("-", "_")] = 1
        state["seats"] = seats
        state["first"] = first
        for option in self.options:
            state[option.name] = option.code(options.get(option.name, option.default))
        return state

    def composed_state(self, boxes: Any, seats: int, options: Mapping[str, Value], first: int = 0) -> Any:
        """A fresh state in which the options that are composed of parts of this box are written, too. `boxes` has shape (1,)."""
        state = self.fresh_state(seats, options, first)
        self.compose(boxes[0], state[0], options)
        return state

    def compose(self, b: Any, s: Any, options: Mapping[str, Value]) -> None:
        """Write the options that are composed of parts of this box into a fresh state.

        Raises:
            BadOption: a composition is impossible, or the box is not enough for so many players.
        """
        lacks = self.lacking(b, int(s["seats"])) if self.lacking is not None else None
        if lacks is not None:
            raise BadOption("seats", lacks, place=Message("ui.seats"))
        for option in self.options:
            if option.composed is not None and options.get(option.name):
                option.composed.write(b, s, str(options[option.name]))

    def option_values(self, b: Any, s: Any) -> dict[str, Value]:
        """Read the options back from a state: those that exist for its number of players."""
        values: dict[str, Value] = {}
        for option in self.options:
            if not option.exists(int(s["seats"]), values):
                continue
            if option.composed is not None:
                values[option.name] = option.composed.read(b, s)
                continue
            code = int(s[option.name])
            if option.choices is not None:
                values[option.name] = option.choices[code]
            else:
                values[option.name] = bool(code) if isinstance(option.default, bool) else code
        return values


__all__ = [
    "HIDDEN",
    "ActionPath",
    "Codec",
    "Game",
    "Message",
    "Option",
    "Positions",
    "Presenter",
    "Reason",
    "Value",
]
