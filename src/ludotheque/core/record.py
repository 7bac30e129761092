"""A saved game: JSON lines, the first about the table, then one an event, the last about the end. See `docs/record.md`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludotheque.core import chance, registry
from ludotheque.core.errors import (
    Ambiguous,
    BadComponents,
    BadOption,
    BadPosition,
    BadRecord,
    Illegal,
    UnknownGame,
    Unreadable,
)
from ludotheque.core.game import HIDDEN
from ludotheque.core.outcome import Outcome
from ludotheque.core.table import CHANCES, Event, Table
from ludotheque.core.verbs import CHANCE_SEAT, TIME_SEAT

FORMAT = 1
"""The version of the format itself; a change that old readers cannot read raises it."""

RESIGNED = "resigned"
"""The ending of a game that stopped because players gave up: the rules do not know it, a record notes it."""

SAME_SHARE = 1e-9
"""How far shares of the win may lie from what the rules give: a record is decimal text."""

Lines = list[dict[str, Any]]

UNHEARD = ("late", "void")
"""Results of claims that came to nothing."""

HIDDEN_POSITION = "hidden"
"""Stands for the situation that a running game began from, in a player's copy: it may say what that player does not know."""
MOST_DRAWS = 2**31


def write(table: Table, audience: int | None = None) -> Lines:
    """A table's record. With an audience (bit mask), a running game's secrets are left out: `hidden` stands for them."""
    outcome = table.outcome or table.stopped
    over = outcome is not None
    head: dict[str, Any] = {
        "ludotheque": FORMAT,
        "game": table.game.name,
        "rules": table.game.rules_version,
        "components": table.digest,
        "seats": table.seats,
        "options": dict(table.options),
        "first": table.first,
        "first_by": "lot" if table.first_by_lot else "choice",
        "chance": table.chance,
        "commitment": chance.commitment(table.source.seed),
        "nonces": [nonce.hex() for nonce in table.source.nonces],
    }
    if table.players:
        head["players"] = list(table.players)
    if table.components is not None:
        head["own_components"] = dict(table.components)
    if table.start_position is not None:
        head["position"] = table.start_position if audience is None or over else HIDDEN_POSITION
    if audience is None or over:
        head["seed"] = table.source.seed.hex()
    lines = [head, *_event_lines(table, None if over else audience)]
    if outcome is not None:
        end = {"end": outcome.ending, "returns": list(outcome.returns), "ranking": list(outcome.ranking)}
        lines.append(end | ({"resigned": list(table.resigned)} if table.resigned else {}))
    return lines


def _event_lines(table: Table, audience: int | None) -> Lines:
    lines: Lines = []
    state = table.initial()
    races = list(table.races)
    for number, event in enumerate(table.events, 1):
        while races and races[0][0] < number:
            lines.append({"race": _race_for(races.pop(0)[1], audience)})
        line: dict[str, Any] = {"n": number, "seat": event.seat}
        if audience is not None and table.veiled(event, state[0], audience) == HIDDEN:
            line["hidden"] = True
        else:
            line |= {"action": event.code, "text": event.text}
        if event.at_ms >= 0:
            line["at_ms"] = event.at_ms
        if event.draw >= 0:
            line["draw"] = event.draw
        lines.append(line)
        if audience is not None:
            table.step(state, event)
    return [*lines, *({"race": _race_for(race, audience)} for _, race in races)]


def _race_for(race: dict[str, Any], audience: int | None) -> dict[str, Any]:
    """What was measured of a race; while the game runs, a call that is held or came to nothing is not named: it tells of a hand."""
    claims = race.get("claims")
    if audience is None or race.get("race") != "call" or not isinstance(claims, list):
        return race
    return race | {"claims": [_without_call(claim) for claim in claims if isinstance(claim, dict)]}


def _without_call(claim: dict[str, Any]) -> dict[str, Any]:
    unheard = claim.get("held") is True or claim.get("result") in UNHEARD
    return {name: value for name, value in claim.items() if not (unheard and name == "action")}


def dumps(lines: Iterable[Mapping[str, Any]]) -> str:
    """Lines as text, one JSON object a line."""
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


def loads(text: str) -> Lines:
    """Text as lines; `BadRecord` names the line that is no JSON object."""
    lines: Lines = []
    for number, raw in enumerate(text.splitlines(), 1):
        if not raw.strip():
            continue
        try:
            line = json.loads(raw)
        except json.JSONDecodeError as error:
            raise BadRecord(f"line {number}", f"is not JSON: {error}") from error
        if not isinstance(line, dict):
            raise BadRecord(f"line {number}", "must be a JSON object")
        lines.append(line)
    if not lines:
        raise BadRecord("", "the record is empty")
    return lines


def split(lines: Lines) -> Iterator[Lines]:
    """The records that lie one after the other in a file: each begins with a line that says its format."""
    begins = [number for number, line in enumerate(lines) if number == 0 or "ludotheque" in line]
    for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True):
        yield lines[begin:end]


def replay(lines: Sequence[Mapping[str, Any]]) -> Table:
    """The table after all events of a record, every one checked against the rules; `BadRecord` names what does not hold."""
    if not lines:
        raise BadRecord("", "the record is empty")
    table = _table_of(lines[0])
    ended = False
    for number, line in enumerate(lines[1:], 2):
        if ended:
            raise BadRecord(f"line {number}", "comes after the end")
        if "race" in line:
            _note_race(table, line, number)
        elif "end" in line:
            _check_end(table, line, number)
            ended = True
        else:
            _replay_event(table, line, number)
    table.resume(lines[0].get("chance", "auto"))
    return table


def _table_of(head: Mapping[str, Any]) -> Table:
    if head.get("ludotheque") != FORMAT:
        raise BadRecord(
            "ludotheque", f"this is format {head.get('ludotheque')!r}; format {FORMAT} can be read"
        )
    known = {"ludotheque", "game", "rules", "components", "seats", "options", "first", "first_by", "chance",
             "commitment", "nonces", "players", "own_components", "position", "seed"}  # fmt: skip
    for key in head:
        if key not in known:
            raise BadRecord(str(key), "is no key of a record's first line")
    for key in ("game", "rules", "components", "seats", "first"):
        if key not in head:
            raise BadRecord(key, "is missing from the first line")
    if head.get("chance", "auto") not in CHANCES:
        raise BadRecord(
            "chance", f"must be {', '.join(CHANCES[:-1])} or {CHANCES[-1]}, not {head['chance']!r}"
        )
    try:
        game = registry.get(str(head["game"]))
    except UnknownGame as error:
        raise BadRecord("game", error.text) from error
    if head.get("chance") == "dice" and game.thrown is None:
        raise BadRecord("chance", f"{game.name} has no dice that people could throw")
    if head.get("position") == HIDDEN_POSITION:
        raise BadRecord(
            "position", "is hidden: this is a player's copy of a running game, it cannot be replayed"
        )
    players = head.get("players", [])
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise BadRecord("players", f"must be a list of names, not {players!r}")
    if head["rules"] != game.rules_version:
        raise BadRecord(
            "rules",
            f"played by version {head['rules']} of the rules of {game.name}; version {game.rules_version} is installed: "
            "the record is archived, not replayed",
        )
    try:
        nonces = [bytes.fromhex(nonce) for nonce in head.get("nonces", [])]
        seed = bytes.fromhex(head["seed"]) if "seed" in head else b""
    except (TypeError, ValueError) as error:
        raise BadRecord("seed", f"the seed and the nonces must be hexadecimal: {error}") from error
    try:
        if "position" in head:
            table = Table.from_position(head["position"], seed=seed, components=head.get("own_components"),
                                        chance="physical")  # fmt: skip
        else:
            table = Table(game, head["seats"], head.get("options", {}), seed=seed, nonces=nonces,
                          components=head.get("own_components"), first=head["first"], chance="physical")  # fmt: skip
    except (BadOption, BadComponents) as error:
        raise BadRecord(error.field, error.why) from error
    except BadPosition as error:
        raise BadRecord(f"position.{error.field}" if error.field else "position", error.why) from error
    except (TypeError, ValueError) as error:
        raise BadRecord("", f"the first line makes no table: {error}") from error
    if table.digest != head["components"]:
        raise BadRecord(
            "components",
            f"played with components {head['components']}, those here are {table.digest}: use the same file",
        )
    table.players = list(players)
    table.first_by_lot = head.get("first_by") == "lot"
    return table


def _note_race(table: Table, line: Mapping[str, Any], number: int) -> None:
    """What was measured of a race is kept as it is: the events that follow say what came of it."""
    if table.game.racing is None:
        raise BadRecord(f"line {number}", f"tells of a race, and nothing is raced for in {table.game.name}")
    if not isinstance(line["race"], Mapping) or set(line) != {"race"}:
        raise BadRecord(f"line {number}", "must hold one object named 'race' and nothing else")
    table.races.append((len(table.events), dict(line["race"])))


def _replay_event(table: Table, line: Mapping[str, Any], number: int) -> None:
    where = f"line {number}"
    if line.get("hidden"):
        raise BadRecord(where, "is hidden: this is a player's copy of a running game, it cannot be replayed")
    if not isinstance(line.get("seat"), int) or not isinstance(line.get("text"), str):
        raise BadRecord(where, "needs a whole number 'seat' and a text 'text'")
    for key in ("at_ms", "draw"):
        if key in line and not (type(line[key]) is int and -1 <= line[key] < MOST_DRAWS):
            raise BadRecord(where, f"'{key}' must be a whole number, not {line[key]!r}")
    if line.get("at_ms", -1) >= 0 and not table.game.timed:
        raise BadRecord(where, f"has a time ('at_ms'), and {table.game.name} has no clock")
    if line["seat"] == TIME_SEAT:
        table.advance(int(line.get("at_ms", 0)))
        return
    try:
        event = table.play(line["text"], line["seat"], at_ms=line.get("at_ms"))
    except (Unreadable, Illegal, Ambiguous) as error:
        raise BadRecord(where, f"seat {line['seat']}: {error.text}") from error
    if "action" in line and line["action"] != event.code:
        raise BadRecord(where, f"says action {line['action']}, but its text means {event.code}")
    if "draw" in line:
        table.events[-1] = Event(event.seat, event.code, event.text, event.how, event.at_ms, line["draw"])


def _check_end(table: Table, line: Mapping[str, Any], number: int) -> None:
    table.resigned = _resigned(table, line, number)
    if line["end"] == RESIGNED and table.resigned and not table.is_over:
        table.stopped = _outcome(table, line, number)
        return
    outcome = table.outcome
    if outcome is None:
        raise BadRecord(f"line {number}", "says that the game is over; by the rules it is not")
    said = _outcome(table, line, number)
    if (said.ending, said.ranking) != (outcome.ending, outcome.ranking):
        raise BadRecord(
            f"line {number}",
            f"says {said.ending} {said.ranking}; by the rules {outcome.ending} {outcome.ranking}",
        )
    if any(abs(one - other) > SAME_SHARE for one, other in zip(said.returns, outcome.returns, strict=True)):
        raise BadRecord(
            f"line {number}", f"says that the shares are {said.returns}; by the rules {outcome.returns}"
        )


def _resigned(table: Table, line: Mapping[str, Any], number: int) -> list[int]:
    seats = line.get("resigned", [])
    if (
        not isinstance(seats, list)
        or len(set(map(str, seats))) != len(seats)
        or not all(type(seat) is int and 0 <= seat < table.seats for seat in seats)
    ):
        raise BadRecord(
            f"line {number}", f"'resigned' must list seats from 0 to {table.seats - 1}, not {seats!r}"
        )
    return list(seats)


def _outcome(table: Table, line: Mapping[str, Any], number: int) -> Outcome:
    """How the game ended, as the record's last line says it."""
    if not isinstance(line["end"], str):
        raise BadRecord(f"line {number}", f"'end' must be a text, not {line['end']!r}")
    shares = [float(share) for share in _numbers(table, line, number, "returns", (int, float))]
    ranks = [int(rank) for rank in _numbers(table, line, number, "ranking", (int,))]
    return Outcome(tuple(shares), tuple(ranks), line["end"])


def _numbers(
    table: Table, line: Mapping[str, Any], number: int, name: str, kinds: tuple[type, ...]
) -> list[Any]:
    """A number for each seat under this name; JSON's true, NaN and numbers beyond 1 000 are none."""
    values = line.get(name)
    if (
        not isinstance(values, list)
        or len(values) != table.seats
        or not all(type(value) in kinds and abs(value) <= 1000 for value in values)
    ):
        wanted = "whole numbers" if float not in kinds else "numbers"
        raise BadRecord(
            f"line {number}", f"'{name}' must be {table.seats} {wanted}, one for each seat, not {values!r}"
        )
    return values


@dataclass(frozen=True)
class Verdict:
    """What `verify` found: numbers of events replayed and of chance results recomputed.

    `skipped` draws are not in the record: what they gave was taken back. A record without takebacks has none.
    """

    events: int
    draws: int
    over: bool
    seed_known: bool
    skipped: int = 0


def verify(lines: Sequence[Mapping[str, Any]]) -> Verdict:
    """Replay a record and recompute every result of chance from its seed; `BadRecord` names the first that is wrong."""
    table = replay(lines)
    over = table.is_over or table.stopped is not None
    head = lines[0]
    if "seed" not in head:
        return Verdict(len(table.events), 0, over, seed_known=False)
    seed = bytes.fromhex(head["seed"])
    if "commitment" in head and chance.commitment(seed) != head["commitment"]:
        raise BadRecord("seed", "does not belong to the commitment published before the game")
    source = chance.Source(seed, tuple(bytes.fromhex(nonce) for nonce in head.get("nonces", [])))
    draws = 0
    if table.first_by_lot and "position" not in head:
        draws += 1
        if source.uniform(0, table.seats) != head["first"]:
            raise BadRecord(
                "first", f"the lot gives seat {source.uniform(0, table.seats)}, not {head['first']}"
            )
    state = table.initial()
    last, drawn = 0, 0
    for index, event in enumerate(table.events):
        number = index + 2 + sum(before <= index for before, _ in table.races)
        if event.seat == CHANCE_SEAT and event.draw < 0 and not table.told_by_people(state):
            raise BadRecord(f"line {number}", "is a result of chance without the number of its draw")
        if event.seat == CHANCE_SEAT and event.draw >= 0:
            if event.draw <= last:
                raise BadRecord(
                    f"line {number}", f"has draw {event.draw} after draw {last}: each is used once, in order"
                )
            last, drawn = event.draw, drawn + 1
            codes, probabilities = table.outcomes(state)
            expected = codes[source.draw(event.draw, probabilities)]
            draws += 1
            if expected != event.code:
                raise BadRecord(f"line {number}", f"draw {event.draw} gives {expected}, not {event.code}")
        table.step(state, event)
    return Verdict(len(table.events), draws, over, seed_known=True, skipped=last - drawn)
