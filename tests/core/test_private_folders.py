"""A data folder is nobody else's: what the server, a backup and the terminal write, and what an older version wrote."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque.cli.terminal import keeping
from ludotheque.core.data_folder import DATABASE, make_private
from ludotheque.server.ops.hosting.keys import host_key
from ludotheque.server.store.backup import back_up, restore
from ludotheque.server.store.log import Store
from ludotheque.server.store.uptime import Uptime
from ludotheque.table import Table


def mode(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


def modes(folder: Path) -> dict[str, str]:
    return {each.name: mode(each) for each in folder.iterdir()}


@pytest.fixture(autouse=True)
def careless() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


async def test_written_files_are_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    host_key(folder)
    store = Store(folder)
    await store.open()
    await Uptime(store, folder).open()
    files = modes(folder)
    assert set(files) == {
        DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", "ludotheque.lock", "alive", "host.key",
    }  # fmt: skip
    assert set(files.values()) == {"0o600"}
    assert mode(folder) == "0o700"
    await store.close()
    (folder / "alive").chmod(0o644)
    back_up(folder, tmp_path / "kept" / "monday")
    restore(tmp_path / "kept" / "monday", tmp_path / "new")
    for copy in (tmp_path / "kept" / "monday", tmp_path / "new"):
        assert mode(copy) == "0o700"
        assert set(modes(copy).values()) == {"0o600"}
        assert {DATABASE, "alive"} <= set(modes(copy))


async def test_files_left_open_by_older_versions_become_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    store = Store(folder)
    await store.open()
    await store.close()
    (folder / "vapid.pem").write_text("")
    for each in (*folder.iterdir(), folder):
        each.chmod(0o755 if each.is_dir() else 0o644)
    await store.open()
    await store.close()
    assert (mode(folder), set(modes(folder).values())) == ("0o700", {"0o600"})


def test_foreign_files_stay_untouched(tmp_path: Path) -> None:
    shared, sticky = tmp_path / "shared", tmp_path / "sticky"
    for folder, rights in ((shared, 0o755), (sticky, 0o1777)):
        folder.mkdir()
        folder.chmod(rights)
        (folder / DATABASE).write_text("")
    (shared / "photo.jpg").write_text("")
    for folder in (shared, sticky):
        make_private(folder)
        assert mode(folder / DATABASE) == "0o600"
    assert (mode(shared), mode(shared / "photo.jpg"), mode(sticky)) == ("0o755", "0o644", "0o1777")


def test_games_of_the_terminal_are_in_a_folder_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path / "data"))
    keeping.write(Table("tiny", 2, seed=1), keeping.fresh_path("tiny"))
    assert mode(tmp_path / "data") == "0o700"
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o755)
    (shared / "photo.jpg").write_text("")
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(shared))
    keeping.write(Table("tiny", 2, seed=1), keeping.fresh_path("tiny"))
    assert (mode(shared), mode(shared / "terminal")) == ("0o755", "0o700"), "from the first game on"
