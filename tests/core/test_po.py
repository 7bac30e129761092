"""Catalogues are read as Babel reads them, and a line that is wrong is named."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from ludotheque.core import po

ROOT = Path(__file__).parents[2]
FILES = sorted(path for folder in ("src", "examples") for path in (ROOT / folder).rglob("*.po"))

ODD = r"""
# A catalogue of everything.
msgid ""
msgstr "Language: fr\n"

#: somewhere.py:3
#, fuzzy
msgid "two "
"parts"
msgstr ""
"« \"Ça\" \\ va »\n"
"\tEt toi ?"

msgid "n"
msgid_plural "ns"
msgstr[0] "un"
msgstr[1] "deux "
"ou plus"
#~ msgid "old"
#~ msgstr "vieux"
msgid "empty"
msgstr ""
"""


def by_babel(content: bytes) -> dict[str, str | list[str]]:
    found: dict[str, str | list[str]] = {}
    for message in read_po(BytesIO(content)):
        if isinstance(message.id, list | tuple):
            found[message.id[0]] = [*message.string]
        elif message.id:
            found[message.id] = message.string
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-4:]))
def test_each_catalogue_is_read_as_babel_reads_it(path: Path) -> None:
    assert po.read(path.read_bytes()) == by_babel(path.read_bytes())


def test_everything_that_the_format_allows_is_read() -> None:
    assert po.read(ODD.encode()) == by_babel(ODD.encode())


@pytest.mark.parametrize(
    "line", ['msgid "a', "msgid a", '"a"', 'msgctxt "a"', 'msgid "a" "b"', r'msgid "\x"', "hello"]
)
def test_a_line_that_is_wrong_is_named(line: str) -> None:
    with pytest.raises(ValueError, match=r"line 2"):
        po.read(f"# words\n{line}\n".encode())
