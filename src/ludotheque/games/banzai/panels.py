"""What lies beside the table: one's own hand, the families that are united, the cards that the Seigneurs deal back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from ludotheque.games.banzai import picture
from ludotheque.games.banzai.glance import Glance
from ludotheque.games.banzai.looks import family_word, player, said
from ludotheque.games.banzai.pieces import face_up
from ludotheque.games.banzai.state import DEALT, FAMILIES, NONE, Phase
from ludotheque.games.banzai.things import card_name, cards_in, seated
from ludotheque.scene.model import Panel, Piece, Place

LETTERS = "♥♣♠♦♪★"
"""The signs of the unions."""
IN_A_ROW = 8
"""So many of the cards to deal back lie in a row."""


def beside_the_table(s: Any, audience: int, at: Glance) -> tuple[list[Panel], list[Piece]]:
    """The panels and what lies in them."""
    panels: list[Panel] = []
    pieces: list[Piece] = []
    own = [seat for seat in seated(s) if audience >> seat & 1]
    for found in (
        *_pool(s, audience),
        *_shown(s, audience, len(own) > 1),
        *(_own(s, seat) for seat in own),
        *(_learnt(s, seat) for seat in own if len(own) > 1),
        _united(s, at),
    ):
        if found is not None:
            panels.append(found[0])
            pieces += found[1]
    return panels, pieces


def hand_place(seat: int, number: int) -> str:
    """`hand.3.0`: where a card of a hand lies."""
    return f"hand.{seat}.{number}"


def in_hand(s: Any, seat: int) -> list[int]:
    """The cards of a hand that the audience sees, in the order in which they lie: all but the one laid down."""
    laid = int(s["chosen"][seat])
    return [card for card in cards_in(int(s["hands"][seat])) if card != laid]


def _row(names: list[str], size: float, label: str) -> tuple[Place, ...]:
    return tuple(
        Place(name, (number + 0.5) * size, size / 2, size, size, said(label, n=number + 1))
        for number, name in enumerate(names)
    )


def _own(s: Any, seat: int) -> tuple[Panel, list[Piece]]:
    """A hand with all its cards but the one laid down, families together; nobody else at the screen sees it."""
    cards = in_hand(s, seat)
    names = [hand_place(seat, number) for number in range(max(DEALT, len(cards)))]
    panel = Panel(
        f"hand.{seat}",
        "hand",
        said("banzai.panel.own", who=player(seat)),
        _row(names, picture.CARD, "banzai.place.hand"),
        seat=seat,
        secret=True,
    )
    return panel, [face_up(s, seat, card, at, cover="back") for card, at in zip(cards, names, strict=False)]


def _learnt(s: Any, seat: int) -> tuple[Panel, list[Piece]] | None:
    """What one of several people at this screen alone has seen in others' hands; None if nothing."""
    others = [other for other in seated(s) if other != seat]
    holders = {card: other for other in others for card in cards_in(int(s["hands"][other]))}
    known = int(s["known"][seat]) & ~int(s["shown"])
    cards = [card for card in cards_in(known) if card in holders]
    if not cards:
        return None
    names = [f"learnt.{seat}.{number}" for number in range(len(cards))]
    panel = Panel(
        f"learnt.{seat}",
        "tray",
        said("banzai.panel.learnt", who=player(seat)),
        _row(names, picture.SMALL_CARD, "banzai.place.learnt"),
        seat=seat,
        secret=True,
        small=True,
    )
    return panel, [
        replace(
            face_up(s, holders[card], card, at, cover="back"),
            id=f"learnt.{seat}.{card_name(card)}",
            seat=seat,
        )
        for card, at in zip(cards, names, strict=True)
    ]


def showing(s: Any) -> list[int]:
    """The seats whose cards are shown or looked at: whose Stop it is, whom the caller looks at; at the end, who called."""
    phase = int(s["phase"])
    if phase == Phase.STOP:
        caller, looked = int(s["stop_by"]), int(s["looked"])
        return [seat for seat in seated(s) if seat == caller or looked >> seat & 1]
    caller = int(s["caller"]) if phase in (Phase.END, Phase.OVER) else NONE
    return [seat for seat in seated(s) if seat == caller]


def _shown(s: Any, audience: int, several: bool) -> Iterator[tuple[Panel, list[Piece]]]:
    """What is shown at this moment, large, beside the table. Where several people look, what all of them may see and nothing else."""
    for seat in showing(s):
        if audience >> seat & 1 and not several:
            continue
        cards = cards_in(int(s["hands"][seat]) & int(s["shown"])) if several else in_hand(s, seat)
        if not cards:
            continue
        names = [f"shown.{seat}.{number}" for number in range(len(cards))]
        pieces = [face_up(s, seat, card, at) for card, at in zip(cards, names, strict=True)]
        if several:
            pieces = [replace(piece, id=f"shown.{piece.id}") for piece in pieces]
        title = said("banzai.panel.shown", who=player(seat))
        yield (
            Panel(
                f"shown.{seat}", "shown", title, _row(names, picture.CARD, "banzai.place.shown"), seat=seat
            ),
            pieces,
        )


def _united(s: Any, at: Glance) -> tuple[Panel, list[Piece]] | None:
    """The families that marriages have made one, those of one union with the same letter; None while there are none."""
    groups: dict[int, list[int]] = {}
    for family in (family for family, plays in enumerate(at.in_play) if plays):
        groups.setdefault(int(s["united"][family]), []).append(family)
    unions = [group for group in groups.values() if len(group) > 1]
    if not unions:
        return None
    members = [(family, letter) for group, letter in zip(unions, LETTERS, strict=False) for family in group]
    names = [f"union.{number}" for number in range(len(members))]
    panel = Panel(
        "united",
        "tray",
        said("banzai.panel.united"),
        _row(names, picture.SMALL_CARD, "banzai.place.united"),
        small=True,
    )
    return panel, [
        Piece(
            f"family.{FAMILIES[family]}",
            "family",
            at,
            said("banzai.piece.united", family=family_word(family), letter=letter),
            face=FAMILIES[family],
            mark=letter,
            sign=f"{FAMILIES[family]} {letter}",
        )
        for (family, letter), at in zip(members, names, strict=True)
    ]


def _pool(s: Any, audience: int) -> Iterator[tuple[Panel, list[Piece]]]:
    """The cards that were given to the Seigneurs, for their caller to deal back."""
    caller = int(s["stop_by"])
    if int(s["phase"]) != Phase.STOP or caller == NONE or not audience >> caller & 1:
        return
    cards = cards_in(int(s["pool"]))
    for row, first in enumerate(range(0, len(cards), IN_A_ROW)):
        held = cards[first : first + IN_A_ROW]
        names = [f"pool.{first + number}" for number in range(len(held))]
        panel = Panel(
            f"pool-{row}",
            "tray",
            said("banzai.panel.pool"),
            _row(names, picture.POOLED, "banzai.place.pool"),
            seat=caller,
            secret=True,
        )
        yield (
            panel,
            [face_up(s, caller, card, at, cover="back") for card, at in zip(held, names, strict=True)],
        )
