"""Every row of the rulebook of Billabong has code and a test, and one that had none would be noticed."""

from pathlib import Path

from typer.testing import CliRunner

from ludotheque.cli.main import app
from ludotheque.core import rule

TESTS = Path(__file__).resolve().parents[1]


def coverage(folder):
    return CliRunner().invoke(app, ["rules", "billabong", "--coverage", "--quiet", "--tests", str(folder)])


def test_the_rulebook_is_covered():
    done = coverage(TESTS)
    assert done.exit_code == 0, done.output
    assert "0 incomplete" in done.stdout


def test_a_row_without_code_is_missed(monkeypatch):
    monkeypatch.delitem(rule._functions, "BIL-33")
    done = coverage(TESTS)
    assert done.exit_code == 1
    assert "BIL-33  MISSING code: " in done.stdout
    assert "1 incomplete" in done.stdout


def test_a_row_without_a_test_is_missed(tmp_path):
    rows = [f"BIL-{number:02}" for number in range(1, 52) if number != 33]
    marks = "".join(f"@pytest.mark.rule({row!r})\n" for row in rows)
    (tmp_path / "test_rules.py").write_text(f"import pytest\n{marks}def test_all(): ...\n", encoding="utf-8")
    done = coverage(tmp_path)
    assert done.exit_code == 1
    assert "BIL-33  MISSING test: " in done.stdout
    assert "1 incomplete" in done.stdout
