"""Two servers behind nginx, with the configuration of `deploy/nginx.conf`: it leads each page to the server of its table."""

from __future__ import annotations

import re
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import pytest

from tests.server.clusters import Cluster
from tests.server.harness import WAIT_S, Harness, Person, serving, until
from tests.server.test_cluster import lives_at, until_others
from tests.server.test_playing import LINK, ME
from tools import services
from tools.ports import free_port

CONFIGURATION = Path(__file__).resolve().parents[2] / "deploy" / "nginx.conf"
AROUND = """
daemon off;
user root;
pid nginx.pid;
events {}
http {
  access_log off;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  include ludotheque.conf;
}
"""
TABLES = 16


@contextmanager
def nginx(folder: Path, servers: list[str]) -> Iterator[str]:
    """nginx with the documented configuration in front of these servers, on a free port: `host:port`."""
    program = services.nginx()
    if program is None:
        pytest.skip(services.why_not(["nginx"]))
    port = free_port()
    text = CONFIGURATION.read_text(encoding="utf-8").replace("listen 80;", f"listen 127.0.0.1:{port};")
    for named, there in zip(("10.0.0.5:8000", "10.0.0.6:8000"), servers, strict=True):
        assert text.count(named) == 2
        text = text.replace(named, there)
    (folder / "ludotheque.conf").write_text(text, encoding="utf-8")
    (folder / "nginx.conf").write_text(AROUND, encoding="utf-8")
    command = [str(program), "-p", str(folder), "-c", "nginx.conf", "-e", "stderr"]
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stderr=said, env=services.environment(program)
        )
    try:
        _answers(port, process, folder / "said")
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=WAIT_S)


def _answers(port: int, process: subprocess.Popen[bytes], said: Path) -> None:
    end = time.monotonic() + WAIT_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert process.poll() is None, said.read_text()
            assert time.monotonic() < end, "nginx does not answer"
            time.sleep(0.02)


@pytest.fixture
async def house(
    tmp_path: Path, postgres: Cluster
) -> AsyncIterator[tuple[str, list[Harness], AsyncExitStack]]:
    """Where nginx is, the two servers, and what stops the first of them."""
    url = postgres.ready()
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(AsyncExitStack())
        one = await first.enter_async_context(serving(tmp_path / "one", database=url))
        other = await stack.enter_async_context(serving(tmp_path / "other", database=url))
        await until_others(one, other)
        yield stack.enter_context(nginx(tmp_path, [one.base, other.base])), [one, other], first


async def test_each_page_is_led_to_the_server_of_its_table(
    house: tuple[str, list[Harness], AsyncExitStack],
) -> None:
    base, (one, other), first = house
    lea, tom = await Person(base, "Léa").arrive(), await Person(base, "Tom").arrive()
    tables = [await lea.make([ME, LINK]) for _ in range(TABLES)]
    pages = [(await lea.tab(table), await tom.tab(table)) for table in tables]
    for a, b in pages:
        assert (await b.do("sit", seat=1, name="Tom"))["t"] == "applied"
        await a.until(lambda view: view["table"]["phase"] == "playing")
    here = [lives_at(one, table) for table in tables]
    assert [lives_at(other, table) for table in tables] == [not each for each in here]
    assert 0 < sum(here) < TABLES
    for server in (one, other):
        assert server.services.cluster is not None
        assert server.services.cluster.pipes == set(), "nothing is relayed"
    await first.aclose()  # its tables live in the other one now, and nginx leads there

    async def taken() -> bool:
        return (await (await lea.tab(tables[here.index(True)])).hello())["table"]["phase"] == "playing"

    await until(taken, "nobody took the tables")
    await lea.http.aclose()
    await tom.http.aclose()


def test_the_configuration_forwards_the_needed_headers() -> None:
    text = CONFIGURATION.read_text(encoding="utf-8")
    for location in re.findall(r"location [^{]*\{.*?\}", text, re.DOTALL):
        if "proxy_set_header" in location:  # then none of those outside counts
            for name in ("Host", "X-Forwarded-For", "X-Forwarded-Proto", "X-Client-RTT"):
                assert f"proxy_set_header {name} " in location
