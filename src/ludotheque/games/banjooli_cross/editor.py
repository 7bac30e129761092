"""What can be edited in Banjooli Cross's box: every space of every tile is painted; cards, dice, berries and points are forms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludotheque.core.errors import BadComponents
from ludotheque.core.message import Message
from ludotheque.games.banjooli_cross.board_svg import PALETTE, lying
from ludotheque.games.banjooli_cross.components import FACE_COLOURS, LANE_KEYS, SECTIONS
from ludotheque.games.banjooli_cross.state import (
    BERRIES,
    COLOURS,
    FACES,
    GROUND_SIGNS,
    LANES,
    MAX_CARDS,
    MAX_SEATS,
    MAX_STEPS,
    MAX_TILES,
    PLACES_FORETOLD,
    USES,
    Berry,
    Ground,
)
from ludotheque.scene.editor import (
    Action,
    Brush,
    Choice,
    Field,
    FormEditor,
    Painter,
    Part,
    Place,
    Value,
    chosen,
    count_of,
    number,
    provenance,
    yes_or_no,
)

EARTH = GROUND_SIGNS[0]
SPACE = 100
STRAIGHT, CURVE = "straight", "curve"
WIDTH = LANES * SPACE
CURVE_LENGTHS = (1, 3, 5)
"""How many spaces the lanes of a new curve have, from the inside."""
_FACE = re.compile(r"tile\[(\d+)\]\.([ab])")
_CARD = re.compile(r"predictions\.cards\[(\d+)\](?:\.(\d))?")
POINTS = {"misplaced": (0, 99), "last_factor": (1, 9), "oor": (0, 99)}


class _Editor(FormEditor):
    def parts(self, data: Mapping[str, Any]) -> Iterable[Part]:
        tiles = len(data.get("tile", []))
        yield Part(
            "tile",
            Message("banjooli-cross.edit.tiles"),
            Message("banjooli-cross.edit.tiles.hint"),
            brushes=_brushes(),
            actions=(Action("add", Message("banjooli-cross.edit.tile.add")),) if tiles < MAX_TILES else (),
            parts=tuple(_tile(data, index) for index in range(min(tiles, MAX_TILES))),
        )
        yield _cards(data)
        yield _berries(data)
        yield self._points(data)
        yield Part(
            "great",
            Message("banjooli-cross.edit.great"),
            Message("banjooli-cross.edit.great.hint"),
            provenance(data, "great"),
            fields=(
                yes_or_no(data, "great.alike", "banjooli-cross.edit.great.alike"),
                yes_or_no(data, "great.different", "banjooli-cross.edit.great.different"),
                number(data, "great.points", "banjooli-cross.edit.great.points", 1, 12),
            ),
        )
        yield Part(
            "dice",
            Message("banjooli-cross.edit.dice"),
            Message("banjooli-cross.edit.dice.hint"),
            provenance(data, "dice"),
            fields=tuple(
                chosen(
                    data,
                    f"dice.{die}[{side}]",
                    Message(f"banjooli-cross.edit.dice.{die}", {"side": side + 1}),
                    _colours(FACE_COLOURS),
                )
                for die in SECTIONS["dice"]
                for side in range(FACES)
            ),
        )
        yield Part(
            "limit",
            Message("banjooli-cross.edit.limit"),
            Message("banjooli-cross.edit.limit.hint"),
            provenance(data, "limit"),
            fields=(number(data, "limit.turns", "banjooli-cross.edit.limit.turns", 10, 2000),),
        )

    def _points(self, data: Mapping[str, Any]) -> Part:
        places = [
            number(
                data,
                f"points.places[{place}]",
                Message("banjooli-cross.edit.points.place", {"n": place + 1}),
                0,
                99,
            )
            for place in range(3)
        ]
        more = [
            number(data, f"points.{key}", f"banjooli-cross.edit.points.{key}", *limits)
            for key, limits in POINTS.items()
        ]
        return Part(
            "points",
            Message("banjooli-cross.edit.points"),
            Message("banjooli-cross.edit.points.hint"),
            provenance(data, "points"),
            fields=(*places, *more),
        )

    def paint(self, data: dict[str, Any], part: str, brush: str, places: Sequence[str]) -> None:
        if brush not in GROUND_SIGNS or len(brush) != 1:
            raise LookupError(brush)
        face = _face_at(data, part)
        lanes = _lanes(face)
        for place in places:
            lane, step = (int(each) for each in place.split("."))
            lanes[lane][step] = brush
        _write(face, lanes)

    def act(self, data: dict[str, Any], part: str, action: str) -> None:
        if (part, action) == ("tile", "add") and len(data.get("tile", [])) < MAX_TILES:
            data["tile"] = [*data.get("tile", []), _new_tile(data)]
        elif (part, action) == ("predictions", "add") and len(data["predictions"]["cards"]) < MAX_CARDS:
            cards = data["predictions"]["cards"]
            data["predictions"]["cards"] = [*cards, _new_card(cards)]
        elif action == "remove" and (card := _CARD.fullmatch(part)):
            del data["predictions"]["cards"][int(card[1])]
        elif action == "remove" and (tile := re.fullmatch(r"tile\[(\d+)\]", part)):
            del data["tile"][int(tile[1])]
        else:
            raise LookupError(action)

    def put(self, data: dict[str, Any], path: str, value: Value) -> None:
        owner, _, key = path.rpartition(".")
        if _FACE.fullmatch(owner):
            _reshape(_face_at(data, owner), key, value)
        elif card := _CARD.fullmatch(path):
            cards = [list(each) for each in data["predictions"]["cards"]]
            cards[int(card[1])][int(card[2])] = str(value)
            data["predictions"]["cards"] = cards
        elif owner == "berries.tokens":
            tokens = dict(data["berries"]["tokens"])
            tokens[BERRIES[int(key)]] = value
            data["berries"]["tokens"] = {name: count for name, count in tokens.items() if count != 0}
        else:
            super().put(data, path, value)

    def reworded(self, data: Mapping[str, Any], error: BadComponents) -> Message | None:
        said = error.said
        if said is not None and said.key == "banjooli-cross.components.not_joined":
            args = {"one": _called(str(said.args["one"])), "lane": said.args["lane"]}
            return Message("banjooli-cross.edit.not_joined", args)
        if said is None or said.key != "banjooli-cross.components.uses":
            return None
        return Message(f"banjooli-cross.edit.few.{said.args['use']}", said.args)


def _brushes() -> tuple[Brush, ...]:
    hint = Message("banjooli-cross.edit.brush.hint")
    return tuple(
        Brush(
            sign,
            Message(f"banjooli-cross.edit.ground.{kind.name.lower()}"),
            str(kind + 1),
            hint,
            picture=_svg(
                SPACE,
                SPACE,
                f'<rect width="{SPACE}" height="{SPACE}" rx="14" fill="{PALETTE.ink("sand")}"/>{lying(kind, 50, 50, 0)}',
            ),
        )
        for sign, kind in zip(GROUND_SIGNS, Ground, strict=True)
    )


def _colours(words: Iterable[str]) -> list[tuple[str, str]]:
    return [(word, f"banjooli-cross.edit.colour.{word}") for word in words]


# -- tiles ------------------------------------------------------------------------------------------------------------


def _tile(data: Mapping[str, Any], index: int) -> Part:
    name = f"tile[{index}]"
    tile = data["tile"][index]
    return Part(
        name,
        _called(str(tile.get("name", index + 1))),
        provenance=provenance(data, name),
        fields=(
            chosen(
                data,
                f"{name}.use",
                "banjooli-cross.edit.use",
                [(use, f"banjooli-cross.edit.use.{use}") for use in USES],
            ),
        ),
        parts=tuple(_face(f"{name}.{letter}", tile.get(letter, {}), letter) for letter in "ab"),
        actions=(Action("remove", Message("banjooli-cross.edit.tile.remove")),),
    )


def _called(name: str) -> Message:
    """Start and finish are words of the file."""
    if name in ("start", "finish"):
        return Message(f"banjooli-cross.edit.tile.{name}")
    return Message("banjooli-cross.edit.tile", {"name": name})


def _face(name: str, face: Any, letter: str) -> Part:
    lanes = _lanes(face)
    straight = "ranks" in face
    shape = Field(
        f"{name}.shape",
        Message("banjooli-cross.edit.shape"),
        STRAIGHT if straight else CURVE,
        choices=tuple(
            Choice(word, Message(f"banjooli-cross.edit.shape.{word}")) for word in (STRAIGHT, CURVE)
        ),
    )
    if straight:
        lengths = [
            Field(f"{name}.length", Message("banjooli-cross.edit.length"), len(lanes[0]), 1, MAX_STEPS)
        ]
    else:
        lengths = [
            Field(f"{name}.{key}", Message(f"banjooli-cross.edit.lane.{key}"), len(lanes[lane]), 1, MAX_STEPS)
            for lane, key in enumerate(LANE_KEYS)
        ]
    return Part(
        name,
        Message("banjooli-cross.edit.face", {"side": letter.upper()}),
        painter=_painter(lanes, straight),
        fields=(shape, *lengths),
    )


def _lanes(face: Any) -> list[list[str]]:
    """The signs of each lane, from entry to exit."""
    if "ranks" in face:
        ranks = [f"{rank}{EARTH * LANES}"[:LANES] for rank in face["ranks"][:MAX_STEPS]]
        lanes = [[rank[lane] for rank in ranks] for lane in range(LANES)]
    else:
        lanes = [list(str(face.get(key, EARTH))) for key in LANE_KEYS]
    return [[sign if sign in GROUND_SIGNS else EARTH for sign in lane[:MAX_STEPS]] for lane in lanes]


def _write(face: dict[str, Any], lanes: Sequence[Sequence[str]]) -> None:
    if "ranks" in face:
        face["ranks"] = ["".join(rank) for rank in zip(*lanes, strict=True)]
    else:
        face.update({key: "".join(lane) for key, lane in zip(LANE_KEYS, lanes, strict=True)})


def _reshape(face: dict[str, Any], key: str, value: Value) -> None:
    """Make a face straight or a curve, or give its lanes another number of spaces: spaces are added and taken away at the exit."""
    lanes = _lanes(face)
    if key == "shape" and value in (STRAIGHT, CURVE):
        lengths = [LANES] * LANES if value == STRAIGHT else [*CURVE_LENGTHS]
        if (value == STRAIGHT) != ("ranks" in face):
            face.clear()
            if value == STRAIGHT:
                face["ranks"] = []
    elif isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MAX_STEPS:
        raise ValueError(key)
    elif key == "length":
        lengths = [value] * LANES
    else:
        lengths = [len(lane) for lane in lanes]
        lengths[LANE_KEYS.index(key)] = value
    _write(face, [(lane + [EARTH] * MAX_STEPS)[:length] for lane, length in zip(lanes, lengths, strict=True)])


def _face_at(data: dict[str, Any], part: str) -> dict[str, Any]:
    found = _FACE.fullmatch(part)
    if found is None:
        raise LookupError(part)
    face: dict[str, Any] = data["tile"][int(found[1])][found[2]]
    return face


def _new_tile(data: Mapping[str, Any]) -> dict[str, Any]:
    names = {tile.get("name") for tile in data.get("tile", [])}
    name = next(f"T{number}" for number in range(1, len(names) + 2) if f"T{number}" not in names)
    plain = {"ranks": [EARTH * LANES] * LANES}
    return {"name": name, "use": USES[0], "a": plain, "b": dict(plain), "provenance": "printed"}


def _painter(lanes: Sequence[Sequence[str]], straight: bool) -> Painter:
    """The face with its entry below: ranks one over the other, or the lanes of a curve side by side, its inside on the left."""
    height = max(map(len, lanes)) * SPACE
    drawn, places = [], []
    for lane, signs in enumerate(lanes):
        for step, sign in enumerate(signs):
            x, y = (lane + 0.5) * SPACE, height - (step + 0.5) * SPACE
            kind = Ground(GROUND_SIGNS.index(sign))
            drawn.append(
                f'<rect x="{x - SPACE / 2 + 2:g}" y="{y - SPACE / 2 + 2:g}" width="{SPACE - 4}" height="{SPACE - 4}" rx="10"'
                f' fill="{PALETTE.ink("sand")}" stroke="{PALETTE.ink("lines")}" stroke-width="2"/>'
                + lying(kind, x, y, lane * 7 + step)
                + (_WAY.format(x=x, y=y, ink=PALETTE.ink("way")) if kind == Ground.EARTH else "")
            )
            key = "rank" if straight else "space"
            place = Message(
                f"banjooli-cross.edit.place.{key}",
                {"lane": Message(_lane_name(lane, straight)), "step": step + 1},
            )
            places.append(
                Place(
                    f"{lane}.{step}",
                    x,
                    y,
                    SPACE,
                    SPACE,
                    place,
                    Message(f"banjooli-cross.edit.ground.{kind.name.lower()}"),
                    sign,
                )
            )
    return Painter(WIDTH, height, _svg(WIDTH, height, "".join(drawn)), tuple(places))


def _lane_name(lane: int, straight: bool) -> str:
    name = ("left", "centre", "right")[lane] if straight else LANE_KEYS[lane]
    return f"banjooli-cross.edit.lane.{name}"


_WAY = (
    '<path d="M-13 5L0 -7L13 5" transform="translate({x:g} {y:g})" fill="none" stroke="{ink}" stroke-width="6"'
    ' stroke-linecap="round" stroke-linejoin="round"/>'
)


def _svg(width: float, height: float, drawing: str) -> str:
    return PALETTE.svg(width, height, drawing)


# -- cards and berries ------------------------------------------------------------------------------------------------


def _cards(data: Mapping[str, Any]) -> Part:
    cards = data["predictions"]["cards"]
    return Part(
        "predictions",
        Message("banjooli-cross.edit.predictions"),
        Message("banjooli-cross.edit.predictions.hint", {"low": MAX_SEATS, "high": MAX_CARDS}),
        provenance(data, "predictions"),
        actions=(Action("add", Message("banjooli-cross.edit.card.add")),) if len(cards) < MAX_CARDS else (),
        parts=tuple(
            Part(
                f"predictions.cards[{index}]",
                Message("banjooli-cross.edit.card", {"n": index + 1}),
                fields=tuple(
                    Field(
                        f"predictions.cards[{index}].{place}",
                        Message(f"banjooli-cross.edit.card.{place}"),
                        card[place] if place < len(card) and isinstance(card[place], str) else None,
                        choices=tuple(Choice(word, Message(key)) for word, key in _colours(COLOURS)),
                    )
                    for place in range(PLACES_FORETOLD)
                ),
                actions=(Action("remove", Message("banjooli-cross.edit.card.remove")),),
            )
            for index, card in enumerate(cards[:MAX_CARDS])
        ),
    )


def _new_card(cards: Sequence[Any]) -> list[str]:
    """A card that is not there yet, so that the box stays legal."""
    found = (
        [one, two, three, four]
        for one in COLOURS
        for two in COLOURS
        for three in COLOURS
        for four in COLOURS
        if len({one, two, three, four}) == PLACES_FORETOLD
    )
    return next(card for card in found if card not in cards)


def _berries(data: Mapping[str, Any]) -> Part:
    tokens = data["berries"]["tokens"]
    return Part(
        "berries",
        Message("banjooli-cross.edit.berries"),
        Message("banjooli-cross.edit.berries.hint", {"low": MAX_SEATS}),
        provenance(data, "berries"),
        fields=(
            *(
                Field(
                    f"berries.tokens.{kind}",
                    Message("ui.edit.named", {"name": name}),
                    count_of(tokens.get(name, 0)),
                    0,
                    1 if kind == Berry.OOR else MAX_SEATS,
                )
                for kind, name in enumerate(BERRIES)
            ),
            number(data, "berries.distance", "banjooli-cross.edit.berries.distance", 1, 6),
        ),
    )


EDITOR = _Editor()
