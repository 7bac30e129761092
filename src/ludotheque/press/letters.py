"""Text on paper: how wide letters are, where lines break, and how PDF writes them.

Files need to bring no font: every reader has Helvetica, with the letters of Windows' encoding, and Zapf Dingbats for stars and other signs. French and
English need no others. Widths are in thousandths of the size; those of Helvetica begin with the space.
"""

from __future__ import annotations

import functools
import itertools
import math
import unicodedata

FIRST = 32

_PLAIN = """
    278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556
    556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833
    722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556
    556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334
    260 334 584 365 556 0 222 556 333 1000 556 556 333 1000 667 333 1000 0 611 0 0 222 222 333
    333 350 556 1000 333 1000 500 333 944 0 500 667 278 333 556 556 556 556 260 556 333 737 370
    556 584 333 737 552 400 549 333 333 333 576 537 278 333 333 365 556 834 834 834 611 667 667
    667 667 667 667 1000 722 667 667 667 667 278 278 278 278 722 722 778 778 778 778 778 584 778
    722 722 722 722 667 667 611 556 556 556 556 556 556 889 500 556 556 556 556 278 278 278 278
    556 556 556 556 556 556 556 549 611 556 556 556 556 500 556 500
"""
PLAIN = tuple(map(int, _PLAIN.split()))
_BOLD = """
    278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556
    556 556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833
    722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611
    556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389
    280 389 584 365 556 0 278 556 500 1000 556 556 333 1000 667 333 1000 0 611 0 0 278 278 500
    500 350 556 1000 333 1000 556 333 944 0 500 667 278 333 556 556 556 556 280 556 333 737 370
    556 584 333 737 552 400 549 333 333 333 576 556 278 333 333 365 556 834 834 834 611 722 722
    722 722 722 722 1000 722 667 667 667 667 278 278 278 278 722 722 778 778 778 778 778 584 778
    722 722 722 722 667 667 611 556 556 556 556 556 556 889 556 556 556 556 556 278 278 278 278
    611 611 611 611 611 611 611 549 611 611 611 611 611 556 611 556
"""
BOLD = tuple(map(int, _BOLD.split()))

ALIKE = {"\u202f": "\xa0", "\u2009": " ", "\u2212": "\u2013", "\u2011": "-", "\t": " ", "\n": " "}
"""What is written in place of letters that the encoding lacks."""
BETWEEN = {
    letter: code for code, letter in enumerate("€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ", 128) if letter != " "
}
"""The letters of Windows' encoding that Latin 1 does not have. Python in a page does not know that encoding."""
THIN = 0.6
"""How wide a narrow no-break space is, of an ordinary space."""


SIGNS = {
    "✚": (0x3A, 760), "★": (0x48, 816), "●": (0x6C, 791), "■": (0x6E, 761), "▲": (0x73, 892), "▼": (0x74, 892), "◆": (0x75, 788),
    "♣": (0xA8, 776), "♦": (0xA9, 595), "♥": (0xAA, 694), "♠": (0xAB, 626), "→": (0xD5, 838),
}  # fmt: skip
"""The signs of Zapf Dingbats that the games use: the code and the width of each."""


def encoded(text: str) -> bytes:
    """A text in the encoding of Helvetica. Of letters that it lacks, those with accents lose these, and others become question marks."""
    return bytes(map(_encoded, text))


@functools.cache
def _encoded(letter: str) -> int:
    wanted = ALIKE.get(letter, letter)
    found = (_code(each) for each in (wanted, unicodedata.normalize("NFKD", wanted)[:1], "?"))
    return next(code for code in found if code)


def _code(letter: str) -> int:
    """The code of a letter; 0 if there is none."""
    code = ord(letter) if letter else 0
    return BETWEEN.get(letter, code if FIRST <= code < 127 or 160 <= code < 256 else 0)


def width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is, in the unit of its size."""
    table = BOLD if bold else PLAIN
    signs = [SIGNS[letter][1] for letter in text if letter in SIGNS]
    thin = text.count("\u202f") * (1 - THIN) * table[0]
    plain = "".join(letter for letter in text if letter not in SIGNS)
    return (sum(signs) + sum(table[code - FIRST] for code in encoded(plain)) - thin) * size / 1000


def shown(text: str, size: str, bold: bool = False) -> str:
    """The operators that show a text, with its signs, and its narrow spaces narrow. `size` is written as PDF writes it."""
    font = "F2" if bold else "F1"
    parts = []
    for is_sign, run in itertools.groupby(text, SIGNS.__contains__):
        if is_sign:
            codes = "".join(f"{SIGNS[letter][0]:02x}" for letter in run)
            parts.append(f"/F3 {size} Tf <{codes}> Tj")
        else:
            parts.append(f"/{font} {size} Tf {_plain(''.join(run), bold)}")
    return " ".join(parts)


def _plain(text: str, bold: bool) -> str:
    back = round((1 - THIN) * (BOLD if bold else PLAIN)[0])
    parts = [f"({_escaped(part)})" for part in text.split("\u202f")]
    if len(parts) == 1:
        return f"{parts[0]} Tj"
    return "[" + f" (\\240) {back} ".join(parts) + "] TJ"


def _escaped(text: str) -> str:
    raw = "".join(chr(code) for code in encoded(text))
    return raw.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


@functools.lru_cache(5000)
def lines(text: str, size: float, room: float, bold: bool = False) -> tuple[str, ...]:
    """A text in lines that are no wider than `room`, in the unit of the size. A word that is wider has a line of its own."""
    found: list[str] = []
    space, wide = width(" ", size, bold), math.inf
    for word in text.split(" "):
        long = width(word, size, bold)
        if wide + space + long > room:
            found.append(word)
            wide = long
        else:
            found[-1] += f" {word}"
            wide += space + long
    return tuple(found) if text else ()
