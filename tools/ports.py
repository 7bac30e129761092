"""Ports for programs that are told theirs before they listen."""

from __future__ import annotations

import contextlib
import random
import socket
from pathlib import Path

RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")
FIRST = 20_000
USUAL = 32_768


def free_port(count: int = 1) -> int:
    """A port of this machine that nobody listens on, or the first of `count` that follow each other.

    It is none of those that the system gives to outgoing connections. Such a port may be given away before its program listens;
    and who tries to connect to it meanwhile may be given that very port, is then connected with itself, and hears what it said.
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
