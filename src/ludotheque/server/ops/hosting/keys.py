"""Who may use the host's page: people who have given its key, for twelve hours, in the browser in which they gave it.

The key is given at the start, or made by the server and kept in the data folder. A session is a signed text, so every process that has the key knows it, also while the
database is away. A browser keeps it when it has ended: it then only shows that the key was given there once, so that tries of keys
elsewhere do not count against that browser.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
import time
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludotheque.core.data_folder import make_private
from ludotheque.core.message import Message
from ludotheque.server.base.listening import CannotStart
from ludotheque.server.people.guests import is_secure
from ludotheque.server.store.sqlite import unusable

FILE = "host.key"
SHORTEST = 16
"""The fewest characters of a key: with it one can close tables."""
PLAIN_COOKIE = "ludotheque-host"
SECURE_COOKIE = "__Host-ludotheque-host"
LASTS_S = 12 * 3600
TICKET_S = 300
"""How long a ticket is valid: a browser that was not running yet has to start."""
_KEPT_S = 365 * 24 * 3600
_LONGEST = 200


@dataclass(frozen=True)
class HostKey:
    """The key of the host's page, and the file that it is in; None if it was given in the environment."""

    key: str
    file: Path | None

    def __repr__(self) -> str:
        return f"HostKey(file={self.file})"


def host_key(data: Path, file: Path | None = None, given: str = "") -> HostKey:
    """The key in a file, or the one that was `given`; without either that of the data folder, made if there is none.

    Raises `CannotStart` if it cannot be read or made, or is too short.
    """
    if file is None and given:
        return HostKey(_checked(given.strip(), "LUDOTHEQUE_HOST_KEY"), None)
    path = file or data / FILE
    try:
        if file is None:
            _make(path)
        return HostKey(_checked(path.read_text("utf-8").strip(), str(path)), path)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
        # Without a file of its own, the folder may be to blame.
        if file is None and isinstance(error, OSError) and not _can_read(path):
            raise CannotStart(unusable(data, error)) from error
        raise CannotStart(Message("cli.serve.host_key", {"file": str(path), "why": why})) from error


def _can_read(path: Path) -> bool:
    return os.access(path.parent, os.W_OK | os.X_OK) and (not path.exists() or os.access(path, os.R_OK))


def _make(path: Path) -> None:
    """Make a key that only this user may read, unless there is one."""
    make_private(path.parent)
    with contextlib.suppress(FileExistsError):
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(24) + "\n")
        return
    path.chmod(0o600)


def _checked(key: str, where: str) -> str:
    if len(key) < SHORTEST:
        raise CannotStart(Message("cli.serve.host_key_short", {"where": where, "n": SHORTEST}))
    return key


class Sessions:
    """The sessions of one key."""

    def __init__(self, key: str) -> None:
        self._key = hashlib.sha256(key.encode()).digest()
        self._secret = hmac.new(key.encode(), b"sessions of the host's page", hashlib.sha256).digest()
        self._ended: dict[str, float] = {}
        """The sessions that were ended before their time and the tickets that were used, and when they would have ended."""

    def is_key(self, given: str) -> bool:
        """Whether this is the key. It takes as long whatever it is."""
        return hmac.compare_digest(self._key, hashlib.sha256(given.encode(errors="replace")).digest())

    def begin(self, now_s: float | None = None) -> str:
        """A new session."""
        return self._made(int((time.time() if now_s is None else now_s) + LASTS_S))

    def over(self) -> str:
        """A session that ended long ago."""
        return self._made(0)

    def knows(self, session: str, now_s: float | None = None) -> bool:
        """Whether this is a session of ours that has not ended."""
        head = self.head(session)
        return bool(head) and self._lasts(head, now_s)

    def head(self, session: str) -> str:
        """What a session of ours is known by, also if it has ended, and which lets nobody in; "" if it is none of ours."""
        head, _, signed = session.rpartition(".")
        if not head or len(session) > _LONGEST or not session.isascii():
            return ""
        return head if hmac.compare_digest(signed, self._signed(head)) else ""

    def end(self, session: str) -> str:
        """End a session. Returns its `head`, by which other processes need to know it; "" if it was none."""
        if not self.knows(session):
            return ""
        head = session.rpartition(".")[0]
        self.ended(head)
        return head

    def ended(self, head: str) -> None:
        """A session was ended, here or in another process."""
        until, _, _ = head.partition(".")
        now = time.time()
        self._ended = {each: ends for each, ends in self._ended.items() if ends > now}
        if until.isascii() and until.isdigit() and now < int(until) <= now + LASTS_S:
            self._ended[head] = float(until)

    def ticket(self, now_s: float | None = None) -> str:
        """What opens the page once in place of the key, for `TICKET_S`: for the browser that the server itself opens."""
        head = self._head(int((time.time() if now_s is None else now_s) + TICKET_S))
        return f"{head}.{self._signed(f'a ticket {head}')}"

    def takes(self, ticket: str, now_s: float | None = None) -> bool:
        """Whether this is a ticket of ours that nobody has used. It is used now."""
        head, _, signed = ticket.rpartition(".")
        if not head or len(ticket) > _LONGEST or not ticket.isascii():
            return False
        if not hmac.compare_digest(signed, self._signed(f"a ticket {head}")) or not self._lasts(head, now_s):
            return False
        self.ended(head)
        return True

    def _lasts(self, head: str, now_s: float | None) -> bool:
        """Whether what is known by this head has not ended."""
        until = int(head.partition(".")[0])
        return (time.time() if now_s is None else now_s) < until and head not in self._ended

    def _made(self, until: int) -> str:
        head = self._head(until)
        return f"{head}.{self._signed(head)}"

    def _head(self, until: int) -> str:
        return f"{until}.{secrets.token_urlsafe(12)}"

    def _signed(self, head: str) -> str:
        return hmac.new(self._secret, head.encode(), hashlib.sha256).hexdigest()


def session_of(request: HTTPConnection) -> str:
    """The session whose cookie came with a request; "" if there is none."""
    return request.cookies.get(_cookie(request), "")


def set_session(response: Response, request: HTTPConnection, session: str) -> None:
    """Give the browser a session. No script reads it, and no other site's link brings it along."""
    response.set_cookie(
        _cookie(request), session, max_age=_KEPT_S, path="/",
        secure=is_secure(request), httponly=True, samesite="strict",
    )  # fmt: skip


def _cookie(request: HTTPConnection) -> str:
    return SECURE_COOKIE if is_secure(request) else PLAIN_COOKIE
