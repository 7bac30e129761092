"""What is said to people: a key and arguments, put into words only where the language is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class Message(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A sentence to be: `key` names it in the catalogues, `args` fill its `{holes}`.

    An argument is a number, a text, or another `Message`. The argument `n`, where the catalogue has a plural for the
    key, chooses singular or plural.
    """

    key: str
    args: Mapping[str, Any] = msgspec.field(default_factory=dict)
