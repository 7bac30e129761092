"""Which deep tests are looked at: shares that are all tests together, what was changed first, an end when time is over."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.depth import deep
from tools import choosing, tests
from tools.choosing import EVERYTHING, Share

ROOT = Path(__file__).resolve().parents[2]
TESTS = [f"tests/bantu/test_laws.py::test_all[way-{number}]" for number in range(2000)]


def test_a_share_is_written_like_a_fraction() -> None:
    assert choosing.share("2/5") == Share(2, 5)
    for wrong in ("", "2", "0/5", "6/5", "a/b", "1/0", "2/5 "):
        with pytest.raises(ValueError, match="a share is written like 2/5"):
            choosing.share(wrong)


def test_shares_hold_every_test_once_and_are_of_similar_size() -> None:
    shares = [[test for test in TESTS if Share(number, 8).holds(test)] for number in range(1, 9)]
    assert sorted(test for share in shares for test in share) == sorted(TESTS)
    assert all(200 < len(share) < 300 for share in shares)


def test_the_share_changes_from_commit_to_commit() -> None:
    commits = [f"{number:040x}" for number in range(400)]
    drawn = [choosing.share_of(commit, 10) for commit in commits]
    assert {share.number for share in drawn} == set(range(1, 11))
    assert {share.of for share in drawn} == {10}
    assert choosing.share_of(commits[0], 10) == drawn[0]


@pytest.mark.parametrize(
    ("paths", "folders"),
    [
        (["src/ludotheque/games/banjooli_cross/rules/turns.py"], {"banjooli_cross"}),
        (["tests/bantu/naive.py", "src/ludotheque/games/banzai/scene.py"], {"bantu", "banzai"}),
        (["src/ludotheque/server/app.py", "tests/browser/test_pages.py"], {"server", "browser"}),
        (["src/ludotheque/core/table.py", "tests/bots/test_search.py"], {EVERYTHING, "bots"}),
        (["src/ludotheque/testing/law.py"], {EVERYTHING}),
        (["tests/conformance/test_laws.py"], {EVERYTHING}),
        (["client/src/App.svelte"], {"browser"}),
        (["tools/prepare.py", "bench/vector.py"], {"project"}),
        (["requirements-dev.lock"], {"project"}),
        (["README.md", "src/ludotheque/games/__init__.py"], set()),
    ],
)
def test_changed_files_belong_to_folders(paths: list[str], folders: set[str]) -> None:
    assert choosing.folders_of(paths) == folders


def test_a_test_belongs_to_its_folder_and_the_game_it_names() -> None:
    law = "tests/conformance/test_laws.py::test_every_game_keeps_the_laws[legal-banjooli-cross-3-tiles=6]"
    assert choosing.belongs(law, {"banjooli_cross"})
    assert not choosing.belongs(law, {"bantu", "server", EVERYTHING})
    assert choosing.belongs("tests/bantu/test_naive.py::test_whole_games_agree[many]", {"bantu"})
    assert not choosing.belongs("tests/banzai/test_naive.py::test_it[bantuesque]", {"bantu"})


def test_changed_folders_come_first_then_the_shares_in_order() -> None:
    share = Share(3, 4)
    turns = [choosing.order(test, False, share)[1] for test in TESTS]
    assert set(turns) == {0, 1, 2, 3}
    assert [turn == 0 for turn in turns] == [share.holds(test) for test in TESTS]
    assert choosing.order("last", True, share) < choosing.order(TESTS[turns.index(0)], False, share)


def test_if_everything_changed_two_shares_run() -> None:
    share = Share(4, 10)
    looked = {test for test in TESTS if choosing.chosen(test, share, {EVERYTHING})}
    assert looked == {test for test in TESTS if share.holds(test) or Share(5, 10).holds(test)}
    assert all(choosing.chosen(test, None, set()) for test in TESTS)
    assert all(choosing.chosen(test, share, {"bantu"}) for test in TESTS)


# ------------------------------------------------------------------------------------------------ what was changed


class Checkout:
    """A repository of its own, whose commits have the hours that one gives them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "-q", "-b", "main")

    def git(self, *words: str, **environment: str) -> str:
        who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        done = subprocess.run(
            ["git", *who, *words],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def commit(self, path: str, hour: int) -> str:
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_text(str(hour))
        self.git("add", path)
        when = f"{1_700_000_000 + hour * 3600} +0000"
        self.git("commit", "-q", "-m", path, GIT_AUTHOR_DATE=when, GIT_COMMITTER_DATE=when)
        return self.git("rev-parse", "HEAD")


def test_on_the_main_branch_the_last_day_is_looked_at(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path)
    checkout.commit("a.py", 0)
    assert choosing.changed(tmp_path) is None, "nothing to compare with"
    before = checkout.commit("b.py", 10)
    checkout.commit("src/c.py", 40)
    checkout.commit("src/d.py", 50)
    assert choosing.since(tmp_path) == before
    assert choosing.changed(tmp_path) == ["src/c.py", "src/d.py"]


def test_on_a_branch_all_its_changes_count_even_uncommitted_ones(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path)
    left = checkout.commit("a.py", 0)
    checkout.git("checkout", "-q", "-b", "work")
    checkout.commit("b.py", 1)
    checkout.commit("c.py", 90)
    (tmp_path / "new.py").write_text("")
    assert choosing.since(tmp_path) == left
    assert choosing.changed(tmp_path) == ["b.py", "c.py", "new.py"]
    assert choosing.commit(tmp_path) == checkout.git("rev-parse", "HEAD")


def test_outside_of_a_checkout_nothing_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert choosing.changed(tmp_path) is None
    assert choosing.commit(tmp_path) == ""


# ------------------------------------------------------------------------------------------------ in pytest

SOME = """
import pytest
@pytest.mark.parametrize("n", range(20))
@pytest.mark.deep
def test_deep(n): pass
def test_always(): pass
"""


def told(folder: Path, *words: str, fails: bool = False) -> tuple[dict[str, object], str]:
    """What the plugin tells of a run on a few tests, and pytest's own words."""
    (folder / "bantu").mkdir(exist_ok=True)
    (folder / "bantu" / "test_some.py").write_text(SOME)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n    deep: goes further\n")
    path = folder / "told.json"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-rs",
        "-p",
        "tools.telling",
        "-p",
        "no:cacheprovider",
        "--tell",
        path,
    ]
    command += ["-c", folder / "pytest.ini", "--rootdir", folder.parent, *words, folder]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in ((1,) if fails else (0, 5)), done.stdout + done.stderr
    return json.loads(path.read_text()), done.stdout


def test_make_test_counts_what_it_leaves_out(tmp_path: Path) -> None:
    found, _ = told(tmp_path, "-m", "not deep")
    assert (found["outcomes"], found["left"]) == ({"passed": 1}, 20)


@pytest.mark.deep
def test_shares_are_all_of_it(tmp_path: Path) -> None:
    in_a_process: dict[int, tuple[str, ...]] = {2: ("-n", "1")}
    shares = [
        told(tmp_path, "-m", "deep", "--share", f"{number}/3", *in_a_process.get(number, ()))[0]
        for number in (1, 2, 3)
    ]
    passed = [share["outcomes"].get("passed", 0) for share in shares]  # type: ignore[attr-defined]
    assert sum(passed) == 20
    assert [share["left"] for share in shares] == [20 - count for count in passed]


@pytest.mark.deep
def test_changed_folders_are_tested_in_any_share(tmp_path: Path) -> None:
    found, _ = told(tmp_path, "-m", "deep", "--share", "1/3", "--first", "bantu")
    assert (found["outcomes"], found["left"]) == ({"passed": 20}, 0)


@pytest.mark.deep
def test_no_test_starts_after_the_time_is_up_and_it_says_so(tmp_path: Path) -> None:
    found, said = told(tmp_path, "-m", "deep", "--until", str(time.time() - 1))
    assert (found["outcomes"].get("skipped", 0), found["late"], found["late_first"]) == (0, 20, 0)  # type: ignore[attr-defined]
    found, _ = told(tmp_path, "-m", "deep", "--until", str(time.time() - 1), "--first", "bantu")
    assert (found["late"], found["late_first"]) == (20, 20)
    assert "the time was over: make test-deep looks at it" in said


ENDS_SOON = """
import time
def pytest_collection_finish(session):
    session.config.option.until = session.config.option.end = time.time() + 3
"""
HANGING = """
import time, pytest
@pytest.mark.deep
def test_that_fails(): assert 1 == 2
@pytest.mark.deep
def test_that_hangs():
    while True:
        try:
            time.sleep(60)
        except Exception:
            pass
"""


@pytest.mark.parametrize(
    "processes", [deep(pytest.param((), id="here")), pytest.param(("-n", "1"), id="in a process")]
)
def test_tests_running_at_the_end_are_left_and_reported(tmp_path: Path, processes: tuple[str, ...]) -> None:
    (tmp_path / "test_hanging.py").write_text(HANGING)
    (tmp_path / "conftest.py").write_text(ENDS_SOON)
    found, said = told(tmp_path, "-m", "deep", *processes, fails=True)
    assert found["outcomes"] == {"failed": 1, "passed": 20, "skipped": 0}
    assert found["late"] == 1
    assert "the time was over: make test-deep looks at it" in said


def test_a_hanging_run_is_killed_and_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stuck = tmp_path / "test_stuck.py"
    stuck.write_text("import time\ndef test_stuck(): time.sleep(600)\n")
    monkeypatch.setattr(tests, "HANGS_S", 3.0)
    part = tests.run_tests(tests.Run("stuck", ("-c", os.devnull, str(stuck))), until=time.time())
    assert part.code == tests.HANGS
    assert part.seconds < 60
    assert "failed" in tests.table([part], 1.0)[2]
