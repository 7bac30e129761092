"""How much one server carries: durable moves a second, the delay from a move to everybody's screen, open sockets.

    python bench/server_load.py [--game billabong] [--tables 40] [--seconds 5] [--rate 300] [--sockets 2000] [--json]

The server is another process (SQLite on this disk, no limits); this process plays for everybody. Three runs:
1. `log`: how many one-event commands a second the store makes durable, many tables at once, no scenes.
2. `flat out`: tables of two people each, each move sent as soon as the last one is answered.
3. `paced`: as many moves a second as --rate over the same tables, with the delay until the other side has the update.
Then `sockets`: how many idle sockets stay open at once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
import websockets

from ludotheque.server.log import Batch, Row, Store

ROOT = Path(__file__).resolve().parent.parent
SERVER = """
import sys
from ludotheque.server import launch
from ludotheque.server.limits import UNLIMITED
launch.serve(port=int(sys.argv[1]), data=sys.argv[2], bot_pause=0, limits=UNLIMITED, prepare=(sys.argv[3],))
"""


class Node(msgspec.Struct):
    """A choice, of which only the action matters here."""

    action: int


class Choices(msgspec.Struct):
    """A seat's choices."""

    seat: int
    nodes: list[Node]


class Scene(msgspec.Struct):
    """What a player looks at before a move."""

    choices: list[Choices]


class Heard(msgspec.Struct):
    """What this process reads of any message."""

    t: str
    seq: int = -1
    scene: Scene | None = None


_read = msgspec.json.Decoder(Heard).decode


def http(base: str, path: str, body: Any = None, cookie: str = "") -> tuple[Any, str]:
    """An answer of the server, and the cookie it gave."""
    headers = {"content-type": "application/json", "cookie": cookie}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(f"http://{base}{path}", data, headers)) as answer:
        return json.load(answer), (answer.headers["set-cookie"] or "").split(";")[0]


class Game:
    """A table of two people: both seats belong to the socket that plays, another socket watches."""

    def __init__(self, base: str, game: str, number: int) -> None:
        self.base, self.number, self.sent = base, number, 0
        chairs = [{"who": "me", "name": "A"}, {"who": "here", "name": "B"}]
        made, self.cookie = http(base, "/api/tables", {"game": game, "seats": 2, "chairs": chairs})
        self.table = made["id"]
        self.delays: list[float] = []
        self.when: dict[int, float] = {}

    async def open(self) -> None:
        """Connect the player and the watcher."""
        origin = f"http://{self.base}"
        hello = json.dumps({"t": "hello", "table": self.table})
        own = {"cookie": self.cookie}
        self.player = await websockets.connect(
            f"ws://{self.base}/ws", origin=origin, additional_headers=own, max_size=None
        )  # type: ignore[arg-type]
        self.watcher = await websockets.connect(f"ws://{self.base}/ws", origin=origin, max_size=None)  # type: ignore[arg-type]
        for socket in (self.player, self.watcher):
            await socket.send(hello)
        self.state = _read(await self.player.recv())
        self.listening = asyncio.create_task(self.listen())

    async def listen(self) -> None:
        """Note when each state reaches the watcher."""
        async for text in self.watcher:
            sent = self.when.pop(_read(text).seq, None)
            if sent is not None:
                self.delays.append(time.perf_counter() - sent)

    async def move(self) -> bool:
        """Play one move and wait for its answer and the next state; False if the game is over."""
        if self.state.scene is None or not self.state.scene.choices:
            return False
        choice = self.state.scene.choices[0]
        actions = [node.action for node in choice.nodes if node.action >= 0]
        self.sent += 1
        act = {"kind": "act", "seat": choice.seat, "action": actions[self.sent * 7919 % len(actions)]}
        command = {
            "t": "command",
            "table": self.table,
            "command_id": f"m{self.sent}",
            "expected_seq": self.state.seq,
            "do": act,
        }
        self.when[self.state.seq + 1] = time.perf_counter()
        await self.player.send(json.dumps(command))
        answered = updated = False
        while not (answered and updated):
            heard = _read(await self.player.recv())
            if heard.t == "rejected":
                raise RuntimeError("a legal move was rejected")
            answered |= heard.t == "applied"
            if heard.t == "update":
                self.state, updated = heard, True
        return True

    async def close(self) -> None:
        """Hang up."""
        self.listening.cancel()
        await self.player.close()
        await self.watcher.close()


async def log_rate(folder: Path, seconds: float, tables: int = 200) -> float:
    """Durable one-event commands a second straight into the store, each waiting for its own."""
    store = Store(folder)
    await store.open()
    names = [f"t{n}" for n in range(tables)]
    body = {"kind": "act", "seat": 0, "action": 123, "how": ["k3", "i5"]}
    await asyncio.gather(*(store.append(Batch(n, [Row(0, None, 0, body)], ("g", 1))) for n in names))
    end, done = time.perf_counter() + seconds, 0

    async def table(name: str) -> None:
        nonlocal done
        seq = 1
        while time.perf_counter() < end:
            await store.append(Batch(name, [Row(seq, f"c{seq}", 0, body)]))
            seq, done = seq + 1, done + 1

    await asyncio.gather(*(table(name) for name in names))
    await store.close()
    return done / seconds


async def flat_out(games: list[Game], seconds: float) -> float:
    """Moves a second, each table as fast as it is answered."""
    end, done = time.perf_counter() + seconds, 0

    async def go(game: Game) -> None:
        nonlocal done
        while time.perf_counter() < end and await game.move():
            done += 1

    await asyncio.gather(*(go(game) for game in games))
    return done / seconds


async def paced(games: list[Game], rate: float, seconds: float) -> tuple[float, list[float]]:
    """The rate reached, and the delays (s) from sending a move to the watcher's update."""
    for game in games:
        game.delays.clear()
    began = time.perf_counter()
    pause = len(games) / rate

    async def go(game: Game, offset: float) -> None:
        due = began + offset
        while due < began + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if not await game.move():
                return
            due += pause

    await asyncio.gather(*(go(game, pause * n / len(games)) for n, game in enumerate(games)))
    await asyncio.sleep(0.2)
    delays = [delay for game in games for delay in game.delays]
    return len(delays) / seconds, delays


async def open_sockets(base: str, table: str, count: int) -> int:
    """How many sockets watch a table at once and still answer."""
    sockets = []
    gate = asyncio.Semaphore(50)

    async def one() -> None:
        async with gate:
            socket = await websockets.connect(
                f"ws://{base}/ws", origin=f"http://{base}", max_size=None, ping_interval=None
            )  # type: ignore[arg-type]
            sockets.append(socket)

    await asyncio.gather(*(one() for _ in range(count)), return_exceptions=True)
    alive = 0
    for socket in sockets:
        await socket.send(json.dumps({"t": "past", "table": table, "id": "x", "move": 99999}))
    for socket in sockets:
        alive += _read(await asyncio.wait_for(socket.recv(), 30)).t == "error"
    await asyncio.gather(*(socket.close() for socket in sockets))
    return alive


def memory_mb(pid: int) -> float:
    """Resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


async def run(options: argparse.Namespace) -> dict[str, Any]:
    """All measurements, as figures."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        found["log_commands_per_s"] = round(await log_rate(Path(folder) / "log", 2))
        port = options.port
        base = f"127.0.0.1:{port}"
        server = subprocess.Popen(  # noqa: ASYNC220
            [sys.executable, "-c", SERVER, str(port), f"{folder}/data", options.game], stdout=subprocess.PIPE
        )
        try:
            assert server.stdout is not None
            server.stdout.readline()
            while (  # noqa: ASYNC110
                next(g["ready"] for g in http(base, "/api/library")[0]["games"] if g["name"] == options.game)
                != "ready"
            ):
                await asyncio.sleep(0.2)
            found["idle_mb"] = round(memory_mb(server.pid))
            games = [Game(base, options.game, n) for n in range(options.tables)]
            await asyncio.gather(*(game.open() for game in games))
            reached, delays = await paced(games, options.rate, options.seconds)
            found |= {"paced_moves_per_s": round(reached), "asked_moves_per_s": options.rate}
            if len(delays) > 10:
                cuts = statistics.quantiles(delays, n=100)
                found |= {"p50_ms": round(cuts[49] * 1e3, 1), "p99_ms": round(cuts[98] * 1e3, 1)}
            found["flat_out_moves_per_s"] = round(await flat_out(games, options.seconds))
            found["sockets"] = await open_sockets(base, games[0].table, options.sockets)
            found["busy_mb"] = round(memory_mb(server.pid))
            await asyncio.gather(*(game.close() for game in games))
        finally:
            server.terminate()
            server.wait(10)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="billabong")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rate", type=float, default=300)
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--port", type=int, default=8799)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, options.sockets * 2 + 1000)), hard))
    found = asyncio.run(run(options))
    print(
        json.dumps(found)
        if options.json
        else "\n".join(f"{name:24} {value}" for name, value in found.items())
    )


if __name__ == "__main__":
    main()
