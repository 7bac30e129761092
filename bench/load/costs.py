"""What a move costs the server, and where: processor time of each step, in a server whose functions are timed.

Each step is counted without the steps that it calls. The timing itself takes about a microsecond a call, which is in the figures.
"""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

from load import pairs
from load.server import OURS, ours, say

STEPS = {
    "reading": ("ludotheque.server.web.sockets", "_read"),
    "deciding": ("ludotheque.server.live.executor", "decide"),
    "log: to rows": ("ludotheque.server.store.log", "Store.append"),
    "playing": ("ludotheque.server.room.state", "TableState.apply"),
    "what happens by itself": ("ludotheque.server.live.room", "Room.go_on"),
    "moves of the list": ("ludotheque.server.room.views", "MoveList.go_on"),
    "scenes": ("ludotheque.server.room.views", "ViewCache._scene"),
    "the table's facts": ("ludotheque.server.room.views", "ViewCache.facts"),
    "what each page is sent": ("ludotheque.server.live.watching", "Watching.update"),
    "hashes": ("ludotheque.server.live.shown", "view_hash"),
    "what changed": ("ludotheque.server.live.shown", "View.since"),
    "compressing": ("ludotheque.server.access.frames", "Text.frame"),
    "choices that fit": ("ludotheque.server.room.views", "fit"),
    "JSON of messages": ("ludotheque.server.room.wire", "write"),
    "sending": ("ludotheque.server.access.timed", "TimedLine.send"),
}
"""Each step with the function in which it is done."""
TIMED = """
import functools, inspect, json, os, signal, sys, time
from importlib import import_module
spent, inside = {}, [0.0]
def timed(name, function):
    if inspect.iscoroutinefunction(function):  # only until it first waits
        def work(*given, **named):
            made = function(*given, **named)
            return Stepped(name, made)
    else:
        def work(*given, **named):
            begin = time.thread_time(); inside.append(0.0)
            try:
                return function(*given, **named)
            finally:
                count(name, begin)
    return functools.wraps(function)(work)
def count(name, begin):
    took = time.thread_time() - begin
    spent[name] = spent.get(name, 0.0) + took - inside.pop()
    inside[-1] += took
class Stepped:
    def __init__(self, name, made): self.name, self.made = name, made
    def __await__(self):
        steps, value = self.made.__await__(), None
        while True:
            begin = time.thread_time(); inside.append(0.0)
            try:
                found = steps.send(value)
            except StopIteration as ended:
                return ended.value
            finally:
                count(self.name, begin)
            value = yield found
for name, (module, path) in json.loads(sys.argv[2]).items():
    place = import_module(module)
    *owner, last = path.split(".")
    for each in owner:
        place = getattr(place, each)
    setattr(place, last, timed(name, getattr(place, last)))
def tell(*_):
    spent["log: its threads"] = time.process_time() - time.thread_time()
    with open(sys.argv[3] + ".new", "w") as file:
        json.dump(spent | {"all": time.process_time()}, file)
    os.replace(sys.argv[3] + ".new", sys.argv[3])
signal.signal(signal.SIGUSR1, tell)
"""


async def measure(folder: Path, game: str, tables: int, seconds: float) -> dict[str, float]:
    """Milliseconds of the server for a move of a game, by step, flat out at this many tables; `all` is the whole process."""
    told = folder / "spent.json"
    more = [json.dumps(STEPS), str(told)]
    with ours(folder, [game], program=TIMED + OURS, more=more) as server:
        played = await pairs.tables(server, game, tables)
        await pairs.flat_out(played, 1.0)
        say(f"{game}: what a move costs")
        before = _spent(server.process.pid, told)
        found = await pairs.flat_out(played, seconds)
        after = _spent(server.process.pid, told)
        for pair in played:
            pair.close()
    moves = found["moves_per_s"] * seconds
    cost = {name: 1000 * (after[name] - before.get(name, 0.0)) / moves for name in after}
    whole = cost.pop("all")
    cost["the rest: event loop, sockets, tasks"] = whole - sum(cost.values())
    ranked = sorted(cost.items(), key=lambda each: -each[1])
    return {name: round(value, 3) for name, value in ranked} | {"all": round(whole, 3)}


def _spent(process: int, told: Path) -> dict[str, Any]:
    """Seconds by step so far."""
    told.unlink(missing_ok=True)
    os.kill(process, signal.SIGUSR1)
    until = time.monotonic() + 10
    while not told.exists():
        if time.monotonic() > until:
            raise SystemExit("the timed server does not answer")
        time.sleep(0.01)
    found: dict[str, Any] = json.loads(told.read_text())
    return found
