"""What breaks the laws of secrets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from msgspec import structs

from ludotheque.core.errors import Unreadable
from ludotheque.core.game import HIDDEN, Game
from ludotheque.core.message import Message
from tests.testing.altered import altered, codec, presenter
from tests.testing.table import BREAKAGES, breaks, coded, fact, replace_facts, verb
from tiny import rules
from tiny.state import ADDS, CHOOSE, DEAL, FIRST_CARD, GRAB_CODE, NONE, SEALED, UNKNOWN


# -- secrets -------------------------------------------------------------------------------------------------
@verb("hide", "hidden from some, another may act", "other seats may act")
def hide(b, s, audience):
    rules.hide(b, s, audience)
    s.add[: s.seats] = NONE if s.phase == CHOOSE and audience == 0 else s.add[: s.seats]


@verb("hide", "a spectator sees more than a player", "is not what is left of")
def hide(b, s, audience):
    if audience:
        rules.hide(b, s, audience)


fact("hide", "secrets are not declared", "declares no secrets")
BREAKAGES[-1] = replace(BREAKAGES[-1], game=lambda: replace_facts(altered(), secrets=False))


@verb("redeal", "nothing is guessed", "in a guess card is")
def redeal(b, s, audience, rng):
    return None


@verb("redeal", "everybody is dealt the same card", "a guess has")
def redeal(b, s, audience, rng):
    s.card[: s.seats] = [3 if card == UNKNOWN else card for card in s.card[: s.seats]]
    s.add[: s.seats] = [0 if add == SEALED else add for add in s.add[: s.seats]]


@verb("redeal", "one's own card is dealt anew", "does not agree with what they saw")
def redeal(b, s, audience, rng):
    rules.redeal(b, s, audience, rng)
    if s.phase == CHOOSE:
        s.card[0] = (s.card[0] + 1) % 8


@coded("veil", "a choice is veiled from who makes it", "veiled from who may know")
def veil(good, b, s, seat, code, audience):
    return HIDDEN if code < ADDS and audience in (1, 2, 4) else good.veil(b, s, seat, code, audience)


@coded("veil", "a veil shows another action", "is shown as")
def veil(good, b, s, seat, code, audience):
    hidden = good.veil(b, s, seat, code, audience) == HIDDEN
    return (code + 1) % ADDS if hidden and code < ADDS else good.veil(b, s, seat, code, audience)


@coded("veil", "an action is veiled from everybody", "from all seats together")
def veil(good, b, s, seat, code, audience):
    return HIDDEN if code == GRAB_CODE else good.veil(b, s, seat, code, audience)


@verb("veil", "sealed choices lie open", "its view shows which it was")
def hide(b, s, audience):
    adds = s.add.copy()
    rules.hide(b, s, audience)
    s.add[:] = adds


@verb("veil", "cards lie open while they are dealt", "its view shows which it was")
def hide(b, s, audience):
    if s.phase != DEAL:
        rules.hide(b, s, audience)


def high_card(s: Any, seat: int) -> bool:
    """Whether another seat holds a high card."""
    return any(s["card"][other] > 3 for other in range(int(s["seats"])) if other != seat)


def _leaky_why_not(b, s, seat, action):
    if action == 2 and s.phase == CHOOSE and s.add[seat] == NONE and high_card(s, seat):
        return 2
    return rules.why_not(b, s, seat, action)


@breaks("blind", "what is legal depends on another's card", "can tell from the legal actions")
def _() -> Game:
    def legal(b, s, seat, out):
        codes = [code for code in range(GRAB_CODE + 1) if _leaky_why_not(b, s, seat, code) == 0]
        out[: len(codes)] = codes
        return len(codes)

    return altered({"why_not": _leaky_why_not, "legal": legal})


@verb("blind", "a refusal tells of another's card", "can tell from the refusals")
def why_not(b, s, seat, action):
    reason = rules.why_not(b, s, seat, action)
    return 3 if reason == 4 and s.phase == CHOOSE and high_card(s, seat) else reason


@coded("blind", "an error tells of another's card", "can tell from the errors")
def parse(good, b, s, seat, text):
    try:
        return good.parse(b, s, seat, text)
    except Unreadable as error:
        raise Unreadable("no", Message("error.unreadable", {"text": str(high_card(s, seat))})) from error


@coded("blind", "the text of an action that all see tells of a card", "can tell from the")
def text(good, b, s, seat, code, path):
    said = good.text(b, s, seat, code, path)
    return said + " " if code >= FIRST_CARD and s["card"][0] > 3 else said


@breaks("alike", "an open choice is told with a card that not all know", "looks different to seats")
def _() -> Game:
    def veil(good, b, s, seat, code, audience):
        return code if code < ADDS else good.veil(b, s, seat, code, audience)

    def event(good, b, before, after, seat, code, path):
        told = good.event(b, before, after, seat, code, path)
        return structs.replace(told, text=f"{told.text} {after['card'][0]}")

    game = altered(codec=codec(veil=veil), presenter=presenter(event=event))
    game.presenter.TELLS_ALIKE = True
    return game


@breaks("blind", "the way of an action tells of a card", "can tell from the")
def _() -> Game:
    def path(good, b, s, seat, code):
        return ("high",) if seat >= 0 and high_card(s, seat) else ()

    def event(good, b, before, after, seat, code, path):
        told = good.event(b, before, after, seat, code, path)
        return structs.replace(told, text=f"{told.text} {' '.join(path)}")

    return altered(codec=codec(path=path), presenter=presenter(event=event))


@breaks("blind", "whether one may take back tells of another's card", "can tell from the taking back")
def _() -> Game:
    return altered(reveals=lambda b, s, code: rules.reveals(b, s, code) or bool(max(s["card"]) > 5))


@verb("observed", "an observation says more than is described", "numbers are observed, but")
def observe(b, s, seat, out):
    return rules.observe(b, s, seat, out) + 1


@verb("observed", "an observation leaves its bounds", "number 0 of the observation is 2.0, not from 0 to 1")
def observe(b, s, seat, out):
    count = rules.observe(b, s, seat, out)
    out[0] = 2.0
    return count


@verb("observed", "it is written beyond the end", "beyond the end")
def observe(b, s, seat, out):
    count = rules.observe(b, s, seat, out)
    out[count] = 0.0
    return count


@verb("observed", "observing changes what is seen", "observing changes the view")
def observe(b, s, seat, out):
    s.score[0] += 1
    return rules.observe(b, s, seat, out)
