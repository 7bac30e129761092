"""A cache in memory, bounded by bytes: the sizes of entries differ by a factor of thousands."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """Values of `most` bytes in all. Those unused for longest are dropped first; the newest is kept whatever its size.

    Attributes:
        size: how many bytes are kept now.
    """

    def __init__(self, most: int) -> None:
        self.most, self.size = most, 0
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """The value of a key; None if it is not kept."""
        found = self._values.get(key)
        if found is None:
            return None
        self._values.move_to_end(key)
        return found[0]

    def put(self, key: K, value: V, size: int) -> V:
        """Keep a value of `size` bytes, replacing the former one. Returns the value."""
        self.drop(key)
        self._values[key] = (value, size)
        self.size += size
        while self.size > self.most and len(self._values) > 1:
            _, (_, freed) = self._values.popitem(last=False)
            self.size -= freed
        return value

    def drop(self, key: K) -> None:
        """Forget a key."""
        _, freed = self._values.pop(key, (None, 0))
        self.size -= freed

    def drop_those(self, so: Callable[[K], bool]) -> None:
        """Forget the keys for which `so` holds."""
        for key in [key for key in self._values if so(key)]:
            self.drop(key)

    def values(self) -> list[V]:
        """All values, the one unused for longest first."""
        return [value for value, _ in self._values.values()]
