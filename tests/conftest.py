"""What all tests share: where browsers are, and what a test leaves to the next ones."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import chromium

os.environ["LC_ALL"] = (
    "C.UTF-8"  # errors speak the language of the environment; tests read English unless they ask otherwise
)

gc.disable()  # while tests are collected: what is made then stays
ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "src" / "ludotheque" / "server" / "static"

# Begun in the background of a shell, this process ignores Ctrl-C, and so would every program that the tests interrupt.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# Begun with nohup, it ignores a closed terminal likewise.
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_collection_finish() -> None:
    """From here on there may be garbage, but not among the tests."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Remember what the programs started by a test inherit, before its fixtures are made."""
    item.stash[INHERITED] = _inherited()
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """A test leaves to the next ones what they inherit: a program that is started later must run as if it were alone."""
    result = yield
    if "structlog" in sys.modules:  # how log lines look, and where they go, is settled for a whole process
        sys.modules["structlog"].reset_defaults()
    if "ludotheque.server.base.logs" in sys.modules:
        sys.modules["ludotheque.server.base.logs"]._first.clear()
    left, before = _inherited(), item.stash[INHERITED]
    changed = {
        name: (before.get(name), left.get(name))
        for name in before | left
        if before.get(name) != left.get(name)
    }
    assert not changed, f"changed for the tests that follow: {changed}"
    return result


INHERITED = pytest.StashKey[dict[str, str]]()
OURS = (
    "LUDOTHEQUE_RULES",
    "LUDOTHEQUE_DATA",
    "PYTHONPATH",
    "PYTHONHOME",
    "HOME",
    "PATH",
    "LC_",
    "LANG",
)


def _inherited() -> dict[str, str]:
    """The variables and folders that change what a program does, and the folders in which this process looks for modules."""
    found = {name: value for name, value in os.environ.items() if name.startswith(OURS)}
    return found | {"folder": str(Path.cwd()), "sys.path": os.pathsep.join(sys.path)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave browser tests out, saying why, where there is no browser or no built client."""
    why = _no_browser()
    if why:
        left_out = pytest.mark.skip(reason=why)
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(left_out)


def _no_browser() -> str:
    if chromium.find() is None:
        return chromium.why_not()
    if not (STATIC / "index.html").is_file():
        return "the client is not built: make client"
    return ""


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The Chromium to drive; tests that ask for it are marked `browser`."""
    path = chromium.find()
    if path is None:
        pytest.skip(chromium.why_not())
    return path


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT
