"""Several worker processes behind one listening socket: started, started again when one dies, and stopped in good order."""

from __future__ import annotations

import multiprocessing
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Any

from ludotheque.bots.process import ctrl_c_held
from ludotheque.server.base.logs import Logger

logger = Logger(__name__)

LOOK_S = 0.5
STOP_S = 20.0
"""The seconds that workers have to hand their tables over before they are killed."""
SOON_S = 5.0
"""A worker that dies this soon after its start is started again only after a pause."""
PAUSES_S = (0.5, 10.0)
"""The first such pause, and the longest one; each is twice as long as the one before."""

Work = Callable[..., None]
"""What a worker does: given its number (from 0), the listening socket, the line to its parent, and what all are `given`. It sends `True` on the
line once it serves, and stops when the line is closed."""


@dataclass
class _Worker:
    number: int
    process: Any = None
    line: Connection | None = None
    is_ready: bool = False
    started_s: float = 0.0
    again_s: float = 0.0
    """When it is to be started again, if it is dead."""
    pause_s: float = PAUSES_S[0]


@dataclass
class Workers:
    """The workers of one server. The first one alone prepares the database; the others start once it serves.

    Attributes:
        work: what each of them does. It must be importable.
        ready: called once the first one serves.
    """

    count: int
    work: Work
    given: tuple[Any, ...]
    listening: socket.socket
    ready: Callable[[], None]
    _all: list[_Worker] = field(default_factory=list)
    _stops: bool = False
    _code: int = 0

    def run(self) -> int:
        """Run until told to stop (Ctrl-C, SIGTERM). Returns the exit code: 130 after Ctrl-C, 1 if they cannot even start."""
        before = {each: signal.signal(each, self._stop) for each in (signal.SIGINT, signal.SIGTERM)}
        code = 0
        try:
            self._all.append(self._start(_Worker(0)))
            while not self._stops:
                self._look()
                first = self._all[0]
                if len(self._all) == 1 and not first.is_ready and not first.process.is_alive():
                    code = 1  # it has said why
                    break
        finally:
            self._end()
            for each, handler in before.items():
                signal.signal(each, handler)
        return code or self._code

    def _stop(self, number: int, _frame: FrameType | None) -> None:
        self._stops = True
        self._code = 128 + number if number == signal.SIGINT else 0

    def _start(self, worker: _Worker) -> _Worker:
        spawning = multiprocessing.get_context("spawn")
        worker.line, theirs = spawning.Pipe()
        arguments = (worker.number, self.listening, theirs, *self.given)
        worker.process = spawning.Process(target=self.work, args=arguments, name=f"worker-{worker.number}")
        with ctrl_c_held():
            worker.process.start()
        theirs.close()
        worker.started_s, worker.is_ready = time.monotonic(), False
        return worker

    def _look(self) -> None:
        """See to the workers for a moment."""
        living = [each for each in self._all if each.process.is_alive()]
        lines = {each.line: each for each in living if each.line is not None and not each.is_ready}
        wait([*lines, *(each.process.sentinel for each in living)], LOOK_S)
        for line, worker in lines.items():
            if line is not None and line.poll():
                self._heard(worker, line)
        now = time.monotonic()
        for worker in self._all:
            if worker.process.is_alive() or self._stops or len(self._all) < self.count:
                continue
            if not worker.again_s:
                self._mourn(worker, now)
            if now >= worker.again_s:
                worker.again_s = 0.0
                self._start(worker)

    def _heard(self, worker: _Worker, line: Connection) -> None:
        try:
            line.recv()
        except EOFError:  # it has died
            return
        worker.is_ready = True
        if len(self._all) == 1:
            self.ready()
            self._all += [self._start(_Worker(number)) for number in range(1, self.count)]

    def _mourn(self, worker: _Worker, now: float) -> None:
        """Decide when a dead worker is started again."""
        logger.warning("worker_died", worker=worker.number, code=worker.process.exitcode)
        soon = now - worker.started_s < SOON_S
        worker.pause_s = min(2 * worker.pause_s, PAUSES_S[1]) if soon else PAUSES_S[0]
        worker.again_s = now + (worker.pause_s if soon else 0.0)
        if worker.line is not None:
            worker.line.close()

    def _end(self) -> None:
        """Tell all to stop, and wait for them."""
        living = [each.process for each in self._all if each.process.is_alive()]
        for process in living:
            process.terminate()
        until = time.monotonic() + STOP_S
        for process in living:
            process.join(max(0.0, until - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()
