"""The nodes of a graph of clicks, field by field. Large graphs come from compiled code so, and are sent so to whoever has the scene before.

>>> nodes = Columns({"click": ["k1", "a2", "a3"], "action": [-1, 7, 8], "next": [[1, 2], [], []]}, {0: {"extra": {"n": 1}}})
>>> len(nodes), nodes[2].click, nodes[0].next, nodes[0].extra
(3, 'a3', (1, 2), {'n': 1})
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast, overload

import msgspec
from msgspec.structs import replace

from ludotheque.scene.model import Choices, Node


class Columns(Sequence[Node]):
    """Nodes that are made when they are looked at.

    Attributes:
        fields: by a node's fields, their values for all nodes; `click` is always among them.
        some: further fields of single nodes, by their indices.
    """

    __slots__ = ("_json", "fields", "some")

    def __init__(self, fields: Mapping[str, Sequence[Any]], some: Mapping[int, Mapping[str, Any]]) -> None:
        self.fields, self.some = fields, some
        self._json: msgspec.Raw | None = None

    def __len__(self) -> int:
        return len(self.fields["click"])

    @overload
    def __getitem__(self, index: int) -> Node: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Node]: ...
    def __getitem__(self, index: int | slice) -> Node | Sequence[Node]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        fields = {name: values[index] for name, values in self.fields.items()}
        if "next" in fields:
            fields["next"] = tuple(fields["next"])
        return Node(**fields, **self.some.get(index % len(self), {}))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Columns):
            return self.fields == other.fields and self.some == other.some
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self.fields["click"]))

    @property
    def whole_bytes(self) -> int:
        """At least as many bytes as the nodes take one by one, each with the names of its fields."""
        names = sum(len(name) + len('"":,') for name in self.fields) + len("{},")
        return len(self.json) + names * len(self)

    @property
    def json(self) -> msgspec.Raw:
        """The columns as JSON, written once."""
        if self._json is None:
            some = {"some": self.some} if self.some else {}
            self._json = msgspec.Raw(msgspec.json.encode({**self.fields, **some}))
        return self._json


def choices(seat: int, nodes: Columns, roots: Sequence[int], keys: tuple[str, ...], **more: Any) -> Choices:
    """A seat's choices whose nodes are columns: for `Choices`, any sequence of nodes will do."""
    return Choices(seat, cast("tuple[Node, ...]", nodes), tuple(roots), keys, **more)


def plain(found: Choices) -> Choices:
    """The same choices with a tuple of nodes."""
    return found if isinstance(found.nodes, tuple) else replace(found, nodes=tuple(found.nodes))


def _nodes(thing: Any) -> Any:
    if isinstance(thing, Columns):
        return tuple(thing)
    raise NotImplementedError


def _columns(thing: Any) -> Any:
    if isinstance(thing, Columns):
        return thing.json
    raise NotImplementedError


encode = msgspec.json.Encoder(enc_hook=_nodes).encode
"""A scene as JSON, its nodes one by one."""
short = msgspec.json.Encoder(enc_hook=_columns).encode
"""The same with columns as they are."""
