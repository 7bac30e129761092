"""What is published: bounds that were tried, one version, a changelog that tells of it, a page without dead links."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import ludotheque
from tests.project.installing import ROOT, elsewhere
from tools import bounds, changelog, release, site
from tools.hooks import for_index
from tools.say import Stop

INSIDE = ("numba", "uvicorn")
"""Packages whose inside is built on: the next minor version may break it."""


def _locked() -> dict[str, str]:
    """The newest versions, which the tests run with."""
    text = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==([0-9.]+)", text, re.MULTILINE))


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def test_every_dependency_has_a_lowest_version() -> None:
    """PyTorch is in no lock and not in `all`: its packages differ by accelerator, and weigh up to some gigabytes."""
    assert set(bounds.lowest()) <= set(_locked())
    assert len(bounds.lowest()) > 10


def test_packages_we_hook_into_are_capped_at_the_tested_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    lines = [*project["dependencies"], *extras["server"], *extras["compile"]]
    for name in INSIDE:
        (line,) = (line for line in lines if line.startswith(f"{name}>="))
        found = bounds.BOUNDED.fullmatch(line)
        assert found is not None
        assert found[3], f"{name} has no upper bound"
        major, minor = _numbers(_locked()[name])[:2]
        assert _numbers(found[3]) == (major, minor + 1), (
            f"{name} {major}.{minor} is locked, {line} is allowed"
        )


def test_a_dependency_without_a_lowest_version_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[project]\ndependencies = ["numpy"]\noptional-dependencies = {all = ["x[y]"], y = []}\n'
    )
    monkeypatch.setattr(bounds, "ROOT", tmp_path)
    with pytest.raises(Stop, match="numpy"):
        bounds.lowest()


def test_the_version_is_written_in_one_place() -> None:
    assert site.version() == ludotheque.__version__
    assert (
        "version"
        in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dynamic"]
    )


# ------------------------------------------------------------------------------------------------ the changelog

HEAD = "# Changelog\n\n"


def test_the_changelog_lets_this_version_be_released() -> None:
    changelog.ready((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), ludotheque.__version__)


@pytest.mark.parametrize("head", ["Unreleased", "[Unreleased]"])
def test_unreleased_entries_become_the_version(head: str) -> None:
    assert "`## 1.0.0 - " in changelog.ready(f"{HEAD}## {head}\n\n### Added\n\n- one\n", "1.0.0")


def test_on_the_day_nothing_is_left() -> None:
    text = f"{HEAD}## Unreleased\n\n## 1.0.0 - 2030-01-31\n\n### Added\n\n- one\n\n## 0.9.0 - 2029-01-31\n"
    assert changelog.ready(text, "1.0.0") == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "begins with no section"),
        ("## 1.0.0 - 2030-01-31\n\n### Added\n\n- one\n", "begins with no section"),
        ("## Unreleased\n", "says nothing of 1.0.0"),
        ("## Unreleased\n\n### Added\n\n- two\n\n## 1.0.0 - 2030-01-31\n\n### Added\n\n- one\n", "1 entries are still"),
        ("## Unreleased\n\n## 1.0.0\n\n### Added\n\n- one\n", "with its day"),
        ("## Unreleased\n\n## 1.0.0 - 2030-01-31\n", "at least one entry"),
        ("## Unreleased\n\n## 1.1.0 - 2030-01-31\n\n## 1.0.0 - 2030-01-31\n\n### Added\n\n- one\n", "come first"),
        ("## Soon\n", "neither"),
        ("## Unreleased\n\n### Novelties\n", "must be one of"),
        ("## Unreleased\n\n### Added\n\n### Added\n", "once in a version"),
        ("## Unreleased\n\n- one\n", "without a kind"),
    ],
)  # fmt: skip
def test_a_changelog_that_is_not_ready_says_why(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        changelog.ready(HEAD + text, "1.0.0")


# ------------------------------------------------------------------------------------------------ the page


def test_on_an_index_nothing_leads_to_a_file_that_is_not_there() -> None:
    text = for_index((ROOT / "README.md").read_text(encoding="utf-8"))
    assert "# ludotheque" in text
    assert ">>> from ludotheque import Table" in text
    assert re.findall(r"\]\((?!https?:|mailto:|#)", text) == []


def test_links_become_their_words_and_code_stays() -> None:
    page = "![a](b.png)\n\nSee [this](docs/a.md), [that](https://games.example) and ![c](d.png).\n\n```\n[x](y)\n```\n\n[z](q.md)\n"
    assert for_index(page) == "See this, [that](https://games.example) and .\n\n```\n[x](y)\n```\n\nz\n"


# ------------------------------------------------------------------------------------------------ all of it


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone of what is committed, with the built client and, if they are made, the parts of the site."""
    static, parts = ROOT / release.STATIC, ROOT / "build" / "site"
    if not (static / "index.html").is_file():
        pytest.skip("the client is not built: make client")
    done = subprocess.run(
        ["git", "clone", "--quiet", str(ROOT), str(tmp_path / "clone")],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"not a git checkout: {done.stderr}")
    shutil.copytree(static, tmp_path / "clone" / release.STATIC)
    if parts.is_dir():
        shutil.copytree(parts, tmp_path / "clone" / "build" / "site")
    return tmp_path / "clone"


def _checked(clone: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "tools/release.py"],
        cwd=clone,
        env=elsewhere(),
        capture_output=True,
        text=True,
        check=False,
    )


def test_nothing_is_released_that_is_not_committed(clone: Path) -> None:
    with (clone / "README.md").open("a", encoding="utf-8") as readme:
        readme.write("\nOne more line.\n")
    done = _checked(clone)
    assert done.returncode == 1
    assert "not committed:\n M README.md" in done.stderr


@pytest.mark.deep
def test_the_committed_state_can_be_released(clone: Path) -> None:
    if not (clone / "build" / "site").is_dir():
        pytest.skip("the parts of the site are not made: make site")
    done = _checked(clone)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{ludotheque.__version__} can be released" in done.stdout
    assert len(list((clone / "build" / "release" / "dist").iterdir())) == 3


@pytest.mark.deep
def test_the_lowest_and_the_newest_versions_work() -> None:
    done = subprocess.run(
        [sys.executable, "tools/bounds.py"],
        cwd=ROOT,
        env=elsewhere(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "lowest and newest: all is well" in done.stdout
