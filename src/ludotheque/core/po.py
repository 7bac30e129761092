"""Reads catalogues of words, the files `.po` of gettext: `msgid`, `msgid_plural`, `msgstr`, and texts that go on in the next line.

Catalogues are read wherever a game is installed, so this needs no package and no step of a build. Contexts (`msgctxt`) are not known.
"""

from __future__ import annotations

import json
import re

Entry = str | list[str]
"""A text, or those for one and for several."""

_LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr)(?:\[(\d)\])?\s+)?("(?:[^"\\]|\\["\\nrt])*")')


def read(content: bytes) -> dict[str, Entry]:
    """The texts of a catalogue by their ids, a list where there are plurals. Raises `ValueError` with the number of a line that is wrong."""
    found: dict[str, Entry] = {}
    name, texts, takes = "", [""], ""
    for number, line in enumerate(content.decode("utf-8").splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if match is None or not (match[1] or takes):
            raise ValueError(f"line {number} is none of a catalogue: {line[:60]}")
        text = json.loads(match[3])
        if match[1] == "msgid":
            if name:
                found[name] = texts if len(texts) > 1 else texts[0]
            name, texts, takes = "", [""], "msgid"
        elif match[1]:
            takes = match[1]
            if match[2] not in (None, "0"):
                texts.append("")
        if takes == "msgid":
            name += text
        elif takes == "msgstr":
            texts[-1] += text
    if name:
        found[name] = texts if len(texts) > 1 else texts[0]
    return found
