"""`Game`: the declared facts of one game and its functions. A game's `__init__.py` builds one, and that registers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from ludotheque.core import defaults, verbs
from ludotheque.core.errors import BadOption, shown
from ludotheque.core.message import Message

Value = bool | int | str
How = tuple[str, ...]
"""The way an action is carried out where that does not change its result (place ids of a series of hops): for the record."""


@dataclass(frozen=True)
class Option:
    """One choice made before a game begins; it is also the state's field of the same name.

    `choices` for a text (stored in the state as its index), `minimum`/`maximum` for a whole number, neither for yes or no.
    `seats`: the numbers of players for which the option exists (None: all). Labels are the messages
    `<game>.option.<name>`, `<game>.option.<name>.hint` and `<game>.option.<name>.<choice>`.
    """

    name: str
    default: Value
    choices: tuple[str, ...] | None = None
    minimum: int | None = None
    maximum: int | None = None
    seats: tuple[int, ...] | None = None

    def check(self, value: Any) -> Value:
        """The value if the option can take it, else `BadOption`."""
        where = f"options.{self.name}"
        if self.choices is not None:
            if value not in self.choices or not isinstance(value, str):
                choices = ", ".join(self.choices)
                raise BadOption(
                    where,
                    f"must be one of {choices}, not {value!r}",
                    Message("error.why.choice", {"choices": choices, "value": shown(value)}),
                )
        elif isinstance(self.default, bool):
            if not isinstance(value, bool):
                raise BadOption(
                    where,
                    f"must be true or false, not {value!r}",
                    Message("error.why.yes_or_no", {"value": shown(value)}),
                )
        elif isinstance(value, bool) or not isinstance(value, int):
            raise BadOption(
                where,
                f"must be a whole number, not {value!r}",
                Message("error.why.whole_number", {"value": shown(value)}),
            )
        elif (self.minimum is not None and value < self.minimum) or (
            self.maximum is not None and value > self.maximum
        ):
            raise self._out_of_range(where, value)
        return value  # type: ignore[no-any-return]

    def _out_of_range(self, where: str, value: int) -> BadOption:
        low, high = self.minimum, self.maximum
        if high is None:
            said = Message("error.why.least", {"low": low, "value": value})
            return BadOption(where, f"must be at least {low}, not {value}", said)
        if low is None:
            said = Message("error.why.most", {"high": high, "value": value})
            return BadOption(where, f"must be at most {high}, not {value}", said)
        said = Message("error.why.range", {"low": low, "high": high, "value": value})
        return BadOption(where, f"must be from {low} to {high}, not {value}", said)

    def code(self, value: Value) -> int:
        """The number that stands for the value in the state."""
        return self.choices.index(str(value)) if self.choices is not None else int(value)


@dataclass(frozen=True)
class Reason:
    """Why an action is refused: a message key and the rows of the rulebook that say so."""

    key: str
    rules: tuple[str, ...] = ()


class Codec(Protocol):
    """A game's `actions.py`: an action as structure, integer and text. `b`, `s` are records; the seat is the actor's.

    Every function must accept any action of the game, legal now or not, except where it says so.
    """

    def structure(self, b: Any, s: Any, seat: int, code: int) -> dict[str, Any]:
        """The action as a flat structure of printed terms, `{"kind": "race", "kangaroo": 3, "to": "k5", "crossings": 1}`."""

    def code(self, b: Any, s: Any, seat: int, structure: Mapping[str, Any]) -> int:
        """The integer of a structure; `Unreadable` if it names no action."""

    def text(self, b: Any, s: Any, seat: int, code: int, how: How) -> str:
        """The action in notation, with its hops where `how` gives them."""

    def parse(self, b: Any, s: Any, seat: int, text: str) -> tuple[int, How]:
        """The action a text names among the legal ones; `Unreadable`, `Illegal` or `Ambiguous` otherwise."""

    def how(self, b: Any, s: Any, seat: int, code: int) -> How:
        """The way a legal action is carried out unless its player says otherwise; `()` where there is only one."""

    def check_how(self, b: Any, s: Any, seat: int, code: int, how: How) -> How:
        """`how` if it truly carries out this legal action, else `Illegal`."""

    def veil(self, b: Any, s: Any, seat: int, code: int, audience: int) -> int:
        """The action as the audience (bit mask) may know it now: the same code, or `HIDDEN`."""


HIDDEN = -1
"""The code that stands for an action whose content an audience may not know."""


class Positions(Protocol):
    """A game's `position.py`: a situation as JSON, see the game's page in `docs/positions.md`."""

    def write(self, b: Any, s: Any) -> dict[str, Any]:
        """All keys of the position but `game`, `seats` and `options`."""

    def read(self, b: Any, s: Any, position: Mapping[str, Any]) -> None:
        """Fill `s` (seats and options already there) or raise `BadPosition` naming the field."""


class Presenter(Protocol):
    """A game's `scene.py`: what a seat sees and may click. States given here are hidden already for the audience."""

    def layout(self, b: Any, s: Any) -> Any:
        """The `scene.model.Layout` of this box: what never changes during a game."""

    def board(self, b: Any, s: Any) -> str:
        """The board of the layout of the same arguments as SVG, in the layout's units."""

    def scene(self, b: Any, s: Any, audience: int) -> Any:
        """The `scene.model.Scene` for a state already hidden for this audience; the table adds choices and clocks."""

    def choices(self, b: Any, s: Any, seat: int) -> Any:
        """The seat's legal actions as a `scene.model.Choices`."""

    def clicked(self, b: Any, s: Any, seat: int, clicks: Sequence[str]) -> tuple[int, How]:
        """The action (legal or not) that a sequence of clicked ids means; `Unreadable` if none."""

    def event(self, b: Any, before: Any, after: Any, seat: int, code: int, how: How) -> Any:
        """The `scene.model.Happening` of an action, from states hidden for its audience; the code may be `HIDDEN`."""


@dataclass(frozen=True)
class Game:
    """The facts of one game. All dtypes are aligned structured NumPy dtypes; see `verbs` for the functions.

    `rules` are the game's verbs by name (a module's `vars()` will do); those that its facts make needless are left out, see
    `core.defaults`. `secrets` says that `hide` hides something, `timed` that the game has a clock, `max_chance` how many
    results of chance there may be at most (1: there is no chance), `simultaneous` that several seats may be awaited at once.

    `returns` are shares of the win: non-negative and summing to 1 at the end of every game that is not cooperative.
    `reveals(b, s_before, code)` says whether an action showed its player something new, and so cannot be taken back freely.
    `cooperative(b, s)` says whether this game is played together: then all seats have the same return, 0 to 1, and rank 1.
    `ranges` gives the least and the greatest value of each field of whole numbers in the state (options, `seats` and
    `first` have theirs already). `conserved(b, s)` gives what no game may change under names of the game's choice: how many
    pieces of a kind there are, wherever they lie.
    """

    name: str
    package: str
    rules_version: int
    seats: tuple[int, ...]
    minutes: tuple[int, int]
    box: np.dtype[Any]
    state: np.dtype[Any]
    rules: Mapping[str, Callable[..., Any]]
    options: tuple[Option, ...]
    reasons: tuple[Reason, ...]
    terminations: tuple[str, ...]
    max_legal: int
    num_actions: Callable[[Any], int]
    max_actions: int
    components: Callable[[Mapping[str, Any]], Any]
    codec: Codec
    positions: Positions
    presenter: Presenter
    max_chance: int = 1
    simultaneous: bool = False
    timed: bool = False
    secrets: bool = False
    reveals: Callable[[Any, Any, int], bool] | None = None
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    cooperative: Callable[[Any, Any], bool] | None = None
    conserved: Callable[[Any, Any], Mapping[str, int]] | None = None

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    def __post_init__(self) -> None:
        first = self.state.names[0] if self.state.names else None
        if first != self.name.replace("-", "_"):
            raise TypeError(
                f"{self.name}: the first field of the state must be {self.name!r} (dtypes must differ)"
            )
        for needed in ("seats", "first", *(option.name for option in self.options)):
            if needed not in (self.state.names or ()):
                raise TypeError(f"{self.name}: the state lacks the field {needed!r}")
        for dtype in (self.box, self.state):
            for name in dtype.names or ():
                if hasattr(np.record, name):
                    raise TypeError(
                        f"{self.name}: a field cannot be named {name!r}, NumPy's records have that attribute"
                    )
        chosen = defaults.filled(
            self.name, self.rules, secrets=self.secrets, timed=self.timed, max_chance=self.max_chance
        )
        verbs.bind(self.name, self.package, self.state, chosen)

    def check_options(self, seats: int, given: Mapping[str, Any]) -> dict[str, Value]:
        """Every option's value for this number of players: the given ones checked, the rest by default."""
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.seats:
            raise BadOption(
                "seats",
                f"{self.name} is for {_any_of(self.seats)} players, not {seats!r}",
                _said_players(self.seats, seats),
            )
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise BadOption(
                    f"options.{name}",
                    f"{self.name} has no such option; it has {', '.join(known)}",
                    Message("error.why.unknown_option", {"known": ", ".join(known)}),
                )
            fitting = known[name].seats
            if fitting is not None and seats not in fitting:
                raise BadOption(
                    f"options.{name}",
                    f"only for {_any_of(fitting)} players, not {seats}",
                    _said_players(fitting, seats),
                )
        return {
            name: option.check(given.get(name, option.default))
            for name, option in known.items()
            if option.seats is None or seats in option.seats
        }

    def fresh_state(self, seats: int, options: Mapping[str, Value], first: int = 0) -> Any:
        """An array of one state with seats, first player and options written in, before `setup`."""
        state = np.zeros(1, self.state).view(np.recarray)
        state[self.name.replace("-", "_")] = 1
        state["seats"] = seats
        state["first"] = first
        for option in self.options:
            state[option.name] = option.code(options.get(option.name, option.default))
        return state

    def option_values(self, s: Any) -> dict[str, Value]:
        """The options written in a state, those that this number of players has."""
        values: dict[str, Value] = {}
        for option in self.options:
            if option.seats is not None and int(s["seats"]) not in option.seats:
                continue
            code = int(s[option.name])
            if option.choices is not None:
                values[option.name] = option.choices[code]
            else:
                values[option.name] = bool(code) if isinstance(option.default, bool) else code
        return values


def _said_players(fitting: Sequence[int], given: Any) -> Message:
    numbers = ", ".join(map(str, fitting))
    return Message("error.why.players", {"numbers": numbers, "value": shown(given)})


def _any_of(numbers: Sequence[int]) -> str:
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


__all__ = ["HIDDEN", "Codec", "Game", "How", "Message", "Option", "Positions", "Presenter", "Reason", "Value"]
