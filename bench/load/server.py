"""The server under test, in a process of its own, on a free port of this machine, with its own data folder."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

OURS = """
import sys
from ludotheque.server import launch
from ludotheque.server.limits import UNLIMITED
launch.serve(port=int(sys.argv[1]), data=sys.argv[2], bot_pause=0, limits=UNLIMITED, prepare=tuple(sys.argv[3:]))
"""
PATIENCE_S = 600
"""Seconds that the rules may take to compile."""
TICK = os.sysconf("SC_CLK_TCK")


class Server:
    """A server's process, and where it listens: `host:port`."""

    def __init__(self, process: subprocess.Popen[bytes], base: str) -> None:
        self.process, self.base = process, base

    def cpu_s(self) -> float:
        """Seconds of processor time that the process has taken so far, its threads included."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory_mb(self) -> float:
        """Its resident memory."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
        return 0.0

    def http(
        self, path: str, body: Any = None, cookie: str = "", method: str | None = None
    ) -> tuple[Any, str]:
        """A JSON answer, and the cookie that came with it; `SystemExit` tells what was refused, and why."""
        headers = {"content-type": "application/json", "cookie": cookie}
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(f"http://{self.base}{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(asked) as answer:
                return json.load(answer), (answer.headers["set-cookie"] or "").split(";")[0]
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{asked.get_method()} {path}: {error} {error.read().decode()}") from error

    def wait_until_compiled(self, games: list[str]) -> None:
        """Wait for the rules of these games, saying so."""
        until = time.monotonic() + PATIENCE_S
        for name in games:
            told = False
            while True:
                found = {game["name"]: game for game in self.http("/api/library")[0]["games"]}
                if name not in found:
                    raise SystemExit(f"there is no game {name}; there are: {', '.join(found)}")
                ready = found[name]["ready"]
                if ready == "ready":
                    break
                if ready == "failed" or time.monotonic() > until:
                    raise SystemExit(f"the rules of {name} are not compiled after {PATIENCE_S} s: {ready}")
                if not told:
                    say(f"{name}: compiling the rules")
                    told = True
                time.sleep(0.2)


def say(text: str) -> None:
    """Tell what is being done."""
    print(f"… {text}", file=sys.stderr, flush=True)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(
    command: list[str], base: str, ready: bytes, environment: dict[str, str] | None = None
) -> Iterator[Server]:
    """A server's program, from the line that says it listens until the end; `SystemExit` where it ends before."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if ready in line:
                break
        else:
            raise SystemExit(f"{command[0]} ended with code {process.wait()} before it served anything")
        yield Server(process, base)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


@contextmanager
def ours(folder: Path, games: list[str]) -> Iterator[Server]:
    """Our server with its rules compiled: SQLite in this folder, no limits."""
    port = free_port()
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", OURS, str(port), str(folder), *games]
    with running(command, f"127.0.0.1:{port}", b"http://", environment) as server:
        server.wait_until_compiled(games)
        yield server
