"""The scene of Banjooli Cross: the course with its birds and berries, the dice, the player's own prediction.

The clicks are in `choices.py` and `clicks.py`, the event views in `events.py`. States passed in are already hidden for their audience.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from ludotheque.core import verbs
from ludotheque.core.message import Message
from ludotheque.games.banjooli_cross import board_svg
from ludotheque.games.banjooli_cross.board_layout import (
    RIM,
    SIGNS,
    SPACE,
    SQUARE,
    Tile,
    Track,
    text_board,
    track_of,
)
from ludotheque.games.banjooli_cross.choices import choices
from ludotheque.games.banjooli_cross.clicks import clicked
from ludotheque.games.banjooli_cross.codes import MAX_LEGAL, PASS
from ludotheque.games.banjooli_cross.events import event
from ludotheque.games.banjooli_cross.folding import folds
from ludotheque.games.banjooli_cross.judgement import merit
from ludotheque.games.banjooli_cross.labels import (
    LION,
    NUMBERS,
    TINTS,
    berry_word,
    bird_id,
    bird_short,
    bird_word,
    die_id,
    die_mark,
    face_word,
    laid_name,
    lane,
    place_id,
    player,
    said,
    space_name,
    spot,
    tile_name,
)
from ludotheque.games.banjooli_cross.rules.course import ground, space_at
from ludotheque.games.banjooli_cross.rules.dice import next_die
from ludotheque.games.banjooli_cross.rules.scoring import is_last, score
from ludotheque.games.banjooli_cross.state import (
    ARRIVED,
    BIRDS,
    FINISHERS,
    LANES,
    LAST,
    NEST,
    NO_DIE,
    NO_SPACE,
    NOBODY,
    SORCERY,
    UNSEEN,
    WHITE,
    Ending,
    Ground,
    Phase,
)
from ludotheque.scene import asking, snapshot
from ludotheque.scene.model import Caption, Layout, Panel, Piece, Place, Scene, Standing

__all__ = ["board", "choices", "clicked", "event", "layout", "merit", "scene", "turn"]

TELLS_ALIKE = True
"""What everybody sees happen looks the same to everybody: events show no predictions and no berries but those that they turn over."""

WIDTH = 0.95
"""How wide a place is, of its space."""
PLACE_WORDS = ("first", "second", "third", "last")
MASKS = ("◉", "◈", "▣", "◎", "⬢")
"""The seats' neutral signs: no bird belongs to anybody."""


def layout(b: Any, s: Any) -> Layout:
    """The spaces of the course laid, the nests, the podium."""
    track = track_of(b, s)
    return Layout(
        layout_id(b, s),
        track.width,
        track.height,
        (*_spaces(b, s, track), *(_nests_and_podium(track) if len(track.tiles) > 1 else ())),
        said("banjooli-cross.board"),
        text_board=text_board(b, s),
        trays="either",
        turns=True,
        folds=folds(track.tiles),
        road=board_svg.ROAD,
        captions=_captions(track),
    )


def _spaces(b: Any, s: Any, track: Track) -> Iterator[Place]:
    size = SPACE * WIDTH
    for tile in track.tiles:
        for lane_number in range(LANES):
            for step in range(tile.lengths[lane_number]):
                space = int(space_at(tile.number, lane_number, step))
                kind, name = Ground(int(ground(b, s, space))), space_name(space)
                label = said(f"banjooli-cross.place.{kind.name.lower()}", name=spot(b, s, name))
                x, y = track.space(tile.number, lane_number, step)
                yield Place(name, x, y, size, size, label, "circle", sign=SIGNS[kind], name=name)


def _nests_and_podium(track: Track) -> Iterator[Place]:
    label = said("banjooli-cross.place.nest")
    for bird in range(BIRDS):
        yield Place(f"nest.{bird}", *track.nest(bird), 88, 88, label, "circle", sign="()")
    for place in range(1, BIRDS + 1):
        label = said("banjooli-cross.place.podium", n=place)
        yield Place(f"podium.{place}", *track.podium(place), 56, 56, label, "circle", sign=f"{place}.")


def _captions(track: Track) -> tuple[Caption, ...]:
    """What is written behind the nests and beyond the podium, unless another tile lies there."""
    if len(track.tiles) < 2:
        return ()
    first, last = track.tiles[0], track.tiles[-1]
    ends = (("start", first, (-first.ahead[0], -first.ahead[1])), ("finish", last, last.out))
    return tuple(
        Caption(
            said(f"banjooli-cross.caption.{word}"),
            tile.x + out[0] * SQUARE / 2,
            tile.y + out[1] * SQUARE / 2,
            *out,
            RIM * 0.75,
        )
        for word, tile, out in ends
        if not any(
            _lies_at(other, tile.x + out[0] * SQUARE, tile.y + out[1] * SQUARE) for other in track.tiles
        )
    )


def _lies_at(tile: Tile, x: float, y: float) -> bool:
    return abs(tile.x - x) + abs(tile.y - y) <= 1


def layout_id(b: Any, s: Any) -> str:
    """The name of a course: the same tiles laid alike share a picture."""
    laid = s["laid"]
    tiles = snapshot.ask(snapshot.of_box(b), _tiles)
    return _course_id(tiles, tuple(s["face"][:laid].tolist()), tuple(s["bend"][:laid].tolist()))


def _tiles(b: Any) -> tuple[str, ...]:
    return tuple(tile_name(b, tile) for tile in range(int(b["tiles"])))


@functools.lru_cache(1000)
def _course_id(tiles: tuple[str, ...], faces: tuple[int, ...], bends: tuple[int, ...]) -> str:
    text = " ".join(laid_name(tiles[face // 2], face, bend) for face, bend in zip(faces, bends, strict=True))
    return f"course-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def board(b: Any, s: Any) -> str:
    """The course as SVG."""
    return board_svg.draw(b, s)


def turn(b: Any, s: Any) -> int:
    """The number of the turn being played; 0 while the course is laid, cards are dealt and berries are hidden."""
    before = int(s["phase"]) in (Phase.COURSE, Phase.DEAL, Phase.BERRIES)
    return 0 if before else sum(s["turns"].tolist()) + 1


def scene(b: Any, s: Any, audience: int) -> Scene:
    """Everything on the table, and the prompt."""
    seats = range(int(s["seats"]))
    return Scene(
        game="banjooli-cross",
        layout=layout_id(b, s),
        prompt=_prompt(b, s, audience),
        standings=tuple(_standing(b, s, seat, rank) for seat, rank in enumerate(asking.ranks(b, s))),
        pieces=(*_ostriches(s), *_berries(s, audience), *_lion(s), *_dice(s), *_cards(b, s)),
        panels=(
            *_dice_panel(s),
            *(_card_panel(seat, bool(s["ended"])) for seat in seats if int(s["prediction"][seat]) >= 0),
        ),
        goal=snapshot.ask(snapshot.of_box(b), _goal),
    )


def _goal(b: Any) -> Message:
    first, second, third = map(int, b["points"])
    worth = {"first": first, "second": second, "third": third}
    return said("banjooli-cross.goal", **worth, misplaced=int(b["misplaced"]), last=int(b["last_factor"]))


# -- pieces -------------------------------------------------------------------------------------------------------------


def _ostriches(s: Any) -> list[Piece]:
    if int(s["laid"]) < 2 or int(s["phase"]) == Phase.COURSE:
        return []
    scared, at, place = s["scared"].tolist(), s["at"].tolist(), s["place"].tolist()
    return [_ostrich(bird, at[bird], bool(scared[bird]), place[bird]) for bird in range(BIRDS)]


@functools.lru_cache(2000)
def _ostrich(bird: int, at: int, scared: bool, arrived: int) -> Piece:
    place = place_id(bird, at, arrived)
    status = "nest" if at == NEST else "podium" if at == ARRIVED else "scared" if scared else "running"
    return Piece(
        id=bird_id(bird),
        sprite="ostrich",
        place=place,
        label=said(f"banjooli-cross.piece.{status}", bird=bird_word(bird), at=lane(place), n=arrived),
        face="scared" if scared else "running",
        tint=TINTS[bird],
        mark=NUMBERS[bird],
        order=1,
        sign=f"{NUMBERS[bird]}{'v' if scared else '>'}",
    )


def _berries(s: Any, audience: int) -> list[Piece]:
    spaces, kinds, known = s["berry_space"].tolist(), s["berry_kind"].tolist(), s["berry_known"].tolist()
    return [
        _berry(token, space, kind, _owner(known[token] & audience) if kind != UNSEEN else -1)
        for token, (space, kind) in enumerate(zip(spaces, kinds, strict=True))
        if space != NO_SPACE
    ]


def _owner(seats: int) -> int:
    """The first of these seats (a bit mask); -1 for none."""
    return (seats & -seats).bit_length() - 1


@functools.lru_cache(2000)
def _berry(token: int, space: int, kind: int, owner: int) -> Piece:
    """A berry on the course, which `owner` has looked at."""
    piece, place = f"berry.{token}", space_name(space)
    if kind == UNSEEN:
        return Piece(piece, "berry", place, said("banjooli-cross.piece.berry"), "hidden", sign="? ")
    return Piece(
        piece,
        "berry",
        place,
        said("banjooli-cross.piece.known_berry", berry=berry_word(kind)),
        "shown",
        mark=str(kind + 1),
        seat=owner,
        sign="?" + chr(ord("a") + kind),
        cover="hidden" if owner >= 0 else None,
    )


def _lion(s: Any) -> list[Piece]:
    if int(s["lion_at"]) == NO_SPACE:
        return []
    face, place = "awake" if s["lion_awake"] else "asleep", space_name(int(s["lion_at"]))
    return [Piece(LION, "lion", place, said(f"banjooli-cross.piece.lion_{face}"), face, sign="&&")]


def _dice(s: Any) -> list[Piece]:
    return [
        _die(die, colour, die_mark(s, colour))
        for die, colour in enumerate(s["thrown"].tolist())
        if colour != NO_DIE
    ]


@functools.lru_cache(200)
def _die(die: int, colour: int, mark: str) -> Piece:
    sprite = "sorcery" if die == SORCERY else "die"
    return Piece(
        die_id(die),
        f"{sprite}-white" if colour == WHITE else sprite,
        f"tray.{die}",
        said(f"banjooli-cross.piece.{sprite}", n=die + 1, face=face_word(colour)),
        tint=TINTS[colour],
        mark=mark,
        sign=("s" if die == SORCERY else "") + ("*" if colour == WHITE else NUMBERS[colour]),
    )


def _dice_panel(s: Any) -> list[Panel]:
    """The dice tray, from when the predictions are dealt: what a screen shows keeps its size while berries are hidden and dice are taken up."""
    none = all(each == NO_DIE for each in s["thrown"].tolist())
    return [] if none and int(s["phase"]) in (Phase.COURSE, Phase.DEAL, Phase.OVER) else [_tray()]


@functools.cache
def _tray() -> Panel:
    words = ["die"] * SORCERY + ["sorcery"]
    labels = [said(f"banjooli-cross.place.{word}", n=die + 1) for die, word in enumerate(words)]
    return Panel("dice", "dice", said("banjooli-cross.panel.dice"), _row("tray", labels))


def _row(name: str, labels: Sequence[Message]) -> tuple[Place, ...]:
    """Places side by side."""
    return tuple(Place(f"{name}.{i}", (i + 0.5) * 100, 50, 92, 92, label) for i, label in enumerate(labels))


def _cards(b: Any, s: Any) -> list[Piece]:
    """The predictions that the audience knows, as four small birds each."""
    is_over = bool(s["ended"])
    return [
        _foretold(seat, foretold, bird, worth, is_over)
        for seat, card in enumerate(s["prediction"][: int(s["seats"])].tolist())
        if card >= 0
        for foretold, (bird, worth) in enumerate(
            zip(b["card"][card].tolist(), (*b["points"].tolist(), int(b["last_factor"])), strict=True)
        )
    ]


@functools.lru_cache(1000)
def _foretold(seat: int, foretold: int, bird: int, worth: int, is_over: bool) -> Piece:
    return Piece(
        f"card.{seat}.{foretold}",
        "foretold",
        f"hand.{seat}.{foretold}",
        said(f"banjooli-cross.piece.{PLACE_WORDS[foretold]}", bird=bird_word(bird), n=worth),
        tint=TINTS[bird],
        mark=NUMBERS[bird],
        seat=seat,
        face=PLACE_WORDS[foretold],
        cover=None if is_over else "",
    )


@functools.lru_cache(20)
def _card_panel(seat: int, is_over: bool) -> Panel:
    labels = [said(f"banjooli-cross.place.{word}") for word in PLACE_WORDS]
    title, name = said("banjooli-cross.panel.card", who=player(seat)), f"hand.{seat}"
    return Panel(name, "hand", title, _row(name, labels), seat=seat, secret=not is_over)


# -- standings and prompt -----------------------------------------------------------------------------------------------


def _standing(b: Any, s: Any, seat: int, rank: int) -> Standing:
    lines: list[Message] = []
    if int(s["oor"]) == seat:
        lines.append(said("banjooli-cross.standing.oor"))
    if s["single_throw"][seat]:
        lines.append(said("banjooli-cross.standing.lance"))
    if int(s["ended"]) != Ending.NONE:
        lines = _count(b, s, seat)
    return Standing(seat, ("none",), MASKS[seat], tuple(lines), rank)


def _count(b: Any, s: Any, seat: int) -> list[Message]:
    """What a seat scores, and its prediction counted bird by bird, as at the table."""
    lines = [said("banjooli-cross.standing.score", n=int(score(b, s, seat)))]
    card = b["card"][int(s["prediction"][seat])].tolist()
    for foretold, bird in enumerate(card[:FINISHERS]):
        place = int(s["place"][bird])
        if place:
            right = place == foretold + 1
            word, n = ("right", b["points"][foretold]) if right else ("misplaced", b["misplaced"])
            lines.append(said(f"banjooli-cross.standing.{word}", bird=bird_short(bird), n=int(n)))
    if is_last(b, s, card[LAST]):
        last = {"bird": bird_short(card[LAST]), "n": int(b["last_factor"])}
        lines.append(said("banjooli-cross.standing.last", **last))
    if int(s["oor"]) == seat:
        lines.append(said("banjooli-cross.standing.jade", n=int(b["oor"])))
    return lines


def _prompt(b: Any, s: Any, audience: int) -> Message:
    """The prompt: `you` if one seat watches, `here` if several share the screen, `other` elsewhere."""
    phase = Phase(int(s["phase"]))
    if phase == Phase.OVER:
        return _over(b, s)
    seat = int(s["to_play"])
    if int(verbs.actors(b, s)) != 1 << seat:
        return _awaited(s, phase)
    who = asking.watcher(audience, seat)
    args: dict[str, Any] = {} if who == "you" else {"who": player(seat)}
    if int(s["moving"]) != NOBODY:
        args["bird"] = bird_word(int(s["moving"]))
    if phase == Phase.CONTINUE:
        args["n"] = int(s["points_left"])
    task = phase.name.lower()
    if phase == Phase.CHOOSE and who != "other" and asking.legal(b, s, seat, MAX_LEGAL) == [PASS]:
        task = "pass"
    return said(f"banjooli-cross.prompt.{task}.{who}", **args)


def _awaited(s: Any, phase: Phase) -> Message:
    """What chance decides next; people who throw their own dice are asked what these show."""
    if phase == Phase.SPIN:
        return said("banjooli-cross.prompt.spin", bird=bird_word(int(s["moving"])))
    if phase not in (Phase.ROLL, Phase.WILD):
        return said("banjooli-cross.prompt.chance")
    die = int(next_die(s))
    word = "sorcery" if die == SORCERY else "die"
    return said(f"banjooli-cross.prompt.throw_{word}", who=player(int(s["to_play"])), n=die + 1)


def _over(b: Any, s: Any) -> Message:
    first = [seat for seat, rank in enumerate(asking.ranks(b, s)) if rank == 1]
    if len(first) > 1:
        return said("banjooli-cross.prompt.over.shared")
    return said("banjooli-cross.prompt.over.won", who=player(first[0]), n=int(score(b, s, first[0])))
