"""The scene of Boussanga. The clicks are in `choices.py`, the event views in `events.py`.

There are no secrets: every audience sees the same things, and only the order of the hands and the words of the prompt differ.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from ludotheque.core.message import Message
from ludotheque.games.boussanga import board_svg
from ludotheque.games.boussanga.cards import pattern
from ludotheque.games.boussanga.choices import choices, clicked
from ludotheque.games.boussanga.events import event
from ludotheque.games.boussanga.judgement import merit
from ludotheque.games.boussanga.labels import (
    MARKS,
    SEAT_TINTS,
    SPRITES,
    TEAM_TINTS,
    TINTS,
    card_id,
    cell_name,
    cell_names,
    cells,
    element,
    frame_of,
    hand_place,
    heap_id,
    joined,
    player,
    seat_name,
    symbol,
    token_piece,
    tokens_on_board,
)
from ludotheque.games.boussanga.rules.aligning import points
from ludotheque.games.boussanga.rules.cooperating import colour_due
from ludotheque.games.boussanga.rules.finish import grade
from ludotheque.games.boussanga.rules.placing import is_any_found
from ludotheque.games.boussanga.rules.setup import is_cooperative, store_of
from ludotheque.games.boussanga.state import COLOURS, ELEMENTS, LETTERS, NONE, STRIDE, Ending, Mode, Phase
from ludotheque.scene import asking, snapshot
from ludotheque.scene.model import Layout, Panel, Piece, Place, Scene, Standing, Token
from ludotheque.scene.snapshot import Snapshot

__all__ = ["board", "choices", "clicked", "event", "layout", "merit", "scene", "turn"]

CARD = 2.0 * board_svg.CELL
"""The width of a card in one's hand; its tokens are nearly as large as those on the board."""

SMALL_CARD = 0.9 * board_svg.CELL
HEAP = 0.75 * board_svg.CELL
FRAME_PLACE = 0.29
"""How far the places of a card's frame are apart, of its width."""


def layout(b: Any, s: Any) -> Layout:
    """The board of this box: its cells."""
    columns, rows = int(b["width"]), int(b["height"])
    return Layout(
        id=_layout_id(b),
        width=board_svg.width(columns),
        height=board_svg.width(rows),
        places=tuple(_cell(b, cell) for cell in cells(b)),
        label=Message("boussanga.board"),
        trays="beside",
    )


def _layout_id(b: Any) -> str:
    return f"board-{int(b['width'])}x{int(b['height'])}"


def _cell(b: Any, cell: int) -> Place:
    x, y = cell % STRIDE, cell // STRIDE
    across, down = board_svg.centre(x, y)
    name = cell_name(b, cell)
    label = Message("boussanga.place.cell", {"name": name})
    return Place(name, across, down, board_svg.CELL, board_svg.CELL, label, column=x, row=y, name=name)


def board(b: Any, s: Any) -> str:
    """The board of this box as SVG."""
    return board_svg.draw(int(b["width"]), int(b["height"]))


def turn(b: Any, s: Any) -> int:
    """The number of the turn being played; 0 while the board is filled and cards are dealt."""
    return 0 if int(s["phase"]) in (Phase.FILL, Phase.DEAL) else sum(s["turns"].tolist()) + 1


def scene(b: Any, s: Any, audience: int) -> Scene:
    """Everything on the table, and the prompt."""
    b, s = snapshot.of_box(b), snapshot.of(s)
    order, common = _order_of_hands(s, audience), is_common(s)
    same = snapshot.once(b, s, _for_all)
    panels = [_hand(hand, b["places"], common, position > 0) for position, hand in enumerate(order)]
    return replace(
        same,
        prompt=_prompt(b, s, audience),
        pieces=(
            *snapshot.once(b, s, _tokens),
            *itertools.chain.from_iterable(snapshot.once(b, s, _cards)[hand] for hand in order),
            *same.pieces,
        ),
        panels=(*panels, *same.panels),
    )


def _for_all(b: Snapshot, s: Snapshot) -> Scene:
    """The scene of an audience without a seat, without the hands and the board. For others only the prompt differs."""
    worth = tuple(b["value"])
    if is_common(s):
        panels = [_heaps("zone", worth), _heaps("store", worth), _piles()]
        pieces = [*_counted("zone", s["zone"]), *_counted("store", s["store"][0])]
    else:
        panels = [_heaps("reserve", worth), _piles()]
        pieces = [*_counted("reserve", s["reserve"])]
    return Scene(
        game="boussanga",
        layout=snapshot.ask(b, _layout_id),
        audience=(),
        actors=(),
        prompt=_prompt(b, s, 0),
        why=_why(b, s),
        standings=tuple(_standing(b, s, seat, rank) for seat, rank in enumerate(asking.ranks(b, s))),
        pieces=(*pieces, *_pile_pieces(s)),
        panels=tuple(panels),
        symbol=symbol(int(colour_due(s.record)))
        if int(s["phase"]) == Phase.PUT_BACK and int(s["ended"]) == Ending.NONE
        else None,
        goal=_goal(b, s),
    )


def _goal(b: Any, s: Any) -> Message:
    points = int(b["points"])
    if is_common(s):
        return Message("boussanga.goal.cooperative", {"points": points, "n": int(b["cards_won"])})
    return Message("boussanga.goal.competitive", {"n": points})


def _order_of_hands(s: Any, audience: int) -> list[int]:
    """One's own hand first (of several on a screen, that of whose turn it is), then the others', clockwise."""
    count = 1 if is_common(s) else int(s["seats"])
    own = [seat for seat in range(count) if audience >> seat & 1]
    to_play = int(s["to_play"])
    first = 0 if count == 1 else to_play if to_play in own or not own else own[0]
    return [(first + further) % count for further in range(count)]


def is_common(s: Any) -> bool:
    """Whether there is a common hand and store."""
    return bool(snapshot.ask(s, is_cooperative))


def _tokens(b: Snapshot, s: Snapshot) -> list[Piece]:
    names = cell_names(b)
    return [token_piece(colour, names[cell]) for cell, colour in snapshot.ask(s, tokens_on_board)]


def _cards(b: Snapshot, s: Snapshot) -> list[list[Piece]]:
    """The cards of each hand."""
    common, side = is_common(s), s["side"]
    return [
        [
            _card(card_id(card), frame_of(b, side, card), side, hand, place, -1 if common else hand)
            for place, card in enumerate(cards[: b["places"]])
            if card != NONE
        ]
        for hand, cards in enumerate(s["hand"].tolist())
    ]


@functools.lru_cache(2000)
def _card(name: str, frame: str, side: int, hand: int, place: int, owner: int) -> Piece:
    return Piece(
        name,
        "card",
        hand_place(hand, place),
        card_label(frame, place),
        seat=owner,
        pattern=card_pattern(frame, side),
    )


def card_label(frame: str, place: int) -> Message:
    """A card in words: its number, and each token with its place on the frame."""
    tokens = (
        Message(
            "boussanga.card.token",
            {"what": element(colour), "where": Message(f"boussanga.frame.{y * 3 + x}")},
        )
        for x, y, colour in pattern(frame)
    )
    return Message("boussanga.piece.card", {"card": place + 1, "tokens": joined(tokens)})


def card_pattern(frame: str, side: int) -> tuple[Token, ...]:
    """The tokens of a card as they are drawn on it: with their symbols on the fronts, colours alone on the backs."""
    return tuple(
        Token(
            f"{SPRITES[colour]}-{'spot' if side else 'glass'}",
            (x - 1) * FRAME_PLACE,
            (y - 1) * FRAME_PLACE,
            FRAME_PLACE,
            element(colour),
            TINTS[colour],
        )
        for x, y, colour in pattern(frame)
    )


def _row(size: float, labels: Mapping[str, Message]) -> tuple[Place, ...]:
    """Places of this size side by side, by their ids."""
    return tuple(
        Place(name, (number + 0.5) * size, size / 2, size, size, label)
        for number, (name, label) in enumerate(labels.items())
    )


@functools.lru_cache(1000)
def _hand(hand: int, places: int, common: bool, small: bool) -> Panel:
    title = Message("boussanga.panel.hand", {"who": seat_name(hand)})
    if common:
        title = Message("boussanga.panel.common")
    labels = {
        hand_place(hand, place): Message("boussanga.place.hand", {"n": place + 1}) for place in range(places)
    }
    return Panel(
        id=f"hand.{hand}",
        kind="hand",
        title=title,
        places=_row(SMALL_CARD if small else CARD, labels),
        seat=-1 if common else hand,
        small=small,
    )


@functools.lru_cache(100)
def _heaps(name: str, worth: tuple[int, ...]) -> Panel:
    """The heaps of a tray, one for each element, with the worth of a token that is kept."""
    labels = {
        f"{name}.{letter}": Message(f"boussanga.place.{name}", {"what": element(colour), "n": worth[colour]})
        for colour, letter in enumerate(LETTERS)
    }
    return Panel(
        id=name,
        kind="tray",
        title=Message(f"boussanga.panel.{name}", dict(zip(ELEMENTS, worth, strict=True))),
        places=_row(HEAP, labels),
        small=True,
    )


def _counted(name: str, counts: Any) -> Iterator[Piece]:
    """One token for each colour of a heap, with how many there are."""
    return (_heap(name, colour, int(n)) for colour, n in enumerate(counts) if n)


@functools.lru_cache(1000)
def _heap(name: str, colour: int, n: int) -> Piece:
    return Piece(
        heap_id(name, colour),
        SPRITES[colour],
        f"{name}.{LETTERS[colour]}",
        Message("boussanga.piece.heap", {"n": n, "what": element(colour)}),
        tint=TINTS[colour],
        mark=str(n),
        sign=f"{n} {LETTERS[colour]}",
    )


@functools.cache
def _piles() -> Panel:
    return Panel(
        id="piles",
        kind="tray",
        title=Message("boussanga.panel.piles"),
        places=_row(HEAP, {name: Message(f"boussanga.place.{name}") for name in ("pile", "discard")}),
        small=True,
    )


def _pile_pieces(s: Any) -> Iterator[Piece]:
    for name, bits in (("pile", s["pile"]), ("discard", s["discarded"])):
        n = int(bits).bit_count()
        if n:
            yield Piece(
                f"all.{name}",
                "card",
                name,
                Message("boussanga.piece.cards", {"n": n}),
                face="back",
                mark=str(n),
            )


def _standing(b: Any, s: Any, seat: int, rank: int) -> Standing:
    store = int(snapshot.ask(s, store_of, seat))
    lines = [Message("boussanga.standing.points", {"n": _points(b, s, store), "of": int(b["points"])})]
    if is_common(s):
        n = s["discarded"].bit_count()
        lines = [*lines, Message("boussanga.standing.cards", {"n": n, "of": int(b["cards_won"])})]
    else:
        kept = kept_tokens(b, s, store)
        lines += [kept] if kept is not None else []
    tint = TEAM_TINTS[seat % 2] if int(s["mode"]) == Mode.TEAMS else SEAT_TINTS[seat]
    room = 2 if is_common(s) else 3
    return Standing(seat, (tint,), MARKS[seat], tuple(lines), rank, room=room)


def _points(b: Any, s: Any, store: int) -> int:
    return int(points(b.record, s.record, store))


def kept_tokens(b: Any, s: Any, store: int) -> Message | None:
    """The tokens of a store and what each is worth, as a sum that players can check; None if there are none."""
    counts = []
    for colour in range(COLOURS):
        if n := int(s["store"][store, colour]):
            each = int(b["value"][colour])
            key = f"boussanga.count{'' if each == 1 else '.times'}"
            counts.append(Message(key, {"n": n, "what": element(colour), "each": each}))
    if not counts:
        return None
    what = joined(counts, "boussanga.sum")
    return Message("boussanga.kept", {"what": what, "n": _points(b, s, store)})


# -- the prompt -------------------------------------------------------------------------------------------------------


def _prompt(b: Any, s: Any, audience: int) -> Message:
    """What is expected, and of whom."""
    if int(s["ended"]) != Ending.NONE:
        return _over(b, s)
    phase, seat = int(s["phase"]), int(s["to_play"])
    if phase not in (Phase.PLAY, Phase.PUT_BACK):
        return Message(f"boussanga.prompt.{('draw', 'deal', 'fill')[phase - Phase.DRAW]}")
    who = asking.watcher(audience, seat)
    args: dict[str, Any] = {"who": seat_name(seat)}
    if phase == Phase.PUT_BACK:
        colour = int(colour_due(s.record))
        return Message(
            f"boussanga.prompt.back.{who}", {**args, "n": int(s["due"][colour]), "what": element(colour)}
        )
    if is_common(s):
        task = "find" if is_any_found(b.record, s.record, seat) else "pass"
    else:
        task = "play" if int(s["trigger"]) == NONE else "last"
    return Message(f"boussanga.prompt.{task}.{who}", args)


def _why(b: Any, s: Any) -> Message | None:
    """What brought the end about in a game against each other, if the table shows it beyond doubt."""
    if int(s["ended"]) != Ending.LAST_TURNS:
        return None
    empty = [colour for colour in range(COLOURS) if int(s["reserve"][colour]) == 0]
    causes = [Message("boussanga.why.reserve", {"what": element(empty[0])})] if empty else []
    if not int(s["pile"]):
        causes.append(Message("boussanga.why.pile"))
    trigger = int(s["trigger"])
    won = _points(b, s, snapshot.ask(s, store_of, trigger))
    if won >= int(b["points"]):
        # The prompt already names the winner with the points.
        stores = {
            int(snapshot.ask(s, store_of, seat)) for seat, rank in enumerate(asking.ranks(b, s)) if rank == 1
        }
        told = stores == {int(snapshot.ask(s, store_of, trigger))}
        reached = Message("boussanga.why.points", {"who": player(s, trigger), "n": won})
        causes.append(Message("boussanga.why.first") if told else reached)
    if not causes:  # nothing else can have begun it: an element ran out, and came back from an alignment
        return Message("boussanga.why.ran_out")
    return causes[0] if len(causes) == 1 else None


def _over(b: Any, s: Any) -> Message:
    if is_common(s):
        cards, won = s["discarded"].bit_count(), int(grade(b.record, s.record))
        name = ("lost", "won", "scholar", "master")[won]
        if int(s["ended"]) != Ending.POINTS:
            name = "short"
        return Message(
            f"boussanga.prompt.over.{name}",
            {"n": cards, "points": _points(b, s, 0), "of": int(b["cards_won"])},
        )
    first = [seat for seat, rank in enumerate(asking.ranks(b, s)) if rank == 1]
    best = _points(b, s, snapshot.ask(s, store_of, first[0]))
    if len({int(snapshot.ask(s, store_of, seat)) for seat in first}) > 1:
        return Message("boussanga.prompt.over.shared", {"n": best})
    return Message("boussanga.prompt.over.first", {"who": player(s, first[0]), "n": best})
