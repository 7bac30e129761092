"""What of a component file can be edited, as data: parts with their pictures, brushes and fields, and the edits that change them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from ludotheque.core.message import Message

Value = int | str | bool
"""What a field of a form may hold."""


class Choice(msgspec.Struct, frozen=True):
    """One of the values that a field may have, and what it is called."""

    value: str
    label: Message


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value of the file that a form changes.

    Attributes:
        path: where it stands: `values.earth`, `tile[3].use`, `berries.tokens.Oor`.
        label: what it is.
        value: what it is now: a whole number, a word, or yes or no. None if the file has none.
        low: the least number.
        high: the greatest number.
        choices: the words that it may be; none for a number, or for yes or no.
    """

    path: str
    label: Message
    value: Value | None
    low: int | None = None
    high: int | None = None
    choices: tuple[Choice, ...] = ()


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place that can be painted, by its middle, in units of the picture.

    Attributes:
        name: what it is called: `r15b`.
        shows: what is there now.
        sign: the brush that it is painted with now, where one brush stands for what is there.
        round: whether it is a disc.
    """

    id: str
    x: float
    y: float
    w: float
    h: float
    name: Message | str
    shows: Message | None
    sign: str = ""
    round: bool = False


class Brush(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a place may be painted with.

    Attributes:
        key: the key of the keyboard that takes it, a digit or a letter.
        hint: how it is used.
        path: whether it needs a way: from a place to another, by a drag or by two taps.
        picture: what it looks like, SVG.
    """

    id: str
    label: Message
    key: str
    hint: Message | None = None
    path: bool = False
    picture: str = ""


class Action(msgspec.Struct, frozen=True):
    """A button that changes a part as a whole."""

    id: str
    label: Message


class Painter(msgspec.Struct, frozen=True):
    """A picture whose places can be painted: its size, the drawing (SVG) and its places."""

    width: float
    height: float
    picture: str
    places: tuple[Place, ...]


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of the box.

    Attributes:
        id: the path of what it holds, such as `track`, `cards[3]`, `tile[2].a`.
        title: what it is.
        hint: how it is edited.
        provenance: where the file says that it comes from; empty where the part has none.
        brushes: the brushes of its picture and of the pictures of its parts.
        folded: whether only its title is in sight until somebody opens it.
    """

    id: str
    title: Message
    hint: Message | None = None
    provenance: str = ""
    painter: Painter | None = None
    brushes: tuple[Brush, ...] = ()
    fields: tuple[Field, ...] = ()
    actions: tuple[Action, ...] = ()
    parts: tuple[Part, ...] = ()
    folded: bool = False


class Set(msgspec.Struct, frozen=True, tag_field="do", tag="set"):
    """Give a field a value."""

    path: Annotated[str, msgspec.Meta(max_length=100)]
    value: Value


class Paint(msgspec.Struct, frozen=True, tag_field="do", tag="paint"):
    """Paint places of a part with a brush, in the order of the stroke."""

    part: Annotated[str, msgspec.Meta(max_length=100)]
    brush: Annotated[str, msgspec.Meta(max_length=40)]
    places: Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(max_length=1000)]


class Act(msgspec.Struct, frozen=True, tag_field="do", tag="act"):
    """Press a button of a part."""

    part: Annotated[str, msgspec.Meta(max_length=100)]
    action: Annotated[str, msgspec.Meta(max_length=40)]


Edit = Set | Paint | Act


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with the file.

    Attributes:
        field: the field, as the file's author would call it.
        said: the sentence: what it is about in the box's own words, and what is wrong.
        parts: the parts that it is about.
        places: of these parts, the places that it is about.
        brush: the brush of these parts that mends it; nothing where it takes more than one.
        line: the line of the file, from 1; None where the sentence says it, or is about the file as a whole.
    """

    field: str
    said: Message
    parts: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    brush: str = ""
    line: int | None = None


class Difference(msgspec.Struct, frozen=True):
    """Something in which a box differs from the printed one.

    Attributes:
        paths: where it stands in the file.
        said: the line that says it.
        names: what differs.
        drawn: whether it is seen in a picture.
    """

    paths: tuple[str, ...]
    said: Message
    names: tuple[Message, ...]
    drawn: bool = False


class Opened(msgspec.Struct, frozen=True):
    """A component file in the editor.

    Attributes:
        components: its text.
        parts: what can be edited; nothing if the text cannot be read at all.
        faults: all that is wrong, at most `core.complaints.MOST`; nothing for a box that can be played.
        changed: the paths at which the box differs from the printed one.
        differences: how it differs, in words; nothing while something is wrong with it.
        seats: the numbers of players that the box is enough for; those of the game if something is wrong.
    """

    components: str
    parts: tuple[Part, ...]
    faults: tuple[Fault, ...]
    changed: tuple[str, ...]
    seats: tuple[int, ...]
    differences: tuple[Difference, ...] = ()


class Undone(msgspec.Struct, frozen=True):
    """A change of a box, and the box without it.

    Attributes:
        paths: where it stands in the file.
        said: what was changed; None for what stands at the path.
        without: the content of the component file in which this alone is as printed.
        name: what it is called among others; None where `said` is its name.
    """

    paths: tuple[str, ...]
    said: Message | None
    without: dict[str, Any]
    name: Message | None = None
