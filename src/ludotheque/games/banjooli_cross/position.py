"""Reads and writes positions: the course, the ostriches, dice, berries, predictions, and a move that was interrupted.

Dice that have not been rolled are null.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ludotheque.core import fields
from ludotheque.core.errors import BadPosition, shown
from ludotheque.core.fields import UNSAID, Form, Part
from ludotheque.core.memory import room
from ludotheque.core.message import Message
from ludotheque.core.validation import choice, entries, number, table, yes_or_no
from ludotheque.games.banjooli_cross.labels import DIE_WORDS, face_name, face_named, space_name, space_named
from ludotheque.games.banjooli_cross.rules.arriving import list_swaps, turns_played
from ludotheque.games.banjooli_cross.rules.berries import (
    is_far_enough,
    list_flights,
    list_placings,
    tokens_left,
)
from ludotheque.games.banjooli_cross.rules.course import berry_on, bird_on, ground, is_passable, measure
from ludotheque.games.banjooli_cross.rules.frenzy import any_frenzy_move
from ludotheque.games.banjooli_cross.rules.lion import lair
from ludotheque.games.banjooli_cross.rules.moving import can_move
from ludotheque.games.banjooli_cross.rules.setup import after_curve, is_laid
from ludotheque.games.banjooli_cross.state import (
    ARRIVED,
    BERRIES,
    BIRDS,
    COLOURS,
    FINISHERS,
    MAX_COURSE,
    MAX_HELP,
    MAX_SEATS,
    MOVEMENT_DICE,
    NEST,
    NO_DIE,
    NO_SPACE,
    NOBODY,
    NOT_DEALT,
    PLACES_FORETOLD,
    SECRET,
    SPACES,
    UNSEEN,
    Berry,
    Ending,
    Ground,
    Phase,
    Use,
)

PHASES = tuple(phase.name.lower() for phase in Phase)
DIRECTIONS = {1: "clockwise", -1: "counter-clockwise"}
SEATS = fields.FieldPositions(
    {"turns": (0, 10_000), "helped": (-MAX_HELP, MAX_HELP)}, by_seat=("turns", "helped")
).parts
"""Fields with an entry for each seat."""
MAX_LEFT = 20
"""The most points that a move that was interrupted may have left."""

BEFORE_RACE = (Phase.COURSE, Phase.DEAL, Phase.BERRIES)
OF_BERRIES = (Phase.FIND, Phase.LOOK, Phase.JOKA, Phase.GIVE, Phase.WILD, Phase.FRENZY)
WITH_DICE = (Phase.KEEP, Phase.CHOOSE)
IN_A_MOVE = (Phase.CONTINUE, Phase.FIND, Phase.LOOK, Phase.SPIN, Phase.VORTEX, Phase.JOKA, Phase.GIVE)
WHILE_WILD = (Phase.FRENZY, Phase.WILD)

LEFT_OUT = ()
"""In place of a list that a position leaves out; one that it has is a list of Python, not a tuple."""


def _wrong(where: str, why: str, **args: Any) -> BadPosition:
    return BadPosition(where, Message(f"banjooli-cross.position.{why}", args))


def _phase(s: Any) -> Phase:
    return Phase(int(s["phase"]))


def _read_space(b: Any, s: Any, where: str, name: Any) -> int:
    """The space of a name in the course laid; `BadPosition` if there is none."""
    space = space_named(b, s, name) if isinstance(name, str) else -1
    if space < 0:
        raise _wrong(where, "space", value=shown(name))
    return space


def _read_direction(b: Any, s: Any, where: str, value: Any) -> None:
    way = choice(BadPosition, where, value, DIRECTIONS.values())
    s["direction"] = next(sign for sign, word in DIRECTIONS.items() if word == way)


# -- the course: `["start:A", "C2:A", "C1:B:left", …, "finish:A"]` ----------------------------------------------------


def _course(b: Any, s: Any) -> list[str]:
    """The faces laid so far, from the start."""
    return [face_name(b, int(s["face"][tile]), int(s["bend"][tile])) for tile in range(int(s["laid"]))]


def _read_course(b: Any, s: Any, where: str, given: Any) -> None:
    """Lay the course; `BadPosition` names the tile that cannot lie there."""
    laying = _phase(s) == Phase.COURSE
    faces = entries(BadPosition, where, given, 0 if laying else 3, MAX_COURSE)
    for tile, name in enumerate(faces):
        piece = face_named(b, name) if isinstance(name, str) else -1
        if piece < 0:
            raise _wrong(f"{where}[{tile}]", "face", value=shown(name))
        wrong = _why_not_next(b, s, tile, piece // 3, last=tile == len(faces) - 1 and not laying)
        if wrong:
            raise _wrong(f"{where}[{tile}]", wrong)
        s["face"][tile], s["bend"][tile] = piece // 3, piece % 3
        s["laid"] = tile + 1
    if not laying:
        measure(b, s)


def _why_not_next(b: Any, s: Any, tile: int, face: int, *, last: bool) -> str:
    use = int(b["use"][face // 2])
    if (use == Use.START) != (tile == 0):
        return "start"
    if (use == Use.FINISH) != last:
        return "finish"
    if is_laid(s, face // 2):
        return "tile_twice"
    return "two_curves" if b["curved"][face] and after_curve(b, s) else ""


# -- ostriches and the lion -------------------------------------------------------------------------------------------


def _ostriches(b: Any, s: Any) -> dict[str, Any]:
    """Every ostrich by its colour: where, and whether scared, or which place of the podium."""
    return {colour: _ostrich(s, bird) for bird, colour in enumerate(COLOURS)}


def _ostrich(s: Any, bird: int) -> dict[str, Any]:
    at = int(s["at"][bird])
    if at == ARRIVED:
        return {"at": "podium", "place": int(s["place"][bird])}
    return {"at": "nest"} if at == NEST else {"at": space_name(at), "scared": bool(s["scared"][bird])}


def _read_ostriches(b: Any, s: Any, where: str, given: Any) -> None:
    """Put them there; those not named wait in their nests."""
    birds = table(BadPosition, where, given, COLOURS)
    for bird, colour in enumerate(COLOURS):
        if colour in birds:
            _read_ostrich(b, s, bird, f"{where}.{colour}", birds[colour])
    places = sorted(int(place) for place in s["place"] if place)
    if places != list(range(1, len(places) + 1)):
        raise _wrong(where, "podium", value=", ".join(map(str, places)))


def _read_ostrich(b: Any, s: Any, bird: int, where: str, given: Any) -> None:
    ostrich = table(BadPosition, where, given, ("at", "scared", "place"))
    at = ostrich.get("at", "nest")
    scared = yes_or_no(BadPosition, f"{where}.scared", ostrich.get("scared", False))
    if at in ("nest", "podium") and scared:
        raise _wrong(f"{where}.scared", "only_scared")
    if at != "podium" and "place" in ostrich:
        raise _wrong(f"{where}.place", "only_podium")
    if at == "podium":
        s["place"][bird] = number(BadPosition, f"{where}.place", ostrich.get("place"), 1, FINISHERS)
        s["at"][bird] = ARRIVED
    elif at != "nest":
        space = _read_space(b, s, f"{where}.at", at)
        if not is_passable(b, s, space):
            raise _wrong(f"{where}.at", "blocked", space=at)
        if bird_on(s, space) != NOBODY:
            raise _wrong(f"{where}.at", "taken", space=at)
        s["at"][bird], s["scared"][bird] = space, scared


def _lion(b: Any, s: Any) -> Any:
    if int(s["lion_at"]) == NO_SPACE:
        return UNSAID
    return {"at": space_name(int(s["lion_at"])), "awake": bool(s["lion_awake"])}


def _read_lion(b: Any, s: Any, where: str, given: Any) -> None:
    """Where the lion lies, if the option is on; by default in its lair and awake."""
    if not s["lion"]:
        if given is not None:
            raise _wrong(where, "no_lion")
        return
    if _phase(s) == Phase.COURSE:
        return
    lion = table(BadPosition, where, given if given is not None else {}, ("at", "awake"))
    at = _read_space(b, s, f"{where}.at", lion["at"]) if "at" in lion else int(lair(b, s))
    if bird_on(s, at) != NOBODY:
        raise _wrong(f"{where}.at", "lion_taken", bird=COLOURS[bird_on(s, at)], space=space_name(at))
    s["lion_at"] = at
    s["lion_awake"] = yes_or_no(BadPosition, f"{where}.awake", lion.get("awake", True))


# -- predictions and dice ---------------------------------------------------------------------------------------------


def card_birds(b: Any, card: int) -> list[str]:
    """The ostriches of a prediction: first, second, third, last."""
    return [COLOURS[int(bird)] for bird in b["card"][card]]


def _predictions(b: Any, s: Any) -> list[list[str] | None]:
    cards = s["prediction"][: int(s["seats"])].tolist()
    return [card_birds(b, card) if card >= 0 else None for card in cards]


def _read_predictions(b: Any, s: Any, where: str, value: Any, *, seen: bool) -> None:
    """A card for each seat; null where it is not dealt yet, or hidden from those who see the position."""
    seats, dealing = int(s["seats"]), _phase(s) in (Phase.COURSE, Phase.DEAL)
    if value == LEFT_OUT and dealing:
        return
    for seat, card in enumerate(entries(BadPosition, where, value, seats, seats)):
        if card is None and (dealing or seen):
            s["prediction"][seat] = NOT_DEALT if dealing else SECRET
            continue
        at = f"{where}[{seat}]"
        if _phase(s) == Phase.COURSE or (seat and int(s["prediction"][seat - 1]) == NOT_DEALT):
            raise _wrong(at, "dealt_order")
        s["prediction"][seat] = _read_card(b, at, card)
        if s["prediction"][seat] in s["prediction"][:seat]:
            raise _wrong(at, "card_taken")


def _read_card(b: Any, where: str, value: Any) -> int:
    named = entries(BadPosition, where, value, PLACES_FORETOLD, PLACES_FORETOLD)
    birds = [choice(BadPosition, f"{where}[{place}]", bird, COLOURS) for place, bird in enumerate(named)]
    card = next((card for card in range(int(b["cards"])) if card_birds(b, card) == birds), -1)
    if card < 0:
        raise _wrong(where, "no_card", birds=", ".join(birds))
    return card


def _dice(b: Any, s: Any) -> dict[str, Any]:
    *movement, sorcery = (None if die == NO_DIE else DIE_WORDS[die] for die in s["thrown"].tolist())
    return {"movement": movement, "sorcery": sorcery, "rerolls_left": int(s["rerolls_left"])}


def _read_dice(b: Any, s: Any, where: str, value: Any) -> None:
    phase = _phase(s)
    dice = table(BadPosition, where, value, ("movement", "sorcery", "rerolls_left"))
    movement = entries(BadPosition, f"{where}.movement", dice.get("movement", ()), 0, MOVEMENT_DICE)
    movement += [None] * (MOVEMENT_DICE - len(movement))
    names = [f"{where}.movement[{die}]" for die in range(MOVEMENT_DICE)] + [f"{where}.sorcery"]
    for die, (name, word) in enumerate(zip(names, [*movement, dice.get("sorcery")], strict=True)):
        if word is None and phase in WITH_DICE:
            raise _wrong(name, "not_thrown", phase=PHASES[phase])
        if word is not None:
            s["thrown"][die] = DIE_WORDS.index(choice(BadPosition, name, word, DIE_WORDS))
    usual = int(phase in (Phase.ROLL, Phase.KEEP))
    left = number(BadPosition, f"{where}.rerolls_left", dice.get("rerolls_left", usual), 0, 1)
    s["rerolls_left"] = left
    if phase == Phase.KEEP and not left:
        raise _wrong(f"{where}.rerolls_left", "rerolls")
    if phase == Phase.ROLL and NO_DIE not in s["thrown"].tolist():
        raise _wrong("phase", "all_thrown")


# -- what berries do --------------------------------------------------------------------------------------------------


def _single_throw(b: Any, s: Any) -> list[int]:
    return [seat for seat in range(int(s["seats"])) if s["single_throw"][seat]]


def _read_single_throw(b: Any, s: Any, where: str, value: Any) -> None:
    seats = int(s["seats"])
    for index, seat in enumerate(entries(BadPosition, where, value, 0, seats)):
        s["single_throw"][number(BadPosition, f"{where}[{index}]", seat, 0, seats - 1)] = 1


def _read_oor(b: Any, s: Any, where: str, value: Any) -> None:
    if value is not None:
        s["oor"] = number(BadPosition, where, value, 0, int(s["seats"]) - 1)


def _helped(b: Any, s: Any) -> Any:
    rows = s["helped"].tolist()
    return rows[: int(s["seats"])] if any(map(any, rows)) else UNSAID


def _berries(b: Any, s: Any) -> Any:
    """Every berry on the course by its space, in the order of the seats that put them out."""
    spaces = s["berry_space"].tolist()
    return (
        {space_name(space): _berry(s, token) for token, space in enumerate(spaces) if space != NO_SPACE}
        if s["berries"]
        else UNSAID
    )


def _berry(s: Any, token: int) -> dict[str, Any]:
    kind, known = int(s["berry_kind"][token]), int(s["berry_known"][token])
    return {
        "is": None if kind == UNSEEN else BERRIES[kind],
        "known_to": [seat for seat in range(MAX_SEATS) if known >> seat & 1],
        "by": token,
    }


def _read_berries(b: Any, s: Any, position: Mapping[str, Any], *, seen: bool, kept: bool) -> None:
    """Put out the berries. `is` may be left out if nobody has decided yet what a berry is."""
    given = position.get("berries", {})
    if given and not s["berries"]:
        raise _wrong("berries", "no_berries")
    if not isinstance(given, Mapping):
        raise _wrong("berries", "berries", value=shown(given))
    most = int(s["seats"]) - sum(s["berry_found"].tolist())
    if len(given) > most:
        raise _wrong("berries", "many_berries", most=most, value=len(given))
    first = 0 if kept else int(s["first"])
    for index, (name, entry) in enumerate(given.items()):
        token = _read_berry(b, s, name, entry, (first + index) % int(s["seats"]), kept=kept)
        if int(s["berry_known"][token]) and int(s["berry_kind"][token]) == UNSEEN and not seen:
            raise _wrong(f"berries.{name}.is", "berry_known")
    if "found" in position:
        s["found"] = berry_on(s, _read_space(b, s, "found", position["found"]))
        if int(s["found"]) == NOBODY or _phase(s) not in (Phase.FIND, Phase.OVER):
            raise _wrong("found", "found_only")
    if _phase(s) == Phase.FIND and int(s["found"]) == NOBODY:
        raise _wrong("found", "found")


def _read_berry(b: Any, s: Any, name: str, given: Any, usual: int, *, kept: bool) -> int:
    """Put out a berry; returns its number. By default it is that of the seat `usual`."""
    where, seats = f"berries.{name}", int(s["seats"])
    berry = table(BadPosition, where, given, ("is", "known_to", "by"))
    space = _read_space(b, s, where, name)
    if ground(b, s, space) != Ground.EARTH:
        raise _wrong(where, "earth")
    if not kept and not is_far_enough(b, s, space):
        raise _wrong(where, "near_start", n=int(b["berry_distance"]))
    token = number(BadPosition, f"{where}.by", berry.get("by", usual), 0, seats - 1)
    if int(s["berry_space"][token]) != NO_SPACE:
        raise _wrong(f"{where}.by", "berry_twice", seat=token)
    s["berry_space"][token] = space
    if berry.get("is") is not None:
        kind = BERRIES.index(choice(BadPosition, f"{where}.is", berry["is"], BERRIES))
        if tokens_left(b, s, kind) < 1:
            raise _wrong(f"{where}.is", "berry_gone", berry=berry["is"])
        s["berry_kind"][token] = kind
    for seat in entries(BadPosition, f"{where}.known_to", berry.get("known_to", ()), 0, MAX_SEATS):
        bit = 1 << number(BadPosition, f"{where}.known_to", seat, 0, seats - 1)
        s["berry_known"][token] = int(s["berry_known"][token]) | bit
    return token


def _berries_found(b: Any, s: Any) -> Any:
    found = [
        name for name, times in zip(BERRIES, s["berry_found"].tolist(), strict=True) for _ in range(times)
    ]
    return found if s["berries"] else UNSAID


def _read_berries_found(b: Any, s: Any, position: Mapping[str, Any]) -> None:
    names = entries(BadPosition, "berries_found", position.get("berries_found", ()), 0, int(s["seats"]))
    for index, name in enumerate(names):
        where = f"berries_found[{index}]"
        kind = BERRIES.index(choice(BadPosition, where, name, BERRIES))
        if int(s["berry_found"][kind]) >= int(b["berries"][kind]):
            raise _wrong(where, "no_other_berry", berry=name)
        s["berry_found"][kind] += 1


def _refuse_effects(s: Any, position: Mapping[str, Any]) -> None:
    """Refuse what only berries do, at a table without them."""
    effects = {
        "oor": int(s["oor"]) != NOBODY,
        "direction": int(s["direction"]) != 1,
        "single_throw": any(s["single_throw"].tolist()),
        "berries_found": bool(position.get("berries_found")),
        "phase": _phase(s) in OF_BERRIES,
    }
    for field, there in effects.items():
        if there:
            raise _wrong(field, "no_berries")


# -- a move that was interrupted --------------------------------------------------------------------------------------


def _moving(b: Any, s: Any) -> Any:
    if int(s["moving"]) == NOBODY:
        return UNSAID
    return {"bird": COLOURS[int(s["moving"])], "left": int(s["points_left"])}


def _found(b: Any, s: Any) -> Any:
    return UNSAID if int(s["found"]) == NOBODY else space_name(int(s["berry_space"][int(s["found"])]))


def _read_move(s: Any, position: Mapping[str, Any]) -> None:
    phase = _phase(s)
    named = {"phase": PHASES[phase]}
    begun = phase in (*IN_A_MOVE, *WHILE_WILD, Phase.OVER)
    s["frenzy"] = yes_or_no(BadPosition, "frenzy", position.get("frenzy", phase in WHILE_WILD))
    if s["frenzy"] and not begun:
        raise _wrong("frenzy", "no_frenzy", **named)
    if "moving" in position and not begun:
        raise _wrong("moving", "not_moving", **named)
    if "moving" not in position:
        if phase in IN_A_MOVE:
            raise _wrong("moving", "moving_missing", **named)
        return
    moving = table(BadPosition, "moving", position["moving"], ("bird", "left"))
    bird = COLOURS.index(choice(BadPosition, "moving.bird", moving.get("bird"), COLOURS))
    least = int(phase == Phase.CONTINUE)
    s["moving"] = bird
    s["points_left"] = number(BadPosition, "moving.left", moving.get("left", 0), least, MAX_LEFT)
    if phase in IN_A_MOVE and int(s["at"][bird]) < 0:
        raise _wrong("moving.bird", "not_on_course", bird=moving["bird"])
    if phase == Phase.CONTINUE and s["scared"][bird]:
        raise _wrong("moving.bird", "scared", bird=moving["bird"])


# -- whether all this can be ------------------------------------------------------------------------------------------


def _check(b: Any, s: Any, position: Mapping[str, Any], *, seen: bool = False, kept: bool = False) -> None:
    if not s["berries"] and not kept:
        _refuse_effects(s, position)
    _read_berries_found(b, s, position)
    if int(s["oor"]) != NOBODY and not s["berry_found"][Berry.OOR] and not kept:
        s["berry_found"][Berry.OOR] = 1  # the seat with the jade has found it
    _read_berries(b, s, position, seen=seen, kept=kept)
    _read_move(s, position)
    _settle(b, s)
    _check_phase(s)
    if not kept:
        _check_reachable(b, s)


def _settle(b: Any, s: Any) -> None:
    """A race that is over is over, whatever phase was written."""
    if int(max(s["place"])) == FINISHERS:
        s["ended"], s["phase"] = Ending.THIRD_ARRIVAL, Phase.OVER
    elif turns_played(s) >= int(b["turns"]):
        s["ended"], s["phase"] = Ending.TURN_LIMIT, Phase.OVER
    elif _phase(s) == Phase.OVER:
        raise _wrong("phase", "not_over")


def _check_phase(s: Any) -> None:
    """What chance or a player is to do next can be done."""
    phase, seat = _phase(s), int(s["to_play"])
    if phase == Phase.BERRIES and not s["berries"]:
        raise _wrong("phase", "no_berries")
    if phase == Phase.DEAL and NOT_DEALT not in s["prediction"][: int(s["seats"])].tolist():
        raise _wrong("phase", "all_dealt")
    if phase == Phase.BERRIES and int(s["berry_space"][seat]) != NO_SPACE:
        raise _wrong("to_play", "berry_out", seat=seat)
    if phase == Phase.WILD and NO_DIE not in s["thrown"][:MOVEMENT_DICE].tolist():
        raise _wrong("phase", "wild")
    lying = [int(kind) for token, kind in enumerate(s["berry_kind"]) if int(s["berry_space"][token]) >= 0]
    if phase == Phase.LOOK and UNSEEN not in lying:
        raise _wrong("phase", "no_unknown")


def _check_reachable(b: Any, s: Any) -> None:
    """What a game comes to: a race that has not begun, or a decision that is one."""
    if _phase(s) in BEFORE_RACE:
        _check_before(s)
    if _phase(s) == Phase.BERRIES:
        _check_put_out(b, s)
    _check_choice(b, s)


def _check_before(s: Any) -> None:
    """Before the race nobody has run, moved or thrown."""
    run = [f"ostriches.{colour}.at" for bird, colour in enumerate(COLOURS) if int(s["at"][bird]) != NEST]
    moved = [f"turns[{seat}]" for seat in range(int(s["seats"])) if int(s["turns"][seat])]
    thrown = ["dice"] if any(each != NO_DIE for each in s["thrown"].tolist()) else []
    for where in (*run, *moved, *thrown):
        raise _wrong(where, "before", phase=PHASES[_phase(s)])


def _check_put_out(b: Any, s: Any) -> None:
    """Those before the seat that plays have put out a berry, unless there was no room; those after it have not."""
    seats, first = int(s["seats"]), int(s["first"])
    out = (int(s["to_play"]) - first) % seats
    order = [(first + place) % seats for place in range(seats)]
    there = [int(s["berry_space"][seat]) != NO_SPACE for seat in order]
    free = int(list_placings(b, s, room("int32", SPACES))) > 0
    if any(there[out:]) or (free and not all(there[:out])):
        raise _wrong("berries", "put_out", seat=int(s["to_play"]))


def _check_choice(b: Any, s: Any) -> None:
    """A decision in the middle of a turn is one: there is something to choose from."""
    phase = _phase(s)
    chosen = {
        Phase.CONTINUE: lambda: can_move(b, s, int(s["moving"])),
        Phase.VORTEX: lambda: list_swaps(s, room("int64", BIRDS)) > 1,
        Phase.JOKA: lambda: list_flights(b, s, room("int64", 3)) > 1,
        Phase.GIVE: lambda: int(s["seats"]) > 2,
        Phase.FRENZY: lambda: any_frenzy_move(b, s),
    }.get(phase)
    if chosen is not None and not chosen():
        raise _wrong("phase", "no_choice", phase=PHASES[phase])


def _form(*, seen: bool = False, kept: bool = False) -> Form:
    """Positions as their author writes them, as a seat sees them, or as records and logs have kept them."""
    return Form(
        {
            "phase": fields.word("phase", PHASES, usual="roll"),
            "to_play": fields.seat("to_play"),
            "first": fields.seat("first"),
            "direction": Part(lambda _, s: DIRECTIONS[int(s["direction"])], _read_direction),
            "turns": SEATS["turns"],
            "course": Part(_course, _read_course, LEFT_OUT),
            "ostriches": Part(_ostriches, _read_ostriches),
            "predictions": Part(_predictions, partial(_read_predictions, seen=seen), LEFT_OUT),
            "dice": Part(_dice, _read_dice, {}),
            "single_throw": Part(_single_throw, _read_single_throw),
            "oor": Part(lambda _, s: None if int(s["oor"]) == NOBODY else int(s["oor"]), _read_oor),
            "helped": Part(_helped, SEATS["helped"].read),
            "berries": Part(_berries),
            "berries_found": Part(_berries_found),
            "moving": Part(_moving),
            "frenzy": Part(lambda _, s: True if s["frenzy"] else UNSAID),
            "found": Part(_found),
            "lion": Part(_lion, _read_lion, None),
        },
        partial(_check, seen=seen, kept=kept),
    )


class Positions(Form):
    """Reads and writes positions, see `core.game.Positions`."""

    def __init__(self) -> None:
        form = _form()
        super().__init__(form.parts, form.check)
        self.read_seen = _form(seen=True).read
        self.read_kept = _form(kept=True).read


POSITIONS = Positions()
