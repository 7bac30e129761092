"""How deep and how long what comes from outside may be, before it is decoded."""

from __future__ import annotations

import json

import pytest

from ludotheque.core import components, nesting, record
from ludotheque.core.catalogue import LANGUAGES, say
from ludotheque.core.errors import BadComponents, BadRecord

DEEP, FLAT = nesting.MAX_DEPTH + 1, nesting.MAX_DEPTH


@pytest.mark.parametrize(
    ("text", "deep"),
    [
        ("[" * DEEP, True),
        ("[" * FLAT + "]" * FLAT, False),
        ('{"a":' * DEEP + "1" + "}" * DEEP, True),
        ('["' + "[" * 1000 + '"]', False),
        ('["\\"' + "[" * 1000 + '"]', False),
        ('["\\\\",' + "[" * DEEP, True),
        ("[" + "[]," * 1000 + "[]]", False),
        ('"' + "[" * 1000, False),
    ],
)  # fmt: skip
def test_depth_is_counted_outside_of_texts(text: str, deep: bool) -> None:
    assert nesting.is_json_too_deep(text) is nesting.is_json_too_deep(text.encode()) is deep


@pytest.mark.parametrize(
    ("toml", "key"),
    [
        ("a" + ".a" * 60_000 + " = 1", "error.why.too_deep"),
        ("a" + ' . "\\".b"' * 10_000 + " = 1", "error.why.too_deep"),
        ("[a" + ".'b.c'" * 20_000 + "]", "error.why.too_deep"),
        ("a = " + "[" * 20_000, "error.why.too_deep"),
        ("a = " + "[" * DEEP + "]" * DEEP, "error.why.too_deep"),
        ("a = " + "{a.b.c.d = " * 20 + "1" + "}" * 20, "error.why.too_deep"),
        ("a = " + "9" * 5000, "error.why.long_number"),
        ("a = [{b = 0x" + "f" * 5000 + "}]", "error.why.long_number"),
    ],
)  # fmt: skip
def test_component_files_have_a_depth_and_no_endless_numbers(toml: str, key: str) -> None:
    for written in (toml, toml.encode("utf-8-sig"), toml.encode("utf-16")):
        with pytest.raises(BadComponents) as refused:
            components.read_toml(written)
        assert refused.value.message is not None
        assert key in repr(refused.value.message)
    assert all(say(refused.value.message, language) != key for language in LANGUAGES)


def test_a_component_file_may_speak_of_dots() -> None:
    text = ".".join("abc") + "." * 500 + " 1.5"
    assert components.read_toml(f"a.b = {json.dumps(text)}  # {text}") == {"a": {"b": text}}


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("[" * 100_000, "error.record.too_deep"),
        ('{"position":' * 50_000, "error.record.too_deep"),
        ('{"n": ' + "1" * 5000 + "}", "error.record.long_number"),
        ('{"n": ' + "1" * 1000 + "}", "error.record.long_number"),
    ],
)  # fmt: skip
def test_records_have_a_depth_and_no_endless_numbers(line: str, key: str) -> None:
    with pytest.raises(BadRecord, match="line 2") as refused:
        record.loads('{"ludotheque": 1}\n' + line)
    assert refused.value.message is not None
    assert key in repr(refused.value.message)
