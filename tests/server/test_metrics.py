"""What a server tells of itself: metrics at an address of their own, whether it is ready, and nothing about people."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import structlog
import websockets
from prometheus_client.parser import text_string_to_metric_families

from ludotheque.server.access.origins import Origins, own_names
from ludotheque.server.base.listening import CannotStart
from ludotheque.server.base.log_lines import listen_to_others
from ludotheque.server.base.timed import BOUNDS_S, Timed
from ludotheque.server.ops.metrics import answers_to
from ludotheque.server.settings import Settings
from tests.server.clusters import Cluster
from tests.server.harness import Harness, http_client, serving, until
from tests.server.test_cluster import pair, through
from tests.server.test_playing import LINK, ME, sit_down

HERE = "127.0.0.1:0"


async def told(address: str) -> dict[tuple[str, tuple[str, ...]], float]:
    """Every sample by its name and the values of its labels, without buckets."""
    async with http_client() as http:
        answer = await http.get(f"http://{address}/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    return {
        (sample.name.removeprefix("ludotheque_"), tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
        if not sample.name.endswith("_bucket")
    }


async def played(server: Harness) -> tuple[Any, Any]:
    """Two people who have moved once each."""
    lea, tom = await server.person("Léa Secrète"), await server.person("Tom Caché")
    a, b = await sit_down(lea, tom)
    await a.act(0, 2)
    await a.act(0, 2)  # out of turn
    await b.act(1, 0, command_id="second")
    await b.act(1, 0, command_id="second")
    await b.do("say", name="Tom", text="un mot à taire")
    return a, b


async def test_events_are_counted(tmp_path: Path, database_or_two: str) -> None:
    async with serving(tmp_path, metrics=HERE, database=database_or_two) as server:
        await server.rules_ready()
        address = server.services.metrics.address
        before = await told(address)
        assert before["sockets", ()] == 0
        a, _ = await played(server)
        await a.until(lambda view: view["seq"] >= 5)
        after = await told(address)
        assert after["sockets", ()] == 2
        assert after["tables", ("playing",)] == 1
        assert after["moves_total", ("tiny",)] == 2
        assert after["commands_total", ("duplicate",)] == 1
        assert after["commands_total", ("rejected",)] == 1
        commands = sum(value for (name, _), value in after.items() if name == "commands_total")
        assert after["command_decided_seconds_count", ()] == commands
        assert 0 < after["command_decided_seconds_sum", ()] <= after["command_answered_seconds_sum", ()]
        assert 0 < after["command_answered_seconds_count", ()] <= commands
        assert after["append_seconds_count", ()] >= 4
        assert after["update_told_seconds_count", ()] > 0
        assert after["writes_total", ("ok",)] >= after["append_seconds_count", ()]
        assert after["commits_total", ()] > before["commits_total", ()]
        assert after["writes_waiting", ()] == 0
        assert after["bots_waiting", ("thinking",)] == 0
        assert after["process_resident_memory_bytes", ()] > 0
        assert (("sure", ()) in after) == bool(database_or_two)


async def test_the_loops_lag_is_counted_also_while_nobody_is_there(tmp_path: Path) -> None:
    async with serving(tmp_path, metrics=HERE) as server:

        async def beats() -> bool:
            return (await told(server.services.metrics.address))["loop_lag_seconds_count", ()] > 3

        await until(beats, "no heartbeat is counted")


async def test_metrics_name_nobody_and_are_not_for_browsers(tmp_path: Path) -> None:
    async with serving(tmp_path, metrics=HERE) as server:
        await server.rules_ready()
        a, _ = await played(server)
        async with http_client() as http:
            text = (await http.get(f"http://{server.services.metrics.address}/metrics")).text
            assert (await http.get(f"http://{server.services.metrics.address}/api/me")).status_code == 404
            rebound = await http.get(
                f"http://{server.services.metrics.address}/metrics", headers={"host": "rebound.example:9100"}
            )
            assert (rebound.status_code, "ludotheque_moves" in rebound.text) == (421, False)
        cookies = [cookie.value for person in server.people for cookie in person.http.cookies.jar]
        assert cookies
        for secret in ("Léa", "Tom", "mot à taire", a.table, *cookies):
            assert secret not in text
        for path in ("/metrics", "/api/metrics"):
            answer = await server.people[0].http.get(path)
            assert "ludotheque_moves" not in answer.text


def test_metrics_have_the_servers_names_and_their_own() -> None:
    origins = Origins(["http://metrics.example"])
    origins.hosts -= own_names()
    for told_at, host, ours in (
        ("games", "games:9100", True),  # a service among containers
        ("Games", "games", True),
        ("0.0.0.0", "games:9100", False),
        ("0.0.0.0", "metrics.example:9100", True),
        ("0.0.0.0", "0.0.0.0:9100", False),
        ("2001:db8::7", "[2001:db8:0::7]:9100", True),
        ("10.0.0.5", "10.0.0.6:9100", True),  # the address that was reached
        ("10.0.0.5", "10.0.0.7:9100", False),
        ("127.0.0.1", "rebound.example:9100", False),
        ("", "", False),
    ):
        assert answers_to(origins, told_at, host, "10.0.0.6") is ours, (told_at, host)


async def test_a_race_is_counted(tmp_path: Path) -> None:
    async with serving(tmp_path, metrics=HERE) as server:
        await server.rules_ready()
        lea = await server.person("Léa")
        table = await lea.make([ME, {"who": "bot", "level": "random"}], components=None)
        tab = await lea.tab(table)
        raced = server.services.tables.raced

        async def any_raced() -> bool:
            return sum(raced.values()) > 0

        async def play() -> None:
            while not sum(raced.values()):
                for code in range(8):
                    await tab.act(0, code)

        playing = asyncio.create_task(play())
        await until(any_raced, "no race was decided")
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        found = await told(server.services.metrics.address)
        assert found["races_total", ("no",)] + found["races_total", ("yes",)] >= 1


@pytest.mark.parametrize("address", ["nowhere", "127.0.0.1:http", "127.0.0.1:65536", "70000"])
def test_an_invalid_address_is_reported(address: str) -> None:
    with pytest.raises(CannotStart) as refused:
        Settings(metrics=address)
    assert address in refused.value.said_in("en")
    assert address in refused.value.said_in("fr")


def test_a_port_alone_is_this_machines() -> None:
    assert Settings(metrics="9100").metrics_at == "127.0.0.1:9100"
    four = Settings(metrics="0.0.0.0:9100", workers=4, database="postgresql://one")
    assert four.metrics_at == "0.0.0.0:9100"
    assert replace(four, worker=2).metrics_at == "0.0.0.0:9102"
    assert Settings().metrics_at == ""
    with pytest.raises(CannotStart):
        replace(four, metrics="65534")


async def test_a_taken_address_is_reported_and_nothing_stays_open(tmp_path: Path) -> None:
    async with serving(tmp_path / "one", metrics=HERE) as server:
        taken = server.services.metrics.address
        with pytest.raises(CannotStart) as refused:
            async with serving(tmp_path / "two", metrics=taken):
                pass
        assert taken in refused.value.said_in("en")
        assert "--metrics" in refused.value.said_in("fr")
    async with serving(tmp_path / "two"):
        pass


def test_buckets_hold_durations_up_to_their_bound() -> None:
    timed = Timed()
    for seconds in (-1.0, BOUNDS_S[0], 0.3, 0.5, 99.0):
        timed.add(seconds)
    buckets = dict(timed.buckets())
    assert buckets[str(BOUNDS_S[0])] == 2
    assert buckets["0.25"] == 2
    assert buckets["0.5"] == 4
    assert buckets["10.0"] == 4
    assert buckets["+Inf"] == 5
    assert timed.sum_s == pytest.approx(99.8 + BOUNDS_S[0])


async def ready(server: Harness) -> tuple[int, dict[str, Any]]:
    async with http_client() as http:
        answer = await http.get(f"http://{server.base}/readyz")
    return answer.status_code, answer.json()


async def test_it_is_ready_as_long_as_it_can_write(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path, database=database) as server:
        monkeypatch.setattr("ludotheque.server.ops.readiness.FRESH_S", 0.0)
        assert await ready(server) == (200, {"ok": True})
        write = server.services.store.database.write
        with monkeypatch.context() as patched:

            def full(_written: Any) -> None:
                raise OSError(28, "No space left on device")

            patched.setattr(server.services.store.database, "write", full)
            assert await ready(server) == (503, {"ok": False, "why": "store"})
            async with http_client() as http:  # the process turns all the same
                assert (await http.get(f"http://{server.base}/healthz")).status_code == 200
        assert server.services.store.database.write == write
        assert await ready(server) == (200, {"ok": True})
        server.services.tables.is_stopping = True
        assert await ready(server) == (503, {"ok": False, "why": "stopping"})


async def test_it_is_not_ready_while_the_database_is_away(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.server.ops.readiness.FRESH_S", 0.0)
    async with serving(tmp_path, database=postgres.ready()) as server:
        await asyncio.to_thread(postgres.stop)
        code, body = await ready(server)
        await asyncio.to_thread(postgres.start)
        assert (code, body["ok"]) == (503, False)
        assert body["why"] in ("store", "cluster")

        async def again() -> bool:
            return (await ready(server))[0] == 200

        await until(again, "it is not ready again")


async def test_simultaneous_requests_cost_one_transaction(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        before = server.services.store.written["ok"]
        answers = await asyncio.gather(*(server.services.readiness.why_not() for _ in range(50)))
        assert set(answers) == {""}
        assert server.services.store.written["ok"] == before + 1


async def test_relayed_sockets_are_counted(tmp_path: Path, postgres: Cluster) -> None:
    async with AsyncExitStack() as stack:
        one, other = await pair(tmp_path, postgres.ready(), stack)
        await other.services.metrics.open(HERE)
        lea = await one.person("Léa")
        table = await lea.make([ME, LINK])
        await lea.tab(table)
        await through(lea, other).tab(table)
        found = await told(other.services.metrics.address)
        assert found["relayed_sockets", ()] == 1
        assert found["sockets", ()] == 0


async def test_refusals_are_counted_and_logged_by_address(tmp_path: Path) -> None:
    listen_to_others()
    async with serving(tmp_path, metrics=HERE, host_key="a key that nobody guesses") as server:
        http = server.stranger().http
        with structlog.testing.capture_logs() as lines:
            for last in (1, 2, 2, 2, 3):
                http.headers["x-forwarded-for"] = f"203.0.113.{last}"
                assert (await http.get("/", headers={"host": "evil.example"})).status_code == 421
            wrong = await http.post("/api/host/session", json={"key": "wrong"})
            assert wrong.status_code == 403
            assert (await http.get("/api/tables/none/record")).status_code == 404
            with pytest.raises(websockets.InvalidStatus):
                await websockets.connect(f"ws://{server.base}/ws", origin="http://evil.example")  # type: ignore[arg-type]
        refused = [(each["why"], each["address"]) for each in lines if each["event"] == "refused"]
        assert refused == [
            *(("error.forbidden_host", f"203.0.113.{last}") for last in (1, 2, 3)),
            ("error.host.key", "203.0.113.3"),
            ("error.forbidden_origin", "127.0.0.1"),
        ], "of one network once a minute, and not what somebody mistyped"
        assert {each["log_level"] for each in lines} <= {"info", "warning"}
        counted = await told(server.services.metrics.address)
        for why, count in (
            ("error.forbidden_host", 5),
            ("error.host.key", 1),
            ("error.unknown_table", 1),
            ("error.forbidden_origin", 1),
        ):
            assert counted["refusals_total", (why,)] == count
