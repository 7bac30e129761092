"""What lies on the table at Boussanga. The clicks are in `choices.py`, what happened in `happenings.py`.

There are no secrets: every audience sees the same things; only the order of the hands and the words of the prompt differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ludotheque.core import verbs
from ludotheque.core.bits import count_bits
from ludotheque.core.message import Message
from ludotheque.games.boussanga import picture
from ludotheque.games.boussanga.cards import pattern
from ludotheque.games.boussanga.choices import choices, clicked
from ludotheque.games.boussanga.happenings import event
from ludotheque.games.boussanga.rules.aligning import points
from ludotheque.games.boussanga.rules.cooperating import colour_due
from ludotheque.games.boussanga.rules.finish import grade
from ludotheque.games.boussanga.rules.laying import is_any_found
from ludotheque.games.boussanga.rules.setup import is_cooperative, store_of
from ludotheque.games.boussanga.state import COLOURS, LETTERS, NONE, STRIDE, Ending, Mode, Phase
from ludotheque.games.boussanga.things import (
    MARKS,
    SEAT_TINTS,
    SPRITES,
    TEAM_TINTS,
    TINTS,
    card_id,
    cards_of,
    cell_name,
    cells,
    colour_on,
    element,
    frame_of,
    hand_place,
    hands,
    heap_id,
    player,
    token_id,
)
from ludotheque.scene.model import Layout, Panel, Piece, Place, Scene, Standing, Token

__all__ = ["board", "choices", "clicked", "event", "layout", "scene"]

CARD = 2.0 * picture.CELL
"""The width of a card in one's hand; its tokens are nearly as large as those on the board."""

SMALL_CARD = 0.9 * picture.CELL
HEAP = 0.75 * picture.CELL
FRAME_PLACE = 0.29
"""How far the places of a card's frame are apart, of its width."""


def layout(b: Any, s: Any) -> Layout:
    """The board of this box: its cells."""
    columns, rows = int(b["width"]), int(b["height"])
    return Layout(
        id=_layout_id(b),
        width=picture.width(columns),
        height=picture.width(rows),
        places=tuple(_cell(b, cell) for cell in cells(b)),
        label=Message("boussanga.board"),
        trays="beside",
    )


def _layout_id(b: Any) -> str:
    return f"board-{int(b['width'])}x{int(b['height'])}"


def _cell(b: Any, cell: int) -> Place:
    x, y = cell % STRIDE, cell // STRIDE
    across, down = picture.centre(x, y)
    name = cell_name(b, cell)
    label = Message("boussanga.place.cell", {"name": name})
    return Place(name, across, down, picture.CELL, picture.CELL, label, column=x, row=y)


def board(b: Any, s: Any) -> str:
    """The board of this box as SVG."""
    return picture.draw(int(b["width"]), int(b["height"]))


def scene(b: Any, s: Any, audience: int) -> Scene:
    """Everything on the table, and what is expected of whom."""
    order = _order_of_hands(s, audience)
    panels = [_hand(b, s, hand, small=position > 0) for position, hand in enumerate(order)]
    pieces = [*_tokens(b, s), *(card for hand in order for card in _cards(b, s, hand))]
    if is_cooperative(s):
        panels += [_heaps("zone"), _heaps("store"), _piles()]
        pieces += [*_counted("zone", s["zone"]), *_counted("store", s["store"][0])]
    else:
        panels += [_heaps("reserve"), _piles()]
        pieces += _counted("reserve", s["reserve"])
    return Scene(
        game="boussanga",
        layout=_layout_id(b),
        audience=(),
        actors=(),
        prompt=_prompt(b, s, audience),
        standings=tuple(_standing(b, s, seat, rank) for seat, rank in _ranks(b, s)),
        pieces=(*pieces, *_pile_pieces(b, s)),
        panels=tuple(panels),
    )


def _order_of_hands(s: Any, audience: int) -> list[int]:
    """One's own hand first (of several on a screen, that of whose turn it is), then the others', clockwise."""
    count = len(hands(s))
    own = [seat for seat in range(count) if audience >> seat & 1]
    to_play = int(s["to_play"])
    first = 0 if count == 1 else to_play if to_play in own or not own else own[0]
    return [(first + further) % count for further in range(count)]


def _tokens(b: Any, s: Any) -> Iterator[Piece]:
    for cell in cells(b):
        colour = colour_on(s, cell)
        if colour >= 0:
            name = cell_name(b, cell)
            yield Piece(
                token_id(colour, name),
                SPRITES[colour],
                name,
                element(colour),
                tint=TINTS[colour],
                sign=LETTERS[colour],
            )


def _cards(b: Any, s: Any, hand: int) -> Iterator[Piece]:
    for place in range(int(b["places"])):
        card = int(s["hand"][hand, place])
        if card != NONE:
            label = card_label(b, s, card, place)
            owner = -1 if is_cooperative(s) else hand
            yield Piece(
                card_id(card),
                "card",
                hand_place(hand, place),
                label,
                seat=owner,
                pattern=card_pattern(b, s, card),
            )


def card_label(b: Any, s: Any, card: int, place: int) -> Message:
    """A card in words: its number, and each token with its place on the frame."""
    said = None
    for x, y, colour in pattern(frame_of(b, int(s["side"]), card)):
        one = Message(
            "boussanga.card.token",
            {"what": element(colour), "where": Message(f"boussanga.frame.{y * 3 + x}")},
        )
        said = one if said is None else Message("boussanga.list", {"first": said, "then": one})
    return Message("boussanga.piece.card", {"card": place + 1, "tokens": said})


def card_pattern(b: Any, s: Any, card: int) -> tuple[Token, ...]:
    """The tokens of a card as they are drawn on it: with their symbols on the fronts, colours alone on the backs."""
    side = int(s["side"])
    return tuple(
        Token(
            f"{SPRITES[colour]}-{'spot' if side else 'glass'}",
            (x - 1) * FRAME_PLACE,
            (y - 1) * FRAME_PLACE,
            FRAME_PLACE,
            element(colour),
            TINTS[colour],
        )
        for x, y, colour in pattern(frame_of(b, side, card))
    )


def _hand(b: Any, s: Any, hand: int, small: bool) -> Panel:
    size = SMALL_CARD if small else CARD
    title = Message("boussanga.panel.hand", {"mark": MARKS[hand]})
    if is_cooperative(s):
        title = Message("boussanga.panel.common")
    return Panel(
        id=f"hand.{hand}",
        kind="hand",
        title=title,
        places=tuple(
            Place(
                hand_place(hand, place),
                (place + 0.5) * size,
                size / 2,
                size,
                size,
                Message("boussanga.place.hand", {"n": place + 1}),
            )
            for place in range(int(b["places"]))
        ),
        seat=-1 if is_cooperative(s) else hand,
        small=small,
    )


def _heaps(name: str) -> Panel:
    size = HEAP
    return Panel(
        id=name,
        kind="tray",
        title=Message(f"boussanga.panel.{name}"),
        places=tuple(
            Place(
                f"{name}.{letter}",
                (colour + 0.5) * size,
                size / 2,
                size,
                size,
                Message(f"boussanga.place.{name}", {"what": element(colour)}),
            )
            for colour, letter in enumerate(LETTERS)
        ),
        small=True,
    )


def _counted(name: str, counts: Any) -> Iterator[Piece]:
    """One token for each colour of a heap, with how many there are."""
    for colour in range(COLOURS):
        n = int(counts[colour])
        if n:
            label = Message("boussanga.piece.heap", {"n": n, "what": element(colour)})
            yield Piece(
                heap_id(name, colour),
                SPRITES[colour],
                f"{name}.{LETTERS[colour]}",
                label,
                tint=TINTS[colour],
                mark=str(n),
                sign=f"{n} {LETTERS[colour]}",
            )


def _piles() -> Panel:
    size = HEAP
    return Panel(
        id="piles",
        kind="tray",
        title=Message("boussanga.panel.piles"),
        places=tuple(
            Place(name, (number + 0.5) * size, size / 2, size, size, Message(f"boussanga.place.{name}"))
            for number, name in enumerate(("pile", "discard"))
        ),
        small=True,
    )


def _pile_pieces(b: Any, s: Any) -> Iterator[Piece]:
    for name, bits in (("pile", s["pile"]), ("discard", s["discarded"])):
        n = len(cards_of(bits))
        if n:
            yield Piece(
                f"all.{name}",
                "card",
                name,
                Message("boussanga.piece.cards", {"n": n}),
                face="back",
                mark=str(n),
            )


def _ranks(b: Any, s: Any) -> list[tuple[int, int]]:
    """Each seat with its rank (0 while it has none)."""
    ranks = np.zeros(int(s["seats"]), np.int32)
    verbs.ranking(b, s, ranks)
    return list(enumerate(ranks.tolist()))


def _standing(b: Any, s: Any, seat: int, rank: int) -> Standing:
    store = int(store_of(s, seat))
    lines = [Message("boussanga.standing.points", {"n": int(points(b, s, store)), "of": int(b["points"])})]
    if is_cooperative(s):
        n = int(count_bits(s["discarded"]))
        lines = [*lines, Message("boussanga.standing.cards", {"n": n, "of": int(b["cards_won"])})]
    else:
        kept = kept_tokens(s, store)
        lines += [kept] if kept is not None else []
    tint = TEAM_TINTS[seat % 2] if int(s["mode"]) == Mode.TEAMS else SEAT_TINTS[seat]
    return Standing(seat, (tint,), MARKS[seat], tuple(lines), rank)


def kept_tokens(s: Any, store: int) -> Message | None:
    """The tokens of a store in words, None where there are none."""
    said = None
    for colour in range(COLOURS):
        n = int(s["store"][store, colour])
        if n:
            one = Message("boussanga.count", {"n": n, "what": element(colour)})
            said = one if said is None else Message("boussanga.list", {"first": said, "then": one})
    return said


# -- the prompt -------------------------------------------------------------------------------------------------------


def _prompt(b: Any, s: Any, audience: int) -> Message:
    """What is expected, of whom: `you` where one seat watches, `here` where it shares the screen, `other` elsewhere."""
    if int(s["ended"]) != Ending.NONE:
        return _over(b, s)
    phase, seat = int(s["phase"]), int(s["to_play"])
    if phase not in (Phase.PLAY, Phase.PUT_BACK):
        return Message(f"boussanga.prompt.{('draw', 'deal', 'fill')[phase - Phase.DRAW]}")
    who = "other" if not audience >> seat & 1 else "you" if audience == 1 << seat else "here"
    args: dict[str, Any] = {"who": Message("boussanga.player", {"n": seat + 1, "seat": seat})}
    if phase == Phase.PUT_BACK:
        colour = int(colour_due(s))
        return Message(
            f"boussanga.prompt.back.{who}", {**args, "n": int(s["due"][colour]), "what": element(colour)}
        )
    if is_cooperative(s):
        task = "find" if is_any_found(b, s, seat) else "pass"
    else:
        task = "play" if int(s["trigger"]) == NONE else "last"
    return Message(f"boussanga.prompt.{task}.{who}", args)


def _over(b: Any, s: Any) -> Message:
    if is_cooperative(s):
        cards, won = int(count_bits(s["discarded"])), int(grade(b, s))
        name = ("lost", "won", "scholar", "master")[won]
        if int(s["ended"]) != Ending.POINTS:
            name = "short"
        return Message(
            f"boussanga.prompt.over.{name}",
            {"n": cards, "points": int(points(b, s, 0)), "of": int(b["cards_won"])},
        )
    first = [seat for seat, rank in _ranks(b, s) if rank == 1]
    best = int(points(b, s, int(store_of(s, first[0]))))
    if len({int(store_of(s, seat)) for seat in first}) > 1:
        return Message("boussanga.prompt.over.shared", {"n": best})
    return Message("boussanga.prompt.over.first", {"who": player(s, first[0]), "n": best})
