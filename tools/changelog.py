"""Reads CHANGELOG.md in the format of "Keep a changelog": what it says about a version, and what keeps that version from a release."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

UNRELEASED = "Unreleased"
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
_VERSION = re.compile(r"\[?(?P<name>Unreleased|\d+\.\d+\.\d+)\]?(?: - (?P<day>\d{4}-\d{2}-\d{2}))?")


@dataclass(frozen=True)
class Section:
    """One version: its name, the day it came out ("" before), its kinds of changes with their entries."""

    name: str
    day: str
    entries: dict[str, list[str]]

    @property
    def count(self) -> int:
        """How many entries there are."""
        return sum(map(len, self.entries.values()))


def read(text: str) -> list[Section]:
    """The sections in order; `ValueError` says what is malformed."""
    found: list[Section] = []
    kind = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("## "):
            head = _VERSION.fullmatch(line[3:].strip())
            if head is None:
                raise ValueError(
                    f"CHANGELOG.md:{number}: {line!r} is neither `## Unreleased` nor `## 1.2.3 - 2030-01-31`"
                )
            found.append(Section(head["name"], head["day"] or "", {}))
            kind = ""
        elif line.startswith("### "):
            kind = line[4:].strip()
            if not found or kind not in KINDS or kind in found[-1].entries:
                raise ValueError(
                    f"CHANGELOG.md:{number}: {kind!r} must be one of {', '.join(KINDS)}, once in a version"
                )
            found[-1].entries[kind] = []
        elif line.startswith("- "):
            if not kind:
                raise ValueError(f"CHANGELOG.md:{number}: an entry without a kind (### Added …)")
            found[-1].entries[kind].append(line)
    return found


def ready(text: str, version: str) -> str:
    """What is left to do on the day of the release, or ""; `ValueError` says why the version cannot be released.

    Entries are either all in the version's own section, dated, with nothing under Unreleased; or all under Unreleased, which becomes it.
    """
    sections = read(text)
    if not sections or sections[0].name != UNRELEASED:
        raise ValueError("CHANGELOG.md begins with no section `## Unreleased`")
    fresh = sections[0]
    own = next((each for each in sections if each.name == version), None)
    if own is None:
        if not fresh.count:
            raise ValueError(f"CHANGELOG.md says nothing of {version}, and nothing is under Unreleased")
        return f"in CHANGELOG.md write `## {version} - {date.today().isoformat()}` below `## Unreleased`"
    if fresh.count:
        raise ValueError(
            f"CHANGELOG.md: {version} is there, but {fresh.count} entries are still under Unreleased"
        )
    if sections[1] is not own or not own.day or not own.count:
        raise ValueError(f"CHANGELOG.md: {version} must come first, with its day and at least one entry")
    return ""
