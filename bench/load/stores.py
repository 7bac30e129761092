"""A PostgreSQL of one's own for the bench, as the server's tests have it. It waits for the disk, as it does without asking."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from load import processes

SETTINGS = {"max_connections": "100", "shared_buffers": "128MB"}


class Missing(Exception):
    """Something cannot be measured here; the text says why, in a sentence."""


class Stores:
    """It, while it runs."""

    def __init__(self, cluster: Any) -> None:
        self.cluster = cluster

    def counted(self) -> dict[str, float]:
        """What it has done so far: bytes of its log, seconds of processor time."""
        import psycopg

        with closing(psycopg.connect(self.cluster.url("postgres"), autocommit=True)) as connection:
            row = connection.execute("SELECT pg_current_wal_insert_lsn() - '0/0'").fetchone()
        return {
            "wal_bytes": float(row[0]) if row else 0.0,
            "postgres_cpu_s": processes.cpu_s(self.cluster.pid),
        }

    def connections(self) -> int:
        """Connections that are open, without ours."""
        import psycopg

        query = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        with closing(psycopg.connect(self.cluster.url("postgres"), autocommit=True)) as connection:
            row = connection.execute(query).fetchone()
        return int(row[0]) if row else 0


@contextmanager
def stores(folder: Path) -> Iterator[Stores]:
    """A PostgreSQL on a free port of this machine. Raises `Missing` if it is neither here nor can be unpacked."""
    from tests.server.clusters import cluster
    from tools import services

    missing = services.install()
    postgres = services.postgres()
    if postgres is None:
        raise Missing(services.why_not(missing))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with cluster(postgres, SETTINGS) as started:
            yield Stores(started)
    except PermissionError as error:  # root runs it as another user
        raise Missing(f"the user nobody may not run {postgres}") from error
