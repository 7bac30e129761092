"""`Game`: the declared facts of one game and its functions. A game's `__init__.py` builds one, and that registers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Protocol

import numpy as np

from ludotheque.core import defaults, recarrays, verbs
from ludotheque.core.errors import BadOption
from ludotheque.core.message import Message
from ludotheque.core.option import Option, Value, any_of, said_players
from ludotheque.core.racing import Racing

ActionPath = tuple[str, ...]
"""The way an action is carried out where that does not change its result (place ids of a series of hops): for the record."""


@dataclass(frozen=True)
class Reason:
    """Why an action is refused: a message key and the rows of the rulebook that say so."""

    key: str
    rules: tuple[str, ...] = ()


def reasons_of(why: type[IntEnum], **rows: str | Sequence[str]) -> tuple[Reason, ...]:
    """A game's reasons from the enum of their codes: each has its member's name in lower case for a key, and the rows of the
    rulebook that are given for its name. `TypeError` for a name that is no member.

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
    """A game's `actions.py`: an action as structure, integer and text. `b`, `s` are records; the seat is the actor's.

    Every function must accept any action of the game, legal now or not, except where it says so.
    """

    def structure(self, b: Any, s: Any, seat: int, code: int) -> dict[str, Any]:
        """The action as a flat structure in printed terms, such as `{"kind": "race", "kangaroo": 3, "to": "k5", "crossings": 1}`."""

    def code(self, b: Any, s: Any, seat: int, structure: Mapping[str, Any]) -> int:
        """The integer of a structure; `Unreadable` if it names no action."""

    def parts(self, b: Any, s: Any, seat: int, structure: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        """The structures that make up one structure, to be played one after another; empty where it names a single action."""

    def text(self, b: Any, s: Any, seat: int, code: int, path: ActionPath) -> str:
        """The action in notation, with its hops where `path` gives them."""

    def parse(self, b: Any, s: Any, seat: int, text: str) -> tuple[int, ActionPath]:
        """The action a text names among the legal ones; `Unreadable`, `Illegal` or `Ambiguous` otherwise."""

    def path(self, b: Any, s: Any, seat: int, code: int) -> ActionPath:
        """The path that a legal action takes by default; `()` where only one path exists."""

    def check_path(self, b: Any, s: Any, seat: int, code: int, path: ActionPath) -> ActionPath:
        """`path` if it truly carries out this legal action, else `Illegal`."""

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
        """The seat's legal actions as a `scene.model.Choices`; for `CHANCE_SEAT`, in a game of dice, what a die may show."""

    def clicked(self, b: Any, s: Any, seat: int, clicks: Sequence[str]) -> tuple[int, ActionPath]:
        """The action (legal or not) that a sequence of clicked ids means; `Unreadable` if none."""

    def event(self, b: Any, before: Any, after: Any, seat: int, code: int, path: ActionPath) -> Any:
        """The `scene.model.EventView` of an action, from states hidden for its audience; the code may be `HIDDEN`."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """The facts of one game. All dtypes are aligned structured NumPy dtypes; see `verbs` for the functions.

    `rules` are the game's verbs by name (a module's `vars()` will do); those that its facts make needless are left out, see
    `core.defaults`. `secrets` says that `hide` hides something, `timed` that the game has a clock, `max_chance` how many
    results of chance there may be at most (1: there is no chance), `simultaneous` that several seats may be awaited at once.

    `returns` are shares of the win: non-negative and summing to 1 at the end of every game that is not cooperative.
    `thrown(b, s)` says whether the result of chance awaited is one that people may throw themselves and tell: of dice, not of
    cards, which nobody but their owner may see.
    `reveals(b, s_before, code)` says whether an action showed its player something new, and so cannot be taken back freely.
    `cooperative(b, s)` says whether this game is played together: then all seats have the same return, 0 to 1, and rank 1.
    `ranges` gives the least and the greatest value of each field of whole numbers in the state (options, `seats` and
    `first` have theirs already). `conserved(b, s)` gives what no game may change under names of the game's choice: how many
    pieces of a kind there are, wherever they lie.
    `takebacks` is False where nobody at a table takes anything back, not even by consent: what was shouted was shouted.
    `first` is False where nobody has the first turn, so that nobody need ask who begins.
    `max_simulations` bounds what any level's search has for one decision: less for a game whose positions are dear to judge.
    `racing` tells what is raced for in a timed game, see `core.racing`.
    """

    name: str
    package: str
    rules_version: int
    seats: tuple[int, ...]
    minutes: tuple[int, int]
    box: np.dtype[Any]
    state: np.dtype[Any]
    rules: Mapping[str, Callable[..., Any]]
    options: tuple[Option, ...] = ()
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
    thrown: Callable[[Any, Any], bool] | None = None
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    cooperative: Callable[[Any, Any], bool] | None = None
    conserved: Callable[[Any, Any], Mapping[str, int]] | None = None
    racing: Racing | None = None
    takebacks: bool = True
    first: bool = True
    max_simulations: int = 50_000

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
                        f"{self.name}: rename the field {name!r}, as NumPy's records have an attribute of that name"
                    )
        if self.timed and "now_ms" not in (self.state.names or ()):
            raise TypeError(f"{self.name}: the state of a game with a clock needs the field 'now_ms'")
        chosen = defaults.filled(
            self.name, self.rules, secrets=self.secrets, timed=self.timed, max_chance=self.max_chance
        )
        if self.racing is not None and not self.timed:
            raise TypeError(f"{self.name}: races need a clock: set timed=True along with racing=…")
        verbs.bind(self.name, self.package, self.state, chosen)

    @property
    def has_reflexes(self) -> bool:
        """Whether the rules say what a bot does, and in how long, while the clock runs."""
        return "reflex" in self.rules

    def check_options(self, seats: int, given: Mapping[str, Any]) -> dict[str, Value]:
        """Every option's value for this number of players: the given ones checked, the rest by default.

        An option that does not exist for them is left out; it may be given where its value asks for nothing.
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

    def fresh_state(self, seats: int, options: Mapping[str, Value], first: int = 0) -> Any:
        """An array of one state with seats, first player and options written in, before `setup`."""
        state = recarrays.zeros(1, self.state)
        state[self.name.replace("-", "_")] = 1
        state["seats"] = seats
        state["first"] = first
        for option in self.options:
            state[option.name] = option.code(options.get(option.name, option.default))
        return state

    def compose(self, b: Any, s: Any, options: Mapping[str, Value]) -> None:
        """Write the options that are put together from parts of this box into a fresh state; `BadOption` where one cannot be."""
        for option in self.options:
            if option.composed is not None and options.get(option.name):
                option.composed.write(b, s, str(options[option.name]))

    def option_values(self, b: Any, s: Any) -> dict[str, Value]:
        """The options written in a state, those that this number of players has."""
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
