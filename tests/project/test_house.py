"""The house's own rules: complete words, locks without addresses, a wheel that would carry everything."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ludotheque.cli import extras as extra
from tools import lock, references

ROOT = Path(__file__).resolve().parents[2]


def _tracked(*patterns: str) -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode != 0:
        pytest.skip("not a git checkout: the list of files is git's")
    return [path for line in listed.stdout.splitlines() if (path := ROOT / line).is_file()]


def _project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def _names(*lists: list[str]) -> set[str]:
    """The packages of lists of requirements, without the library itself (an extra may hold another one)."""
    return {re.split(r"[><=\[; ]", line)[0] for lines in lists for line in lines} - {"ludotheque"}


def _depended_on(*extras: str) -> set[str]:
    """What the library needs with these extras; with all of them if none is named."""
    project = _project()["project"]
    optional = project["optional-dependencies"]
    return _names(project["dependencies"], *(optional[name] for name in extras or optional))


@pytest.mark.parametrize("name", lock.FILES)
def test_locks_hold_hashes_and_no_addresses(name: str) -> None:
    """PyTorch is in none: it differs from machine to machine (docs/notes/0029). Checkouts make the parts of `site` themselves."""
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    pinned = re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE)
    groups = _project()["dependency-groups"]
    names = {
        lock.RUN: _depended_on(*lock.RUN_EXTRAS) | _names(groups["build"]),
        lock.DEVELOP: _depended_on(
            *(_project()["project"]["optional-dependencies"].keys() - {"train", "site"})
        )
        | _names(*(groups[each["include-group"]] for each in groups["dev"])),
        lock.SITE: _names(groups["site"]),
    }[name]
    assert names
    assert names <= set(pinned), f"not locked: {names - set(pinned)}; run make lock"
    unhashed = re.findall(r"^[a-z0-9-]+==[^\\\n]*$", text, re.MULTILINE)
    assert not unhashed, f"without a hash: {unhashed}"


def test_locked_npm_packages_name_no_registry() -> None:
    text = (ROOT / "client" / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved": "http' not in text
    assert '"integrity"' in text


def test_imports_match_the_dependencies() -> None:
    """Numba brings the one version of llvmlite that it works with; ziglang is a program, and ludotheque-site holds files."""
    others = _imported(ROOT / "src")
    assert others - _depended_on() == set(), "imported, but not a dependency"
    assert _depended_on() - others == {"ziglang", "ludotheque-site"}, "a dependency that nothing imports"


MODULES = {"argon2": "argon2-cffi", "prometheus_client": "prometheus-client", "pyspiel": "open-spiel"}
"""Modules whose package has another name."""

BASE = ("core", "scene", "table", "games", "bots", "testing", "lab", "i18n", "scaffold")
"""The folders that need no extra."""


def test_only_the_command_line_and_the_server_need_extras() -> None:
    package, project = ROOT / "src" / "ludotheque", _project()["project"]
    base, extras = _names(project["dependencies"]), project["optional-dependencies"]
    terminal, server = _names(extras["terminal"]), _names(extras["server"])
    assert {path.name for path in package.iterdir() if path.is_dir()} - {"__pycache__"} == {
        *BASE,
        "cli",
        "compiler",
        "envs",
        "press",
        "server",
        "site",
        "train",
    }
    assert _imported(package / "press") <= base | server
    assert _at_once(package / "press") & server == set(), "boxes are printed without the extra server"
    assert _imported(package / "site") <= base | server
    lab, tune = _names(extras["lab"]) | _names(extras["cluster"]), _names(extras["tune"])
    for folder in BASE:
        assert _imported(package / folder) <= (base | lab | tune if folder == "lab" else base), (
            f"{folder} needs an extra"
        )
        assert _at_once(package / folder) & (lab | tune) == set(), "a laboratory starts without its extras"
    assert _names(extras["lab"]) == set(extra.LAB), "cli/extras.py names others"
    assert _names(extras["cluster"]) == set(extra.CLUSTER), "cli/extras.py names others"
    assert _imported(package / "compiler") <= base | {"llvmlite", "numba"}
    envs = _names(extras["envs"])
    assert _imported(package / "envs") <= base | envs
    train = _names(extras["train"])
    assert _imported(package / "train") == {"numpy"} | train
    assert _imported(package / "cli") <= base | terminal | train
    bare = [
        package / "envs" / name
        for name in ("__init__.py", "fields.py", "seats.py", "stepping.py", "vector.py")
    ]
    assert not [path.name for path in bare if _at_once(path) & MODULES.keys() | _at_once(path) & envs], (
        "the vector needs no extra"
    )
    notify = _names(extras["notify"])
    postgres = _names(extras["postgres"])
    assert _imported(package / "server") <= base | server | notify | postgres
    at_once = [path.name for path in (package / "server").rglob("*.py") if _at_once(path) & postgres]
    assert at_once == [], "a server starts without the extra postgres"
    assert "ludotheque[server]" in extras["postgres"], "it is the server that keeps tables there"
    assert _at_once(package / "server") & notify == set(), "a server starts without the extra notify"
    assert "ludotheque[server]" in extras["notify"], "it is the server that calls people"
    assert notify == set(extra.NOTIFY), "cli/extras.py names others"
    assert "ludotheque[terminal]" in extras["server"], "`ludotheque serve` is a command"
    assert _at_once(package / "cli") & train == set(), "the command line starts without the extra train"
    of_server = {MODULES.get(each, each) for each in extra.SERVER}
    named = (set(extra.TERMINAL), of_server, set(extra.TRAIN), set(extra.TUNE))
    assert (terminal, server, train, tune) == named, "cli/extras.py names others"


@cache
def _imports(path: Path) -> set[tuple[str, bool]]:
    """The packages that a file imports, each with whether it does so as soon as it is imported itself."""
    found = set()
    waiting = [(node, True) for node in ast.parse(path.read_text(encoding="utf-8")).body]
    while waiting:
        node, at_once = waiting.pop()
        if isinstance(node, ast.Import):
            found |= {(name.name.split(".")[0], at_once) for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            if node.module and not node.level:
                found.add((node.module.split(".")[0], at_once))
        else:  # an import is a statement, and statements stand in statements alone
            blocks = [
                getattr(node, name, []) for name in ("body", "orelse", "finalbody", "handlers", "cases")
            ]
            waiting += [(each, False) for block in blocks for each in block]
    return found


def _at_once(folder: Path) -> set[str]:
    """The packages that a file, or the files of a folder, import as soon as they are imported themselves."""
    files = [folder] if folder.is_file() else folder.rglob("*.py")
    return {module for path in files for module, at_once in _imports(path) if at_once}


def _imported(folder: Path) -> set[str]:
    """The packages of others that the files of a folder import."""
    files = (path for path in folder.rglob("*.py") if "template" not in path.parts)  # a new game's own files
    imported = {module for path in files for module, _ in _imports(path)}
    imported -= {"llvmlite"}  # a part of Numba, which fixes its version
    imported -= {"pytest"}  # whoever calls ludotheque.testing.every_law has it already
    imported -= set(sys.stdlib_module_names) | {"ludotheque"}
    return {MODULES.get(module, module) for module in imported}


def test_every_dependency_has_its_reason() -> None:
    reasons = (ROOT / "docs" / "adr" / "0005-tooling-and-dependencies.md").read_text(encoding="utf-8")
    groups = _project()["dependency-groups"]
    names = _depended_on() | _names(*(groups[name] for name in ("build", "test", "check", "docs", "release")))
    assert not [name for name in sorted(names) if name not in reasons]


def test_links_between_documents_lead_somewhere() -> None:
    broken = []
    for page in _tracked("*.md"):
        for target in re.findall(r"\]\((?!https?:|mailto:|#)([^)#\s]+)", page.read_text(encoding="utf-8")):
            if not (page.parent / target).exists() and not (page.parent / f"{target}.md").exists():
                broken.append(f"{page.relative_to(ROOT)} → {target}")
    assert not broken


def test_documentation_lists_every_page() -> None:
    listed = (ROOT / "docs" / "index.md").read_text(encoding="utf-8").splitlines()
    assert "adr/*" in listed
    assert "notes/index" in listed
    pages = [path.stem for path in (ROOT / "docs").glob("*.md") if path.stem != "index"]
    assert [page for page in pages if page not in listed] == []


def test_each_note_has_its_line() -> None:
    notes = ROOT / "docs" / "notes"
    listed = (notes / "index.md").read_text(encoding="utf-8")
    names = [path.name for path in notes.glob("0*.md")]
    assert len(names) > 30
    assert [name for name in names if f"]({name}): " not in listed] == []


def test_architecture_names_files_that_games_have() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page[page.index("| file of a game |") : page.index("## A table is a journal")]
    named = {
        name
        for row in table.splitlines()
        for name in re.findall(r"`(\w+\.(?:py|toml))`", row.split(" | ")[0])
    }
    missing = {name for name in named if not list((ROOT / "src" / "ludotheque" / "games").glob(f"*/{name}"))}
    assert len(named) > 15
    assert not missing


def test_architecture_names_each_decision() -> None:
    listed = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert [
        path.name for path in (ROOT / "docs" / "adr").glob("*.md") if f"(adr/{path.name})" not in listed
    ] == []


def test_a_decision_has_one_number_and_one_place() -> None:
    names = [path.name for folder in ("adr", "notes") for path in (ROOT / "docs" / folder).glob("0*.md")]
    assert len(names) == len({name[:4] for name in names})


def test_every_field_of_a_view_has_a_meaning() -> None:
    untold = [
        f"{game.name}.{name}"
        for game in references.our_games()
        for name, *_, meaning in references.rows(game)
        if not meaning
    ]
    assert untold == [], "write what it means beside the field in state.py"


def test_generated_pages_are_up_to_date() -> None:
    for path, text in references.pages().items():
        assert path.read_text(encoding="utf-8") == text, "python tools/references.py"


def test_parts_loaded_later_report_a_failure() -> None:
    """A part fetched bare stays blank where the connection is gone; `Later` says it, and lets one try again."""
    client = ROOT / "client" / "src"
    bare = re.compile(r"\{#await import\(")
    pages = sorted(client.rglob("*.svelte"))
    assert len(pages) > 60
    assert [
        str(page.relative_to(client)) for page in pages if bare.search(page.read_text(encoding="utf-8"))
    ] == []
    assert sum("<Later " in page.read_text(encoding="utf-8") for page in pages) > 4


def test_documents_name_files_that_exist() -> None:
    """Decisions that were superseded tell of files that are gone."""
    named = re.compile(r"`((?:[\w-]+/)+[\w-]+\.(?:py|ts|svelte|sql|conf))`")
    package = ROOT / "src" / "ludotheque"
    places = [ROOT, package.parent, package, package / "server", ROOT / "client", ROOT / "client" / "src"]
    wrong, seen = [], 0
    for path in _tracked("*.md"):
        text = path.read_text(encoding="utf-8")
        if "*Superseded" in text[:1000] or path.name == "CHANGELOG.md":
            continue
        for name in named.findall(text):
            seen += 1
            if not any((place / name).is_file() for place in (*places, path.parent)):
                wrong.append(f"{path.relative_to(ROOT)}: {name}")
    assert seen > 100
    assert not wrong, "\n".join(wrong)
