"""Schemathesis asks a server that runs whatever its own description allows, and what it does not: each answer is a described one.

A seed is printed; `LUDOTHEQUE_SEED` chooses it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest
import structlog

from ludotheque.core.record import dumps
from tests.depth import few_or_many
from tests.server.harness import Harness, Person
from tests.server.test_playing import BOT, LINK, ME
from tests.server.test_replays import bantu

pytestmark = [pytest.mark.alone, pytest.mark.deep]

SEED = os.environ.get("LUDOTHEQUE_SEED", "36")

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "unsupported_method",
    "allow_header_conformance",
    "answered_soon",
)


async def warm(lea: Person) -> None:
    """Ask once for what the server makes when it is first asked for: games are imported, and a process for replays is started."""
    games = (await lea.http.get("/api/library")).json()["games"]
    for game in (each["name"] for each in games):
        for path in ("rules", "first-game"):
            assert (await lea.http.get(f"/api/{path}/{game}")).status_code == 200
        for cover in ("sprites.svg", "board/x.svg"):
            await lea.http.get(f"/art/{game}/{cover}")
    await lea.http.post("/api/replay", json={"record": dumps(bantu().record())})


@few_or_many("examples", 4, 1500)
async def test_described_routes_answer_as_described(server: Harness, tmp_path: Path, examples: int) -> None:
    lea = await server.person("Léa")
    for chairs in ([ME, BOT], [ME, LINK]):
        await lea.make(chairs)
    await warm(lea)
    print(f"LUDOTHEQUE_SEED={SEED}")
    command = [
        *("run", f"http://{server.base}/api/openapi.json", "--seed", SEED, "--max-examples", str(examples)),
        *("--checks", ",".join(CHECKS), "--request-timeout", "20"),
        *("-H", f"Cookie: {lea.cookie}", "--generation-database", "none", "--continue-on-failure"),
        *("--warnings", "off", "--no-color"),
    ]
    with structlog.testing.capture_logs() as noted:
        asking = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "schemathesis.cli", *command, cwd=tmp_path,
            env=os.environ | {"SCHEMATHESIS_HOOKS": "tests.server.asking", "PYTHONPATH": os.pathsep.join(sys.path)},
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        said, _ = await asking.communicate()
    print(said.decode())
    assert asking.returncode == 0, said.decode()[-12_000:]
    assert [line for line in noted if line["log_level"] in ("error", "critical")] == []
    assert (await lea.http.get("/healthz")).status_code == 200
