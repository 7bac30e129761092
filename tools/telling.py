"""A pytest plugin for `tools/tests.py`: chooses deep tests, and reports what ran, what was left and how long it took."""

from __future__ import annotations

import json
import signal
import time
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tools import choosing

COUNTED: Counter[str] = Counter()
"""What costs most, counted where it happens: `servers` started, `pages` opened in browsers."""
TOO_LATE = "the time was over: make test-deep looks at it"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options that `tools/tests.py` gives."""
    group = parser.getgroup("ludotheque")
    group.addoption("--share", type=choosing.share, help="only this share of the deep tests, such as 2/5")
    group.addoption("--first", action="append", default=[], help="a folder whose deep tests run first")
    group.addoption("--until", type=float, help="the time (Unix seconds) from which no deep test starts")
    group.addoption(
        "--end", type=float, help="the time (Unix seconds) at which running deep tests are given up"
    )
    group.addoption("--tell", type=Path, help="a file for a report of what was run, as JSON")


def pytest_configure(config: pytest.Config) -> None:
    """Register one teller a session, here and in each process of xdist."""
    config.pluginmanager.register(Teller(config), "teller")


class Teller:
    """Counts of one run."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.outcomes: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()
        self.left = self.late = self.late_first = 0
        self.failed: dict[str, None] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Count the deep tests, and drop those that are not chosen, before pytest looks at marks."""
        share, first = self.config.getoption("share"), self.config.getoption("first")
        looks_deep = "not deep" not in self.config.getoption("markexpr")
        kept: list[tuple[Any, pytest.Item]] = []
        left = []
        for number, item in enumerate(items):
            if not item.get_closest_marker("deep"):
                kept.append(((False, -1, number), item))
            elif looks_deep and choosing.chosen(item.nodeid, share, first):
                place = choosing.order(item.nodeid, choosing.belongs(item.nodeid, first), share)
                kept.append(((*place, choosing.drawn(item.nodeid) if share else number), item))
            else:
                left.append(item)
        self.left = len(left)
        items[:] = [item for _, item in sorted(kept, key=lambda pair: pair[0])]
        if left:
            self.config.hook.pytest_deselected(items=left)

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Start deep tests only while there is time."""
        until = self.config.getoption("until")
        if until is not None and item.get_closest_marker("deep") and time.time() > until:
            pytest.skip(TOO_LATE)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """Give up a deep test that is still running at the end, as if it had not begun."""
        end = self.config.getoption("end")
        if end is None or not item.get_closest_marker("deep"):
            return (yield)
        before = signal.signal(signal.SIGALRM, _too_late)
        signal.setitimer(signal.ITIMER_REAL, max(end - time.time(), 0.001))
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Count a file that cannot be read as failed."""
        if report.failed:
            self.failed[report.nodeid] = None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count outcomes, and the seconds of each folder."""
        parts = report.nodeid.split("::")[0].split("/")
        self.seconds["/".join(parts[1:-1]) or parts[-1]] += report.duration
        if report.when == "call" or report.outcome != "passed":
            late = report.outcome == "skipped" and TOO_LATE in str(report.longrepr)
            self.late += late
            self.late_first += late and choosing.belongs(report.nodeid, self.config.getoption("first"))
            self.outcomes[report.outcome] += not late
            if report.outcome == "failed":
                self.failed[report.nodeid] = None

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over the counts of a process of xdist. Each process collects all tests, so each has left the same ones."""
        output = getattr(node, "workeroutput", {})
        self.left = output.get("left", self.left)
        COUNTED.update(output.get("counted", {}))

    def pytest_sessionfinish(self) -> None:
        """Report to the parent process, or to the file."""
        output = getattr(self.config, "workeroutput", None)
        if output is not None:
            output |= {"left": self.left, "counted": dict(COUNTED)}
            return
        path = self.config.getoption("tell")
        if path is not None:
            told = {
                "outcomes": self.outcomes,
                "seconds": self.seconds,
                "left": self.left,
                "late": self.late,
                "late_first": self.late_first,
                "failed": list(self.failed),
                "counted": COUNTED,
            }
            path.write_text(json.dumps(told), encoding="utf-8")


def _too_late(*_: object) -> None:
    pytest.skip(TOO_LATE)
