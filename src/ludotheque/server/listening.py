"""Listening sockets."""

from __future__ import annotations

import socket

from ludotheque.core.message import Message
from ludotheque.server.telling import Trouble


class CannotStart(Trouble):
    """The server cannot start."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises `CannotStart` if the port is taken or the address is not this machine's."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    server = socket.socket(family, socket.SOCK_STREAM)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        server.bind((host, port))
        server.listen(2048)
    except OSError as error:
        server.close()
        if error.errno in (98, 48):
            raise CannotStart(Message("cli.serve.port", {"port": port, "other": port + 1})) from error
        why = error.strerror or str(error)
        raise CannotStart(Message("cli.serve.address", {"host": host, "port": port, "why": why})) from error
    server.setblocking(False)
    return server


def split(address: str) -> tuple[str, int]:
    """The host and the port of an address such as `127.0.0.1:8000` or `[::1]:8000`."""
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)
