"""A phone that is a hand, the board being on another screen: every action of Banzaï! can be done there."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.banzai import table_of, until
from browser.hands import button as button_of
from browser.hands import words
from browser.house import clicks_of
from browser.situated import Situated
from browser.test_accessible import settle
from ludotheque import Table
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.choices import choices as choices_of
from ludotheque.games.banzai.state import FAMILIES, Phase
from ludotheque.server.room.log_events import Act
from ludotheque.server.store import archive
from tests.banzai.tables import DECK, circle, deal
from tests.depth import deep

pytestmark = pytest.mark.browser

SEATS = 5
FLAT = {"width": 1280, "height": 800}
BOT = {"who": "bot", "level": "random"}
BASIC: dict[str, Any] = {"time_limit": 0}
ALL: dict[str, Any] = BASIC | {"optional_rules": True}


def hold(cards: str, options: dict[str, Any], **more: Any) -> Table:
    """Seat 0 holds these cards (as `tests.banzai.tables.cards` reads them), just after the first exchange."""
    position = {
        "game": "banzai", "seats": SEATS, "options": options, "phase": "open", "now_ms": 500, "exchanges": 1,
        "families": sorted(DECK[:SEATS], key=FAMILIES.index), "hands": deal(SEATS, {0: cards}),
        "pawns": [{"x": x, "y": y} for x, y in circle(SEATS - 1)],
    }  # fmt: skip
    return Table.from_position(position | more, seed=1)


def after(cards: str, *texts: str, options: dict[str, Any] = ALL, **more: Any) -> Table:
    """The same, once this was done: `2 lords` is a call of seat 2, a text alone is seat 0's."""
    table = hold(cards, options, **more)
    for text in texts:
        number, _, what = text.partition(" ")
        table.play(what if number.isdigit() else text, int(number) if number.isdigit() else 0)
        while int(table.state[0]["phase"]) in (Phase.HELD, Phase.TOUCHED) or table.awaits_chance:
            table.advance(table.due_ms)
    return table


FAMILY = "fox:lwpkm"
FINAL = {"final": True, "third": 0, "out": [4, 3, 0], "seating": [0, 1, 2]}

SITUATIONS: dict[str, tuple[Callable[[], Table], int, int]] = {
    "a card is laid down": (lambda: hold("fox:lw", BASIC), codes.CHOOSE, codes.CALL),
    "a feint": (lambda: hold("fox:lw", BASIC), codes.FEINT, codes.GIVE),
    "Banzaï": (lambda: hold(FAMILY, BASIC), codes.CALL, codes.GRAB),
    "a pawn is grabbed": (lambda: after(FAMILY, "banzai", options=BASIC), codes.GRAB, codes.MOVE),
    "a pawn is touched": (lambda: hold("fox:lw", BASIC), codes.GRAB, codes.MOVE),
    "a pawn is aimed at": (
        lambda: after("fox:lw", "1 banzai", options=BASIC | {"unhurried": True}), codes.GRAB, codes.MOVE,
    ),
    "ready": (lambda: after("fox:lw", "1 grab 0", options=BASIC), codes.RESUME, codes.KEEP),
    "Jeu": (lambda: after("fox:lwp", "stop1 fox"), codes.RESUME, codes.KEEP),
    "a pawn is moved": (lambda: after("fox:lwp", "stop1 fox"), codes.MOVE, codes.RESUME),
    "a second pawn is moved": (
        lambda: after("fox:lwp", "stop1 fox", "move 0 0.7 0.3 more"), codes.MOVE, codes.RESUME,
    ),
    "seats are changed": (lambda: after("fox:lwpk", "stop2 fox"), codes.SWAP, codes.CHALLENGE),
    "a pawn is taken off": (lambda: after("fox:w frog:w cat:w", "warriors"), codes.TAKE_PAWN, codes.LOOK),
    "two cards are given": (lambda: after("fox:l frog:l cat:l", "lords"), codes.GIVE, codes.DEAL_BACK),
    "two cards are given to another": (
        lambda: after("cow:kp", "1 lords", hands=LORDS_OF_ANOTHER), codes.GIVE, codes.DEAL_BACK,
    ),
    "a card is dealt back": (lambda: dealing(), codes.DEAL_BACK, codes.CONSENT),
    "a card is stolen": (lambda: after("fox:k frog:k cat:k", "kids"), codes.TAKE_FROM, codes.FEINT),
    "a marriage is proposed": (lambda: after("fox:lp", "marriage fox"), codes.PROPOSE, codes.TAKE_FROM),
    "a marriage is agreed to": (lambda: proposed(), codes.CONSENT, codes.REFUSE),
    "a marriage is refused": (lambda: proposed(), codes.REFUSE, codes.TAKE_PAWN),
    "a duel": (lambda: after("fox:lw", "duel fox"), codes.CHALLENGE, codes.PROPOSE),
    "three hands are looked at": (lambda: after("fox:lm", "seer fox"), codes.LOOK, codes.TAKE_WITH),
    "two hands are looked at": (lambda: after(ONE_OF_EACH, "hand"), codes.LOOK, codes.TAKE_WITH),
    "seat and hand are exchanged": (lambda: after(ONE_OF_EACH, "hand", "look 1 3"), codes.TAKE_WITH, codes.FAMILY),
    "a card is looked at first": (lambda: with_a_whim(), codes.PEEK, codes.SWAP),
    "hop": (lambda: with_a_whim(), codes.HOP, codes.PEEK),
    "the third of a final stops": (lambda: final("fox:lwp"), codes.CALL, codes.GRAB),
}  # fmt: skip
ONE_OF_EACH = "fox:l frog:w turtle:p cat:k cow:m"
LORDS_OF_ANOTHER = deal(SEATS, {0: "cow:kp", 1: "fox:l frog:l cat:l"})
NOT_DRAWN = {codes.KEEP}
"""What a screen leaves out, as the same comes of something simpler; a last pawn and a touch in one's own Stop as well."""


def dealing() -> Table:
    """All have given their two cards."""
    table = after("fox:l frog:l cat:l", "lords")
    while any(
        codes.GIVE <= code < codes.DEAL_BACK for seat in range(SEATS) for code in table.legal_actions(seat)
    ):
        seat = next(
            seat
            for seat in table.actors
            if any(codes.GIVE <= code < codes.DEAL_BACK for code in table.legal_actions(seat))
        )
        table.play(
            next(code for code in table.legal_actions(seat) if codes.GIVE <= code < codes.DEAL_BACK), seat
        )
    return table


def proposed() -> Table:
    """Seat 1 proposes a marriage to seat 0."""
    return after("", "1 marriage frog", "1 give to 0", hands=deal(SEATS, {0: "fox:p", 1: "frog:lp"}))


def with_a_whim() -> Table:
    """All have chosen their cards, and seat 0 may look at its own before the hop."""
    table = after("fox:lk", "caprice fox", "resume")
    for seat in range(SEATS):
        table.play(next(code for code in table.legal_actions(seat) if code < codes.CALL), seat)
    return table


def final(cards: str) -> Table:
    """The last three; seat 0 is out already."""
    families = sorted(DECK[:3], key=FAMILIES.index)
    hands = [*deal(3, {0: cards}), [], []]
    return hold("", BASIC, families=families, hands=hands, pawns=[{"x": 0, "y": 0.35}], **FINAL)


def pick(table: Table, low: int, high: int) -> int:
    """One of the actions of a kind that seat 0 may do: a pawn goes to a place that lies free."""
    found = [code for code in table.legal_actions(0) if low <= code < high]
    assert found, "nothing of that kind may be done"
    if low != codes.MOVE:
        return int(found[len(found) // 2])
    more = max(codes.moved_more(code) for code in found)
    return int(
        min(
            (code for code in found if codes.moved_more(code) == more),
            key=lambda code: abs(codes.moved_x(code) + 500) + abs(codes.moved_y(code) - 300),
        )
    )


def click(page: Any, table: Table, what: str) -> None:
    """One click: a card, a call, a feint (on a phone they are folded), a thing, a button, or a place of the small board."""
    fold = page.locator("#bluffs-title[aria-expanded=false]")
    if not page.locator(f'[data-call="{what}"]').count() and what.startswith("feint.") and fold.count():
        fold.click()
    for attribute in ("data-card", "data-call", "data-thing"):
        thing = page.locator(f'[{attribute}="{what}"]')
        if thing.count():
            thing.first.click()
            return
    named = {button.id: button.label for button in choices_of(table.box[0], table.view({0})[0], 0).buttons}
    if what in named:
        label = named[what]
        page.locator(".prompt").get_by_role("button", name=words(label.key, **label.args)).first.click()
        return
    scene = table.scene({0})
    spot = next((piece.place for piece in scene.pieces if piece.id == what), what)
    page.locator(f'[data-spot="{spot}"]').click()


USUAL = {"a pawn is grabbed", "seats are changed", "two hands are looked at"}
"""Always gone through; the others where there is time."""


@pytest.mark.parametrize("name", [name if name in USUAL else deep(name) for name in SITUATIONS])
def test_it_is_done_on_a_hand_alone(hand, situated, name):
    page, table, code, identity = begin(hand, situated, name, "hand", [BOT] * (SEATS - 1))
    for each in clicks_of(table, 0, code):
        click(page, table, each)
    wide = page.locator(".thumb .wide")
    if wide.count() and wide.is_enabled():
        wide.click()
    assert first_act(situated, identity) == code


def begin(
    page: Any, situated: Situated, name: str, view: str, others: list[dict[str, Any]]
) -> tuple[Any, Table, int, str]:
    """A table in a situation, looked at in this way: the page, the same table here, the action to be done, the table's id."""
    make, low, high = SITUATIONS[name]
    table = make()
    code = pick(table, low, high)
    situated.begin_with(table.position())
    asked = table.position()["options"]
    options = {key: asked[key] for key in ("optional_rules", "unhurried", "time_limit") if key in asked}
    chairs = [{"who": "me", "name": "Ada"}, *others]
    identity = table_of(page, situated.url, chairs, view=view, **options)
    page.wait_for_selector(".hand .card, .live .prompt, [data-zone] [data-card]")
    return page, table, code, identity


def click_in_zone(page: Any, table: Table, what: str) -> None:
    """One click of seat 0 at a screen lying flat: a card is flicked, buttons and things lie in the zone, the rest is the board's."""
    zone = page.locator('[data-zone="0"]')
    card = zone.locator(f'[data-card="{what}"]')
    if card.count():
        box = card.first.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        angle = zone.evaluate("each => parseFloat(each.style.getPropertyValue('--angle'))")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y + (50 if angle == 180 else -50), steps=3)
        page.mouse.up()
        return
    for attribute in ("data-call", "data-thing", "data-say"):
        thing = zone.locator(f'[{attribute}="{what}"]')
        if thing.count():
            thing.first.dispatch_event("click" if attribute == "data-say" else "pointerdown", {"button": 0})
            return
    named = {button.id: button.label for button in choices_of(table.box[0], table.view({0})[0], 0).buttons}
    if what in named:
        label = named[what]
        wanted = zone.get_by_role("button", name=words(label.key, **label.args))
        if not wanted.count():
            button_of(zone, "ui.zone.asides").click()  # a short zone keeps feints behind one button
        wanted.first.click()
        return
    scene = table.scene(set(range(SEATS)))
    spot = next((piece.place for piece in scene.pieces if piece.id == what), what)
    page.locator(f'[data-spot="{spot}"]').dispatch_event("click")


@pytest.mark.parametrize("name", [deep(name) for name in SITUATIONS if "final" not in name])
def test_it_is_done_in_a_zone_of_a_screen_lying_flat(person, situated, name):
    others = [{"who": "here", "name": each} for each in ("Ben", "Chloé", "David", "Eva")]
    page, table, code, identity = begin(person(FLAT), situated, name, "flat", others)
    for each in clicks_of(table, 0, code):
        click_in_zone(page, table, each)
        page.wait_for_timeout(150)
    do_it = page.locator('[data-zone="0"] .words .button:not(.quiet)')
    if do_it.count() and not acts(situated, identity):
        do_it.first.click()
    assert first_act(situated, identity) == code


def first_act(situated: Situated, identity: str) -> int:
    """What seat 0 does first, once the house has it."""
    for _ in until(10):
        if done := acts(situated, identity):
            break
    return done[0]


def acts(situated: Situated, identity: str) -> list[int]:
    """What seat 0 did so far."""
    rows = dict(archive.tables(situated.data))[identity]
    return [row.event.action for row in rows if isinstance(row.event, Act) and row.event.seat == 0]


ASKED = ["seats are changed", "a pawn is taken off", "a card is stolen", "a marriage is agreed to", "a duel"]


@pytest.mark.parametrize("name", [name if name == ASKED[0] else deep(name) for name in ASKED])
def test_irreversible_actions_ask_first_and_move_nothing(hand, situated, name):
    page, table, code, identity = begin(hand, situated, name, "own", [BOT] * (SEATS - 1))
    page.set_viewport_size(LOW)
    page.locator(".board .spot").first.wait_for(state="attached")
    settle(page)
    before = page.evaluate(LIES)
    click(page, table, clicks_of(table, 0, code)[0])
    wide = page.locator(".thumb .wide:not(:disabled)")
    wide.wait_for()
    settle(page)
    assert [each for each in page.evaluate(LIES) if each not in before] == []
    button_of(page, "ui.back").click()
    wide.wait_for(state="detached")
    click(page, table, clicks_of(table, 0, code)[0])
    assert acts(situated, identity) == []
    wide.click()
    assert first_act(situated, identity) == code


LOW = {"width": 390, "height": 664}
LIES = """() => [...document.querySelectorAll('svg.board, .card:not(.chosen), .call')].map((each) =>
  [each.dataset.call ?? each.dataset.card ?? 'board', ...Object.values(each.getBoundingClientRect().toJSON()).slice(0, 4).map(Math.round)].join())"""


def test_two_of_three_hands_are_picked_and_nothing_is_squeezed(hand, situated):
    page, table, code, _ = begin(hand, situated, "three hands are looked at", "own", [BOT] * (SEATS - 1))
    page.set_viewport_size(LOW)
    page.locator(".board .spot").first.wait_for(state="attached")
    settle(page)
    before = page.evaluate(LIES)
    first, second, _third = clicks_of(table, 0, code)
    click(page, table, first)
    click(page, table, second)
    sentence = page.locator(".prompt .sentence")
    expect(sentence).to_have_text(re.compile(r"Étourdi\s\d, Étourdi\s\d\s: et qui"))
    assert page.locator(".prompt .chip").count() == 0
    settle(page)
    assert page.evaluate(LIES) == before
    click(page, table, second)
    expect(sentence).to_have_text(re.compile(r"^\s*Étourdi\s\d\s: et qui"))


@pytest.mark.deep
def test_a_stop_leaves_only_touching_and_keeping_undrawn():
    """Of what may be done in one's own Stop, only « leave the pawns », « the last pawn » and touching one are not drawn."""
    table = after("fox:lwp", "stop1 fox")
    choice = choices_of(table.box[0], table.view({0})[0], 0)
    assert {button.id for button in choice.buttons if not button.drawn} == {"keep", "last", "touch"}
    firsts = [choice.nodes[root] for root in choice.roots]
    assert {node.action for node in firsts if node.click == "keep"} == NOT_DRAWN
    assert not {"last", "touch"} & {node.click for node in firsts}
