"""`Option`: what players agree on before a game begins. Forms, the command line and records all read the same declaration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from ludotheque.core.errors import BadOption, shown
from ludotheque.core.message import Message

Value = bool | int | str


MAX_TEXT = 400
"""The longest text that an option may hold, in characters."""


@dataclass(frozen=True)
class Part:
    """A part that an option may be composed of.

    Attributes:
        name: the part's name in the option's value.
        label: what players read.
        picture: what it looks like, as SVG.
        why: why it cannot come next; None if it can.
    """

    name: str
    label: Message
    picture: str = ""
    why: Message | None = None


class Composed(Protocol):
    """How an option is composed of parts of the box. Its value is the names of the parts, separated by spaces. `s` is a state."""

    def write(self, b: Any, s: Any, value: str) -> None:
        """Write a complete value into the state. Raises `BadOption` with the part that is wrong, and why."""

    def read(self, b: Any, s: Any) -> str:
        """The value that the state holds."""

    def following(self, b: Any, s: Any, value: str) -> Sequence[Part]:
        """Every part of the box, each with the reason why it cannot follow `value`, if it cannot. `value` may be incomplete."""

    def missing(self, b: Any, s: Any, value: str) -> Message | None:
        """What `value` still needs to be complete; None if it is."""

    def picture(self, b: Any, s: Any, value: str) -> str:
        """What `value` looks like so far, as SVG."""


@dataclass(frozen=True)
class Option:
    """A choice that players make before a game begins. The state has a field of the same name.

    With `choices` the value is one of these texts. With `composed` it is composed of parts of the box. Otherwise it is true or false if the
    default is, and else a whole number. Labels are the messages `<game>.option.<name>`, `<game>.option.<name>.hint` and
    `<game>.option.<name>.<choice>`.

    Attributes:
        name: the option's name, in files and in the state.
        default: its value unless players choose another. Where the default does not exist, the first choice that does replaces it.
        choices: the texts to choose from. The state holds the index.
        minimum: the least whole number; None for no limit.
        maximum: the greatest whole number; None for no limit.
        seats: the numbers of players for which the option exists; None for all.
        when: an option declared before this one, and the value that it must have for this option to exist; None if there is no condition.
        choice_seats: for a choice, the numbers of players for which it exists. A choice that is not listed exists for all.
        composed: how the value is composed of parts of the box. The value `""` means that it is not composed by hand.
        neutral: the value that changes nothing. It may be given even where the option does not exist. It is set automatically to False
            for true-or-false options, and to `""` for composed ones.
        interface: whether the option changes only what players see or click, and no rule.
        usual: for a number of players, the value that a new table is offered with. The default is offered for all others. A file or a
            program that says nothing always means the default.
        rated: what the option means for ratings. `apart`: each of its values is another contest, with ratings of its own. `off`: with another
            value than the default, a game counts for no rating. Otherwise it changes nothing.
        older: for an option that was added later, its value where a log, a record or a position does not name it; None for the default.
    """

    name: str
    default: Value
    choices: tuple[str, ...] | None = None
    minimum: int | None = None
    maximum: int | None = None
    seats: tuple[int, ...] | None = None
    when: tuple[str, Value] | None = None
    choice_seats: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    composed: Composed | None = None
    neutral: Value | None = None
    interface: bool = False
    usual: Mapping[int, Value] = field(default_factory=dict)
    rated: Literal["", "apart", "off"] = ""
    older: Value | None = None

    def __post_init__(self) -> None:
        for seats, value in self.usual.items():
            self.check_for(seats, {} if self.when is None else dict([self.when]), value)
        if self.composed is not None:
            object.__setattr__(self, "neutral", "")
        elif self.choices is None and isinstance(self.default, bool):
            object.__setattr__(self, "neutral", False)

    def asks_nothing(self, value: Any) -> bool:
        """Whether this is the neutral value."""
        return self.neutral is not None and type(value) is type(self.neutral) and value == self.neutral

    def exists(self, seats: int, chosen: Mapping[str, Value]) -> bool:
        """Whether the option exists for this number of players, given the values of the options declared before it."""
        if self.when is not None and chosen.get(self.when[0]) != self.when[1]:
            return False
        return self.seats is None or seats in self.seats

    def choices_for(self, seats: int) -> tuple[str, ...]:
        """The choices for this number of players; empty if the option is not a choice between texts."""
        return tuple(
            choice for choice in self.choices or () if seats in self.choice_seats.get(choice, (seats,))
        )

    def default_for(self, seats: int) -> Value:
        """The default for this number of players."""
        choices = self.choices_for(seats)
        return choices[0] if choices and self.default not in choices else self.default

    def check_for(self, seats: int, chosen: Mapping[str, Value], value: Any) -> Value:
        """Return the value if it is allowed for this number of players and the options chosen before it. Raises `BadOption` otherwise."""
        where = f"options.{self.name}"
        if self.seats is not None and seats not in self.seats:
            raise BadOption(
                where,
                f"this option is for {any_of(self.seats)} players, not {seats}",
                said_players(self.seats, seats),
            )
        if self.when is not None and not self.exists(seats, chosen):
            name, needed = self.when
            raise BadOption(
                where,
                f"this option exists only when {name} is {needed}, not {chosen.get(name)}",
                Message("error.why.option_when", {"option": name, "value": shown(needed)}),
            )
        checked: Value = self.check(value)
        if self.choices is not None and checked not in self.choices_for(seats):
            fitting = self.choice_seats[str(checked)]
            raise BadOption(
                where,
                f"{checked} is for {any_of(fitting)} players, not {seats}",
                said_players(fitting, seats),
            )
        return checked

    def check(self, value: Any) -> Value:
        """Return the value if the option allows it for any number of players. Raises `BadOption` otherwise."""
        where = f"options.{self.name}"
        if self.composed is not None:
            return self._text(where, value)
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
        return value  # type: ignore[no-any-return]  # checked to be one just above

    def _text(self, where: str, value: Any) -> str:
        if not isinstance(value, str) or len(value) > MAX_TEXT:
            why = f"must be a text of at most {MAX_TEXT} characters, not {shown(value)}"
            raise BadOption(where, why, Message("error.why.text", {"most": MAX_TEXT, "value": shown(value)}))
        return " ".join(value.split())

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
        """The number that the state holds for this value; 0 for a composed option, which `Composed.write` writes."""
        if self.composed is not None:
            return 0
        return self.choices.index(str(value)) if self.choices is not None else int(value)


def said_players(fitting: Sequence[int], given: Any) -> Message:
    """The message for a wrong number of players: which numbers are allowed, and which one was given."""
    numbers = ", ".join(map(str, fitting))
    return Message("error.why.players", {"numbers": numbers, "value": shown(given)})


def any_of(numbers: Sequence[int]) -> str:
    """`2, 3 or 4`."""
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
