"""Free ports, for programs that are given one before they listen."""

import socket

from tools.ports import RANGE, free_port


def test_a_waiting_client_never_connects_to_itself() -> None:
    """Linux connects a socket with itself where it gives it the very port that it asks for, and nobody listens there."""
    given_away = int(RANGE.read_text().split()[0]) if RANGE.exists() else 32_768
    for count in (1, 2, 3) * 20:
        first = free_port(count)
        assert 1024 < first <= first + count - 1 < given_away


def test_ports_that_follow_each_other_are_all_free() -> None:
    first = free_port(3)
    taken = [socket.create_server(("127.0.0.1", first + number)) for number in range(3)]
    for each in taken:
        each.close()
