"""Everything that can be refused, each kind of refusal with its own name.

Every error says in English what was wrong, where, and what to do; where a person at a table may meet it, it also carries
a `Message` that is said in that person's language.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ludotheque.core.message import Message


class LudothequeError(ValueError):
    """The common parent. `message` is what to say to a person, in any language, where there is one.

    `text` is English; as a `str` an error is a sentence in the environment's language, English where none is said.
    """

    def __init__(self, text: str = "", message: Message | None = None) -> None:
        super().__init__(text)
        self._text = text
        self.message = message

    @property
    def text(self) -> str:
        """What was wrong, where, and what to do, in English."""
        return self._text or self._said("en")

    def _said(self, language: str) -> str:
        from ludotheque.core import catalogue  # and its words, once something is said

        return catalogue.say(self.message, language) if self.message else self._text

    def said_in(self, language: str) -> str:
        """The whole sentence in a language; English where there are no words for it."""
        return self.text if language == "en" else self._said(language)

    def __str__(self) -> str:
        from ludotheque.core import catalogue

        return self.said_in(catalogue.environment())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        """As it is, whatever its kind is made from: errors come back from other processes."""
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[LudothequeError], args: tuple[Any, ...], values: dict[str, Any]) -> LudothequeError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(values)
    return error


class UnknownGame(LudothequeError, LookupError):
    """No game of that name is installed."""


class BrokenGame(UnknownGame):
    """A game is installed, but its package cannot be loaded; the text says why, and where."""


class Unreadable(LudothequeError):
    """A text, a number or a structure that names no action at all."""


class Illegal(LudothequeError):
    """A readable action that the rules refuse now; `rules` are the rulebook rows that say so."""

    def __init__(
        self, text: str = "", message: Message | None = None, rules: Sequence[str] = (), what: Any = None
    ) -> None:
        super().__init__(text, message)
        self.rules = tuple(rules)
        self.what = what

    def _said(self, language: str) -> str:
        """The reason, after the action that was refused and before the rows of the rulebook."""
        said = super()._said(language)
        rows = f" ({', '.join(self.rules)})" if self.rules else ""
        colon = "\N{NO-BREAK SPACE}:" if language == "fr" else ":"
        return f"{self.what}{colon} {said}{rows}" if self.what is not None else f"{said}{rows}"


class Ambiguous(LudothequeError):
    """A text that names several legal actions; `candidates` are their full texts."""

    def __init__(self, text: str, candidates: Sequence[str], message: Message | None = None) -> None:
        super().__init__(text, message)
        self.candidates = tuple(candidates)


class BadInput(LudothequeError):
    """A file or a value that cannot be used; `field` is where, for example `board.width` or `kangaroos[3].cell`.

    The reason is a `Message`, kept in `said`, or English words where no person meets it; `why` is the reason in English. An empty
    `field` means the whole file. `place` says the field in any language, where it is a word and not a key: line 3 of a record.
    """

    def __init__(
        self, field: str, why: str | Message, said: Message | None = None, place: Message | None = None
    ) -> None:
        words = "" if isinstance(why, Message) else why
        said = why if isinstance(why, Message) else said
        message = Message("error.bad_input", {"field": place or field, "why": said or why}) if field else said
        super().__init__(f"{field}: {words}" if field and words else words, message)
        self.field = field
        self.said = said
        self._why = words

    @property
    def why(self) -> str:
        """The reason in English, without the field."""
        from ludotheque.core import catalogue

        return self._why or (catalogue.say(self.said, "en") if self.said else "")


class BadComponents(BadInput):
    """A component file that cannot be played with."""


class BadPosition(BadInput):
    """A position that cannot occur, or that is written wrongly."""


class BadOption(BadInput):
    """An option that the game does not have, or a value that it cannot take."""


class BadRecord(BadInput):
    """A saved game that cannot be replayed by the rules installed here."""


def shown(value: Any) -> str:
    """A value as a person wrote it in a file (`true`, `"16"`), cut where it is long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:59] + "…"
