"""What the store knows about people: guests and their tokens, kept names, and who is being erased."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ludotheque.server.room import log_events
from ludotheque.server.store import sql
from ludotheque.server.store.databases import Written
from ludotheque.server.store.sql import Statement


class Reading(Protocol):
    """Reads rows."""

    def __call__(self, statement: Statement, /, **values: Any) -> Awaitable[list[Any]]:
        """The rows that a statement selects."""


@dataclass(frozen=True)
class KeptName:
    """A name that a guest keeps, and the hash of its phrase."""

    guest: int
    name: str
    phrase_hash: str
    made_ms: int


@dataclass(frozen=True)
class Changed:
    """What is written over at a table because somebody is erased: events by their numbers, and, if they change, the host and the result."""

    table: str
    events: Sequence[tuple[int, str]]
    host: int | None = None
    result: tuple[str, str] | None = None


class StoredPeople:
    """Reads and writes this. All methods raise `StoreError` if the store is away."""

    def __init__(self, read: Reading, write: Callable[[Written], Awaitable[None]]) -> None:
        self._read, self._write = read, write

    # -- guests and their tokens --------------------------------------------------------------------------------

    async def add(self, token_hash: bytes, name: str, lang: str, at_ms: int) -> int:
        """Write a new guest with a first token, and return the guest's number."""
        mark = hashlib.sha256(b"mark" + token_hash).digest()
        guest = {"mark": mark, "name": name, "lang": lang, "created_ms": at_ms, "seen_ms": at_ms}
        token = {"token_hash": token_hash, "made_ms": at_ms, "mark": mark}
        await self._do((sql.INSERT_GUEST, guest), (sql.INSERT_FIRST_TOKEN, token))
        found = await self.of_token(token_hash)
        assert found is not None
        return found[0]

    async def of_token(self, token_hash: bytes) -> tuple[int, str, str] | None:
        """The number, name and language of the guest who has the token with this hash."""
        return _guest(await self._read(sql.GUEST, token_hash=token_hash))

    async def numbered(self, guest: int) -> tuple[int, str, str] | None:
        """The same of the guest with this number; None if there is none any more."""
        return _guest(await self._read(sql.GUEST_NUMBERED, id=guest))

    async def change(self, guest: int, name: str, lang: str) -> None:
        """Write a guest's new name and language."""
        await self._do((sql.UPDATE_GUEST, {"id": guest, "name": name, "lang": lang}))

    async def saw(self, guests: Sequence[int], at_ms: int) -> None:
        """Write that these guests are here now."""
        await self._do(*((sql.UPDATE_SEEN, {"id": guest, "seen_ms": at_ms}) for guest in guests))

    async def unseen(self, before_ms: int, limit: int) -> list[int]:
        """Guests who were last seen before this moment (Unix ms)."""
        return [int(guest) for (guest,) in await self._read(sql.UNSEEN, before_ms=before_ms, limit=limit)]

    async def unused(self, before_ms: int, long_before_ms: int, limit: int, crowd_ms: int = 0) -> list[int]:
        """Guests of whom nothing is known but that they were here before this moment (Unix ms); those with a name, before the second one.

        Of those who were here before `crowd_ms`, it does not matter what they wish and whom they block.
        """
        at = {"before_ms": before_ms, "long_before_ms": long_before_ms, "crowd_ms": crowd_ms}
        return [int(guest) for (guest,) in await self._read(sql.UNUSED, limit=limit, **at)]

    async def crowd(self, most: int) -> int:
        """Since when (Unix ms) the last `most` of the guests were here of whom nothing is known; 0 if there are fewer."""
        return int(next(iter(await self._read(sql.CROWD, most=most - 1)), (0,))[0])

    async def drop_unused(
        self, guests: Sequence[int], before_ms: int, long_before_ms: int, crowd_ms: int = 0
    ) -> list[int]:
        """Erase those of these guests of whom still nothing is known, see `unused`. Returns them."""
        at = {"before_ms": before_ms, "long_before_ms": long_before_ms, "crowd_ms": crowd_ms}
        await self._do(*((sql.DELETE_UNUSED, {"guest_id": guest, **at}) for guest in guests))
        return [guest for guest in guests if await self.numbered(guest) is None]

    async def add_token(self, guest: int, token_hash: bytes, at_ms: int, instead_of: bytes | None) -> None:
        """Write one more token of a guest, and that another one is worth nothing any more. A guest who was erased gets none."""
        gone = [(sql.DELETE_TOKEN, {"token_hash": instead_of})] if instead_of is not None else []
        await self._do(*gone, (sql.INSERT_TOKEN, {"token_hash": token_hash, "id": guest, "made_ms": at_ms}))

    async def set_token(self, guest: int, token_hash: bytes, at_ms: int) -> None:
        """Write a guest's new token, in place of all others."""
        await self._do(
            (sql.DELETE_TOKENS, {"guest_id": guest}),
            (sql.INSERT_TOKEN, {"token_hash": token_hash, "id": guest, "made_ms": at_ms}),
        )

    async def tokens_of(self, guest: int) -> list[int]:
        """When each of a guest's tokens was made (Unix ms)."""
        return [int(made) for (made,) in await self._read(sql.TOKENS_OF, guest_id=guest)]

    async def about(self, guest: int) -> tuple[str, str, int, int] | None:
        """A guest's name and language, when they first came and when they were last seen."""
        rows = await self._read(sql.ABOUT_GUEST, id=guest)
        return (str(rows[0][0]), str(rows[0][1]), int(rows[0][2]), int(rows[0][3])) if rows else None

    # -- kept names ---------------------------------------------------------------------------------------------

    async def keep(self, kept: KeptName, folded: str) -> None:
        """Write a kept name, in place of the one before. Raises `Conflict` if somebody else keeps it."""
        row = {"guest_id": kept.guest, "folded": folded, "name": kept.name, "phrase_hash": kept.phrase_hash, "made_ms": kept.made_ms}  # fmt: skip
        await self._do((sql.INSERT_KEPT, row))

    async def keep_no_more(self, guest: int) -> None:
        """Erase a guest's kept name and its phrase."""
        await self._do((sql.DELETE_KEPT, {"guest_id": guest}))

    async def kept_named(self, folded: str) -> KeptName | None:
        """The kept name that is folded to this."""
        rows = await self._read(sql.KEPT_NAMED, folded=folded)
        return KeptName(*rows[0]) if rows else None

    async def kept_of(self, guest: int) -> tuple[str, int] | None:
        """The name that a guest keeps, and when its phrase was made (Unix ms)."""
        rows = await self._read(sql.KEPT_OF, guest_id=guest)
        return (str(rows[0][0]), int(rows[0][1])) if rows else None

    # -- erasing ------------------------------------------------------------------------------------------------

    async def begin_erasing(self, guest: int, at_ms: int) -> None:
        """Erase a guest with tokens, kept name, browsers and address, and write that their tables are still to be gone through."""
        await self._do(
            (sql.INSERT_ERASED, {"guest_id": guest, "since_ms": at_ms}),
            (sql.DELETE_GUEST, {"guest_id": guest}),
        )

    async def end_erasing(self, guest: int) -> None:
        """Erase the last that is known of a guest: where they sat, hosted, wrote and took part."""
        row = {"guest_id": guest}
        await self._do(
            (sql.DELETE_SEATED_OF, row),
            (sql.DELETE_WROTE_OF, row),
            (sql.DELETE_EVENING_PERSON, row),
            (sql.DELETE_ERASED, row),
        )

    async def being_erased(self) -> list[tuple[int, int]]:
        """The guests who are being erased, and since when (Unix ms)."""
        return [(int(guest), int(since)) for guest, since in await self._read(sql.ERASED)]

    async def tables_with(self, guest: int) -> list[str]:
        """The tables that a guest hosted, sat at or wrote at."""
        return [str(table) for (table,) in await self._read(sql.TABLES_WITH, seated=guest, wrote=guest)]

    async def branches_naming(self, name: str) -> list[str]:
        """The tables that began at a moment of another game and may call somebody by this name."""
        written = json.dumps(name, ensure_ascii=False).replace(
            "\\", "_"
        )  # a sign that any sign fits, as do % and _ themselves
        found = await self._read(sql.BRANCHES_NAMING, name=f'%"name":{written}%', branch=log_events.BRANCH)
        return [str(table) for (table,) in found]

    async def told_of(self, table: str) -> str:
        """What is kept of a finished game, see `results.Told`; "" if there is nothing."""
        rows = await self._read(sql.RESULT_TOLD, table_id=table)
        return str(rows[0][0]) if rows else ""

    async def write_over(self, changed: Changed) -> None:
        """Write over what somebody who is erased has left at a table."""
        table = changed.table
        rows: list[tuple[Statement, dict[str, Any]]] = [
            (sql.UPDATE_EVENT, {"table_id": table, "seq": seq, "body": body}) for seq, body in changed.events
        ]
        if changed.host is not None:
            rows.append((sql.UPDATE_HOST, {"table_id": table, "host": changed.host}))
        if changed.result is not None:
            people, told = changed.result
            rows.append((sql.UPDATE_RESULT, {"table_id": table, "people": people, "told": told}))
        if rows:
            await self._do(*rows)

    async def evenings_with(self, guest: int) -> list[str]:
        """The evenings that a guest organises or took part in."""
        return [str(evening) for (evening,) in await self._read(sql.EVENINGS_WITH, guest_id=guest)]

    async def write_over_evening(
        self, evening: str, events: Sequence[tuple[int, str]], host: int | None
    ) -> None:
        """Write over what somebody who is erased has left on an evening."""
        rows: list[tuple[Statement, dict[str, Any]]] = [
            (sql.UPDATE_EVENING_EVENT, {"evening_id": evening, "seq": seq, "body": body})
            for seq, body in events
        ]
        if host is not None:
            rows.append((sql.UPDATE_EVENING_HOST, {"evening_id": evening, "host": host}))
        await self._do(*rows)

    async def erase_evening(self, evening: str) -> None:
        """Erase an evening with everything about it but its tables."""
        await self._do(*((statement, {"evening_id": evening}) for statement in sql.OF_EVENING))

    async def untouched_evenings(self, before_ms: int, limit: int) -> list[str]:
        """The evenings where nothing has happened since this moment (Unix ms)."""
        found = await self._read(sql.UNTOUCHED_EVENINGS, before_ms=before_ms, limit=limit)
        return [str(evening) for (evening,) in found]

    async def erase_table(self, table: str) -> None:
        """Erase a table with everything about it. Raises `Conflict` if somebody opened it at this very moment."""
        await self._do(*((statement, {"table_id": table}) for statement in sql.OF_TABLE))

    async def untouched(self, before_ms: int, after: str, limit: int) -> list[str]:
        """The tables where nothing has happened since this moment (Unix ms), by their ids, from behind this one on."""
        rows = await self._read(sql.UNTOUCHED, before_ms=before_ms, after=after, limit=limit)
        return [str(table) for (table,) in rows]

    async def left_open(self, before_ms: int, closed: str, after: str, limit: int) -> list[tuple[str, int]]:
        """Those of them whose game is not known to be over, with when something last happened. Not those whose last event is `closed`,
        a pattern for LIKE."""
        rows = await self._read(sql.LEFT_OPEN, before_ms=before_ms, closed=closed, after=after, limit=limit)
        return [(str(table), int(at_ms)) for table, at_ms in rows]

    async def _do(self, *rows: tuple[Statement, dict[str, Any]]) -> None:
        if rows:
            await self._write([(statement, [statement.values(row)]) for statement, row in rows])


def _guest(rows: list[Any]) -> tuple[int, str, str] | None:
    return (int(rows[0][0]), str(rows[0][1]), str(rows[0][2])) if rows else None
