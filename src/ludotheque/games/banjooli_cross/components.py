"""Makes the box from a component file: every tile, die, card and number is checked, and errors name the field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.core.errors import BadComponents
from ludotheque.core.memory import zeros
from ludotheque.core.message import Message
from ludotheque.core.validation import choice, entries, known_keys, number, provenance, table, yes_or_no
from ludotheque.games.banjooli_cross.state import (
    BERRIES,
    BOX,
    COLOURS,
    FACES,
    FINISHERS,
    GROUND_SIGNS,
    LANES,
    MAX_CARDS,
    MAX_COMMON,
    MAX_SEATS,
    MAX_STEPS,
    MAX_TILES,
    NAME_LENGTH,
    PLACES_FORETOLD,
    USES,
    Berry,
    Ground,
    Use,
)

KEYS = ("tile", "dice", "predictions", "berries", "points", "great", "limit")
LANE_KEYS = ("inside", "middle", "outside")
FACE_COLOURS = (*COLOURS, "white")


def validate(data: Mapping[str, Any]) -> Any:
    """Make the box from a component file's content. Raises `BadComponents` with the field that is wrong."""
    known_keys(BadComponents, data, KEYS)
    box = b = zeros(1, BOX)
    _read_tiles(b, entries(BadComponents, "tile", data.get("tile", []), 1, MAX_TILES))
    _read_dice(b, _section(data, "dice", ("movement", "sorcery")))
    _read_cards(b, _section(data, "predictions", ("cards",)))
    _read_berries(b, _section(data, "berries", ("tokens", "distance")))
    _read_points(b, _section(data, "points", ("places", "misplaced", "last_factor", "oor")))
    _read_great(b, _section(data, "great", ("alike", "different", "points")))
    limit = _section(data, "limit", ("turns",))
    b["turns"] = number(BadComponents, "limit.turns", limit.get("turns"), 10, 2000)
    return box


def _is_name(text: str) -> bool:
    return text.isascii() and text.isalnum() and len(text) <= NAME_LENGTH


def _section(data: Mapping[str, Any], name: str, fields: tuple[str, ...]) -> Mapping[str, Any]:
    section = table(BadComponents, name, data.get(name), (*fields, "provenance"))
    provenance(name, section)
    return section


# ------------------------------------------------------------------------------------------- tiles


def _read_tiles(b: Any, tiles: list[Any]) -> None:
    names: list[str] = []
    b["tiles"] = len(tiles)
    for index, given in enumerate(tiles):
        where = f"tile[{index}]"
        tile = table(BadComponents, where, given, ("name", "use", "a", "b", "provenance"))
        provenance(where, tile)
        name = tile.get("name")
        if not isinstance(name, str) or not _is_name(name) or name in names:
            raise BadComponents(
                f"{where}.name",
                f"must be 1 to {NAME_LENGTH} letters and digits that no other tile has, not {name!r}",
                Message("banjooli-cross.components.tile_name", {"value": str(name)}),
            )
        names.append(name)
        b["name"][index, : len(name)] = list(name.encode("ascii"))
        b["use"][index] = USES.index(choice(BadComponents, f"{where}.use", tile.get("use"), USES))
        for side, letter in enumerate("ab"):
            _read_face(b, index * 2 + side, f"{where}.{letter}", tile.get(letter))
        if b["curved"][index * 2] and b["curved"][index * 2 + 1]:
            raise BadComponents(
                f"{where}.b",
                "must be straight, as the other side is a curve: after a curve the tile is turned over",
                Message("banjooli-cross.components.two_curves"),
            )
        if b["use"][index] != Use.COMMON and (b["curved"][index * 2] or b["curved"][index * 2 + 1]):
            raise BadComponents(
                where,
                "only common tiles may be curves",
                Message("banjooli-cross.components.no_curve"),
            )
    _check_uses(b)
    check_course(b, names)


def _check_uses(b: Any) -> None:
    uses = b["use"][: int(b["tiles"])].tolist()
    for use, least, most in ((Use.START, 1, 1), (Use.FINISH, 1, 1), (Use.COMMON, MAX_COMMON, MAX_TILES)):
        if not least <= uses.count(use) <= most:
            raise BadComponents(
                "tile",
                f"there must be {'just one' if most == 1 else f'at least {least}'} of use {USES[use]}, "
                f"not {uses.count(use)}",
                Message(
                    "banjooli-cross.components.uses",
                    {"low": least, "use": USES[use], "value": uses.count(use)},
                ),
            )
    if uses.count(Use.SPECIAL) < 2:
        raise BadComponents(
            "tile",
            f"there must be at least 2 of use special, not {uses.count(Use.SPECIAL)}",
            Message(
                "banjooli-cross.components.uses",
                {"low": 2, "use": "special", "value": uses.count(Use.SPECIAL)},
            ),
        )


def _read_face(b: Any, face: int, where: str, given: Any) -> None:
    if isinstance(given, Mapping) and "ranks" in given:
        ranks = entries(
            BadComponents,
            f"{where}.ranks",
            table(BadComponents, where, given, ("ranks",))["ranks"],
            1,
            MAX_STEPS,
        )
        lanes = [
            "".join(
                _signs(f"{where}.ranks[{step}]", rank, LANES, LANES)[lane] for step, rank in enumerate(ranks)
            )
            for lane in range(LANES)
        ]
    else:
        curve = table(BadComponents, where, given, LANE_KEYS)
        lanes = [_signs(f"{where}.{key}", curve.get(key), 1, MAX_STEPS) for key in LANE_KEYS]
        b["curved"][face] = 1
    for lane, signs in enumerate(lanes):
        b["length"][face, lane] = len(signs)
        for step, sign in enumerate(signs):
            b["ground"][face, lane, step] = GROUND_SIGNS.index(sign)
    check_face(b, face, where)


def _signs(where: str, text: Any, least: int, most: int) -> str:
    if not isinstance(text, str) or not least <= len(text) <= most or set(text) - set(GROUND_SIGNS):
        length = str(least) if least == most else f"{least}–{most}"
        raise BadComponents(
            where,
            f"must be {length} of the signs {' '.join(GROUND_SIGNS)}, not {text!r}",
            Message(
                "banjooli-cross.components.signs",
                {"length": length, "signs": GROUND_SIGNS, "value": str(text)},
            ),
        )
    return text


# ------------------------------------------------------------------------------------------- dice, cards, berries, points


def _read_dice(b: Any, dice: Mapping[str, Any]) -> None:
    for name, field in (("movement", "movement_die"), ("sorcery", "sorcery_die")):
        sides = entries(BadComponents, f"dice.{name}", dice.get(name, []), FACES, FACES)
        for side, colour in enumerate(sides):
            b[field][side] = FACE_COLOURS.index(
                choice(BadComponents, f"dice.{name}[{side}]", colour, FACE_COLOURS)
            )


def _read_cards(b: Any, predictions: Mapping[str, Any]) -> None:
    cards = entries(BadComponents, "predictions.cards", predictions.get("cards", []), MAX_SEATS, MAX_CARDS)
    seen: list[list[str]] = []
    for index, card in enumerate(cards):
        where = f"predictions.cards[{index}]"
        birds = entries(BadComponents, where, card, PLACES_FORETOLD, PLACES_FORETOLD)
        for place, bird in enumerate(birds):
            b["card"][index, place] = COLOURS.index(choice(BadComponents, f"{where}[{place}]", bird, COLOURS))
        if len(set(birds)) < PLACES_FORETOLD:
            raise BadComponents(
                where,
                "must name four different ostriches",
                Message("banjooli-cross.components.four_birds"),
            )
        if birds in seen:
            raise BadComponents(where, "is there twice", Message("banjooli-cross.components.card_twice"))
        seen.append(birds)
    b["cards"] = len(cards)


def _read_berries(b: Any, berries: Mapping[str, Any]) -> None:
    tokens = table(BadComponents, "berries.tokens", berries.get("tokens"), BERRIES)
    for kind, name in enumerate(BERRIES):
        most = 1 if kind == Berry.OOR else MAX_SEATS  # only one seat has the jade
        b["berries"][kind] = number(BadComponents, f"berries.tokens.{name}", tokens.get(name, 0), 0, most)
    if sum(b["berries"].tolist()) < MAX_SEATS:
        raise BadComponents(
            "berries.tokens",
            f"there must be at least {MAX_SEATS} in all, one for each player, not {sum(b['berries'].tolist())}",
            Message(
                "banjooli-cross.components.few_berries",
                {"low": MAX_SEATS, "value": sum(b["berries"].tolist())},
            ),
        )
    b["berry_distance"] = number(BadComponents, "berries.distance", berries.get("distance"), 1, 6)


def _read_points(b: Any, points: Mapping[str, Any]) -> None:
    places = entries(BadComponents, "points.places", points.get("places", []), FINISHERS, FINISHERS)
    for place, value in enumerate(places):
        b["points"][place] = number(BadComponents, f"points.places[{place}]", value, 0, 99)
    b["misplaced"] = number(BadComponents, "points.misplaced", points.get("misplaced"), 0, 99)
    b["last_factor"] = number(BadComponents, "points.last_factor", points.get("last_factor"), 1, 9)
    b["oor"] = number(BadComponents, "points.oor", points.get("oor"), 0, 99)


def _read_great(b: Any, great: Mapping[str, Any]) -> None:
    for key in ("alike", "different"):
        b[f"five_{key}"] = yes_or_no(BadComponents, f"great.{key}", great.get(key))
    b["five"] = number(BadComponents, "great.points", great.get("points"), 1, 12)


# -- whether tiles can be run through: inside each face, and from each face to every other that may follow it ---------


BLOCKED = (Ground.ROCK, Ground.WATER)


def is_open(b: Any, face: int, lane: int, step: int) -> bool:
    """Whether an ostrich may stand there."""
    return int(b["ground"][face, lane, step]) not in BLOCKED


def entries_of(b: Any, face: int) -> set[int]:
    """The lanes by which the face can be entered."""
    return {lane for lane in range(LANES) if is_open(b, face, lane, 0)}


def exits_from(b: Any, face: int, entry: int) -> set[int]:
    """The lanes by which one who enters in a lane can leave the face."""
    here = {entry} if is_open(b, face, entry, 0) else set()
    if b["curved"][face]:
        length = int(b["length"][face, entry])
        return here if all(is_open(b, face, entry, step) for step in range(length)) else set()
    for step in range(1, int(b["length"][face, 0])):
        here = {
            lane
            for lane in range(LANES)
            if is_open(b, face, lane, step) and any(abs(lane - before) <= 1 for before in here)
        }
    return here


def check_face(b: Any, face: int, where: str) -> None:
    """Raise `BadComponents` unless every way into the face leads out of it."""
    if not entries_of(b, face):
        raise BadComponents(
            where,
            "cannot be entered: the first space of every lane is blocked",
            Message("banjooli-cross.components.no_entry"),
        )
    for lane in entries_of(b, face):
        if not exits_from(b, face, lane):
            raise BadComponents(
                where,
                f"cannot be left by who enters in the {('left', 'centre', 'right')[lane]} lane",
                Message("banjooli-cross.components.no_exit", {"lane": lane + 1}),
            )


def sides(b: Any, face: int) -> list[dict[int, set[int]]]:
    """For each way of laying the face: its entries with the exits that they lead to, lanes left to right."""
    plain = {entry: exits_from(b, face, entry) for entry in entries_of(b, face)}
    if not b["curved"][face]:
        return [plain]
    turned = {LANES - 1 - entry: {LANES - 1 - lane for lane in exits} for entry, exits in plain.items()}
    return [plain, turned]


def check_course(b: Any, names: list[str]) -> None:
    """Raise `BadComponents` if a tile cannot follow another: a bird that leaves the first must be able to enter the second."""
    faces = [(face, ways) for face in range(2 * len(names)) for ways in sides(b, face)]
    for before, ways in faces:
        for after, ways_in in faces:
            first, second = int(b["use"][before // 2]), int(b["use"][after // 2])
            if before // 2 == after // 2 or first == Use.FINISH or second == Use.START:
                continue
            for lane in set().union(*ways.values()):
                if not any(abs(lane - entry) <= 1 for entry in ways_in):
                    raise BadComponents(
                        f"tile[{after // 2}].{'ab'[after % 2]}",
                        f"{names[after // 2]} cannot follow {names[before // 2]}: from lane {lane + 1} no entry is near",
                        Message(
                            "banjooli-cross.components.not_joined",
                            {"one": names[before // 2], "two": names[after // 2], "lane": lane + 1},
                        ),
                    )
