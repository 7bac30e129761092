"""What a game of Banjooli Cross may turn on: tiles, predictions, berries, ostriches and sorcery."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.core.message import Message
from ludotheque.core.things import TABLE, Things, Used
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.games.banjooli_cross import codes
from ludotheque.games.banjooli_cross.labels import berry_word, bird_short, said
from ludotheque.games.banjooli_cross.names import face_name
from ludotheque.games.banjooli_cross.rules.setup import next_without_card
from ludotheque.games.banjooli_cross.state import BIRDS, DESTINATIONS, NOBODY, PLACES_FORETOLD

SPELLS = (
    (codes.SWAP, codes.GIVE, "swap"),
    (codes.LION, codes.SWAP, "lion"),
    (codes.LEAP, codes.PLACE, "bewitch"),
    (codes.UNBEWITCH, codes.LEAP, "unbewitch"),
    (codes.BEWITCH, codes.UNBEWITCH, "bewitch"),
)


def used(b: Any, before: Any, after: Any, seat: int, code: int) -> Iterator[Used]:
    """A tile of the course, a prediction that is dealt, a berry that is found, an ostrich that is moved, sorcery."""
    if seat == CHANCE_SEAT:
        yield from _drawn(b, before, code)
        return
    if seat < 0:
        return
    if codes.MOVE <= code < codes.BEWITCH:
        frenzy = code >= codes.FRENZY
        bird = (
            (code - codes.FRENZY) // DESTINATIONS // codes.JOKERS
            if frenzy
            else (code - codes.MOVE) // DESTINATIONS
        )
        yield seat, f"bird.{bird}"
    for first, end, name in SPELLS:
        if first <= code < end:
            yield seat, f"spell.{name}"
            return


def _drawn(b: Any, before: Any, code: int) -> Iterator[Used]:
    if codes.TILE <= code < codes.CARD:
        face, bend = divmod(code - codes.TILE, 3)
        name = face_name(b, face, bend)
        yield TABLE, f"tile.{':'.join(name.split(':')[:2])}"
    elif codes.CARD <= code < codes.DIE:
        yield int(next_without_card(before)), f"prediction.{code - codes.CARD}"
    elif code >= codes.BERRY and int(before["found"]) != NOBODY:
        yield int(before["to_play"]), f"berry.{code - codes.BERRY}"


def label(b: Any, name: str) -> Message | str:
    """What it is called; a prediction names its four ostriches."""
    group, _, rest = name.partition(".")
    if group == "berry":
        return berry_word(int(rest))
    if group == "bird":
        return bird_short(int(rest))
    if group == "prediction":
        birds = b["card"][int(rest)].tolist()
        told = {
            "abcd"[place]: bird_short(birds[place])
            for place in range(PLACES_FORETOLD)
            if birds[place] < BIRDS
        }
        return said("banjooli-cross.thing.foretold", **told)
    return rest.replace(":", " ") if group == "tile" else Message(f"banjooli-cross.thing.{group}.{rest}")


THINGS = Things(used, label, ("tile", "prediction", "berry", "bird", "spell"))
