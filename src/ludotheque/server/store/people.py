"""What the store knows about people: guests and their tokens, kept names, and who is being erased."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ludotheque.server.room import log_events
from ludotheque.server.store import sql

if TYPE_CHECKING:
    from ludotheque.server.store.log import Store


@dataclass(frozen=True)
class KeptName:
    """A name that a guest keeps, and the hash of its phrase."""

    guest: int
    name: str
    phrase_hash: str
    made_ms: int


@dataclass(frozen=True)
class Subscription:
    """A browser that may be called: where, and for which key and secret messages are encrypted (base64url)."""

    endpoint: str
    p256dh: str
    auth: str
    lang: str = ""


@dataclass(frozen=True)
class MailAddress:
    """A guest's address.

    Attributes:
        guest: the guest.
        address: where e-mails go.
        lang: their language.
        stop: the key that erases it, without a login.
        confirm_hash: the hash of the key that confirms it; None once that is done.
        asked_ms: when it was given (Unix ms).
        confirmed_ms: when it was confirmed; 0 if it is not.
    """

    guest: int
    address: str
    lang: str
    stop: str
    confirm_hash: bytes | None
    asked_ms: int
    confirmed_ms: int = 0


@dataclass(frozen=True)
class Changed:
    """What is written over at a table because somebody is erased: events by their numbers, and, if they change, the host and the result."""

    table: str
    events: Sequence[tuple[int, str]]
    host: int | None = None
    result: tuple[str, str] | None = None


class StoredPeople:
    """Reads and writes this. All methods raise `StoreError` if the store is away."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # -- guests and their tokens --------------------------------------------------------------------------------

    async def add(self, token_hash: bytes, name: str, lang: str, at_ms: int) -> int:
        """Write a new guest with a first token, and return the guest's number."""
        mark = hashlib.sha256(b"mark" + token_hash).digest()
        guest = {"mark": mark, "name": name, "lang": lang, "created_ms": at_ms, "seen_ms": at_ms}
        token = {"token_hash": token_hash, "made_ms": at_ms, "mark": mark}
        await self.store.write_all(sql.INSERT_GUEST.rows(guest), sql.INSERT_FIRST_TOKEN.rows(token))
        found = await self.of_token(token_hash)
        assert found is not None
        return found[0]

    async def of_token(self, token_hash: bytes) -> tuple[int, str, str] | None:
        """The number, name and language of the guest who has the token with this hash."""
        return await self.store.first(sql.GUEST, token_hash=token_hash)

    async def numbered(self, guest: int) -> tuple[int, str, str] | None:
        """The same of the guest with this number; None if there is none any more."""
        return await self.store.first(sql.GUEST_NUMBERED, id=guest)

    async def change(self, guest: int, name: str, lang: str) -> None:
        """Write a guest's new name and language."""
        await self.store.write(sql.UPDATE_GUEST, id=guest, name=name, lang=lang)

    async def saw(self, guests: Sequence[int], at_ms: int) -> None:
        """Write that these guests are here now."""
        seen = ({"id": guest, "seen_ms": at_ms} for guest in guests)
        await self.store.write_all(sql.UPDATE_SEEN.rows(*seen))

    async def unseen(self, before_ms: int, limit: int) -> list[int]:
        """Guests who were last seen before this moment (Unix ms)."""
        return await self.store.column(sql.UNSEEN, before_ms=before_ms, limit=limit)

    async def unused(self, before_ms: int, long_before_ms: int, limit: int, crowd_ms: int = 0) -> list[int]:
        """Guests of whom nothing is known but that they were here before this moment (Unix ms); those with a name, before the second one.

        Of those who were here before `crowd_ms`, it does not matter what they wish and whom they block.
        """
        at = {"before_ms": before_ms, "long_before_ms": long_before_ms, "crowd_ms": crowd_ms}
        return await self.store.column(sql.UNUSED, limit=limit, **at)

    async def crowd(self, most: int) -> int:
        """When (Unix ms) the earliest of the last `most` guests about whom nothing is known was here; 0 if there are fewer."""
        return int(await self.store.value(sql.CROWD, 0, most=most - 1))

    async def drop_unused(
        self, guests: Sequence[int], before_ms: int, long_before_ms: int, crowd_ms: int = 0
    ) -> list[int]:
        """Erase those of these guests about whom nothing is known yet, see `unused`. Returns them."""
        at = {"before_ms": before_ms, "long_before_ms": long_before_ms, "crowd_ms": crowd_ms}
        await self.store.write_all(sql.DELETE_UNUSED.rows(*(at | {"guest_id": guest} for guest in guests)))
        return [guest for guest in guests if await self.numbered(guest) is None]

    async def add_token(self, guest: int, token_hash: bytes, at_ms: int, instead_of: bytes | None) -> None:
        """Write one more token of a guest, and that another one is worth nothing any more. An erased guest gets none."""
        gone = [] if instead_of is None else [sql.DELETE_TOKEN.rows({"token_hash": instead_of})]
        token = {"token_hash": token_hash, "id": guest, "made_ms": at_ms}
        await self.store.write_all(*gone, sql.INSERT_TOKEN.rows(token))

    async def set_token(self, guest: int, token_hash: bytes, at_ms: int) -> None:
        """Write a guest's new token, in place of all others."""
        token = {"token_hash": token_hash, "id": guest, "made_ms": at_ms}
        await self.store.write_all(sql.DELETE_TOKENS.rows({"guest_id": guest}), sql.INSERT_TOKEN.rows(token))

    async def tokens_of(self, guest: int) -> list[int]:
        """When each of a guest's tokens was made (Unix ms)."""
        return await self.store.column(sql.TOKENS_OF, guest_id=guest)

    async def about(self, guest: int) -> tuple[str, str, int, int] | None:
        """A guest's name and language, when they first came and when they were last seen."""
        return await self.store.first(sql.ABOUT_GUEST, id=guest)

    # -- kept names ---------------------------------------------------------------------------------------------

    async def keep(self, kept: KeptName, folded: str) -> None:
        """Write a kept name, in place of the one before. Raises `Conflict` if somebody else keeps it."""
        await self.store.write(sql.INSERT_KEPT, guest_id=kept.guest, folded=folded, **asdict(kept))

    async def keep_no_more(self, guest: int) -> None:
        """Erase a guest's kept name and its phrase."""
        await self.store.write(sql.DELETE_KEPT, guest_id=guest)

    async def kept_named(self, folded: str) -> KeptName | None:
        """The kept name that is folded to this."""
        found = await self.store.first(sql.KEPT_NAMED, folded=folded)
        return KeptName(*found) if found else None

    async def kept_of(self, guest: int) -> tuple[str, int] | None:
        """The name that a guest keeps, and when its phrase was made (Unix ms)."""
        return await self.store.first(sql.KEPT_OF, guest_id=guest)

    # -- erasing ------------------------------------------------------------------------------------------------

    async def begin_erasing(self, guest: int, at_ms: int) -> None:
        """Erase a guest with tokens, kept name, browsers and address, and write that their tables are still to be gone through."""
        erased = {"guest_id": guest, "since_ms": at_ms}
        await self.store.write_all(sql.INSERT_ERASED.rows(erased), sql.DELETE_GUEST.rows(erased))

    async def end_erasing(self, guest: int) -> None:
        """Erase the last that is known of a guest: where they sat, hosted, wrote and took part."""
        await self._erase(sql.OF_GUEST, guest_id=guest)

    async def being_erased(self) -> list[tuple[int, int]]:
        """The guests who are being erased, and since when (Unix ms)."""
        return await self.store.read(sql.ERASED)

    async def tables_with(self, guest: int) -> list[str]:
        """The tables that a guest hosted, sat at or wrote at."""
        return await self.store.column(sql.TABLES_WITH, guest_id=guest)

    async def branches_naming(self, name: str) -> list[str]:
        """The tables that began at a moment of another game and may call somebody by this name."""
        # Any sign fits a "_" in a pattern, as do "%" and "_" themselves.
        written = json.dumps(name, ensure_ascii=False).replace("\\", "_")
        pattern = f'%"name":{written}%'
        return await self.store.column(sql.BRANCHES_NAMING, name=pattern, branch=log_events.BRANCH)

    async def told_of(self, table: str) -> str:
        """The result of a finished game as it is kept, see `results.Told`; "" if there is none."""
        return str(await self.store.value(sql.RESULT_TOLD, "", table_id=table))

    async def write_over(self, changed: Changed) -> None:
        """Write over the traces of an erased guest at a table."""
        table = {"table_id": changed.table}
        written = [
            sql.UPDATE_EVENT.rows(*(table | {"seq": seq, "body": body} for seq, body in changed.events))
        ]
        if changed.host is not None:
            written.append(sql.UPDATE_HOST.rows(table | {"host": changed.host}))
        if changed.result is not None:
            people, told = changed.result
            written.append(sql.UPDATE_RESULT.rows(table | {"people": people, "told": told}))
        await self.store.write_all(*written)

    async def evenings_with(self, guest: int) -> list[str]:
        """The evenings that a guest organises or took part in."""
        return await self.store.column(sql.EVENINGS_WITH, guest_id=guest)

    async def write_over_evening(
        self, evening: str, events: Sequence[tuple[int, str]], host: int | None
    ) -> None:
        """Write over the traces of an erased guest on an evening."""
        at = {"evening_id": evening}
        written = [sql.UPDATE_EVENING_EVENT.rows(*(at | {"seq": seq, "body": body} for seq, body in events))]
        if host is not None:
            written.append(sql.UPDATE_EVENING_HOST.rows(at | {"host": host}))
        await self.store.write_all(*written)

    async def erase_evening(self, evening: str) -> None:
        """Erase an evening with everything about it but its tables."""
        await self._erase(sql.OF_EVENING, evening_id=evening)

    async def untouched_evenings(self, before_ms: int, limit: int) -> list[str]:
        """The evenings where nothing has happened since this moment (Unix ms)."""
        return await self.store.column(sql.UNTOUCHED_EVENINGS, before_ms=before_ms, limit=limit)

    async def erase_table(self, table: str) -> None:
        """Erase a table with everything about it. Raises `Conflict` if somebody opened it at this very moment."""
        await self._erase(sql.OF_TABLE, table_id=table)

    async def untouched(self, before_ms: int, after: str, limit: int) -> list[str]:
        """The tables where nothing has happened since this moment (Unix ms), by their ids, from behind this one on."""
        return await self.store.column(sql.UNTOUCHED, before_ms=before_ms, after=after, limit=limit)

    async def left_open(self, before_ms: int, closed: str, after: str, limit: int) -> list[tuple[str, int]]:
        """Those of them whose game is not known to be over, with when something last happened. Not those whose last event is `closed`,
        a pattern for LIKE."""
        at = {"before_ms": before_ms, "after": after, "limit": limit}
        return await self.store.read(sql.LEFT_OPEN, closed=closed, **at)

    async def _erase(self, statements: Sequence[sql.Statement], **values: Any) -> None:
        await self.store.write_all(*(each.rows(values) for each in statements))
