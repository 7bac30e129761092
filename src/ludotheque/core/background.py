"""Compiles games in other processes and loads their code into this one, while interpreted rules keep tables playing.

A `Background` compiles the most urgent game first, on all processors but one. Compiled functions are kept one by one
(`core.cache_folders`), so little is lost when a compiling process is stopped.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from ludotheque.core import cache_folders, kernel

Status = Literal["waiting", "rules", "ready", "failed"]
"""Not compiled yet; rules compiled; bots compiled too; cannot be compiled. Code is loaded only for games that somebody asked for."""

OnChange = Callable[[str], None]

DELAY_S = 0.3
"""A program that ends within this many seconds never pays for a compiler."""

SOMEBODY_WAITS, BEING_MADE, REST = 0, 1, 2
"""How urgent a game is: people sit at a table of it; such a table is being made; nobody has asked for it yet."""


@dataclass
class _Work:
    """A game to compile."""

    game: str
    urgency: int
    number: int
    status: Status = "waiting"
    done: tuple[int, int] = (0, 0)
    error: Exception | None = None
    process: subprocess.Popen[str] | None = None
    set_aside: bool = False
    heeded: int = SOMEBODY_WAITS  # its urgency when it was last loaded or put off

    @property
    def order(self) -> tuple[int, int]:
        return self.urgency, self.number

    @property
    def why(self) -> str:
        if self.error is None:
            return ""
        return (str(self.error).strip().splitlines() or [repr(self.error)])[-1][:300]


@dataclass
class _Queue:
    waiting: list[_Work] = field(default_factory=list)
    running: list[_Work] = field(default_factory=list)


class Background:
    """Compiles and loads games for this process.

    Args:
        bots: whether to load the bots' code here too.
        told: called as `told(game)`, in a thread of this object, whenever a game makes progress.
        delay_s: nothing is compiled during the first `delay_s` seconds.
    """

    def __init__(
        self, *, bots: bool = True, told: OnChange | None = None, processes: int = 0, delay_s: float = 0.0
    ) -> None:
        self.bots, self.told = bots, told
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._works: dict[str, _Work] = {}
        self._queue = _Queue()
        self._threads: list[threading.Thread] = []
        self._changed = threading.Condition()
        self._closed = threading.Event()
        self._begins_s = time.monotonic() + delay_s

    def want(self, game: str, urgency: int = REST) -> None:
        """Ask for a game to be compiled and loaded. Asking again may make it more urgent, never less."""
        with self._changed:
            work = self._works.get(game)
            if work is None:
                work = self._works[game] = _Work(game, urgency, len(self._works))
                self._queue.waiting.append(work)
            elif urgency >= work.urgency:
                return
            elif work.status != "failed" and work not in self._queue.waiting + self._queue.running:
                self._queue.waiting.append(work)  # it is already compiled
            work.urgency = urgency
            if work in self._queue.waiting:
                self._make_room()
                self._changed.notify()
                if len(self._threads) < self.processes:
                    thread = threading.Thread(target=self._serve, name="compiling", daemon=True)
                    self._threads.append(thread)
                    thread.start()

    def status(self, game: str) -> Status:
        """How far a game is."""
        work = self._works.get(game)
        return work.status if work else "waiting"

    def progress(self, game: str) -> tuple[int, int]:
        """The steps done and the number of steps; 0 of 0 before the first."""
        work = self._works.get(game)
        return work.done if work else (0, 0)

    def why(self, game: str) -> str:
        """Why a game could not be compiled, in English; empty if it did not fail."""
        work = self._works.get(game)
        return work.why if work else ""

    def command(self, game: str) -> list[str]:
        """The command of the compiling process."""
        return [sys.executable, "-m", "ludotheque.core.warm", game]

    def close(self, wait_s: float = 5.0) -> None:
        """Stop all compiling processes."""
        self._closed.set()
        with self._changed:
            for work in self._queue.running:
                _end(work)
            self._changed.notify_all()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(wait_s)

    # -- in background threads ----------------------------------------------------------------------------------

    def _make_room(self) -> None:
        """Stop the least urgent processes, as many as more urgent games are waiting."""
        busy = [each for each in self._queue.running if each.process is not None and not each.set_aside]
        busy.sort(key=lambda each: each.order)
        waiting = sorted(self._queue.waiting, key=lambda each: each.order)
        for work in waiting[max(0, self.processes - len(busy)) :]:
            if not busy or work.urgency >= busy[-1].urgency:
                return
            least = busy.pop()
            least.set_aside = True
            _end(least)

    def _serve(self) -> None:
        self._closed.wait(max(0.0, self._begins_s - time.monotonic()))
        while not self._closed.is_set():
            with self._changed:
                if not self._queue.waiting:
                    self._changed.wait(60)
                    continue
                work = min(self._queue.waiting, key=lambda each: each.order)
                self._queue.waiting.remove(work)
                self._queue.running.append(work)
            try:
                self._see_to(work)
            except Exception as error:
                work.error = error
                self._is(work, "failed")
            finally:
                with self._changed:
                    self._queue.running.remove(work)
                    late = work.status == "ready" and work.urgency < REST == work.heeded
                    if work.set_aside or late:  # late: it became more urgent after the check
                        work.set_aside = False
                        self._queue.waiting.append(work)
                        self._make_room()
                        self._changed.notify()

    def _see_to(self, work: _Work) -> None:
        from ludotheque.core import warm

        path = warm.ready_file(work.game)
        if path is None:  # defined in an interactive session: another process cannot import it
            with kernel.compiling():
                warm.warm(work.game)
            self._is(work, "ready")
            return
        what = warm.ALL if self.bots else warm.RULES
        if not (warm.is_warm(work.game) and self._load(work, what)):
            self._compile(work)
            if work.set_aside or self._closed.is_set():
                return
            if not (warm.is_warm(work.game) and self._load(work, what)):
                raise RuntimeError(f"the compiled code in {path.parent} cannot be loaded by this process")
        self._is(work, "ready")

    def _compile(self, work: _Work) -> None:
        """Fill the cache from another process. The rules are loaded as soon as they are compiled."""
        if work.status == "ready":  # marked as ready, but there is no code for this processor
            work.status = "waiting"
        self._load_rules(work)
        variables = {**os.environ, "PYTHONPATH": os.pathsep.join(folder for folder in sys.path if folder)}
        pipe = subprocess.PIPE
        with subprocess.Popen(
            self.command(work.game), stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=variables
        ) as process:
            with self._changed:
                work.process = process
                self._make_room()  # for requests made while this process was starting
                if self._closed.is_set():
                    _end(work)
            complaints: list[str] = []
            assert process.stdout is not None
            assert process.stderr is not None
            reading = threading.Thread(target=complaints.extend, args=(process.stderr,), daemon=True)
            reading.start()
            for line in process.stdout:
                self._note(work, line)
            code = process.wait()
            reading.join(5)
        with self._changed:
            work.process = None
        if code != 0 and not (work.set_aside or self._closed.is_set()):
            said = "".join(complaints).strip()
            raise RuntimeError(said or f"the compiling process ended with code {code}")

    def _note(self, work: _Work, line: str) -> None:
        try:
            said = json.loads(line)
            work.done = int(said["done"]), int(said["of"])
        except (ValueError, KeyError, TypeError):
            return  # not a progress line: a game printed something
        if said.get("rules") or work.urgency < REST == work.heeded:
            self._load_rules(work)

    def _load_rules(self, work: _Work) -> None:
        from ludotheque.core import warm

        if warm.is_warm(work.game, warm.RULES) and self._load(work, warm.RULES):
            self._is(work, "rules")

    def _load(self, work: _Work, what: str) -> bool:
        """Load what is compiled, unless nobody has asked for it yet. Returns False if there is nothing to load here."""
        from ludotheque.core import warm

        work.heeded = work.urgency
        if work.heeded == REST:
            return True
        warm.load(work.game, what)
        return warm.is_loaded(work.game, what)

    def _is(self, work: _Work, status: Status) -> None:
        work.status = status
        if self.told is not None and not self._closed.is_set():
            self.told(work.game)


def _end(work: _Work) -> None:
    process = work.process
    if process is not None:
        with contextlib.suppress(OSError):
            process.kill()


# ------------------------------------------------------------------------------------------- for programs that import a table

_own: Background | None = None
_compiled_elsewhere = False
_reported_elsewhere = False


def compile_elsewhere() -> None:
    """Let another part of this process (a server) decide what is compiled, and when."""
    global _compiled_elsewhere
    _compiled_elsewhere = True


def report_elsewhere() -> None:
    """Let another part of this process (a terminal) report why a game could not be compiled."""
    global _reported_elsewhere
    _reported_elsewhere = True


def begin(game: str) -> None:
    """Have a game that is played in this process compiled and loaded, unless `compile_elsewhere` was called. A failure is logged as a warning."""
    global _own
    if _compiled_elsewhere or cache_folders.INTERPRETED or kernel.compiles():
        return
    if _own is None:
        _own = Background(delay_s=DELAY_S, told=_log)
        atexit.register(_own.close)
    _own.want(game, SOMEBODY_WAITS)


def why(game: str) -> str:
    """Why a game played in this process could not be compiled, in English; empty if it did not fail, or not yet."""
    return _own.why(game) if _own is not None else ""


def _log(game: str) -> None:
    """Log a failure. Python's `warnings` would not do: as errors they would end the compiling thread, and nobody would see them."""
    if why(game) and not _reported_elsewhere:
        import logging

        logger = logging.getLogger(__name__)
        logger.warning(
            "the rules of %s stay interpreted, and its bots play below their strength: %s", game, why(game)
        )
        logger.debug("what was said in full", exc_info=_own._works[game].error if _own is not None else None)
