"""Every row of the rulebook of Banjooli Cross has code and a test."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from ludotheque.cli.main import app

TESTS = Path(__file__).resolve().parents[1]


def test_the_rulebook_is_covered():
    done = CliRunner().invoke(
        app, ["rules", "banjooli-cross", "--coverage", "--quiet", "--tests", str(TESTS)]
    )
    assert done.exit_code == 0, done.output
    assert "0 incomplete" in done.stdout
