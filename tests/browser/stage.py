"""A table's page whose socket is the test: it shows any moment of any game at once, as somebody at the table sees it. No table lives on a server."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from browser.hands import GO
from browser.house import House
from browser.standing import WIDEST_PHONE
from browser.test_phones import still
from ludotheque.scene.columns import encode
from ludotheque.server.room import wire
from ludotheque.server.room.log_events import Act, LogEvent, Resigned, Started, Time
from ludotheque.server.room.seating import sat
from ludotheque.server.room.spec import ChairSpec, TableSpec, opening
from ludotheque.server.room.views import ViewCache
from ludotheque.table import views
from tests.server.played import HOST, Played

NAMES = (
    "Maximilienne",
    "Bartholomeus",
    "Zoé",
    "Jean-Christophe",
    "Anastasia",
    "Li",
    "Wolfgang",
    "Éléonore",
    "Bo",
    "Guillemette",
)
"""As long as people's names are, and as short."""
GAMES: dict[str, dict[str, Any]] = {
    "billabong": {},
    "bantu": {},
    "banjooli-cross": {},
    "boussanga": {},
    "banzai": {},
}
"""What is played, with its options."""
MOMENTS = {"begins": 0.0, "early": 0.15, "middle": 0.5, "late": 0.85}
"""How much of a game lies before each moment; at the last one, `over`, it has ended, or somebody gave up."""
LONGEST = 160
"""After so many actions a game is given up."""


SIZES = {
    "phone": {"width": 390, "height": 844},
    "small": {"width": 360, "height": 640},
    "low": {"width": 390, "height": 664},
    "sideways": {"width": 844, "height": 390},
    "tall": {"width": 768, "height": 1024},
    "desk": {"width": 1280, "height": 800},
}
"""The screens on which everything is looked at, px."""
PHONE: dict[str, Any] = {
    "viewport": SIZES["phone"],
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}
"""How the page of a stage is opened."""
TRUTHS = (Path(__file__).parent / "truths.js").read_text()
BRIEFED = "games => localStorage.setItem('ludotheque.briefed', JSON.stringify(games))"
"""Whoever looks has read what each game is about, which stands before its first board."""
LETTERS = 11.5
"""The smallest letters, px."""


@dataclass(frozen=True)
class Moment:
    """A moment of a game: its name among all moments, what the page of the host is told of it, and the board."""

    label: str
    welcome: str
    board: str


def moments(game: str, seats: int) -> Iterator[Moment]:
    """The moments of one random game, always the same one. The person at the page has the first seat."""
    length = sum(1 for _ in _actions(_begun(game, seats)))
    played, wanted = _begun(game, seats), dict(MOMENTS)
    for done in _actions(played):
        for name in [name for name, share in wanted.items() if done >= share * length and _waits(played)]:
            del wanted[name]
            yield _moment(played, name)
    for seat in range(1, seats):
        if played.state.phase == "playing":
            played.happen(Resigned(seat))
    yield _moment(played, "over")


def _begun(game: str, seats: int) -> Played:
    others = [ChairSpec("link")] * (seats - 2) + [ChairSpec("bot" if seats > 2 else "link")]
    chairs = [ChairSpec("me", NAMES[0]), *others[: seats - 1]]
    made = opening(HOST, "", TableSpec(game, seats, chairs, GAMES[game], first=0))
    sits = [
        sat(seat, HOST + seat, NAMES[seat % len(NAMES)])
        for seat, chair in enumerate(chairs)
        if chair.who == "link"
    ]
    return Played([_settled(event) for event in (*made, *sits)]).happen(Started(0))


def _actions(played: Played) -> Iterator[int]:
    """Play on, and say before each action how many there were."""
    rng, state = random.Random(7), played.state
    for done in range(LONGEST):
        if state.phase != "playing":
            return
        yield done
        table = state.table
        assert table is not None
        actors = [seat for seat in table.actors if table.legal_actions(seat)]
        if actors:
            seat = rng.choice(actors)
            played.happen(Act(seat, rng.choice(table.legal_actions(seat))))
        else:
            played.happen(Time(table.due_ms))


def _waits(played: Played) -> bool:
    """Whether the person at the page is waited for."""
    return played.state.table is not None and 0 in played.state.table.actors


def _moment(played: Played, name: str) -> Moment:
    table = played.state.table
    assert table is not None
    label = f"{played.state.game.name}-{played.state.seats}-{name}"
    return Moment(label, welcome(played), views.board_svg(table.journal))


def _settled(event: LogEvent) -> LogEvent:
    """The same without what is drawn anew each time."""
    drawn = {"seed": "07" * 32, "nonce": "07" * 16}
    return replace(event, **{name: value for name, value in drawn.items() if name in event.__struct_fields__})


def welcome(played: Played, guest: int = HOST) -> str:
    """What the page of a guest is told when it opens."""
    state = played.state
    cache, mine = ViewCache(state), state.seats_of(guest)
    scene = cache.scene(frozenset(mine))
    assert scene is not None
    told = wire.Welcome(
        seq=state.seq, view_hash=f"view {state.seq}", table=cache.facts(guest, {chair.guest for chair in state.chairs}, "ready").thing,
        you=wire.You(list(mine), NAMES[0]), scene=scene.thing, layout=cache.layout(), race=None, since_ms=0,
        awaits_ready=False, begins_ms=-1, now_ms=state.time_ms, watching=0, watchers=[], said=[],
        moves=cache.moves(frozenset(mine)),
    )  # fmt: skip
    return encode(told).decode()


class Stage:
    """A page that is shown one moment after another."""

    def __init__(self, page: Any, house: House, language: str = "fr") -> None:
        self.page, self.house = page, house
        self._told: dict[str, str] = {}
        self._drawn = ""
        page.route_web_socket(lambda address: "/ws" in address, self._socket)
        page.route(re.compile(r"/art/[^/]+/board/"), self._board)
        page.goto(house.url)
        page.evaluate(BRIEFED, list(GAMES))
        page.request.put(f"{house.url}/api/me", data={"name": NAMES[0], "lang": language})

    def _socket(self, socket: Any) -> None:
        def heard(text: str) -> None:
            message = json.loads(text)
            if message["t"] == "hello":
                socket.send(self._told[message["table"]])

        socket.on_message(heard)

    def _board(self, route: Any) -> None:
        route.fulfill(body=self._drawn, content_type="image/svg+xml")

    def show(self, moment: Moment, size: dict[str, int]) -> None:
        """Show this moment on a screen of this size, and wait until it is drawn."""
        self.page.set_viewport_size(size)
        told = json.loads(moment.welcome)
        told["table"]["id"] = moment.label
        self._told[moment.label], self._drawn = json.dumps(told), moment.board
        self.page.evaluate(GO, f"/t/{moment.label}")
        self.page.wait_for_function(
            "id => location.pathname.endsWith(id) && document.querySelector('.board .spot')", arg=moment.label
        )
        still(self.page, "svg.board")

    def resize(self, size: dict[str, int], letters: str = "100%") -> None:
        """Show the same on a screen of another size, with letters that the reader's browser makes larger."""
        self.page.set_viewport_size(size)
        self.page.evaluate("letters => { document.documentElement.style.fontSize = letters; }", letters)
        still(self.page, "svg.board")

    def faults(self) -> list[str]:
        """What is wrong with what is shown, see `truths.js`."""
        finger = 44 if self.page.viewport_size["width"] <= WIDEST_PHONE else 24
        found: list[str] = self.page.evaluate(TRUTHS, {"finger": finger, "letters": LETTERS})
        return found
