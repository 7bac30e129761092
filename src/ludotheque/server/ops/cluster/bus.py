"""A bus between server processes: what one says, all others hear, through Redis or Valkey (extra `bus`).

What goes over it are hints. Nothing depends on them: a process that could not listen for a while is told so, and looks for itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
from collections.abc import Callable
from urllib.parse import urlsplit

from ludotheque.core.message import Message
from ludotheque.server.base.logs import Logger
from ludotheque.server.store.databases import StoreError

try:
    import redis.asyncio as redis
    from redis.exceptions import AuthenticationError, AuthorizationError, RedisError, ResponseError
except ImportError as error:
    raise StoreError(Message("cli.serve.bus_missing")) from error

logger = Logger(__name__)

PATIENCE_S = 2.0
"""How long the bus may take to answer before it counts as away."""
PAUSES_S = (0.2, 5.0)
"""The first pause before it is tried again, and the longest one; each is twice as long as the one before."""
LISTEN_S = 1.0
"""How long one waits for a message before the line is tried."""
SCHEMES = {"redis": "redis", "rediss": "rediss", "valkey": "redis", "valkeys": "rediss"}
"""The beginnings of its addresses, and what the client calls them."""
_AWAY = (RedisError, OSError, TimeoutError)
_DIGEST = hashlib.sha256


class Bus:
    """One process's line to the bus.

    What is said is signed with the secret that all processes of one database share, so others may use the same Redis.
    """

    def __init__(
        self, url: str, secret: str, hear: Callable[[bytes], None], missed: Callable[[], None]
    ) -> None:
        """`hear` gets what others say, and what this process says too; `missed` is called when something may have been missed.

        Raises `StoreError` if the URL is none.
        """
        self._key = secret.encode()
        self._channel = "ludotheque/" + hmac.new(self._key, b"channel", _DIGEST).hexdigest()[:32]
        self._hear, self._missed = hear, missed
        self.where, self._redis = _client(url)
        self._listening: asyncio.Task[None] | None = None
        self.is_there = False

    async def open(self) -> None:
        """Listen from now on. If the bus is away, that is logged, and it is tried again. Raises `StoreError` if it refuses us."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._redis.ping()  # type: ignore[misc] # its hints are those of both clients
        except (AuthenticationError, AuthorizationError, ResponseError) as error:
            await self._redis.aclose()
            raise StoreError(
                Message("cli.serve.bus_refused", {"address": self.where, "why": str(error)})
            ) from error
        except _AWAY as error:
            logger.warning("bus_away", address=self.where, why=type(error).__name__)
        self._listening = asyncio.create_task(self._listen())

    async def tell(self, said: bytes) -> bool:
        """Say something to all; whether the bus took it."""
        if not self.is_there:
            return False
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._redis.publish(self._channel, self._signature(said) + said)
        except _AWAY as error:
            logger.warning("bus_away", address=self.where, why=type(error).__name__)
            return False
        return True

    async def close(self) -> None:
        """Let it go."""
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        await self._redis.aclose()

    async def _listen(self) -> None:
        pause_s = PAUSES_S[0]
        while True:
            line = self._redis.pubsub(ignore_subscribe_messages=True)
            try:
                async with asyncio.timeout(PATIENCE_S):
                    await line.subscribe(self._channel)
                self.is_there, pause_s = True, PAUSES_S[0]
                logger.info("bus_there", address=self.where)
                self._missed()
                while True:
                    found = await line.get_message(timeout=LISTEN_S)
                    if found is None:
                        async with asyncio.timeout(PATIENCE_S):
                            await line.ping()
                    elif found["type"] == "message":
                        self._heard(found["data"])
            except _AWAY as error:
                if self.is_there:
                    logger.warning("bus_away", address=self.where, why=type(error).__name__)
            finally:
                self.is_there = False
                with contextlib.suppress(*_AWAY):
                    await line.aclose()  # type: ignore[no-untyped-call]
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, PAUSES_S[1])

    def _heard(self, found: bytes) -> None:
        size = _DIGEST().digest_size
        signature, said = found[:size], found[size:]
        if hmac.compare_digest(signature, self._signature(said)):
            self._hear(said)
        else:
            logger.warning("bus_forged", address=self.where)

    def _signature(self, said: bytes) -> bytes:
        return hmac.new(self._key, said, _DIGEST).digest()


def _client(url: str) -> tuple[str, redis.Redis]:
    """Where the bus is, without its password, and its client. Raises `StoreError`."""
    try:
        parts = urlsplit(url)
        where = f"{parts.hostname}:{parts.port or 6379}"
        if parts.scheme not in SCHEMES or not parts.hostname:
            raise ValueError(parts.scheme)
        address = parts._replace(scheme=SCHEMES[parts.scheme]).geturl()
        client = redis.from_url(address, socket_connect_timeout=PATIENCE_S, socket_keepalive=True)
    except ValueError as error:  # its text may hold the password
        raise StoreError(Message("cli.serve.bus_url")) from error
    return where, client
