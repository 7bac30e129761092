"""A Redis or Valkey of one's own, for tests: it saves nothing, on a free port of this machine."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import WAIT_S
from tools import services
from tools.ports import free_port

PASSWORD = "kangaroo"


class BusServer:
    """The server, which may be killed and started again."""

    def __init__(self, program: Path, folder: Path) -> None:
        self.program, self.folder, self.port = program, folder, free_port()
        self.start()

    @property
    def url(self) -> str:
        return f"redis://:{PASSWORD}@127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = subprocess.Popen(
            [str(self.program), "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--requirepass", PASSWORD],
            cwd=self.folder, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env=services.environment(self.program),
        )  # fmt: skip
        until = time.monotonic() + WAIT_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                assert time.monotonic() < until, "it does not answer"
                time.sleep(0.02)

    def kill(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait()


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[BusServer]:
    """A bus for one test alone."""
    found = services.redis()
    if found is None:
        pytest.skip(services.why_not(["Redis or Valkey"]))
    server = BusServer(found, tmp_path)
    yield server
    server.kill()
