"""The audit of what is locked: a known weakness fails, and nobody takes silence for an answer."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tools import audit

GOOD = {"name": "numpy", "version": "2.3.0", "vulns": []}
WEAK = {
    "name": "redis",
    "version": "5.2.0",
    "vulns": [
        {"id": "PYSEC-2026-1", "aliases": ["CVE-2026-1"], "fix_versions": ["5.2.2"], "description": "…"}
    ],
}
UNKNOWN = {"name": "tiny", "skip_reason": "Dependency not found"}
WEAK_CLIENT = {
    "vulnerabilities": {
        "vite": {"via": [{"title": "Reads files", "url": "about:GHSA-1", "range": "<8.1"}, "rollup"]},
        "rollup": {"via": ["vite"]},
    },
    "metadata": {"dependencies": {"total": 90}},
}


def python(*packages: Any) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def test_a_weakness_is_reported_with_the_fixed_version() -> None:
    found = audit.read_python(python(GOOD, WEAK, UNKNOWN))
    assert found.weak == ["redis 5.2.0: PYSEC-2026-1, CVE-2026-1; mended in 5.2.2"]
    assert (found.asked, found.unanswered, found.silent) == (2, ["tiny"], "")
    assert audit.read_client(json.dumps(WEAK_CLIENT)).weak == ["vite <8.1: Reads files (about:GHSA-1)"]


@pytest.mark.parametrize("name", ["PYSEC-2026-1", "CVE-2026-1"])
def test_accepted_weaknesses_pass_under_any_of_their_names(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(audit.ACCEPTED, name, "we never call it")
    assert audit.read_python(python(WEAK)).weak == []


def test_silence_is_no_answer() -> None:
    assert audit.read_python(python(UNKNOWN)).silent
    assert (
        audit.read_client(json.dumps({"message": "405 Method Not Allowed"})).silent
        == "405 Method Not Allowed"
    )


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("import sys; sys.exit('no network')", "no network"),
        ("print('{}')", "it printed nothing that can be read"),
        ("print('[')", "it printed nothing that can be read"),
    ],
)
def test_a_program_that_fails_gives_no_answer(program: str, why: str) -> None:
    assert audit.ask([sys.executable, "-c", program], Path.cwd(), audit.read_python).silent == why
    assert audit.ask([Path("missing")], Path.cwd(), audit.read_python).silent


@pytest.mark.parametrize(("packages", "code"), [((GOOD,), 0), ((UNKNOWN,), 0), ((GOOD, WEAK), 1)])
def test_the_check_fails_for_a_weakness_alone(
    packages: Any, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "audit", lambda: {"a.lock": audit.read_python(python(*packages))})
    assert audit.main() == code
    told = capsys.readouterr()
    assert ("nobody could be asked" in told.out) == (packages == (UNKNOWN,))
    assert ("redis 5.2.0" in told.err) == (code == 1)


def test_all_locks_are_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def ask(command: Any, _folder: Path, _read: Any) -> audit.Found:
        asked.extend(map(str, command))
        return audit.Found(asked=1)

    monkeypatch.setattr(audit, "ask", ask)
    found = audit.audit()
    held = {each.name for each in audit.ROOT.glob("requirements*.lock")} - {"requirements.lock"}
    assert set(audit.LOCKS) == held, "requirements.lock is part of requirements-dev.lock"
    assert held <= set(asked)
    assert set(found) == held | {"client/package-lock.json"}
    assert Path(sys.executable).with_name("pip-audit").exists(), "make check installs it"
