"""What is printed commands no terminal, whatever it contains, and every stream can write it."""

from __future__ import annotations

import io
import json
import sys

import pytest

from ludotheque.core import catalogue, output, reading

HOSTILE = "Léa\x1b[2J\x9b31m\a\r\n\u202eTom\u2066\u200f\x7f\u2028\ud800"
SHOWN = r"Léa\u001b[2J\u009b31m\u0007\u000d\u000a\u202eTom\u2066\u200f\u007f\u2028\ud800"
ENCODINGS = ("utf-8", "latin-1", "cp1252", "ascii")


def test_terminal_control_codes_are_made_visible() -> None:
    assert output.visible(HOSTILE) == SHOWN
    assert output.visible("one\ttwo\nthree\x1b", lines=True) == "one\ttwo\nthree\\u001b"
    assert output.visible("Zoë 🦘 زرافة 👩\u200d🚀") == "Zoë 🦘 زرافة 👩\u200d🚀"


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_json_is_unchanged(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding=encoding))
    for stream in (sys.stdin, sys.stderr):
        monkeypatch.setattr(sys, "stdin" if stream is sys.stdin else "stderr", io.StringIO())
    output.prepare()
    found = {"name": HOSTILE, "said": "« Où ? » “so” → 🦘"}
    output.say_data(found)
    text = written.getvalue().decode(encoding)
    assert json.loads(text) == found
    assert output.visible(text, lines=True) == text


@pytest.mark.parametrize(
    ("encoding", "bytes_"),
    [
        ("utf-8", "« Où va l’œuf ? » → 2ᵉ · “ça”…\n".encode()),
        ("latin-1", b'\xab O\xf9 va l\'oeuf ? \xbb -> 2e \xb7 "\xe7a"...\n'),
        ("cp1252", b"\xab O\xf9 va l\x92\x9cuf ? \xbb -> 2e \xb7 \x93\xe7a\x94\x85\n"),
        ("ascii", b'" Ou va l\'oeuf ? " -> 2e - "ca"...\n'),
    ],
)
def test_a_stream_escapes_what_it_cannot_encode(
    monkeypatch: pytest.MonkeyPatch, encoding: str, bytes_: bytes
) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding=encoding))
    output.prepare()
    output.say("« Où va l’œuf ? » → 2ᵉ · “ça”…")
    assert written.getvalue() == bytes_


def test_no_sentence_of_ours_has_a_sign_that_ascii_cannot_spell() -> None:
    unknown: dict[str, list[str]] = {}
    for language in catalogue.LANGUAGES:
        for key, entry in catalogue.export(language).items():
            for text in [entry] if isinstance(entry, str) else entry:
                for sign in text.translate(catalogue.PLACED):
                    if not sign.isascii() and output.spelled(sign) == "?":
                        unknown.setdefault(sign, []).append(key)
    assert not unknown


@pytest.mark.parametrize("content", ["a\nb\n", "a\r\nb\r\n", "a\rb\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_is_read_whatever_byte_order_mark_it_has(content: str, encoding: str) -> None:
    assert reading.decoded(content.encode(encoding)) == "a\nb\n"


def test_binary_files_are_not_read() -> None:
    with pytest.raises(UnicodeDecodeError):
        reading.decoded(b"\xe9")
