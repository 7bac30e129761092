"""What the routes of the HTTP API share: a function for each, with what it reads and answers, and the request that it is asked.

A route's function is given an `Asking` and, if it has a second argument, the JSON body as that type. What it returns is sent: a structure as JSON,
text or bytes as the route's media type, a whole response as it is.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.core import nesting, registry
from ludotheque.core.errors import UnknownGame
from ludotheque.core.game import Game
from ludotheque.server.access.addresses import Address, asker_of
from ludotheque.server.live.room import Room
from ludotheque.server.people.guests import Guest, set_cookie, take_cookie, token_of
from ludotheque.server.room.doors import refuse_removed
from ludotheque.server.room.refused import Refused, why_unread
from ludotheque.server.web.openapi import JSON, Described, note

if TYPE_CHECKING:
    from ludotheque.server.services import Services

MAX_BODY = 512 * 1024
"""The largest request body that is read, in bytes."""
SVG = "image/svg+xml"
NOT_KEPT = {"cache-control": "no-store"}

encode = msgspec.json.Encoder().encode

Answering = Callable[..., Awaitable[Any]]


class Routes(list[Route]):
    """The routes of one file, in the order in which they are matched.

    `get`, `post`, `put` and `delete` add one: the function below answers it. `known` describes it, see `Described`; the types of what
    it reads (at most `limit` bytes) and answers are those of the function's argument and result, unless they are given.
    """

    def get(self, path: str, **known: Any) -> Callable[[Answering], Answering]:
        return self._add("GET", path, 0, known)

    def post(self, path: str, limit: int = MAX_BODY, **known: Any) -> Callable[[Answering], Answering]:
        return self._add("POST", path, limit, known)

    def put(self, path: str, limit: int = MAX_BODY, **known: Any) -> Callable[[Answering], Answering]:
        return self._add("PUT", path, limit, known)

    def delete(self, path: str, limit: int = MAX_BODY, **known: Any) -> Callable[[Answering], Answering]:
        return self._add("DELETE", path, limit, known)

    def _add(
        self, method: str, path: str, limit: int, known: dict[str, Any]
    ) -> Callable[[Answering], Answering]:
        def adding(answering: Answering) -> Answering:
            signature = inspect.signature(answering, eval_str=True)
            _, *more = (each.annotation for each in signature.parameters.values())
            if more:
                known["body"] = more[0]
            if signature.return_annotation not in (Response, str, bytes):
                known.setdefault("answers", signature.return_annotation)
            described = Described(**known)

            @functools.wraps(answering)
            async def endpoint(request: Request) -> Response:
                ask = Asking(request)
                given = [await ask.read(kind, limit) for kind in more]
                return ask.sent(await answering(ask, *given), described)

            self.append(Route(path, note(endpoint, described), methods=[method]))
            return answering

        return adding


class Asking:
    """A request that is being answered.

    Attributes:
        services: the server's services.
        headers: further headers of the answer.
        token: the token that the asker's browser is given with the answer; "" takes the one away that it has, None leaves it.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.services: Services = request.app.state.services
        self.headers: dict[str, str] = {}
        self.token: str | None = None

    # -- what is asked ------------------------------------------------------------------------------------------

    @property
    def address(self) -> Address:
        """The address that asks."""
        return asker_of(self.request)

    def named(self, name: str) -> str:
        """What the address of the request has in this place."""
        return str(self.request.path_params[name])

    def query(self, name: str, longest: int = 0) -> str:
        """A parameter behind the `?`, cut to the longest that counts; "" if it is missing."""
        found = self.request.query_params.get(name, "")
        return found[:longest] if longest else found

    async def text(self, limit: int = MAX_BODY) -> bytes:
        """The body. One of more than `limit` bytes is refused."""
        parts, size = [], 0
        async for part in self.request.stream():
            size += len(part)
            if size > limit:
                raise Refused("error.too_big", (), 413, limit=limit)
            parts.append(part)
        return b"".join(parts)

    async def read(self, kind: Any, limit: int = MAX_BODY) -> Any:
        """The JSON body as `kind`, of at most `limit` bytes."""
        if self.request.headers.get("content-type", "").split(";")[0].strip() != JSON:
            raise Refused("error.wrong_type", (), 415)
        body = await self.text(limit)
        if nesting.is_json_too_deep(body):
            raise Refused("error.malformed", (), 422, why=f"it is nested more than {nesting.MAX_DEPTH} deep")
        try:
            return msgspec.json.decode(body, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Refused("error.malformed", (), 422, why=why_unread(error)) from error

    def game(self) -> Game:
        """The game that the address names."""
        name = self.named("game")
        try:
            return registry.get(name)
        except UnknownGame as error:
            raise Refused.no_game(name, error) from error

    async def room(self, identity: str) -> tuple[Room, int]:
        """A table that somebody wants to look at, and who it is (0 for nobody that is known).

        Raises `Refused` if there is none, if it cannot be opened, or if they were removed from it.
        """
        who = await self.who()
        room = await self.services.tables.look_at(identity)
        if room is None:
            raise Refused("error.unknown_table", (), 404)
        refuse_removed(room.state, who)
        return room, who

    # -- who asks -----------------------------------------------------------------------------------------------

    async def guest(self) -> Guest | None:
        """The guest who asks; None if nobody is known."""
        return await self.services.guests.find(self.request)

    async def who(self) -> int:
        """The number of the guest who asks; 0 if nobody is known."""
        guest = await self.guest()
        return guest.id if guest else 0

    async def known(self) -> Guest:
        """The guest who asks. Raises `Refused` (401) if nobody is known."""
        guest = await self.guest()
        if guest is None:
            raise Refused("error.no_guest", (), 401)
        return guest

    async def met(self, name: str = "", lang: str = "", anew: bool = False) -> Guest:
        """The guest who asks. Without a cookie a new guest is made, called `name`, and gets one with the answer.

        A cookie that is worth nothing any more belongs to a page that was open before somebody was erased or signed out: it is refused (401),
        since it would make somebody new of the old name. `anew` is for what names nobody, and makes a guest in its place.
        """
        guest = await self.guest()
        if guest is not None:
            return guest
        if token_of(self.request) and not anew:
            raise Refused("error.no_guest", (), 401)
        services = self.services
        if await services.newcomers.admit(self.address) and await self.request.is_disconnected():
            services.new_guests.give_back(self.address)  # they would not wait
            raise Refused("error.busy", (), 503)
        guest, self.token = await services.guests.welcome(name, lang)
        return guest

    def spend_table(self, guest: Guest) -> None:
        """Count one more table of a guest, and of their address. Raises `Refused` (429) if either has made too many."""
        services = self.services
        services.tables_of_address.spend(self.address)
        try:
            services.new_tables.spend(guest.id)
        except Refused:
            services.tables_of_address.give_back(self.address)
            raise

    # -- what is answered ---------------------------------------------------------------------------------------

    @property
    def base(self) -> str:
        """Where links for others lead: the address of this server for everybody, or else the one that this request names."""
        known = self.services.settings.notices.public_url
        return known or f"{self.request.url.scheme}://{self.request.headers['host']}"

    def attach(self, name: str) -> None:
        """Let the answer be a file of this name."""
        self.headers["content-disposition"] = f'attachment; filename="{name}"'

    def fresh(self, body: bytes | str, kind: str, kept: str = "no-cache") -> Response:
        """A response that a browser may keep but must check each time: 304 if it has this version."""
        raw = body.encode() if isinstance(body, str) else body
        tag = f'W/"{hashlib.sha256(raw).hexdigest()[:20]}"'
        headers = {"cache-control": kept, "etag": tag} | self.headers
        if tag in self.request.headers.get("if-none-match", ""):
            return Response(None, 304, headers)
        return Response(raw, 200, headers, kind)

    def sent(self, value: Any, known: Described) -> Response:
        """The response with what a route's function returned."""
        if isinstance(value, Response):
            response = value
        elif known.fresh:
            response = self.fresh(value, known.kind)
        elif isinstance(value, str | bytes):
            response = Response(value, known.status, NOT_KEPT | self.headers, known.kind)
        else:
            response = answer(value, known.status, self.headers)
        if self.token:
            set_cookie(response, self.request, self.token)
        elif self.token is not None:
            take_cookie(response, self.request)
        return response


def answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON response that must not be kept."""
    return Response(encode(value), status, NOT_KEPT | (headers or {}), JSON)


def qr_code(link: str) -> str:
    """A link as a QR code: SVG, without a size."""
    import segno

    svg = segno.make(link, micro=False).svg_inline(
        scale=4, border=2, dark="#000", light="#fff", omitsize=True
    )
    return svg if 'xmlns="' in svg else svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
