"""Makes the box from a component file: every tile, die, card and number is checked, and errors name the field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.core.complaints import complain, settle
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

SECTIONS = {
    "dice": ("movement", "sorcery"),
    "predictions": ("cards",),
    "berries": ("tokens", "distance"),
    "points": ("places", "misplaced", "last_factor", "oor"),
    "great": ("alike", "different", "points"),
    "limit": ("turns",),
}
"""Every table of the file but the tiles, with its fields."""
LANE_KEYS = ("inside", "middle", "outside")
FACE_COLOURS = (*COLOURS, "white")
EARTH = GROUND_SIGNS[0]
BLOCKED = (Ground.ROCK, Ground.WATER)
"""Where no ostrich may stand."""


def validate(data: Mapping[str, Any]) -> Any:
    """Make the box from a component file's content. Raises `BadComponents` with the field that is wrong."""
    known_keys(BadComponents, data, ("tile", *SECTIONS))
    box = b = zeros(1, BOX)
    names = _read_tiles(b, entries(BadComponents, "tile", data.get("tile", []), 1, MAX_TILES))
    for name, read in (
        ("dice", _read_dice),
        ("predictions", _read_cards),
        ("berries", _read_berries),
        ("points", _read_points),
        ("great", _read_great),
        ("limit", _read_limit),
    ):
        section = table(BadComponents, name, data.get(name), (*SECTIONS[name], "provenance"))
        provenance(name, section)
        read(b, section)
    settle()
    _check_berries(b)
    _check_uses(b)
    _check_course(b, names)
    settle()
    return box


def _wrong(where: str, text: str, why: str, **args: Any) -> BadComponents:
    return BadComponents(where, text, Message(f"banjooli-cross.components.{why}", args))


# -- tiles --------------------------------------------------------------------------------------------------------------


def _read_tiles(b: Any, tiles: list[Any]) -> list[str]:
    """Read every tile. Returns their names."""
    names: list[str] = []
    b["tiles"] = len(tiles)
    for index, given in enumerate(tiles):
        where = f"tile[{index}]"
        tile = table(BadComponents, where, given, ("name", "use", "a", "b", "provenance"))
        provenance(where, tile)
        name = tile.get("name")
        if not isinstance(name, str) or not _is_name(name) or name in names:
            text = f"must be 1 to {NAME_LENGTH} letters and digits that no other tile has, not {name!r}"
            complain(_wrong(f"{where}.name", text, "tile_name", value=str(name)))
        else:
            names.append(name)
            b["name"][index, : len(name)] = list(name.encode("ascii"))
        use = choice(BadComponents, f"{where}.use", tile.get("use"), USES)
        b["use"][index] = USES.index(use)
        for side, letter in enumerate("ab"):
            _read_face(b, index * 2 + side, f"{where}.{letter}", tile.get(letter))
        curved = b["curved"][index * 2 : index * 2 + 2].tolist()
        if all(curved):
            text = "must be straight, as the other side is a curve: after a curve the tile is turned over"
            complain(_wrong(f"{where}.b", text, "two_curves"))
        elif use == tile.get("use") != USES[Use.COMMON] and any(curved):
            complain(_wrong(where, "only common tiles may be curves", "no_curve"))
    return names


def _is_name(text: str) -> bool:
    return text.isascii() and text.isalnum() and len(text) <= NAME_LENGTH


def _check_uses(b: Any) -> None:
    uses = b["use"][: int(b["tiles"])].tolist()
    most = {Use.START: 1, Use.FINISH: 1}
    for use, least in ((Use.START, 1), (Use.FINISH, 1), (Use.COMMON, MAX_COMMON), (Use.SPECIAL, 2)):
        count, word = uses.count(use), USES[use]
        if not least <= count <= most.get(use, MAX_TILES):
            needed = "just one" if use in most else f"at least {least}"
            text = f"there must be {needed} of use {word}, not {count}"
            complain(_wrong("tile", text, "uses", low=least, use=word, value=count))


def _read_face(b: Any, face: int, where: str, given: Any) -> None:
    if isinstance(given, Mapping) and "ranks" in given:
        straight = table(BadComponents, where, given, ("ranks",))
        ranks = entries(BadComponents, f"{where}.ranks", straight["ranks"], 1, MAX_STEPS)
        read = [_signs(f"{where}.ranks[{step}]", rank, LANES, LANES) for step, rank in enumerate(ranks)]
        lanes = ["".join(rank[lane] for rank in read) for lane in range(LANES)]
    else:
        curve = table(BadComponents, where, given, LANE_KEYS)
        lanes = [_signs(f"{where}.{key}", curve.get(key), 1, MAX_STEPS) for key in LANE_KEYS]
        b["curved"][face] = 1
    for lane, signs in enumerate(lanes):
        b["length"][face, lane] = len(signs)
        b["ground"][face, lane, : len(signs)] = [GROUND_SIGNS.index(sign) for sign in signs]
    _check_face(b, face, where)


def _signs(where: str, text: Any, least: int, most: int) -> str:
    if not isinstance(text, str) or not least <= len(text) <= most or set(text) - set(GROUND_SIGNS):
        length = str(least) if least == most else f"{least}–{most}"
        said = f"must be {length} of the signs {' '.join(GROUND_SIGNS)}, not {text!r}"
        complain(_wrong(where, said, "signs", length=length, signs=GROUND_SIGNS, value=str(text)))
        return EARTH * least
    return text


# -- dice, cards, berries, points ---------------------------------------------------------------------------------------


def _read_dice(b: Any, dice: Mapping[str, Any]) -> None:
    for name in SECTIONS["dice"]:
        sides = entries(BadComponents, f"dice.{name}", dice.get(name, []), FACES, FACES)
        for side, colour in enumerate(sides):
            word = choice(BadComponents, f"dice.{name}[{side}]", colour, FACE_COLOURS)
            b[f"{name}_die"][side] = FACE_COLOURS.index(word)


def _read_cards(b: Any, predictions: Mapping[str, Any]) -> None:
    cards = entries(BadComponents, "predictions.cards", predictions.get("cards", []), MAX_SEATS, MAX_CARDS)
    for index, card in enumerate(cards):
        where = f"predictions.cards[{index}]"
        birds = entries(BadComponents, where, card, PLACES_FORETOLD, PLACES_FORETOLD)
        for place, bird in enumerate(birds):
            b["card"][index, place] = COLOURS.index(choice(BadComponents, f"{where}[{place}]", bird, COLOURS))
        if all(bird in COLOURS for bird in birds) and len(set(birds)) < PLACES_FORETOLD:
            complain(_wrong(where, "must name four different ostriches", "four_birds"))
        elif card in cards[:index]:
            complain(_wrong(where, "is there twice", "card_twice"))
    b["cards"] = len(cards)


def _read_berries(b: Any, berries: Mapping[str, Any]) -> None:
    tokens = table(BadComponents, "berries.tokens", berries.get("tokens"), BERRIES)
    for kind, name in enumerate(BERRIES):
        most = 1 if kind == Berry.OOR else MAX_SEATS  # only one seat has the jade
        b["berries"][kind] = number(BadComponents, f"berries.tokens.{name}", tokens.get(name, 0), 0, most)
    b["berry_distance"] = number(BadComponents, "berries.distance", berries.get("distance"), 1, 6)


def _check_berries(b: Any) -> None:
    total = sum(b["berries"].tolist())
    if total < MAX_SEATS:
        text = f"there must be at least {MAX_SEATS} in all, one for each player, not {total}"
        complain(_wrong("berries.tokens", text, "few_berries", low=MAX_SEATS, value=total))


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


def _read_limit(b: Any, limit: Mapping[str, Any]) -> None:
    b["turns"] = number(BadComponents, "limit.turns", limit.get("turns"), 10, 2000)


# -- whether tiles can be run through: inside each face, and from each face to every other that may follow it ---------


def _is_open(b: Any, face: int, lane: int, step: int) -> bool:
    return int(b["ground"][face, lane, step]) not in BLOCKED


def _entries_of(b: Any, face: int) -> set[int]:
    """The lanes by which the face can be entered."""
    return {lane for lane in range(LANES) if _is_open(b, face, lane, 0)}


def _exits_from(b: Any, face: int, entry: int) -> set[int]:
    """The lanes by which an ostrich that enters in a lane can leave the face."""
    here = {entry} if _is_open(b, face, entry, 0) else set()
    if b["curved"][face]:
        length = int(b["length"][face, entry])
        return here if all(_is_open(b, face, entry, step) for step in range(length)) else set()
    for step in range(1, int(b["length"][face, 0])):
        here = {
            lane
            for lane in range(LANES)
            if _is_open(b, face, lane, step) and any(abs(lane - before) <= 1 for before in here)
        }
    return here


def _check_face(b: Any, face: int, where: str) -> None:
    """Complain unless every way into the face leads out of it."""
    if not _entries_of(b, face):
        complain(_wrong(where, "cannot be entered: the first space of every lane is blocked", "no_entry"))
    for lane in _entries_of(b, face):
        if not _exits_from(b, face, lane):
            text = f"cannot be left by who enters in the {('left', 'centre', 'right')[lane]} lane"
            complain(_wrong(where, text, "no_exit", lane=lane + 1))


def _sides(b: Any, face: int) -> list[dict[int, set[int]]]:
    """For each way of laying the face: its entries with the exits that they lead to, lanes left to right."""
    plain = {entry: _exits_from(b, face, entry) for entry in _entries_of(b, face)}
    if not b["curved"][face]:
        return [plain]
    turned = {LANES - 1 - entry: {LANES - 1 - lane for lane in exits} for entry, exits in plain.items()}
    return [plain, turned]


def _check_course(b: Any, names: list[str]) -> None:
    """Complain if a tile cannot follow another: a bird that leaves the first must be able to enter the second."""
    faces = [(face, ways) for face in range(2 * len(names)) for ways in _sides(b, face)]
    for before, ways in faces:
        for after, ways_in in faces:
            first, second = int(b["use"][before // 2]), int(b["use"][after // 2])
            if before // 2 == after // 2 or first == Use.FINISH or second == Use.START:
                continue
            one, two = names[before // 2], names[after // 2]
            for lane in set().union(*ways.values()):
                if not any(abs(lane - entry) <= 1 for entry in ways_in):
                    text = f"{two} cannot follow {one}: from lane {lane + 1} no entry is near"
                    where = f"tile[{after // 2}].{'ab'[after % 2]}"
                    complain(_wrong(where, text, "not_joined", one=one, two=two, lane=lane + 1))
                    return  # one tile that nobody can leave well is not the fault of all others
