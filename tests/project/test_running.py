"""How `make test` and `make test-deep` run tests: side by side where that does no harm, and with a table at the end."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark.expression import Expression

from tests.cli.running import python, variables
from tools import tests as running

MARKS = [(), ("browser",), ("alone",), ("browser", "alone")]


def marks_of(run: running.Run) -> Expression:
    """What a run asks of marks."""
    return Expression.compile(run.arguments[run.arguments.index("-m") + 1])


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize(("marks", "is_deep"), list(itertools.product(MARKS, [False, True])))
def test_every_test_runs_in_one_of_the_runs_and_only_once(
    deep: bool, marks: tuple[str, ...], is_deep: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "files_marked", lambda *_: ["tests/some.py"])
    held = {*marks, *(["deep"] if is_deep else [])}
    chosen = [run for run in running.runs([], deep) if marks_of(run).evaluate(lambda name, **_: name in held)]
    assert len(chosen) == (is_deep is deep)


def test_a_run_reads_only_files_with_its_tests() -> None:
    runs = [*running.runs([])[1:], *running.runs([], deep=True)[1:]]
    for run, folder in zip(runs, ("tests/server/", "tests/browser/") * 2, strict=True):
        files = [word for word in run.arguments if word.endswith(".py")]
        assert files
        assert all((running.ROOT / file).is_file() for file in files)
        assert any(file.startswith(folder) for file in files)
        assert not any(word.endswith(".py") for word in running.runs(["tests/core"])[1].arguments)


@pytest.mark.parametrize("deep", [False, True])
def test_all_tests_in_browsers_run_with_the_others_in_browsers(deep: bool) -> None:
    """A deep case may be marked by `tests.depth` alone: its file is read all the same."""
    files = {path.name for path in (running.ROOT / "tests" / "browser").glob("test_*.py")}
    run = running.runs([], deep)[-1]
    assert files == {Path(word).name for word in run.arguments if word.startswith("tests/browser/")}


@pytest.mark.parametrize("words", [["-n", "0"], ["-n0", "-k", "birds"], ["-m", "rule"], ["--dist=no"]])
def test_explicit_pytest_options_are_obeyed(words: list[str]) -> None:
    assert [list(run.arguments) for run in running.runs(words)] == [words]


def test_arguments_go_to_every_run() -> None:
    assert [run.arguments[-2:] for run in running.runs(["-k", "birds"])] == [("-k", "birds")] * 3


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ([0, 0], 0),
        ([0, 1], 1),
        ([1, 0], 1),
        ([5, 0], 0),
        ([0, 5], 0),
        ([5, 1], 1),
        ([5, 5], 5),
        ([5], 5),
        ([2, 1], 2),
    ],
)
def test_one_verdict_is_given_for_all(codes: list[int], expected: int) -> None:
    assert running.verdict(codes) == expected


def test_the_table_shows_each_part_and_what_was_left() -> None:
    counted = {
        "outcomes": {"passed": 12, "skipped": 1},
        "seconds": {"bantu": 61.0, "core": 3.0},
        "left": 900,
        "late": 0,
    }
    parts = [running.Part("setting up", 65.2, 0), running.Part("Python", 126, 1, counted)]
    said = running.table(parts, 200)
    assert [line.split() for line in said if "setting" in line] == [["1:05", "setting", "up"]]
    assert any("2:06" in line and "12 passed, 1 skipped" in line for line in said)
    assert any("bantu 1:01, core 0:03" in line for line in said)
    assert said[-1].split() == ["3:20", "in", "all"]
    assert running.left_over(parts, deep=False) == ["left to `make test-deep`: 900 tests that go further"]
    late = [running.Part("Python", 1, 0, {"left": 0, "late": 3})]
    assert running.left_over(late, deep=True) == ["left because the time was over: 3 tests of this share"]


def test_a_part_that_failed_or_found_nothing_says_so() -> None:
    said = running.table([running.Part("the client", 1, 1), running.Part("in browsers", 1, 5)], 2)
    assert [line.split()[-1] for line in said if ":01" in line] == ["failed", "none"]


@pytest.mark.parametrize("name", [running.SIDE_BY_SIDE, running.ONE_BY_ONE, running.IN_BROWSERS])
@pytest.mark.parametrize(
    ("code", "failed", "second", "verdict", "tried"),
    [
        (1, ["a::b", "a::c"], 0, 0, 1),
        (1, ["a::b"], 1, 1, 1),
        (1, [f"a::{n}" for n in range(4)], 0, 1, 0),
        (2, ["a::b"], 0, 2, 0),
        (1, [], 0, 1, 0),
        (0, [], 0, 0, 0),
    ],
)
def test_the_few_that_fail_are_tried_again_and_named(
    name: str,
    code: int,
    failed: list[str],
    second: int,
    verdict: int,
    tried: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runs: list[running.Run] = []

    def run(chosen: running.Run) -> running.Part:
        runs.append(chosen)
        return running.Part(chosen.name, 1, second)

    monkeypatch.setattr(running, "run_tests", run)
    first = running.Part(name, 1, code, {"failed": failed})
    parts = [first, *running.once_more(first)]
    assert running.verdict([part.code for part in parts]) == verdict
    assert [list(each.arguments) for each in runs] == [["-m", "", *failed]] * tried
    named = [line for line in running.left_over(parts, deep=False) if "tried again" in line]
    assert named == (
        [f"failed, and passed when tried again: {each}" for each in failed] if tried and not second else []
    )


def test_every_part_of_make_test_has_a_falling_budget() -> None:
    budgets = running.BUDGETS_S
    assert {run.name for run in running.runs([])} <= set(budgets)
    beside = min(budgets[running.COMPILING], budgets[running.CLIENT])  # these two share the processors
    assert sum(budgets.values()) - beside <= 36 * 60


@pytest.mark.parametrize(
    ("times", "busy", "says", "grown"),
    [
        (1.0, 2.0, None, False),
        (1.2, 2.4, "the machine may have been busy", False),
        (2.0, 1.6, "the machine may have been busy", False),
        (1.6, 3.0, "it has grown", True),
    ],
)
def test_a_part_over_budget_is_named_and_fails_if_it_grew(
    times: float, busy: float, says: str | None, grown: bool
) -> None:
    budget = running.BUDGETS_S[running.IN_BROWSERS]
    part = running.Part(running.IN_BROWSERS, times * budget, 0, busy=busy * budget)
    lines, fails = running.over_budget([running.Part("anything else", 9999, 0, busy=9999), part])
    assert fails is grown
    assert [says in line and "in browsers" in line for line in lines] == ([] if says is None else [True])


def test_pages_and_servers_are_counted_and_too_many_fail() -> None:
    most = running.MOST_COUNTED
    many = {"pages": most["pages"], "servers": 1}
    parts = [running.Part("one", 1, 0, {"counted": many}), running.Part("two", 1, 0, {"counted": {}})]
    assert running.over_budget(parts) == ([], False)
    assert any(line.strip() == f"{most['pages']} pages, 1 servers" for line in running.table(parts, 2))
    parts[1].told["counted"] = {"pages": 1}
    (line,), grown = running.over_budget(parts)
    assert grown
    assert line == f"over the budget of {most['pages']} pages: {most['pages'] + 1} (it has grown)"


def test_a_report_names_the_failures(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text("def test_good(): pass\n\ndef test_bad(): assert 0\n")
    told = tmp_path / "told.json"
    words = [
        "-m",
        "pytest",
        "-q",
        "-p",
        "tools.telling",
        "--tell",
        told,
        "-p",
        "no:cacheprovider",
        "-c",
        "/dev/null",
        "--rootdir",
        tmp_path,
        tmp_path,
    ]
    where: dict[str, Any] = {"cwd": running.ROOT, "environment": variables(PYTHONPATH=str(running.ROOT))}
    done = python(*words, **where)
    assert done.returncode == 1, done.stderr
    report = json.loads(told.read_text())
    assert report["failed"] == ["test_some.py::test_bad"]
    assert report["outcomes"] == {"passed": 1, "failed": 1}
    (tmp_path / "test_some.py").write_text("import nothing_of_the_kind")
    done = python(*words, **where)
    assert done.returncode > 0
    assert json.loads(told.read_text())["failed"] == ["test_some.py"]
