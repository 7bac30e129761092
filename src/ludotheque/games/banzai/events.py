"""Event views of Banzaï!: the sentence for the list of moves, cries, sounds and motions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.core.game import HIDDEN, ActionPath
from ludotheque.core.message import Message
from ludotheque.core.verbs import CHANCE_SEAT, TIME_SEAT
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.actions import CODEC
from ludotheque.games.banzai.labels import (
    back_id,
    card_word,
    doll_id,
    family_word,
    fan_at,
    fan_id,
    hand_place,
    laid_at,
    lies_at,
    listed,
    nearest_point,
    pawn_id,
    player,
    rim,
    said,
    seen_at,
    taken_at,
)
from ludotheque.games.banzai.rules.calls import names_family
from ludotheque.games.banzai.rules.choosing import place_of
from ludotheque.games.banzai.rules.hands import bit, has_complete_family, least_wanted, lowest
from ludotheque.games.banzai.rules.pawns import reach_ms
from ludotheque.games.banzai.rules.racing import next_to_react
from ludotheque.games.banzai.rules.setup import dealt_to
from ludotheque.games.banzai.state import (
    CALLS,
    CARDS,
    FAMILIES,
    FEINTS,
    MAX_SEATS,
    NO_FAMILY,
    NONE,
    SEALED,
    WHATS,
    Call,
    Feint,
    LotFor,
    Phase,
    card_name,
    in_hand,
    members,
    seated,
)
from ludotheque.games.banzai.text import how_it_ended
from ludotheque.scene import snapshot
from ludotheque.scene.model import EventView, Motion

Told = tuple[Message, str, Message | None]
"""An action in words, its sound, and the cry."""

_WORDS = {codes.KEEP: "keep", codes.HOP: "hop", codes.PEEK: "peek", codes.REFUSE: "refuse"}
_SOUNDS = {"hop": "hop", "peek": "gasp", "refuse": "gasp"}


def event(b: Any, before: Any, after: Any, seat: int, code: int, path: ActionPath) -> EventView:
    """What an action did, from the states before and after it. The code may be `HIDDEN`."""
    before, after = snapshot.of(before), snapshot.of(after)
    message, sound, cry = _told(b, before, after, seat, code)
    for then, louder in what_followed(b, before, after):
        message = then if message is None else said("banzai.event.then", what=message, then=then)
        sound = louder
    text = "time" if seat == TIME_SEAT else "…" if code == HIDDEN else CODEC.text(b, before, seat, code, path)
    return EventView(
        seat,
        text,
        Message("banzai.time.on") if message is None else message,
        motions(before, after),
        _trace(before, code),
        sound=sound,
        cry=cry,
    )


def _told(
    b: Any, before: Any, after: Any, seat: int, code: int
) -> tuple[Message | None, str, Message | None]:
    if seat == TIME_SEAT:
        held = before["phase"] == Phase.HELD
        return by_time(before, after), "stop" if held else "resume", None
    if seat == CHANCE_SEAT:
        return _drawn(before, code), "card", None
    if code == HIDDEN and after["phase"] == Phase.HELD and before["phase"] != Phase.HELD:
        return Message("banzai.event.stop_cried"), "stop", Message("banzai.cry.stop")
    if code == HIDDEN:
        sound = "" if before["phase"] == Phase.GRAB else "card"  # a player who aims lays nothing down
        return _hidden(before, after, seat), sound, None
    if code < codes.GRAB:
        return _card(before, seat, code) if code < codes.CALL else _call(code)
    if code < codes.RESUME:
        return _pawn(before, after, seat, code)
    if codes.FEINT <= code < codes.GIVE:
        return _feint(code - codes.FEINT)
    if code == codes.RESUME:
        if before["phase"] == Phase.END:
            return Message("banzai.event.ready"), "", None
        return Message("banzai.event.resume"), "resume", Message("banzai.cry.resume")
    if code in _WORDS:
        cry = Message("banzai.cry.hop") if code == codes.HOP else None
        return Message(f"banzai.event.{_WORDS[code]}"), _SOUNDS.get(_WORDS[code], ""), cry
    return _follow(before, code), "card", None


def _trace(before: Any, code: int) -> tuple[str, ...]:
    """Where a pawn was moved: from its old point to its new one."""
    if not codes.MOVE <= code < codes.RESUME:
        return ()
    pawn = codes.moved_pawn(code)
    start = nearest_point(before["pawn_x"][pawn], before["pawn_y"][pawn])
    return start, nearest_point(codes.moved_x(code), codes.moved_y(code))


# -- what people do ---------------------------------------------------------------------------------------------------


def _card(before: Any, seat: int, code: int) -> Told:
    name = "choose" if before["chosen"][seat] == NONE else "change"
    return said(f"banzai.event.{name}_seen", card=card_word(code - codes.CHOOSE)), "card", None


def _hidden(before: Any, after: Any, seat: int) -> Message:
    """A card laid down, two given, or one dealt back: only the players concerned know which."""
    if before["phase"] == Phase.GRAB:
        return Message("banzai.event.aim")
    if before["phase"] != Phase.STOP:
        return Message("banzai.event.choose" if before["chosen"][seat] == NONE else "banzai.event.change")
    if before["pooled"] == 0:
        return Message("banzai.event.give")
    to = next(other for other in range(MAX_SEATS) if after["back_to"][other] != before["back_to"][other])
    return said("banzai.event.deal", who=player(to))


def _call(code: int) -> Told:
    call, family = int(codes.called(code)), int(codes.called_family(code))
    if call == Call.BANZAI:
        return Message("banzai.event.banzai"), "call", Message("banzai.cry.banzai")
    what = Message(f"banzai.call.{CALLS[call]}")
    if names_family(call) and family != NO_FAMILY:
        what = said("banzai.call.named", call=what, family=family_word(family))
    return said("banzai.event.stop", what=what), "stop", Message("banzai.cry.stop")


def _pawn(before: Any, after: Any, seat: int, code: int) -> Told:
    if code >= codes.MOVE:
        return said("banzai.event.move", n=int(codes.moved_pawn(code)) + 1), "push", None
    pawn = code - codes.GRAB
    if before["phase"] != Phase.GRAB:
        return said("banzai.event.touch", n=pawn + 1), "touch", Message("banzai.cry.oops")
    if before["unhurried"]:
        return Message("banzai.event.aim"), "", None
    if after["early"] >> seat & 1:
        return said("banzai.event.early", n=pawn + 1), "touch", None
    return said("banzai.event.grab", n=pawn + 1), "grab", None


_FEINT_SOUNDS = {Feint.GASP.value: "gasp", Feint.DART.value: "dart"}


def _feint(kind: int) -> Told:
    name = FEINTS[kind]
    cry = None if kind == Feint.DART else Message(f"banzai.cry.{name}")
    return Message(f"banzai.event.feint.{name}"), _FEINT_SOUNDS.get(kind, "feint"), cry


def _follow(before: Any, code: int) -> Message:
    """What a Stop allows."""
    if code < codes.FEINT:
        kind, other = divmod(code - codes.SWAP, MAX_SEATS)
        return said(f"banzai.event.{('swap', 'challenge', 'propose', 'steal')[kind]}", who=player(other))
    if code < codes.DEAL_BACK:
        cards = divmod(code - codes.GIVE, CARDS)
        return said("banzai.event.give_seen", cards=listed([card_word(card) for card in cards]))
    if code < codes.CONSENT:
        other, card = divmod(code - codes.DEAL_BACK, CARDS)
        return said("banzai.event.deal_seen", who=player(other), card=card_word(card))
    if code < codes.REFUSE:
        return said(
            "banzai.event.consent", who=player(before["stop_by"]), card=card_word(code - codes.CONSENT)
        )
    if code < codes.LOOK:
        return said("banzai.event.take_pawn", n=code - codes.TAKE_PAWN + 1)
    if code < codes.TAKE_WITH:
        return said("banzai.event.look", who=listed([player(seat) for seat in members(code - codes.LOOK)]))
    other, what = divmod(code - codes.TAKE_WITH, len(WHATS))
    return said("banzai.event.take_with", what=Message(f"banzai.what.{WHATS[what]}"), who=player(other))


# -- chance -----------------------------------------------------------------------------------------------------------


def _drawn(before: Any, code: int) -> Message:
    """A family, a card, a seat or a reaction; the code of a card that the audience may not see is `HIDDEN`."""
    phase = before["phase"]
    if phase == Phase.DEAL:
        return said("banzai.event.dealt", who=player(snapshot.ask(before, dealt_to)))
    if phase == Phase.STEAL:
        words = {"who": player(before["stop_by"]), "other": player(before["asked"])}
        if code == HIDDEN:
            return Message("banzai.event.stolen", words)
        return Message("banzai.event.stolen_seen", {**words, "card": card_word(code - codes.CARD)})
    if phase == Phase.FAMILIES:
        return said("banzai.event.family", family=Message(f"banzai.family.{FAMILIES[code - codes.FAMILY]}"))
    if phase == Phase.REACT:
        return said("banzai.event.reaction", who=player(snapshot.ask(before, next_to_react)))
    if before["lot_for"] >= LotFor.CARD:
        return _drawn_for_absent(before, code)
    return said("banzai.event.lot", who=player(code - codes.SEAT))


def _drawn_for_absent(before: Any, code: int) -> Message:
    """A card that the lot passes on or gives for an absent player, or deals back."""
    seat, what = int(lowest(before["lot"])), LotFor(before["lot_for"]).name.lower()
    if code == HIDDEN:
        return said(f"banzai.event.lot_{what}", who=player(seat))
    card = code - codes.CARD
    broke = what == "card" and _breaks_a_family(before, seat, card)
    name = "lot_broke" if broke else f"lot_{what}_seen"
    return said(f"banzai.event.{name}", who=player(seat), card=card_word(card))


# -- what followed ----------------------------------------------------------------------------------------------------


Then = tuple[Message, str]
"""What came of it, in words, and its sound."""


def what_followed(b: Any, before: Any, after: Any) -> Iterator[Then]:
    """What came of an action, or of time, in the order in which it came."""
    was, now = Phase(before["phase"]), Phase(after["phase"])
    if has_slid(before, after):
        yield Message("banzai.then.hop"), "hop"
    elif now == Phase.SLIDE != was:
        yield Message("banzai.then.ready"), "card"
    if after["dealt_again"] != before["dealt_again"]:
        yield Message("banzai.then.dealt_again"), "card"
    if was not in (Phase.END, Phase.OVER) and now in (Phase.END, Phase.OVER):
        yield how_it_ended(after), "win" if now == Phase.OVER else "out"
        yield from ((late, "out") for late in _by_how_much(b, before, after))
    if after["void_ms"] != before["void_ms"] and after["void_ms"] != NONE:
        yield said("banzai.then.void", who=player(before["caller"])), "gasp"
    if was == Phase.STOP and before["pooled"] == 0 < after["pooled"]:
        yield said("banzai.then.pooled", who=player(after["stop_by"])), "card"
    if was == Phase.END != now:
        yield _next_round(after), "card"


def _by_how_much(b: Any, before: Any, after: Any) -> Iterator[Message]:
    """In unhurried games: how much later than the winner another player came for the pawn they aimed at, if the audience knows the aim."""
    if before["phase"] != Phase.REACT:
        return
    for seat in range(after["seats"]):
        pawn = before["aim"][seat]
        if not 0 <= pawn < after["pawns"] or not after["round_out"] >> seat & 1:
            continue
        other = after["pawn_by"][pawn]
        if other in (NONE, seat):
            continue
        late = _arrival(b, after, seat, pawn) - _arrival(b, after, other, pawn)
        if late >= 0:
            told = {"who": player(seat), "pawn": pawn + 1, "other": player(other)}
            hundredths = round(late / 10)
            if hundredths:
                yield said("banzai.then.late", n=hundredths, **told)
            else:
                yield said("banzai.then.late.just", **told)


def _arrival(b: Any, s: Any, seat: int, pawn: int) -> float:
    return float(b["reaction_ms"][s["reaction"][seat]]) + float(reach_ms(b, snapshot.record(s), seat, pawn))


def _next_round(after: Any) -> Message:
    if after["phase"] == Phase.LOT:
        return Message("banzai.then.lot")
    name = "final" if after["final"] else "round"
    return said(f"banzai.then.{name}", n=after["round_number"])


def has_slid(before: Any, after: Any) -> bool:
    """Whether the cards have slid."""
    return after["exchanges"] == before["exchanges"] + 1 or (after["dealt_again"] != before["dealt_again"])


# -- motions ----------------------------------------------------------------------------------------------------------


def motions(before: Any, after: Any) -> tuple[Motion, ...]:
    """Everything that is seen to move between two situations."""
    if before["round_number"] != after["round_number"]:
        return ()
    return (*_laid(before, after), *_slides(before, after), *_dolls(before, after), *_pawns(before, after))


def _laid(before: Any, after: Any) -> Iterator[Motion]:
    """Cards that were laid down, or taken up for another one."""
    for place, seat in enumerate(seated(after)):
        was, now = before["chosen"][seat], after["chosen"][seat]
        if was == now or now == NONE or before["placed"] != after["placed"]:
            continue
        if now == SEALED:
            yield Motion(back_id(seat), (fan_at(place), laid_at(place)), "slide")
            continue
        hand = in_hand(before, seat)
        if now in hand:
            yield Motion(card_name(now), (hand_place(seat, hand.index(now)), laid_at(place)), "slide")


def _slides(before: Any, after: Any) -> Iterator[Motion]:
    """Each card goes to the next place; what the audience sees of it goes into the hand."""
    if not has_slid(before, after):
        return
    placed = after["placed"]
    for place, seat in enumerate(seated(after)):
        start = laid_at((place - 1) % placed)
        yield Motion(fan_id(seat), (start, fan_at(place)), "appear")
        seen = in_hand(after, seat)
        whole = len(seen) == after["held"][seat]
        for number, card in enumerate(seen):
            if not before["hands"][seat] >> card & 1:
                end = hand_place(seat, number) if whole else seen_at(place, number)
                yield Motion(card_name(card), (start, end), "appear")


def _dolls(before: Any, after: Any) -> Iterator[Motion]:
    """Players who have changed seats."""
    if before["placed"] != after["placed"] or before["seating"] == after["seating"]:
        return
    places = sorted(enumerate(seated(after)), key=lambda each: each[1] != before["stop_by"])
    for place, seat in places:
        was = snapshot.ask(before, place_of, seat)
        if was not in (NONE, place):
            yield Motion(doll_id(seat), (rim(was), rim(place)), "slide")


def _pawns(before: Any, after: Any) -> Iterator[Motion]:
    """Pawns that were taken or put back; those that were moved are seen to lie elsewhere."""
    for pawn in range(after["pawns"]):
        by, was = after["pawn_by"][pawn], before["pawn_by"][pawn]
        if by >= 0 and was == NONE:
            start = nearest_point(before["pawn_x"][pawn], before["pawn_y"][pawn])
            yield Motion(pawn_id(pawn), (start, taken_at(snapshot.ask(after, place_of, by))), "slide")
        elif by == NONE and was >= 0:
            start = taken_at(snapshot.ask(before, place_of, was))
            yield Motion(pawn_id(pawn), (start, lies_at(after, pawn)), "slide")


# -- time and chance --------------------------------------------------------------------------------------------------


def by_time(before: Any, after: Any) -> Message | None:
    """What happened by itself; None if what followed says it all."""
    was, now = Phase(before["phase"]), Phase(after["phase"])
    if was in (Phase.CHOOSE, Phase.OPEN):
        if now == Phase.GRAB:
            return said("banzai.time.must_call", who=player(after["caller"]))
        if now == Phase.LOT:
            return Message("banzai.time.lot")
        return Message("banzai.time.broken" if _broke_a_family(before) else "banzai.time.chosen")
    if was == Phase.HELD:
        return said("banzai.time.stop", who=player(after["stop_by"]), what=stop_word(after))
    if was == Phase.STOP:
        return Message("banzai.time.lot" if now == Phase.LOT else "banzai.time.resume")
    if was == Phase.GRAB:
        return Message("banzai.time.grab")
    return Message("banzai.time.touched") if was == Phase.TOUCHED else None


def _broke_a_family(before: Any) -> bool:
    """Whether the only player whose hand is in sight had a complete family, and the card chosen for them breaks it.

    To everybody else that stays a secret.
    """
    seen = [seat for seat in seated(before) if before["hands"][seat]]
    if (
        len(seen) != 1
        or int(before["chosen"][seen[0]]) != NONE
        or not snapshot.ask(before, has_complete_family, seen[0])
    ):
        return False
    (seat,) = seen
    return _breaks_a_family(before, seat, snapshot.ask(before, least_wanted, seat))


def _breaks_a_family(before: Any, seat: int, card: int) -> bool:
    """Whether a hand has a complete family and, without this card, no longer."""
    left = snapshot.record(before).copy()
    left["hands"][seat] &= ~bit(card)
    return bool(snapshot.ask(before, has_complete_family, seat)) and not has_complete_family(left, seat)


def stop_word(s: Any) -> Message:
    """What the Stop going on was called for."""
    return Message(f"banzai.call.{Call(int(s['stop_what'])).name.lower()}")
