"""boardgame.io's server and ours, played in turn by the same driver (`bench/boardgame_io/drive.js`) in one run.

npm installs boardgame.io, its client and its stores into a temporary folder. boardgame.io is measured in four ways: its tutorial's
game with its own client, in its memory store and in its file store; and with bare sockets in memory, which cost the players less,
the tutorial's game on nine cells and on a board on which matches last as long as ours. Our server writes moves durably, lists every
legal move and hides secrets; its players read all that they get and choose from it.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from load import ratios
from load.pairs import middle
from load.server import Server, ours, running, say
from load.stores import Missing
from tools.ports import free_port

SOURCES = Path(__file__).resolve().parent.parent / "boardgame_io"
PACKAGES = ("boardgame.io@0.50", "socket.io-client@4", "node-persist@3", "ws@8")
"""node-persist is what boardgame.io's own FlatFile calls for."""
OURS = "ours"
THEIRS = {
    "memory": ("memory", "client:3"),
    "files": ("flat-file", "client:3"),
    "memory, bare sockets": ("memory", "bare:3"),
    "memory, bare sockets, long matches": ("memory", "bare:14"),
}
"""Ways of theirs: the store, and how it is played."""
WARM_S = 2.0
"""Seconds of play before anything is counted."""
PATIENCE_S = 300


def installed(folder: Path, *more: str) -> Path:
    """The packages, and more of them, in a folder; `Missing` says what is not here."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise Missing("boardgame.io is not compared: there is no node and npm here")
    say("boardgame.io: installing it with npm")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"private": true}', encoding="utf-8")
    command = [npm, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", *PACKAGES, *more]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE_S)
    except subprocess.TimeoutExpired as error:
        raise Missing(f"boardgame.io is not compared: npm did not end within {PATIENCE_S} s") from error
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if line.startswith("npm error ")]
        why = "; ".join(line.removeprefix("npm error ") for line in lines[:3]) or done.stderr.strip()[-300:]
        raise Missing(f"boardgame.io is not compared: npm could not install it: {why}")
    return folder / "node_modules"


class Side:
    """One way of playing: a server, and a driver whose sockets stay open between its runs."""

    def __init__(self, server: Server, kind: str, tables: int, game: str, modules: Path) -> None:
        self.server, self.kind = server, kind
        self.runs: list[dict[str, float]] = []
        command = ["node", str(SOURCES / "drive.js"), kind, server.base, str(tables), game]
        self.driver = subprocess.Popen(
            command, env=os.environ | {"NODE_PATH": str(modules)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )  # fmt: skip

    def answer(self) -> dict[str, Any]:
        """The next line that the driver writes; `SystemExit` where it ended instead (its own words stand above)."""
        assert self.driver.stdout is not None
        line = self.driver.stdout.readline()
        if not line:
            raise SystemExit(f"the driver of {self.kind} ended with code {self.driver.wait()}")
        found: dict[str, Any] = json.loads(line)
        return found

    def run(self, seconds: float, counts: bool = True) -> None:
        """Play so long, flat out."""
        figures = self.played(seconds)
        if counts:
            self.runs.append(figures)

    def played(self, seconds: float, rate: float = 0) -> dict[str, float]:
        """The figures of playing so long: flat out, or so many moves a second."""
        assert self.driver.stdin is not None
        used = self.server.cpu_s()
        self.driver.stdin.write(f"{seconds} {rate}\n")
        self.driver.stdin.flush()
        found = self.answer()
        moves = max(1, found["moves"])
        figures = {name: found[name] for name in ("moves_per_s", "p50_ms", "p99_ms")}
        figures["server_ms_a_move"] = 1000 * (self.server.cpu_s() - used) / moves
        figures["client_ms_a_move"] = 1000 * found["client_cpu_s"] / moves
        return figures

    def stop(self) -> None:
        """Hang up."""
        assert self.driver.stdin is not None
        assert self.driver.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self.driver.stdin.close()
        try:
            self.driver.wait(10)
        except subprocess.TimeoutExpired:
            self.driver.kill()
            self.driver.wait()
        self.driver.stdout.close()


@contextmanager
def theirs(store: str, place: Path | str, modules: Path) -> Iterator[Server]:
    """boardgame.io's server with one of its stores, in a folder or in a database."""
    if isinstance(place, Path):
        place.mkdir(parents=True, exist_ok=True)
    port = free_port()
    environment = os.environ | {"NODE_PATH": str(modules), "NODE_ENV": "production"}
    command = ["node", str(SOURCES / "server.js"), store, str(port), str(place)]
    with running(command, f"127.0.0.1:{port}", b"http://", environment) as server:
        yield server


def compare(folder: Path, game: str, tables: int, rounds: int, seconds: float) -> dict[str, Any]:
    """Each side's figures, medians of this many runs that alternate, and how many times boardgame.io's moves a second ours are.

    Figures of a side: moves a second, milliseconds until the other player has a move, and processor time of the server and of
    the players for each. `times` of a way is the median of the ratios within a round; `times_boardgame_io` the least of those, against their
    quickest way. `Missing` says why there is no comparison.
    """
    modules = installed(folder)
    sides: dict[str, Side] = {}
    with ExitStack() as stack:
        servers = {
            store: stack.enter_context(theirs(store, folder / store, modules)) for store, _ in THEIRS.values()
        }
        own = stack.enter_context(ours(folder / "ours", [game]))
        places = {OURS: (own, "ours")} | {
            name: (servers[store], kind) for name, (store, kind) in THEIRS.items()
        }
        for name, (server, kind) in places.items():
            sides[name] = Side(server, kind, tables, game, modules)
            stack.callback(sides[name].stop)
            sides[name].answer()
            sides[name].run(min(WARM_S, seconds), counts=False)
        for number in range(rounds):
            for name, side in sides.items():
                say(f"{name}: round {number + 1} of {rounds}")
                side.run(seconds)
    found: dict[str, Any] = {name: middle(side.runs) for name, side in sides.items()}
    for name in THEIRS:
        own_rates, peer_rates = ([run["moves_per_s"] for run in sides[side].runs] for side in (OURS, name))
        found[name]["times"] = ratios.middle(own_rates, peer_rates)
    times = [found[name]["times"] for name in THEIRS if found[name]["times"] is not None]
    return {"boardgame_io": found, "times_boardgame_io": min(times, default=None)}
