r"""Text for terminals, pipes and files: input from outside cannot control a terminal, and every stream can write it.

Names in records, fields of component files, file names: whatever the program shows of them goes through `visible`. Control characters
could clear a screen or retitle a window, and direction marks turn a sentence around, so they are shown as JSON writes them: `\u001b`.
That is why the same function serves text and JSON.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import json
import os
import re
import sys
import unicodedata
from typing import Any, TextIO

_UNSEEN = "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
"""Direction marks, other line ends, and lone surrogates."""
_IN_LINES = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{_UNSEEN}]")
_IN_A_LINE = re.compile(f"[\x00-\x1f\x7f-\x9f{_UNSEEN}]")
_SPELLED = {
    "’": "'", "‘": "'", "“": '"', "”": '"', "«": '"', "»": '"', "—": "-", "–": "-", "−": "-", "‑": "-", "·": "-", "•": "-", "°": "o",
    "→": "->", "←": "<-", "▸": ">", "×": "x", "÷": "/", "≥": ">=", "≤": "<=", "±": "+-", "≈": "~", "œ": "oe", "Œ": "OE", "æ": "ae",
    "Æ": "AE", "ß": "ss", "✓": "+", "✗": "-", "│": "|", "─": "-", "█": "#", "★": "*",
}  # fmt: skip
"""How a stream without these characters writes them. Accents are left out; what is not here is a question mark."""
_HANDLER = "ludotheque.spelled"
_NAMES = ("stdin", "stdout", "stderr")


def visible(text: str, lines: bool = False) -> str:
    r"""The text with each control character, direction mark and lone surrogate as `\u001b`. With `lines`, line ends and tabs stay."""
    return (_IN_LINES if lines else _IN_A_LINE).sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def spelled(text: str) -> str:
    """The text in ASCII: without accents, typographic signs as typewriters write them."""
    return "".join(sign if sign.isascii() else _spell(sign) for sign in text)


def _spell(sign: str) -> str:
    known = _SPELLED.get(sign)
    if known is not None:
        return known
    bare = "".join(each for each in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(each))
    return bare if bare and bare.isascii() else _SPELLED.get(bare, "" if unicodedata.combining(sign) else "?")


def _handle(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return spelled(error.object[error.start : error.end]), error.end


codecs.register_error(_HANDLER, _handle)


def prepare() -> None:
    """Make the standard streams usable: one that was closed is empty or goes nowhere, and none fails at a character that it lacks."""
    for number, name in enumerate(_NAMES):
        if getattr(sys, name) is None:
            setattr(sys, name, _nowhere(number))
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_HANDLER if number else "replace")


def _nowhere(number: int) -> TextIO:
    """A stream that goes nowhere, with the number that the closed one had: else the next file opened, such as a database, would get it."""
    opened = os.open(os.devnull, os.O_RDWR)
    if opened != number and _is_closed(number):
        os.dup2(opened, number)
        os.close(opened)
        opened = number
    return open(opened, "w" if number else "r", encoding="utf-8", closefd=False)


def _is_closed(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return True
    return False


def leave_output() -> None:
    """Write nothing more to standard output, which cannot be written: Python would try once more at its end, and complain."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def leave_output_if_it_fails() -> None:
    """The same, but only if standard output really cannot be written; the failure may have been elsewhere."""
    try:
        sys.stdout.flush()
    except OSError:
        leave_output()


def can_write(text: str, stream: TextIO | None = None) -> bool:
    """Whether a stream (standard output, unless another is given) has these characters."""
    try:
        text.encode(getattr(stream or sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def say(text: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Print text, with what is unseen made visible. With `err` on standard error."""
    _write(visible(str(text), lines=True), err, nl)


def say_data(found: Any, *, nl: bool = True) -> None:
    r"""Print a value as JSON, or a text that is JSON or TOML already. Where the output is not in Unicode, it is in ASCII: `\u00e9`."""
    text = visible(found if isinstance(found, str) else json.dumps(found, ensure_ascii=False), lines=True)
    _write(text if _is_unicode(sys.stdout) else _escaped(text), err=False, nl=nl)


def _is_unicode(stream: TextIO | None) -> bool:
    return "utf" in (getattr(stream, "encoding", None) or "utf-8").lower()


def _escaped(text: str) -> str:
    return "".join(sign if sign.isascii() else json.dumps(sign)[1:-1] for sign in text)


def _write(text: str, err: bool, nl: bool) -> None:
    stream = sys.stderr if err else sys.stdout
    if stream is not None:
        stream.write(text + "\n" if nl else text)
        stream.flush()
