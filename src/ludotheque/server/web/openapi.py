"""Describes the HTTP API to programs in OpenAPI 3.1, from the routes and the types of what they read and answer."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ludotheque import __version__
from ludotheque.core import catalogue, registry
from ludotheque.server.people.guests import PLAIN_COOKIE, SECURE_COOKIE

Endpoint = Callable[[Request], Awaitable[Response]]

JSON = "application/json"
_NOTED = "_described"
_SAFE = {"GET", "HEAD"}

WHY: Mapping[int, str] = {
    400: "This is not possible, or not allowed: the text says why.",
    401: "Nobody is known by the cookie that came.",
    403: "A page of another origin may not change anything; who was removed from a table does not look at it.",
    404: "There is nothing of this name.",
    409: "Not now, or not on this server.",
    410: "It was there once and is no more, or cannot be opened any more.",
    413: "The body is too large.",
    415: "The body is not declared as JSON.",
    421: "This server does not answer to this host name.",
    422: "The body cannot be understood: the text says where.",
    429: "Too much was asked: `n` and `Retry-After` say in how many seconds to ask again.",
    500: "The server failed. Its log says more.",
    502: "Another server that this one needs does not answer, or refuses.",
    503: "The server is busy, is stopping, or cannot write just now.",
}
"""What each status of a refusal means."""

AT_A_TABLE = (403, 404, 410, 503)
"""With what a route refuses that looks at a table: the asker was removed from it, there is none, it cannot be opened, or it lives elsewhere now."""


@dataclass(frozen=True)
class Described:
    """What is known of a route beside its address.

    Attributes:
        body: the type of its JSON body; None if it reads none.
        body_text: the media type of a body that is text; "" if it reads none.
        must: whether there has to be a body.
        query: its parameters behind the `?`, each with what it means. All may be left out.
        kind: the media type of what it answers.
        answers: the type of the JSON that it answers; None if that has none.
        status: what it answers if all goes well.
        fresh: whether it answers 304 to browsers that have this version already.
        others: other statuses with which it answers the same type.
        refuses: the statuses of its own refusals, beside those that `_refusals` finds.
        makes_table: whether it answers the id of a table.
    """

    body: Any = None
    body_text: str = ""
    must: bool = True
    query: Mapping[str, str] = field(default_factory=dict)
    kind: str = JSON
    answers: Any = None
    status: int = 200
    fresh: bool = False
    others: Sequence[int] = ()
    refuses: Sequence[int] = ()
    makes_table: bool = False


def note(endpoint: Endpoint, described: Described) -> Endpoint:
    """Note this about a route."""
    setattr(endpoint, _NOTED, described)
    return endpoint


def known_of(endpoint: Callable[..., Any]) -> Described:
    """What was noted about a route."""
    noted: Described = getattr(endpoint, _NOTED, Described())
    return noted


def is_told(route: BaseRoute) -> bool:
    """Whether a route is described: sockets and the pages of the browser are not."""
    return isinstance(route, Route) and ":path}" not in route.path


def openapi(routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """The description of these routes."""
    told = [each for each in routes if isinstance(each, Route) and is_told(each)]
    types: list[Any] = []
    for route in told:
        known = known_of(route.endpoint)
        types += [each for each in (known.body, known.answers) if each is not None and each not in types]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    schema_of = list(zip(types, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in told:
        for method in sorted((route.methods or set()) - {"HEAD"}):
            paths.setdefault(route.path, {})[method.lower()] = _operation(route, method, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Ludothèque",
            "version": __version__,
            "description": "What a server of games answers over HTTP. What happens at a table is told on the socket `/ws`, "
            "which docs/wire.md describes.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "security": [{}, {"guest": []}, {"guest_over_tls": []}],
        "paths": paths,
        "components": {
            "schemas": components | {"Refused": _REFUSED},
            "responses": {str(status): _refusal(status) for status in WHY},
            "securitySchemes": {
                "guest": _cookie(PLAIN_COOKIE),
                "guest_over_tls": _cookie(SECURE_COOKIE),
            },
        },
    }


def _cookie(name: str) -> dict[str, str]:
    return {
        "type": "apiKey",
        "in": "cookie",
        "name": name,
        "description": "Who asks. Whoever has none is given one by the first answer that needs to know them.",
    }


_REFUSED = {
    "title": "Refused",
    "type": "object",
    "description": "Why something was refused: the key of a message, what is put into it, and its English text.",
    "required": ["error", "text"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["key", "args"],
            "properties": {
                "key": {"type": "string"},
                "args": {"type": "object"},
                "field": {"type": "string", "description": "Where a component file is wrong."},
                "why": {"type": "string", "description": "What is wrong there, in English."},
            },
        },
        "text": {"type": "string"},
        "words": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "What is wrong with a record, by language.",
        },
    },
}


def _refusal(status: int) -> dict[str, Any]:
    told: dict[str, Any] = {
        "description": WHY[status],
        "content": {JSON: {"schema": {"$ref": "#/components/schemas/Refused"}}},
    }
    if status == 429:
        seconds = {"type": "integer", "minimum": 1}
        told["headers"] = {"Retry-After": {"required": True, "schema": seconds}}
    return told


def _refusals(method: str, known: Described) -> set[int]:
    """All statuses with which a method of a route may refuse."""
    found = {421, 429, 500, *known.refuses}
    if method not in _SAFE:
        found |= {403}
    if known.body is not None:
        found |= {413, 415, 422}
    if known.body_text:
        found |= {413}
    return found - set(known.others)


def _operation(route: Route, method: str, schema_of: Sequence[tuple[Any, dict[str, Any]]]) -> dict[str, Any]:
    """The description of one method of a route."""
    known, text = known_of(route.endpoint), inspect.getdoc(route.endpoint) or ""
    schema = next((each for kind, each in schema_of if kind == known.answers), None)
    if schema is None:
        schema = {"type": "object"} if known.kind == JSON else {"type": "string"}
    done: dict[str, Any] = {"description": "It is done.", "content": {known.kind: {"schema": schema}}}
    responses: dict[str, Any] = {str(status): done for status in (known.status, *known.others)}
    if known.makes_table:
        responses[str(known.status)] = done | {"links": _links()}
    if known.fresh:
        responses["304"] = {
            "description": "Nothing has changed since the version that `If-None-Match` names."
        }
    for status in sorted(_refusals(method, known)):
        responses[str(status)] = {"$ref": f"#/components/responses/{status}"}
    operation: dict[str, Any] = {
        "operationId": route.endpoint.__name__,
        "summary": text.partition("\n")[0],
        "parameters": [
            *(_in_path(name) for name in re.findall(r"\{(\w+)\}", route.path)),
            *(
                {"name": name, "in": "query", "description": meaning, "schema": {"type": "string"}}
                for name, meaning in known.query.items()
            ),
        ],
        "responses": dict(sorted(responses.items())),
    }
    if known.body is not None:
        content = {JSON: {"schema": next(each for kind, each in schema_of if kind == known.body)}}
        operation["requestBody"] = {"required": known.must, "content": content}
    elif known.body_text:
        content = {known.body_text: {"schema": {"type": "string"}}}
        operation["requestBody"] = {"required": known.must, "content": content}
    return operation


def _in_path(name: str) -> dict[str, Any]:
    known = {"game": registry.names(), "lang": catalogue.LANGUAGES}.get(name)
    schema: dict[str, Any] = {"type": "string", "minLength": 1}
    return {
        "name": name,
        "in": "path",
        "required": True,
        "schema": schema if known is None else schema | {"enum": [*known]},
    }


def _links() -> dict[str, Any]:
    """What can be asked about a table that was just made."""
    made = "$response.body#/id"
    at = {name: {"operationId": name, "parameters": {"id": made}} for name in ("record", "qr")}
    bodies = {
        name: {"operationId": name, "requestBody": {"table": made}}
        for name in ("replay", "chances", "champion", "share", "go_on")
    }
    return at | bodies
