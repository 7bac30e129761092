"""Errors in records and positions are messages, which exist in both languages."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from ludotheque.core.catalogue import export
from ludotheque.server.launch import CannotStart, listen

SOURCES = Path(__file__).resolve().parents[2] / "src" / "ludotheque"
WITH_WORDS = {"BadRecord", "BadPosition", "_bad"}


@cache
def calls() -> list[tuple[str, ast.Call]]:
    """Where functions are called by name, in the files that name one of those looked for."""
    return [
        (path.relative_to(SOURCES).as_posix(), node)
        for path in SOURCES.rglob("*.py")
        if any(name in (text := path.read_text(encoding="utf-8")) for name in (*WITH_WORDS, "bad_line"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]


def test_no_reason_is_written_in_one_language() -> None:
    written = [
        f"{path}:{call.lineno}"
        for path, call in calls()
        if isinstance(call.func, ast.Name)
        and call.func.id in WITH_WORDS
        and len(call.args) > 1
        and isinstance(call.args[1], ast.Constant | ast.JoinedStr)
    ]
    assert written == []


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_reason_about_a_line_has_words(language: str) -> None:
    keys = {
        f"error.record.{call.args[1].value!s}"
        for _, call in calls()
        if isinstance(call.func, ast.Name)
        and call.func.id == "bad_line"
        and isinstance(call.args[1], ast.Constant)
    }
    assert len(keys) > 20
    assert keys - export(language).keys() == set()


def test_a_server_that_cannot_start_says_so_in_french_too() -> None:
    first = listen("127.0.0.1", 0)
    port = first.getsockname()[1]
    with pytest.raises(CannotStart) as refused:
        listen("127.0.0.1", port)
    first.close()
    assert refused.value.said_in("fr").startswith(f"le port {port} est déjà pris")
