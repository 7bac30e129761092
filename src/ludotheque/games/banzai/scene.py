"""What lies on the table at Banzaï!, as one's own side of it shows it. The clicks are in `choices.py`, what happened in `happenings.py`."""

from __future__ import annotations

from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.banzai import picture, places
from ludotheque.games.banzai.aid import aid
from ludotheque.games.banzai.choices import choices
from ludotheque.games.banzai.clicking import clicked
from ludotheque.games.banzai.glance import Glance, glance
from ludotheque.games.banzai.happenings import event
from ludotheque.games.banzai.looks import MARKS, rim, said, tint
from ludotheque.games.banzai.panels import beside_the_table
from ludotheque.games.banzai.pieces import is_awaited, on_the_table
from ludotheque.games.banzai.prompts import alone, prompt
from ludotheque.games.banzai.rules.ending import is_ready
from ludotheque.games.banzai.rules.hands import spared
from ludotheque.games.banzai.seen import seen_cards
from ludotheque.games.banzai.state import NONE, Phase
from ludotheque.games.banzai.things import seated
from ludotheque.games.banzai.verdicts import verdicts
from ludotheque.scene.lesson import Lesson
from ludotheque.scene.model import Layout, Scene, Standing

__all__ = ["board", "choices", "clicked", "event", "layout", "practice", "scene"]


def layout(b: Any, s: Any) -> Layout:
    """The table: the same for every number of players."""
    return places.layout()


def board(b: Any, s: Any) -> str:
    """The table as SVG."""
    return picture.draw()


def scene(b: Any, s: Any, audience: int) -> Scene:
    """Everything on the table, turned so that the audience's own seat is nearest, and what is expected of whom."""
    at = glance(s)
    panels, cards = beside_the_table(s, audience, at)
    seen = list(seen_cards(s, audience))
    return Scene(
        game="banzai",
        layout=places.layout().id,
        prompt=prompt(b, s, audience),
        standings=tuple(_standing(s, seat, at) for seat in range(int(s["seats"]))),
        pieces=(*on_the_table(s, audience, at), *cards, *(card for _, card in seen)),
        panels=tuple(panels),
        now_ms=int(s["now_ms"]),
        turn=_turn(s, audience),
        places=(*places.around_the_table(s, at), *(place for place, _ in seen)),
        aid=aid(b, s, audience, at),
        verdicts=verdicts(s, alone(s, audience)),
    )


def practice() -> Lesson:
    """What it is about, for who never played it."""
    from ludotheque.games.banzai.lesson import practice as played

    return played()


def _turn(s: Any, audience: int) -> float:
    """One's own place is nearest; the first place is, for who has none, and in the middle of those that share a screen."""
    own = [place for place, seat in enumerate(seated(s)) if audience >> seat & 1]
    return picture.turn_of(own[0] if own else 0, int(s["placed"]))


def _standing(s: Any, seat: int, at: Glance) -> Standing:
    place = at.places[seat]
    return Standing(
        seat,
        (tint(seat),),
        MARKS[seat],
        tuple(_lines(s, seat, at)),
        place=rim(place) if place != NONE else "",
    )


def _lines(s: Any, seat: int, at: Glance) -> list[Message]:
    """What is to be known of a player at a glance."""
    out = int(s["out"][seat])
    if out and seat != int(s["third"]):
        return [said("banzai.standing.out", n=out)]
    if at.places[seat] == NONE:
        return []
    lines = [said("banzai.standing.cards", n=int(s["held"][seat]))]
    lines += [Message(f"banzai.standing.{name}") for name, holds in _facts(s, seat, at) if holds]
    return lines


def _facts(s: Any, seat: int, at: Glance) -> list[tuple[str, bool]]:
    phase = int(s["phase"])
    return [
        ("third", seat == int(s["third"])),
        ("master", phase == Phase.OVER and not int(s["out"][seat])),
        ("laid", phase in (Phase.CHOOSE, Phase.OPEN) and int(s["chosen"][seat]) != NONE),
        ("awaited", phase == Phase.STOP and is_awaited(s, seat)),
        ("pawn", bool(at.holding[seat])),
        ("ready", phase == Phase.END and bool(is_ready(s, seat))),
        ("magicians", bool(spared(s, seat))),
        ("duel", seat in (int(s["challenger"]), int(s["challenged"]))),
        ("whim", seat == int(s["caprice_seat"])),
    ]
