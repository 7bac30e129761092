"""Reads and writes positions: the course, the ostriches, dice, berries, predictions, and a move that was interrupted.

Its own keys are `direction`, `course`, `ostriches`, `dice`, `berries`, `berries_found`, `oor`, `single_throw`, `predictions`, `moving`,
`frenzy`, `found`, `lion` and `helped`. Dice that have not been rolled are null.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.core.errors import BadPosition, shown
from ludotheque.core.memory import room
from ludotheque.core.message import Message
from ludotheque.core.validation import choice, entries, known_keys, number, table, yes_or_no
from ludotheque.core.verbs import setup
from ludotheque.games.banjooli_cross.names import (
    DIE_WORDS,
    card_birds,
    die_word,
    face_name,
    face_named,
    space_name,
    space_named,
    where_is,
)
from ludotheque.games.banjooli_cross.rules.arriving import turns_played
from ludotheque.games.banjooli_cross.rules.berries import (
    is_far_enough,
    list_flights,
    list_placings,
    tokens_left,
)
from ludotheque.games.banjooli_cross.rules.course import berry_on, bird_on, ground, is_passable, measure
from ludotheque.games.banjooli_cross.rules.favours import MAX_HELP
from ludotheque.games.banjooli_cross.rules.frenzy import any_frenzy_move
from ludotheque.games.banjooli_cross.rules.lion import lair
from ludotheque.games.banjooli_cross.rules.moving import can_move
from ludotheque.games.banjooli_cross.rules.setup import after_curve, is_laid
from ludotheque.games.banjooli_cross.rules.vortex import list_swaps
from ludotheque.games.banjooli_cross.state import (
    ARRIVED,
    BERRIES,
    BIRDS,
    COLOURS,
    DICE,
    FINISHERS,
    MAX_COURSE,
    MAX_SEATS,
    MOVEMENT_DICE,
    NEST,
    NO_DIE,
    NO_SPACE,
    NOBODY,
    NOT_DEALT,
    PLACES_FORETOLD,
    SECRET,
    SORCERY,
    SPACES,
    UNSEEN,
    Ending,
    Ground,
    Phase,
    Use,
)

KEYS = (
    "phase",
    "to_play",
    "first",
    "direction",
    "turns",
    "course",
    "ostriches",
    "predictions",
    "dice",
    "berries",
    "berries_found",
    "oor",
    "single_throw",
    "moving",
    "frenzy",
    "found",
    "lion",
    "helped",
)
PHASES = tuple(phase.name.lower() for phase in Phase)
DIRECTIONS = {1: "clockwise", -1: "counter-clockwise"}
BEFORE_RACE = (Phase.COURSE, Phase.DEAL, Phase.BERRIES)
OF_BERRIES = (Phase.FIND, Phase.LOOK, Phase.JOKA, Phase.GIVE, Phase.WILD, Phase.FRENZY)
OOR = BERRIES.index("Oor")
WITH_DICE = (Phase.KEEP, Phase.CHOOSE)
IN_A_MOVE = (Phase.CONTINUE, Phase.FIND, Phase.LOOK, Phase.SPIN, Phase.VORTEX, Phase.JOKA, Phase.GIVE)

WHILE_WILD = (Phase.FRENZY, Phase.WILD)


class Positions:
    """Reads and writes positions, see `core.game.Positions`."""

    def write(self, b: Any, s: Any) -> dict[str, Any]:
        """Everything that the rest of the game depends on."""
        seats = range(int(s["seats"]))
        position: dict[str, Any] = {
            "phase": PHASES[int(s["phase"])],
            "to_play": int(s["to_play"]),
            "first": int(s["first"]),
            "direction": DIRECTIONS[int(s["direction"])],
            "turns": [int(s["turns"][seat]) for seat in seats],
            "course": write_course(b, s),
            "ostriches": write_ostriches(s),
            "predictions": [_write_card(b, int(s["prediction"][seat])) for seat in seats],
            "dice": {
                "movement": [die_word(int(die)) for die in s["thrown"][:MOVEMENT_DICE]],
                "sorcery": die_word(int(s["thrown"][SORCERY])),
                "rerolls_left": int(s["rerolls_left"]),
            },
            "single_throw": [seat for seat in seats if s["single_throw"][seat]],
            "oor": None if int(s["oor"]) == NOBODY else int(s["oor"]),
        }
        if any(map(any, s["helped"].tolist())):
            position["helped"] = [s["helped"][seat].tolist() for seat in seats]
        if s["berries"]:
            position["berries"] = write_berries(s)
            position["berries_found"] = [
                name for kind, name in enumerate(BERRIES) for _ in range(int(s["berry_found"][kind]))
            ]
        return position | self._write_move(s)

    def _write_move(self, s: Any) -> dict[str, Any]:
        position: dict[str, Any] = {}
        if int(s["moving"]) != NOBODY:
            position["moving"] = {"bird": COLOURS[int(s["moving"])], "left": int(s["points_left"])}
        if s["frenzy"]:
            position["frenzy"] = True
        if int(s["found"]) != NOBODY:
            position["found"] = space_name(int(s["berry_space"][int(s["found"])]))
        if int(s["lion_at"]) != NO_SPACE:
            position["lion"] = {"at": space_name(int(s["lion_at"])), "awake": bool(s["lion_awake"])}
        return position

    def read(self, b: Any, s: Any, position: Mapping[str, Any]) -> None:
        """Fill the state; seats and options are already in it. Raises `BadPosition` with the field that is wrong."""
        self._read(b, s, position)

    def read_seen(self, b: Any, s: Any, position: Mapping[str, Any]) -> None:
        """Fill a state with what a seat sees: predictions and berries that are hidden from it are null."""
        self._read(b, s, position, seen=True)

    def read_kept(self, b: Any, s: Any, position: Mapping[str, Any]) -> None:
        """Fill a state from a position of a record or log: what was accepted once, and with what was meant by keys that it leaves out."""
        self._read(b, s, position, kept=True)

    def _read(
        self, b: Any, s: Any, position: Mapping[str, Any], *, seen: bool = False, kept: bool = False
    ) -> None:
        known_keys(BadPosition, position, KEYS)
        seats = int(s["seats"])
        s["first"] = number(BadPosition, "first", position.get("first", 0), 0, seats - 1)
        setup(b, s)
        s["phase"] = PHASES.index(choice(BadPosition, "phase", position.get("phase", "roll"), PHASES))
        s["to_play"] = number(BadPosition, "to_play", position.get("to_play", 0), 0, seats - 1)
        way = choice(BadPosition, "direction", position.get("direction", "clockwise"), DIRECTIONS.values())
        s["direction"] = next(sign for sign, word in DIRECTIONS.items() if word == way)
        _read_turns(s, position)
        read_course(b, s, position.get("course", []))
        read_ostriches(b, s, position.get("ostriches", {}))
        read_lion(b, s, position.get("lion"))
        _read_cards(b, s, position, seen)
        _read_dice(s, position)
        _read_gifts(b, s, position, kept)
        _read_help(s, position)
        read_berries(b, s, position, seen, kept)
        _read_move(s, position)
        _settle(b, s)
        _check_phase(s)
        if not kept:
            _check_reachable(b, s)


def _write_card(b: Any, card: int) -> list[str] | None:
    return None if card < 0 else card_birds(b, card)


def _read_turns(s: Any, position: Mapping[str, Any]) -> None:
    seats = int(s["seats"])
    turns = entries(BadPosition, "turns", position.get("turns", [0] * seats), seats, seats)
    for seat, value in enumerate(turns):
        s["turns"][seat] = number(BadPosition, f"turns[{seat}]", value, 0, 10_000)


def _read_cards(b: Any, s: Any, position: Mapping[str, Any], seen: bool) -> None:
    seats, dealing = int(s["seats"]), int(s["phase"]) in (Phase.COURSE, Phase.DEAL)
    given = entries(
        BadPosition,
        "predictions",
        position.get("predictions", [None] * seats if dealing else []),
        seats,
        seats,
    )
    known = {tuple(card_birds(b, card)): card for card in range(int(b["cards"]))}
    for seat, card in enumerate(given):
        where = f"predictions[{seat}]"
        if card is None and dealing:
            s["prediction"][seat] = NOT_DEALT
            continue
        if card is None and seen:
            s["prediction"][seat] = SECRET
            continue
        if int(s["phase"]) == Phase.COURSE or (seat and int(s["prediction"][seat - 1]) == NOT_DEALT):
            raise BadPosition(where, Message("banjooli-cross.position.dealt_order"))
        named = entries(BadPosition, where, card, PLACES_FORETOLD, PLACES_FORETOLD)
        birds = tuple(
            choice(BadPosition, f"{where}[{place}]", bird, COLOURS) for place, bird in enumerate(named)
        )
        if birds not in known:
            raise BadPosition(where, Message("banjooli-cross.position.no_card", {"birds": ", ".join(birds)}))
        if known[birds] in s["prediction"][:seat].tolist():
            raise BadPosition(where, Message("banjooli-cross.position.card_taken"))
        s["prediction"][seat] = known[birds]


def _read_dice(s: Any, position: Mapping[str, Any]) -> None:
    dice = table(BadPosition, "dice", position.get("dice", {}), ("movement", "sorcery", "rerolls_left"))
    movement = entries(
        BadPosition, "dice.movement", dice.get("movement", [None] * MOVEMENT_DICE), 0, MOVEMENT_DICE
    )
    movement += [None] * (MOVEMENT_DICE - len(movement))
    names = [f"dice.movement[{die}]" for die in range(MOVEMENT_DICE)] + ["dice.sorcery"]
    for die, (where, word) in enumerate(zip(names, [*movement, dice.get("sorcery")], strict=True)):
        if word is None:
            s["thrown"][die] = NO_DIE
            if int(s["phase"]) in WITH_DICE:
                raise BadPosition(
                    where, Message("banjooli-cross.position.not_thrown", {"phase": PHASES[int(s["phase"])]})
                )
        else:
            s["thrown"][die] = DIE_WORDS.index(choice(BadPosition, where, word, DIE_WORDS))
    default = 1 if int(s["phase"]) in (Phase.ROLL, Phase.KEEP) else 0
    s["rerolls_left"] = number(BadPosition, "dice.rerolls_left", dice.get("rerolls_left", default), 0, 1)
    if int(s["phase"]) == Phase.KEEP and not s["rerolls_left"]:
        raise BadPosition("dice.rerolls_left", Message("banjooli-cross.position.rerolls"))
    if int(s["phase"]) == Phase.ROLL and all(each != NO_DIE for each in s["thrown"][:DICE].tolist()):
        raise BadPosition("phase", Message("banjooli-cross.position.all_thrown"))


def _read_help(s: Any, position: Mapping[str, Any]) -> None:
    seats = int(s["seats"])
    none = [[0] * BIRDS] * seats
    for seat, row in enumerate(entries(BadPosition, "helped", position.get("helped", none), seats, seats)):
        for bird, steps in enumerate(entries(BadPosition, f"helped[{seat}]", row, BIRDS, BIRDS)):
            s["helped"][seat, bird] = number(
                BadPosition, f"helped[{seat}][{bird}]", steps, -MAX_HELP, MAX_HELP
            )


def _read_gifts(b: Any, s: Any, position: Mapping[str, Any], kept: bool) -> None:
    seats = int(s["seats"])
    for index, seat in enumerate(
        entries(BadPosition, "single_throw", position.get("single_throw", []), 0, seats)
    ):
        s["single_throw"][number(BadPosition, f"single_throw[{index}]", seat, 0, seats - 1)] = 1
    if position.get("oor") is not None:
        s["oor"] = number(BadPosition, "oor", position["oor"], 0, seats - 1)
    if not s["berries"] and not kept:
        _refuse_effects(s, position)
    found = entries(BadPosition, "berries_found", position.get("berries_found", []), 0, seats)
    for index, name in enumerate(found):
        where = f"berries_found[{index}]"
        kind = BERRIES.index(choice(BadPosition, where, name, BERRIES))
        if int(s["berry_found"][kind]) >= int(b["berries"][kind]):
            raise BadPosition(where, Message("banjooli-cross.position.no_other_berry", {"berry": name}))
        s["berry_found"][kind] += 1
    if int(s["oor"]) != NOBODY and not s["berry_found"][OOR] and not kept:
        s["berry_found"][OOR] = 1  # whoever has the jade has found it


def _refuse_effects(s: Any, position: Mapping[str, Any]) -> None:
    """Refuse what only berries do, at a table without them."""
    effects = {
        "oor": int(s["oor"]) != NOBODY,
        "direction": int(s["direction"]) != 1,
        "single_throw": any(s["single_throw"].tolist()),
        "berries_found": bool(position.get("berries_found")),
        "phase": int(s["phase"]) in OF_BERRIES,
    }
    for field, there in effects.items():
        if there:
            raise BadPosition(field, Message("banjooli-cross.position.no_berries"))


def _read_move(s: Any, position: Mapping[str, Any]) -> None:
    phase = int(s["phase"])
    s["frenzy"] = yes_or_no(
        BadPosition, "frenzy", position.get("frenzy", phase in (Phase.FRENZY, Phase.WILD))
    )
    if s["frenzy"] and phase not in (*IN_A_MOVE, *WHILE_WILD, Phase.OVER):
        raise BadPosition("frenzy", Message("banjooli-cross.position.no_frenzy", {"phase": PHASES[phase]}))
    if "moving" in position and phase not in (*IN_A_MOVE, *WHILE_WILD, Phase.OVER):
        raise BadPosition("moving", Message("banjooli-cross.position.not_moving", {"phase": PHASES[phase]}))
    if "moving" not in position:
        if phase in IN_A_MOVE:
            raise BadPosition(
                "moving", Message("banjooli-cross.position.moving_missing", {"phase": PHASES[phase]})
            )
        return
    moving = table(BadPosition, "moving", position["moving"], ("bird", "left"))
    s["moving"] = COLOURS.index(choice(BadPosition, "moving.bird", moving.get("bird"), COLOURS))
    s["points_left"] = number(
        BadPosition, "moving.left", moving.get("left", 0), 1 if phase == Phase.CONTINUE else 0, 20
    )
    if phase in IN_A_MOVE and int(s["at"][int(s["moving"])]) < 0:
        raise BadPosition(
            "moving.bird", Message("banjooli-cross.position.not_on_course", {"bird": moving["bird"]})
        )
    if phase == Phase.CONTINUE and s["scared"][int(s["moving"])]:
        raise BadPosition("moving.bird", Message("banjooli-cross.position.scared", {"bird": moving["bird"]}))


def _settle(b: Any, s: Any) -> None:
    """A race that is over is over, whatever phase was written."""
    if int(max(s["place"])) == FINISHERS:
        s["ended"], s["phase"] = Ending.THIRD_ARRIVAL, Phase.OVER
    elif turns_played(s) >= int(b["turns"]):
        s["ended"], s["phase"] = Ending.TURN_LIMIT, Phase.OVER
    elif int(s["phase"]) == Phase.OVER:
        raise BadPosition("phase", Message("banjooli-cross.position.not_over"))


def _check_phase(s: Any) -> None:
    """What chance or a player is to do next can be done."""
    phase, seat = int(s["phase"]), int(s["to_play"])
    if phase == Phase.BERRIES and not s["berries"]:
        raise BadPosition("phase", Message("banjooli-cross.position.no_berries"))
    if phase == Phase.DEAL and NOT_DEALT not in s["prediction"][: int(s["seats"])].tolist():
        raise BadPosition("phase", Message("banjooli-cross.position.all_dealt"))
    if phase == Phase.BERRIES and int(s["berry_space"][seat]) != NO_SPACE:
        raise BadPosition("to_play", Message("banjooli-cross.position.berry_out", {"seat": seat}))
    if phase == Phase.WILD and NO_DIE not in s["thrown"][:MOVEMENT_DICE].tolist():
        raise BadPosition("phase", Message("banjooli-cross.position.wild"))
    lying = [int(kind) for token, kind in enumerate(s["berry_kind"]) if int(s["berry_space"][token]) >= 0]
    if phase == Phase.LOOK and UNSEEN not in lying:
        raise BadPosition("phase", Message("banjooli-cross.position.no_unknown"))


def _check_reachable(b: Any, s: Any) -> None:
    """What a game comes to: a race that has not begun, or a decision that is one."""
    phase = int(s["phase"])
    if phase in BEFORE_RACE:
        _check_before(s)
    if phase == Phase.BERRIES:
        _check_put_out(b, s)
    _check_choice(b, s)


def _check_before(s: Any) -> None:
    """Before the race nobody has run, moved or thrown."""
    said = Message("banjooli-cross.position.before", {"phase": PHASES[int(s["phase"])]})
    for bird, colour in enumerate(COLOURS):
        if int(s["at"][bird]) != NEST:
            raise BadPosition(f"ostriches.{colour}.at", said)
    for seat in range(int(s["seats"])):
        if int(s["turns"][seat]):
            raise BadPosition(f"turns[{seat}]", said)
    if any(each != NO_DIE for each in s["thrown"][:DICE].tolist()):
        raise BadPosition("dice", said)


def _check_put_out(b: Any, s: Any) -> None:
    """Those before the seat that plays have put out a berry, unless there was no room; those after it have not."""
    seats, first = int(s["seats"]), int(s["first"])
    out = (int(s["to_play"]) - first) % seats
    order = [(first + place) % seats for place in range(seats)]
    there = [int(s["berry_space"][seat]) != NO_SPACE for seat in order]
    free = int(list_placings(b, s, room("int32", SPACES))) > 0
    if any(there[out:]) or (free and not all(there[:out])):
        raise BadPosition("berries", Message("banjooli-cross.position.put_out", {"seat": int(s["to_play"])}))


def _check_choice(b: Any, s: Any) -> None:
    """A decision in the middle of a turn is one: there is something to choose from."""
    phase, seats = int(s["phase"]), int(s["seats"])
    moving = int(s["moving"])
    chosen = {
        Phase.CONTINUE: lambda: can_move(b, s, moving),
        Phase.VORTEX: lambda: list_swaps(s, room("int64", BIRDS)) > 1,
        Phase.JOKA: lambda: list_flights(b, s, room("int64", 3)) > 1,
        Phase.GIVE: lambda: seats > 2,
        Phase.FRENZY: lambda: any_frenzy_move(b, s),
    }.get(Phase(phase))
    if chosen is not None and not chosen():
        raise BadPosition("phase", Message("banjooli-cross.position.no_choice", {"phase": PHASES[phase]}))


# -- the course: `["start:A", "C2:A", "C1:B:left", …, "finish:A"]` ----------------------------------------------------


def write_course(b: Any, s: Any) -> list[str]:
    """The faces laid so far, from the start."""
    return [face_name(b, int(s["face"][tile]), int(s["bend"][tile])) for tile in range(int(s["laid"]))]


def read_course(b: Any, s: Any, given: Any) -> None:
    """Lay the course; `BadPosition` names the tile that cannot lie there."""
    laying = int(s["phase"]) == Phase.COURSE
    faces = entries(BadPosition, "course", given, 0 if laying else 3, MAX_COURSE)
    for tile, name in enumerate(faces):
        where = f"course[{tile}]"
        piece = face_named(b, name) if isinstance(name, str) else -1
        if piece < 0:
            raise BadPosition(where, Message("banjooli-cross.position.face", {"value": shown(name)}))
        _check_place(b, s, where, tile, piece // 3, last=tile == len(faces) - 1 and not laying)
        s["face"][tile], s["bend"][tile] = piece // 3, piece % 3
        s["laid"] = tile + 1
    if not laying:
        measure(b, s)


def _check_place(b: Any, s: Any, where: str, tile: int, face: int, *, last: bool) -> None:
    use = int(b["use"][face // 2])
    if (use == Use.START) != (tile == 0):
        raise BadPosition(where, Message("banjooli-cross.position.start"))
    if (use == Use.FINISH) != last:
        raise BadPosition(where, Message("banjooli-cross.position.finish"))
    if is_laid(s, face // 2):
        raise BadPosition(where, Message("banjooli-cross.position.tile_twice"))
    if b["curved"][face] and after_curve(b, s):
        raise BadPosition(where, Message("banjooli-cross.position.two_curves"))


# -- who stands where -------------------------------------------------------------------------------------------------


def space_of(b: Any, s: Any, where: str, name: Any) -> int:
    """The space of a name in the course laid; `BadPosition` if there is none."""
    space = space_named(b, s, name) if isinstance(name, str) else -1
    if space < 0:
        raise BadPosition(where, Message("banjooli-cross.position.space", {"value": shown(name)}))
    return space


# -- ostriches --------------------------------------------------------------------------------------------------------


def write_ostriches(s: Any) -> dict[str, Any]:
    """Every ostrich by its colour: where, and whether scared, or which place of the podium."""
    found: dict[str, Any] = {}
    for bird, colour in enumerate(COLOURS):
        found[colour] = {"at": where_is(s, bird)}
        if int(s["at"][bird]) >= 0:
            found[colour]["scared"] = bool(s["scared"][bird])
        elif int(s["at"][bird]) == ARRIVED:
            found[colour]["place"] = int(s["place"][bird])
    return found


def read_ostriches(b: Any, s: Any, given: Any) -> None:
    """Put them there; those not named wait in their nests."""
    birds = table(BadPosition, "ostriches", given, COLOURS)
    for bird, colour in enumerate(COLOURS):
        if colour in birds:
            _read_ostrich(b, s, bird, f"ostriches.{colour}", birds[colour])
    places = sorted(int(place) for place in s["place"] if place)
    if places != list(range(1, len(places) + 1)):
        raise BadPosition(
            "ostriches", Message("banjooli-cross.position.podium", {"value": ", ".join(map(str, places))})
        )


def _read_ostrich(b: Any, s: Any, bird: int, where: str, given: Any) -> None:
    ostrich = table(BadPosition, where, given, ("at", "scared", "place"))
    at = ostrich.get("at", "nest")
    scared = yes_or_no(BadPosition, f"{where}.scared", ostrich.get("scared", False))
    if at in ("nest", "podium") and scared:
        raise BadPosition(f"{where}.scared", Message("banjooli-cross.position.only_scared"))
    if at != "podium" and "place" in ostrich:
        raise BadPosition(f"{where}.place", Message("banjooli-cross.position.only_podium"))
    if at == "podium":
        s["place"][bird] = number(BadPosition, f"{where}.place", ostrich.get("place"), 1, FINISHERS)
        s["at"][bird] = ARRIVED
    elif at != "nest":
        space = space_of(b, s, f"{where}.at", at)
        if not is_passable(b, s, space):
            raise BadPosition(f"{where}.at", Message("banjooli-cross.position.blocked", {"space": at}))
        if bird_on(s, space) != NOBODY:
            raise BadPosition(f"{where}.at", Message("banjooli-cross.position.taken", {"space": at}))
        s["at"][bird], s["scared"][bird] = space, scared


# -- the lion ---------------------------------------------------------------------------------------------------------


def read_lion(b: Any, s: Any, given: Any) -> None:
    """Where the lion lies, if the option is on; by default in its lair and awake."""
    if not s["lion"]:
        if given is not None:
            raise BadPosition("lion", Message("banjooli-cross.position.no_lion"))
        return
    if int(s["phase"]) == Phase.COURSE:
        return
    lion = table(BadPosition, "lion", given if given is not None else {}, ("at", "awake"))
    at = space_of(b, s, "lion.at", lion["at"]) if "at" in lion else int(lair(b, s))
    if bird_on(s, at) != NOBODY:
        raise BadPosition(
            "lion.at",
            Message(
                "banjooli-cross.position.lion_taken",
                {"bird": COLOURS[bird_on(s, at)], "space": space_name(at)},
            ),
        )
    s["lion_at"] = at
    s["lion_awake"] = yes_or_no(BadPosition, "lion.awake", lion.get("awake", True))


# -- berries ----------------------------------------------------------------------------------------------------------


def write_berries(s: Any) -> dict[str, Any]:
    """Every berry on the course by its space, in the order of the seats that put them out."""
    found: dict[str, Any] = {}
    for token in range(MAX_SEATS):
        if int(s["berry_space"][token]) == NO_SPACE:
            continue
        kind = int(s["berry_kind"][token])
        found[space_name(int(s["berry_space"][token]))] = {
            "is": None if kind == UNSEEN else BERRIES[kind],
            "known_to": [seat for seat in range(MAX_SEATS) if int(s["berry_known"][token]) >> seat & 1],
            "by": token,
        }
    return found


def read_berries(b: Any, s: Any, position: Mapping[str, Any], seen: bool, kept: bool) -> None:
    """Put out the berries. `is` may be left out if nobody has decided yet what a berry is."""
    given = position.get("berries", {})
    if given and not s["berries"]:
        raise BadPosition("berries", Message("banjooli-cross.position.no_berries"))
    if not isinstance(given, Mapping):
        raise BadPosition("berries", Message("banjooli-cross.position.berries", {"value": shown(given)}))
    most = int(s["seats"]) - sum(s["berry_found"].tolist())
    if len(given) > most:
        raise BadPosition(
            "berries", Message("banjooli-cross.position.many_berries", {"most": most, "value": len(given)})
        )
    for index, (name, entry) in enumerate(given.items()):
        _read_berry(b, s, index, f"berries.{name}", name, entry, seen, kept)
    if "found" in position:
        s["found"] = berry_on(s, space_of(b, s, "found", position["found"]))
        if int(s["found"]) == NOBODY or int(s["phase"]) not in (Phase.FIND, Phase.OVER):
            raise BadPosition("found", Message("banjooli-cross.position.found_only"))
    if int(s["phase"]) == Phase.FIND and int(s["found"]) == NOBODY:
        raise BadPosition("found", Message("banjooli-cross.position.found"))


def _read_berry(
    b: Any, s: Any, index: int, where: str, name: str, given: Any, seen: bool, kept: bool
) -> None:
    berry = table(BadPosition, where, given, ("is", "known_to", "by"))
    space = space_of(b, s, where, name)
    if ground(b, s, space) != Ground.EARTH:
        raise BadPosition(where, Message("banjooli-cross.position.earth"))
    if not kept and not is_far_enough(b, s, space):
        raise BadPosition(
            where, Message("banjooli-cross.position.near_start", {"n": int(b["berry_distance"])})
        )
    usual = index if kept else (int(s["first"]) + index) % int(s["seats"])
    token = number(BadPosition, f"{where}.by", berry.get("by", usual), 0, int(s["seats"]) - 1)
    if int(s["berry_space"][token]) != NO_SPACE:
        raise BadPosition(f"{where}.by", Message("banjooli-cross.position.berry_twice", {"seat": token}))
    s["berry_space"][token] = space
    if berry.get("is") is not None:
        kind = BERRIES.index(choice(BadPosition, f"{where}.is", berry["is"], BERRIES))
        if tokens_left(b, s, kind) < 1:
            raise BadPosition(
                f"{where}.is", Message("banjooli-cross.position.berry_gone", {"berry": berry["is"]})
            )
        s["berry_kind"][token] = kind
    for seat in entries(BadPosition, f"{where}.known_to", berry.get("known_to", []), 0, MAX_SEATS):
        bit = 1 << number(BadPosition, f"{where}.known_to", seat, 0, int(s["seats"]) - 1)
        s["berry_known"][token] = int(s["berry_known"][token]) | bit
    if int(s["berry_known"][token]) and berry.get("is") is None and not seen:
        raise BadPosition(f"{where}.is", Message("banjooli-cross.position.berry_known"))


POSITIONS = Positions()
