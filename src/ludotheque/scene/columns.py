"""The nodes of a graph of clicks, field by field. Large graphs come from compiled code in this form, and pages that have the previous scene
get them in this form.

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

_DEFAULTS = {
    field.name: {} if field.default is msgspec.NODEFAULT else field.default
    for field in msgspec.structs.fields(Node)
}
_encode = msgspec.json.Encoder().encode


class Columns(Sequence[Node]):
    """Nodes that are made when they are looked at.

    Attributes:
        fields: by a node's fields, their values for all nodes; `click` is always among them.
        some: further fields of single nodes, by their indices; none has its default.
    """

    __slots__ = ("_written", "fields", "some")

    def __init__(self, fields: Mapping[str, Sequence[Any]], some: Mapping[int, Mapping[str, Any]]) -> None:
        self.fields, self.some = fields, some
        self._written: tuple[msgspec.Raw, int] | None = None

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
    def json(self) -> msgspec.Raw:
        """The columns as JSON, written once."""
        return self._write()[0]

    @property
    def whole_bytes(self) -> int:
        """How many bytes the nodes take one by one."""
        return self._write()[1]

    def _write(self) -> tuple[msgspec.Raw, int]:
        if self._written is None:
            columns = {name: msgspec.Raw(_encode(values)) for name, values in self.fields.items()}
            told = columns | ({"some": self.some} if self.some else {})
            self._written = msgspec.Raw(_encode(told)), self._count(columns)
        return self._written

    def _count(self, columns: Mapping[str, msgspec.Raw]) -> int:
        """How long the nodes are one by one, from the lengths of the columns: each value has the name of its field then, and defaults go."""
        count, some = len(self), len(self.some)
        if not count:
            return len("[]")
        size = 2 * count + 1
        for name, values in self.fields.items():
            default = _DEFAULTS[name]
            gone = values.count(default) if default != () else sum(not value for value in values)
            size += len(columns[name]) - count - 1 - gone * len(_encode(default))
            size += (count - gone) * len(f'"{name}":,')
        return size + (len(_encode([*self.some.values()])) - 2 * some - 1 if some else 0)


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
