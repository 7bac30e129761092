"""Serves the built client: hashed files are cached for a year, everything else is checked, and page addresses get `index.html`.

Looking at a page makes nobody a guest: search engines and previews of links come, too.
"""

from __future__ import annotations

import asyncio
import mimetypes
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from ludotheque.core import registry
from ludotheque.server.access.near import by_house
from ludotheque.server.access.origins import IN_PAGE
from ludotheque.server.room.refused import Refused
from ludotheque.server.store.log import StoreError

if TYPE_CHECKING:
    from ludotheque.server.services import Services

NO_CLIENT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Ludothèque</title>
<h1>The pages are not built yet</h1>
<p>The server runs, but the client's files are missing. Build them with <code>make client</code>, then reload this page.</p>
<p lang="fr">Le serveur tourne, mais les pages ne sont pas encore construites. Lancez <code>make client</code>, puis rechargez.</p>
</html>
"""

ONE_WORD = ("", "day", "device", "mail", "me", "house", "host", "history", "ranking", "replay", "evening")
"""The pages whose address is one word, as the client has them in `router.svelte.ts`."""
OF_GAMES, OF_TABLES, OF_EVENINGS = (
    ("new", "rules", "edition", "print", "edit", "learn", "day", "box"),
    ("t", "replay"),
    ("evening", "board"),
)
"""Those with a second word, and what it names."""

ALONE_BEGINS = '<script type="application/json" id="site">'
"""How that begins what the library without a server says of itself, in its `index.html`."""
BY_CONTENT = ("assets/", "server-", "answers-")
"""How the addresses of files begin that are named by what is in them."""
PACKED = ".bin"
"""How compressed files end that pages unpack by themselves."""

mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")


def is_built(static: Path) -> bool:
    """Whether the client is built."""
    return (static / "index.html").is_file()


async def page(request: Request) -> Response:
    """A file of the client, or its `index.html` for the address of a page; with 404 if there is no such page, which it then says."""
    services: Services = request.app.state.services
    static, alone = services.settings.static, services.settings.alone
    wanted = request.path_params["path"]
    if alone is not None and wanted == "alone":
        return RedirectResponse("/alone/", 308)
    if alone is not None and wanted.startswith("alone/"):
        return _alone(alone, wanted.removeprefix("alone/"))
    file = _file(static, wanted)
    if file is not None and file.name != "index.html":
        return FileResponse(file, headers={"cache-control": _kept(wanted)})
    if wanted.startswith(("api/", "art/", "ws", "assets/")) or "." in wanted.rpartition("/")[2]:
        raise HTTPException(404)
    if not is_built(static):
        return HTMLResponse(NO_CLIENT, 503, {"cache-control": "no-store"})
    has_host = services.sessions is not None and not by_house(request)
    status = 200 if await is_page(services, wanted, has_host) else 404
    return FileResponse(static / "index.html", status, {"cache-control": "no-cache"})


def is_alone(folder: Path) -> bool:
    """Whether a folder is one that `ludotheque site` has written."""
    page = folder / "index.html"
    return page.is_file() and ALONE_BEGINS in page.read_text("utf-8", errors="replace")


def _alone(folder: Path, wanted: str) -> Response:
    """A file of the library without a server, whose pages may do more: their server is WebAssembly."""
    file = _file(folder, wanted or "index.html")
    if file is None:
        raise HTTPException(404)
    packed = "application/gzip" if file.suffix == PACKED else None
    headers = {"cache-control": _kept(wanted), "content-security-policy": IN_PAGE}
    return FileResponse(file, headers=headers, media_type=packed)


def _kept(wanted: str) -> str:
    """For how long browsers keep a file of this address."""
    return "public, max-age=31536000, immutable" if wanted.startswith(BY_CONTENT) else "no-cache"


async def is_page(services: Services, path: str, has_host: bool) -> bool:
    """Whether the client shows something at this address. While the database is away any table may be there."""
    first, _, word = path.partition("/")
    if not word:
        return first in ONE_WORD and (first != "host" or has_host)
    try:
        if first in OF_GAMES:
            return word in await asyncio.to_thread(registry.names)
        if first in OF_TABLES:
            return await services.store.game_of(word[:64]) is not None
        if first in OF_EVENINGS:
            await services.evenings.find(word)
            return True
    except Refused:
        return False
    except StoreError:
        return True
    return False


def _file(static: Path, wanted: str) -> Path | None:
    """The client's file at this path; None if there is none or it lies outside."""
    root = static.resolve()
    try:
        path = (root / wanted).resolve()
        return path if wanted and path.is_relative_to(root) and path.is_file() else None
    except (OSError, ValueError):
        return None
