"""The words on sheets, in one language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludotheque.core.catalogue import export, say
from ludotheque.core.message import Message


class Words:
    """Puts messages into the words of a language: `words("sheet.title", game=…)`, or `words.of(message)`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._entries = export(language)

    def __call__(self, key: str, **args: Any) -> str:
        return self.of(Message(key, args))

    def of(self, message: Message) -> str:
        """A message in words."""
        return say(message, self.language, self._entries)

    def row(self, several: Iterable[Message]) -> str:
        """Several short messages in one sentence."""
        return self("sheet.own.between").join(map(self.of, several))

    def length(self, millimetres: float) -> str:
        """A length in whole millimetres, or with one decimal where it has one."""
        text = f"{millimetres:.1f}".removesuffix(".0")
        return text.replace(".", ",") if self.language == "fr" else text
