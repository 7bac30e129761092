"""Servers in processes of their own that begin in the middle: they are forked from a process that has imported everything already.

A server that is started as a user starts it imports for seconds of a slow processor; `tests/cli/test_serving.py` does that. Here it is the
same program from `launch.serve` on: a process that listens, is killed, stopped, frozen, and starts processes of its own.
"""

from __future__ import annotations

import array
import asyncio
import atexit
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
READ_AT_IMPORT = ("LUDOTHEQUE_", "PYTHON")
"""Variables that modules read when they are imported."""
MOST_WORDS = 1 << 20


class Forked:
    """A running program, with what tests use of `asyncio.subprocess.Process`."""

    def __init__(self, pid: int, stdout: asyncio.StreamReader, stderr: asyncio.StreamReader, status: asyncio.StreamReader) -> None:  # fmt: skip
        self.pid, self.stdout, self.stderr = pid, stdout, stderr
        self.returncode: int | None = None
        self._ends = asyncio.create_task(self._end(status))

    async def _end(self, status: asyncio.StreamReader) -> int:
        self.returncode = int(await status.readline())
        status._transport.close()  # a process that outlives this one may hold the other end
        return self.returncode

    async def wait(self) -> int:
        """The exit code, or minus the signal that ended it, once it has ended."""
        return await asyncio.shield(self._ends)

    async def communicate(self) -> tuple[bytes, bytes]:
        """What it wrote that nobody has read, once it has ended."""
        said = await asyncio.gather(self.stdout.read(), self.stderr.read())
        await self.wait()
        return said[0], said[1]

    def send_signal(self, number: int) -> None:
        """Send a signal. Raises `ProcessLookupError` if it has ended."""
        if self.returncode is not None:
            raise ProcessLookupError
        os.kill(self.pid, number)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.send_signal(signal.SIGKILL)


class Parent:
    """The process that forks. It ends when this one does."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.forking", str(theirs.fileno())],
            cwd=ROOT, env=environment, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL,
        )  # fmt: skip
        theirs.close()
        atexit.register(self.close)

    def close(self) -> None:
        """Let the process end."""
        self.line.close()
        self.process.wait()

    async def fork(self, code: str, environment: dict[str, str]) -> Forked:
        """Run this code in a new process with this environment."""
        pipes = [os.pipe() for _ in range(3)]
        asked = json.dumps({"code": code, "environment": environment, "folder": os.getcwd()}).encode()
        ours = [each[1] for each in pipes]
        self.line.sendmsg([asked], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", ours))])
        for each in ours:
            os.close(each)
        out, err, status = [await _reading(each[0]) for each in pipes]
        return Forked(int(await status.readline()), out, err, status)


async def _reading(end: int) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(end, "rb"))
    return reader


_parents: dict[str, Parent] = {}


async def run(code: str, environment: dict[str, str]) -> Forked:
    """Run code of a server in a process of its own, with this environment."""
    read = {name: value for name, value in environment.items() if name.startswith(READ_AT_IMPORT)}
    key = json.dumps(read, sort_keys=True)
    if key not in _parents:
        _parents[key] = Parent(environment)
    return await _parents[key].fork(code, environment)


# --------------------------------------------------------------------------------------- in the process that forks


def _serve(line: socket.socket) -> str:
    """Fork whenever it is asked. Returns, in each process that was forked, the code that it is to run."""
    waiting = selectors.DefaultSelector()
    waiting.register(line, selectors.EVENT_READ)
    while True:
        for key, _ in waiting.select():
            if key.fileobj is not line:
                waiting.unregister(key.fileobj)
                _tell_end(*key.data)
                continue
            asked, fds, _, _ = socket.recv_fds(line, MOST_WORDS, 3)
            if not asked:
                sys.exit()
            pid = os.fork()
            if not pid:
                waiting.close()
                return _become(json.loads(asked), line, fds)
            os.write(fds[2], b"%d\n" % pid)
            os.close(fds[0])
            os.close(fds[1])
            end = os.pidfd_open(pid)
            waiting.register(end, selectors.EVENT_READ, (pid, end, fds[2]))


def _tell_end(pid: int, end: int, status: int) -> None:
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.close(end)
    with suppress(BrokenPipeError):  # nobody waits for it
        os.write(status, b"%d\n" % code)
    os.close(status)


def _become(asked: dict[str, Any], line: socket.socket, fds: list[int]) -> str:
    line.close()
    for fd, number in zip(fds, (1, 2), strict=False):
        os.dup2(fd, number)
    for fd in fds:
        os.close(fd)
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(asked["folder"])
    main = sys.modules["__main__"]
    main.__spec__ = main.__file__ = None  # what it starts need not import this file
    return str(asked["code"])


IMPORTED = (
    "tests.server.thinking",
    "segno",
    "uvicorn.protocols.http.h11_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "ludotheque.server.app",
    "ludotheque.server.ops.cluster.cluster",
    "ludotheque.server.store.postgres",
    "ludotheque.server.launch",
)
"""What a server imports until it is ready, but for its rules."""


def _read_once() -> None:
    """Read what every server reads: all games with their sentences, and which bots are installed."""
    from ludotheque.bots import own
    from ludotheque.core import catalogue

    catalogue.export(catalogue.environment())
    own.installed()


if __name__ == "__main__":
    for name in IMPORTED:
        import_module(name)
    _read_once()
    exec(_serve(socket.socket(fileno=int(sys.argv[1]))), {"__name__": "__main__"})
