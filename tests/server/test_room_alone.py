"""`server/room` runs without a server: no event loop, no store, no sockets. So a page in a browser can hold a table, too."""

from __future__ import annotations

import subprocess
import sys

BANNED = (
    "asyncio", "sqlite3", "starlette", "uvicorn", "websockets", "psycopg", "structlog", "numpy", "babel", "numba",
)  # fmt: skip

PLAYED = """
import sys

class Banned:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in banned:
            raise ImportError(f"{name} was asked for")

banned = set(sys.argv[1].split(","))
sys.meta_path.insert(0, Banned())
import importlib, pkgutil
import ludotheque.server.room

for module in pkgutil.walk_packages(ludotheque.server.room.__path__, "ludotheque.server.room."):
    importlib.import_module(module.name)

from ludotheque.server.room import wire
from ludotheque.server.room.agenda import Here, happens, wait_ms
from ludotheque.server.room.decide import decide
from ludotheque.server.room.log_events import Row
from ludotheque.server.room.permits import Now
from ludotheque.server.room.spec import ChairSpec, TableSpec, opening
from ludotheque.server.room.state import fold
from ludotheque.server.room.views import ViewCache

ME, FRIEND = 1, 2
made = opening(ME, "Ada", TableSpec("billabong", 2, [ChairSpec("me", "Ada"), ChairSpec("link")]))
state = fold("table", [Row(seq, None, 1000, event) for seq, event in enumerate(made)])

def do(guest, command):
    for event in decide(state, guest, command, state.seq, Now(2000)):
        state.apply(Row(state.seq + 1, None, 2000, event))

do(FRIEND, wire.Sit(1, "Ben"))
for number in range(40):
    seat = state.actors[0]
    do((ME, FRIEND)[seat], wire.Act(seat, state.table.legal_actions(seat)[0]))

gone = Here(frozenset({ME}), left_ms={FRIEND: 2000})
assert wait_ms(state, gone, 2000) == 5000
assert [type(event).__name__ for event in happens(state, gone, 7000)] == ["Absent"]
print(len(state.table.events), len(bytes(ViewCache(state).scene(frozenset({0})).json)), *sorted(banned & {name.partition(".")[0] for name in sys.modules}))
"""


def test_a_table_is_played_without_event_loop_store_and_sockets() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAYED, ",".join(BANNED)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    events, size, *imported = done.stdout.split()
    assert int(events) >= 40
    assert int(size) > 1000
    assert imported == []
