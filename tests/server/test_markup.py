"""What people call themselves, and what a picture is told to say, stays text in it."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from ludotheque import Table
from ludotheque.core import components, record, registry
from ludotheque.core.errors import BadInput
from ludotheque.core.message import Message
from ludotheque.server.thinking.replay_worker import Source, picture
from ludotheque.table import views

HOSTILE = (
    '<script>alert(1)</script>',
    '"><image href=x onerror=alert(1)>',
    "' onload='alert(1)",
    "]]><script/>",
    "&lt;script&gt;",
    "[bold]x[/bold]",
)  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("game", ["bantu", "billabong", "boussanga", "banjooli-cross", "banzai"])
def test_no_name_becomes_a_part_of_a_picture(game: str, name: str) -> None:
    table = Table(game, seed=1)
    source = Source(f"{game} {name}", record.dumps(table.record()))
    harmless = re.sub(r"\S", "x", name)  # as long, so that it is laid out alike
    drawn, plain = (
        picture(
            source,
            None,
            0,
            "en",
            [called] * table.seats,
            Message("ui.chat.said", {"who": called, "what": called}),
        )
        for called in (name, harmless)
    )
    assert isinstance(drawn, str | bytes)
    assert isinstance(plain, str | bytes)
    found, usual = ElementTree.fromstring(drawn), ElementTree.fromstring(plain)
    assert [each.tag for each in found.iter()] == [each.tag for each in usual.iter()]
    assert [set(each.attrib) for each in found.iter()] == [set(each.attrib) for each in usual.iter()]
    assert name in " ".join(found.itertext())


def texts_in(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all texts in a component file."""
    if isinstance(value, str):
        yield way
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from texts_in(part, (*way, key))


def put(data: Any, way: tuple[Any, ...], text: str) -> Any:
    """A component file with another text."""
    made = copy.deepcopy(data)
    inner = made
    for key in way[:-1]:
        inner = inner[key]
    inner[way[-1]] = text
    return made


@pytest.mark.parametrize("game", ["bantu", "billabong", "boussanga", "banjooli-cross", "banzai", "tiny"])
def test_no_text_of_a_component_file_becomes_a_part_of_a_board(game: str) -> None:
    """It is refused with where it stands, or it is text there. The words of the printed boxes are names that no markup is."""
    found = registry.get(game)
    data = components.printed(found)
    ways, drawn, refused = list(texts_in(data)), 0, 0
    for way in ways[:: max(1, len(ways) // 12)]:
        for hostile in HOSTILE:
            changed = put(data, way, hostile)
            try:
                table = Table(game, components=changed)
            except BadInput as error:
                refused += bool(error.field)
                continue
            picture = views.board_svg(table.journal)
            tags = {each.tag.rpartition("}")[2] for each in ElementTree.fromstring(picture).iter()}
            assert not tags & {"script", "image", "foreignObject"}, (way, hostile)
            attributes = {name for each in ElementTree.fromstring(picture).iter() for name in each.attrib}
            assert not any(name.startswith("on") for name in attributes), (way, hostile)
            drawn += 1
    assert drawn + refused >= min(len(ways), 12) * len(HOSTILE)
