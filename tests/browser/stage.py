"""A table's page whose socket is the test: it shows any moment of any game at once, as somebody at the table sees it. No table lives on a server."""

from __future__ import annotations

import dataclasses
import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from browser.boxes import FINGER, still
from browser.hands import GO
from browser.house import House
from browser.standing import WIDEST_PHONE
from ludotheque.core.message import Message
from ludotheque.scene.budget import beginning_with
from ludotheque.scene.columns import encode
from ludotheque.server.live.questions import reason_against
from ludotheque.server.room import wire
from ludotheque.server.room.log_events import Act, Created, LogEvent, Resigned, Started, Time, TimeControl
from ludotheque.server.room.seating import sat
from ludotheque.server.room.spec import ChairSpec, TableSpec, opening
from ludotheque.server.room.views import ViewCache
from ludotheque.server.thinking.advice import first_click
from ludotheque.table import Table, views
from tests.server.played import HOST, Played

NAMES = (
    "Hérisson tranquille",
    "Maximilienne",
    "Bartholomeus",
    "Zoé",
    "Jean-Christophe",
    "Anastasia",
    "Li",
    "Wolfgang",
    "Éléonore",
    "Bo",
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
LETTERS = 12
"""The smallest letters, px."""
LIES = """() => {
  const at = (one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height].map(Math.round); };
  const found = {};
  const board = document.querySelector('svg.board');
  if (board) { const { a, b, e, f } = board.getScreenCTM(); found.board = [a * 1000, b * 1000, e, f].map(Math.round); }
  for (const [name, selector] of [['seats', 'ul.seats'], ['main button', '.thumb .wide']]) {
    const one = document.querySelector(selector);
    if (one?.checkVisibility()) found[name] = at(one);
  }
  return found;
}"""


@dataclass(frozen=True)
class Moment:
    """A moment of a game: its name among all moments, the table, what the page of the host is told of it, and the board.

    The table goes on with the game: who asks it for a reason or for advice asks before its next moment.
    """

    label: str
    played: Played
    welcome: str
    board: str


def moments(game: str, seats: int, chairs: Sequence[ChairSpec] = ()) -> Iterator[Moment]:
    """The moments of one random game, always the same one. The person at the page has the first seat."""
    length = sum(1 for _ in actions(begun(game, seats, chairs=chairs)))
    played, wanted = begun(game, seats, chairs=chairs), dict(MOMENTS)
    for done in actions(played):
        for name in [name for name, share in wanted.items() if done >= share * length and _waits(played)]:
            del wanted[name]
            yield moment(played, name)
    for seat in range(1, seats):
        if played.state.phase == "playing":
            played.happen(Resigned(seat))
    yield moment(played, "over")


def begun(
    game: str,
    seats: int = 2,
    *,
    options: dict[str, Any] | None = None,
    position: dict[str, Any] | None = None,
    chairs: Sequence[ChairSpec] = (),
    components: str | None = None,
    clock: TimeControl | None = None,
) -> Played:
    """A game at its start, or in a situation. Unless `chairs` says otherwise, people with long and short names sit there, and, if there are three or more, a robot."""
    others = [ChairSpec("link")] * (seats - 2) + [ChairSpec("bot" if seats > 2 else "link")]
    usual = [ChairSpec("me", NAMES[0]), *others[: seats - 1]]
    options = GAMES[game] if options is None else options
    spec = TableSpec(game, seats, list(chairs) or usual, options, 0, components, clock=clock)
    created, *made = opening(HOST, NAMES[0], spec)
    assert isinstance(created, Created)
    sits = [
        sat(seat, HOST + seat, NAMES[seat % len(NAMES)])
        for seat, chair in enumerate(spec.chairs)
        if chair.who == "link"
    ]
    events = [replace(created, position=position), *made, *sits]
    return Played([_settled(event) for event in events]).happen(Started(0))


def actions(played: Played) -> Iterator[int]:
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


def at(game: str, seats: int, name: str, chairs: Sequence[ChairSpec] = ()) -> Moment:
    """The moment of this name."""
    return next(each for each in moments(game, seats, chairs) if each.label.endswith(name))


def _waits(played: Played) -> bool:
    """Whether the person at the page is waited for."""
    return played.state.table is not None and 0 in played.state.table.actors


def moment(played: Played, name: str, guest: int = HOST) -> Moment:
    """The moment at which a table is now, as this guest sees it."""
    table = played.state.table
    assert table is not None
    label = f"{played.state.game.name}-{played.state.seats}-{re.sub('[^a-z]+', '-', name.lower())}"
    return Moment(label, played, welcome(played, guest), views.board_svg(table.journal))


def _settled(event: LogEvent) -> LogEvent:
    """The same without what is drawn anew each time."""
    drawn = {"seed": "07" * 32, "nonce": "07" * 16}
    return replace(event, **{name: value for name, value in drawn.items() if name in event.__struct_fields__})


def welcome(played: Played, guest: int = HOST) -> str:
    """What the page of a guest is told when it opens. All are there but those who left."""
    state = played.state
    here = {chair.guest for chair in state.chairs if chair.absent_ms < 0}
    said = [
        wire.SaidFacts(each.seat, each.guest, each.guest == guest, each.name, each.text, each.emote)
        for each in state.said
    ]
    cache, mine = ViewCache(state), state.seats_of(guest)
    scene = cache.scene(frozenset(mine))
    assert scene is not None
    told = wire.Welcome(
        seq=state.seq, view_hash=f"view {state.seq}", table=cache.facts(guest, here, "ready").thing,
        you=wire.You(list(mine), NAMES[0]), scene=scene.thing, layout=cache.layout(), race=None, since_ms=0,
        awaits_ready=False, begins_ms=-1, now_ms=state.now_ms(played.now_ms), watching=0, watchers=[], said=said,
        moves=cache.moves(frozenset(mine)),
    )  # fmt: skip
    return encode(told).decode()


def answer(played: Played, asked: dict[str, Any]) -> list[wire.Out]:
    """What a page hears at once that asks a table something: why not, what more, or for advice, of which it gets the longest; and when it acts, that it has."""
    table = played.state.table
    assert table is not None
    match asked["t"]:
        case "why":
            reason, rules = reason_against(table, asked["seat"], asked["clicks"])
            return [wire.Because(asked["id"], reason, list(rules))]
        case "more":
            choices = views.choices(table.journal, asked["seat"])
            return [wire.ChoicesOut(asked["id"], beginning_with(choices, asked["click"]))]
        case "advise":
            action = table.legal_actions(asked["seat"])[-1]
            click = first_click(views.choices(table.journal, asked["seat"]), action)
            why = Message("ui.advice.better", {"n": 46, "other": 44})
            return [wire.Advice(asked["id"], asked["seat"], action, click, played.state.seq, why)]
        case "command":
            played.do(HOST, msgspec.convert(asked["do"], wire.Do))
            return [wire.Applied(asked["command_id"], played.state.seq)]
    return []


PASSING_MS = 300


def faults(page: Any, scrolls: bool = False) -> list[str]:
    """What is wrong with this page, see `truths.js`. With letters larger than usual, it `scrolls`."""
    finger = FINGER if page.viewport_size["width"] <= WIDEST_PHONE else 24
    asked = {"finger": finger, "letters": LETTERS, "scrolls": scrolls}
    found: list[str] = page.evaluate(TRUTHS, asked)
    if found:  # what is seen for an instant, while something comes or goes, is no fault
        page.wait_for_timeout(PASSING_MS)
        lasting = page.evaluate(TRUTHS, asked)
        found = [each for each in found if each in lasting]
    return found


class Stage:
    """A page that is shown one moment after another."""

    def __init__(self, page: Any, house: House, language: str = "fr") -> None:
        self.page, self.house = page, house
        self._shown: dict[str, Moment] = {}
        self._drawn = ""
        self._socket: Any = None
        page.route_web_socket(lambda address: "/ws" in address, self._opened)
        page.route(re.compile(r"/art/[^/]+/board/"), self._board)
        page.goto(house.url)
        self.begin()
        page.request.put(f"{house.url}/api/me", data={"name": NAMES[0], "lang": language})

    def begin(self) -> None:
        """Show the shelf, to somebody who has done nothing on this device."""
        self.page.evaluate("localStorage.clear()")
        self.page.evaluate(BRIEFED, list(GAMES))
        self.page.goto(self.house.url)

    def _opened(self, socket: Any) -> None:
        self._socket = socket

        def heard(text: str) -> None:
            message = json.loads(text)
            moment = self._shown[message["table"]]
            if message["t"] == "hello":
                socket.send(json.dumps(self._told(moment, moment.welcome)))
                return
            for told in answer(moment.played, message):
                socket.send(encode(told).decode())
            if message["t"] == "command":
                self._went_on(moment)

        socket.on_message(heard)

    def _went_on(self, moment: Moment) -> None:
        moment = self._shown[moment.label] = dataclasses.replace(moment, welcome=welcome(moment.played))
        told = self._told(moment, moment.welcome)
        self._socket.send(json.dumps(told | {"t": "update", "layout": None, "said_from": 0, "moves_from": 0}))

    def _told(self, moment: Moment, told: str) -> Any:
        made = json.loads(told)
        made["table"]["id"] = moment.label
        made["table"].pop(
            "weighs", None
        )  # as if it had not begun in a situation: nobody asks the server for chances
        return made

    def _board(self, route: Any) -> None:
        route.fulfill(body=self._drawn, content_type="image/svg+xml")

    def show(self, moment: Moment, size: dict[str, int], view: str = "own") -> None:
        """Show this moment on a screen of this size, looked at like this, and wait until it is drawn."""
        self.page.set_viewport_size(size)
        self._shown[moment.label], self._drawn = moment, moment.board
        self.page.evaluate(GO, f"/t/{moment.label}" + ("" if view == "own" else f"?view={view}"))
        self.page.wait_for_function(
            """id => location.pathname.endsWith(id) && document.querySelector('.board .spot, .hand .card')""",
            arg=moment.label,
        )
        still(self.page, "svg.board, .hand", 3)

    def tell(self, moment: Moment) -> None:
        """The game that was shown at this moment has gone on: tell the page how things are now."""
        self._went_on(moment)
        still(self.page, "svg.board, .hand", 3)

    def resize(self, size: dict[str, int], letters: str = "100%") -> None:
        """Show the same on a screen of another size, with letters that the reader's browser makes larger."""
        self.page.set_viewport_size(size)
        self.page.evaluate("letters => { document.documentElement.style.fontSize = letters; }", letters)
        still(self.page, "svg.board, .hand", 3)

    def looked_at(self, sizes: dict[str, dict[str, int]] = SIZES) -> Iterator[str]:
        """Show the same on one screen after another: their names."""
        for name, size in sizes.items():
            self.resize(size)
            yield name

    def table(self, label: str) -> Table:
        """The table that is shown under this label as it is now, once all that the page did is done: as a house tells it."""
        self.page.evaluate("0")
        table = self._shown[label].played.state.table
        assert table is not None
        return table.copy()

    def faults(self, scrolls: bool = False) -> list[str]:
        """What is wrong with what is shown."""
        return faults(self.page, scrolls)

    def lies(self) -> dict[str, list[int]]:
        """Where that lies which stays where it is from one moment of a game to the next: the board, with the size of its unit, the seats, and the main button."""
        found: dict[str, list[int]] = self.page.evaluate(LIES)
        return found
