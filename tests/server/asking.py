"""What Schemathesis needs to know of this server: how a component file is sent, and what is too slow."""

from __future__ import annotations

from typing import Any

import requests
import schemathesis

SLOW_S = 1.0


@schemathesis.serializer("application/toml")
def toml(_context: Any, value: Any) -> bytes | None:
    """Whatever was thought of, as the text of a file."""
    if isinstance(value, bytes) or value is None:
        return value
    return str(value).encode("utf-8", "surrogatepass")


@schemathesis.check
def answered_soon(_context: Any, response: Any, _case: Any) -> None:
    """No answer takes longer than a second, however busy the machine is: one that did is asked for again."""
    took, asked = response.elapsed, 1
    while took > SLOW_S and asked < 5:
        with requests.Session() as session:
            took = min(took, session.send(response.request, timeout=20).elapsed.total_seconds())
        asked += 1
    assert took <= SLOW_S, f"it took {took:.1f} s, asked {asked} times"
