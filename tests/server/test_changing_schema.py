"""An upgrade that changes the database: what is told, what is kept, and what an older program says to a newer one."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import structlog

from ludotheque.core import catalogue
from ludotheque.core.data_folder import COPY
from ludotheque.server.base.listening import CannotStart
from ludotheque.server.ops.hosting.keys import host_key
from ludotheque.server.room.log_events import Row, Time
from ludotheque.server.store import archive, schema, sqlite
from ludotheque.server.store.backup import back_up, restore
from ludotheque.server.store.databases import StoreError
from ludotheque.server.store.log import FILE, Batch, Store
from ludotheque.server.store.sql import VERSION
from tests.server.clusters import Cluster
from tests.server.older import back_to, make_older

NAMES = (
    "what?mode=ro",
    "#1",
    "50%25",
    "%s %(x)s",
    "a&b=c;d",
    "a b é",
    "file:x",
    ":memory:",
    "~",
    "-x",
    "a\nb",
    "{folder}",
)
"""Names of folders that mean something in addresses of databases, in formats or in shells."""


async def folder_of(version: str, folder: Path) -> Path:
    """A data folder with one table, of this version."""
    store = Store(folder)
    await store.open()
    await store.append(Batch("a", [Row(0, "c", 1, Time(0))], ("tiny", 1)))
    await store.close()
    make_older(folder / FILE, version)
    return folder


def version_in(path: Path) -> str:
    with closing(sqlite3.connect(path)) as database:
        (found,) = database.execute("SELECT version_num FROM alembic_version").fetchone()
        assert database.execute("SELECT count(*) FROM events").fetchone() == (1,)
        return str(found)


@pytest.mark.parametrize("name", ["data", *NAMES])
async def test_a_database_is_copied_before_migrating_and_it_is_logged(tmp_path: Path, name: str) -> None:
    folder = await folder_of("0008", tmp_path / name)
    (folder / f"{COPY}0001").write_text("of long ago")
    with structlog.testing.capture_logs() as lines:
        await (store := Store(folder)).open()
        assert await store.every_table() == ["a"]
        await store.close()
    told = [each for each in lines if each["event"] == "migrating"]
    assert [(each["schema"], each["to"]) for each in told] == [("0008", VERSION)]
    (copy,) = folder.glob(f"{COPY}*")
    assert (copy.name, stat.S_IMODE(copy.stat().st_mode)) == (f"{COPY}0008", 0o600)
    assert (version_in(copy), version_in(folder / FILE)) == ("0008", VERSION)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700, "a copy is ours"
    with structlog.testing.capture_logs() as lines:
        await (store := Store(folder)).open()
        await store.close()
        assert copy.exists()
        os.utime(copy, (0, copy.stat().st_mtime - sqlite.COPY_S))
        await (store := Store(folder)).open()
        await store.close()
    assert lines == []
    assert not copy.exists(), "after 30 days there is nobody in it any more"
    kept = tmp_path / f"{name} kept"
    assert back_up(folder, kept) == 1
    assert restore(kept, tmp_path / f"new {name}") == 1
    assert [table for table, _ in archive.tables(tmp_path / f"new {name}")] == ["a"]


async def test_without_room_for_a_copy_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = await folder_of("0008", tmp_path)

    def full(_path: Path) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(sqlite, "make_file", lambda path: full(path) if COPY in path.name else None)
        with pytest.raises(StoreError, match="could not be copied first: No space left on device"):
            await Store(folder).open()
    assert version_in(folder / FILE) == "0008"


async def test_a_newer_database_is_left_alone_with_advice(tmp_path: Path) -> None:
    folder = await folder_of("9999", tmp_path)
    with pytest.raises(StoreError) as refused:
        await Store(folder).open()
    for language, words in (("en", "newer version of Ludothèque"), ("fr", "version plus récente")):
        said = refused.value.said_in(language)
        assert words in said
        assert "9999" in said
        assert VERSION in said
    assert version_in(folder / FILE) == "9999"
    assert list(folder.glob(f"{COPY}*")) == []


def test_a_foreign_folder_is_named_as_the_cause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = sqlite.unusable(tmp_path, PermissionError(13, "Permission denied"))
    assert mine.key == "cli.serve.folder"
    monkeypatch.setattr(os, "geteuid", lambda: 54321)
    theirs = sqlite.unusable(tmp_path, PermissionError(13, "Permission denied"))
    owner = tmp_path.owner()
    assert (theirs.key, theirs.args["owner"], theirs.args["me"]) == ("cli.serve.anothers", owner, "54321")
    assert f"belongs to {owner}" in catalogue.say(theirs, "en")
    assert sqlite.unusable(tmp_path, OSError(30, "Read-only file system")).key == "cli.serve.folder"
    monkeypatch.setattr(os, "access", lambda *_: False)
    (tmp_path / "host.key").mkdir()
    monkeypatch.setattr(Path, "read_text", denied)
    monkeypatch.setattr("ludotheque.server.ops.hosting.keys._make", lambda _path: None)
    with pytest.raises(CannotStart, match=f"belongs to {owner}"):
        host_key(tmp_path)


def denied(*_: object) -> str:
    raise PermissionError(13, "Permission denied")


async def test_a_database_of_an_unknown_revision_is_left_alone(tmp_path: Path) -> None:
    folder = await folder_of("0008", tmp_path)
    with closing(sqlite3.connect(folder / FILE)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '0000'")
    with pytest.raises(StoreError, match="its revision 0000 is unknown"):
        await Store(folder).open()
    assert version_in(folder / FILE) == "0000"


async def test_an_upgrade_that_fails_changes_nothing(tmp_path: Path) -> None:
    folder = await folder_of("0007", tmp_path)
    with closing(sqlite3.connect(folder / FILE)) as database, database:
        database.execute("CREATE TABLE open_tables (mine TEXT)")  # so the second of two steps fails
    with pytest.raises(StoreError, match="open_tables already exists"):
        await Store(folder).open()
    assert version_in(folder / FILE) == "0007"
    with closing(sqlite3.connect(folder / FILE)) as database:
        assert database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'blocks'").fetchone() == (0,)


async def test_a_database_that_is_locked_is_not_taken_for_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = await folder_of("0008", tmp_path)
    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite.sqlite3, "connect", lambda *given, **more: connect(*given, timeout=0.05, **more)
    )
    with closing(connect(folder / FILE, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="database is locked"):
            await Store(folder).open()
    assert version_in(folder / FILE) == "0008"


def test_an_old_postgresql_schema_migrates_to_the_new_one(postgres: Cluster) -> None:
    import psycopg

    def shape(connection: psycopg.Connection[Any]) -> Any:
        columns = "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns WHERE table_schema = 'public'"
        indexes = "SELECT tablename, regexp_replace(indexdef, '^.* USING', '') FROM pg_indexes WHERE schemaname = 'public'"
        return [sorted(map(str, connection.execute(query).fetchall())) for query in (columns, indexes)]

    url = postgres.ready()
    with psycopg.connect(url) as connection:
        new, database = shape(connection), schema.Upgraded(connection, is_postgres=True)
        for revision in ("0001", *schema.REVISIONS):
            back_to(revision, database)
            schema.upgrade(database, url, revision)
            assert shape(connection) == new, revision
