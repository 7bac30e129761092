"""The public names: what they are, what they are called, and what language errors speak."""

from __future__ import annotations

import subprocess
import sys

import pytest

import ludotheque
from ludotheque import BrokenGame, Illegal, LudothequeError, Table, UnknownGame

TABLE = {
    "actors", "advance", "box", "awaits_chance", "call_off", "can_undo", "copy", "due_ms", "events", "first", "from_position", "game",
    "is_over", "journal", "legal_actions", "options", "outcome", "play", "position", "record", "resign", "rewind", "scene", "seats", "state", "svg", "text",
    "undo", "view", "why_not",
}  # fmt: skip


def test_the_names_are_sorted_and_all_there():
    assert ludotheque.__all__ == sorted(ludotheque.__all__)
    assert all(getattr(ludotheque, name).__doc__ for name in ludotheque.__all__)


def test_a_table_has_these_names():
    own = {name for name in vars(Table) if not name.startswith("_")}
    assert own == TABLE
    assert all(vars(Table)[name].__doc__ for name in own)


def test_a_game_can_be_imported_by_its_name():
    code = "import ludotheque.games.billabong; print(ludotheque.games.billabong.GAME.name)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "billabong\n"


def test_errors_have_the_usual_python_types():
    assert issubclass(LudothequeError, ValueError)
    assert issubclass(UnknownGame, LookupError)
    assert issubclass(BrokenGame, LookupError)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr_FR.UTF-8", "1: finish : "),
        ("en_GB.UTF-8", "1: finish: "),
        ("C.UTF-8", "1: finish: "),
        ("", "1: finish: "),
        ("de_DE", "1: finish: "),
    ],
)
def test_errors_are_sentences_in_the_language_of_the_environment(monkeypatch, language, said):
    monkeypatch.setenv("LC_ALL", language)
    monkeypatch.setenv("LANG", "")
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    table = Table("bantu", seats=2, seed=1, first=0)
    with pytest.raises(Illegal) as caught:
        table.play("1: finish")
    text = str(caught.value).replace("\N{NO-BREAK SPACE}", " ")
    assert text.startswith(said), text
    assert "BAN-" in text
    assert "[" not in text, "every key has words"
    assert str(table.why_not("1: finish"))
    drawn = table.svg()
    assert ("Au tour" in drawn or "à vous" in drawn.lower()) == language.startswith("fr"), drawn[-600:]


def test_bots_envs_and_lab_are_imported_on_first_use():
    code = "import sys, ludotheque; before = 'ludotheque.bots' in sys.modules; print(before, ludotheque.bots.LEVELS[0], ludotheque.lab.Match, ludotheque.envs.vector)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("False random")
    assert {"bots", "envs", "lab"} <= set(dir(ludotheque))
    with pytest.raises(AttributeError, match="no attribute 'bot'"):
        ludotheque.bot
