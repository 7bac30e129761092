"""Measures the library without a server in Chromium: how soon one may play, how quickly moves and bots answer, what is fetched, how much memory a page takes.

    python bench/site.py [--folder build/ludotheque] [--later 2] [--slowed 4] [--mbit 10] [--json]

The folder is one that `ludotheque site` wrote. It is served from 127.0.0.1 by a host that compresses text, as most do, with --mbit no quicker than so
many million bits a second.
With --slowed the browser, all its processes together, has one part in this many of the machine's processors: a quota of its control group, which asks for
root and Linux. (The debugger's throttle leaves workers alone.) Each visit opens a new page of a phone's size:

`shelf_s`    until the shelf is seen; `told_s` until the game is shown that was asked for, in four lines or as it begins; `ready_s` until its table is there;
`move_s`     until a first move may be made (all from the address, clicks included);
`shown_ms`   from confirming a move to seeing it, `bot_s` from then to the move of a bot of level `steady`: medians of five moves; `first_ms` the first of them;
`fetched_kb` what came from the host, as it came; `memory_mb` of the page's process, with its part of what is shared (PSS), after these moves.

The first visit knows nothing; later ones know what the browser has kept; the last one has no host any more.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any

from load.machine import machine

from ludotheque.core.catalogue import say

ROOT = Path(__file__).resolve().parents[1]
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync")  # fmt: skip
PHONE = {"viewport": {"width": 390, "height": 844}, "locale": "en-GB", "has_touch": True, "is_mobile": True}
PATIENCE_MS = 120_000
PIECE = 16_384
"""So many bytes are sent at once."""
TEXT = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".toml", ".txt", ".webmanifest"}
MOVES = 5
SETTLED_S = 3.0
"""How long a new page of the browser takes for itself, such as for its own toolbar."""
GROUPS = Path("/sys/fs/cgroup")
PERIOD_US = 100_000
CONFIRM = ".thumb .wide[aria-keyshortcuts]"
"""The button that confirms a move, and not the one by which a bot sets up one's pieces."""
CONFIRMED = """confirm => {
  const made = () => Number(document.querySelector(".moves > ol")?.dataset.count ?? 0);
  const began = performance.now(), found = (globalThis.found = {}), before = made();
  const look = () => {
    const count = made() - before;
    if (count > 0) found.shown ??= performance.now() - began;
    if (count > 1) { found.bot = performance.now() - began - found.shown; watch.disconnect(); }
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  document.querySelector(confirm).click();
}"""
"""Confirms a move, and notes when it is shown, and when the next one is."""
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  for (let tries = 0; tries < 600 && !(await caches.keys()).some((name) => name.endsWith("memory")); tries++)
    await new Promise((again) => setTimeout(again, 100));
}"""


class Host:
    """A plain web host."""

    def __init__(self, folder: Path, mbit: float) -> None:
        self.sent, self._free = 0, 0.0
        self._bytes_per_s = mbit * 1e6 / 8 or float("inf")
        self._turn = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, self, directory=str(folder)))
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def wait_for_line(self, count: int) -> None:
        """Wait until the line has carried so many bytes more."""
        with self._turn:
            self.sent += count
            self._free = max(self._free, time.monotonic()) + count / self._bytes_per_s
            wait = self._free - time.monotonic()
        if wait > 0:
            time.sleep(wait)

    def stop(self) -> None:
        """From now on nobody answers."""
        self._server.shutdown()
        self._server.server_close()


class Handler(SimpleHTTPRequestHandler):
    """Sends files as quickly as the line allows, text compressed, and says nothing."""

    def __init__(self, host: Host, *given: Any, **more: Any) -> None:
        self.host = host
        super().__init__(*given, **more)

    def send_head(self) -> Any:
        """The headers of a file. Returns the file, or what it is compressed to."""
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        if file.suffix not in TEXT or not file.is_file():
            return super().send_head()
        packed, changed = compressed(file), self.date_time_string(int(file.stat().st_mtime))
        if self.headers.get("if-modified-since") == changed:
            self.send_response(304)
            self.end_headers()
            return None
        self.send_response(200)
        self.send_header("last-modified", changed)
        self.send_header("content-type", self.guess_type(str(file)))
        self.send_header("content-encoding", "gzip")
        self.send_header("content-length", str(len(packed)))
        self.end_headers()
        return BytesIO(packed)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file."""
        while piece := source.read(PIECE):
            self.host.wait_for_line(len(piece))
            outputfile.write(piece)

    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


@cache
def compressed(file: Path) -> bytes:
    """A file as a host sends it."""
    return gzip.compress(file.read_bytes(), 6, mtime=0)


def processes_of(parent: int) -> list[int]:
    """A process, and all that it has begun."""
    begun: dict[int, list[int]] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            begun.setdefault(int(status.read_text().rpartition(")")[2].split()[1]), []).append(
                int(status.parent.name)
            )
        except OSError:
            continue
    found = [parent]
    for process in found:
        found += begun.get(process, [])
    return found


def browsers() -> list[int]:
    """The processes of the browser."""
    return [one for one in processes_of(os.getpid()) if b"chrom" in _file(one, "cmdline").split(b"\0")[0]]


def _file(process: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{process}/{name}").read_bytes()
    except OSError:
        return b""


def memory_mb() -> float:
    """The memory of the process that draws the page, the largest of its kind; what it shares with others is divided among them."""
    pages = [one for one in browsers() if b"--type=renderer" in _file(one, "cmdline")]
    lines = [line for one in pages for line in _file(one, "smaps_rollup").splitlines() if line[:4] == b"Pss:"]
    return max(int(line.split()[1]) for line in lines) / 1024


@contextmanager
def slowed(times: float) -> Iterator[None]:
    """Give the browser, which runs, one part in this many of the processors. Raises `OSError` where there are no control groups to write."""
    if times == 1:
        yield
        return
    quota = int((os.cpu_count() or 1) / times * PERIOD_US)
    first = (GROUPS / "cpu").is_dir()  # control groups of the first version have a folder for each kind
    group = (GROUPS / "cpu" if first else GROUPS) / f"slowed-{os.getpid()}"
    group.mkdir()
    try:
        if first:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
            (group / "cpu.cfs_quota_us").write_text(str(quota))
        else:
            (group / "cpu.max").write_text(f"{quota} {PERIOD_US}")
        for process in browsers():
            (group / "cgroup.procs").write_text(str(process))
        yield
    finally:
        home = group.parent / "cgroup.procs"
        for process in (group / "cgroup.procs").read_text().split():
            home.write_text(process)
        group.rmdir()


def visit(context: Any, host: Host) -> dict[str, float]:
    """Open a page, begin a game, and make a move."""
    before, page = host.sent, context.new_page()
    time.sleep(SETTLED_S)
    began = time.perf_counter()
    page.goto(host.url)
    play = page.get_by_role("button", name=words("ui.play.game", game={"key": "billabong.title"}))
    play.wait_for()
    found = {"shelf_s": time.perf_counter() - began}
    play.click()
    go, begun, space = (
        page.get_by_role("button", name=words("ui.ready.go")),
        page.locator(".begun img"),
        page.locator(".spot").first,
    )
    go.or_(begun).or_(space).first.wait_for()
    found["told_s"] = time.perf_counter() - began
    if go.is_visible():  # the game in four lines comes once
        go.click()
    space.wait_for()
    found["ready_s"] = time.perf_counter() - began
    page.locator(".spot.can").first.tap()
    page.locator(CONFIRM + ":not(:disabled)").wait_for()
    found["move_s"] = time.perf_counter() - began
    page.goto(f"{host.url}#/new/billabong")
    page.locator("#level-1").select_option("steady")
    page.locator("[name=first][value=host]").check()  # else the lot may let the bot begin
    page.get_by_role("button", name=words("ui.new.open"), exact=True).click()
    page.wait_for_url("**#/t/*")
    moves = [a_move(page) for _ in range(MOVES)]
    found["first_ms"] = moves[0]["shown"]
    found["shown_ms"] = statistics.median(move["shown"] for move in moves)
    found["bot_s"] = statistics.median(move["bot"] for move in moves) / 1000
    found |= {"memory_mb": memory_mb()}
    page.evaluate(KEPT)
    found["fetched_kb"] = (host.sent - before) / 1000
    page.close()
    time.sleep(1)  # its files are free again
    return found


def a_move(page: Any) -> dict[str, float]:
    """Make a move, and wait for the bot's. Returns how long each took until it was shown, in milliseconds."""
    page.locator(".spot.can").first.tap()
    page.locator(CONFIRM + ":not(:disabled)").wait_for()
    page.evaluate(CONFIRMED, CONFIRM)
    until = time.monotonic() + PATIENCE_MS / 1000
    while "bot" not in (found := page.evaluate("found")):
        if time.monotonic() > until:
            raise TimeoutError("the bot does not answer")
        time.sleep(0.05)
    return dict(found)


def words(key: str, **args: Any) -> str:
    """What a button says."""
    return say({"key": key, "args": args}, "en")


def measure(folder: Path, later: int, times: float, mbit: float) -> dict[str, Any]:
    """The figures of each kind of visit; medians of the later ones."""
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(ROOT))
    from tools import chromium

    path = chromium.find()
    if path is None:
        raise SystemExit(chromium.why_not())
    busy = machine()
    with ExitStack() as stack:
        play = stack.enter_context(sync_playwright())
        browser = play.chromium.launch(executable_path=path, args=FLAGS)
        stack.callback(browser.close)
        stack.enter_context(slowed(times))
        host = Host(folder, mbit)
        context = browser.new_context(**PHONE)
        context.set_default_timeout(PATIENCE_MS)
        first = visit(context, host)
        others = [visit(context, host) for _ in range(later)]
        host.stop()
        offline = visit(context, host)
    middle = {name: statistics.median(one[name] for one in others) for name in first}
    return {
        "machine": busy,
        "slowed": times,
        "mbit": mbit,
        "first": first,
        "later": middle,
        "offline": offline,
    }


def main() -> None:
    """Measure, and print a table."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("--folder", type=Path, default=ROOT / "build" / "ludotheque")
    reader.add_argument("--later", type=int, default=2, help="how many later visits")
    reader.add_argument("--slowed", type=float, default=1, help="how many times slower the browser is")
    reader.add_argument(
        "--mbit", type=float, default=0, help="million bits a second from the host; 0 for no limit"
    )
    reader.add_argument("--json", action="store_true")
    asked = reader.parse_args()
    if asked.later < 1 or asked.slowed < 1 or asked.mbit < 0:
        reader.error("--later and --slowed are at least 1, and --mbit is no less than 0")
    if not (asked.folder / "index.html").is_file():
        reader.error(f"{asked.folder} has no library: write one with `make site` first")
    try:
        found = measure(asked.folder, asked.later, asked.slowed, asked.mbit)
    except PermissionError as error:
        reader.error(f"the browser cannot be slowed here: {error}")
    if asked.json:
        print(json.dumps(found))
        return
    print(f"{found['machine']}\n{'':12}{'first':>10}{'later':>10}{'offline':>10}")
    for name in found["first"]:
        print(f"{name:12}" + "".join(f"{found[kind][name]:10.1f}" for kind in ("first", "later", "offline")))


if __name__ == "__main__":
    main()
