"""`Message`: text for people, as a key and arguments that are put into words once the language is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class Message(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A text to be put into words later.

    An argument is a number, a text or another `Message`. If the catalogue has a plural for the key, the argument `n` chooses between singular
    and plural.

    Attributes:
        key: the text's key in the catalogues.
        args: the values of its `{holes}`.
    """

    key: str
    args: Mapping[str, Any] = msgspec.field(default_factory=dict)
