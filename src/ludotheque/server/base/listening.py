"""Listening sockets."""

from __future__ import annotations

import socket

from ludotheque.core.message import Message
from ludotheque.server.base.telling import Trouble

EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104
"""The addresses of a machine that stand for all that it has."""


class CannotStart(Trouble):
    """The server cannot start."""


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises `OSError` if it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    server = socket.socket(family, socket.SOCK_STREAM)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        server.bind((host, port))
        server.listen(2048)
    except OSError:
        server.close()
        raise
    server.setblocking(False)
    return server


def listen(host: str, port: int) -> socket.socket:
    """The socket for guests. Raises `CannotStart` if the port is taken or the address is not this machine's."""
    try:
        return bound(host, port)
    except OSError as error:
        if error.errno in (98, 48):
            raise CannotStart(Message("cli.serve.port", {"port": port, "other": port + 1})) from error
        told = {"host": host, "port": port, "why": error.strerror or str(error)}
        raise CannotStart(Message("cli.serve.address", told)) from error


def split(address: str) -> tuple[str, int]:
    """The host and the port of an address such as `127.0.0.1:8000` or `[::1]:8000`."""
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)
