"""Ostriches, berries and dice set by hand, as they lie around a real box, and the points of predictions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.core import state as states
from ludotheque.core.errors import BadInput, BadPosition
from ludotheque.core.game import Game, Value
from ludotheque.core.message import Message
from ludotheque.games.banjooli_cross.labels import DIE_WORDS, TINTS, bird_id, die_id, die_mark, face_word
from ludotheque.games.banjooli_cross.rules.scoring import is_ahead, is_last, score, well_placed
from ludotheque.games.banjooli_cross.state import COLOURS, LANE_NAMES, LAST, NO_SPACE, NOBODY, SORCERY
from ludotheque.scene.model import Piece
from ludotheque.table.companion import Counted, Remark
from ludotheque.table.table import Table

PLACES = ("first", "second", "third")
DICE = ["red", "red", "blue", "white", "green"]


def lay_out(table: Table) -> None:
    """The berries, one a player, all along the course."""
    while table.position()["phase"] == "berries":
        seat = table.position()["to_play"]
        spaces = list(table.legal_actions(seat))
        table.play(spaces[(2 * seat + 1) * len(spaces) // (2 * table.seats)])


def begin(seats: int, position: dict[str, Any]) -> dict[str, Any]:
    """The first turn, with some dice that people replace by theirs."""
    dice = {"movement": DICE, "sorcery": "yellow", "rerolls_left": 0}
    return settled({**position, "dice": dice, "phase": "choose"})


def settled(position: dict[str, Any]) -> dict[str, Any]:
    """The next turn's dice are thrown on the table: what to do with them can be asked at once."""
    dice = position["dice"]
    thrown = all((*dice["movement"], dice["sorcery"]))
    if position["phase"] != "keep" or not thrown:
        return position
    return {**position, "phase": "choose", "dice": {**dice, "rerolls_left": 0}}


def stock(b: Any, s: Any) -> tuple[Piece, ...]:
    """The berries that are not on the course and that nobody has found."""
    if not s["berries"]:
        return ()
    away = [
        token for token, space in enumerate(s["berry_space"].tolist()[: int(s["seats"])]) if space == NO_SPACE
    ]
    left = int(s["seats"]) - sum(s["berry_found"].tolist())
    label = Message("banjooli-cross.piece.berry")
    return tuple(
        Piece(f"berry.{token}", "berry", "stock", label, "hidden")
        for token in away[: left - (int(s["seats"]) - len(away))]
    )


def faces(b: Any, s: Any) -> dict[str, tuple[Piece, ...]]:
    """What each die can show."""
    return {
        die_id(die): tuple(
            Piece(
                f"{die_id(die)}.{word}",
                ("sorcery" if die == SORCERY else "die") + ("-white" if word == "white" else ""),
                "stock",
                face_word(colour),
                tint=TINTS[colour],
                mark=die_mark(s, colour),
            )
            for colour, word in enumerate(DIE_WORDS)
        )
        for die in range(SORCERY + 1)
    }


def lay(b: Any, s: Any, position: dict[str, Any], thing: str, place: str) -> dict[str, Any]:
    """An ostrich on another space, in its nest or on the podium; on its own space it is turned over. A berry on another space; on its own one it is
    taken away. A die shows that face, or else its next one."""
    birds = {bird_id(bird): colour for bird, colour in enumerate(COLOURS)}
    if thing in birds:
        return {**position, "ostriches": _moved(position["ostriches"], birds[thing], place)}
    head, number, face = (*thing.split("."), "", "")[:3]
    if head == "die" and number.isdigit() and int(number) <= SORCERY and face in ("", *DIE_WORDS):
        return {**position, "dice": _turned(position["dice"], int(number), face)}
    if head == "berry" and position.get("options", {}).get("berries"):
        return {**position, "berries": _hidden(position["berries"], int(s["seats"]), number, place)}
    raise BadPosition("lay", Message("banjooli-cross.box.only"))


def _hidden(before: Mapping[str, Any], seats: int, number: str, place: str) -> dict[str, Any]:
    """The berries with this one on a space, or without it if it lay there."""
    if number not in map(str, range(seats)):
        raise BadPosition("lay", Message("banjooli-cross.box.only"))
    token = int(number)
    if before.get(place, {}).get("by", token) != token:
        raise BadPosition("lay", Message("banjooli-cross.reason.berry_there"))
    others = {space: berry for space, berry in before.items() if berry["by"] != token}
    moved = next((berry for berry in before.values() if berry["by"] == token), {"by": token})
    return others if before.get(place, {}).get("by") == token else {**others, place: moved}


def _moved(before: Mapping[str, Any], colour: str, place: str) -> dict[str, Any]:
    """Where the ostriches are then; those on the podium close up."""
    birds = {name: dict(bird) for name, bird in before.items()}
    was = birds[colour]
    if was["at"] == place:
        birds[colour] = {"at": place, "scared": not was.get("scared", False)}
        return birds
    left = was.get("place", 0)
    for bird in birds.values():
        if left and bird.get("place", 0) > left:
            bird["place"] -= 1
    if place.startswith("podium."):
        arrived = sum(bird["at"] == "podium" for name, bird in birds.items() if name != colour)
        birds[colour] = {"at": "podium", "place": arrived + 1}
    else:
        birds[colour] = {"at": "nest" if place.startswith("nest.") else place}
    return birds


def _turned(dice: Mapping[str, Any], number: int, face: str) -> dict[str, Any]:
    """The dice with this face of one of them up, or with its next one."""
    shown = [*dice["movement"], dice["sorcery"]]
    shown[number] = face or DIE_WORDS[(DIE_WORDS.index(shown[number]) + 1) % len(DIE_WORDS)]
    return {**dice, "movement": shown[:SORCERY], "sorcery": shown[SORCERY]}


def count(
    game: Game,
    seats: int,
    options: Mapping[str, Value],
    table: Mapping[str, int | str],
    players: Sequence[Mapping[str, int | str]],
    components: Mapping[str, Any] | None = None,
) -> Counted:
    """The points of the predictions written on the pad, whichever cards the box on the table has."""
    jade = [seat for seat, written in enumerate(players) if written.get("jade")]
    if len(jade) > 1:
        raise BadInput(f"players[{jade[1]}].jade", Message("banjooli-cross.box.one_jade"))
    position = Table(game, seats, seed=1, first=0, components=components).position()
    birds = _birds(table, len(position["course"]) - 1)
    journal = Table.from_position(
        {**position, "ostriches": birds, "phase": "roll", "dice": {}}, seed=0, components=components
    ).journal
    box, state = states.copy(journal.setup.box), states.copy(journal.state)
    b, s = box[0], state[0]
    s["oor"] = jade[0] if jade else NOBODY
    # An empty field foretells an ostrich that earns nothing there.
    late = next(bird for bird in range(len(COLOURS)) if s["place"][bird] == 0)
    not_last = next(bird for bird in range(len(COLOURS)) if not is_last(b, s, bird))
    nothing = {**dict.fromkeys(PLACES, late), "last": not_last}
    for seat, written in enumerate(players):
        s["prediction"][seat] = seat if written else -1
        b["card"][seat] = [
            COLOURS.index(str(written[place])) if place in written else none
            for place, none in nothing.items()
        ]
    found = tuple(int(score(b, s, seat)) for seat in range(seats))
    ranks = tuple(
        1 + sum(bool(is_ahead(b, s, other, seat)) for other in range(seats)) for seat in range(seats)
    )
    return Counted(found, ranks, tuple(_remarks(b, s, seats)))


def _birds(table: Mapping[str, int | str], finish: int) -> dict[str, Any]:
    """The podium as it is written; of the others the last one is in its nest, and the rest are about to arrive."""
    birds: dict[str, Any] = {}
    for place, word in enumerate(PLACES, 1):
        if word not in table:
            break
        birds[str(table[word])] = {"at": "podium", "place": place}
    last = table.get("last")
    spaces = [f"{finish}{lane}{step}" for step in (2, 1) for lane in LANE_NAMES]
    for colour in COLOURS:
        if colour not in birds:
            near = last is not None and colour != last
            birds[colour] = {"at": spaces.pop(0) if near else "nest"}
    return birds


def _remarks(b: Any, s: Any, seats: int) -> list[Remark]:
    """Where points come from, whose are doubled since the last ostrich is the one foretold, and what tells equal ones apart."""
    told: list[Remark] = []
    for seat in range(seats):
        card = int(s["prediction"][seat])
        if card < 0:
            continue
        terms = _terms(b, s, card)
        doubles = bool(terms) and bool(is_last(b, s, int(b["card"][card, LAST])))
        text = " + ".join(terms)
        if doubles:
            text = (
                f"({text}) × {int(b['last_factor'])}"
                if len(terms) > 1
                else f"{text} × {int(b['last_factor'])}"
            )
        if s["oor"] == seat:
            text = f"{text} + {int(b['oor'])}" if text else str(int(b["oor"]))
        if "+" in text or doubles:
            told.append(Remark(Message("ui.box.sum", {"sum": text, "n": int(score(b, s, seat))}), (), seat))
        if doubles:
            doubled = Message("banjooli-cross.box.doubled", {"n": int(b["last_factor"])})
            told.append(Remark(doubled, ("BJC-51",), seat))
    return [*told, *_tie(b, s, seats)]


def _terms(b: Any, s: Any, card: int) -> list[str]:
    """The points of each ostrich on the podium that a card foretells."""
    arrived = [(at, int(s["place"][int(b["card"][card, at])])) for at in range(len(PLACES))]
    return [
        str(int(b["points"][at] if place == at + 1 else b["misplaced"])) for at, place in arrived if place
    ]


def _tie(b: Any, s: Any, seats: int) -> list[Remark]:
    """How many ostriches are well placed by those with the most points, where it tells them apart."""
    scores = [int(score(b, s, seat)) for seat in range(seats)]
    placed = sorted(
        (int(well_placed(b, s, seat)) for seat in range(seats) if scores[seat] == max(scores)), reverse=True
    )
    if max(scores) == 0 or placed[0] == placed[-1]:
        return []
    said = Message(
        "banjooli-cross.box.tie", {"n": placed[0], "less": next(n for n in placed if n < placed[0])}
    )
    return [Remark(said, ("BJC-53",))]
