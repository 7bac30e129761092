"""A PostgreSQL server of one's own, for tests and benches: in a folder that goes with it, on a free port, as an ordinary user."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest

from tests.depth import deep
from tools import services
from tools.ports import free_port

SETTINGS = {
    "fsync": "off",  # what is tested is that programs die, not that the power fails
    "max_connections": "40",
    "shared_buffers": "16MB",
    "autovacuum": "off",
}


class Cluster:
    """A PostgreSQL server, with settings of `postgresql.conf`."""

    def __init__(
        self, folder: Path, bin_folder: Path, configuration: Mapping[str, str] | None = None
    ) -> None:
        self.folder, self.programs, self.port = folder, bin_folder, free_port()
        self.settings = SETTINGS if configuration is None else configuration
        self._names = count()
        self._template = ""
        self._user = (
            pwd.getpwnam("nobody").pw_name if os.geteuid() == 0 else None
        )  # it refuses to run as root
        if self._user:
            shutil.chown(folder, self._user)
        self._run(
            "initdb", "-D", str(folder / "data"), "-U", "tests", "-A", "trust", "-E", "UTF8", "--no-sync"
        )
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = " ".join(f"-c {name}={value}" for name, value in self.settings.items())
        self._run(
            "pg_ctl", "-D", str(self.folder / "data"), "-l", str(self.folder / "log"), "-w", "start",
            "-o", f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 {options}",
        )  # fmt: skip

    def stop(self, mode: str = "immediate") -> None:
        """Stop it: `immediate` as if it crashed, `fast` in good order."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", mode, "-w", "stop")

    def new(self, template: str = "template1") -> str:
        """The URL of a new database, without any tables."""
        name = f"t{next(self._names)}"
        with closing(psycopg.connect(self.url("postgres"), autocommit=True)) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def ready(self) -> str:
        """The URL of a new database with the present tables. They are made once and copied."""
        if not self._template:
            from ludotheque.server.store.postgres import PostgresDatabase

            url = self.new()
            made = PostgresDatabase(url)
            made.open()
            made.close()
            self._template = url.rpartition("/")[2]
        return self.new(self._template)

    def url(self, name: str) -> str:
        """The URL of a database."""
        return f"postgresql://tests@127.0.0.1:{self.port}/{name}"

    @property
    def pid(self) -> int:
        """The process that has started all others of the server."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def cut(self, url: str) -> int:
        """Break all connections to a database, as a network would; returns how many there were."""
        name = url.rpartition("/")[2]
        with closing(psycopg.connect(self.url("postgres"), autocommit=True)) as connection:
            query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
            return len(connection.execute(query, [name]).fetchall())

    def end(self) -> None:
        """Stop it for good."""
        try:
            self.stop()
        except subprocess.CalledProcessError:  # a test has stopped it already
            os.kill(self.pid, signal.SIGKILL)

    def _run(self, program: str, *args: str) -> None:
        subprocess.run(
            [str(self.programs / program), *args], check=True, user=self._user, cwd=self.folder,
            stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env=services.environment(self.programs),
        )  # fmt: skip


@contextmanager
def cluster(bin_folder: Path, configuration: Mapping[str, str] | None = None) -> Iterator[Cluster]:
    """A server as long as it is needed."""
    folder = Path(tempfile.mkdtemp(prefix="ludotheque-pg-"))
    try:
        started = Cluster(folder, bin_folder, configuration)
        yield started
        if (folder / "data" / "postmaster.pid").exists():
            started.end()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server for these tests alone."""
    found = services.postgres()
    if found is None:
        pytest.skip(services.why_not(["PostgreSQL"]))
    try:
        with cluster(found) as started:
            yield started
    except PermissionError:  # root runs it as another user
        pytest.skip(f"the user nobody may not run {found}")


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """The URL of a new database, or "" for a file in the data folder: a test with this runs on both."""
    return "" if request.param == "sqlite" else str(request.getfixturevalue("postgres").ready())


@pytest.fixture(params=["sqlite", deep("postgres")], scope="module")
def databases(request: pytest.FixtureRequest) -> str:
    """As `database_or_two`, for a server that the tests of a file share."""
    return "" if request.param == "sqlite" else str(request.getfixturevalue("postgres").ready())


@pytest.fixture(params=["sqlite", deep("postgres")])
def database_or_two(request: pytest.FixtureRequest) -> str:
    """As `database`; what a test says holds for both, so that with PostgreSQL it is deep."""
    return "" if request.param == "sqlite" else str(request.getfixturevalue("postgres").ready())


@pytest.fixture(params=[deep("sqlite"), "postgres"])
def postgres_or_two(request: pytest.FixtureRequest) -> str:
    """The same, where it is with SQLite that a test is deep."""
    return "" if request.param == "sqlite" else str(request.getfixturevalue("postgres").ready())
