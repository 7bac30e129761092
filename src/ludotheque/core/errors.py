"""Everything that can be refused, each kind of refusal with its own name.

Every error says in English what was wrong, where, and what to do; where a person at a table may meet it, it also carries
a `Message` that is said in that person's language.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core.message import Message


class LudothequeError(ValueError):
    """The common parent. `message` is what to say to a person, in any language, where there is one."""

    def __init__(self, text: str, message: Message | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.message = message


class UnknownGame(LudothequeError):
    """No game of that name is installed."""


class Unreadable(LudothequeError):
    """A text, a number or a structure that names no action at all."""


class Illegal(LudothequeError):
    """A readable action that the rules refuse now; `rules` are the rulebook rows that say so."""

    def __init__(self, text: str, message: Message | None = None, rules: Sequence[str] = ()) -> None:
        super().__init__(text, message)
        self.rules = tuple(rules)


class Ambiguous(LudothequeError):
    """A text that names several legal actions; `candidates` are their full texts."""

    def __init__(self, text: str, candidates: Sequence[str], message: Message | None = None) -> None:
        super().__init__(text, message)
        self.candidates = tuple(candidates)


class BadInput(LudothequeError):
    """A file or a value that cannot be used; `field` is where, for example `board.width` or `kangaroos[3].cell`."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(
            f"{field}: {why}" if field else why,
            Message("error.bad_input", {"field": field, "why": why}),
        )
        self.field = field
        self.why = why


class BadComponents(BadInput):
    """A component file that cannot be played with."""


class BadPosition(BadInput):
    """A position that cannot occur, or that is written wrongly."""


class BadOption(BadInput):
    """An option that the game does not have, or a value that it cannot take."""


class BadRecord(BadInput):
    """A saved game that cannot be replayed by the rules installed here."""
