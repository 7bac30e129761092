"""Decodes text files from people, whatever their editor put before the text."""

from __future__ import annotations

import codecs

MARK = "\ufeff"
"""The byte order mark, as text. Editors on Windows put it at the start of files."""
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decoded(content: bytes) -> str:
    r"""The text of a file in UTF-8, or in UTF-16 where a mark says so, with its line ends as `\n`. Raises `UnicodeDecodeError`."""
    text = content.decode("utf-16" if content.startswith(_WIDE) else "utf-8-sig")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def unmarked(text: str) -> str:
    """The text without a byte order mark before it."""
    return text.removeprefix(MARK)
