"""A PostgreSQL and a Redis of one's own for the bench, as the server's tests have them. PostgreSQL waits for the disk, as it does without asking."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from load import processes

SETTINGS = {"max_connections": "100", "shared_buffers": "128MB"}


class Missing(Exception):
    """Something cannot be measured here; the text says why, in a sentence."""


@dataclass
class Stores:
    """Both, while they run."""

    cluster: Any
    bus: Any

    def counted(self) -> dict[str, float]:
        """What they have done so far: bytes of PostgreSQL's log, bytes to and from the bus, seconds of processor time of PostgreSQL."""
        import psycopg
        import redis

        with closing(psycopg.connect(self.cluster.url("postgres"), autocommit=True)) as connection:
            row = connection.execute("SELECT pg_current_wal_insert_lsn() - '0/0'").fetchone()
        with closing(redis.Redis.from_url(self.bus.url)) as client:
            told: Any = client.info("stats")
        return {
            "wal_bytes": float(row[0]) if row else 0.0,
            "bus_bytes": float(told["total_net_input_bytes"] + told["total_net_output_bytes"]),
            "postgres_cpu_s": processes.cpu_s(self.cluster.pid),
        }

    def connections(self) -> int:
        """Connections to PostgreSQL that are open, without ours."""
        import psycopg

        query = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        with closing(psycopg.connect(self.cluster.url("postgres"), autocommit=True)) as connection:
            row = connection.execute(query).fetchone()
        return int(row[0]) if row else 0


@contextmanager
def stores(folder: Path) -> Iterator[Stores]:
    """Both, on free ports of this machine. Raises `Missing` if one of them is neither here nor can be unpacked."""
    from tests.server.buses import BusServer
    from tests.server.clusters import cluster
    from tools import services

    missing = services.install()
    postgres, bus = services.postgres(), services.redis()
    if postgres is None or bus is None:
        raise Missing(services.why_not(missing))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with cluster(postgres, SETTINGS) as started:
            server = BusServer(bus, folder)
            try:
                yield Stores(started, server)
            finally:
                server.kill()
    except PermissionError as error:  # root runs it as another user
        raise Missing(f"the user nobody may not run {postgres}") from error
