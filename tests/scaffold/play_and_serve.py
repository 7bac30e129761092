"""Run with the name of a game and its French title: plays it by bots, and asks a server for all that a browser would."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from ludotheque import Table, bots, replay, verify
from ludotheque.core import packaged, registry
from tests.server.harness import serving


def play(name: str) -> None:
    """A whole game through `Table`, each seat a bot's, greedy and random; it is replayed, verified and drawn."""
    table = Table(name, seed=3)
    while not table.is_over:
        (seat,) = table.actors
        level = bots.LEVELS[seat % len(bots.LEVELS)]
        view = table.view({seat}).tobytes()
        table.play(bots.choose(name, None, view, seat, level, seed=len(table.events)), seat)
        assert table._repr_svg_().startswith("<svg")
        assert str(table)
    assert table.outcome is not None
    assert replay(table.record()).outcome == table.outcome
    assert verify(table.record()).over


async def serve(name: str, french: str) -> None:
    """What the pages of the game ask for; then a table with a bot, on which something is played."""
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as server:
            await server.rules_ready(name)
            person = await server.person("Léa")
            await pages(person.http, name, french)
            seats = Table(name).seats
            chairs = [{"who": "me"}, *[{"who": "bot", "level": "greedy"}] * (seats - 1)]
            tab = await person.tab(await person.make(chairs, name))
            view = await tab.until(lambda view: bool(view["scene"] and view["scene"]["choices"]))
            node = view["scene"]["choices"][0]["nodes"][0]
            answer = await tab.act(0, node["action"], path=[node["click"]])
            assert answer["t"] == "applied", answer
            await tab.until(lambda view: len(tab.moves) >= seats)
            board = await person.http.get(f"/art/{name}/board/{view['scene']['layout']}.svg")
            assert board.text.startswith("<svg"), board.text


async def pages(http: object, name: str, title: str) -> None:
    """The shelf, the rules, the edition, the words, the drawings. A game of one file has fewer."""
    game = registry.get(name)
    whole = not packaged.is_one_file(game.package)
    shelf = {game["name"]: game for game in (await http.get("/api/library")).json()["games"]}
    assert shelf[name]["ready"] == "ready"
    assert [option["name"] for option in shelf[name]["options"]] == [option.name for option in game.options]
    rows = (await http.get(f"/api/rules/{name}")).json()["rows"]
    assert rows[0]["id"].endswith("-01")
    assert all(row["fr"] and row["en"] and row["paragraph_en"] for row in rows)
    assert bool((await http.get(f"/api/edition/{name}")).json()["facts"]) == whole
    assert b"pebbles = 15" in (await http.get(f"/api/components/{name}")).content
    french, english = [(await http.get(f"/api/messages/{lang}")).json() for lang in ("fr", "en")]
    assert (french[f"{name}.title"], english[f"{name}.title"]) == (title, "Pebbles")
    for drawing in ("sprites", "cover") if whole else ("sprites",):
        answer = await http.get(f"/art/{name}/{drawing}.svg")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")


if __name__ == "__main__":
    play(sys.argv[1])
    asyncio.run(serve(*sys.argv[1:]))
    print("played and served")
