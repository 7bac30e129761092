"""Before the race: the course is laid tile by tile, predictions are dealt, and the birds wait in their nests."""

from __future__ import annotations

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.codes import CARD, TILE
from ludotheque.games.banjooli_cross.rules.course import measure
from ludotheque.games.banjooli_cross.rules.dice import begin_throw
from ludotheque.games.banjooli_cross.rules.lion import lair
from ludotheque.games.banjooli_cross.state import (
    BIRDS,
    DICE,
    KINDS,
    MAX_COMMON,
    MAX_SEATS,
    NEST,
    NO_DIE,
    NO_SPACE,
    NOBODY,
    NOT_DEALT,
    UNSEEN,
    Bend,
    Ending,
    Phase,
    Use,
    wide,
)


@rule("BJC-02", "BJC-07", "BJC-09", "BJC-11")
def setup(b: Any, s: Any) -> None:
    """All birds wait in their nests, and nothing has been laid, dealt or rolled. Who goes first is already decided."""
    clear_table(s)
    for bird in range(BIRDS):
        s.at[bird], s.scared[bird], s.place[bird] = NEST, 0, 0
    for seat in range(MAX_SEATS):
        s.prediction[seat], s.single_throw[seat], s.turns[seat] = NOT_DEALT, 0, 0
        s.berry_space[seat], s.berry_kind[seat], s.berry_known[seat] = NO_SPACE, UNSEEN, 0
        for bird in range(BIRDS):
            s.helped[seat, bird] = 0
    for kind in range(KINDS):
        s.berry_found[kind] = 0
    s.to_play, s.direction = s.first, 1
    s.laid, s.phase, s.ended = 0, Phase.COURSE.value, Ending.NONE.value


@rule("BJC-09")
def clear_table(s: Any) -> None:
    """No dice thrown, no move begun, no jade, no lion."""
    for die in range(DICE):
        s.thrown[die] = NO_DIE
    s.rerolls_left, s.moving, s.points_left, s.frenzy = 0, NOBODY, 0, 0
    s.found, s.oor = NOBODY, NOBODY
    s.lion_at, s.lion_awake = NO_SPACE, 0


# ------------------------------------------------------------------------------------------- the course


@rule("BJC-08")
def tiles_between(s: Any) -> int:
    """The number of tiles between start and finish: those of the composed course, or as the options say."""
    composed = wide(0)
    for place in range(MAX_COMMON):
        if s.course[place] > 0:
            composed += 1
    return composed if composed > 0 else wide(s.tiles)


@rule("BJC-07", "BJC-08")
def use_due(s: Any) -> int:
    """What kind of tile is laid next: the start, one of the course, the finish."""
    if s.laid == 0:
        return Use.START.value
    return Use.FINISH.value if s.laid > tiles_between(s) else Use.COMMON.value


@rule("BJC-01", "BJC-08", "BJC-14")
def list_tiles(b: Any, s: Any, out: Any, p: Any) -> int:
    """The faces that may come next with their chances: all tiles left are equally likely, then their sides, then the bends."""
    use = use_due(s)
    if use != Use.COMMON.value:
        return list_use(b, s, use, 1.0, out, p, wide(0))
    if s.course[s.laid - 1] > 0:
        out[0], p[0] = TILE + wide(s.course[s.laid - 1]) - 1, 1.0
        return wide(1)
    special = chance_of_special(b, s)
    n = wide(0)
    if special < 1.0:
        n = list_use(b, s, wide(Use.COMMON.value), 1.0 - special, out, p, n)
    if special > 0.0:
        n = list_use(b, s, wide(Use.SPECIAL.value), special, out, p, n)
    return n


@rule("BJC-14", "BJC-61")
def chance_of_special(b: Any, s: Any) -> float:
    """Special tiles take the place of common ones anywhere: as many as are still due, over the places still empty."""
    due = wide(s.special)
    for laid in range(s.laid):
        if b.use[s.face[laid] // 2] == Use.SPECIAL.value:
            due -= 1
    return due / (tiles_between(s) - wide(s.laid) + 1)


@rule("BJC-08", "BJC-14")
def list_use(b: Any, s: Any, use: int, chance: float, out: Any, p: Any, n: int) -> int:
    """The tiles of a kind that are not laid yet share its chance equally."""
    tiles, first = wide(0), n
    for tile in range(b.tiles):
        if b.use[tile] == use and not is_laid(s, tile):
            n = list_faces_of(b, s, wide(tile), out, p, n)
            tiles += 1
    for i in range(first, n):
        p[i] *= chance / tiles
    return n


@rule("BJC-08")
def is_laid(s: Any, tile: int) -> bool:
    """Whether either side of the tile is on the table."""
    for laid in range(s.laid):
        if s.face[laid] // 2 == tile:
            return True
    return False


@rule("BJC-13", "BJC-14")
def list_faces_of(b: Any, s: Any, tile: int, out: Any, p: Any, n: int) -> int:
    """Both sides of a tile; a curve after a curve is turned over; a curve bends either way."""
    for side in range(2):
        face = tile * 2 + side
        if b.curved[face] and after_curve(b, s):
            face = tile * 2 + 1 - side
        if b.curved[face] == 0:
            n = add_face(face * 3 + Bend.STRAIGHT.value, 0.5, out, p, n)
        else:
            n = add_face(face * 3 + Bend.LEFT.value, 0.25, out, p, n)
            n = add_face(face * 3 + Bend.RIGHT.value, 0.25, out, p, n)
    return n


@rule("BJC-13")
def after_curve(b: Any, s: Any) -> bool:
    """Whether the tile laid last is a curve: no other may touch it."""
    return s.laid > 0 and b.curved[s.face[s.laid - 1]] != 0


@rule("BJC-08")
def add_face(piece: int, chance: float, out: Any, p: Any, n: int) -> int:
    """Add a face to the results, or its chance to a result that is there already; returns how many there are."""
    for i in range(n):
        if out[i] == TILE + piece:
            p[i] += chance
            return n
    out[n], p[n] = TILE + piece, chance
    return n + 1


@rule("BJC-07", "BJC-08")
def lay(b: Any, s: Any, piece: int) -> None:
    """Lay a face (face × 3 + bend) after the others; with the finish, the course is complete."""
    finished = use_due(s) == Use.FINISH.value
    s.face[s.laid], s.bend[s.laid] = piece // 3, piece % 3
    s.laid += 1
    if finished:
        measure(b, s)
        if s.lion:
            s.lion_at, s.lion_awake = lair(b, s), 1
        s.phase = Phase.DEAL.value


# ------------------------------------------------------------------------------------------- the predictions


@rule("BJC-05", "BJC-10")
def list_cards(b: Any, s: Any, out: Any, p: Any) -> int:
    """Every card that nobody holds, all equally likely."""
    n = wide(0)
    for card in range(b.cards):
        if not is_held(s, card):
            out[n] = CARD + card
            n += 1
    for i in range(n):
        p[i] = 1.0 / n
    return n


@rule("BJC-10")
def is_held(s: Any, card: int) -> bool:
    """Whether a seat holds the card (as far as this state knows)."""
    for seat in range(s.seats):
        if s.prediction[seat] == card:
            return True
    return False


@rule("BJC-10")
def next_without_card(s: Any) -> int:
    """The seat that is dealt to next, the number of seats once all have a card."""
    for seat in range(s.seats):
        if s.prediction[seat] == NOT_DEALT:
            return seat
    return s.seats


@rule("BJC-10", "BJC-12")
def deal(b: Any, s: Any, card: int) -> None:
    """One card to each; then the berries are put out, where the table plays with them, and the race begins."""
    s.prediction[next_without_card(s)] = card
    if next_without_card(s) < s.seats:
        return
    if s.berries:
        s.phase = Phase.BERRIES.value
    else:
        begin_throw(b, s)
