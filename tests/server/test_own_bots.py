"""Robots that the host has installed: offered beside the levels, seated by their names, asked in another process."""

from __future__ import annotations

from pathlib import Path

import pytest
import structlog

from ludotheque import Table, bots
from ludotheque.server.thinking import pool
from ludotheque.server.thinking.pool import Bots
from tests.server.harness import Harness, serving
from tests.server.test_playing import ME

CAREFUL = {"who": "bot", "level": "careful"}
ENTRY = "[ludotheque.bots]\ncareful = careful:careful\n"
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "own-bot" / "careful.py"


@pytest.fixture
def careful(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The example's bot, installed as a package is: this process and those it starts find it."""
    folder = tmp_path / "installed"
    about = folder / "careful-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: careful\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(ENTRY, encoding="utf-8")
    (folder / "careful.py").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", str(folder), prepend=":")
    monkeypatch.setenv("LUDOTHEQUE_RULES", "interpreted")  # such a process is there sooner
    return "careful"


async def test_an_installed_bot_is_offered_and_plays(careful: str, tmp_path: Path) -> None:
    assert bots.installed() == (careful,)
    async with serving(tmp_path / "data", bot_processes=True) as server:
        await server.rules_ready("bantu")
        lea = await server.person("Léa")
        assert (await lea.http.get("/api/library")).json()["own_bots"] == [careful]
        tab = await lea.tab(await lea.make([ME, CAREFUL], game="bantu", first=1))
        await tab.until(lambda view: bool(view["scene"]["choices"]) and bool(tab.moves))
        assert tab.moves[0]["seat"] == 1
        assert [chair["level"] for chair in tab.view["table"]["chairs"]] == ["", careful]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("raise KeyError('lost')", "KeyError"),
        ("return -7", "none of its"),
        ("while True: pass", "more than 0.5 s"),
    ],
)
async def test_the_game_continues_when_an_installed_bot_fails(
    careful: str,
    wrong: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "installed" / "careful.py").write_text(
        f"def careful(sight):\n    {wrong}\n", encoding="utf-8"
    )
    asked = Bots()
    try:
        table = Table("bantu", 2, seed=2, first=0)
        view = table.view({0}).tobytes()
        assert await asked.choose("bantu", None, view, 0, "random") in table.legal_actions()
        if "while" in wrong:
            with pytest.raises(pool.BotFailed):  # the process is there, and knows the rules
                await asked._installed.ask(pool.think_as_installed, "bantu", None, view, 0, "nobody", 1)
            monkeypatch.setattr(pool, "OWN_S", 0.5)
        with structlog.testing.capture_logs() as lines:
            assert await asked.choose("bantu", None, view, 0, careful) in table.legal_actions()
    finally:
        await asked.close()
    (failed,) = [line for line in lines if line["event"] == "installed_bot_failed"]
    assert said in failed["why"]


async def test_one_that_is_not_installed_or_has_no_hands_is_refused(server: Harness, careful: str) -> None:
    lea = await server.person("Léa")
    tab = await lea.tab(await lea.make([ME, {"who": "link"}]))
    for level, why in (
        ("os:getcwd", "error.unknown_bot"),
        ("careful:careful", "error.unknown_bot"),
        (careful, "error.bot_has_no_hands"),
    ):
        answer = await tab.do("bot", seat=1, level=level)
        assert answer["reason"]["key"] == why
    assert [chair["who"] for chair in tab.view["table"]["chairs"]] == ["person", "open"]
