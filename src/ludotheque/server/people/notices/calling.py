"""Who is called back to which table: when it is their turn, others wait, and no page of theirs shows the table.

A person is called once, and again only after they have been back. Only people who were reached count as called: what the server did not send
before it stopped, or could not send at all, is sent when the table goes on. What is sent waits in a bounded queue, so a push service or a
mail server that is slow or away never holds up a table.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import msgspec

from ludotheque.core import catalogue
from ludotheque.core.message import Message
from ludotheque.server.base.logs import Logger
from ludotheque.server.live.room import Room
from ludotheque.server.live.watchers import UNHEARD_S
from ludotheque.server.people.notices import mail, vapid, webpush
from ludotheque.server.people.notices.settings import NoticeSettings
from ludotheque.server.people.notices.vapid import Vapid
from ludotheque.server.people.notices.webpush import Unreachable
from ludotheque.server.room import absence
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.state import TableState
from ludotheque.server.store.log import Store, StoreError
from ludotheque.server.store.people import MailAddress, Subscription

if TYPE_CHECKING:
    from email.message import EmailMessage

    from ludotheque.server.live.tables import Tables

logger = Logger(__name__)

MAX_QUEUED = 1000
"""Notices that may wait to be sent; more are dropped."""
MAX_TIMERS = 10_000
"""People who may be waited for before they are called; more are not called for this turn."""
WORKERS = 4
TRIES = 3
MAX_BROWSERS = 8
"""The browsers of one person that are called. A new one takes the place of the oldest."""
MAIL_S = 60.0
"""The seconds that an e-mail may take."""
GONE = (404, 410)
"""What a push service answers for a browser that no longer wants to be called."""

Key = tuple[str, int]
"""A table and a guest."""


Outcome = Literal["sent", "again", "lost"]
"""What came of something to send: `again` if it may be delivered later, `lost` if never."""


@dataclass
class Call:
    """One call of a person, by all their ways. `waiting` counts those of which nothing is known yet."""

    key: Key
    waiting: int
    reached: bool = False


@dataclass
class Job:
    """Something to send, for a call."""

    deliver: Callable[[], Awaitable[Outcome]]
    call: Call
    tries: int = 0


class Notices:
    """Calls the people of all tables."""

    def __init__(self, settings: NoticeSettings, tables: Tables, store: Store) -> None:
        self.settings, self.tables, self.store = settings, tables, store
        self.called: set[Key] = set()
        """Guests who have been called, or are just being called, and have not been back since."""
        self._calls: dict[Key, Call] = {}
        """What is being sent to them. A call that stands here no more is over: they are back."""
        self._timers: dict[Key, asyncio.TimerHandle | None] = {}
        self._queue: asyncio.Queue[Job] = asyncio.Queue(MAX_QUEUED)
        self._workers: list[asyncio.Task[None]] = []
        self._mailing = ThreadPoolExecutor(2, "mail")
        self._keys: asyncio.Task[Vapid] | None = None
        self._closed = False

    async def open(self) -> None:
        """Read who has been called, and start sending."""
        self.called = set(await self.store.called())
        self._workers = [asyncio.create_task(self._work()) for _ in range(WORKERS)]
        self.tables.followers.append(self.look)

    async def close(self) -> None:
        """Stop. What still waits is not sent; those people are called when their table goes on."""
        self._closed = True
        for timer in self._timers.values():
            if timer is not None:
                timer.cancel()
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        self._mailing.shutdown(wait=False, cancel_futures=True)

    # -- who is called ------------------------------------------------------------------------------------------

    def look(self, room: Room) -> None:
        """Something happened at a table, or somebody came or left."""
        state = room.state
        if self._closed:
            return
        for guest in {chair.guest for chair in state.chairs}:
            if (state.id, guest) in self.called and (guest in room.watchers.online or state.phase == "over"):
                self.called.discard((state.id, guest))
                self._calls.pop((state.id, guest), None)
                self.tables.tasks.spawn(self._forget((state.id, guest)))
        if not (self.settings.push or self.settings.mail):
            return
        for guest in awaited(state):
            key = (state.id, guest)
            if key in self._timers or key in self.called or not _came_meanwhile(room, guest):
                continue
            if len(self._timers) < MAX_TIMERS:
                self._timers[key] = asyncio.get_running_loop().call_later(
                    self.settings.after_s, self._due, key
                )

    async def read(self, table: str) -> None:
        """Read who has been called to a table that may have lived in another process."""
        guests = await self.store.called_to(table)
        self.called = {key for key in self.called if key[0] != table or key in self._calls}
        self.called.update((table, guest) for guest in guests)

    def forget(self, guest: int) -> None:
        """A guest is erased: whatever waits to be sent to them is not."""
        self.called = {key for key in self.called if key[1] != guest}
        for key in [key for key in self._calls if key[1] == guest]:
            del self._calls[key]
        for key in [key for key in self._timers if key[1] == guest]:
            timer = self._timers.pop(key)
            if timer is not None:
                timer.cancel()

    def _due(self, key: Key) -> None:
        self._timers[key] = None
        self.tables.tasks.spawn(self._call(key))

    async def _call(self, key: Key) -> None:
        """Call somebody, unless they are back or it is no longer their turn."""
        table, guest = key
        try:
            room = await self.tables.get(table)
            if room is None or guest not in awaited(room.state) or not _came_meanwhile(room, guest):
                return
            ways = await self._ways(room.state, guest)
            if ways and guest not in room.watchers.online and key not in self.called:
                self._begin(key, ways)
        except (Refused, StoreError) as error:
            logger.warning("nobody_called", table=table, error=repr(error))
        finally:
            self._timers.pop(key, None)

    async def _forget(self, key: Key) -> None:
        try:
            await self.store.remove_called(key[1], key[0])
        except StoreError as error:
            logger.warning("call_not_forgotten", table=key[0], error=repr(error))

    async def _ways(self, state: TableState, guest: int) -> list[Callable[[], Awaitable[Outcome]]]:
        """Everything by which a guest wants to be called to this table."""
        ways: list[Callable[[], Awaitable[Outcome]]] = []
        if self.settings.push and vapid.is_installed():
            browsers = await self.store.subscriptions_of(guest)
            ways += [self._by_push(each, guest, state) for each in browsers]
        clock = state.created.clock
        if self.settings.mail is not None and clock is not None and clock.per == "days":
            to = await self.store.address_of(guest)
            if to is not None and to.confirmed_ms:
                ways.append(self._by_mail(to, state))
        return ways

    def _begin(self, key: Key, ways: Sequence[Callable[[], Awaitable[Outcome]]]) -> None:
        """Call somebody by all these ways."""
        self.called.add(key)
        call = self._calls[key] = Call(key, len(ways))
        for deliver in ways:
            self._put(Job(deliver, call))

    # -- sending ------------------------------------------------------------------------------------------------

    def _put(self, job: Job) -> None:
        try:
            self._queue.put_nowait(job)
        except asyncio.QueueFull:
            logger.warning("notice_dropped", why="too many wait to be sent")
            self._lost(job.call)

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            job = await self._queue.get()
            job.tries += 1
            try:
                outcome = await job.deliver() if self._goes_on(job.call) else "lost"
                if outcome == "sent":
                    await self._reached(job.call)
                elif outcome == "again" and job.tries < TRIES:
                    loop.call_later(self.settings.again_s * job.tries, self._put, job)
                else:
                    self._lost(job.call)
            except Exception:
                logger.exception("notice_failed")
                self._lost(job.call)
            finally:
                self._queue.task_done()

    def _goes_on(self, call: Call) -> bool:
        """Whether nobody has been back since this call began."""
        return self._calls.get(call.key) is call

    async def _reached(self, call: Call) -> None:
        """One of a call's notices was sent: the person need not be called again."""
        is_first, call.reached = not call.reached, True
        if is_first and self._goes_on(call):
            try:
                await self.store.add_called(call.key[1], call.key[0])
            except StoreError as error:
                logger.warning("call_not_written", table=call.key[0], error=repr(error))
        self._settle(call)

    def _lost(self, call: Call) -> None:
        """One of a call's notices is not sent. If none was, the person may be called again."""
        if call.waiting == 1 and not call.reached and self._goes_on(call):
            self.called.discard(call.key)
        self._settle(call)

    def _settle(self, call: Call) -> None:
        call.waiting -= 1
        if not call.waiting and self._goes_on(call):
            del self._calls[call.key]

    def _by_push(
        self, subscription: Subscription, guest: int, state: TableState
    ) -> Callable[[], Awaitable[Outcome]]:
        title = catalogue.say(Message("ui.turn.title"), subscription.lang or catalogue.ENGLISH)
        game = Message(f"{state.game.name}.title")
        body = catalogue.say(
            Message("ui.table.title", {"game": game}), subscription.lang or catalogue.ENGLISH
        )
        told = {"title": title, "body": body, "table": state.id}

        async def deliver() -> Outcome:
            try:
                status = await self.push(subscription, told, state.id)
            except Unreachable as error:
                logger.warning("push_service_away", error=str(error))
                return "again"
            except StoreError as error:
                logger.warning("keys_not_read", error=str(error))
                return "again"
            except (OSError, ValueError) as error:
                logger.warning("push_not_sent", error=str(error))
                return "lost"
            if status in GONE:
                await self.store.remove_subscription(guest, subscription.endpoint)
            elif status >= 300:
                logger.warning("push_refused", status=status)
            if status >= 500 or status == 429:
                return "again"
            return "sent" if status < 300 else "lost"

        return deliver

    async def push(self, subscription: Subscription, told: dict[str, str], table: str = "") -> int:
        """Send this to a browser now, and return the push service's status. A newer message about a table takes the place of an older one.

        Raises as `webpush.send` and `keys` do.
        """
        settings = self.settings
        contact = settings.public_url if settings.public_url.startswith("https:") else ""
        if not contact and settings.mail is not None:
            contact = f"mailto:{settings.mail.sender}"
        keys = await self.keys()
        topic = keys.topic(table, subscription.endpoint) if table else ""
        body = msgspec.json.encode(told)
        return await webpush.send(subscription, body, keys, contact, topic, settings.unguarded)

    async def keys(self) -> Vapid:
        """The server's own keys, read or made the first time they are needed. Raises `OSError`, `ValueError` or `StoreError`."""
        if self._keys is None or (self._keys.done() and self._keys.exception() is not None):
            self._keys = asyncio.create_task(self._find_keys())
        return await asyncio.shield(self._keys)

    async def _find_keys(self) -> Vapid:
        """The keys of the data folder; with a database for several processes those in it, which the first of them offered."""
        store = self.store
        if not store.is_shared:
            return await asyncio.to_thread(Vapid.load, store.folder)
        ours = await asyncio.to_thread(vapid.offered, store.folder)
        Vapid.read(ours, vapid.FILE)  # what is damaged is not offered to others
        return Vapid.read((await store.agreed("vapid", ours.decode())).encode(), "the database")

    def _by_mail(self, to: MailAddress, state: TableState) -> Callable[[], Awaitable[Outcome]]:
        settings = self.settings.mail
        assert settings is not None
        written = mail.turn(settings, self.settings.public_url, to, state.game.name, state.id)

        async def deliver() -> Outcome:
            now = await self.store.address_of(to.guest)
            if now is None or now.stop != to.stop:
                return "lost"
            return "sent" if await self.mail(written) else "again"

        return deliver

    async def mail(self, written: EmailMessage) -> bool:
        """Hand an e-mail to the mail server; returns whether it took it."""
        settings = self.settings.mail
        assert settings is not None
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(MAIL_S):
                await loop.run_in_executor(self._mailing, mail.deliver, settings, written)
        except (OSError, TimeoutError) as error:
            logger.warning("mail_not_sent", error=type(error).__name__)  # its text may name the address
            return False
        return True


def awaited(state: TableState) -> set[int]:
    """The guests for whom others wait at a table. In games against the clock nobody waits for long."""
    if state.phase != "playing" or state.game.timed or not absence.others_play(state):
        return set()
    return {
        state.chairs[seat].guest
        for seat in state.actors
        if state.chairs[seat].who == "person" and not state.is_bot(seat) and not state.chairs[seat].declined
    }


def _came_meanwhile(room: Room, guest: int) -> bool:
    """Whether it became this guest's turn after the table was last on their screen."""
    if guest in room.watchers.online:
        return False
    looked = room.watchers.looked.get(guest)
    if looked is not None:
        last_ms = time.time() * 1000 - (time.monotonic() - looked) * 1000
    else:  # the table was read from its log since, and nobody knows whose line was broken then
        last_ms = room.sights.get(guest, -1) - UNHEARD_S * 1000
    return room.state.waiting_since_ms >= last_ms
