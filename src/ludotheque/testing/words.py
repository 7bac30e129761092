"""Checks that a message can be said in both languages, with nothing missing."""

from __future__ import annotations

import functools
import re
from typing import Any

from ludotheque.core.catalogue import LANGUAGES, export, say
from ludotheque.core.message import Message

words = functools.cache(export)

_MISSING = re.compile(r"\[[a-z0-9_-]+(\.[a-z0-9_-]+)+\]")
_HOLE = re.compile(r"\{[a-z_][a-z0-9_]*\}")


def unsaid(message: Any) -> str:
    """What is wrong with a message: missing words, or a hole that nothing fills; "" if nothing is."""
    if not isinstance(message, Message):
        return f"{message!r} is no message"
    for language in LANGUAGES:
        text = say(message, language, words(language))
        if not text.strip():
            return f"the message {message.key} says nothing ({language})"
        if _MISSING.search(text):
            return f"the message {message.key} lacks words ({language}): {text}"
        if _HOLE.search(text):
            return f"the message {message.key} has a hole that nothing fills ({language}): {text}"
    return ""
