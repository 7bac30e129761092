"""The server under test, in processes of its own, on a free port of this machine, with its own data folder or database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from load import processes
from tools.ports import free_port

OURS = """
import json, sys
from ludotheque.server import launch
from ludotheque.server.access.limits import UNLIMITED
from ludotheque.server.settings import Settings
launch.serve(Settings(bot_pause=0, limits=UNLIMITED, **json.loads(sys.argv[1])))
"""
PATIENCE_S = 600
"""Seconds that the rules may take to compile."""
ANSWER_S = 60
READY_IN_A_ROW = 4
"""How often each worker, on average, must have said that a game is ready: one never knows which one answers."""


class Server:
    """A server's processes, and where it listens: `host:port`. With metrics these are told at `metrics`, one address for each worker."""

    def __init__(self, process: subprocess.Popen[bytes], base: str, metrics: tuple[str, ...] = ()) -> None:
        self.process, self.base, self.metrics = process, base, metrics
        self.workers = max(1, len(metrics))

    def cpu_s(self) -> float:
        """Seconds of processor time that its processes have taken so far."""
        return processes.cpu_s(self.process.pid)

    def memory_mb(self) -> float:
        """Their resident memory; what they share counts for each."""
        return processes.memory_mb(self.process.pid)

    def http(
        self, path: str, body: Any = None, cookie: str = "", method: str | None = None
    ) -> tuple[Any, str]:
        """A JSON answer, and the cookie that came with it; `SystemExit` tells what was refused, and why."""
        headers = {"content-type": "application/json", "cookie": cookie}
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(f"http://{self.base}{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=ANSWER_S) as answer:
                return json.load(answer), (answer.headers["set-cookie"] or "").split(";")[0]
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{asked.get_method()} {path}: {error} {error.read().decode()}") from error

    def wait_until_all_serve(self) -> None:
        """Wait until each worker is there: it tells its metrics, and knows of the others."""
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                found = [self.told(address) for address in self.metrics]
            except OSError as error:
                if time.monotonic() > until:
                    raise SystemExit(f"not all workers serve after {PATIENCE_S} s: {error}") from error
                found = []
            others = self.workers - 1
            if found and all(figures.get("other_processes", 0) >= others for figures in found):
                return
            time.sleep(0.1)

    def told(self, address: str) -> dict[str, float]:
        """The metrics of one worker: what is counted, without `ludotheque_`; figures of one name with different labels are added up."""
        with urllib.request.urlopen(f"http://{address}/metrics", timeout=10) as answer:
            lines = answer.read().decode().splitlines()
        found: dict[str, float] = {}
        for line in lines:
            name, _, value = line.rpartition(" ")
            if name.startswith("ludotheque_"):
                name = name.removeprefix("ludotheque_").partition("{")[0]
                found[name] = found.get(name, 0.0) + float(value)
        return found

    def all_told(self) -> dict[str, float]:
        """The metrics of all workers together."""
        found: dict[str, float] = {}
        for address in self.metrics:
            for name, value in self.told(address).items():
                found[name] = found.get(name, 0.0) + value
        return found

    def wait_until_compiled(self, games: list[str]) -> None:
        """Wait for the rules of these games, saying so."""
        until = time.monotonic() + PATIENCE_S
        for name in games:
            told, in_a_row = False, 0
            while True:
                found = {game["name"]: game for game in self.http("/api/library")[0]["games"]}
                if name not in found:
                    raise SystemExit(f"there is no game {name}; there are: {', '.join(found)}")
                ready = found[name]["ready"]
                if ready == "ready":
                    in_a_row += 1
                    if self.workers == 1 or in_a_row >= READY_IN_A_ROW * self.workers:
                        break
                    continue
                in_a_row = 0
                if ready == "failed" or time.monotonic() > until:
                    raise SystemExit(f"the rules of {name} are not compiled after {PATIENCE_S} s: {ready}")
                if not told:
                    say(f"{name}: compiling the rules")
                    told = True
                time.sleep(0.2)


def say(text: str) -> None:
    """Tell what is being done."""
    print(f"… {text}", file=sys.stderr, flush=True)


@contextmanager
def running(
    command: list[str],
    base: str,
    ready: bytes,
    environment: dict[str, str] | None = None,
    metrics: tuple[str, ...] = (),
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
        yield Server(process, base, metrics)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


@contextmanager
def ours(
    folder: Path,
    games: list[str],
    database: str = "",
    workers: int = 1,
    program: str = OURS,
    more: Sequence[str] = (),
) -> Iterator[Server]:
    """Our server with its rules compiled and no limits: SQLite in this folder, or a PostgreSQL database with this many workers."""
    port, metrics = free_port(), free_port(workers)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    told = {
        "port": port, "data": str(folder), "database": database, "workers": workers,
        "metrics": f"127.0.0.1:{metrics}",
    }  # fmt: skip
    command = [sys.executable, "-c", program, json.dumps(told), *more]
    addresses = tuple(f"127.0.0.1:{metrics + number}" for number in range(workers))
    with running(command, f"127.0.0.1:{port}", b"http://", environment, addresses) as server:
        server.wait_until_all_serve()
        server.wait_until_compiled(games)
        yield server
