"""Backups of a page: one file with everything that it keeps, made and read back in. It is a ZIP file that holds the database, and before it what it is."""

from __future__ import annotations

import hashlib
import io
import json
import sqlite3
import zipfile
import zlib
from collections.abc import Awaitable, Callable
from contextlib import closing
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ludotheque.core.data_folder import DATABASE
from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.room.refused import Refused
from ludotheque.server.store import sql
from ludotheque.server.store.databases import StoreError
from ludotheque.server.store.schema import Upgraded, upgrade
from ludotheque.site.inside.asking import App
from ludotheque.site.inside.storing import PageDatabase, PageStore, refused

ABOUT, FORMAT = "backup.json", 1
SETTINGS = "page.settings"
"""Where settings that were restored wait in the store until the page has taken them."""
OTHER, CUT, NEWER = (f"ui.site.backup.{why}" for why in ("other", "cut", "newer"))
UNREAD = (zipfile.BadZipFile, zlib.error, LookupError, TypeError, ValueError, EOFError, RuntimeError)
"""What is raised for a file that is no whole backup."""


class Backups:
    """Answers what a page asks about backups, and lets the application answer the rest."""

    def __init__(self, app: App, store: PageStore) -> None:
        self.app, self.store = app, store
        self._answers: dict[tuple[str, str], Callable[[Request], Awaitable[Response]]] = {
            ("POST", "/page/backup"): self._make,
            ("POST", "/page/backup/look"): self._look,
            ("PUT", "/page/backup"): self._restore,
            ("GET", "/page/settings"): self._settings,
            ("DELETE", "/page/settings"): self._settle,
        }

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""
        found = self._answers.get((scope.get("method", ""), scope["path"]))
        if found is None:
            await self.app(scope, receive, send)
            return
        try:
            response = await found(Request(scope, receive))
        except Refused as refused:
            response = JSONResponse(refused.as_json(), refused.status)
        await response(scope, receive, send)

    async def _make(self, request: Request) -> Response:
        """A backup, with the settings of the page that asks."""
        made = pack(self.store.database, (await request.body()).decode(), wall_ms())
        return Response(made, media_type="application/octet-stream")

    async def _look(self, request: Request) -> Response:
        """What is in a backup: when it was made, and how many tables it has; and how many there are here."""
        made_ms, database = unpack(await request.body())
        with closing(database):
            (tables,) = database.execute(sql.COUNT_TABLES.text).fetchone()
        return JSONResponse({"made_ms": made_ms, "tables": tables, "here": await self.store.count_tables()})

    async def _restore(self, request: Request) -> Response:
        """Take a backup in place of everything here, and answer its settings; nothing is answered afterwards, and the page begins anew."""
        made_ms, database = unpack(await request.body())
        with closing(database):
            ((settings,),) = database.execute(sql.SHARED.text, (SETTINGS,)).fetchall() or [("{}",)]
            if made_ms < wall_ms():  # nobody's time has run since
                row = sql.INSERT_OUTAGE.values({"begin_ms": made_ms, "end_ms": wall_ms()})
                database.execute(sql.INSERT_OUTAGE.text, row)
            try:
                self.store.database.replace(database)
            except sqlite3.Error as error:
                raise Refused.unwritten(refused(error)) from error
        return Response(settings, media_type="application/json")

    async def _settings(self, _: Request) -> Response:
        return Response(await self.store.shared(SETTINGS) or "null", media_type="application/json")

    async def _settle(self, _: Request) -> Response:
        await self.store.put_shared(SETTINGS, "")
        return JSONResponse({})


def pack(database: PageDatabase, settings: str, now_ms: int) -> bytes:
    """A backup of a database as it is now. `settings` is JSON that only pages read."""
    with closing(database.copied()) as copy:
        copy.execute(sql.PUT_SHARED.text, sql.PUT_SHARED.values({"name": SETTINGS, "value": settings}))
        whole = copy.serialize()
    digest = hashlib.sha256(whole).hexdigest()
    about = {"format": FORMAT, "made_ms": now_ms, "schema": sql.VERSION, "sha256": digest}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(ABOUT, json.dumps(about))
        packed.writestr(DATABASE, whole)
    return file.getvalue()


def unpack(backup: bytes) -> tuple[int, sqlite3.Connection]:
    """When a backup was made (Unix ms), and its database, in memory and of the present schema. Raises `Refused`."""
    try:
        with zipfile.ZipFile(io.BytesIO(backup)) as packed:
            about = json.loads(packed.read(ABOUT))
            made_ms, is_newer = int(about["made_ms"]), about["format"] > FORMAT
            if is_newer or about["schema"] > sql.VERSION:
                raise Refused(NEWER, (), 422)
            whole = packed.read(DATABASE)
        if hashlib.sha256(whole).hexdigest() != about["sha256"]:
            raise Refused(CUT, (), 422)
    except UNREAD as error:
        raise Refused(CUT if ABOUT.encode() in backup[:64] else OTHER, (), 422) from error
    database = sqlite3.connect(":memory:", isolation_level=None)
    try:
        database.deserialize(whole)
        (before,) = database.execute("SELECT version_num FROM alembic_version").fetchone()
        if before != sql.VERSION:
            database.execute("BEGIN")
            upgrade(Upgraded(database), DATABASE, before)
            database.execute("COMMIT")
    except (sqlite3.Error, StoreError, TypeError) as error:
        database.close()
        raise Refused(OTHER, (), 422) from error
    return made_ms, database
