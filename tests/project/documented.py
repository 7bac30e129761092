"""Runs commands one after the other in one process, interpreted: `python documented.py` reads `[[command, input], …]` as JSON, and
writes `[[exit code, output, errors], …]`. A command is words, the first of them `ludotheque`, `ludotheque.testing` or `tests.…`.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import importlib
import io
import json
import runpy
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import CliRunner

SHORT = Path(__file__).resolve().parents[1] / "conformance" / "boxes" / "billabong.toml"
"""A board on which games are short."""

Told = tuple[int, str, str]


def prepare() -> None:
    """What the commands are given, in this folder: a record, a position, a server's data."""
    from ludotheque import Table
    from ludotheque.core.record import dumps

    table = Table("billabong", 2, {"mode": "duel"}, seed=1, first=0)
    for text in ("k3", "l4"):
        table.play(text)
    Path("game.jsonl").write_text(dumps(table.record()), encoding="utf-8")
    Path("ended.jsonl").write_text(dumps(_ended()), encoding="utf-8")
    Path("position.json").write_text(json.dumps(table.position()), encoding="utf-8")
    asyncio.run(_host(Path("data")))


def _ended() -> list[Any]:
    """The record of a game of two decisions that a player gave up."""
    from ludotheque import Table

    table = Table("bantu", 2, seed=1)
    for _ in range(2):
        table.play(table.legal_actions()[0])
    end = {"end": "resigned", "returns": [1.0, 0.0], "ranking": [1, 2], "resigned": [1]}
    return [*table.record(), end]


async def _host(folder: Path) -> None:
    from ludotheque.server.room.spec import ChairSpec, TableSpec
    from ludotheque.server.services import running
    from ludotheque.server.settings import Settings

    chairs = [ChairSpec("me"), ChairSpec("here", "Tom")]
    async with running(Settings(folder)) as services:
        guest, _ = await services.guests.welcome("Léa")
        await services.tables.create(guest.id, guest.name, TableSpec("billabong", 2, chairs))


def command_line(words: list[str], said: str) -> Told:
    """`ludotheque …`"""
    from ludotheque.cli.main import app

    done = CliRunner().invoke(app, words, input=said)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        return -1, done.stdout, "".join(traceback.format_exception(done.exception))
    return done.exit_code, done.stdout, done.stderr


def module(name: str) -> Callable[[list[str], str], Told]:
    """`python -m …`"""

    def run(words: list[str], _said: str) -> Told:
        out, err = io.StringIO(), io.StringIO()
        sys.argv = [name, *words]
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                runpy.run_module(name, run_name="__main__", alter_sys=False)
                code: Any = 0
            except SystemExit as end:
                code = end.code
        return (code or 0) if isinstance(code, int | None) else 1, out.getvalue(), err.getvalue()

    return run


def regenerate(name: str) -> Callable[[list[str], str], Told]:
    """A game's regeneration, of one short game and in this folder."""

    def run(words: list[str], _said: str) -> Told:
        from ludotheque.core.components import read_toml

        usual = importlib.import_module(name).AGAIN
        here, out = Path("anew"), io.StringIO()
        here.mkdir(exist_ok=True)
        first = json.loads(usual.counts.read_text(encoding="utf-8"))[0]
        (here / "perft.json").write_text(
            json.dumps([first | {"counts": first["counts"][:1]}]), encoding="utf-8"
        )
        short = {"short": {"seats": 2, "components": read_toml(SHORT.read_bytes()), "bots": "random random"}}
        sys.argv = [name, *words]
        with contextlib.redirect_stdout(out):
            dataclasses.replace(usual, here=here, games=short).main()
        written = [f"{path}: {path.stat().st_size} bytes" for path in sorted(here.rglob("*.*"))]
        return 0, "\n".join([out.getvalue(), *written]), ""

    return run


def main() -> None:
    """Run what is asked for."""
    asked = json.load(sys.stdin)
    if asked and asked[0][0] == ["prepare"]:
        prepare()
        asked = asked[1:]
    told: list[Told] = []
    for (name, *words), said in asked:
        if name == "ludotheque":
            run = command_line
        elif name.endswith(".regenerate"):
            run = regenerate(name)
        else:
            run = module(name)
        told.append(run(words, said))
    json.dump(told, sys.__stdout__)


if __name__ == "__main__":
    main()
