"""Where a game's tests are, whose code a row has, and which rows a refusal names."""

import importlib
from pathlib import Path
from types import SimpleNamespace

import pytest

from ludotheque.core import registry, rulebook
from ludotheque.core import rule as rules
from ludotheque.core.rule import rule
from ludotheque.testing import LAWS, check, coverage
from ludotheque.testing.coverage import cover, folder_of_tests, unnamed
from ludotheque.testing.law import LawBroken

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def lay(tmp_path, monkeypatch):
    """`lay("project/src", tests="project/tests")`: a game whose package is in one folder and its tests in another."""
    names = iter(f"laid_out_{number}_{tmp_path.name}" for number in range(9))

    def make(home, tests=None):
        name = next(names)
        package = tmp_path / home / name
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("")
        if tests is not None:
            (tmp_path / tests).mkdir(parents=True)
        monkeypatch.syspath_prepend(tmp_path / home)
        return SimpleNamespace(package=name)

    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    return make


def test_tests_are_beside_the_package(lay, tmp_path):
    assert folder_of_tests(lay("one/src", "one/tests")) == tmp_path / "one" / "tests"
    assert folder_of_tests(lay("two", "two/tests")) == tmp_path / "two" / "tests"
    assert folder_of_tests(registry.get("billabong")) == ROOT / "tests"
    assert folder_of_tests(registry.get("tiny")) == ROOT / "tests"


def test_an_installed_packages_tests_are_in_the_current_folder(lay, tmp_path, monkeypatch):
    game = lay("lib/site-packages", "lib/tests")
    assert folder_of_tests(game) is None
    (tmp_path / "elsewhere" / "tests").mkdir()
    assert folder_of_tests(game) == tmp_path / "elsewhere" / "tests"


def test_the_code_of_a_row_is_the_games_own():
    row = rulebook.rows(registry.get("tiny"))[0].id

    @rule(row)
    def foreign(b, s):
        """Another game's row of the same name."""

    for each in cover(registry.get("tiny"), {}):
        assert all(name.startswith("tiny.") for name in each.functions)
        assert each.functions or each.row.id != row


REFUSAL = "ludotheque.games.bantu.rules.turns.why_not_move"
UNNAMED = f"{REFUSAL} refuses for the reason behind, and does not name its row BAN-23"


def test_a_rule_that_refuses_names_the_rows_of_its_reason(monkeypatch):
    assert [unnamed(registry.get(game)) for game in registry.names()] == [[]] * len(registry.names())
    others = [name for name in rules.functions_of("BAN-23") if name != REFUSAL]
    monkeypatch.setitem(rules._functions, "BAN-23", others)
    assert unnamed(registry.get("bantu")) == [UNNAMED]
    with pytest.raises(LawBroken, match="does not name its row BAN-23"):
        check("bantu", [law for law in LAWS if law.name == "rulebook"])


def test_a_reason_that_is_only_compared_with_is_not_given(tmp_path, monkeypatch):
    (tmp_path / "compared_with.py").write_text("""
from enum import IntEnum

Why = IntEnum("Why", ["LEGAL", "BEHIND", "TAKEN"], start=0)

def is_behind(why):
    return why == Why.BEHIND.value

def why_not(behind):
    return Why.BEHIND.value if behind else Why.LEGAL.value
""")
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("compared_with")
    keys = {"legal", "behind", "taken"}
    assert list(coverage._refusals(module, keys)) == [("why_not", "behind"), ("why_not", "legal")]
    assert list(coverage._refusals(module, keys - {"taken"})) == [], "another game's reasons"
