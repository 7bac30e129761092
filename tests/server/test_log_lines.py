"""The server's own log lines: for people or as JSON, whoever writes them, and with nothing of what guests say, are called or hold."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import psycopg
import pytest

from ludotheque.core.message import Message
from ludotheque.server.base.log_lines import told
from ludotheque.server.store.databases import StoreError
from tests.depth import deep
from tests.server import forking
from tests.server.harness import Person, Process
from tests.server.test_playing import sit_down

SAYS = """
import logging, sys
from ludotheque.server.base import log_lines, logs
shape, worker = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else None
logs.before_the_first(lambda: log_lines.settle(shape, worker))
log_lines.listen_to_others()
ours = logs.Logger("here")
ours.warning("rules_ready", game="tiny")
def broken(hand):
    raise ValueError(hand)
try:
    broken("Léa holds the ace")
except ValueError:
    ours.exception("bot_failed", table="t")
    logging.getLogger("uvicorn.error").exception("Exception in ASGI application\\nLéa holds the ace")
    logging.getLogger("asyncio").error("Task exception was never retrieved\\nfuture: ValueError('Léa holds the ace')")
logging.getLogger("uvicorn.error").info("not worth a line")
"""


async def lines(*words: str) -> list[str]:
    code = f"import sys; sys.argv[1:] = {list(words)!r}; exec({SAYS!r})"
    process = await forking.run(code, {**os.environ, "LUDOTHEQUE_RULES": "interpreted"})
    out, said = await process.communicate()
    assert (process.returncode, out) == (0, b""), said
    return said.decode().splitlines()


async def test_json_logs_have_one_object_a_line() -> None:
    found: list[dict[str, Any]] = [json.loads(line) for line in await lines("json", "3")]
    assert [each["event"] for each in found] == ["rules_ready", "bot_failed", "library_said", "library_said"]
    assert [each["level"] for each in found] == ["warning", "error", "error", "error"]
    assert all(each["worker"] == 3 and each["timestamp"] for each in found)
    assert found[2]["said"] == "Exception in ASGI application"
    for each in found[1:3]:
        assert "in broken" in each["exception"]
        assert each["exception"].endswith("\nValueError")
    assert "Léa" not in json.dumps(found, ensure_ascii=False)


async def test_lines_for_people_tell_the_same() -> None:
    text = "\n".join(await lines("text"))
    for word in (
        "rules_ready",
        "game=tiny",
        "bot_failed",
        "in broken",
        "ValueError",
        "Exception in ASGI application",
    ):
        assert word in text
    assert "Léa" not in text
    assert "worker" not in text


def raised(error: BaseException, cause: BaseException | None = None) -> BaseException:
    try:
        raise error from cause
    except BaseException as caught:
        return caught


def test_system_messages_are_logged_and_private_data_is_not() -> None:
    assert told(raised(OSError(28, "No space left on device"))).endswith(
        "OSError: [Errno 28] No space left on device"
    )
    store = StoreError(Message("cli.serve.log_closed"))
    assert told(raised(store, ValueError("the ace"))).splitlines()[-1].startswith("StoreError: ")
    assert told(raised(store, ValueError("the ace"))).endswith(" < ValueError")
    detail = psycopg.IntegrityError("null value in a column\nDETAIL: Failing row contains (Léa).")
    assert told(raised(detail)).endswith("IntegrityError: null value in a column")
    assert told(raised(psycopg.DataError('invalid number: "Léa"'))).endswith("\nDataError")


SECRETS = ("Léa Secrète", "Tom Caché", "un mot à taire")


@pytest.mark.parametrize(
    ("shape", "stored"),
    [("text", "postgres"), ("json", "sqlite"), deep("text", "sqlite"), deep("json", "postgres")],
)
async def test_a_server_in_trouble_logs_nothing_secret(
    tmp_path: Path, shape: str, stored: str, request: pytest.FixtureRequest
) -> None:
    """A server that fails wherever it can, while people play: each failure is logged, and nobody's name, words or keys are."""
    database = "" if stored == "sqlite" else request.getfixturevalue("postgres").ready()
    process = await Process(
        tmp_path / "data", database=database, options={"log_format": shape}, first=f"exec({FAILING!r}); "
    ).start()
    secrets = list(SECRETS)
    try:
        await process.ready("tiny")
        lea, tom = (
            await Person(process.base, "Léa Secrète").arrive(),
            await Person(process.base, "Tom Caché").arrive(),
        )
        a, b = await sit_down(lea, tom)
        key = (await lea.http.post("/api/me/link")).json()["link"].partition("#")[2]
        secrets += [key, *(cookie.value for person in (lea, tom) for cookie in person.http.cookies.jar)]
        answer = await a.do("say", name="Léa Secrète", text="un mot à taire")
        assert answer["t"] == "rejected"
        assert (await tom.http.get(f"/api/rules/tiny?key={key}")).status_code == 500
        assert (
            await lea.http.post("/api/me/device", json={"key": key, "use_up": "no such"})
        ).status_code >= 400
        await b.send("{" + secrets[-1])
        for person in (lea, tom):
            await person.http.aclose()
    finally:
        code, said = await process.kill(signal.SIGTERM)
    assert code in (0, -signal.SIGTERM), said
    events = {json.loads(line)["event"] for line in said.splitlines()} if shape == "json" else said
    assert "request_failed" in events
    assert "write_failed" in events
    for secret in secrets:
        assert secret not in said


FAILING = """
import ludotheque.server.web.api as api
from ludotheque.server.store import log

def broken(request):
    raise ValueError(f"{request.url} {request.headers} {list(request.app.state.services.tables.in_memory[0].state.chairs)}")

merged = log._merged

def failing(group):
    for job in group:
        for _, values in job.rows:
            if "un mot" in str(values):
                raise ValueError(f"cannot write {values}")
    return merged(group)

log._merged = failing
api.ROUTES[:] = [type(each)(each.path, broken) if each.path == "/api/rules/{game}" else each for each in api.ROUTES]
"""
