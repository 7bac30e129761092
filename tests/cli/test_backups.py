"""`backup` and `restore`, and PostgreSQL's own programs: also while people play, and what was acknowledged before is there afterwards."""

from __future__ import annotations

import asyncio
import os
import subprocess
from pathlib import Path

import pytest

from ludotheque.server.store import archive
from ludotheque.server.store.leases import Elsewhere
from ludotheque.server.store.log import FILE
from tests.server.clusters import Cluster
from tests.server.harness import Harness, Tab, serving, until
from tests.server.test_playing import sit_down
from tools import services

from .conftest import Run
from .test_data_folders import folder  # noqa: F401  (a folder with games)


def ids(where: Path | str) -> set[str]:
    """The commands in every table of a folder or a database."""
    return {str(row.command_id) for _, rows in archive.tables(where) for row in rows if row.command_id}


async def talk(tab: Tab, acknowledged: list[str], until: asyncio.Event) -> None:
    """Say things until it is enough, and note what was acknowledged."""
    while not until.is_set():
        name = f"{id(tab)}-{len(acknowledged)}"
        if (await tab.do("say", name="Léa", text="hello", command_id=name, expected=0))["t"] == "applied":
            acknowledged.append(name)


class Talking:
    """A game at which two people never stop talking."""

    def __init__(self, tabs: tuple[Tab, Tab]) -> None:
        self.enough, self.said = asyncio.Event(), ([], [])  # type: tuple[Any, tuple[list[str], list[str]]]
        self.tasks = [
            asyncio.create_task(talk(tab, said, self.enough))
            for tab, said in zip(tabs, self.said, strict=True)
        ]

    async def more(self, count: int = 5) -> set[str]:
        """What was acknowledged, once it is so much more."""
        least = [len(each) + count for each in self.said]
        while any(len(each) < wanted for each, wanted in zip(self.said, least, strict=True)):
            await asyncio.sleep(0.01)
        return {each for said in self.said for each in said}

    async def end(self) -> None:
        """Let them be quiet."""
        self.enough.set()
        await asyncio.gather(*self.tasks)


async def talking(server: Harness) -> Talking:
    await server.rules_ready()
    a, b = await sit_down(await server.person("Léa"), await server.person("Tom"))
    assert (await a.act(0, 2))["t"] == "applied"
    return Talking((a, b))


async def test_a_backup_during_play_holds_every_acknowledged_move(tmp_path: Path, run: Run) -> None:
    data, kept, again = tmp_path / "data", tmp_path / "kept", tmp_path / "again"
    async with serving(data) as server:
        game = await talking(server)
        before = await game.more()
        told = await asyncio.to_thread(run, "backup", kept, "--data", data, "--lang", "en")
        assert (told.exit_code, told.stdout.strip()) == (0, f"1 table backed up in {kept}.")
        await game.more()
        await game.end()
    assert before <= ids(kept)
    assert run("verify", "--data", kept).exit_code == 0
    told = run("restore", kept, "--data", again, "--lang", "fr")
    assert (told.exit_code, told.stdout.strip()) == (0, f"1 table rétablie dans {again}.")
    assert ids(again) == ids(kept)
    assert run("verify", "--data", again).exit_code == 0
    async with serving(again) as server:  # and it is played on
        (table,) = [table for table, _ in archive.tables(again)]
        room = await server.services.tables.get(table)
        assert room is not None
        assert room.state.phase == "playing"


async def test_postgres_is_backed_up_while_people_play(tmp_path: Path, postgres: Cluster, run: Run) -> None:
    url, fresh = postgres.new(), postgres.new()
    async with serving(tmp_path, database=url) as server:
        game = await talking(server)
        before = await game.more()
        await asyncio.to_thread(
            program, "pg_dump", "--format=custom", "--file", str(tmp_path / "games.dump"), url
        )
        await game.more()
        await game.end()
    program("pg_restore", "--no-owner", "--exit-on-error", "--dbname", fresh, str(tmp_path / "games.dump"))
    assert before <= ids(fresh)
    assert run("verify", "--data", fresh).exit_code == 0
    async with serving(tmp_path, database=fresh) as server:
        (table,) = [table for table, _ in archive.tables(fresh)]

        async def opened() -> bool:  # the previous process counts as alive for a moment
            try:
                room = await server.services.tables.get(table)
            except Elsewhere:
                return False
            return room is not None and room.state.phase == "playing"

        await until(opened, "the table is not played on")


def program(name: str, *words: str) -> None:
    """Run one of PostgreSQL's programs."""
    found = services.postgres()
    assert found is not None
    subprocess.run([str(found / name), *words], check=True, env=services.environment(found))


def test_files_beside_the_database_are_backed_up_too(tmp_path: Path, folder: Path, run: Run) -> None:  # noqa: F811  # a fixture
    (folder / "vapid.pem").write_text("keys")
    (folder / "vapid.pem").chmod(0o600)
    (folder / "alive").touch()
    os.utime(folder / "alive", (1000, 1000))
    kept, again = folder / "kept", folder / "again"
    assert run("backup", kept, "--data", folder).exit_code == 0
    assert run("restore", kept, "--data", again).exit_code == 0
    assert (again / "vapid.pem").read_text() == "keys"
    assert (again / "vapid.pem").stat().st_mode & 0o777 == 0o600
    assert (again / "alive").stat().st_mtime == 1000, "nobody's time runs between the backup and its return"
    assert sorted(each.name for each in kept.iterdir()) == ["alive", FILE, "vapid.pem"]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_nothing_is_overwritten(folder: Path, run: Run, lang: str) -> None:  # noqa: F811  # a fixture
    kept = folder / "kept"
    assert run("backup", kept, "--data", folder).exit_code == 0
    before = (folder / FILE).read_bytes()
    for words in (("backup", kept), ("restore", kept)):
        told = run(*words, "--data", folder, "--lang", lang)
        assert told.exit_code == 1
        assert str(folder) in told.stderr
    assert (folder / FILE).read_bytes() == before
    assert {each.name for each in folder.iterdir()} <= {
        FILE,
        f"{FILE}-wal",
        f"{FILE}-shm",
        "kept",
        "alive",
        "ludotheque.lock",
    }


async def test_a_folder_that_is_served_is_not_restored_into(tmp_path: Path, folder: Path, run: Run) -> None:  # noqa: F811  # a fixture
    assert run("backup", tmp_path / "kept", "--data", folder).exit_code == 0
    async with serving(tmp_path / "data"):
        told = await asyncio.to_thread(
            run, "restore", tmp_path / "kept", "--data", tmp_path / "data", "--lang", "en"
        )
    assert told.exit_code == 1
    assert "Stop it first" in told.stderr


def test_a_broken_database_is_reported_and_leaves_nothing(tmp_path: Path, run: Run) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / FILE).write_bytes(b"no database at all" * 1000)
    told = run("backup", tmp_path / "kept", "--data", tmp_path / "data", "--lang", "en")
    assert told.exit_code == 1
    assert "cannot be opened" in told.stderr
    assert [each.name for each in tmp_path.iterdir()] == ["data"]


@pytest.mark.parametrize(("command", "theirs"), [("backup", "pg_dump"), ("restore", "pg_restore")])
def test_a_database_of_postgres_has_its_own_programs(
    run: Run, tmp_path: Path, command: str, theirs: str
) -> None:
    told = run(command, tmp_path / "x", "--data", "postgresql://me@db.example/games")
    assert told.exit_code == 2
    assert theirs in told.stderr


def test_a_folder_without_a_database_is_reported(run: Run, tmp_path: Path) -> None:
    for command in ("backup", "restore"):
        told = run(command, tmp_path / "a", "--data", tmp_path / "b")
        assert told.exit_code == 1
        assert FILE in told.stderr
