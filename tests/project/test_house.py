"""The house's own rules: complete words, locks without addresses, a wheel that would carry everything."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ludotheque.core import registry
from tools import translations, views

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


def test_words_are_complete_in_both_languages() -> None:
    assert translations.problems() == []


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock", "requirements-docs.lock"])
def test_locks_hold_hashes_and_no_addresses(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    pinned = re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE)
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    names = {re.split(r"[><=\[; ]", line)[0] for line in wanted}
    assert names <= set(pinned), f"not locked: {names - set(pinned)}; run make lock"
    unhashed = re.findall(r"^[a-z0-9-]+==[^\\\n]*$", text, re.MULTILINE)
    assert not unhashed, f"without a hash: {unhashed}"


def test_locked_npm_packages_name_no_registry() -> None:
    text = (ROOT / "client" / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved": "http' not in text
    assert '"integrity"' in text


def test_what_the_package_imports_is_what_it_depends_on() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {re.split(r"[><=\[; ]", line)[0] for line in project["dependencies"]}
    imported = set()
    for path in (ROOT / "src").rglob("*.py"):
        if "template" in path.parts:
            continue  # a new game's own files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {name.name.split(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                imported.add(node.module.split(".")[0])
    others = imported - set(sys.stdlib_module_names) - {"ludotheque"}
    others -= {"llvmlite"}  # a part of Numba, which fixes its version
    others -= {"pytest"}  # whoever calls ludotheque.testing.every_law has it already
    assert others - wanted == set(), "imported, but not a dependency"
    assert wanted - others == set(), "a dependency that nothing imports"


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    reasons = (ROOT / "docs" / "adr" / "0005-tooling-and-dependencies.md").read_text(encoding="utf-8")
    groups = project["dependency-groups"]
    lines = [*project["project"]["dependencies"], *groups["test"], *groups["check"], *groups["docs"]]
    names = [re.split(r"[><=\[; ]", line)[0] for line in lines]
    assert not [name for name in names if name not in reasons]


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
    pages = [path.stem for path in (ROOT / "docs").glob("*.md") if path.stem != "index"]
    assert [page for page in pages if page not in listed] == []


def test_every_field_of_a_view_is_told() -> None:
    untold = [
        f"{game.name}.{name}"
        for game in registry.installed_games().values()
        if game.package.startswith("ludotheque.games.")
        for name, *_, meaning in views.rows(game)
        if not meaning
    ]
    assert untold == [], "write what it means beside the field in state.py"
    assert views.PAGE.read_text(encoding="utf-8") == views.page(), "python tools/views.py"
