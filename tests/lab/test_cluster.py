"""Matches on a Ray cluster that is started on this machine for these tests, and stopped by its process id."""

from __future__ import annotations

import os
import pty
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from ludotheque.lab import ClusterError, cluster, joined
from tests.cli.running import LIMIT_S, Patience, until, variables
from tools.ports import free_port

pytest.importorskip("ray", reason='Ray is not installed: pip install "ludotheque[cluster]"')

TOKEN = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
"""Ray asks for it, so that nobody else on this machine gives it work; named here, it is not looked for at home."""
TINY = ("simulate", "tiny", "--bots", "greedy,random", "--seed", 3)


@dataclass
class Head:
    """A Ray with two processors."""

    address: str


@pytest.fixture(scope="module")
def head() -> Iterator[Head]:
    """It runs in the foreground of a process of its own, so ending that one ends it."""
    folder, port = tempfile.mkdtemp(prefix="ray-"), free_port()  # a socket's path must be short
    words = ["start", "--head", "--block", f"--port={port}", "--node-ip-address=127.0.0.1", "--num-cpus=2"]
    more = ["--include-dashboard=false", "--disable-usage-stats", f"--temp-dir={folder}"]
    code = "from ray.scripts.scripts import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, *words, *more],
        env=variables(**cluster.LOOPBACK, **TOKEN),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as program:
        assert program.stdout is not None
        try:
            said = []
            for line in program.stdout:
                said.append(line)
                if "Ray runtime started" in line:
                    break
            else:
                pytest.skip("Ray cannot be started on this machine: " + "".join(said)[-500:])
            yield Head(f"127.0.0.1:{port}")
        finally:
            program.terminate()
            with suppress(subprocess.TimeoutExpired):
                program.wait(timeout=60)
            with suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
            shutil.rmtree(folder, ignore_errors=True)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.deep
def test_without_an_address_a_ray_is_started_here(tmp_path: Path) -> None:
    place = Patience(tmp_path / "place", **TOKEN)
    code, _, wrong = place.run(*TINY, "-n", 10, "--out", "there", "--cluster", "--workers", 1)
    assert code == 0, wrong
    assert place.run(*TINY, "-n", 10, "--out", "here")[0] == 0
    assert files(place.folder / "there") == files(place.folder / "here")


def test_killed_workers_change_no_rows_and_progress_is_shown(head: Head, tmp_path: Path) -> None:
    """They are killed in the middle of a game. The bot is of a module that only the folder of the program has."""
    place = Patience(tmp_path / "place", **TOKEN, TERM="xterm")
    words = [
        "simulate",
        "bantu",
        "-o",
        "short=true",
        "--bots",
        "patient:patient,random",
        "-n",
        "4",
        "--seed",
        "3",
    ]
    there = ["--lang", "en", "--out", "there", "--cluster", head.address]
    place.hold()
    main, side = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "ludotheque", *words, *there],
        cwd=place.folder,
        env=place.variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=side,
        text=True,
        start_new_session=True,
    ) as program:
        os.close(side)
        try:
            until(lambda: place.waiting, program)
            for process in place.waiting:
                os.kill(process, signal.SIGKILL)
            place.release()
            shown = b""
            with suppress(OSError):  # the other side is closed
                while more := os.read(main, 1 << 16):
                    shown += more
        except BaseException:
            program.kill()
            raise
        finally:
            place.release()
            os.close(main)
    assert program.returncode == 0, shown.decode()
    assert b"Joining the cluster" in shown
    assert b"Playing on 2 processors" in shown
    assert b"4/4" in shown
    assert place.here(*words, "--out", "here")[0] == 0
    assert files(place.folder / "there") == files(place.folder / "here")


@pytest.mark.deep
def test_ended_by_sigterm_it_continues(head: Head, tmp_path: Path) -> None:
    """Begun on the cluster, ended on this machine alone."""
    place = Patience(tmp_path / "place", **TOKEN)
    words = ("simulate", "boussanga", "--seats", 2, "--bots", "patient:patient,random", "-n", 12, "--seed", 3)
    code, said, wrong = place.ended_in_the_middle(
        signal.SIGTERM, "there", *words, "--out", "there", "--cluster", head.address
    )
    assert code == 143, wrong
    assert "Run the same command to continue from here." in said
    for out in ("there", "here"):
        assert place.run(*words, "--out", out)[0] == 0
    assert files(place.folder / "there") == files(place.folder / "here")


@pytest.mark.deep
def test_a_balance_on_a_cluster_has_the_same_figures_and_pages(head: Head, tmp_path: Path) -> None:
    place = Patience(tmp_path / "place", **TOKEN)
    words = ("balance", "tiny", "--bots", "greedy", "--games", 6, "--seed", 3, "--lang", "en")
    code, said, wrong = place.run(*words, "--out", "there", "--cluster", head.address)
    assert code == 0, wrong
    assert "Joining the cluster" in wrong
    assert "12 games" in said
    assert place.run(*words, "--out", "here")[0] == 0
    assert files(place.folder / "there") == files(place.folder / "here")
    _, _, wrong = place.run(*words, "--out", "there", "--cluster", f"127.0.0.1:{free_port()}")
    assert not wrong, "every game is there, so nothing is joined"


@pytest.mark.deep
def test_a_bot_that_fails_there_is_named_as_here(head: Head, tmp_path: Path) -> None:
    place = Patience(tmp_path / "place", **TOKEN)
    (place.folder / "broken.py").write_text("def broken(sight):\n    raise KeyError('lost')\n")
    words = ("simulate", "boussanga", "--seats", 2, "--bots", "random,broken:broken", "-n", 4, "--seed", 3)
    there, here = (place.run(*words, *more) for more in (("--cluster", head.address), ()))
    assert there[0] == here[0] == 1
    assert "KeyError: 'lost'" in there[2]
    assert here[2].splitlines() == [line for line in there[2].splitlines() if "Joining" not in line]


@pytest.mark.deep
def test_another_version_there_is_refused(head: Head, tmp_path: Path) -> None:
    place = Patience(tmp_path / "place", **TOKEN)
    (place.folder / "elsewhere.py").write_text(
        "import ludotheque\nludotheque.__version__ = '9.9'\nimport runpy\nfrom ludotheque.lab import cluster\n"
        "cluster.__version__ = '9.9'\nrunpy.run_module('ludotheque', run_name='__main__')\n"
    )
    words = [*map(str, TINY), "-n", "2", "--lang", "en", "--cluster", head.address]
    done = subprocess.run([sys.executable, "elsewhere.py", *words], cwd=place.folder, env=place.variables,
                          capture_output=True, text=True, timeout=LIMIT_S)  # fmt: skip
    assert done.returncode == 1
    assert "this is ludotheque 9.9. Install the same version there" in done.stderr


@pytest.mark.deep
def test_a_cluster_that_wants_a_token_says_so(head: Head, tmp_path: Path) -> None:
    place = Patience(tmp_path / "place", **TOKEN | {"RAY_AUTH_TOKEN": secrets.token_hex(32)})
    code, _, wrong = place.run(*TINY, "--lang", "en", "--cluster", head.address)
    assert code == 1
    assert "RAY_AUTH_TOKEN" in wrong


# ------------------------------------------------------------------------------------------------- bad addresses


@pytest.mark.parametrize(
    "address", ["nonsense:", "127.0.0.1:0", "127.0.0.1:99999", "http://127.0.0.1:1", "ray://a:1"]
)
def test_an_invalid_address_is_refused(address: str) -> None:
    with pytest.raises(ClusterError) as error, joined(address):
        pass
    assert "is not the address of a cluster" in error.value.text
    assert address in error.value.said_in("fr")


def test_a_cluster_that_nobody_runs_is_refused() -> None:
    with pytest.raises(ClusterError, match="ray start --head"), joined(f"127.0.0.1:{free_port()}"):
        pass


def test_a_foreign_server_is_refused_within_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_S", 0.5)
    monkeypatch.setattr(cluster, "_try", cluster.find)  # Ray itself would take a minute
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(ClusterError, match="is not Ray"), joined(address):
            pass


def test_a_cluster_that_never_answers_is_refused_within_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def nobody(at: object, limit_s: float) -> None:
        asked.append(limit_s)
        raise TimeoutError("timed out")

    monkeypatch.setattr(socket, "create_connection", nobody)
    with pytest.raises(ClusterError, match=r"timed out.*ray start --head"):
        cluster.find("192.0.2.7:6379")
    assert asked == [3.0]
