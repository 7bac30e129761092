"""`play` at a real terminal: completing with Tab, Ctrl-C, a terminal that is closed, colours, a width; and through pipes."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

from ludotheque.core import record
from ludotheque.table.replay import replay

ROOT = Path(__file__).resolve().parents[2]
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[()][A-B]|\r")


def environment(data: Path, **more: str) -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    return {
        **own,
        "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT / 'tests'}",
        "LUDOTHEQUE_DATA": str(data),
        "LUDOTHEQUE_RULES": "interpreted",
        "TERM": "xterm-256color",
        "LC_ALL": "C.UTF-8",
        "PYTHONIOENCODING": "utf-8",
        **more,
    }


class Terminal:
    """The program at a terminal of its own; `raw` is all that it wrote."""

    def __init__(self, words: list[str], data: Path, columns: int, lines: int, **more: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.program = subprocess.Popen(
            [sys.executable, "-m", "ludotheque", "play", *words],
            env=environment(data, **more),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.raw = ""
        self.seen = 0

    def wait_for(self, text: str, seconds: float = 60) -> str:
        """What was written since the last call, up to and with this text."""
        until = time.monotonic() + seconds
        while text not in (plain := _ESCAPES.sub("", self.raw))[self.seen :]:
            left = until - time.monotonic()
            assert left > 0, f"{text!r} never came: {plain[self.seen :]!r}"
            if select.select([self.master], [], [], min(left, 0.5))[0]:
                self.raw += self.read()
        begin, self.seen = self.seen, plain.index(text, self.seen) + len(text)
        return plain[begin : self.seen]

    def read(self) -> str:
        try:
            return os.read(self.master, 65536).decode("utf-8", "replace")
        except OSError:  # the program has closed its end
            return ""

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def leaves(self, seconds: float = 30) -> int:
        """The exit code, once it has left; what it still wrote is read."""
        until = time.monotonic() + seconds
        while self.program.poll() is None and time.monotonic() < until:
            if select.select([self.master], [], [], 0.1)[0]:
                self.raw += self.read()
        code = self.program.wait(timeout=1)
        while select.select([self.master], [], [], 0.1)[0] and (rest := self.read()):
            self.raw += rest
        return code

    def ctrl_c(self) -> int:
        """The exit code after Ctrl-C, pressed again each second: Python misses one that comes between readline's prompt and its wait for keys."""
        until = time.monotonic() + 30
        while self.program.poll() is None and time.monotonic() < until:
            self.type("\x03")
            with contextlib.suppress(subprocess.TimeoutExpired):
                return self.leaves(seconds=5)
        return self.leaves(seconds=5)

    def rest(self) -> str:
        return _ESCAPES.sub("", self.raw)[self.seen :]


@contextlib.contextmanager
def terminal(
    words: list[str], data: Path, columns: int = 80, lines: int = 24, **more: str
) -> Iterator[Terminal]:
    opened = Terminal(words, data, columns, lines, **more)
    try:
        yield opened
    finally:
        if opened.program.poll() is None:
            opened.program.kill()
            opened.program.wait()
        with contextlib.suppress(OSError):
            os.close(opened.master)


def kept(data: Path) -> list[str]:
    (path,) = (data / "terminal").glob("*.jsonl")
    return [event.text for event in replay(record.loads(path.read_text(encoding="utf-8"))).events]


DUEL = ["billabong", "--option", "mode=duel", "--first", "1", "--seed", "8", "--lang", "en"]


def test_a_table_at_a_terminal(tmp_path: Path) -> None:
    with terminal(DUEL, tmp_path) as opened:
        opened.wait_for("Enter to begin")
        opened.type("\n")
        shown = opened.wait_for("You > ")
        lines = shown.splitlines()
        assert max(map(len, lines)) <= 80
        assert any(re.match(r" 7  ·.*~~~~~~~~~~~~~", line) for line in lines)
        assert any("▸ R● You" in line for line in lines)
        for cell in ("k3", "j3", "l5", "m4", "k6"):
            opened.type(f"{cell}\n")
            shown = opened.wait_for("You > ")
        assert "Greedy — A blue kangaroo: placed on" in shown
        assert "[b]" in shown
        assert re.search(r"\x1b\[[0-9;]*48;(2|5)", opened.raw) is None, "nobody races yet"
        opened.type("k3-\t\t")
        opened.wait_for("k3-k4  ")
        opened.wait_for("You > k3-")
        opened.type("k4\n")
        assert "from k3 to k4" in opened.wait_for("You > ")
        opened.type("qui\t\n")
        assert opened.leaves() == 0
        assert "ludotheque play --resume" in opened.rest().splitlines()[-1]
    assert "k3-k4" in kept(tmp_path)


def test_the_screen_is_no_wider_than_it_is(tmp_path: Path) -> None:
    for columns in (60, 100):
        with terminal([*DUEL, "--save", str(tmp_path / f"{columns}.jsonl")], tmp_path, columns) as opened:
            opened.wait_for("Enter to begin")
            opened.type("\n")
            shown = opened.wait_for("You > ")
            widths = [len(line) for line in shown.splitlines() if "jsonl" not in line]
            assert max(widths) <= columns
            assert ("·    ▸ R● You" in shown) == (columns == 100), (
                "the seats go below where there is no room beside"
            )


def test_ctrl_c_loses_nothing_and_says_how_to_resume(
    tmp_path: Path,
) -> None:
    with terminal(DUEL, tmp_path, NO_COLOR="1") as opened:
        opened.wait_for("Enter to begin")
        opened.type("\n")
        opened.wait_for("You > ")
        opened.type("k3\n")
        opened.wait_for("You > ")
        assert opened.ctrl_c() == 0
        assert re.search(r"\x1b\[[0-9;]*(38|48|3[0-7]);?", opened.raw) is None
        assert "Traceback" not in opened.rest()
        assert "ludotheque play --resume" in opened.rest().splitlines()[-1]
    assert kept(tmp_path)[0] == "k3"


def test_a_closed_terminal_loses_nothing(tmp_path: Path) -> None:
    for how in (signal.SIGKILL, signal.SIGHUP):
        shutil.rmtree(tmp_path / "terminal", ignore_errors=True)
        with terminal(DUEL, tmp_path) as opened:
            opened.wait_for("Enter to begin")
            opened.type("\n")
            opened.wait_for("You > ")
            opened.type("k3\n")
            opened.wait_for("You > ")
            opened.program.send_signal(how)
            opened.leaves()
        assert len(kept(tmp_path)) == 2
    with terminal(["--resume", "last", "--lang", "en"], tmp_path) as opened:
        assert "The game continues after 2 events" in opened.wait_for("Enter to begin")


def test_secrets_leave_the_screen_and_its_memory(tmp_path: Path) -> None:
    with terminal(["tiny", "--seats", "human:Léa,human:Tom", "--lang", "en"], tmp_path) as opened:
        opened.wait_for("Enter to begin")
        opened.type("\n")
        opened.wait_for("then press Enter ")
        opened.type("\n")
        opened.wait_for(" > ")
        opened.type("add 2\n")
        before = len(opened.raw)
        opened.wait_for("then press Enter ")
        assert "\x1b[3J" in opened.raw[before:], "what was scrolled away is forgotten too"
        opened.type("\n")
        opened.wait_for(" > ")
        opened.type("\x1b[A")  # the arrow up would bring back what was typed before
        time.sleep(0.5)
        opened.type("where\n")
        assert "add 2" not in opened.wait_for("hidden card")


def test_plain_writes_neither_colours_nor_drawings(tmp_path: Path) -> None:
    with terminal([*DUEL, "--plain"], tmp_path) as opened:
        opened.wait_for("Enter to begin")
        opened.type("\n")
        shown = opened.wait_for("You > ")
        assert re.search(r"\x1b\[[0-9;]*m|\x1b\[2J", opened.raw) is None
        assert "·" not in shown
        assert "│" not in shown


# -------------------------------------------------------------------------------------------------------------- pipes


def piped(words: list[str], typed: bytes, data: Path, **more: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "ludotheque", "play", *words]
    return subprocess.run(
        command, input=typed, env=environment(data, **more), capture_output=True, timeout=120, check=False
    )


def test_a_game_through_pipes(tmp_path: Path) -> None:
    done = piped([*DUEL[:-1], "fr"], b"k3\nk3\naide\n", tmp_path)
    said = done.stdout.decode()
    assert done.returncode == 0
    assert done.stderr == b""
    assert "\x1b" not in said
    assert "Vous > k3\n" in said
    assert "Cette case est occupée" in said
    assert said.splitlines()[-1].startswith("ludotheque play --resume ")


def test_invalid_bytes_are_no_action_and_ascii_terminals_work(tmp_path: Path) -> None:
    done = piped([*DUEL[:-1], "fr"], b"\xff\xfe\nk3\n", tmp_path, PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr.decode()
    assert b"Traceback" not in done.stderr
    assert kept(tmp_path)[0] == "k3"
    assert done.stdout.isascii()
    assert "Vous - Kangourou rouge : pose" in done.stdout.decode()
