"""The texts of the command line, in the language of the person who typed the command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.cli.helping import language
from ludotheque.core.errors import LudothequeError
from ludotheque.core.message import Message
from ludotheque.core.output import visible

Text = str | Message
"""Text to show: a string as it is, or a message for the reader's language."""


class Words:
    """The catalogue of one language, the reader's unless another is asked for, read once: `words("cli.play.hello", name="Léa")`, or `words.of(message)`.

    Attributes:
        names: what the players are called, by seat; empty until they sit at a table.
    """

    def __init__(self, asked: str = "") -> None:
        from ludotheque.core.catalogue import export

        self.language = asked or language()
        self.names: dict[int, str] = {}
        self._entries = export(self.language)

    def __call__(self, key: str, **args: Any) -> str:
        return self.of(Message(key, args))

    def has(self, key: str) -> bool:
        """Whether a key has a text."""
        return key in self._entries

    def of(self, message: Text | Mapping[str, Any]) -> str:
        """A message in words; a string as it is."""
        from ludotheque.core.catalogue import say

        if isinstance(message, str):
            return message
        return say(_visible(message), self.language, self._entries, self.names)

    def refusal(self, error: LudothequeError) -> str:
        """The text of an error, as a sentence."""
        return visible(error.said_in(self.language))

    def number(self, value: float, decimals: int) -> str:
        """A number as this language writes it."""
        text = f"{value:.{decimals}f}"
        return text.replace(".", ",") if self.language == "fr" else text


def _visible(value: Any) -> Any:
    """A message whose arguments begin no line of their own and command no terminal; any other value as it is."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, Message):
        return Message(value.key, {name: _visible(each) for name, each in value.args.items()})
    if isinstance(value, Mapping) and "key" in value:
        return {
            "key": value["key"],
            "args": {name: _visible(each) for name, each in value.get("args", {}).items()},
        }
    return value
