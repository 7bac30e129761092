"""Runs the command line and other programs in processes of their own; in a folder with the bot of `patient.py`, to end them in the middle."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from unittest import mock

from click.testing import CliRunner

ROOT = Path(__file__).resolve().parents[2]
LIMIT_S = 120


def variables(**more: str) -> dict[str, str]:
    """The environment: this checkout, interpreted, in English."""
    ours = {
        "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT / 'tests'}",
        "LUDOTHEQUE_RULES": "interpreted",
        "LC_ALL": "C.UTF-8",
    }
    return {**os.environ, **ours, "COLUMNS": "120", **more}


def until(true: Callable[[], object], program: subprocess.Popen[str] | None = None) -> None:
    """Wait until something is true; it is an error if that takes long, or if the program ends before."""
    began = time.monotonic()
    while not true():
        assert program is None or program.poll() is None, program.communicate()
        assert time.monotonic() - began < LIMIT_S
        time.sleep(0.02)


def python(
    *words: object,
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
    limit_s: float = LIMIT_S,
) -> subprocess.CompletedProcess[str]:
    """Run Python with these words to its end, in the environment of `variables` unless another is given.

    A program that takes longer than `limit_s` is ended; it is an error, which tells where the program was.
    """
    program = subprocess.Popen(
        [sys.executable, *map(str, words)],
        cwd=cwd,
        env={**(variables() if environment is None else environment), "PYTHONFAULTHANDLER": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with program:
        try:
            out, err = program.communicate(timeout=limit_s)
        except subprocess.TimeoutExpired:
            program.send_signal(signal.SIGABRT)  # on which Python says where each of its threads is
            try:
                out, err = program.communicate(timeout=5)
            except subprocess.TimeoutExpired:
                program.kill()
                try:
                    out, err = program.communicate(timeout=5)
                except subprocess.TimeoutExpired:  # what it started holds its pipes
                    out, err = "", "it was killed, and what it started goes on"
            raise AssertionError(
                f"{words} took more than {limit_s} s\n{out[-2000:]}\n{err[-6000:]}"
            ) from None
        except BaseException:
            program.kill()
            raise
    return subprocess.CompletedProcess(program.args, program.returncode, out, err)


class Patience:
    """A folder with the patient bot."""

    def __init__(self, folder: Path, **more: str) -> None:
        self.folder = folder
        self.variables = variables(**more)
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(Path(__file__).with_name("patient.py"), folder / "patient.py")

    def hold(self) -> None:
        """The bot shall wait."""
        (self.folder / "hold").touch()

    def release(self) -> None:
        """The bot need not wait."""
        (self.folder / "hold").unlink(missing_ok=True)
        for path in self.folder.glob("*.waits"):
            path.unlink()

    @property
    def waiting(self) -> list[int]:
        """The processes in which it waits."""
        return [int(path.stem) for path in self.folder.glob("*.waits")]

    def start(self, *words: object) -> subprocess.Popen[str]:
        """Start `ludotheque …` in this folder."""
        return subprocess.Popen(
            [sys.executable, "-m", "ludotheque", *map(str, words)],
            cwd=self.folder,
            env=self.variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def here(self, *words: object) -> tuple[int, str, str]:
        """Run `ludotheque …` to its end within this process, which is quicker: its exit code, output and errors."""
        from ludotheque.bots import own
        from ludotheque.cli.main import app

        sys.modules.pop("patient", None)  # another folder's
        own.find.cache_clear()
        ours = {name: self.variables[name] for name in ("LUDOTHEQUE_RULES", "LC_ALL", "COLUMNS")}
        with contextlib.chdir(self.folder), mock.patch.object(sys, "path", [str(self.folder), *sys.path]):
            done = CliRunner().invoke(app, [*map(str, words)], env=ours)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done.exit_code, done.stdout, done.stderr

    def run(self, *words: object) -> tuple[int, str, str]:
        """Run `ludotheque …` to its end in a process of its own: its exit code, output and errors."""
        program = self.start(*words)
        said, wrong = program.communicate(timeout=LIMIT_S)
        return program.returncode, said, wrong

    def ended_in_the_middle(self, sent: signal.Signals, out: str, *words: object) -> tuple[int, str, str]:
        """Run a command until the bot waits and there is a game in the folder `out`, and end it with a signal."""
        tail = self.folder / out / "_tail.jsonl"
        self.hold()
        program = self.start(*words)
        try:
            until(lambda: self.waiting and tail.stat().st_size, program)
            if sent is signal.SIGTERM:
                program.send_signal(sent)
            else:
                os.killpg(program.pid, sent)  # as a terminal does, or somebody who is out of patience
            said, wrong = program.communicate(timeout=LIMIT_S)
        finally:
            if program.poll() is None:
                os.killpg(program.pid, signal.SIGKILL)
                program.communicate()
        self.release()
        return program.returncode, said, wrong
