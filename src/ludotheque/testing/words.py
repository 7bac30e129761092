"""Checks that a message can be said in both languages, with nothing missing."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ludotheque.core.catalogue import LANGUAGES, export, say
from ludotheque.core.message import Message

words = functools.cache(export)

_HOLE = re.compile(r"\{[a-z_][a-z0-9_]*\}")


def keys(message: Message) -> Iterator[str]:
    """The keys of a message and of all messages in its arguments, whether or not a text has a hole for them."""
    yield message.key
    for value in message.args.values():
        yield from _within(value)


def _within(value: Any) -> Iterator[str]:
    if isinstance(value, Message):
        yield from keys(value)
    elif isinstance(value, Mapping):
        yield from (key for each in value.values() for key in _within(each))
    elif isinstance(value, list | tuple):
        yield from (key for each in value for key in _within(each))


def unsaid(message: Any, *, holes: bool = False) -> str:
    """What is wrong with a message: missing words, or, unless it may have `holes`, one that nothing fills; "" if nothing is."""
    if not isinstance(message, Message):
        return f"{message!r} is no message"
    for language in LANGUAGES:
        text = say(message, language, words(language))
        if not text.strip():
            return f"the message {message.key} says nothing ({language})"
        missing = [key for key in keys(message) if key not in words(language)]
        if missing:
            return f"the message {message.key} lacks words for {', '.join(missing)} ({language}): {text}"
        if not holes and _HOLE.search(text):
            return f"the message {message.key} has a hole that nothing fills ({language}): {text}"
    return ""
