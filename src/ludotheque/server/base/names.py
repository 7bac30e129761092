"""Names of people: what may be one, and which look alike. The browser checks the same (`client/src/lib/names.ts`); both are tested with
`tests/vectors/names.json`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container

MAX_NAME = 40
"""The most letters of a name."""
MAX_MARKS = 3
"""The most marks above and below one letter: no script that people write needs more."""

BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0\U00013441\U00013442\U0001d159"
"""Letters that nobody sees."""
JOINERS = "\u200c\u200d"
"""What joins letters or emoji, or keeps them apart, and is not seen itself."""
UNSEEN = "\u00ad\u061c\u200b\u200e\u200f\u2060\u2065\ufeff" + "".join(map(chr, range(0xFFF0, 0xFFF9)))
"""What keyboards and copied texts add: marks of direction, places where a word may break; and what Unicode keeps free for more of them.
It is left out."""

_SPACES = re.compile(f"[\t\n\v\f\r {BLANK_LETTERS}]+")
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")
"""The flag of a part of a country, such as Wales."""
_MARKS = ("Mn", "Me")
_NEVER = ("Cc", "Cf", "Cs", "Co")
"""Kinds of signs that cannot be shown. What this Python does not know yet may be a new emoji, unless it never can be (`_is_no_sign`)."""


def cleaned(name: str) -> str:
    """A name as it is kept: without extra spaces and what nobody sees."""
    name = "".join(" " if unicodedata.category(letter)[0] == "Z" else letter for letter in name)
    name = "".join(letter for letter in name if letter not in UNSEEN)
    return unicodedata.normalize("NFC", _SPACES.sub(" ", name).strip(" "))


def fault_of(clean: str) -> str:
    """Why a cleaned name cannot be one, as the key of a message: nothing is left of it, it is too long, or it has signs that cannot be shown; "" if it can."""
    if not 1 <= len(clean) <= MAX_NAME:
        return "error.bad_name"
    if _has_odd_signs(_FLAG.sub("\U0001f3f4", clean)):
        return "error.name_signs"
    kinds = {unicodedata.category(letter) for letter in clean}
    return "" if any(kind[0] in "LNPS" or kind == "Cn" for kind in kinds) else "error.bad_name"


def _has_odd_signs(name: str) -> bool:
    marks = MAX_MARKS  # nothing is there yet for a mark to stand on
    for letter in name:
        if letter in JOINERS:
            continue
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in _MARKS else 0
        if marks > MAX_MARKS or kind in _NEVER or _is_no_sign(letter):
            return True
    return False


def _is_no_sign(letter: str) -> bool:
    """Whether this code point can never be seen: not a character, or from the planes for programs, except the selectors of Chinese forms."""
    code = ord(letter)
    is_chosen_form = 0xE0100 <= code <= 0xE01EF
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF or (code >= 0xE0000 and not is_chosen_form)


def folded(name: str) -> str:
    """A name without capitals and accents, to be found by either spelling."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return " ".join("".join(letter for letter in plain if not unicodedata.combining(letter)).split())


def alike(name: str) -> str:
    """A form that is the same for names of a household that differ in capitals and accents alone; the browser's `alike` (`client/src/lib/household.ts`)."""
    letters = unicodedata.normalize("NFD", cleaned(name))
    return "".join(letter for letter in letters if unicodedata.category(letter)[0] != "M").lower()


_PAIRS = "аa вb еe кk мm нh оo рp сc тt уy хx ѕs іl јj һh ԁd ԛq ԝw ӏl гr αa βb εe ζz ηh ιl κk μm νn οo ρp τt υy χx 0o 1l il |l ıl"
_ALIKE = str.maketrans({pair[0]: pair[1] for pair in _PAIRS.split()})
"""Small letters of other alphabets, and digits, that look like Latin letters, or whose capitals do."""


def look(name: str) -> str:
    """A form that is the same for all names that look alike, in whatever alphabet."""
    seen = (letter for letter in folded(name) if unicodedata.category(letter)[0] not in "MC")
    return "".join(seen).translate(_ALIKE)


def unlike(others: Container[str], name: str) -> str:
    """The name, with a number after it if it looks like one of these (see `look`)."""
    found, number = name, 1
    while found and look(found) in others:
        number += 1
        found = f"{_cut(name, MAX_NAME - len(str(number)) - 1)} {number}"
    return found


def _cut(name: str, most: int) -> str:
    """The beginning of a name, cut where no mark loses its letter."""
    end = min(len(name), most)
    while 0 < end < len(name) and (
        unicodedata.category(name[end])[0] == "M" or name[end] in JOINERS or name[end - 1] in JOINERS
    ):
        end -= 1
    return name[:end].rstrip()
