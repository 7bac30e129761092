"""The texts of the command line, in the language of the person who typed the command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.core.errors import LudothequeError
from ludotheque.core.message import Message

Text = str | Message
"""Text to show: a string as it is, or a message for the reader's language."""


class Words:
    """The catalogue of one language, read once: `words("cli.play.hello", name="Léa")`, or `words.of(message)`.

    Attributes:
        names: what the players are called, by seat; empty until they sit at a table.
    """

    def __init__(self, language: str) -> None:
        from ludotheque.core.catalogue import export

        self.language = language
        self.names: dict[int, str] = {}
        self._entries = export(language)

    def __call__(self, key: str, **args: Any) -> str:
        return self.of(Message(key, args))

    def has(self, key: str) -> bool:
        """Whether a key has a text."""
        return key in self._entries

    def of(self, message: Text | Mapping[str, Any]) -> str:
        """A message in words; a string as it is."""
        from ludotheque.core.catalogue import say

        return message if isinstance(message, str) else say(message, self.language, self._entries, self.names)

    def refusal(self, error: LudothequeError) -> str:
        """The text of an error, as a sentence."""
        return error.said_in(self.language)

    def number(self, value: float, decimals: int) -> str:
        """A number as this language writes it."""
        text = f"{value:.{decimals}f}"
        return text.replace(".", ",") if self.language == "fr" else text
