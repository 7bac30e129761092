"""Things in a list, in words: `red, 2 green and a joker`. The browser's `listing.ts` does the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ludotheque.core.message import Message
from ludotheque.scene.model import Choices


def listing(words: Iterable[Message]) -> Message | str:
    """All of them in the order in which they first come; those alike are said once, with their number as the argument `n`. "" for none."""
    counted: dict[str, list[Message]] = {}
    for word in words:
        counted.setdefault(repr(word), []).append(word)
    return in_row([Message(same[0].key, {**same[0].args, "n": len(same)}) for same in counted.values()])


def in_row(said: Sequence[Message]) -> Message | str:
    """Some messages as one: `a, b and c`. "" for none."""
    if not said:
        return ""
    first, *others = said
    for i, word in enumerate(others, 1):
        first = Message(
            "ui.list.last" if i == len(others) else "ui.list.more", {"first": first, "then": word}
        )
    return first


def gathered(choices: Choices, chosen: Sequence[str] | None) -> Mapping[str, Message | str]:
    """The argument `all` of a label, where what is gathered has words for a list."""
    words = [choices.listed[each] for each in chosen or () if each in choices.listed]
    return {"all": listing(words)} if words else {}
