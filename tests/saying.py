"""Whether a refusal is said in both languages."""

import re
from typing import Any

from ludotheque.core.catalogue import say
from ludotheque.core.errors import BadInput
from ludotheque.core.message import Message


def flat(message: Message) -> list[Any]:
    """All that fills the holes of a message and of the messages in it."""
    values: list[Any] = []
    for value in message.args.values():
        values += flat(value) if isinstance(value, Message) else [value]
    return values


def assert_said(refused: BadInput) -> None:
    """The reason is a message with words in both languages, and nothing in it is a sentence written in one of them."""
    assert refused.said is not None
    assert refused.message is not None
    french, english = say(refused.message, "fr"), say(refused.message, "en")
    assert french != english
    for text in (french, english):
        assert refused.field in text
        assert not re.search(r"\[[a-z_]+\.[a-z_.]+\]|\{[a-z]", text), text
    assert refused.why not in french
    for value in flat(refused.message):
        assert not re.search(r"[a-z]+ [a-z]+", str(value)), value
