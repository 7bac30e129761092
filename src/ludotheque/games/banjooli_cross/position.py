"""A situation as JSON: the course, where every ostrich is, dice, berries, predictions, and a move that was interrupted.

Beside the keys of the other games' positions: `direction`, `course`, `ostriches`, `dice`, `berries`, `berries_found`, `oor`,
`single_throw`, `predictions`, `moving`, `frenzy`, `found`, `lion`, `helped`. Dice not thrown yet are null.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.core.errors import BadPosition
from ludotheque.core.reading import choice, entries, known_keys, number, table, yes_or_no
from ludotheque.games.banjooli_cross.favours import MOST
from ludotheque.games.banjooli_cross.laying import read_course, write_course
from ludotheque.games.banjooli_cross.rules.arriving import turns_played
from ludotheque.games.banjooli_cross.rules.setup import setup
from ludotheque.games.banjooli_cross.standing import (
    read_berries,
    read_lion,
    read_ostriches,
    write_berries,
    write_ostriches,
)
from ludotheque.games.banjooli_cross.state import (
    BERRIES,
    BIRDS,
    COLOURS,
    DICE,
    FINISHERS,
    MOVEMENT_DICE,
    NO_DIE,
    NO_SPACE,
    NOBODY,
    NOT_DEALT,
    PLACES_FORETOLD,
    SORCERY,
    UNSEEN,
    Ending,
    Phase,
)
from ludotheque.games.banjooli_cross.things import DIE_WORDS, card_birds, die_word, space_name

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
WITH_DICE = (Phase.KEEP, Phase.CHOOSE)
IN_A_MOVE = (Phase.CONTINUE, Phase.FIND, Phase.LOOK, Phase.SPIN, Phase.VORTEX, Phase.JOKA, Phase.GIVE)

WHILE_WILD = (Phase.FRENZY, Phase.WILD)


class Positions:
    """See `core.game.Positions`."""

    def write(self, b: Any, s: Any) -> dict[str, Any]:
        """All that the future depends on."""
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
        if s["helped"].any():
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
        """Fill the state (seats and options are there already); `BadPosition` names the field that cannot be."""
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
        _read_cards(b, s, position)
        _read_dice(s, position)
        _read_gifts(b, s, position)
        _read_help(s, position)
        read_berries(b, s, position)
        _read_move(s, position)
        _settle(b, s)
        _check_phase(s)


def _write_card(b: Any, card: int) -> list[str] | None:
    return None if card < 0 else card_birds(b, card)


def _read_turns(s: Any, position: Mapping[str, Any]) -> None:
    seats = int(s["seats"])
    turns = entries(BadPosition, "turns", position.get("turns", [0] * seats), seats, seats)
    for seat, value in enumerate(turns):
        s["turns"][seat] = number(BadPosition, f"turns[{seat}]", value, 0, 10_000)


def _read_cards(b: Any, s: Any, position: Mapping[str, Any]) -> None:
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
        if int(s["phase"]) == Phase.COURSE or (seat and int(s["prediction"][seat - 1]) == NOT_DEALT):
            raise BadPosition(where, "is dealt after the course is laid, and in the order of the seats")
        named = entries(BadPosition, where, card, PLACES_FORETOLD, PLACES_FORETOLD)
        birds = tuple(
            choice(BadPosition, f"{where}[{place}]", bird, COLOURS) for place, bird in enumerate(named)
        )
        if birds not in known:
            raise BadPosition(where, f"{', '.join(birds)} is no prediction of this box")
        if known[birds] in s["prediction"][:seat].tolist():
            raise BadPosition(where, "is another seat's prediction already")
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
                raise BadPosition(where, f"must have been thrown in the phase {PHASES[int(s['phase'])]}")
        else:
            s["thrown"][die] = DIE_WORDS.index(choice(BadPosition, where, word, DIE_WORDS))
    default = 1 if int(s["phase"]) in (Phase.ROLL, Phase.KEEP) else 0
    s["rerolls_left"] = number(BadPosition, "dice.rerolls_left", dice.get("rerolls_left", default), 0, 1)
    if int(s["phase"]) == Phase.KEEP and not s["rerolls_left"]:
        raise BadPosition("dice.rerolls_left", "must be 1 in the phase keep")
    if int(s["phase"]) == Phase.ROLL and (s["thrown"][:DICE] != NO_DIE).all():
        raise BadPosition("phase", "all dice are thrown: this is keep or choose")


def _read_help(s: Any, position: Mapping[str, Any]) -> None:
    seats = int(s["seats"])
    none = [[0] * BIRDS] * seats
    for seat, row in enumerate(entries(BadPosition, "helped", position.get("helped", none), seats, seats)):
        for bird, steps in enumerate(entries(BadPosition, f"helped[{seat}]", row, BIRDS, BIRDS)):
            s["helped"][seat, bird] = number(BadPosition, f"helped[{seat}][{bird}]", steps, -MOST, MOST)


def _read_gifts(b: Any, s: Any, position: Mapping[str, Any]) -> None:
    seats = int(s["seats"])
    for index, seat in enumerate(
        entries(BadPosition, "single_throw", position.get("single_throw", []), 0, seats)
    ):
        s["single_throw"][number(BadPosition, f"single_throw[{index}]", seat, 0, seats - 1)] = 1
    if position.get("oor") is not None:
        s["oor"] = number(BadPosition, "oor", position["oor"], 0, seats - 1)
    found = entries(BadPosition, "berries_found", position.get("berries_found", []), 0, seats)
    for index, name in enumerate(found):
        where = f"berries_found[{index}]"
        kind = BERRIES.index(choice(BadPosition, where, name, BERRIES))
        if int(s["berry_found"][kind]) >= int(b["berries"][kind]):
            raise BadPosition(where, f"there is no other {name} in the box")
        s["berry_found"][kind] += 1


def _read_move(s: Any, position: Mapping[str, Any]) -> None:
    phase = int(s["phase"])
    s["frenzy"] = yes_or_no(
        BadPosition, "frenzy", position.get("frenzy", phase in (Phase.FRENZY, Phase.WILD))
    )
    if s["frenzy"] and phase not in (*IN_A_MOVE, *WHILE_WILD, Phase.OVER):
        raise BadPosition("frenzy", f"there is none in the phase {PHASES[phase]}")
    if "moving" in position and phase not in (*IN_A_MOVE, *WHILE_WILD, Phase.OVER):
        raise BadPosition("moving", f"nothing is moving in the phase {PHASES[phase]}")
    if "moving" not in position:
        if phase in IN_A_MOVE:
            raise BadPosition("moving", f"is missing: the phase {PHASES[phase]} is in the middle of a move")
        return
    moving = table(BadPosition, "moving", position["moving"], ("bird", "left"))
    s["moving"] = COLOURS.index(choice(BadPosition, "moving.bird", moving.get("bird"), COLOURS))
    s["points_left"] = number(
        BadPosition, "moving.left", moving.get("left", 0), 1 if phase == Phase.CONTINUE else 0, 20
    )
    if phase in IN_A_MOVE and int(s["at"][int(s["moving"])]) < 0:
        raise BadPosition("moving.bird", f"the {moving['bird']} ostrich is not on the course")
    if phase == Phase.CONTINUE and s["scared"][int(s["moving"])]:
        raise BadPosition("moving.bird", f"the {moving['bird']} ostrich is scared: its move is over")


def _settle(b: Any, s: Any) -> None:
    """A race that is over is over, whatever phase was written."""
    if int(max(s["place"])) == FINISHERS:
        s["ended"], s["phase"] = Ending.THIRD_ARRIVAL, Phase.OVER
    elif turns_played(s) >= int(b["turns"]):
        s["ended"], s["phase"] = Ending.TURN_LIMIT, Phase.OVER
    elif int(s["phase"]) == Phase.OVER:
        raise BadPosition("phase", "the race is not over: three ostriches have to arrive")


def _check_phase(s: Any) -> None:
    """What chance or a player is to do next can be done."""
    phase, seat = int(s["phase"]), int(s["to_play"])
    if phase == Phase.DEAL and NOT_DEALT not in s["prediction"][: int(s["seats"])].tolist():
        raise BadPosition("phase", "all predictions are dealt: this is roll or berries")
    if phase == Phase.BERRIES and not s["berries"]:
        raise BadPosition("phase", "there are no berries at this table (option berries)")
    if phase == Phase.BERRIES and int(s["berry_space"][seat]) != NO_SPACE:
        raise BadPosition("to_play", f"seat {seat} has put out its berry already")
    if phase == Phase.WILD and NO_DIE not in s["thrown"][:MOVEMENT_DICE].tolist():
        raise BadPosition("phase", "all movement dice are thrown: this is frenzy")
    lying = [int(kind) for token, kind in enumerate(s["berry_kind"]) if int(s["berry_space"][token]) >= 0]
    if phase == Phase.LOOK and UNSEEN not in lying:
        raise BadPosition("phase", "there is no unknown berry to be looked at")


POSITIONS = Positions()
