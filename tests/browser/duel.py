"""Two pages that race with equal, scripted reactions, at tables whose other seats one socket plays: who wins, and what each page measured."""

from __future__ import annotations

import contextlib
import json
import random
import threading
import time
import urllib.request
from dataclasses import dataclass
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from browser.banzai import hasty, until
from browser.hands import words
from browser.house import House
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.rules.calls import BANZAI
from ludotheque.games.banzai.state import NO_FAMILY

REACTS_MS = 280
"""How long after the paint of the cue both pages press."""

SCRIPT = """
(() => {
  const duel = (window.duel = { cues: {}, claims: [], painted: {}, long: [] });
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', (event) => {
        const said = JSON.parse(event.data);
        if (said.t === 'cue' && said.kind.trim() === 'grab') {
          duel.cues[said.cue] = performance.now();
          duel.cue = said.cue;
        }
        const mine = said.t === 'rejected' && duel.claims.find((each) => each.id === said.command_id);
        if (mine && mine.n === 0) setTimeout(() => press('2'), 30);
      });
    }
    send(text) {
      const said = JSON.parse(text);
      if (said.t === 'claim') duel.claims.push({ id: said.command_id, cue: said.cue, n: duel.claims.filter((c) => c.cue === said.cue).length, pressed: duel.pressed, sent: performance.now(), reaction: said.reaction_ms });
      super.send(text);
    }
  };
  const press = (key) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    duel.pressed = event.timeStamp;
    document.body.dispatchEvent(event);
  };
  let before = false;
  new MutationObserver(() => {
    const now = !!document.querySelector('.live.grab');
    if (now && !before) {
      const cue = duel.cue;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          duel.painted[cue] = performance.now();
          setTimeout(() => press('1'), REACTS_MS);
        };
        port2.postMessage(0);
      });
    }
    before = now;
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['class'], childList: true });
  try {
    new PerformanceObserver((list) => duel.long.push(...list.getEntries().map((each) => [each.startTime, each.duration]))).observe({ entryTypes: ['longtask'] });
  } catch {}
})();
""".replace("REACTS_MS", str(REACTS_MS))
"""Press key 1 so long after the cue was painted, and key 2 if somebody else was there first."""


class Company(threading.Thread):
    """All other seats of a table, on one socket: one of them calls without a family, the others take what pawns are left."""

    def __init__(self, house: House, seats: int, pages: int = 2) -> None:
        super().__init__(daemon=True)
        self.house, self.seats, self.pages = house, seats, pages
        self.stopped = False
        self.luck = random.Random(5)
        self.cookie = ""
        self._ask("PUT", "/api/me", {"name": "Max", "lang": "fr"})
        chairs = [
            {"who": "me"},
            *[{"who": "here", "name": f"M{n}"} for n in range(1, seats - pages)],
            *[{"who": "link"}] * pages,
        ]
        order = {"game": "banzai", "seats": self.seats, "chairs": chairs, "components": hasty(),
                 "options": {"time_limit": 0, "optional_rules": False} if self.seats > 3 else {"time_limit": 0}}  # fmt: skip
        self.identity = self._ask("POST", "/api/tables", order)["id"]

    def _ask(self, method: str, path: str, body: Any) -> Any:
        headers = {"content-type": "application/json", "cookie": self.cookie}
        request = urllib.request.Request(
            self.house.url + path, json.dumps(body).encode(), headers, method=method
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            if not self.cookie:
                self.cookie = (answer.headers.get("set-cookie") or "").partition(";")[0]
            return json.loads(answer.read())

    def run(self) -> None:
        address = self.house.url.replace("http", "ws")
        headers = {"cookie": self.cookie}
        with (
            contextlib.suppress(ConnectionClosed),
            connect(
                address + "/ws",
                additional_headers=headers,
                origin=self.house.url,
                max_size=None,
                max_queue=None,  # type: ignore[arg-type]
            ) as socket,
        ):
            socket.send(json.dumps({"t": "hello", "table": self.identity, "last_seq": -1, "view_hash": ""}))
            begun = ""
            while not self.stopped:
                try:
                    said = json.loads(socket.recv(timeout=0.5))
                except TimeoutError:
                    continue
                if said["t"] not in ("welcome", "update"):
                    continue
                race, mine = said.get("race"), said["you"]["seats"]
                if not race or race["cue"] == begun or not set(race["seats"]) & set(mine):
                    continue
                begun = race["cue"]
                seats = list(race["seats"])
                if race["kind"].strip() == "call":
                    wait = 2.5 + self.luck.random() if len(mine) and race["at_ms"] > 1000 else 8.0
                    actions = [(wait, seats[0], codes.call_code(BANZAI, NO_FAMILY))]
                else:
                    free = [seat for seat in seats if seat != race["by"]]
                    actions = [
                        (1.6 + 0.05 * n, seat, race["actions"][self.pages + n])
                        for n, seat in enumerate(free)
                        if self.pages + n < len(race["actions"])
                    ]
                for wait, seat, action in actions:
                    threading.Timer(wait, self._claim, (socket, race["cue"], seat, action, wait)).start()

    def _claim(self, socket: Any, cue: str, seat: int, action: int, wait: float) -> None:
        with contextlib.suppress(ConnectionClosed):
            socket.send(json.dumps({"t": "claim", "table": self.identity, "command_id": f"{cue}{seat}{action}", "cue": cue, "seat": seat,
                                    "action": action, "reaction_ms": wait * 1000}))  # fmt: skip


@dataclass(frozen=True)
class Raced:
    """One race of the two: which page won it (0 near, 1 far), by how many ms, and what each page measured."""

    winner: int
    apart_ms: float
    waits_ms: tuple[float, ...]
    rows: tuple[dict[str, Any], ...]


def play(
    house: House, person: Any, urls: list[str], seats: int, throttled: int = 1, **page: Any
) -> list[Raced]:
    """One table with these two pages, as many races as it has: one for each other seat but one."""
    company = Company(house, seats, len(urls))
    pages = []
    for n, url in enumerate(urls):
        one = person(**page)
        one.add_init_script(SCRIPT)
        one.goto(f"{url}/t/{company.identity}")
        one.locator("#lobby-name").fill(f"P{n}")
        if throttled > 1:
            one.context.new_cdp_session(one).send("Emulation.setCPUThrottlingRate", {"rate": throttled})
        pages.append(one)
    company.start()
    for n, one in enumerate(pages):
        one.get_by_role("button", name=words("ui.lobby.sit.chair", n=seats - len(urls) + 1 + n)).click()
    for one in pages:
        one.wait_for_selector(".card.can")
    deadline = time.monotonic() + 30 + 15 * seats
    try:
        for _ in until(30 + 15 * seats, 0.5):
            races = house.whole(company.identity).journal.races
            grabs = [race for _, race in races if race["race"].strip() == "grab"]
            done = {row["seat"] for race in grabs[-1:] for row in race["claims"]}
            if (
                len({race["cue"] for race in grabs}) >= seats - 1 - len(urls)
                and len(done) > 0
                and time.monotonic() < deadline
            ):
                pages[0].wait_for_timeout(2500)
                break
            pages[0].wait_for_timeout(100)
    finally:
        company.stopped = True
    races = [
        race for _, race in house.whole(company.identity).journal.races if race["race"].strip() == "grab"
    ]
    told = [one.evaluate("() => window.duel") for one in pages]
    for one in pages:
        one.context.close()
    return _raced(races, told, seats)


def _raced(races: list[dict[str, Any]], told: list[dict[str, Any]], seats: int) -> list[Raced]:
    found = []
    for cue in dict.fromkeys(race["cue"] for race in races):
        rows = [row for race in races if race["cue"] == cue for row in race["claims"]]
        first = min((row["action"] for row in rows), default=0)
        mine = [
            next((r for r in rows if r["seat"] == seat and r["action"] == first), None)
            for seat in (seats - 2, seats - 1)
        ]
        if None in mine:
            continue
        near, far = mine
        assert near is not None
        assert far is not None
        waits = []
        for page in told:
            claim = next((c for c in page["claims"] if c["cue"] == cue), None)
            waits.append(claim["pressed"] - claim["reaction"] - page["cues"][cue] if claim else -1.0)
        winner = 0 if near["result"] == "taken" else 1
        found.append(Raced(winner, far["key_ms"] - near["key_ms"], tuple(waits), (near, far)))
    return found
