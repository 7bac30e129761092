"""A served library for the browser tests: its process, and the little that a person's hands do."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any

from browser.prepared import not_compiled, why_not
from ludotheque import Table, replay
from ludotheque.core.message import Message
from ludotheque.core.record import loads
from ludotheque.scene.model import Node
from ludotheque.server.room.state import fold
from ludotheque.server.store import archive
from ludotheque.table import views
from tools.ports import free_port
from tools.telling import COUNTED

ROOT = Path(__file__).resolve().parents[2]


serving: list[House] = []
"""The houses that are open in this process."""


class NotPrepared(Exception):
    """Why no house can be opened: what was not compiled or built, and what to run."""


class House:
    """A server process on its own data folder; it can be killed and started again.

    Where it is `cold`, its rules stay interpreted.
    """

    program: tuple[str, ...] = ("-m", "ludotheque")
    resign_after = 2.0
    cold = False

    def __init__(self, data: Path, host: str = "127.0.0.1", *more: str) -> None:
        self.data, self.host, self.port, self.more = data, host, free_port(), more
        self.process: subprocess.Popen[bytes] | None = None
        self.url = f"http://127.0.0.1:{self.port}"
        self._read: dict[str, tuple[str, Table]] = {}

    def start(self) -> House:
        """Serve, and wait until it answers; unless it is cold, its rules are compiled. Raises `NotPrepared` at once where something is missing."""
        if not self.cold and why_not():
            raise NotPrepared(why_not())
        environment = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT / 'tests'}"}
        command = [sys.executable, *self.program, "serve", "--no-open", "--host", self.host,
                   "--port", str(self.port), "--data", str(self.data), "--bot-pause", "0", "--countdown", "0", "--resign-after", str(self.resign_after), *self.more]  # fmt: skip
        self.data.mkdir(parents=True, exist_ok=True)
        log = open(self.data / "server.out", "ab")  # noqa: SIM115  (the process keeps it)
        self.process = subprocess.Popen(
            command, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL
        )
        log.close()
        serving.append(self)
        COUNTED["servers"] += 1
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError((self.data / "server.out").read_text())
            with contextlib.suppress(OSError):
                library = json.loads(self.get("/api/library"))
                interpreted = [game["name"] for game in library["games"] if game["ready"] != "ready"]
                if interpreted and not self.cold:
                    self.stop()
                    raise NotPrepared(not_compiled(interpreted))
                return self
            time.sleep(0.1)
        self.stop()
        raise TimeoutError((self.data / "server.out").read_text())

    def get(self, path: str) -> str:
        """The text at a path of the server."""
        with urllib.request.urlopen(self.url + path, timeout=10) as answer:
            text: str = answer.read().decode()
            return text

    def kill(self) -> None:
        """End the server as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        serving.remove(self)

    def stop(self) -> None:
        """End the server as Ctrl-C does."""
        if self in serving:
            serving.remove(self)
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def record(self, name: str) -> str:
        """The record of the table of that id, as anybody may read it."""
        return self.get(f"/api/tables/{name}/record")

    def table(self, name: str) -> Table:
        """The table of that id as its record tells it, once the game has begun: when its page has been opened."""
        for _ in range(200):
            try:
                text = self.record(name)
                if self._read.get(name, ("", None))[0] != text:
                    self._read[name] = text, replay(loads(text))
                return self._read[name][1]
            except urllib.error.HTTPError as error:
                if error.code != HTTPStatus.CONFLICT:
                    raise
                error.close()
                time.sleep(0.05)
        raise TimeoutError(f"the game at table {name} does not begin")

    def whole(self, name: str) -> Table:
        """The table of that id with all its secrets, as the log on the disk tells it."""
        for identity, rows in archive.tables(self.data):
            if identity == name:
                table = fold(identity, rows).table
                assert table is not None
                return table
        raise KeyError(name)


def best(table: Table, seat: int) -> tuple[int, Sequence[str]]:
    """An action that brings a seat on, and the ids to click for it: the longest way round the lake in one turn."""
    import numpy as np

    from ludotheque.core import entry

    judged: list[tuple[float, int]] = []
    for code in table.legal_actions(seat):
        after, out = table.state.copy(), np.zeros(table.seats)
        entry.play(table.box, after, seat, code)
        entry.judge(table.box, after, out)
        judged.append((float(out[seat]), code))
    code = max(judged)[1]
    return code, clicks_of(table, seat, code)


def path_of(table: Table, seat: int, code: int) -> list[Node]:
    """The shortest way through the seat's choices that does an action."""
    choices = views.choices(table.journal, seat)
    paths: list[list[int]] = [[root] for root in choices.roots]
    seen = set(choices.roots)
    while paths:
        path = paths.pop(0)
        node = choices.nodes[path[-1]]
        if node.action == code:
            return [choices.nodes[index] for index in path]
        for index in node.next:
            if index not in seen:
                seen.add(index)
                paths.append([*path, index])
    raise AssertionError(f"no clicks do action {code}")


def clicks_of(table: Table, seat: int, code: int) -> list[str]:
    """The shortest sequence of clicks that does an action."""
    return [node.click for node in path_of(table, seat, code)]


def label_of(table: Table, seat: int, code: int) -> Message:
    """What an action is called where it has to be told from another."""
    choices, scene, path = (
        views.choices(table.journal, seat),
        table.scene({seat}),
        path_of(table, seat, code),
    )
    things = [*scene.pieces, *choices.buttons, *views.layout(table.journal).places]
    labels = {thing.id: thing.label for thing in things}
    ends = {"first": labels.get(path[0].click, ""), "last": labels.get(path[-1].click, "")}
    return Message(choices.keys[path[-1].key], ends | path[-1].extra)


def spot_of(table: Table, seat: int, click: str) -> str:
    """The place to tap for a click: a piece is tapped where it stands."""
    scene: Any = table.scene({seat})
    return next((piece.place for piece in scene.pieces if piece.id == click), click)
