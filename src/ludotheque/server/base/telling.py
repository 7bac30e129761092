"""Problems that keep a server from working, in words for the person who started it."""

from __future__ import annotations

from ludotheque.core import catalogue
from ludotheque.core.message import Message


class Trouble(RuntimeError):
    """Says what is wrong and what to do; as a `str`, in the environment's language."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.key)
        self.message = message

    def said_in(self, language: str) -> str:
        """The whole sentence in a language."""
        return catalogue.say(self.message, language)

    def __str__(self) -> str:
        return self.said_in(catalogue.environment())
