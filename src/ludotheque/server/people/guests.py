"""Guests: people without accounts, known by an opaque cookie. The server keeps only its hash."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.store.log import Store

PLAIN_COOKIE = "ludotheque"
SECURE_COOKIE = "__Host-ludotheque"
_YEAR_S = 365 * 24 * 3600
_KEPT = 10_000
_KNOWN_S = 30.0
"""How long a token is believed before it is looked up again: another process may have made it worthless unheard."""
SEEN_S = 600.0
"""How often it is noted that a guest is here."""
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
    """One-time keys with which a guest's other devices become that guest's too, each with the guest's number. They are in memory only."""

    def __init__(self) -> None:
        self._guests: OrderedDict[bytes, tuple[int, float]] = OrderedDict()

    def make(self, guest: int, now: float | None = None) -> str:
        """A new key for a guest. It is valid once, for `LINK_S` seconds."""
        key, made = secrets.token_urlsafe(16), time.monotonic() if now is None else now
        self._forget(made)
        self._guests[_hash(key)] = (guest, made + LINK_S)
        if len(self._guests) > _LINKS:
            self._guests.popitem(last=False)
        return key

    def find(self, key: str, now: float | None = None, use_up: bool = False) -> int:
        """The guest behind a key; 0 if the key is unknown, used or too old. With `use_up` the key is worthless from now on."""
        self._forget(time.monotonic() if now is None else now)
        guest, _ = (
            self._guests.pop(_hash(key), (0, 0.0)) if use_up else self._guests.get(_hash(key), (0, 0.0))
        )
        return guest

    def drop(self, guest: int) -> None:
        """No key of this guest is worth anything any more."""
        for key in [key for key, (whose, _) in self._guests.items() if whose == guest]:
            del self._guests[key]

    def _forget(self, now: float) -> None:
        """Drop the keys that are too old, which were made first."""
        while self._guests and next(iter(self._guests.values()))[1] <= now:
            self._guests.popitem(last=False)


class Guests:
    """Finds the guest for a cookie, and gives cookies. Each device of a guest has a token of its own."""

    def __init__(self, store: Store) -> None:
        self.people = store.people
        self.links = DeviceLinks()
        self._known: OrderedDict[bytes, tuple[Guest, float]] = OrderedDict()
        """What is known of guests by the hashes of their tokens, and when it was read."""
        self._here: set[int] = set()
        """Guests who were here since that was last written."""
        self._written: OrderedDict[int, float] = OrderedDict()
        """When that was last written, for recent guests."""
        self.made = 0
        """How many guests were made here since the unused ones were last dropped."""

    async def find(self, request: HTTPConnection) -> Guest | None:
        """The guest whose cookie came with a request or a socket; None if there is no known cookie."""
        token = token_of(request)
        return await self.of_token(token) if token else None

    async def of_token(self, token: str) -> Guest | None:
        """The guest with this token; None if there is none."""
        hashed = _hash(token)
        known = self._known.get(hashed)
        if known is not None and time.monotonic() - known[1] < _KNOWN_S:
            guest = known[0]
        else:
            row = await self.people.of_token(hashed)
            if row is None:
                self._known.pop(hashed, None)
                return None
            guest = self._keep(hashed, Guest(*row))
        self.saw(guest.id)
        return guest

    async def numbered(self, guest: int) -> Guest | None:
        """The guest with this number; None if there is none any more."""
        row = await self.people.numbered(guest) if guest else None
        return Guest(*row) if row is not None else None

    async def welcome(self, name: str = "", lang: str = "") -> tuple[Guest, str]:
        """A new guest, and the token for their cookie (see `set_cookie`)."""
        token = secrets.token_urlsafe(32)
        hashed = _hash(token)
        number = await self.people.add(hashed, name, lang, wall_ms())
        self.made += 1
        return self._keep(hashed, Guest(number, name, lang)), token

    async def add_device(self, guest: Guest, request: HTTPConnection) -> str:
        """A token of its own for one more device of a guest: the one that asks, whose previous token stops working."""
        token, before = secrets.token_urlsafe(32), token_of(request)
        gone = _hash(before) if before else None
        await self.people.add_token(guest.id, _hash(token), wall_ms(), gone)
        if gone is not None:
            self._known.pop(gone, None)
        return token

    async def sign_out(self, guest: Guest) -> str:
        """A guest's new token: all others are worth nothing any more, nor are links for other devices."""
        token = secrets.token_urlsafe(32)
        await self.people.set_token(guest.id, _hash(token), wall_ms())
        self.forget(guest.id)
        return token

    async def change(self, request: HTTPConnection, guest: Guest, name: str, lang: str) -> Guest:
        """Save a new name or language."""
        await self.people.change(guest.id, name, lang)
        self.forget_name(guest.id)
        return self._keep(_hash(token_of(request)), Guest(guest.id, name, lang))

    def forget_name(self, guest: int) -> None:
        """Forget what is known of a guest, who has changed it: it is read again."""
        for hashed in [hashed for hashed, (known, _) in self._known.items() if known.id == guest]:
            del self._known[hashed]

    def forget(self, guest: int) -> None:
        """The same of a guest whose tokens are worth nothing any more, or who is erased. No link for another device of theirs is, either."""
        self.forget_name(guest)
        self.links.drop(guest)

    def forget_all(self) -> None:
        """Forget what is known of all guests: somebody may have changed it unheard. It is read again when they come."""
        self._known.clear()

    def saw(self, guest: int) -> None:
        """A guest is here."""
        if guest and time.monotonic() - self._written.get(guest, -SEEN_S) >= SEEN_S:
            self._here.add(guest)

    async def note_seen(self) -> None:
        """Write which guests were here since the last call, each once in `SEEN_S` seconds."""
        here, self._here = self._here, set()
        if not here:
            return
        await self.people.saw(sorted(here), wall_ms())
        for guest in here:
            self._written[guest] = time.monotonic()
            self._written.move_to_end(guest)
        while len(self._written) > _KEPT:
            self._written.popitem(last=False)

    def _keep(self, hashed: bytes, guest: Guest) -> Guest:
        self._known[hashed] = guest, time.monotonic()
        self._known.move_to_end(hashed)
        if len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return guest


def token_of(request: HTTPConnection) -> str:
    """The token that came with a request or a socket; "" if none did that could be one."""
    token = request.cookies.get(cookie_name(request), "")
    return token if len(token) <= 100 else ""


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


def take_cookie(response: Response, request: HTTPConnection) -> None:
    """Take the browser's token away."""
    response.delete_cookie(
        cookie_name(request), path="/", secure=is_secure(request), httponly=True, samesite="lax"
    )


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
