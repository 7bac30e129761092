"""Bots that a server is given by name, as objects: offered beside the levels, and shown what their seat may know."""

from __future__ import annotations

import asyncio
import importlib
import runpy
from pathlib import Path
from typing import Any

import pytest

from ludotheque import Table, bots
from ludotheque.bots import own
from ludotheque.core import registry, state
from ludotheque.games.banjooli_cross.state import SECRET
from ludotheque.server import launch
from ludotheque.server.base.listening import CannotStart
from ludotheque.server.settings import Settings
from tests.bantu.boards import small
from tests.cli.conftest import Run, run
from tests.server.harness import Tab, serving
from tests.server.noting import Noting
from tests.server.test_playing import ME

__all__ = ["run"]

OURS = {"who": "bot", "level": "noting"}


async def to_the_end(tab: Tab, turns: int = 100) -> None:
    """The person plays the first action that is offered, until the game is over or they have had so many turns."""
    for _ in range(turns):
        view = await tab.until(lambda v: v["table"]["phase"] == "over" or bool(v["scene"]["choices"]))
        if view["table"]["phase"] == "over":
            return
        nodes = view["scene"]["choices"][0]["nodes"]
        await tab.act(0, next(node["action"] for node in nodes if node["action"] >= 0))
        await asyncio.sleep(0.01)
        tab.view = {}
        await tab.hello()


async def test_a_bot_object_plays_a_persons_table_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTHEQUE_RULES", "interpreted")  # the bot's process is there sooner
    seen = tmp_path / "seen"
    seen.mkdir()
    async with serving(tmp_path / "data", bot_processes=True, bots={"noting": Noting(seen)}) as server:
        lea = await server.person("Léa")
        assert (await lea.http.get("/api/library")).json()["own_bots"] == ["noting"]
        table = await lea.make([ME, OURS], game="bantu", components=text_of(small()), options={"short": True})
        tab = await lea.tab(table)
        await to_the_end(tab)
        assert tab.view["table"]["phase"] == "over"
        assert tab.view["table"]["chairs"][1]["level"] == "noting"
        played = [move for move in tab.moves if move["seat"] == 1]
        assert len(played) > 3
        assert len(list(seen.iterdir())) >= len(played)
        assert all(path.name.startswith("1-") for path in seen.iterdir())
    assert bots.installed() == ()


async def test_it_gets_only_what_its_seat_may_know(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    seen.mkdir()
    async with serving(tmp_path / "data", bots={"noting": Noting(seen)}) as server:
        lea = await server.person("Léa")
        tab = await lea.tab(await lea.make([ME, OURS], game="banjooli-cross"))
        await to_the_end(tab, turns=6)
        await tab.until(lambda v: any(move["seat"] == 1 for move in tab.moves))
    dtype = registry.get("banjooli-cross").state
    cards = [state.load_bytes(path.read_bytes(), dtype)[0]["prediction"] for path in seen.iterdir()]
    assert {int(each[0]) for each in cards} <= {SECRET, -1}
    assert SECRET in {int(each[0]) for each in cards}
    assert any(int(each[1]) >= 0 for each in cards)  # its own it knows


def text_of(box: dict[str, Any]) -> str:
    """A component file."""
    lines = []
    for name, values in box.items():
        lines += [f"[{name}]", *(f"{key!r} = {value!r}" for key, value in values.items())]
    return "\n".join(lines).replace("'", '"')


@pytest.mark.parametrize(
    ("name", "bot", "says"),
    [
        ("easy", Noting(Path()), "a bot cannot be called"),
        ("a:b", Noting(Path()), "a bot cannot be called"),
        ("", Noting(Path()), "a bot cannot be called"),
        ("mine", lambda sight: sight.actions[0], "another process"),
        ("mine", 3, "another process"),
    ],
)
def test_a_bot_that_cannot_be_asked_is_refused_before_the_start(name: str, bot: Any, says: str) -> None:
    with pytest.raises(CannotStart, match=says):
        Settings(bots={name: bot})


def test_the_command_names_bots(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Settings] = []
    monkeypatch.setattr(launch, "serve", given.append)
    assert run("serve", "--bot", "mine=tests.server.noting:HERE", "--no-host-page").exit_code == 0
    assert given[0].bots == {"mine": Noting(Path())}
    for word, says in (
        ("mine", "NAME=module:object"),
        ("mine=foo", "--bot mine=foo does not name a bot"),
        ("=a:b", "NAME=module:object"),
        ("easy=tests.server.noting:HERE", "a bot cannot be called “easy”"),
        ("mine=nowhere:bot", "module:function"),
    ):
        refused = run("serve", "--bot", word, "--lang", "en")
        assert refused.exit_code == 2
        assert says in refused.stderr


def test_the_example_serves_its_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Settings] = []
    monkeypatch.setattr(launch, "serve", given.append)
    example = Path(__file__).resolve().parents[2] / "examples" / "own-bot"
    runpy.run_path(str(example / "averaging.py"), run_name="__main__")
    bot = given[0].bots["averaging"]
    table = Table("bantu", 2, seed=1, components=small())
    seat = table.actors[0]
    view = table.view({seat}).tobytes()
    assert bots.choose("bantu", small(), view, seat, bot, 1) in table.legal_actions()
    monkeypatch.syspath_prepend(str(example))
    assert Settings(bots={"averaging": importlib.import_module("averaging").FIVE_TIMES})


def test_names_are_lent_for_a_time() -> None:
    bot = Noting(Path())
    with own.lent({"mine": bot}):
        assert own.find("mine") is bot
        assert "mine" in own.installed()
    with pytest.raises(bots.UnknownBot):
        own.find("mine")
