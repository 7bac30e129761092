"""With compiled rules the base needs neither NumPy nor Babel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

GAMES = ("billabong", "bantu", "boussanga", "banjooli-cross", "banzai")


@pytest.mark.parametrize("name", GAMES)
def test_tables_scenes_records_and_bots_need_no_numpy(name: str) -> None:
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("without_numpy.py"), name],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr[-2000:]


def test_importing_the_library_imports_little() -> None:
    program = "import sys, ludotheque; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    heavy = {"numpy", "babel", "asyncio", "sqlite3", "ssl", "http", "concurrent", "multiprocessing", "email"}
    assert not heavy & {name.partition(".")[0] for name in done.stdout.split()}
