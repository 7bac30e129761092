"""What a server counts of itself, as Prometheus reads it: on a port of its own, for each process.

The parts of the server count in plain numbers, and `prometheus_client` is imported only where somebody wants to read them. Labels are few and
bounded: games that are installed, phases, kinds. There is no name, no table and nobody's address in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from ludotheque.core.message import Message
from ludotheque.server.access.origins import Origins, host_name, reached_at
from ludotheque.server.base.listening import EVERYWHERE, CannotStart, bound, split
from ludotheque.server.base.timed import Timed
from ludotheque.server.room.refused import Refused, english

if TYPE_CHECKING:
    from prometheus_client.core import Metric
    from prometheus_client.registry import CollectorRegistry
    from starlette.requests import Request
    from starlette.types import ASGIApp

    from ludotheque.server.ops.side_server import SideServer
    from ludotheque.server.services import Services

PREFIX = "ludotheque_"


class Metrics:
    """The port at which one process tells its metrics.

    Attributes:
        address: where it is served, as `host:port`; "" before it is opened.
    """

    def __init__(self, services: Services) -> None:
        self.services, self.address = services, ""
        self._server: SideServer | None = None

    async def open(self, address: str) -> None:
        """Serve at this `host:port`; port 0 picks a free one. Raises `CannotStart` if nobody can listen there."""
        import uvicorn

        from ludotheque.server.ops.side_server import SideServer

        host, port = split(address)
        try:
            listening = bound(host, port)
        except OSError as error:
            told = {"address": address, "option": "--metrics", "why": error.strerror or str(error)}
            raise CannotStart(Message("cli.serve.metrics_taken", told)) from error
        self.address = f"{host}:{listening.getsockname()[1]}"
        config = uvicorn.Config(
            _app(self.services, host),
            log_config=None, log_level="warning", access_log=False, lifespan="off", ws="none",
            server_header=False, timeout_graceful_shutdown=1,
        )  # fmt: skip
        self.services.tables.pulse.hold(self)  # so that the loop's lag is known also while nobody plays
        self._server = SideServer(config, listening)

    async def close(self) -> None:
        """Serve no more."""
        self.services.tables.pulse.release(self)
        if self._server is not None:
            await self._server.close()
            self._server = None


def answers_to(origins: Origins, told_at: str, host: str, reached: str) -> bool:
    """Whether metrics at `told_at` may be read with this `Host` header: any name of the server, or the name given for them."""
    own = "" if told_at in EVERYWHERE else host_name(f"[{told_at}]" if ":" in told_at else told_at)
    return origins.host_allowed(host, reached) or bool(own and host_name(host) == own)


def _app(services: Services, told_at: str) -> ASGIApp:
    from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
    from starlette.applications import Starlette
    from starlette.responses import Response
    from starlette.routing import Route

    registry = registry_of(services)

    async def metrics(request: Request) -> Response:
        host = request.headers.get("host", "")
        if not answers_to(services.settings.allowed, told_at, host, reached_at(request)):
            refused = Refused("error.forbidden_host", (), 421, host=host[:100])
            return Response(english(refused.message), refused.status, media_type="text/plain")
        return Response(generate_latest(registry), headers={"content-type": CONTENT_TYPE_LATEST})

    return Starlette(routes=[Route("/metrics", metrics)])


def registry_of(services: Services) -> CollectorRegistry:
    """The metrics of the server and of its process (memory, processor time, open files)."""
    from prometheus_client import ProcessCollector
    from prometheus_client.registry import Collector, CollectorRegistry

    class Server(Collector):
        def collect(self) -> Iterator[Metric]:
            return _collect(services)

    registry = CollectorRegistry()
    registry.register(Server())
    ProcessCollector(registry=registry)
    return registry


def _collect(services: Services) -> Iterator[Metric]:
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

    counter, gauge = partial(_family, CounterMetricFamily), partial(_family, GaugeMetricFamily)

    def timed(name: str, told: str, times: Timed) -> Metric:
        return HistogramMetricFamily(PREFIX + name, told, buckets=times.buckets(), sum_value=times.sum_s)

    tables, store, cluster = services.tables, services.store, services.cluster
    times = services.times
    yield counter("moves", "Actions written to logs, by game", game=tables.moves)
    yield counter("races", "Races decided, and whether a pause of the server mattered", slow=tables.raced)
    yield counter("commands", "Commands answered, by the kind of the answer", answer=tables.executor.answered)
    yield counter("refusals", "Requests and sockets refused, by the reason", why=services.refusals.counts)
    dropped = services.connections.refused
    yield counter("connections_dropped", "Connections closed to make room for others", dropped)
    yield timed(
        "command_decided_seconds", "From the receipt of a command until its answer is known", times.decided
    )
    yield timed(
        "command_answered_seconds",
        "From the receipt of a command until its answer is written to the socket",
        times.answered,
    )
    yield timed(
        "update_told_seconds", "From a change at a table until it is written to a page's socket", times.told
    )
    yield timed("append_seconds", "From asking the store to write until it is durable", store.appending)
    yield counter("writes", "What the store was asked to write, by what became of it", outcome=store.written)
    yield counter("commits", "Transactions committed", store.commits)
    yield gauge("writes_waiting", "What waits to be written", store.waiting)
    yield timed("loop_lag_seconds", "How late the event loop came to what was due", tables.pulse.lateness.lag)
    yield gauge("sockets", "Open WebSockets of pages served here", services.sockets.get("all", 0))
    phases = Counter(lobby=0, playing=0, over=0)
    phases.update(room.state.phase for room in tables.in_memory)
    yield gauge("tables", "Tables in memory, by phase", phase=phases)
    thoughts = services.bots.waiting
    yield gauge("bots_waiting", "Thoughts of bots asked for and not answered yet, by kind", kind=thoughts)
    yield gauge("stopping", "1 while the server is stopping", int(tables.is_stopping))
    if cluster is not None:
        members = cluster.membership
        yield gauge("relayed_sockets", "WebSockets relayed to other processes", len(cluster.pipes))
        yield gauge("other_processes", "Other living processes with the same database", len(members.others))
        yield gauge("bus", "1 while this process hears what the others tell", int(cluster.news.is_heard))
        yield gauge("sure", "1 while it is sure which tables live here", int(members.is_sure))


def _family(kind: Any, name: str, told: str, value: float = 0.0, /, **by: Mapping[str, int]) -> Metric:
    """A metric with one value, or with one for each value of a label."""
    if not by:
        return kind(PREFIX + name, told, value=value)  # type: ignore[no-any-return]
    ((label, counts),) = by.items()
    family = kind(PREFIX + name, told, labels=[label])
    for each, count in sorted(counts.items()):
        family.add_metric([each], count)
    return family  # type: ignore[no-any-return]
