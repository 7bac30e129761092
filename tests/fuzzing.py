"""Valid inputs, broken a little: more of them reach the inside of a parser than of random bytes. The same number gives the same input."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

NASTY: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, -(2**31) - 1, 2**63, -(2**63) - 1, 2**64, 10**30, 0.5, -0.0, 1e308, float("inf"),
    float("nan"), "", " ", "\0", "é", "\u202e", "a" * 300, "<script>alert(1)</script>", "{n}", "-1", "1e9", [], {}, [[]],
    [None], {"": None}, {"a": {"a": []}}, "NaN", "\ud800", "٣", "²",
)  # fmt: skip
"""Values that somebody did not think of."""

BITS = (*"[]{}\"'\\,:.=#-+ \n\r\t\0e0x", "null", "true", "NaN", "1e999", "[[", '"""', "\u2028", "９", "💥")

SLOW_S = 1.0
"""No answer may take longer than so many seconds of the processor's time."""

_HERE = str(Path(__file__).resolve().parent.parent)
_INSIDE = re.compile(rf'Traceback \(|File "|site-packages|object at 0x|SELECT |INSERT |{re.escape(_HERE)}')
"""What an answer shows that tells of the inside: where files lie, what failed in which line, what the database was asked."""


def too_much(said: str | bytes, secrets: Iterable[str] = ()) -> str:
    """What an answer tells that its asker may not know; "" if it tells nothing of the kind."""
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    inside = _INSIDE.search(text)
    return inside[0] if inside else next((secret for secret in secrets if secret in text), "")


def value(chance: random.Random, given: Any) -> Any:
    """A value as JSON knows them, changed in one to three places."""
    made = copy.deepcopy(given)
    for _ in range(chance.randint(1, 3)):
        made = _changed(chance, made)
    return made


def _changed(chance: random.Random, made: Any) -> Any:
    if not isinstance(made, dict | list) or not made or chance.random() < 0.15:
        return copy.deepcopy(chance.choice(NASTY))
    keys = list(made) if isinstance(made, dict) else list(range(len(made)))
    key = chance.choice(keys)
    what = chance.random()
    if what < 0.65:
        made[key] = _changed(chance, made[key])
    elif what < 0.75:
        del made[key]
    elif what < 0.85:
        made[key] = copy.deepcopy(made[chance.choice(keys)])
    elif isinstance(made, dict):
        made[chance.choice([*keys, "", "x", "__class__"])] = copy.deepcopy(chance.choice(NASTY))
    else:
        made.insert(key, copy.deepcopy(chance.choice(NASTY)))
    return made


def text(chance: random.Random, given: str) -> str:
    """A text, changed in one to four places."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(given) + 1)
        until = min(len(given), at + chance.choice((0, 1, 2, 8, 40)))
        put = chance.choice((*BITS, "", given[until : until + 20], given[at:until] * 3))
        given = given[:at] + put + given[until:]
    return given


def as_json(chance: random.Random, given: Any) -> str:
    """A value as JSON, of which the value, the text, or both are changed."""
    if chance.random() < 0.8:
        given = value(chance, given)
    written = json.dumps(given, ensure_ascii=chance.random() < 0.5)
    return text(chance, written) if chance.random() < 0.4 else written


def inputs(name: str, count: int, seeds: Sequence[Any], change: Callable[[random.Random, Any], Any]) -> Any:
    """`count` changed inputs, each with its number."""
    for number in range(count):
        chance = random.Random(f"{name} {number}")
        yield number, change(chance, chance.choice(seeds))
