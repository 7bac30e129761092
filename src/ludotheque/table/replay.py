"""`replay` and `verify`: play a record again under the rules, and recompute its chance from the seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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
from ludotheque.core.event import Event
from ludotheque.core.journal import CHANCES, LATEST_MS
from ludotheque.core.outcome import Outcome
from ludotheque.core.record import FORMAT, HIDDEN_POSITION, PLAIN, RESIGNED
from ludotheque.core.verbs import CHANCE_SEAT, TIME_SEAT
from ludotheque.table.table import Table

SAME_SHARE = 1e-9
"""The largest difference between a return in a record and the one the rules give: a record is decimal text."""
MAX_DRAWS = 2**31
EVENT = {"n", "seat", "action", "text", "at_ms", "draw", "hidden"}
"""The keys of a line about an event."""


def replay(lines: Sequence[Mapping[str, Any]]) -> Table:
    """Play a record again, checking every event against the rules.

    Args:
        lines: the record as JSON objects, one for each line of the file: see `docs/record.md`.

    Returns:
        The table after the last event. It can be played on.

    Raises:
        BadRecord: the game is not installed, or a line is malformed or breaks the rules; the error names the line.
    """
    if not lines:
        raise BadRecord("", "the record is empty")
    for number, line in enumerate(lines, 1):
        if not isinstance(line, Mapping):
            raise BadRecord(f"line {number}", f"must be a JSON object, not {line!r}")
    table = _table_of(lines[0])
    ended = passed = False
    for number, line in enumerate(lines[1:], 2):
        if ended:
            raise BadRecord(f"line {number}", "comes after the end")
        if passed and "end" not in line:
            raise BadRecord(f"line {number}", "comes after 'passed', which only the end may follow")
        if "race" in line:
            _note_race(table, line, number)
        elif "passed" in line:
            if lines[0]["ludotheque"] == PLAIN:
                raise BadRecord(
                    f"line {number}", f"tells what passed, which a record of format {PLAIN} cannot"
                )
            _pass(table, line, number)
            passed = True
        elif "end" in line:
            _check_end(table, line, number)
            ended = True
        else:
            _replay_event(table, line, number)
    journal = table.journal
    journal.chance = lines[0].get("chance", "auto")
    journal.next_draw = max([journal.next_draw, *(event.draw + 1 for event in table.events)])
    journal.draw()
    return table


def _table_of(head: Mapping[str, Any]) -> Table:
    if head.get("ludotheque") not in (PLAIN, FORMAT):
        raise BadRecord(
            "ludotheque",
            f"this is format {head.get('ludotheque')!r}; formats {PLAIN} and {FORMAT} can be read",
        )
    known = {"ludotheque", "game", "rules", "components", "seats", "options", "first", "first_by", "chance",
             "commitment", "nonces", "players", "own_components", "position", "seed"}  # fmt: skip
    for key in head:
        if key not in known:
            raise BadRecord(str(key), "is no key of a record's first line")
    for key in ("game", "rules", "components", "seats", "first"):
        if key not in head:
            raise BadRecord(key, "is missing from the first line")
    own = head.get("own_components")
    if own is not None and not isinstance(own, Mapping):
        raise BadRecord("own_components", f"must be a component file as a JSON object, not {own!r}")
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
            table = Table.from_position(head["position"], seed=seed, nonces=nonces, components=head.get("own_components"),
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
    setup = table.journal.setup
    if setup.digest != head["components"]:
        raise BadRecord(
            "components",
            f"played with components {head['components']}, those here are {setup.digest}: use the same file",
        )
    if "position" in head and setup.first != head["first"]:
        raise BadRecord("first", f"is {head['first']!r}; in the position it is {setup.first}")
    table.journal.players = list(players)
    table.journal.setup = replace(setup, first_by_lot=head.get("first_by") == "lot")
    return table


def _note_race(table: Table, line: Mapping[str, Any], number: int) -> None:
    """Keep what was measured of a race. The events that follow say how it ended."""
    if table.game.racing is None:
        raise BadRecord(f"line {number}", f"tells of a race, and nothing is raced for in {table.game.name}")
    if not isinstance(line["race"], Mapping) or set(line) != {"race"}:
        raise BadRecord(f"line {number}", "must hold one object named 'race' and nothing else")
    table.journal.races.append((len(table.events), dict(line["race"])))


def _pass(table: Table, line: Mapping[str, Any], number: int) -> None:
    """Apply a `passed` line: the clock, and the number of the next draw."""
    where = f"line {number}"
    passed = line["passed"]
    if not isinstance(passed, Mapping) or set(line) != {"passed"} or not passed:
        raise BadRecord(where, "must hold one object named 'passed' and nothing else")
    for name, value in passed.items():
        if name not in ("clock_ms", "next_draw"):
            raise BadRecord(where, f"{name!r} is nothing that passes; there are clock_ms and next_draw")
        if type(value) is not int or not 0 <= value <= (LATEST_MS if name == "clock_ms" else MAX_DRAWS):
            raise BadRecord(where, f"'{name}' must be a whole number, not {value!r}")
    if "clock_ms" in passed:
        _must_be_now(table, passed["clock_ms"], where)
        if 0 <= table.due_ms <= passed["clock_ms"]:
            raise BadRecord(
                where, f"at {table.due_ms} ms something happens by itself, which is no event here"
            )
        table.advance(passed["clock_ms"])
    table.journal.next_draw = max(table.journal.next_draw, passed.get("next_draw", 0))


def _must_be_now(table: Table, at_ms: int, where: str) -> None:
    if not table.game.timed:
        raise BadRecord(where, f"has a time, and {table.game.name} has no clock")
    if at_ms < table.journal.clock_ms:
        raise BadRecord(
            where, f"is at {at_ms} ms, and the clock stands at {table.journal.clock_ms}: time never runs back"
        )


def _replay_event(table: Table, line: Mapping[str, Any], number: int) -> None:
    where = f"line {number}"
    if line.get("hidden"):
        raise BadRecord(where, "is hidden: this is a player's copy of a running game, it cannot be replayed")
    if unknown := sorted(set(line) - EVENT):
        raise BadRecord(where, f"has {unknown[0]!r}, which is no key of an event")
    if type(line.get("seat")) is not int or not isinstance(line.get("text"), str):
        raise BadRecord(where, "needs a whole number 'seat' and a text 'text'")
    for key, most in (("n", MAX_DRAWS), ("action", MAX_DRAWS), ("at_ms", LATEST_MS), ("draw", MAX_DRAWS)):
        if key in line and not (type(line[key]) is int and -1 <= line[key] <= most):
            raise BadRecord(where, f"'{key}' must be a whole number, not {line[key]!r}")
    if "draw" in line and line["seat"] != CHANCE_SEAT:
        raise BadRecord(where, "has a draw, and is no result of chance")
    at_ms = line.get("at_ms", -1)
    if at_ms >= 0:
        _must_be_now(table, at_ms, where)
    if line["seat"] == TIME_SEAT:
        _happens_by_itself(table, at_ms, where)
        return
    if 0 <= table.due_ms <= at_ms:
        raise BadRecord(where, f"at {table.due_ms} ms something happens by itself, which is no event here")
    if line["seat"] == CHANCE_SEAT and at_ms >= 0:
        table.advance(at_ms)
    try:
        event = table.play(
            line["text"], line["seat"], at_ms=at_ms if at_ms >= 0 and line["seat"] >= 0 else None
        )
    except (Unreadable, Illegal, Ambiguous) as error:
        raise BadRecord(where, f"seat {line['seat']}: {error.text}") from error
    if "action" in line and line["action"] != event.code:
        raise BadRecord(where, f"says action {line['action']}, but its text means {event.code}")
    if "draw" in line:
        event.draw = line["draw"]


def _happens_by_itself(table: Table, at_ms: int, where: str) -> None:
    if not table.game.timed:
        raise BadRecord(where, f"is about time, and {table.game.name} has no clock")
    if table.due_ms != at_ms:
        due = f"the next thing is due at {table.due_ms} ms" if table.due_ms >= 0 else "nothing is due"
        raise BadRecord(where, f"says that something happens by itself at {at_ms} ms; {due}")
    table.journal.append(Event(TIME_SEAT, 0, at_ms=at_ms))


def _check_end(table: Table, line: Mapping[str, Any], number: int) -> None:
    table.journal.resigned = _resigned(table, line, number)
    if line["end"] == RESIGNED and table.journal.resigned and not table.is_over:
        table.journal.stopped = _outcome(table, line, number)
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
    """How the game ended according to the record's last line."""
    if not isinstance(line["end"], str):
        raise BadRecord(f"line {number}", f"'end' must be a text, not {line['end']!r}")
    shares = [float(share) for share in _numbers(table, line, number, "returns", (int, float))]
    ranks = [int(rank) for rank in _numbers(table, line, number, "ranking", (int,))]
    return Outcome(tuple(shares), tuple(ranks), line["end"])


def _numbers(
    table: Table, line: Mapping[str, Any], number: int, name: str, kinds: tuple[type, ...]
) -> list[Any]:
    """The numbers under this name, one for each seat. JSON's true, NaN and numbers beyond 1000 are refused."""
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
    """What `verify` found.

    Attributes:
        events: the number of events replayed.
        draws: the number of results of chance recomputed from the seed, the lot for the first seat included; 0 if the seed is unknown.
        over: whether the game has ended, by the rules or because seats resigned.
        seed_known: whether the record contains its seed.
        skipped: draws that the record does not use, because what they gave was taken back.
    """

    events: int
    draws: int
    over: bool
    seed_known: bool
    skipped: int = 0


def verify(lines: Sequence[Mapping[str, Any]]) -> Verdict:
    """Replay a record and recompute every result of chance from its seed.

    A draw is recomputed from HMAC-SHA256 (RFC 2104, FIPS 180-4) of the seed and the players' nonces. If the record has no seed,
    only the rules are checked.

    Args:
        lines: the record as JSON objects, one for each line of the file.

    Raises:
        BadRecord: names the first line that is wrong, or the seed if it does not match its published commitment.
    """
    table = replay(lines)
    over = table.is_over or table.journal.stopped is not None
    head = lines[0]
    if "seed" not in head:
        return Verdict(len(table.events), 0, over, seed_known=False)
    seed = bytes.fromhex(head["seed"])
    if "commitment" in head and chance.commitment(seed) != head["commitment"]:
        raise BadRecord("seed", "does not belong to the commitment published before the game")
    source = chance.Source(seed, tuple(bytes.fromhex(nonce) for nonce in head.get("nonces", [])))
    draws = 0
    if table.journal.setup.first_by_lot and "position" not in head:
        draws += 1
        if source.uniform(0, table.seats) != head["first"]:
            raise BadRecord(
                "first", f"the lot gives seat {source.uniform(0, table.seats)}, not {head['first']}"
            )
    journal = table.journal
    last, drawn = 0, 0
    for index, (event, state, _) in enumerate(journal.steps()):
        number = index + 2 + sum(before <= index for before, _ in table.journal.races)
        if event.seat == CHANCE_SEAT and event.draw < 0 and not journal.entered_by_people(state):
            raise BadRecord(f"line {number}", "is a result of chance without the number of its draw")
        if event.seat == CHANCE_SEAT and event.draw >= 0:
            if event.draw <= last:
                raise BadRecord(
                    f"line {number}", f"has draw {event.draw} after draw {last}: each is used once, in order"
                )
            last, drawn = event.draw, drawn + 1
            codes, probabilities = journal.results(state)
            expected = codes[source.draw(event.draw, probabilities)]
            draws += 1
            if expected != event.code:
                raise BadRecord(f"line {number}", f"draw {event.draw} gives {expected}, not {event.code}")
    return Verdict(len(table.events), draws, over, seed_known=True, skipped=last - drawn)
