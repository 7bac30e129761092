"""Event views of Banjooli Cross: the sentence for the list of moves, the path to show, the trace it leaves."""

from __future__ import annotations

from typing import Any

from ludotheque.core.game import HIDDEN, ActionPath
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.games.banjooli_cross import codes
from ludotheque.games.banjooli_cross.actions import CODEC
from ludotheque.games.banjooli_cross.labels import (
    LION,
    berry_word,
    bird_id,
    bird_short,
    bird_word,
    destination_id,
    die_id,
    mask,
    place_of,
    said,
)
from ludotheque.games.banjooli_cross.names import face_name, space_name
from ludotheque.games.banjooli_cross.paths import path_of, target
from ludotheque.games.banjooli_cross.rules.dice import next_die
from ludotheque.games.banjooli_cross.rules.setup import next_without_card
from ludotheque.games.banjooli_cross.state import BIRDS, NO_DIE, PODIUM, SORCERY, SPACES, WHITE, Phase
from ludotheque.scene.model import EventView, Motion


def event(b: Any, before: Any, after: Any, seat: int, code: int, path: ActionPath) -> EventView:
    """What an action did, from the states before and after it. The code may be `HIDDEN`."""
    if seat == CHANCE_SEAT:
        return _result(b, before, after, code)
    text = CODEC.text(b, before, seat, code, ())
    if codes.MOVE <= code < codes.BEWITCH:
        return _run(b, before, after, seat, code, text)
    if codes.BEWITCH <= code < codes.PLACE:
        return _spell(before, after, seat, code, text)
    return _other(before, after, seat, code, text)


# ------------------------------------------------------------------------------------------- chance


def _result(b: Any, before: Any, after: Any, code: int) -> EventView:
    if code == HIDDEN:
        phase = int(before["phase"])
        if phase == Phase.DEAL:
            return EventView(
                CHANCE_SEAT,
                "card",
                said("banjooli-cross.event.dealt", mask=mask(int(next_without_card(before)))),
            )
        return EventView(
            CHANCE_SEAT, "is", said("banjooli-cross.event.looks", mask=mask(int(before["to_play"])))
        )
    text = CODEC.text(b, before, CHANCE_SEAT, code, ())
    if code < codes.CARD:
        face, bend = divmod(code - codes.TILE, 3)
        return EventView(
            CHANCE_SEAT,
            text,
            said("banjooli-cross.event.tile", n=int(before["laid"]), face=face_name(b, face, bend)),
        )
    if code < codes.DIE:
        return EventView(
            CHANCE_SEAT, text, said("banjooli-cross.event.dealt", mask=mask(int(next_without_card(before))))
        )
    if code >= codes.BERRY:
        return _berry(before, after, code, text)
    return _die(before, after, code, text)


def _die(before: Any, after: Any, code: int, text: str) -> EventView:
    colour = code - codes.DIE
    face = said("banjooli-cross.joker") if colour == WHITE else bird_word(colour)
    if int(before["phase"]) == Phase.SPIN:
        return EventView(
            CHANCE_SEAT,
            text,
            said("banjooli-cross.event.spin", face=face),
            tuple(_moved(before, after, "slide")),
        )
    die = int(next_die(before))
    motion = Motion(die_id(die), (f"tray.{die}",), "appear")
    word = "banjooli-cross.event.sorcery_die" if die == SORCERY else "banjooli-cross.event.die"
    return EventView(CHANCE_SEAT, text, said(word, n=die + 1, face=face), (motion,))


def _berry(before: Any, after: Any, code: int, text: str) -> EventView:
    kind = code - codes.BERRY
    if int(before["phase"]) == Phase.LOOK:
        return EventView(CHANCE_SEAT, text, said("banjooli-cross.event.seen", berry=berry_word(kind)))
    token = int(before["found"])
    place = space_name(int(before["berry_space"][token]))
    motions = [Motion(f"berry.{token}", (place, place), "vanish"), *_moved(before, after, "slide")]
    return EventView(
        CHANCE_SEAT,
        text,
        said("banjooli-cross.event.found", berry=berry_word(kind)),
        tuple(motions),
        (place,),
    )


def _moved(before: Any, after: Any, kind: str) -> list[Motion]:
    """A motion for every bird that stands elsewhere now, and a turn for every face that changed."""
    motions = []
    for bird in range(BIRDS):
        here, there = place_of(before, bird), place_of(after, bird)
        if here != there:
            motions.append(Motion(bird_id(bird), (here, there), kind))
        if int(before["scared"][bird]) != int(after["scared"][bird]):
            motions.append(Motion(bird_id(bird), (there,), "flip"))
    return motions


# ------------------------------------------------------------------------------------------- what seats do


def _run(b: Any, before: Any, after: Any, seat: int, code: int, text: str) -> EventView:
    bird, destination = target(code)
    path = [
        space_name(step) if step < SPACES else destination_id(before, bird, step)
        for step in path_of(b, before, code)
    ]
    trail = (place_of(before, bird), *path)
    motions = [Motion(bird_id(bird), trail, "hop")]
    if int(after["scared"][bird]) != int(before["scared"][bird]):
        motions.append(Motion(bird_id(bird), (trail[-1],), "flip"))
    place = int(after["place"][bird])
    word = "arrives" if destination == PODIUM else "sinks" if after["scared"][bird] else "runs"
    args = {"bird": bird_short(bird), "to": trail[-1], "n": place or len(path)}
    return EventView(seat, text, said(f"banjooli-cross.event.{word}", **args), tuple(motions), trail)


def _spell(before: Any, after: Any, seat: int, code: int, text: str) -> EventView:
    if code < codes.UNBEWITCH:
        bird, word = code - codes.BEWITCH, "bewitched"
    elif code < codes.LEAP:
        bird, word = code - codes.UNBEWITCH, "unbewitched"
    else:
        bird, word = (code - codes.LEAP) // SPACES, "leapt"
    args = {"bird": bird_short(bird), "to": place_of(after, bird)}
    return EventView(
        seat,
        text,
        said(f"banjooli-cross.event.{word}", **args),
        tuple(_moved(before, after, "hop")),
        (place_of(after, bird),),
    )


def _other(before: Any, after: Any, seat: int, code: int, text: str) -> EventView:
    args: dict[str, Any] = {}
    motions: list[Motion] = []
    trace: tuple[str, ...] = ()
    if code == codes.PASS:
        word = "passes"
    elif code < codes.MOVE:
        again = [die for die in range(SORCERY + 1) if int(after["thrown"][die]) == NO_DIE]
        word, args = ("throws", {"n": len(again)}) if code > codes.KEEP else ("keeps", {})
    elif code < codes.JOKA:
        place = space_name(code - codes.PLACE)
        word, args, trace = "puts_berry", {"to": place}, (place,)
        motions = [Motion(f"berry.{int(before['to_play'])}", (place,), "appear")]
    elif code < codes.LION:
        word, args = "flees", {"bird": bird_short(int(before["moving"])), "to": space_name(code - codes.JOKA)}
        motions = _moved(before, after, "hop")
    elif code < codes.SWAP:
        place = space_name(code - codes.LION)
        word, args, trace = "prowls", {"to": place}, (place,)
        motions = [
            Motion(LION, (space_name(int(before["lion_at"])), place), "slide"),
            *_moved(before, after, "hop"),
        ]
    elif code < codes.GIVE:
        word, args = (
            "swaps",
            {"bird": bird_short(int(before["moving"])), "other": bird_word(code - codes.SWAP)},
        )
        motions = _moved(before, after, "slide")
    elif code < codes.WAKE:
        word, args = "gives", {"mask": mask(code - codes.GIVE)}
    else:
        word = "wakes"
    return EventView(seat, text, said(f"banjooli-cross.event.{word}", **args), tuple(motions), trace)
