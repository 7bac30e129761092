"""Games of other packages: found by their entry point, and left out with a reason where they cannot be loaded."""

import pytest

from ludotheque import BrokenGame, installed_games
from ludotheque.core import registry


def test_a_built_in_game_is_found_without_scanning_packages(monkeypatch):
    def looked_through(*_: object) -> None:
        raise AssertionError("other packages were looked through")

    monkeypatch.setattr(registry, "_installed", looked_through)
    monkeypatch.setattr(registry, "_games", {})
    assert registry.get("billabong").name == "billabong"
    assert registry.package_of("bantu") == "ludotheque.games.bantu"
    with pytest.raises(AssertionError):
        registry.get("tiny")


@pytest.fixture
def package(tmp_path, monkeypatch):
    """`package(source, name="broken", module="broken_pkg")` installs a package whose `__init__.py` is the source."""

    def install(source, name="broken", module="broken_pkg"):
        (tmp_path / f"{module}.py").write_text(source, encoding="utf-8")
        info = tmp_path / f"{module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[ludotheque.games]\n{name} = {module}:GAME\n")
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setattr(registry, "_wrong", {})

    return install


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("import no_such_module_here", "ModuleNotFoundError.*no_such_module_here.*broken_pkg.py, line 1"),
        ("\n\nGAME = 1 / 0", r"ZeroDivisionError: division by zero \(.*broken_pkg.py, line 3\)"),
        ("X = 1", "AttributeError.*GAME"),
        ("GAME = 5", "must be a Game, not 5"),
        ("from tiny import GAME", "its name is 'tiny'"),
        ("GAME = (", "SyntaxError"),
    ],
)
def test_a_broken_game_says_why_and_the_others_still_load(package, source, says, monkeypatch):
    package(source)
    monkeypatch.delitem(__import__("sys").modules, "broken_pkg", raising=False)
    with pytest.raises(BrokenGame, match=says):
        registry.get("broken")
    with pytest.warns(RuntimeWarning, match="'broken'.*cannot be loaded"):
        found = installed_games()
    assert "tiny" in found
    assert "broken" not in found
    assert "broken" in registry.names()


def test_a_built_in_game_keeps_its_name(package):
    package("GAME = 5", name="billabong")
    assert registry.get("billabong").package == "ludotheque.games.billabong"
