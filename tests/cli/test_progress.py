"""What a command whose errors go to a file or to another program says while it works."""

from __future__ import annotations

import time

import pytest

from ludotheque.cli import matching

from .conftest import Run


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "SOON_S", 0.05)
    monkeypatch.setattr(matching, "AGAIN_S", 0.1)


def test_long_games_report_in_lines(capsys: pytest.CaptureFixture[str]) -> None:
    with matching.bar(7, "Playing", 2) as step:
        time.sleep(0.1)
        step()
        time.sleep(0.3)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "… Playing 2/7"
    assert lines[-1] == "… Playing 3/7"
    assert len(lines) >= 3


def test_quick_work_reports_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(matching, "SOON_S", 60.0)
    with matching.bar(7, "Playing") as step:
        step()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ("learnt:nowhere.npz", "ludotheque train"),
        ("weights:nowhere.json", "tuned.json"),
        ("nowhere:bot", "module:function"),
    ],
)
def test_advice_about_an_unreadable_bot_fits_it(run: Run, bot: str, says: str) -> None:
    found = run("simulate", "bantu", "--bots", bot, "--lang", "en")
    assert found.exit_code == 2
    assert says in found.stderr
    assert ("module:function" in found.stderr) == (says == "module:function")


def test_a_file_with_nothing_to_analyse_says_what_to_pass(run: Run, tmp_path: object) -> None:
    for text in ("{}", '{"seats": 2}'):
        found = run("analyse", "-", "--lang", "en", said=text)
        assert found.exit_code == 2
        assert "holds no position, no record of a game and no analysis" in found.stderr
        assert "docs/positions.md" in found.stderr
