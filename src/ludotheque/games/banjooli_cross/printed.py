"""What is printed of the box: tiles, ostriches, the lion, berries, predictions, dice to fold, a score sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.core.memory import zeros
from ludotheque.games.banjooli_cross import board_svg
from ludotheque.games.banjooli_cross.board_layout import SQUARE
from ludotheque.games.banjooli_cross.composing import laid
from ludotheque.games.banjooli_cross.labels import (
    JOKER,
    NUMBERS,
    TINTS,
    berry_word,
    bird_short,
    said,
    tile_name,
)
from ludotheque.games.banjooli_cross.state import (
    BERRIES,
    BIRDS,
    FINISHERS,
    LANES,
    MOVEMENT_DICE,
    STATE,
    WHITE,
    Bend,
    Use,
)
from ludotheque.scene.model import Piece
from ludotheque.scene.printed import Part, Printed, Say, face, inside, line, picture, used

TILE = 90.0
"""How wide a tile is, in millimetres: a space is a third of that."""
BIRD, BERRY, DIE = 28.0, 24.0, 17.0
"""How wide the counters of ostriches, the berries and the sides of dice are, in millimetres."""
BIRD_REACH, LION_REACH = 53.5, 57.0
"""How far the beak of an ostrich, and what a lion says asleep, reach from the middle of the drawing."""
CARD_WIDTH, CARD_HEIGHT = 51.0, 85.0
"""The measures of a prediction, in millimetres: the ten of a box lie on one sheet of either kind of paper."""
SYMBOLS = {"ostrich-running", "ostrich-scared", "lion-awake", "lion-asleep", "berry-shown", "berry-hidden"}
PLACES = ("first", "second", "third", "last")


def printed(b: Any, contrast: bool, say: Say) -> Printed:
    """Everything that lies in this box, and the lion of the module."""
    return Printed(
        TILE / SQUARE,
        (
            *(part for tile in range(int(b["tiles"])) for part in _tiles(b, tile)),
            *(_ostrich(bird, contrast) for bird in range(BIRDS)),
            _lion(),
            *_berries(b, contrast),
            *(_prediction(b, card, say) for card in range(int(b["cards"]))),
            *(_die(b["movement_die"].tolist(), "die") for _ in range(MOVEMENT_DICE)),
            _die(b["sorcery_die"].tolist(), "sorcery"),
        ),
        board=False,
        advice=(said("banjooli-cross.print.advice"),),
        figures=said("banjooli-cross.print.figures"),
        score=tuple(_score(b)),
        reminders=tuple(
            said("banjooli-cross.print.berry", n=kind + 1, what=berry_word(kind))
            for kind in range(len(BERRIES))
            if int(b["berries"][kind])
        ),
    )


# -- tiles --------------------------------------------------------------------------------------------------------------


def _tiles(b: Any, tile: int) -> Iterator[Part]:
    """A tile with its two faces, and once more if a face bends to the right in another way than to the left."""
    title = said("banjooli-cross.print.tile")
    faces = (2 * tile, 2 * tile + 1)
    front, back = (_drawn(b, each, Bend.LEFT if b["curved"][each] else Bend.STRAIGHT) for each in faces)
    yield Part(title, front, TILE, TILE, back)
    for each in faces:
        if b["curved"][each] and _differs(b, each):
            yield Part(title, _drawn(b, each, Bend.RIGHT), TILE, TILE)


def _differs(b: Any, face: int) -> bool:
    """Whether a curve is another one in the other direction: then it cannot simply be laid the other way round."""
    for lane in range(LANES):
        grounds = b["ground"][face, lane, : int(b["length"][face, lane])].tolist()
        if grounds != grounds[::-1]:
            return True
    return False


def _drawn(b: Any, face: int, bend: Bend) -> str:
    """A face as it is cut out, with its name on the wall."""
    use, tile = Use(int(b["use"][face // 2])), face // 2
    state = zeros(1, STATE)[0]
    if use == Use.START:
        state["laid"], state["face"][0] = 1, face
    else:
        state = laid(b, state, [face * 3 + int(bend)])
        if use != Use.FINISH:
            state["laid"] = int(state["laid"]) + 1
    drawn = board_svg.draw_tile(b, state, 0 if use == Use.START else 1, use)
    left, top = (float(each) for each in drawn.split('viewBox="')[1].split()[:2])
    side = "AB"[face % 2]
    name = side if use in (Use.START, Use.FINISH) else f"{tile_name(b, tile)} {side}"
    x, y, anchor = (
        (left + SQUARE - 8, top + SQUARE - 9, "end") if b["curved"][face] else (left + 9, top + 19, "start")
    )
    wide = 7.0 * len(name) + 4
    label = (
        f'<rect x="{x - 3 - (wide - 6 if anchor == "end" else 0):g}" y="{y - 11:g}" width="{wide:g}" height="15" rx="4" fill="#FDF9F1"/>'
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="11" font-weight="700" fill="{board_svg.ink("flag-dark")}">'
        f"{name}</text>"
    )
    return drawn.replace("</svg>", f"{label}</svg>")


# -- counters and cards -------------------------------------------------------------------------------------------------


def _ostrich(bird: int, contrast: bool) -> Part:
    title = said("banjooli-cross.print.ostrich")
    running, scared = (
        inside(
            face(Piece("", "ostrich", "", title, shown, TINTS[bird], NUMBERS[bird]), SYMBOLS, contrast),
            BIRD,
            BIRD_REACH,
        )
        for shown in ("running", "scared")
    )
    return Part(title, running, BIRD, BIRD, scared, 1, "disc", True)


def _lion() -> Part:
    title = said("banjooli-cross.print.lion")
    awake, asleep = (
        inside(face(Piece("", "lion", "", title, shown), SYMBOLS), BIRD, LION_REACH)
        for shown in ("awake", "asleep")
    )
    return Part(title, awake, BIRD, BIRD, asleep, 1, "disc", True)


def _berries(b: Any, contrast: bool) -> Iterator[Part]:
    """The berries, each with its number; its name is among the reminders."""
    title = said("banjooli-cross.print.berries")
    hidden = inside(face(Piece("", "berry", "", title, "hidden"), SYMBOLS), BERRY)
    for kind in range(len(BERRIES)):
        if count := int(b["berries"][kind]):
            shown = face(Piece("", "berry", "", title, "shown", mark=str(kind + 1)), SYMBOLS, contrast)
            shown = inside(shown, BERRY)
            yield Part(title, shown, BERRY, BERRY, hidden, count, "disc")


def _prediction(b: Any, card: int, say: Say) -> Part:
    """Four ostriches with the places foretold for them."""
    drawn = []
    for number, bird in enumerate(b["card"][card].tolist()):
        y = 3 + 20 * number
        drawn.append(used(f"foretold-{PLACES[number]}", 3, y, 19, TINTS[bird]))
        place, name = say(said(f"banjooli-cross.place.{PLACES[number]}")), say(bird_short(bird))
        drawn.append(line(36, y + 8, 4, place, bold=True) + line(36, y + 14, 3.4, name))
    return Part(
        said("banjooli-cross.print.prediction"),
        picture("".join(drawn), CARD_WIDTH, CARD_HEIGHT),
        CARD_WIDTH,
        CARD_HEIGHT,
        picture(
            '<rect x="3" y="3" width="45" height="79" rx="4" fill="#E8C88E" stroke="#8A5A2B" stroke-width="1"/>'
            + "".join(
                used("sorcery", 6 + 20 * (i % 2), 7 + 25 * (i // 2), 19, TINTS[i % BIRDS]) for i in range(6)
            ),
            CARD_WIDTH,
            CARD_HEIGHT,
        ),
    )


# -- dice ---------------------------------------------------------------------------------------------------------------

NET = ((1, 0), (0, 1), (1, 1), (2, 1), (3, 1), (1, 2))
"""The row and the column of the six sides: a cross, of which the arms fold up and the long one closes over them."""
TABS = ("M0 1L.25.75H.75L1 1", "M2 1L2.25.75H2.75L3 1", "M3 1L3.25.75H3.75L4 1", "M0 2L.25 2.25H.75L1 2", "M2 2L2.25 2.25H2.75L3 2", "M3 2L3.25 2.25H3.75L4 2", "M4 1L4.25 1.25V1.75L4 2")  # fmt: skip
"""The tabs that are glued, in widths of a side, down and across."""


def _die(sides: list[int], sprite: str) -> Part:
    """The net of a die, to be folded; it stands upright, so that the signs do."""
    edges = "M1 0H2V1H4V2H2V3H1V2H0V1H1Z"
    folds = "M1 1H2M1 2H2M1 1V2M2 1V2M3 1V2"
    net = (
        f'<g transform="translate(2 2) matrix(0 1 1 0 0 0) scale({DIE:g})" fill="#FFF" stroke="#000">'
        f'<path d="{"".join(TABS)}" fill="#F2F2F2" stroke-width=".012"/><path d="{edges}" stroke-width=".018"/>'
        f'<path d="{folds}" fill="none" stroke-width=".012" stroke-dasharray=".06 .05"/></g>'
    )
    drawn = [net]
    for (row, column), colour in zip(NET, sides, strict=True):
        x, y = 2 + DIE * column, 2 + DIE * row
        name = f"{sprite}-white" if colour == WHITE else sprite
        mark = JOKER if colour == WHITE else NUMBERS[colour]
        drawn.append(used(name, x + 1, y + 1, DIE - 2, TINTS[colour]))
        drawn.append(_mark(x + 4, y + 4, mark))
    title = said("banjooli-cross.print.die" if sprite == "die" else "banjooli-cross.print.sorcery")
    width, height = 3 * DIE + 4, 4.25 * DIE + 4
    return Part(title, picture("".join(drawn), width, height), width, height, shape="free")


def _mark(x: float, y: float, mark: str) -> str:
    """A number, or the star of the joker, on a small disc."""
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="2.4" fill="#FDF9F1" stroke="#22262B" stroke-width=".3"/>'
    if mark == JOKER:
        star = "M0-1L.26-.34.95-.31.41.13.59.81 0 .42-.59.81-.41.13-.95-.31-.26-.34Z"
        return f'{disc}<path d="{star}" transform="translate({x:g} {y:g}) scale(1.7)" fill="#22262B"/>'
    return disc + line(x, y + 1.15, 3.2, mark, bold=True)


# -- the score ----------------------------------------------------------------------------------------------------------


def _score(b: Any) -> Iterator[Any]:
    """What is added up at the end, in the order in which it is."""
    for number in range(FINISHERS):
        place = said(f"banjooli-cross.place.{PLACES[number]}")
        yield said("banjooli-cross.print.right", place=place, n=int(b["points"][number]))
    yield said("banjooli-cross.print.misplaced", n=int(b["misplaced"]))
    yield said("banjooli-cross.print.last", n=int(b["last_factor"]))
    if int(b["berries"][BERRIES.index("Oor")]):
        yield said("banjooli-cross.print.oor", n=int(b["oor"]))
