"""The web application: its routes, and the checks that every request passes."""

from __future__ import annotations

import html
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Match, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.core import catalogue
from ludotheque.server.access.addresses import Forwarded, asker_of
from ludotheque.server.access.limits import too_fast
from ludotheque.server.access.origins import reached_at, safety
from ludotheque.server.base.logs import Logger
from ludotheque.server.room.refused import Refused
from ludotheque.server.services import Services
from ludotheque.server.store.databases import Full
from ludotheque.server.web import api, blocks, boxes, companion, people_api, printing, replays, sockets
from ludotheque.server.web import evenings as evenings_api
from ludotheque.server.web import hosting as hosting_api
from ludotheque.server.web import household as household_api
from ludotheque.server.web import notices as notices_api
from ludotheque.server.web import pages as static_pages
from ludotheque.server.web import ratings as ratings_api
from ludotheque.server.web.openapi import is_told

logger = Logger(__name__)

_SAFE = {"GET", "HEAD", "OPTIONS", "TRACE"}
_PAGE = """<!doctype html>
<html lang="{first}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>Ludothèque</title>
<style>body{{font:1.1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1.5rem;background:#F6F0E4;color:#2B2320}}a{{color:inherit}}</style>
<h1>Ludothèque</h1>
{told}
</html>
"""


def make_app(services: Services) -> Starlette:
    """The application for services that are already running."""
    app = Starlette(
        routes=[
            *api.ROUTES,
            *boxes.ROUTES,
            *people_api.ROUTES,
            *replays.ROUTES,
            *printing.ROUTES,
            *notices_api.ROUTES,
            *ratings_api.ROUTES,
            *evenings_api.ROUTES,
            *blocks.ROUTES,
            *companion.ROUTES,
            *hosting_api.ROUTES,
            *household_api.ROUTES,
            WebSocketRoute("/ws", sockets.endpoint),
            Route("/{path:path}", static_pages.page),
        ],
        middleware=[
            Middleware(Forwarded, services=services),
            Middleware(GZipMiddleware, minimum_size=600),
            Middleware(Guard, services=services),
        ],
        exception_handlers={
            Refused: _refused,
            HTTPException: _http,
            Full: _full,
            ClientDisconnect: _hung_up,
            Exception: _failed,
        },
    )
    app.state.services = services
    return app


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    services: Services = request.app.state.services
    services.refusals.note(error, asker_of(request))
    return refusal(request, error)


async def _full(request: Request, error: Exception) -> Response:
    return await _refused(request, Refused.unwritten(error))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status, headers = error.status_code, dict(error.headers or {})
    if status in (404, 405) and _is_for_programs(request.url.path):
        allowed = _methods_at(request)
        status, headers = (405, {"allow": ", ".join(allowed)}) if allowed else (404, {})
    missing = Refused("error.not_found", (), status)
    missing.headers = headers
    if status == 404 and is_opened(request):
        return refusal(request, missing)
    body = missing.as_json()
    if status != 404:
        body["text"] = HTTPStatus(status).phrase
    return JSONResponse(body, status, headers=headers)


def _is_for_programs(path: str) -> bool:
    """Whether an address is none of a page."""
    return path.startswith(("/api/", "/art/"))


def _methods_at(request: Request) -> list[str]:
    """The methods by which something may be asked for at this address: several routes may have it, each with its own."""
    found: set[str] = set()
    for route in request.app.routes:
        if is_told(route) and route.matches(request.scope)[0] is not Match.NONE:
            found |= route.methods or set()
    return sorted(found)


async def _hung_up(_request: Request, _error: Exception) -> Response:
    """Nobody waits for the answer: that is no failure of ours."""
    return Response(status_code=400)


async def _failed(request: Request, error: Exception) -> Response:
    route = request.scope.get("route")  # as it is declared: an address may hold a key
    logger.error("request_failed", path=getattr(route, "path", ""), exc_info=error)
    # Only the type is sent: the text of an error may contain secrets.
    failed = Refused("error.server", (), 500, why=type(error).__name__)
    # This answer passes no `Guard`: what catches every error stands outside of it.
    failed.headers = safety(request.headers.get("host", ""))
    return refusal(request, failed)


class Guard:
    """Refuses unknown host names, foreign pages and floods, and adds security headers."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self.app, self.services = app, services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        host = request.headers.get("host", "")

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in safety(host).items():
                    headers.setdefault(name, value)
            await send(message)

        refused = self._judge(request, host)
        if refused is not None:
            self.services.refusals.note(refused, asker_of(request))
            await refusal(request, refused)(scope, receive, send_safely)
        else:
            await self.app(scope, receive, send_safely)

    def _judge(self, request: Request, host: str) -> Refused | None:
        origins = self.services.settings.allowed
        if not origins.host_allowed(host, reached_at(request)):
            return Refused("error.forbidden_host", (), 421, host=host[:100])
        if request.method not in _SAFE and not origins.page_allowed(request):
            origin = request.headers.get("origin", "nowhere")
            return Refused("error.forbidden_origin", (), 403, origin=origin[:200])
        who, requests = asker_of(request), self.services.requests
        return None if requests.take(who) else too_fast(requests.wait_s(who))


def refusal(request: Request, refused: Refused) -> Response:
    """The answer to a request that is refused: a page for somebody who opens it in a browser, JSON for programs."""
    if not is_opened(request):
        return JSONResponse(refused.as_json(), refused.status, refused.headers)
    asked = request.headers.get("accept-language", "").lower()
    languages = sorted(catalogue.LANGUAGES, key=lambda each: (each not in asked, asked.find(each)))
    told = [
        f'<p lang="{each}">{html.escape(_sentence(catalogue.say(refused.message, each)))}</p>'
        for each in languages
    ]
    page = _PAGE.format(first=languages[0], told="\n".join(told))
    return HTMLResponse(page, refused.status, {**refused.headers, "cache-control": "no-store"})


def is_opened(request: Request) -> bool:
    """Whether somebody opens this address in a browser: scripts and programs do not ask for HTML."""
    return request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")


def _sentence(text: str) -> str:
    """Words as a sentence of their own."""
    whole = text[:1].upper() + text[1:]
    return whole if whole.endswith((".", "!", "?")) else f"{whole}."
