"""Free ports, for programs that are given one before they listen."""

from __future__ import annotations

import contextlib
import random
import socket
from pathlib import Path

RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")
FIRST = 20_000
USUAL = 32_768


def free_port(count: int = 1) -> int:
    """A free port of this machine, or the first of `count` consecutive ones.

    It is outside the range for outgoing connections. A port of that range may be given away before its program listens. A client that tries to
    connect meanwhile may even be given that very port: it is then connected to itself.
    """
    end = int(RANGE.read_text().split()[0]) if RANGE.exists() else USUAL
    while True:
        first = random.SystemRandom().randrange(FIRST, max(end, FIRST + 5_000) - count)
        with contextlib.ExitStack() as probes:
            try:
                for port in range(first, first + count):
                    probes.enter_context(socket.socket()).bind(("127.0.0.1", port))
            except OSError:
                continue
        return first
