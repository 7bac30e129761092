"""Where a game's tests are, and whose code a row has."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from ludotheque.core import registry, rulebook
from ludotheque.core.rule import rule
from ludotheque.testing.coverage import cover, folder_of_tests

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


def test_of_an_installed_package_they_are_where_we_are(lay, tmp_path, monkeypatch):
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
