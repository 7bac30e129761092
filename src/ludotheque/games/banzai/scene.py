"""The scene of Banzaï! from a player's side of the table: places, pieces, hands beside the table.

The clicks are in `choices.py`, the event views in `events.py`, the sentences in `text.py`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from ludotheque.core.message import Message
from ludotheque.games.banzai import board_svg
from ludotheque.games.banzai.board_svg import around
from ludotheque.games.banzai.choices import choices, clicked, handles_pawns
from ludotheque.games.banzai.events import event
from ludotheque.games.banzai.judgement import advice
from ludotheque.games.banzai.labels import (
    MARKS,
    STEPS,
    back_id,
    card_face,
    card_word,
    doll_id,
    family_word,
    fan_at,
    fan_id,
    laid_at,
    lies_at,
    pawn_id,
    player,
    point_id,
    rim,
    said,
    seen_at,
    taken_at,
    tint,
)
from ludotheque.games.banzai.merit import is_feint, merit
from ludotheque.games.banzai.rules.ending import is_ready
from ludotheque.games.banzai.rules.hands import spared
from ludotheque.games.banzai.rules.pawns import is_on_table
from ludotheque.games.banzai.state import (
    DEALT,
    FAMILIES,
    FAR,
    GONE,
    NONE,
    STEP,
    Phase,
    card_name,
    in_hand,
    members,
    seated,
)
from ludotheque.games.banzai.text import aid, alone, announcements, is_awaited, prompt
from ludotheque.scene import snapshot
from ludotheque.scene.model import Layout, Panel, Piece, Place, Scene, Standing

__all__ = ["advice", "board", "choices", "clicked", "event", "is_feint", "layout", "merit", "scene", "turn"]


def layout(b: Any, s: Any) -> Layout:
    """The table, the same for every number of players."""
    return table_layout()


def board(b: Any, s: Any) -> str:
    """The table as SVG."""
    return board_svg.draw()


def turn(b: Any, s: Any) -> int:
    """The number of the round being played: within it everybody acts at once."""
    return int(s["round_number"])


def scene(b: Any, s: Any, audience: int) -> Scene:
    """Everything on the table, turned so that the audience's own seat is nearest, and the prompt."""
    s = snapshot.of(s)
    rows = beside_the_table(s, audience)
    seen = list(seen_cards(s, audience))
    return Scene(
        game="banzai",
        layout=table_layout().id,
        prompt=prompt(b, s, audience),
        standings=_standings(s),
        pieces=(
            *on_the_table(s, audience),
            *(piece for _, pieces in rows for piece in pieces),
            *(card for _, card in seen),
        ),
        panels=tuple(panel for panel, _ in rows),
        now_ms=s["now_ms"],
        turn=_turn(s, audience),
        places=(*around_the_table(s), *(place for place, _ in seen)),
        aid=aid(b, s, audience),
        announcements=announcements(s, alone(s, audience)),
    )


def _turn(s: Any, audience: int) -> float:
    """The audience's own place is nearest: the first place for an audience without one, the middle one for seats that share a screen."""
    own = [place for place, seat in enumerate(seated(s)) if audience >> seat & 1]
    return board_svg.turn_of(own[0] if own else 0, s["placed"])


def _standings(s: Any) -> tuple[Standing, ...]:
    rims = {seat: rim(place) for place, seat in enumerate(seated(s))}
    return tuple(
        Standing(
            seat,
            (tint(seat),),
            MARKS[seat],
            tuple(_lines(s, seat, seat in rims)),
            place=rims.get(seat, ""),
            out=bool(s["out"][seat]),
        )
        for seat in range(s["seats"])
    )


def _lines(s: Any, seat: int, sits: bool) -> list[Message]:
    """What everybody may know of a player."""
    out, over = s["out"][seat], s["phase"] == Phase.OVER
    if out and (over or seat != s["third"]):
        return [said("banzai.standing.out", n=out)]
    if not sits:
        return []
    lines = [] if over else [said("banzai.standing.cards", n=s["held"][seat])]
    lines += [Message(f"banzai.standing.{name}") for name, holds in _remarks(s, seat) if holds]
    return lines


AWAY = 2
"""A player for whom the game chose this many cards in a row is shown as away."""


def _remarks(s: Any, seat: int) -> list[tuple[str, bool]]:
    """The remarks that there are about a player, and whether each applies."""
    phase = s["phase"]
    return [
        ("third", seat == s["third"]),
        ("master", phase == Phase.OVER and not s["out"][seat]),
        ("laid", phase in (Phase.CHOOSE, Phase.OPEN) and s["chosen"][seat] != NONE),
        ("awaited", phase == Phase.STOP and is_awaited(s, seat)),
        ("pawn", seat in s["pawn_by"]),
        ("ready", phase == Phase.END and bool(snapshot.ask(s, is_ready, seat))),
        ("magicians", bool(snapshot.ask(s, spared, seat))),
        ("duel", seat in (s["challenger"], s["challenged"])),
        ("whim", seat == s["caprice_seat"]),
        ("away", s["missed"][seat] >= AWAY),
    ]


# -- places -----------------------------------------------------------------------------------------------------------


_MARGIN = 1
"""Columns of the text drawing beside the table, for those who sit there."""


@functools.cache
def table_layout() -> Layout:
    """The table and the points where pawns may be laid."""
    return Layout(
        id="table",
        width=board_svg.SIZE,
        height=board_svg.SIZE,
        places=tuple(_points()),
        label=Message("banzai.board"),
        unit=board_svg.UNIT,
    )


def _points() -> Iterator[Place]:
    steps = range(-STEPS, STEPS + 1)
    for row in reversed(steps):
        for column in steps:
            if is_on_table(column * STEP, row * STEP):
                x, y = board_svg.at(column * STEP, row * STEP)
                label = said("banzai.place.point", x=f"{column / STEPS:.1f}", y=f"{row / STEPS:.1f}")
                size = board_svg.POINT
                sign = "·" if column % 2 == 0 and row % 2 == 0 else " "
                across, down = _cell(column * STEP, row * STEP)
                yield Place(point_id(column, row), x, y, size, size, label, "circle", across, down, sign)


def _cell(x: float, y: float) -> tuple[int, int]:
    """Column and row of the text drawing for a spot of the table, in thousandths of its radius."""
    return round(x / STEP) + STEPS + _MARGIN, STEPS + _MARGIN - round(y / STEP)


def around_the_table(s: Any) -> Iterator[Place]:
    """Everybody's seat, with the card they laid down, the cards they hold and the pawns they took; and where pawns lie."""
    placed = s["placed"]
    for place, seat in enumerate(seated(s)):
        yield _seat(place, placed, Message("banzai.place.seat"))
        yield _spot(laid_at(place), place, placed, board_svg.LIES, -board_svg.APART, board_svg.LAID, "laid")
        yield _spot(fan_at(place), place, placed, board_svg.LIES, board_svg.APART, board_svg.LAID, "held")
        if seat in s["pawn_by"]:
            yield _spot(
                taken_at(place), place, placed, board_svg.SITS, board_svg.BESIDE, board_svg.PAWN, "taken"
            )
    size = board_svg.pawn_size(s["pawns"])
    for pawn in range(s["pawns"]):
        if s["pawn_by"][pawn] == NONE:
            x, y = board_svg.at(s["pawn_x"][pawn], s["pawn_y"][pawn])
            label = said("banzai.place.pawn", n=pawn + 1)
            column, row = _cell(s["pawn_x"][pawn], s["pawn_y"][pawn])
            yield Place(lies_at(s, pawn), x, y, size, size, label, "circle", column, row)


def _seat(place: int, placed: int, label: Message) -> Place:
    x, y = around(place, placed, board_svg.SITS)
    column, row = _cell(
        (x - board_svg.MIDDLE) / board_svg.RADIUS * FAR, (board_svg.MIDDLE - y) / board_svg.RADIUS * FAR
    )
    return Place(rim(place), x, y, board_svg.DOLL, board_svg.DOLL, label, "circle", column, row)


def _spot(name: str, place: int, placed: int, radii: float, beside: float, size: float, what: str) -> Place:
    """A place in front of a player's seat; what lies there says whose it is."""
    x, y = around(place, placed, radii, beside)
    return Place(name, x, y, size, size, Message(f"banzai.place.{what}"))


# -- pieces -----------------------------------------------------------------------------------------------------------


KEYS = "1234567890"
"""The keys of the pawns, in their order."""

_CHOOSING = (Phase.CHOOSE, Phase.OPEN)


def on_the_table(s: Any, audience: int) -> Iterator[Piece]:
    """Everything that lies on the table or sits at it."""
    for place, seat in enumerate(seated(s)):
        yield _doll(s, seat, place)
        yield from _cards(s, seat, place, bool(audience >> seat & 1))
    risky = _is_risky(s, audience)
    for pawn in range(s["pawns"]):
        if s["pawn_by"][pawn] != GONE:
            yield _pawn(s, pawn, audience, risky)


def _doll(s: Any, seat: int, place: int) -> Piece:
    look, state = _state(s, seat)
    label = said(f"banzai.doll.{state}", who=player(seat))
    return Piece(
        doll_id(seat),
        "sitter" if seat < 6 else "sitting",
        rim(place),
        label,
        face=look,
        tint=tint(seat),
        mark=MARKS[seat],
        seat=seat,
        sign=MARKS[seat],
        busy=state in ("thinks", "grabs", "asked"),
        badge="badge-crown" if state == "master" else "",
    )


def _state(s: Any, seat: int) -> tuple[str, str]:
    """The face of who sits there, and what they are doing."""
    phase = s["phase"]
    for look, name, applies in (
        ("out", "out", phase in (Phase.END, Phase.OVER) and s["round_out"] >> seat & 1),
        ("ready", "master", phase == Phase.OVER and not s["out"][seat]),
        ("out", "touched", phase == Phase.TOUCHED and s["touched"][seat]),
        ("call", "calls", phase == Phase.GRAB and s["caller"] == seat),
        ("call", "stops", phase in (Phase.HELD, Phase.STOP) and s["stop_by"] == seat),
        ("ready", "ready", phase == Phase.END and snapshot.ask(s, is_ready, seat)),
        ("ready", "saved", phase == Phase.GRAB and seat in s["pawn_by"]),
        ("", "third", phase == Phase.GRAB and s["third"] == seat),
        ("", "grabs", phase == Phase.GRAB),
        ("", "asked", phase == Phase.STOP and is_awaited(s, seat)),
        ("ready", "chosen", phase in _CHOOSING and s["chosen"][seat] != NONE),
        ("", "thinks", phase in _CHOOSING),
    ):
        if applies:
            return look, name
    return "", "sits"


def _cards(s: Any, seat: int, place: int, own: bool) -> Iterator[Piece]:
    """The cards in hand, seen from behind with how many they are, and the one laid down, which its owner knows."""
    laid = s["chosen"][seat] != NONE
    n = s["held"][seat] - laid
    if n:
        label = said("banzai.piece.fan", n=n, who=player(seat))
        yield Piece(
            fan_id(seat), "fan", fan_at(place), label, tint=tint(seat), mark=str(n), seat=seat, sign=str(n)
        )
    if laid and own:
        yield face_up(s, seat, s["chosen"][seat], laid_at(place), cover="back")
    elif laid:
        label = said("banzai.piece.laid", who=player(seat))
        yield Piece(back_id(seat), "card", laid_at(place), label, face="back", seat=seat, sign="#")


def _pawn(s: Any, pawn: int, audience: int, risky: bool) -> Piece:
    by = s["pawn_by"][pawn]
    sign = f"P{pawn}"  # in characters a pawn has the number that the notation gives it
    if by == NONE:
        aimed = any(int(aim) == pawn and audience >> seat & 1 for seat, aim in enumerate(s["aim"]))
        label = said("banzai.piece.aimed" if aimed else "banzai.piece.pawn", n=pawn + 1)
        return Piece(
            pawn_id(pawn),
            "pawn",
            lies_at(s, pawn),
            label,
            mark=str(pawn + 1),
            tint="red",
            above=True,
            badge="badge-aim" if aimed else "",
            sign=sign,
            hotkey=KEYS[pawn : pawn + 1],
            risky=risky,
        )
    label = said("banzai.piece.taken", n=pawn + 1, who=player(by))
    beside = taken_at(seated(s).index(by))
    return Piece(
        pawn_id(pawn), "pawn", beside, label, mark=MARKS[by], tint=tint(by), seat=by, above=True, sign=sign
    )


def _is_risky(s: Any, audience: int) -> bool:
    """Whether touching a pawn would cost the game: outside a Banzaï, unless the player's own Stop still lets them move or take one."""
    if s["phase"] in (Phase.GRAB, Phase.REACT, Phase.END, Phase.OVER):
        return False
    caller = s["stop_by"]
    handles = caller != NONE and handles_pawns(s, caller) and s["moves_left"] > 0
    return not (handles and audience == 1 << caller)


# -- cards whose faces are seen ---------------------------------------------------------------------------------------


def face_up(s: Any, seat: int, card: int, at: str = "", cover: str | None = None) -> Piece:
    """A card that the audience sees, at a place; `cover` is the face that others at the same screen see."""
    shown = bool(s["shown"] >> card & 1)
    return Piece(
        card_name(card),
        "card",
        at,
        card_label(card, s["chosen"][seat] == card, shown),
        face=card_face(card),
        seat=seat,
        badge="badge-seen" if shown else "",
        sign=card_name(card),
        cover=cover,
    )


def card_label(card: int, laid: bool, shown: bool) -> Message:
    """A card in words, with whether it is laid down and whether all have seen it."""
    if laid:
        return said("banzai.piece.card_laid", card=card_word(card))
    return said("banzai.piece.card_shown", card=card_word(card)) if shown else card_word(card)


# -- beside the table -------------------------------------------------------------------------------------------------


LETTERS = "♥♣♠♦♪★"
"""The signs of the unions."""
IN_A_ROW = 8
"""The number of cards to deal back that lie in a row."""


Row = tuple[Panel, list[Piece]]
"""A panel and what lies in it."""


def beside_the_table(s: Any, audience: int) -> list[Row]:
    """The panels."""
    own = [seat for seat in seated(s) if audience >> seat & 1]
    several = len(own) > 1
    return [
        *_pool(s, audience),
        *_shown(s, audience, several),
        *(_own(s, seat) for seat in own),
        *(row for seat in own if several for row in _learnt(s, seat)),
        *_united(s),
    ]


def _row(
    name: str, kind: str, what: str, title: Message, size: float, pieces: list[Piece], **more: Any
) -> Row:
    """A row of places, as many as there are pieces; a hand has five at least. `more` are further facts about the panel."""
    first = more.pop("first", 0)
    numbers = range(max(len(pieces), DEALT if kind == "hand" else 0))
    places = tuple(
        Place(
            f"{name}.{first + number}",
            (number + 0.5) * size,
            size / 2,
            size,
            size,
            said(f"banzai.place.{what}", n=number + 1),
        )
        for number in numbers
    )
    lying = [replace(piece, place=place.id) for piece, place in zip(pieces, places, strict=False)]
    return Panel(more.pop("id", name), kind, title, places, **more), lying


def _own(s: Any, seat: int) -> Row:
    """A hand with all its cards but the one laid down, families together; nobody else at the screen sees it."""
    cards = [face_up(s, seat, card, cover="back") for card in in_hand(s, seat)]
    title = said("banzai.panel.own", who=player(seat))
    return _row(f"hand.{seat}", "hand", "hand", title, board_svg.CARD, cards, seat=seat, secret=True)


def _learnt(s: Any, seat: int) -> Iterator[Row]:
    """The cards in others' hands that only this one of several people at a screen has seen."""
    others = [other for other in seated(s) if other != seat]
    holders = {card: other for other in others for card in members(s["hands"][other])}
    cards = [
        replace(
            face_up(s, holders[card], card, cover="back"), id=f"learnt.{seat}.{card_name(card)}", seat=seat
        )
        for card in members(s["known"][seat] & ~s["shown"])
        if card in holders
    ]
    if cards:
        name, title = f"learnt.{seat}", said("banzai.panel.learnt", who=player(seat))
        size = board_svg.SMALL_CARD
        yield _row(name, "tray", "learnt", title, size, cards, seat=seat, secret=True, small=True)


def showing(s: Any) -> list[int]:
    """The seats whose cards are shown or looked at: whose Stop it is, whom the caller looks at; at the end, who called."""
    phase = s["phase"]
    if phase == Phase.STOP:
        caller, looked = s["stop_by"], s["looked"]
        return [seat for seat in seated(s) if seat == caller or looked >> seat & 1]
    caller = s["caller"] if phase in (Phase.END, Phase.OVER) else NONE
    return [seat for seat in seated(s) if seat == caller]


def _shown(s: Any, audience: int, several: bool) -> Iterator[Row]:
    """What is shown now, large, beside the table. On a shared screen only what all of its seats may see."""
    for seat in showing(s):
        if audience >> seat & 1 and not several:
            continue
        cards = members(s["hands"][seat] & s["shown"]) if several else in_hand(s, seat)
        pieces = [face_up(s, seat, card) for card in cards]
        if several:
            pieces = [replace(piece, id=f"shown.{piece.id}") for piece in pieces]
        if pieces:
            title = said("banzai.panel.shown", who=player(seat))
            yield _row(f"shown.{seat}", "shown", "shown", title, board_svg.CARD, pieces, seat=seat)


def _united(s: Any) -> Iterator[Row]:
    """The families that marriages have made one, those of one union with the same letter."""
    groups: dict[int, list[int]] = {}
    for family in members(s["in_play"]):
        groups.setdefault(s["united"][family], []).append(family)
    unions = [group for group in groups.values() if len(group) > 1]
    pieces = [
        Piece(
            f"family.{FAMILIES[family]}",
            "family",
            "",
            said("banzai.piece.united", family=family_word(family), letter=letter),
            face=FAMILIES[family],
            mark=letter,
            sign=f"{FAMILIES[family]} {letter}",
        )
        for group, letter in zip(unions, LETTERS, strict=False)
        for family in group
    ]
    if pieces:
        title, size = said("banzai.panel.united"), board_svg.SMALL_CARD
        yield _row("union", "tray", "united", title, size, pieces, id="united", small=True)


def _pool(s: Any, audience: int) -> Iterator[Row]:
    """The cards that were given to the Seigneurs, for their caller to deal back."""
    caller = s["stop_by"]
    if s["phase"] != Phase.STOP or caller == NONE or not audience >> caller & 1:
        return
    cards = [face_up(s, caller, card, cover="back") for card in members(s["pool"])]
    title, size = said("banzai.panel.pool"), board_svg.POOLED
    for row, first in enumerate(range(0, len(cards), IN_A_ROW)):
        more: dict[str, Any] = {"id": f"pool-{row}", "first": first, "seat": caller, "secret": True}
        yield _row("pool", "tray", "pool", title, size, cards[first : first + IN_A_ROW], **more)


# -- cards seen in others' hands --------------------------------------------------------------------------------------


def seen_cards(s: Any, audience: int) -> Iterator[tuple[Place, Piece]]:
    """Each such card and its place, on an arc before who holds it; closer together where many sit round the table.

    Where several people look at one screen, those are there that everybody has seen.
    """
    placed = s["placed"]
    aside = showing(s)
    several = sum(audience >> seat & 1 for seat in seated(s)) > 1
    for place, seat in enumerate(seated(s)):
        cards = [] if audience >> seat & 1 or seat in aside else in_hand(s, seat)
        if several:
            cards = [card for card in cards if s["shown"] >> card & 1]
        step = min(board_svg.SEEN_APART, 360 / placed / max(len(cards), 1))
        for number, card in enumerate(cards):
            beside = (number - (len(cards) - 1) / 2) * step
            x, y = board_svg.around(place, placed, board_svg.SHOWS, beside)
            label = said("banzai.place.seen", who=player(seat))
            at = Place(seen_at(place, number), x, y, board_svg.SEEN, board_svg.SEEN, label)
            yield at, face_up(s, seat, card, at.id)
