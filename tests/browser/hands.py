"""What a person does at a table, by clicks, taps or keys alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from browser.house import House, best, label_of, spot_of
from ludotheque import Table
from ludotheque.core.catalogue import say
from ludotheque.core.message import Message
from ludotheque.table import views

WAIT = 20.0
GO = "address => { history.pushState(null, '', address); dispatchEvent(new PopStateEvent('popstate')); }"
"""Go to another page of the site as a link does, which is much quicker than to load it."""


def words(key: str, language: str = "fr", **args: Any) -> str:
    """What a button or a title says."""
    return say({"key": key, "args": args}, language)


def button(page: Any, key: str, language: str = "fr", **args: Any) -> Any:
    """The button that says this."""
    return page.get_by_role("button", name=words(key, language, **args), exact=True)


def arrow(page: Any, key: str = "ui.undo", language: str = "fr") -> Any:
    """The arrow beside the big button, where it says this: it takes back the last click or the last move."""
    return button(page.locator(".thumb"), key, language)


def go(page: Any, path: str) -> None:
    """Go to another page of the site, with another title, as a link does."""
    before = page.title()
    page.evaluate(GO, path)
    page.wait_for_function("before => document.title !== before", arg=before)


def open_table(page: Any, house: House, name: str = "Ada", fill: Callable[[Any], None] | None = None) -> str:
    """From the shelf to a table, by clicks: open the box's options, give a name, change what `fill` changes, open. Its id."""
    page.goto(house.url)
    page.get_by_role("link", name=words("ui.play.options.game", game="Billabong"), exact=True).click()
    page.get_by_label(words("ui.name.ask")).fill(name)
    if fill is not None:
        fill(page)
    button(page, "ui.new.open").click()
    page.wait_for_url("**/t/*")
    identity: str = page.url.rsplit("/", 1)[1].partition("#")[0]
    return identity


def duel(page: Any) -> None:
    """Five kangaroos each instead of ten."""
    page.get_by_text(words("billabong.option.mode.duel"), exact=True).click()


def tap(page: Any, spot: str) -> None:
    """Click or tap a place of the board."""
    page.locator(f'[data-spot="{spot}"]').click()


def touch(page: Any, spot: str) -> None:
    """Tap a place with a finger."""
    page.locator(f'[data-spot="{spot}"]').tap()


def confirm(page: Any) -> None:
    """Press the big button that does what was chosen."""
    page.locator(".thumb .wide").click()


def my_turn(house: House, identity: str, seat: int) -> Table | None:
    """The table once it is this seat's turn; None once the game is over."""
    deadline = time.monotonic() + WAIT
    while time.monotonic() < deadline:
        table = house.table(identity)
        if table.is_over:
            return None
        if seat in table.actors:
            return table
        time.sleep(0.02)
    raise TimeoutError(f"seat {seat} is still waiting")


def moves_shown(page: Any) -> int:
    """How many moves the page knows of."""
    return (
        int(page.locator(".moves > ol").get_attribute("data-count") or 0)
        if page.locator(".moves > ol").count()
        else 0
    )


def play_turn(
    page: Any, house: House, identity: str, seat: int, do: Callable[[Any, str], None] = tap
) -> bool:
    """One good action of a seat, by clicks; False once the game is over."""
    table = my_turn(house, identity, seat)
    if table is None:
        return False
    code, clicks = best(table, seat)
    wait_for_moves(page, len(table.events))
    choices = views.choices(table.journal, seat)
    buttons = {each.id: each.label for each in choices.buttons}
    for click in clicks:
        if click in buttons:
            press(page, buttons[click])
        else:
            do(page, spot_of(table, seat, click))
    if page.locator(".thumb .wide").is_disabled() and page.locator(".prompt .chip").count():
        chip(page, table, seat, code).click()
    if not buttons or page.locator(".thumb .wide").is_enabled():
        confirm(page)
    played = house_waits(house, identity, len(table.events)).events[len(table.events)]
    assert (played.seat, played.code) == (seat, code)
    return True


NAMES = """() => [document.documentElement.lang, [...document.querySelectorAll('ul.seats .name')].map((name) =>
  [...name.childNodes].filter((one) => one.nodeType === Node.TEXT_NODE).map((one) => one.data).join('').trim())]"""
"""The language of a page, and what it calls those who sit at its table."""


def labelled(page: Any, label: Message) -> Any:
    """The button beside the board that says this."""
    language, names = page.evaluate(NAMES)
    said = say(label, language, names=dict(enumerate(names)))
    return page.locator(".prompt").get_by_role("button", name=said, exact=True)


def press(page: Any, label: Message) -> None:
    """Press a button beside the board."""
    labelled(page, label).click()


def chip(page: Any, table: Table, seat: int, code: int) -> Any:
    """Where several actions end on one place: the button that is called like this one."""
    return labelled(page, label_of(table, seat, code))


def wait_for_moves(page: Any, count: int) -> None:
    """Until the page shows that many moves."""
    page.wait_for_function(
        "count => Number(document.querySelector('.moves > ol')?.dataset.count ?? 0) >= count", arg=count
    )


def house_waits(house: House, identity: str, count: int, read: Callable[[str], Table] | None = None) -> Table:
    """The table once it has more than `count` events: what was clicked has arrived. Who does not wait clicks it again."""
    deadline = time.monotonic() + WAIT
    while time.monotonic() < deadline:
        table = (read or house.table)(identity)
        if len(table.events) > count:
            return table
        time.sleep(0.02)
    raise TimeoutError(f"still {count} events")


SMALL = """
[board]
width = 10
height = 8
provenance = "reconstructed"
[lake]
x = 4
y = 3
width = 2
height = 2
provenance = "reconstructed"
[stream]
column = 4
provenance = "reconstructed"
[pieces]
kangaroos = 3
provenance = "reconstructed"
[limit]
race_turns = 300
provenance = "reconstructed"
"""
"""A board of one's own on which a game is short."""


def small_table(page: Any, house: House) -> str:
    """A duel with a bot on the small board; its id."""
    return make_table(page, house, components=SMALL)


def make_table(page: Any, house: House, **wanted: Any) -> str:
    """A table of this page's person, made over HTTP; its id. The page then shows it."""
    page.request.put(house.url + "/api/me", data={"name": "Ada", "lang": "fr"})
    order = {"game": "billabong", "seats": 2, "options": {"mode": "duel"}, "first": 0,
             "chairs": [{"who": "me"}, {"who": "bot", "level": "greedy"}]}  # fmt: skip
    answer = page.request.post(house.url + "/api/tables", data=order | wanted)
    assert answer.status == 201, answer.text()
    identity: str = answer.json()["id"]
    page.goto(f"{house.url}/t/{identity}")
    return identity


def is_apart(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes on a page share nothing, but for a pixel."""
    return any(
        first[at] + first[size] <= second[at] + 1
        for at, size in (("x", "width"), ("y", "height"))
        for first, second in ((one, other), (other, one))
    )


MEASURED = """urls => Promise.all(urls.map(async (url) => {
  const image = new Image();
  image.src = url;
  await image.decode();
  return `${image.naturalWidth}x${image.naturalHeight}`;
}))"""


def installed(page: Any) -> dict[str, Any]:
    """The manifest as Chromium reads it, once Chromium would install the page and all pictures of the manifest are as large as it says."""
    line = page.context.new_cdp_session(page)
    told = line.send("Page.getAppManifest")
    assert told["errors"] == []
    wrong = {each["errorId"] for each in line.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert wrong <= {"in-incognito"}, "as each test's browser is"
    found: dict[str, Any] = told["manifest"]
    pictures = [*found["icons"], *(each["image"] for each in found["screenshots"])]
    sized = [each for each in pictures if each["sizes"] != "0x0"]  # a drawing has any size
    assert page.evaluate(MEASURED, [each["url"] for each in sized]) == [each["sizes"] for each in sized]
    assert {each["formFactor"] for each in found["screenshots"]} == {"kWide", "kNarrow"}
    return found
