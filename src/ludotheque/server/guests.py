"""Guests: people without accounts, known by an opaque cookie. The server keeps only its hash."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludotheque.server.log import Store

PLAIN_COOKIE = "ludotheque"
SECURE_COOKIE = "__Host-ludotheque"
_YEAR_S = 365 * 24 * 3600
_KEPT = 10_000
LINK_S = 600
"""How long a link to another device is valid, in seconds."""
_LINKS = 10_000


@dataclass(frozen=True)
class Guest:
    """A person as the server knows them. `name` is empty until they give one; `lang` is `fr`, `en` or empty."""

    id: int
    name: str = ""
    lang: str = ""


class DeviceLinks:
    """One-time keys with which a guest's other devices become that guest's too.

    They are in memory only, each with the token that the guest's browser just sent: the database has only hashes of tokens.
    """

    def __init__(self) -> None:
        self._tokens: OrderedDict[bytes, tuple[str, float]] = OrderedDict()

    def make(self, token: str, now: float | None = None) -> str:
        """A new key for the guest with this token. It is valid once, for `LINK_S` seconds."""
        key, made = secrets.token_urlsafe(16), time.monotonic() if now is None else now
        self._forget(made)
        self._tokens[_hash(key)] = (token, made + LINK_S)
        if len(self._tokens) > _LINKS:
            self._tokens.popitem(last=False)
        return key

    def find(self, key: str, now: float | None = None, use_up: bool = False) -> str | None:
        """The token behind a key; None if the key is unknown, used or too old. With `use_up` the key is worthless from now on."""
        self._forget(time.monotonic() if now is None else now)
        token, _ = (
            self._tokens.pop(_hash(key), ("", 0.0)) if use_up else self._tokens.get(_hash(key), ("", 0.0))
        )
        return token or None

    def _forget(self, now: float) -> None:
        """Drop the keys that are too old, which were made first."""
        while self._tokens and next(iter(self._tokens.values()))[1] <= now:
            self._tokens.popitem(last=False)


class Guests:
    """Finds the guest for a cookie."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.links = DeviceLinks()
        self._known: OrderedDict[bytes, Guest] = OrderedDict()

    async def find(self, request: HTTPConnection) -> Guest | None:
        """The guest whose cookie came with a request or a socket; None if there is no known cookie."""
        token = request.cookies.get(cookie_name(request))
        return await self.of_token(token) if token and len(token) <= 100 else None

    async def of_token(self, token: str) -> Guest | None:
        """The guest with this token; None if there is none."""
        hashed = _hash(token)
        guest = self._known.get(hashed)
        if guest is None:
            row = await self.store.guest(hashed)
            if row is None:
                return None
            guest = self._keep(hashed, Guest(*row))
        return guest

    async def welcome(self, name: str = "", lang: str = "") -> tuple[Guest, str]:
        """A new guest, and the token for their cookie (see `set_cookie`)."""
        token = secrets.token_urlsafe(32)
        hashed = _hash(token)
        number = await self.store.add_guest(hashed, name, lang, time.time_ns() // 1_000_000)
        return self._keep(hashed, Guest(number, name, lang)), token

    async def change(self, request: HTTPConnection, guest: Guest, name: str, lang: str) -> Guest:
        """Save a new name or language."""
        await self.store.change_guest(guest.id, name, lang)
        return self._keep(_hash(request.cookies[cookie_name(request)]), Guest(guest.id, name, lang))

    def forget(self, guest: int) -> None:
        """Forget what is known of a guest, who has changed it in another process."""
        for hashed in [hashed for hashed, known in self._known.items() if known.id == guest]:
            del self._known[hashed]

    def forget_all(self) -> None:
        """Forget what is known of all guests: somebody may have changed it unheard. It is read again when they come."""
        self._known.clear()

    def _keep(self, hashed: bytes, guest: Guest) -> Guest:
        self._known[hashed] = guest
        self._known.move_to_end(hashed)
        if len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return guest


def is_secure(request: HTTPConnection) -> bool:
    """Whether a request came over TLS."""
    return request.url.scheme in ("https", "wss")


def cookie_name(request: HTTPConnection) -> str:
    """The cookie's name: with the `__Host-` prefix over TLS, plain on loopback and in a home network."""
    return SECURE_COOKIE if is_secure(request) else PLAIN_COOKIE


def set_cookie(response: Response, request: HTTPConnection, token: str) -> None:
    """Give the browser its token: hidden from scripts, and sent only with requests from the same site."""
    response.set_cookie(
        cookie_name(request),
        token,
        max_age=_YEAR_S,
        path="/",
        secure=is_secure(request),
        httponly=True,
        samesite="lax",
    )


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
