"""What installed packages announce, as entry points: their games, and their bots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_only: tuple[str, ...] | None = None


def packages() -> tuple[str, ...] | None:
    """The packages that count; None if all that are installed do."""
    return _only


@contextmanager
def only(names: Iterable[str]) -> Iterator[None]:
    """Within the block only these packages count, beside the library itself: for what is written for other machines."""
    global _only
    before, _only = _only, tuple(names)
    try:
        yield
    finally:
        _only = before


def entry_points(group: str) -> list[EntryPoint]:
    """The entry points of a group, of the packages that count."""
    from importlib import metadata

    found = metadata.entry_points(group=group)
    return [each for each in found if _only is None or (each.dist and each.dist.name in _only)]
