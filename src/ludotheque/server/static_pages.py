"""Serves the built client: hashed files are cached for a year, everything else is checked, and page addresses get `index.html`."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from ludotheque.server.api import guest_of, with_cookie
from ludotheque.server.reasons import Refused

NO_CLIENT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Ludothèque</title>
<h1>The pages are not built yet</h1>
<p>The server runs, but the client's files are missing. Build them with <code>make client</code>, then reload this page.</p>
<p lang="fr">Le serveur tourne, mais les pages ne sont pas encore construites. Lancez <code>make client</code>, puis rechargez.</p>
</html>
"""

mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")


def is_built(static: Path) -> bool:
    """Whether the client is built."""
    return (static / "index.html").is_file()


async def page(request: Request) -> Response:
    """A file of the client, or its `index.html` for the address of a page."""
    static: Path = request.app.state.services.settings.static
    wanted = request.path_params["path"]
    if wanted.startswith(("api/", "art/", "ws", "assets/")) and not _file(static, wanted):
        raise HTTPException(404)
    file = _file(static, wanted)
    if file is not None and file.name != "index.html":
        kept = "public, max-age=31536000, immutable" if wanted.startswith("assets/") else "no-cache"
        return FileResponse(file, headers={"cache-control": kept})
    if not is_built(static):
        return HTMLResponse(NO_CLIENT, 503, {"cache-control": "no-store"})
    response = FileResponse(static / "index.html", headers={"cache-control": "no-cache"})
    return with_cookie(response, request, await _newcomer(request))


async def _newcomer(request: Request) -> str | None:
    """A token for a new visitor, so that the page's first socket belongs to them already."""
    try:
        _, token = await guest_of(request)
    except Refused:
        return None
    return token


def _file(static: Path, wanted: str) -> Path | None:
    """The client's file at this path; None if there is none or it lies outside."""
    root = static.resolve()
    try:
        path = (root / wanted).resolve()
        return path if wanted and path.is_relative_to(root) and path.is_file() else None
    except (OSError, ValueError):
        return None
