"""The wheel carries everything that is not Python too, and in an environment of its own it does what the README says.

What takes an environment and minutes runs before a release, and when packages, tools or `tests/project` changed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.project.installing import ROOT, SMOKE, build_wheel, elsewhere, environment, ran
from tests.website import parts
from tools import hooks, site

PACKAGE = ROOT / "src" / "ludotheque"
INTERPRETED = {"LUDOTHEQUE_RULES": "interpreted"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this checkout."""
    return build_wheel(tmp_path_factory.mktemp("wheel"))


def test_compiled_rules_of_this_kind_of_machine_are_in_it(wheel: Path, carried: set[str]) -> None:
    kind = hooks.kind_of_wheel(ROOT)
    if kind == "any":
        pytest.skip("not every game is compiled: ludotheque compile")
    assert wheel.stem.endswith(f"py3-none-{hooks.TAGS[kind]}")
    for name in ("bantu", "banjooli_cross", "banzai", "billabong", "boussanga"):
        assert f"ludotheque/games/{name}/compiled/{name}-{kind}.so" in carried
        assert f"ludotheque/games/{name}/compiled/{name}.json" in carried
    others = set(hooks.TAGS) - {kind}
    assert not [each for each in carried if any(other in each for other in others) or "checked" in each]


@pytest.fixture(scope="module")
def carried(wheel: Path) -> set[str]:
    """The names of the files in it."""
    with zipfile.ZipFile(wheel) as files:
        return set(files.namelist())


def test_every_file_of_the_package_is_in_it(carried: set[str]) -> None:
    here = {
        str(path.relative_to(PACKAGE.parent))
        for path in PACKAGE.rglob("*")
        if path.is_file() and not {"__pycache__", "compiled"} & {*path.parts}
    }
    assert {Path(name).suffix for name in here} >= {".py", ".toml", ".po", ".svg"}
    assert here - carried == set()


def test_the_built_client_is_in_it(carried: set[str]) -> None:
    if not (PACKAGE / "server" / "static" / "index.html").is_file():
        pytest.skip("the client is not built: make client")
    assert "ludotheque/server/static/index.html" in carried
    assert any(
        name.startswith("ludotheque/server/static/assets/") and name.endswith(".js") for name in carried
    )


def test_the_licence_and_the_notice_are_in_it(carried: set[str]) -> None:
    assert [
        name
        for name in ("LICENSE", "NOTICE")
        if not any(file.endswith(f"/licenses/{name}") for file in carried)
    ] == []


def test_it_says_that_it_has_types(carried: set[str]) -> None:
    assert "ludotheque/py.typed" in carried


# ------------------------------------------------------------------------------------------------ installed


@pytest.fixture(scope="module")
def base(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel and what it needs without extras."""
    return environment(tmp_path_factory.mktemp("base"), wheel)


@pytest.fixture(scope="module")
def numpy(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with the extra `numpy`."""
    return environment(tmp_path_factory.mktemp("numpy"), wheel, "numpy")


@pytest.fixture(scope="module")
def compiled() -> None:
    """Skip what plays without NumPy where no compiled rules can be in the wheel."""
    if hooks.kind_of_wheel(ROOT) == "any":
        pytest.skip("not every game is compiled: ludotheque compile")


@pytest.fixture(scope="module")
def terminal(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with the extra `terminal`."""
    return environment(tmp_path_factory.mktemp("terminal"), wheel, "terminal")


@pytest.fixture(scope="module")
def server(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with the extra `server`."""
    return environment(tmp_path_factory.mktemp("server"), wheel, "server")


def smoke(python: Path, *words: str, **more: str) -> str:
    """What `tools/smoke.py` says, run far from the checkout."""
    return ran([str(python), str(SMOKE), *words], cwd=python.parent, **more)


def test_nothing_of_the_checkout_is_in_the_environment(base: Path) -> None:
    told = ran(
        [str(base), "-c", "import ludotheque, sys; print(ludotheque.__file__); print(*sys.path)"],
        cwd=base.parent,
    )
    assert str(ROOT / "src") not in told
    assert told.startswith(str(base.parent.parent))


IMPORTED = """
import importlib, json, pkgutil, sys, ludotheque
found = []
for module in pkgutil.walk_packages(ludotheque.__path__, "ludotheque.", onerror=lambda name: None):
    if module.name.split(".")[1] not in sys.argv[1:] and not module.name.endswith(("__main__", ".recarrays")):
        importlib.import_module(module.name)
        found.append(module.name)
print(json.dumps(found))
"""


def test_the_base_has_rules_tables_bots_and_scenes(base: Path) -> None:
    """Every module beside those of the command line, the server and what measures is imported, and the base is small."""
    others = ("cli", "compiler", "envs", "lab", "server", "site", "testing", "train")
    found = json.loads(ran([str(base), "-c", IMPORTED, *others], cwd=base.parent))
    assert {name.split(".")[1] for name in found} >= {"bots", "core", "games", "scaffold", "scene", "table"}
    assert len(found) > 120
    site = next((base.parents[1] / "lib").glob("python3*/site-packages"))
    brought = {path.name.partition("-")[0] for path in site.iterdir()}
    assert not brought & {"numpy", "babel", "numba", "llvmlite"}


def test_with_numpy_rules_run_interpreted(base: Path, numpy: Path) -> None:
    code = (
        "from ludotheque import Table; table = Table('bantu', 2, seed=1); print(len(table.legal_actions()))"
    )
    assert int(ran([str(numpy), "-c", code], cwd=numpy.parent, **INTERPRETED)) > 1
    with pytest.raises(AssertionError, match=r"NumPy is missing.*Install it: .*ludotheque\[numpy\]"):
        ran([str(base), "-c", code], cwd=base.parent, **INTERPRETED)
    others = ("cli", "compiler", "envs", "server", "site", "train")
    assert len(json.loads(ran([str(numpy), "-c", IMPORTED, *others], cwd=numpy.parent))) > 150


@pytest.mark.deep
def test_the_lines_of_the_readme_run_with_numpy(numpy: Path, tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text((ROOT / "README.md").read_text(encoding="utf-8"), encoding="utf-8")
    code = "import doctest, sys; print(doctest.testfile(sys.argv[1], module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE))"
    said = ran([str(numpy), "-c", code, str(readme)], cwd=tmp_path)
    assert "failed=0" in said, said
    assert "attempted=0" not in said


@pytest.mark.deep
@pytest.mark.usefixtures("compiled")
def test_with_numpy_a_whole_game_is_played(numpy: Path) -> None:
    smoke(numpy, "games", "--games", "bantu")


@pytest.mark.deep
def test_with_numpy_many_tables_are_stepped(numpy: Path) -> None:
    code = "from ludotheque import envs; tables = envs.vector('bantu', 2); tables.step(tables.sample()); print(tables.steps.tolist())"
    assert ran([str(numpy), "-c", code], cwd=numpy.parent, **INTERPRETED).strip() == "[1, 1]"
    code = "from ludotheque import envs; envs.aec('bantu')"
    with pytest.raises(AssertionError, match=r"ludotheque\[envs\]"):
        ran([str(numpy), "-c", code], cwd=numpy.parent, **INTERPRETED)


@pytest.mark.deep
def test_with_the_environments_programs_learn(wheel: Path, tmp_path: Path) -> None:
    python = environment(tmp_path, wheel, "envs")
    code = """
import gymnasium, pyspiel, ludotheque.envs.openspiel
from ludotheque import envs
gymnasium.make("ludotheque/bantu-v0", opponents="random").reset(seed=1)
envs.aec("bantu").reset(seed=1)
envs.parallel("banzai", seats=3).reset(seed=1)
print(pyspiel.load_game("ludotheque_bantu").num_distinct_actions())
"""
    assert ran([str(python), "-c", code], cwd=python.parent, **INTERPRETED).split()[-1] == "453"


@pytest.mark.deep
def test_without_extras_the_program_says_how_to_get_them(base: Path, terminal: Path) -> None:
    smoke(base, "bare")
    smoke(terminal, "unserved")


@pytest.mark.deep
@pytest.mark.usefixtures("compiled")
def test_with_the_terminal_the_commands_work(wheel: Path, terminal: Path, tmp_path: Path) -> None:
    ran([str(terminal), "-m", "ludotheque", "bench", "races", "--races", "3"], cwd=terminal.parent)
    simulate = ["-m", "ludotheque", "simulate", "bantu", "--games", "2"]
    with pytest.raises(AssertionError, match=r"NumPy is missing.*Install it: .*ludotheque\[numpy\]"):
        ran([str(terminal), *simulate], cwd=terminal.parent)
    python = environment(tmp_path, wheel, "terminal,numpy")
    smoke(python, "terminal")
    ran([str(python), *simulate], cwd=tmp_path)


@pytest.mark.deep
def test_with_notify_browsers_can_be_called(wheel: Path, server: Path, tmp_path: Path) -> None:
    """With the extra the server has keys; without it, it knows that it has none to offer."""
    asked = "from ludotheque.server.people.notices import vapid; print(vapid.is_installed())"
    assert ran([str(server), "-c", asked], cwd=tmp_path).split() == ["False"]
    notify = environment(tmp_path / "notify", wheel, "notify")
    assert ran([str(notify), "-c", asked], cwd=tmp_path).split() == ["True"]
    keys = "import pathlib; from ludotheque.server.people.notices.vapid import Vapid; print(len(Vapid.load(pathlib.Path.cwd()).public))"
    assert ran([str(notify), "-c", keys], cwd=tmp_path).split() == ["87"]


@pytest.mark.deep
def test_with_postgres_tables_are_in_a_database(wheel: Path, server: Path, tmp_path: Path) -> None:
    """Without the extra the server says how to get it; with it, it looks for the database."""
    asked = """
import pathlib
from ludotheque.server.store.log import Store, StoreError
try:
    Store(pathlib.Path.cwd(), "postgresql://nobody@127.0.0.1:1/none").database.open()
except StoreError as error:
    print(error.message.key)
"""
    assert ran([str(server), "-c", asked], cwd=tmp_path).split() == ["cli.serve.postgres_missing"]
    python = environment(tmp_path / "postgres", wheel, "postgres")
    assert ran([str(python), "-c", asked], cwd=tmp_path).split() == ["cli.serve.database"]


@pytest.mark.deep
def test_with_the_laboratory_games_are_saved(wheel: Path, numpy: Path, tmp_path: Path) -> None:
    """Without the extra matches are played, and saving them says how to get it."""
    python = environment(tmp_path / "lab", wheel, "lab")
    code = """
from ludotheque.lab import Match, Store, play, read, settings_of
first = Match("bantu", 2, ("random", "random"), seed=1)
played = play(first)
with Store("run", settings_of(first, "simulate")) as kept:
    kept.add(played)
print(len(read("run").results))
"""
    (tmp_path / "lab" / "run.py").write_text(code)
    assert ran([str(python), "run.py"], cwd=tmp_path / "lab", **INTERPRETED).split() == ["1"]
    with pytest.raises(AssertionError, match=r"ludotheque\[lab\]"):
        ran([str(numpy), "-c", code], cwd=tmp_path, **INTERPRETED)


@pytest.mark.deep
@pytest.mark.usefixtures("compiled")
def test_with_the_server_people_play(server: Path) -> None:
    if not (PACKAGE / "server" / "static" / "index.html").is_file():
        pytest.skip("the client is not built: make client")
    smoke(server, "server")


@pytest.mark.deep
def test_with_the_parts_a_site_is_written_without_a_checkout(wheel: Path, tmp_path: Path) -> None:
    parts.made()
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    ran(words, cwd=site.project())
    (beside,) = tmp_path.glob("ludotheque_site-*.whl")
    smoke(environment(tmp_path / "site", wheel, "server", beside), "site")


STRANGER = """
from ludotheque import Table

table = Table("billabong", seats=2, options={"mode": "duel"}, first=0)
events: tuple[str, ...] = tuple(table.play(text).text for text in ("k3", "l4"))
best: int = max(table.legal_actions())
"""


@pytest.mark.deep
def test_a_third_party_program_passes_mypy(base: Path, tmp_path: Path) -> None:
    """Strictly, against what is installed; and what is wrong in it is found, so types do arrive."""
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text(STRANGER)
    bad.write_text(STRANGER + "table.play(1.5)\nlen(table.is_over)\n")
    words = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--python-executable",
        str(base),
        "--cache-dir",
        str(tmp_path / "cache"),
    ]
    ran([*words, str(good)], cwd=tmp_path)
    done = subprocess.run(
        [*words, str(bad)], cwd=tmp_path, env=elsewhere(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stdout.count(": error:") == 2, done.stdout
