"""The errors that the library raises. All of them are `LudothequeError`.

Each error says in English what is wrong, where, and what to do. An error that a player may meet also carries a `Message`,
which can be shown in the player's language.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ludotheque.core.message import Message


class LudothequeError(ValueError):
    """Base class of the library's errors. It is a `ValueError`.

    `str()` gives a sentence in the environment's language, or the English text if there is no message.

    Args:
        text: what is wrong, where, and what to do, in English; taken from `message` if empty.
        message: the sentence for players, in any language; None if no player can meet this error.
    """

    def __init__(self, text: str = "", message: Message | None = None) -> None:
        super().__init__(text)
        self._text = text
        self.message = message

    @property
    def text(self) -> str:
        """What is wrong, where, and what to do, in English."""
        return self._text or self._said("en")

    def _said(self, language: str) -> str:
        from ludotheque.core import catalogue  # imported with its texts only when needed

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
        """Pickle the error as it is, whatever its constructor takes: errors come back from other processes."""
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[LudothequeError], args: tuple[Any, ...], values: dict[str, Any]) -> LudothequeError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(values)
    return error


class UnknownGame(LudothequeError, LookupError):
    """No game of that name is installed."""


class BrokenGame(UnknownGame):
    """A game is installed, but its package cannot be loaded. The text says why, and where."""


class Unreadable(LudothequeError):
    """A text, number or structure that names no action."""


class Illegal(LudothequeError):
    """An action that the rules refuse now.

    Attributes:
        rules: the ids of the rulebook rows behind the refusal, such as `("BIL-10",)`.
        what: the refused action as it was given; None if unknown.
    """

    def __init__(
        self, text: str = "", message: Message | None = None, rules: Sequence[str] = (), what: Any = None
    ) -> None:
        super().__init__(text, message)
        self.rules = tuple(rules)
        self.what = what

    def _said(self, language: str) -> str:
        """The reason, with the refused action before it and the rulebook rows after it."""
        said = super()._said(language)
        rows = f" ({', '.join(self.rules)})" if self.rules else ""
        colon = "\N{NO-BREAK SPACE}:" if language == "fr" else ":"
        return f"{self.what}{colon} {said}{rows}" if self.what is not None else f"{said}{rows}"


class Ambiguous(LudothequeError):
    """A text that fits several legal actions.

    Attributes:
        candidates: the full notation of each of them.
    """

    def __init__(self, text: str, candidates: Sequence[str], message: Message | None = None) -> None:
        super().__init__(text, message)
        self.candidates = tuple(candidates)


class BadMatch(LudothequeError):
    """A match of bots that cannot be played. The text says why."""


class BadInput(LudothequeError):
    """A file or a value that cannot be used.

    Attributes:
        field: where the fault is, such as `board.width` or `kangaroos[3].cell`; empty if the whole file is meant.
        said: what is wrong with it, as a message; None if no player can meet it.
        why: the same in English.

    `place` names the field in any language, where it is a word and not a key: line 3 of a record.
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
    """A position that is impossible or not well formed."""


class BadOption(BadInput):
    """An option that the game does not have, or a value that the option does not allow."""


class BadRecord(BadInput):
    """A saved game that the installed rules cannot replay."""


def shown(value: Any) -> str:
    """A value as its author wrote it in the file (`true`, `"16"`), shortened to 60 characters."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:59] + "…"
