"""Measures how long people wait for a first move.

    python bench/first_move.py [--runs 3] [--games billabong,banzai] [--uncompiled] [--json]

With --uncompiled the rules are those of a checkout in which nothing was compiled. The figures are medians over --runs:
`table`       from asking for a table with bots to the first scene in which the person may act (in a timed game: sees cards);
`moved`       from then until the person's first move is answered, and `bot` until the first action of a bot;
`import`      from starting an interpreter to the first `legal_actions()` of a `Table`;
`terminal`    from starting `ludotheque play` to the first board;
`restart`     from restarting a server, in the middle of a game with 40 moves, to the scene of its table.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import pty
import select
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import websockets

GAMES = ("billabong", "bantu", "banjooli-cross", "boussanga", "banzai")
SERVER = """
import sys
from ludotheque.server import launch
from ludotheque.server.access.limits import UNLIMITED
from ludotheque.server.settings import Settings
launch.serve(Settings(port=0, data=sys.argv[1], bot_pause=0, limits=UNLIMITED))
"""
IMPORT = "import sys\nfrom ludotheque import Table\nlen(Table(sys.argv[1], seed=1).legal_actions())"
TERMINAL = "from ludotheque.__main__ import main\nmain()"
UNCOMPILED = "from ludotheque.core import artefact\nartefact.machine = lambda: 'none'\n"
"""What such a program begins with on a kind of machine for which nothing was compiled."""
PATIENCE_S = 60.0
MOVES = 40
"""So many were told of a game in whose middle its server is started again."""


class Server:
    """A server in a process of its own, with a data folder."""

    def __init__(self, folder: Path, before: str) -> None:
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-c", before + SERVER, str(folder)],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=_variables(),
        )  # fmt: skip
        assert self.process.stdout is not None
        self.base = self.process.stdout.readline().split("http://")[1].split("/")[0]

    def end(self) -> None:
        """Stop it at once, as a cut cable would."""
        self.process.kill()
        self.process.wait()


class Player:
    """One person at one table of a server, with bots in the other seats."""

    def __init__(self, server: Server, game: str, table: str = "", cookie: str = "") -> None:
        self.server, self.game, self.table, self.cookie = server, game, table, cookie
        self.moves = self.told = 0

    def make(self) -> None:
        """Ask for the table."""
        library = _http(self.server.base, "/api/library")[0]
        offered = next(game["seats"] for game in library["games"] if game["name"] == self.game)
        seats = next(number for number in offered if number > 1)
        chairs = [
            {"who": "me", "name": "Ada"},
            *({"who": "bot", "level": "steady"} for _ in range(seats - 1)),
        ]
        asked = {"game": self.game, "seats": seats, "chairs": chairs, "first": "host"}
        made, self.cookie = _http(self.server.base, "/api/tables", asked)
        self.table = made["id"]

    async def look(self) -> float:
        """Open the table, and wait until there is something to do; when that was."""
        await self.arrive()
        await self._until(lambda: self._choice() is not None)
        return time.perf_counter()

    async def arrive(self) -> float:
        """Open the table, and wait for its scene; when that came."""
        base = self.server.base
        self.socket = await websockets.connect(
            f"ws://{base}/ws",
            origin=f"http://{base}",
            additional_headers={"cookie": self.cookie},
            max_size=None,
        )  # type: ignore[arg-type]
        await self.socket.send(json.dumps({"t": "hello", "table": self.table}))
        await self._until(lambda: bool(self.seen))
        return time.perf_counter()

    async def act(self) -> float:
        """Do something that may be done, if the clock did not do it first; when it was answered. What came of it is awaited."""
        choice = self._choice()
        assert choice is not None
        codes = [node["action"] for node in choice["nodes"] if node.get("action", -1) >= 0]
        self.moves += 1
        command = {
            "t": "command", "table": self.table, "command_id": f"m{self.moves}", "expected_seq": self.seen["seq"],
            "do": {"kind": "act", "seat": choice["seat"], "action": codes[self.moves * 7919 % len(codes)]},
        }  # fmt: skip
        await self.socket.send(json.dumps(command))
        while (answer := await self._receive())["t"] not in ("applied", "rejected"):
            pass
        answered = time.perf_counter()
        if answer["t"] == "applied":
            await self._until(lambda: self.seen["seq"] >= answer["seq"])
        else:
            assert (
                self.seen["scene"].get("due_ms", -1) >= 0 or answer["reason"]["key"] == "error.race_over"
            ), answer
            with contextlib.suppress(
                TimeoutError
            ):  # nothing happens, perhaps, until this player does something else
                await asyncio.wait_for(self._until(lambda seq=self.seen["seq"]: self.seen["seq"] > seq), 0.5)
        return answered

    async def play_on(self, moves: int) -> None:
        """Play until this many moves were told, or the game is over."""
        while self.told < moves and not self._is_over:
            await self._until(lambda: self._is_over or self._choice() is not None)
            if not self._is_over:
                await self.act()

    async def bot(self) -> float:
        """Play on until a bot has acted; when that was shown."""
        while not self._bot_acted:
            await self._until(lambda: self._bot_acted or self._choice() is not None)
            if not self._bot_acted:
                await self.act()
        return time.perf_counter()

    @property
    def _is_over(self) -> bool:
        return bool(self.seen["scene"].get("ending"))

    @property
    def _bot_acted(self) -> bool:
        return any(seat > 0 for seat in self.acted)

    def _choice(self) -> dict[str, Any] | None:
        scene = self.seen.get("scene")
        return scene["choices"][0] if scene and scene.get("choices") else None

    async def _until(self, so: Callable[[], bool]) -> None:
        self.seen = getattr(self, "seen", {})
        self.acted = getattr(self, "acted", set())
        while not so():
            await self._receive()

    async def _receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE_S))
        if message["t"] in ("welcome", "update"):
            self.seen = message
            self.told = message.get("moves_from", 0) + len(message["moves"])
            self.acted |= {move["seat"] for move in message["moves"]}
        return message


def _http(base: str, path: str, body: Any = None) -> tuple[Any, str]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://{base}{path}", data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer), (answer.headers["set-cookie"] or "").split(";")[0]


def _variables() -> dict[str, str]:
    """The variables of a process. Bytecode is kept, as it is where a server is started again."""
    without = ("LUDOTHEQUE_RULES", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if name not in without}
    return kept | {"COLUMNS": "100"}


async def at_a_server(game: str, folder: Path, before: str) -> dict[str, float]:
    """The waits of a person at a fresh server, and after it was stopped in mid-game and begun again."""
    server = Server(folder / "data", before)
    try:
        player = Player(server, game)
        began = time.perf_counter()
        player.make()
        shown = await player.look()
        found = {"table": shown - began}
        found["moved"] = await player.act() - shown
        found["bot"] = await player.bot() - shown
        await player.play_on(MOVES)
    finally:
        server.end()
    await asyncio.sleep(1.5)  # what the killed server had begun ends within a second
    again = Server(folder / "data", before)
    try:
        await Player(again, game, player.table, player.cookie).arrive()
        found["restart"] = time.perf_counter() - again.began
    finally:
        again.end()
    return found


def in_an_interpreter(game: str, before: str) -> float:
    """The seconds of a program that asks a table for its first legal actions."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", before + IMPORT, game], check=True, env=_variables())
    return time.perf_counter() - began


def in_a_terminal(game: str, folder: Path, before: str) -> float:
    """The seconds until `ludotheque play` has drawn a board: until the person pressed Enter and it is there."""
    began = time.perf_counter()
    child, end = pty.openpty()
    command = [
        sys.executable,
        "-c",
        before + TERMINAL,
        "play",
        game,
        "--lang",
        "en",
        "--seed",
        "1",
        "--save",
        str(folder / "game.jsonl"),
    ]
    process = subprocess.Popen(command, stdin=end, stdout=end, stderr=end, env=_variables())
    os.close(end)
    said = b""
    try:
        while b"begin" not in said and time.perf_counter() - began < PATIENCE_S:
            if select.select([child], [], [], 0.05)[0]:
                said += os.read(child, 65536)
        os.write(child, b"\n")
        while said.count(b"\x1b[H") < 2 and time.perf_counter() - began < PATIENCE_S:
            if select.select([child], [], [], 0.05)[0]:
                said += os.read(child, 65536)
    finally:
        process.kill()
        process.wait()
        os.close(child)
    if said.count(b"\x1b[H") < 2:
        raise RuntimeError(f"the terminal drew no board: {said[-300:]!r}")
    return time.perf_counter() - began


def measure(game: str, before: str) -> dict[str, float]:
    """Every wait of one game, in seconds, once."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = asyncio.run(at_a_server(game, folder, before))
        found["import"] = in_an_interpreter(game, before)
        found["terminal"] = in_a_terminal(game, folder, before)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=3, help="measurements of each figure")
    parser.add_argument("--games", default=",".join(GAMES), help="names, with commas between them")
    parser.add_argument("--uncompiled", action="store_true", help="as if nothing had been compiled")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    before = UNCOMPILED * options.uncompiled
    for game in options.games.split(","):
        runs = [measure(game, before) for _ in range(options.runs)]
        row = {name: round(statistics.median(run[name] for run in runs), 2) for name in runs[0]}
        if options.json:
            print(json.dumps({"game": game, "seconds": row}), flush=True)
        else:
            print(
                f"{game:15}" + "".join(f"  {name} {value:5.2f} s" for name, value in row.items()), flush=True
            )


if __name__ == "__main__":
    main()
