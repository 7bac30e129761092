"""Reads only the parts of the server's messages that the bench needs, to save time. A field that a message leaves out has its default."""

from __future__ import annotations

from typing import Any

import msgspec


class Node(msgspec.Struct):
    """A click among the choices; `action` is -1 where more clicks are needed."""

    click: str
    action: int = -1
    raced: bool = False


class Columns(msgspec.Struct):
    """The same for many clicks, field by field."""

    action: list[int] = []


class Choices(msgspec.Struct):
    """What a seat may do."""

    seat: int
    nodes: list[Node] | Columns = []
    more: bool = False

    def actions(self) -> list[int]:
        """The legal actions that are told."""
        told = self.nodes.action if isinstance(self.nodes, Columns) else [node.action for node in self.nodes]
        return [action for action in told if action >= 0]

    def clicks(self) -> list[Node]:
        """The clicks; none where they are told in columns."""
        return self.nodes if isinstance(self.nodes, list) else []


class Scene(msgspec.Struct):
    """What a player looks at. In a `change`, choices that are left out are as they were, and None are none."""

    choices: list[Choices] | msgspec.UnsetType | None = msgspec.UNSET


class Table(msgspec.Struct):
    """How far the table with this id is; `rematch` is the table that comes after it. A `change` leaves out what is as it was."""

    id: str = ""
    phase: str = ""
    rematch: str | None = None


class Race(msgspec.Struct):
    """What is raced for, by which of one's own seats."""

    cue: str
    kind: str = ""
    seats: list[int] = []
    actions: list[int] = []


class Heard(msgspec.Struct):
    """A message of the server."""

    t: str
    seq: int = -1
    command_id: str = ""
    scene: Scene | None = None
    choices: Choices | None = None
    table: Table | str | None = None
    race: Race | msgspec.UnsetType | None = msgspec.UNSET
    reason: msgspec.Raw = msgspec.Raw(b"")


SHOWN = ("welcome", "update", "change")
"""The messages that show a state of the table."""


def choices_of(heard: Heard, before: Choices | None) -> Choices | None:
    """The choices of the first seat that has some, after a message of `SHOWN`."""
    if heard.t == "change" and (heard.scene is None or heard.scene.choices is msgspec.UNSET):
        return before
    return heard.scene.choices[0] if heard.scene is not None and heard.scene.choices else None


class Told(msgspec.Struct):
    """The same for somebody who only looks."""

    t: str
    seq: int = -1


class Cue(msgspec.Struct):
    """Something that all hurry to answer."""

    cue: str
    kind: str = ""


read_cue = msgspec.json.Decoder(Cue).decode
read = msgspec.json.Decoder(Heard).decode
look = msgspec.json.Decoder(Told).decode
_write = msgspec.json.Encoder().encode


def hello(table: str) -> bytes:
    """Watch a table from now on, as browsers do."""
    return _write({"t": "hello", "table": table, "changes": True})


def command(table: str, identity: str, seq: int, /, **do: Any) -> bytes:
    """Do something at a table whose state `seq` is known."""
    return _write({"t": "command", "table": table, "command_id": identity, "expected_seq": seq, "do": do})


def other(kind: str, table: str, /, **fields: Any) -> bytes:
    """Any other message."""
    return _write({"t": kind, "table": table, **fields})
