"""Describes the HTTP API to programs in OpenAPI 3.1, from the routes and the types of what they read."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ludotheque import __version__

Asked = Awaitable[Response]
Endpoint = Callable[[Request], Asked]
E = TypeVar("E", bound=Callable[..., Any])

_NOTED = "_described"
_STATUS = {("POST", "/api/tables"): "201", ("POST", "/api/replay/what-if"): "201"}
"""What succeeds otherwise than by 200."""


@dataclass(frozen=True)
class Described:
    """What is known of a route beside its address.

    Attributes:
        body: the type of its JSON body; None if it reads none.
        body_text: the media type of a body that is text; "" if it reads none.
        query: its parameters behind the `?`, each with what it means. All may be left out.
        kind: the media type of what it answers.
    """

    body: Any = None
    body_text: str = ""
    query: Mapping[str, str] = field(default_factory=dict)
    kind: str = "application/json"


def described(**known: Any) -> Callable[[E], E]:
    """Note something about a route, as in `Described`."""

    def noting(endpoint: E) -> E:
        before = getattr(endpoint, _NOTED, Described())
        setattr(endpoint, _NOTED, replace(before, **known))
        return endpoint

    return noting


def openapi(routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """The description of these routes. Sockets and the pages of the browser are not in it."""
    told = [each for each in routes if isinstance(each, Route) and ":path}" not in each.path]
    notes = {id(route): getattr(route.endpoint, _NOTED, Described()) for route in told}
    bodies = [note.body for note in notes.values() if note.body is not None]
    schemas, components = msgspec.json.schema_components(bodies, ref_template="#/components/schemas/{name}")
    schema_of = dict(zip(map(id, bodies), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in told:
        for method in sorted((route.methods or set()) - {"HEAD"}):
            operation = _operation(route, method, notes[id(route)], schema_of)
            paths.setdefault(route.path, {})[method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ludothèque", "version": __version__},
        "paths": paths,
        "components": {"schemas": components | {"Refused": _REFUSED}},
    }


_REFUSED = {
    "type": "object",
    "description": "Why something was refused: the key of a message, what is put into it, and its English text.",
    "required": ["error", "text"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["key", "args"],
            "properties": {"key": {"type": "string"}, "args": {"type": "object"}},
        },
        "text": {"type": "string"},
    },
}


def _operation(
    route: Route, method: str, note: Described, schema_of: Mapping[int, dict[str, Any]]
) -> dict[str, Any]:
    """What is told of one method of a route."""
    text = inspect.getdoc(route.endpoint) or ""
    names = re.findall(r"\{(\w+)\}", route.path)
    asked = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in names
    ] + [
        {"name": name, "in": "query", "description": meaning, "schema": {"type": "string"}}
        for name, meaning in note.query.items()
    ]
    succeeds: dict[str, Any] = {"type": "object"} if note.kind == "application/json" else {"type": "string"}
    operation: dict[str, Any] = {
        "operationId": route.endpoint.__name__,
        "summary": text.partition("\n")[0],
        "parameters": asked,
        "responses": {
            _STATUS.get((method, route.path), "200"): {
                "description": "It is done.",
                "content": {note.kind: {"schema": succeeds}},
            },
            "default": {
                "description": "It is refused, and nothing has changed.",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refused"}}},
            },
        },
    }
    if note.body is not None:
        body = {"application/json": {"schema": schema_of[id(note.body)]}}
        operation["requestBody"] = {"required": True, "content": body}
    elif note.body_text:
        content = {note.body_text: {"schema": {"type": "string"}}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation
