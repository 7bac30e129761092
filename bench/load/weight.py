"""What a server keeps in memory: for each quiet table, and for each open socket."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from typing import Any

from load import pairs, processes, words
from load.line import Page
from load.pairs import Pair
from load.server import Server, say

TOGETHER = 40
"""Tables that are played, and sockets that are opened, at the same time."""
MOVES = 20
"""Moves made at each table before it is quiet."""
SETTLE_S = 1.0
PATIENCE_S = 60.0


async def measure(server: Server, game: str, tables: int, sockets: int) -> dict[str, Any]:
    """Kilobytes, all processes of the server together (what they share is divided among them):

    `table_kb` for each table in mid-game that nobody looks at, `socket_kb` for each socket that says nothing, `watching_kb` for each one that
    watches one of these tables. With several workers some of the sockets pass through two of them.
    """
    warm = await _quiet(server, game, TOGETHER)  # what all tables share is there before anything is counted
    before = await _now(server)
    names = await _quiet(server, game, tables)
    after = await _now(server)
    found: dict[str, Any] = {
        "idle_mb": round(before / 1024, 1),
        "tables": len(names),
        "moves_each": MOVES,
        "table_kb": round((after - before) / max(1, len(names)), 1),
    }
    for what, places in (("socket", [""]), ("watching", names or warm)):
        before = await _now(server)
        opened = await _open(server, sockets, places)
        after = await _now(server)
        found |= {
            f"{what}_sockets": len(opened),
            f"{what}_kb": round((after - before) / max(1, len(opened)), 1),
            f"{what}_relayed": round(server.all_told().get("relayed_sockets", 0)),
        }
        for page in opened:
            page.close()
        await _gone(server)
    return found


async def _quiet(server: Server, game: str, count: int) -> list[str]:
    """So many tables in mid-game that nobody looks at any more."""
    names: list[str] = []
    for begin in range(0, count, TOGETHER):
        say(f"{game}: quiet tables, {begin} of {count}")
        some = await pairs.tables(server, game, min(TOGETHER, count - begin))
        await asyncio.gather(*(_played(pair, MOVES) for pair in some))
        names += [pair.table for pair in some]
        for pair in some:
            pair.close()
    await _gone(server)
    return names


async def _played(pair: Pair, moves: int) -> None:
    for _ in range(moves):
        if pair.can_move:
            pair.move()
        await pair.quiet()


async def _open(server: Server, count: int, tables: list[str]) -> list[Page]:
    """So many sockets that are still open once all have been answered; each watches one of these tables ("": none)."""
    gate, answered = asyncio.Semaphore(TOGETHER), asyncio.Semaphore(0)

    def heard(text: bytes) -> None:
        if words.look(text).t in ("welcome", "error"):
            answered.release()

    async def one(table: str) -> Page:
        async with gate, asyncio.timeout(PATIENCE_S):
            page = Page(server.base, heard, table)
            try:
                await page.open()
                page.send(words.hello(table) if table else words.other("past", "none", id="x", move=0))
                await answered.acquire()
            except BaseException:
                page.close()
                raise
            return page

    say(f"{count} sockets")
    asked = (one(tables[number % len(tables)]) for number in range(count))
    found = await asyncio.gather(*asked, return_exceptions=True)
    for error in {repr(error) for error in found if isinstance(error, BaseException)}:
        say(f"a socket was not opened: {error}")
    return [page for page in found if isinstance(page, Page) and not page.closed]


async def _gone(server: Server) -> None:
    """Wait until the server has noticed that nobody has a socket any more."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE_S):
            while await asyncio.to_thread(lambda: server.all_told()["sockets"]):  # noqa: ASYNC110  (it is another process)
                await asyncio.sleep(0.2)


async def _now(server: Server) -> float:
    gc.collect()
    await asyncio.sleep(SETTLE_S)
    return 1024 * processes.own_memory_mb(server.process.pid)
