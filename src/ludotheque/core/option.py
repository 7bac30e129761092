"""Options: what is agreed on before a game begins. A game declares them once, for forms, the command line and records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ludotheque.core.errors import BadOption, shown
from ludotheque.core.message import Message

Value = bool | int | str


MAX_TEXT = 400
"""Characters of the longest text that an option may be."""


@dataclass(frozen=True)
class Part:
    """One of the parts that an option may be put together from, its picture as SVG, and why it cannot be next (None: it can)."""

    name: str
    label: Message
    picture: str = ""
    why: Message | None = None


class Composed(Protocol):
    """How an option is put together from parts of the box; its value is their names, with spaces between. `s` is a state."""

    def write(self, b: Any, s: Any, value: str) -> None:
        """Write a whole value into the state's field; `BadOption` says which part cannot be, and why."""

    def read(self, b: Any, s: Any) -> str:
        """The value that the state holds."""

    def following(self, b: Any, s: Any, value: str) -> Sequence[Part]:
        """Every part that the box has, with why it cannot come after those of `value` (which may be a beginning)."""

    def missing(self, b: Any, s: Any, value: str) -> Message | None:
        """What a beginning still lacks to be whole; None if nothing."""

    def picture(self, b: Any, s: Any, value: str) -> str:
        """What it looks like so far, as SVG."""


@dataclass(frozen=True)
class Option:
    """One choice made before a game begins; it is also the state's field of the same name.

    `choices` for a text (stored in the state as its index), `minimum`/`maximum` for a whole number, neither for yes or no;
    `composed` for what is put together from parts of the box ("" by default: not put together by hand).
    `seats`: the numbers of players for which the option exists (None: all); `when`: another option, declared before, and the
    value of it with which this one exists (None: any); `choice_seats`: the numbers of players for which a choice exists (one
    left out: all). Where the default does not exist, the first choice that does stands for it. `neutral` is the choice that asks
    for nothing, where there is one (of yes or no it is no, of what is put together ""): it may be given even where the option
    does not exist. `interface` says that it changes what is seen or clicked, and no rule. Labels are the messages `<game>.option.<name>`, `<game>.option.<name>.hint` and `<game>.option.<name>.<choice>`.
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

    def __post_init__(self) -> None:
        if self.composed is not None:
            object.__setattr__(self, "neutral", "")
        elif self.choices is None and isinstance(self.default, bool):
            object.__setattr__(self, "neutral", False)

    def asks_nothing(self, value: Any) -> bool:
        """Whether the value is the neutral one."""
        return self.neutral is not None and type(value) is type(self.neutral) and value == self.neutral

    def exists(self, seats: int, chosen: Mapping[str, Value]) -> bool:
        """Whether so many players have the option, given the values of the options declared before it."""
        if self.when is not None and chosen.get(self.when[0]) != self.when[1]:
            return False
        return self.seats is None or seats in self.seats

    def choices_for(self, seats: int) -> tuple[str, ...]:
        """The choices that so many players have; none where the option is no choice of words."""
        return tuple(
            choice for choice in self.choices or () if seats in self.choice_seats.get(choice, (seats,))
        )

    def default_for(self, seats: int) -> Value:
        """The value that the option has for so many players unless somebody says otherwise."""
        choices = self.choices_for(seats)
        return choices[0] if choices and self.default not in choices else self.default

    def check_for(self, seats: int, chosen: Mapping[str, Value], value: Any) -> Value:
        """The value if so many players, with the options chosen before this one, can have it, else `BadOption`."""
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
        """The value if the option can take it, else `BadOption`."""
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
        """The number that stands for the value in the state (0 for what is put together: `Composed.write` does that)."""
        if self.composed is not None:
            return 0
        return self.choices.index(str(value)) if self.choices is not None else int(value)


def said_players(fitting: Sequence[int], given: Any) -> Message:
    """For whom it is, and how many there are."""
    numbers = ", ".join(map(str, fitting))
    return Message("error.why.players", {"numbers": numbers, "value": shown(given)})


def any_of(numbers: Sequence[int]) -> str:
    """`2, 3 or 4`."""
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
