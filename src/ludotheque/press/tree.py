"""Reads SVG as a tree of elements, with the parser that Python itself is built with.

Python's own `xml.etree` would do as well, but pages would have to fetch it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pyexpat import ParserCreate


@dataclass
class Element:
    """An element of a drawing.

    Attributes:
        kind: what it is, without its namespace, such as `path`.
        attributes: its attributes, without their namespaces.
        children: the elements inside it.
        text: the text inside it, that of its children included.
        source: how the file writes it, without its end.
    """

    kind: str
    attributes: dict[str, str]
    children: list[Element] = field(default_factory=list)
    text: str = ""
    source: bytes = b""

    def get(self, name: str, default: str = "") -> str:
        """An attribute."""
        return self.attributes.get(name, default)

    def all(self) -> Iterator[Element]:
        """The element itself and all inside it."""
        yield self
        for child in self.children:
            yield from child.all()


def read(svg: str) -> Element:
    """The root of a drawing. Raises `pyexpat.ExpatError` for what is no XML."""
    raw = svg.encode()
    open_elements: list[tuple[Element, int]] = []
    roots: list[Element] = []
    parser = ParserCreate("utf-8")
    parser.buffer_text = True

    def begin(name: str, attributes: dict[str, str]) -> None:
        own = {each.rpartition(":")[2]: value for each, value in attributes.items()}
        element = Element(name.rpartition(":")[2], own)
        (open_elements[-1][0].children if open_elements else roots).append(element)
        open_elements.append((element, parser.CurrentByteIndex))

    def end(_name: str) -> None:
        element, start = open_elements.pop()
        element.source = raw[start : parser.CurrentByteIndex]
        if open_elements:
            open_elements[-1][0].text += element.text

    def say(text: str) -> None:
        open_elements[-1][0].text += text

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begin, end, say
    parser.Parse(raw, True)
    return roots[0]
