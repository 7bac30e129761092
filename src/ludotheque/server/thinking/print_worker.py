"""Prints a box for another process: it takes seconds, and runs in the process of `Bots.study`, so that games being played come first."""

from __future__ import annotations

import msgspec

from ludotheque.core import components, registry
from ludotheque.press.printing import Choice, print_box


def printed(game: str, choice: Choice, own: str | None) -> bytes:
    """A box, or one with the component file `own`, as a `press.printing.Printout` in MessagePack. Its file is right: it was checked before."""
    data = None if own is None else components.read_toml(own)
    return msgspec.msgpack.encode(print_box(registry.get(game), choice, data))
