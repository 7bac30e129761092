"""Programs of a user without a home: no `$HOME`, and a number that the system does not know, as containers give it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.core import data_folder
from ludotheque.core.errors import BadInput

NOBODY = """
import os, pwd, sys
for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "LUDOTHEQUE_DATA"):
    os.environ.pop(name, None)
def unknown(uid):
    raise KeyError(uid)
pwd.getpwuid = unknown
"""


def run(*words: str, code: str = "") -> subprocess.CompletedProcess[str]:
    argv = ["ludotheque", *words]
    program = NOBODY + (code or f"sys.argv = {argv!r}; from ludotheque.__main__ import main; main()")
    return subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
    )


def test_homes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("LUDOTHEQUE_DATA", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder.data_folder() == tmp_path / ".local" / "share" / "ludotheque"
    for given in (None, ""):
        if given is None:
            monkeypatch.delenv("HOME")
        else:
            monkeypatch.setenv("HOME", given)
        known = data_folder.home()
        assert known is not None
        assert known.is_absolute(), "what the system says, and not the folder that one happens to be in"

        def unknown() -> str:
            raise KeyError

        with monkeypatch.context() as patched:
            patched.setattr(data_folder, "_home_as_known", unknown)
            assert data_folder.home() is None
            with pytest.raises(BadInput, match="LUDOTHEQUE_DATA"):
                data_folder.data_folder()


def test_serving_names_the_variable_in_one_line() -> None:
    done = run("serve", "--port", "0")
    assert done.returncode == 1
    assert "LUDOTHEQUE_DATA" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_completion_says_that_it_has_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/bash")
    done = run("--install-completion")
    assert done.returncode == 1
    assert done.stderr.startswith("ludotheque: No start file was found for bash.\n")
