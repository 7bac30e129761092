"""How many connections a process may have, and which are closed when there is no room for more.

The system limits a process's open files, and a server that has none left can neither accept nor read anything. So what is open is counted: requests
have a part of the room and WebSockets another, of which the last quarter is for those who play. Connections that ask for nothing make
room for those that do.
"""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludotheque.server.access.limits import Limits

if TYPE_CHECKING:
    from ludotheque.server.access.loosened import LoosenedHTTP

MOST_FILES = 65_536
"""The most open files that a process asks for."""
KEPT = 128
"""The files reserved for what the server itself opens: the database, the pipes to bots, the pages that it sends."""


def files() -> int:
    """How many files this process may open; its own limit is raised to what the system allows."""
    try:
        import resource
    except ImportError:  # Windows
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft == resource.RLIM_INFINITY:
        return MOST_FILES
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
    return soft


@dataclass(frozen=True)
class Space:
    """How many connections there is room for.

    Attributes:
        files: how many files the process may open.
        at_once: how many connections are accepted at once, before the first of them is looked at.
        requests: how many connections without a WebSocket there may be.
        sockets: how many WebSockets there may be.
    """

    files: int
    at_once: int
    requests: int
    sockets: int

    def of_address(self, most: int) -> int:
        """How many WebSockets one address may have whose limit is `most`: never all that there are."""
        return min(most, self.sockets // 2)


def space(files: int, limits: Limits) -> Space:
    """The room that a process with this many files has."""
    free = max(16, files - KEPT)
    at_once = min(2048, free // 4)
    requests = (free - at_once) // 3
    return Space(files, at_once, requests, min(limits.sockets, free - at_once - requests))


def for_players(most: int) -> int:
    """How many of this number of WebSockets are reserved for people who play: the last quarter."""
    return most // 4


class Places:
    """What one WebSocket takes of the room: its places are there from before it is accepted until it is closed.

    `taken` is how many each holder has, and `besides` what else counts.
    """

    def __init__(self, taken: dict[object, int], besides: Mapping[str, int]) -> None:
        self._taken, self._besides = taken, besides
        self._mine: list[object] = []

    def take(self, most: Mapping[object, int]) -> tuple[bool, bool]:
        """Take a place of each of these holders, or of none if one has no more than `most`. Returns whether there were some, and whether one is
        among the last, which are for those who play."""
        there = {who: self._taken.get(who, 0) + self._besides.get(str(who), 0) for who in most}
        if any(there[who] >= limit for who, limit in most.items()):
            return False, True
        for who in most:
            self._taken[who] = self._taken.get(who, 0) + 1
            self._mine.append(who)
        return True, any(there[who] >= limit - for_players(limit) for who, limit in most.items())

    def __enter__(self) -> Places:
        return self

    def __exit__(self, *_: object) -> None:
        for who in self._mine:
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]


class Connections:
    """The connections over which no WebSocket runs. Those whose request is not whole yet are waited for."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._all: set[LoosenedHTTP] = set()
        self._waiting: dict[str, OrderedDict[LoosenedHTTP, None]] = {}
        self.refused = 0
        """How many were closed to make room."""

    def __len__(self) -> int:
        return len(self._all)

    def enter(self, connection: LoosenedHTTP) -> None:
        """A connection was made. If there are too many, the oldest that is waited for goes, of the address with the most of them."""
        self._all.add(connection)
        self.wait_for(connection)
        if len(self._all) > self.most:
            self.refused += 1
            crowd = max(self._waiting.values(), key=len)
            next(iter(crowd)).drop()

    def wait_for(self, connection: LoosenedHTTP) -> None:
        """Its next request is waited for."""
        self._waiting.setdefault(connection.home, OrderedDict())[connection] = None

    def answer(self, connection: LoosenedHTTP) -> None:
        """Its request is there, and is answered."""
        waiting = self._waiting.get(connection.home)
        if waiting is not None:
            waiting.pop(connection, None)
            if not waiting:
                del self._waiting[connection.home]

    def leave(self, connection: LoosenedHTTP) -> None:
        """It is closed, or a WebSocket runs over it."""
        self._all.discard(connection)
        self.answer(connection)
