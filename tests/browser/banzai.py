"""What a person does at a table of Banzaï!, by clicks; and lines of different lengths between a browser and the house."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from browser.house import House
from tools.ports import free_port

LOOK = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.getClientRects().length);
  return {
    grab: !!document.querySelector('.live.grab'),
    pawns: seen('.spot.can[data-spot^="at."]').map((each) => each.getAttribute('data-spot')),
    calls: seen('.call.lit').map((each) => each.getAttribute('data-call')),
    cards: seen('.card.can').map((each) => each.getAttribute('data-card')),
  };
}"""
"""What there is to do on this page now; a card is its family and its character, as in `fox.lord`."""

PACE = {"hop_ms = 1200": "hop_ms = 400", "rest_ms = 8000": "rest_ms = 2000"}


def hasty() -> str:
    """The game's own components with quicker hops and shorter rests: the whole of a game in a minute."""
    text = (files("ludotheque.games.banzai") / "components.toml").read_text()
    for slow, quick in PACE.items():
        assert text.count(slow) == 1
        text = text.replace(slow, quick)
    return text


def to_pass(cards: list[str]) -> str:
    """The card to pass on for a family of one's own: one of the family that there is least of in the hand."""
    families = [card.partition(".")[0] for card in cards]
    return min(cards, key=lambda card: families.count(card.partition(".")[0]))


def press(page: Any, selector: str) -> bool:
    """Click the middle of a thing, wherever it is going, as a hand does; False if it is not there any more."""
    box = page.evaluate(
        """(selector) => {
          const thing = document.querySelector(selector);
          if (!thing) return null;
          const { x, y, width, height } = thing.getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        }""",
        selector,
    )
    if box is not None:
        page.mouse.click(*box)
    return box is not None


def table_of(
    page: Any,
    url: str,
    chairs: list[dict[str, Any]],
    components: str | None = None,
    view: str = "",
    **options: Any,
) -> str:
    """A new table, made over the wire by the person of this page, who then looks at it, `view` saying how; its id."""
    page.request.post(f"{url}/api/me")  # who is asked first is made known first
    body: dict[str, Any] = {"game": "banzai", "seats": len(chairs), "options": options, "chairs": chairs}
    if components is not None:
        body["components"] = components
    answer = page.request.post(f"{url}/api/tables", data=body)
    assert answer.status == 201, answer.text()
    identity: str = answer.json()["id"]
    page.goto(f"{url}/t/{identity}" + (view and f"?view={view}"))
    return identity


class Lines:
    """Ports of a proxy in a process of its own, one for each delay (ms each way), see `browser.lines`."""

    def __init__(self, house: House, *delays_ms: int) -> None:
        self.ports = {delay: free_port() for delay in delays_ms}
        pairs = [f"{port}:{delay}" for delay, port in self.ports.items()]
        self.command = [sys.executable, str(Path(__file__).with_name("lines.py")), str(house.port), *pairs]

    def url(self, delay_ms: int) -> str:
        """The house's address through this line."""
        return f"http://127.0.0.1:{self.ports[delay_ms]}"

    def __enter__(self) -> Lines:
        self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL)
        deadline = time.monotonic() + 20
        for port in self.ports.values():
            while time.monotonic() < deadline:
                with contextlib.suppress(OSError):
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                time.sleep(0.05)
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()


def until(seconds: float, every: float = 0.1) -> Iterator[None]:
    """Again and again for so long."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        yield
        time.sleep(every)
    raise TimeoutError(f"not within {seconds} s")
