"""What stands on the table at Banzaï!: dolls for the players, pawns, cards laid down, cards in hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.banzai.choices import handles_pawns
from ludotheque.games.banzai.glance import Glance
from ludotheque.games.banzai.looks import (
    MARKS,
    back_id,
    card_face,
    card_word,
    doll_id,
    fan_at,
    fan_id,
    laid_at,
    lies_at,
    pawn_id,
    player,
    rim,
    said,
    taken_at,
    tint,
)
from ludotheque.games.banzai.rules.ending import is_ready
from ludotheque.games.banzai.state import NONE, Call, Phase
from ludotheque.games.banzai.things import card_name, seated
from ludotheque.scene.model import Piece

KEYS = "1234567890"
"""The keys of the pawns, in their order."""

_CHOOSING = (Phase.CHOOSE, Phase.OPEN)


def on_the_table(s: Any, audience: int, at: Glance) -> Iterator[Piece]:
    """Everything that lies on the table or sits at it."""
    for place, seat in enumerate(seated(s)):
        yield _doll(s, seat, place, at)
        yield from _cards(s, seat, place, bool(audience >> seat & 1))
    risky = _is_risky(s, audience)
    for pawn in range(int(s["pawns"])):
        if at.lying[pawn]:
            yield _pawn(s, pawn, audience, at, risky)


def _doll(s: Any, seat: int, place: int, at: Glance) -> Piece:
    look, state = _state(s, seat, at)
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


def _state(s: Any, seat: int, at: Glance) -> tuple[str, str]:
    """The face of who sits there, and what they are doing."""
    phase = int(s["phase"])
    for look, name, applies in (
        ("out", "out", phase in (Phase.END, Phase.OVER) and int(s["round_out"]) >> seat & 1),
        ("ready", "master", phase == Phase.OVER and not int(s["out"][seat])),
        ("out", "touched", phase == Phase.TOUCHED and int(s["touched"][seat])),
        ("call", "calls", phase == Phase.GRAB and int(s["caller"]) == seat),
        ("call", "stops", phase in (Phase.HELD, Phase.STOP) and int(s["stop_by"]) == seat),
        ("ready", "ready", phase == Phase.END and is_ready(s, seat)),
        ("ready", "saved", phase == Phase.GRAB and at.holding[seat]),
        ("", "third", phase == Phase.GRAB and int(s["third"]) == seat),
        ("", "grabs", phase == Phase.GRAB),
        ("", "asked", phase == Phase.STOP and is_awaited(s, seat)),
        ("ready", "chosen", phase in _CHOOSING and int(s["chosen"][seat]) != NONE),
        ("", "thinks", phase in _CHOOSING),
    ):
        if applies:
            return look, name
    return "", "sits"


def is_awaited(s: Any, seat: int) -> bool:
    """Whether a Stop waits for cards or an answer of this seat."""
    if int(s["stop_what"]) == Call.LORDS:
        return int(s["moves_left"]) == 1 and int(s["gift"][seat]) == 0
    return int(s["stop_what"]) == Call.MARRIAGE and int(s["asked"]) == seat


def _cards(s: Any, seat: int, place: int, own: bool) -> Iterator[Piece]:
    """The cards in hand, seen from behind with how many they are, and the one laid down, which its owner knows."""
    laid = int(s["chosen"][seat]) != NONE
    n = int(s["held"][seat]) - laid
    if n:
        label = said("banzai.piece.fan", n=n, who=player(seat))
        yield Piece(
            fan_id(seat), "fan", fan_at(place), label, tint=tint(seat), mark=str(n), seat=seat, sign=str(n)
        )
    if laid and own:
        yield face_up(s, seat, int(s["chosen"][seat]), laid_at(place), cover="back")
    elif laid:
        label = said("banzai.piece.laid", who=player(seat))
        yield Piece(back_id(seat), "card", laid_at(place), label, face="back", seat=seat, sign="#")


def _pawn(s: Any, pawn: int, audience: int, at: Glance, risky: bool) -> Piece:
    by = int(s["pawn_by"][pawn])
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
    beside = taken_at(at.places[by])
    return Piece(
        pawn_id(pawn), "pawn", beside, label, mark=MARKS[by], tint=tint(by), seat=by, above=True, sign=sign
    )


def _is_risky(s: Any, audience: int) -> bool:
    """Whether to touch a pawn costs the game: outside a Banzaï, unless a Stop of one's own is about the pawns."""
    if int(s["phase"]) in (Phase.GRAB, Phase.REACT, Phase.END, Phase.OVER):
        return False
    caller = int(s["stop_by"])
    return not (caller != NONE and audience == 1 << caller and handles_pawns(s, caller))


# -- cards whose faces are seen -----------------------------------------------------------------------------------------


def face_up(s: Any, seat: int, card: int, at: str, cover: str | None = None) -> Piece:
    """A card that the audience sees; `cover` is the face that others at the same screen see."""
    shown = bool(int(s["shown"]) >> card & 1)
    return Piece(
        card_name(card),
        "card",
        at,
        card_label(card, int(s["chosen"][seat]) == card, shown),
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
