"""What people call themselves, and what a picture is told to say, stays text in it."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ludotheque import Table
from ludotheque.core import record
from ludotheque.core.message import Message
from ludotheque.server.replay_worker import Source, picture

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
    said = Message("ui.chat.said", {"who": name, "what": name})
    drawn, plain = (
        picture(source, None, 0, "en", [called] * table.seats, result)
        for called, result in ((name, said), ("Tom", Message("ui.chat.said", {"who": "Tom", "what": "Tom"})))
    )
    assert isinstance(drawn, str | bytes)
    assert isinstance(plain, str | bytes)
    found, usual = ElementTree.fromstring(drawn), ElementTree.fromstring(plain)
    assert [each.tag for each in found.iter()] == [each.tag for each in usual.iter()]
    assert [set(each.attrib) for each in found.iter()] == [set(each.attrib) for each in usual.iter()]
    assert name in " ".join(found.itertext())
