"""Play matches on a Ray cluster: on other machines, or in processes of this one that Ray starts.

Matches travel in small batches, in order. The results come back in the same order, whatever ran where, so they are those of one process.
Ray plays a batch again if the process or machine that had it is gone.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ludotheque import __version__
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.message import Message
from ludotheque.lab.matches import Match, MatchFailed, Result

AHEAD = 4
"""Batches handed out to each processor in advance."""
BATCH_S = 0.5
"""About how long a batch takes; the first ones hold a single match."""
MAX_BATCH = 256
RETRIES = 5
"""How often a batch is played again whose process died."""
CONNECT_S = 3.0
"""How long a cluster may take to answer at all."""
GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
"""How a line to a server of gRPC, which Ray's is, begins: HTTP/2's preface, and no settings of ours."""
SETTINGS = 4
"""The kind of the frame with which such a server answers."""
JOIN_S = 60.0
"""How long joining it may take."""
POLL_S = 0.5

LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""What makes Ray use this machine's loopback address alone, on any system; read when Ray is imported."""

HERE = "auto"
"""The address of the Ray that was started on this machine."""


class ClusterError(LudothequeError):
    """A cluster cannot be used. The text says why, and what to do."""


class Cluster:
    """A Ray cluster that this process has joined.

    Attributes:
        processors: the number of its processors that are used.
    """

    def __init__(self, ray: Any, processors: int | None) -> None:
        self._ray = ray
        self._asked = processors
        if self._found() < 1:
            raise ClusterError(message=Message("cli.cluster.empty"))

    def _found(self) -> int:
        return int(self._ray.cluster_resources().get("CPU", 0))

    @property
    def processors(self) -> int:
        """The number of processors that are used. A cluster may grow and shrink."""
        return max(1, min(self._asked or self._found(), self._found()))

    def play_many(
        self, matches: Iterable[Match], keep_records: bool = False, measured: bool = False
    ) -> Iterator[Result]:
        """Play matches and give their results in order, as `lab.play_many` does.

        Raises:
            MatchFailed: a match broke off.
            ClusterError: the cluster is gone, or a machine of it has another version of this program.
        """
        ray, coming = self._ray, iter(matches)
        play = ray.remote(max_retries=RETRIES, num_cpus=1)(_player())
        waiting: deque[tuple[list[Match], Any]] = deque()
        size, path = 1, [each for each in map(os.path.abspath, sys.path) if os.path.isdir(each)]
        # What is asked for and no longer wanted ends with this program's connection: Ray's `cancel` may end the program itself, when an
        # answer comes at the same moment (“Tried to complete task that was not pending”).
        while True:
            while len(waiting) < AHEAD * self.processors and (batch := list(islice(coming, size))):
                waiting.append((batch, play.remote(path, _packed(ray, batch, keep_records, measured))))
            if not waiting:
                return
            batch, reference = waiting[0]
            results, seconds = self._answer(batch, reference)
            waiting.popleft()
            yield from results
            size = _next_size(size, len(batch), seconds)

    def _answer(self, batch: list[Match], reference: Any) -> tuple[list[Result], float]:
        """The results of a batch, and the seconds they took, once they are there."""
        ray = self._ray
        try:
            while not ray.wait([reference], timeout=POLL_S)[0]:
                pass
            verdict, told, seconds = ray.cloudpickle.loads(ray.get(reference))
        except ray.exceptions.WorkerCrashedError as error:
            raise MatchFailed(batch[0], "its process died (or that of one of the next matches)") from error
        except ray.exceptions.RayError as error:
            raise ClusterError(message=Message("cli.cluster.lost", {"why": _line_of(error)})) from error
        if verdict == "other":
            raise ClusterError(message=Message("cli.cluster.version", told | {"ours": __version__}))
        if verdict == "failed":
            raise MatchFailed(batch[told[0]], told[1])
        return told, seconds


def _packed(ray: Any, batch: list[Match], keep_records: bool, measured: bool) -> bytes:
    """A batch as the other process reads it once it has found our modules."""
    rules = registry.get(batch[0].game).rules_version
    return bytes(
        ray.cloudpickle.dumps((__version__, rules, ray.cloudpickle.dumps((batch, keep_records, measured))))
    )


def _next_size(size: int, played: int, seconds: float) -> int:
    fitting = int(BATCH_S / max(seconds / played, 1e-6))
    return max(1, min(fitting, 4 * size, MAX_BATCH))


def _player() -> Any:
    """The function that plays a batch elsewhere. It travels as it is, so it imports nothing of ours before the path is set."""

    def play(path: list[str], packed: bytes) -> bytes:
        import pickle
        import platform
        import sys
        from time import perf_counter

        sys.path[:0] = [each for each in path if each not in sys.path]
        expected, expected_rules, inner = pickle.loads(packed)  # noqa: S301 - what the program itself has sent
        node = platform.node()
        try:
            import ludotheque
            from ludotheque.core import registry
            from ludotheque.lab import matches
        except ImportError as error:
            return pickle.dumps(("other", {"node": node, "theirs": str(error)}, 0.0))
        if ludotheque.__version__ != expected:
            return pickle.dumps(("other", {"node": node, "theirs": ludotheque.__version__}, 0.0))
        batch, keep_records, measured = pickle.loads(inner)  # noqa: S301 - what the program itself has sent
        rules = registry.get(batch[0].game).rules_version
        if rules != expected_rules:
            return pickle.dumps(("other", {"node": node, "theirs": f"{batch[0].game} {rules}"}, 0.0))
        began, results = perf_counter(), []
        for number, match in enumerate(batch):
            try:
                results.append(matches.play(match, keep_records, measured))
            except matches.MatchFailed as error:
                return pickle.dumps(("failed", (number, error.why), 0.0))
        return pickle.dumps(("played", results, perf_counter() - began))

    return play


# ------------------------------------------------------------------------------------------------------- joining one


@contextmanager
def joined(address: str | None = None, processors: int | None = None) -> Iterator[Cluster]:
    """Join a cluster for the time of a `with` block.

    Args:
        address: `HOST:PORT` of a cluster to which this machine belongs, or `auto` for the Ray that runs on this machine. None for the one
            that the variable `RAY_ADDRESS` names; without it, a Ray is started on this machine and stopped afterwards.
        processors: the most processors to use; by default all.

    Raises:
        ClusterError: Ray is not installed, or the cluster cannot be reached or used.
    """
    from importlib.util import find_spec

    if find_spec("ray") is None:
        raise ClusterError(
            message=Message("cli.extra.cluster", {"command": 'pip install "ludotheque[cluster]"'})
        )
    address = address or os.environ.get("RAY_ADDRESS") or None
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    if address is None or _has_token():
        os.environ.setdefault("RAY_AUTH_MODE", "token")
    if address is None:
        os.environ.update(LOOPBACK)  # nobody else shall reach a Ray that is ours alone
    else:
        _try(address)
    import ray

    with ExitStack() as stack:
        own: dict[str, Any] = {}
        if address is None:
            folder = stack.enter_context(TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True))
            own = {"include_dashboard": False, "num_cpus": processors, "_temp_dir": folder}
        with _signals_as_they_are():
            try:
                ray.init(
                    address or "local",
                    log_to_driver=False,
                    logging_level=logging.ERROR,
                    configure_logging=False,
                    **own,
                )
            except (ConnectionError, RuntimeError, ValueError, OSError) as error:
                raise _unreachable(address or "local", _line_of(error)) from error
        try:
            yield Cluster(ray, processors)
        finally:
            with _signals_as_they_are():
                ray.shutdown()


def _has_token() -> bool:
    """Whether there is a token, which a cluster may ask for; one that does not ignores it."""
    named = "RAY_AUTH_TOKEN" in os.environ or "RAY_AUTH_TOKEN_PATH" in os.environ
    return named or (Path.home() / ".ray" / "auth_token").is_file()


def find(address: str) -> None:
    """Raise `ClusterError` within seconds for an address that is none, or at which no Ray answers.

    Args:
        address: as for `joined`; "" is no address, and nothing is looked for.
    """
    if address in ("", HERE):
        return
    host, colon, port = address.rpartition(":")
    if not (colon and host and port.isdecimal() and 0 < int(port) < 65536 and "/" not in host):
        raise ClusterError(message=Message("cli.cluster.address", {"address": address}))
    try:
        with socket.create_connection((host.strip("[]"), int(port)), CONNECT_S) as line:
            if line.getpeername()[0] in ("127.0.0.1", "::1") and not _answers(_own_ip(), int(port)):
                os.environ.update(LOOPBACK)  # else Ray would look for it at this machine's other address
            if not _greets(line):
                raise ClusterError(message=Message("cli.cluster.no_ray", {"address": address}))
    except OSError as error:
        raise _unreachable(address, error.strerror or str(error)) from error


def _greets(line: socket.socket) -> bool:
    """Whether a server of gRPC answers on a line. Where Ray encrypts, only Ray itself can tell."""
    if os.environ.get("RAY_USE_TLS", "0") in ("1", "true", "True"):
        return True
    line.settimeout(CONNECT_S)
    try:
        line.sendall(GREETING)
        head = b""
        while len(head) < 9 and (more := line.recv(9 - len(head))):
            head += more
    except OSError:
        return False
    return len(head) == 9 and head[3] == SETTINGS


def _try(address: str) -> None:
    """Raise `ClusterError` at once for an address at which no cluster answers. Ray itself tries for minutes."""
    find(address)
    code = (
        "import sys, ray; ray.init(sys.argv[1], log_to_driver=False, logging_level='ERROR'); ray.shutdown()"
    )
    try:
        done = subprocess.run(
            [sys.executable, "-c", code, address],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=JOIN_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        said, why = (error.stderr or b"").decode(errors="replace"), "timeout"
    else:
        if done.returncode == 0:
            return
        said = done.stderr
        last = (said.strip().splitlines() or ["?"])[-1]
        why = last.partition(": ")[2].partition(". ")[0] or last
    raise _unreachable(address, "RAY_AUTH_TOKEN?" if "Unauthenticated" in said else why)


def _answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), 1.0).close()
    except OSError:
        return False
    return True


def _own_ip() -> str:
    """The address by which other machines would know this one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 1))  # an address that nobody has
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _unreachable(address: str, why: str) -> ClusterError:
    return ClusterError(message=Message("cli.cluster.unreachable", {"address": address, "why": why}))


def _line_of(error: BaseException) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


@contextmanager
def _signals_as_they_are() -> Iterator[None]:
    """Ray sets its own handler of SIGTERM, which would end the program without a word; ours stays."""
    here = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        if here and before is not None:
            signal.signal(signal.SIGTERM, before)
