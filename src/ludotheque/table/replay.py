"""`replay` and `verify`: play a record again under the rules, and recompute its chance from the seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
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
    shown,
)
from ludotheque.core.event import Event
from ludotheque.core.game import Game
from ludotheque.core.journal import CHANCES, LATEST_MS, Journal
from ludotheque.core.message import Message
from ludotheque.core.outcome import Outcome
from ludotheque.core.quits import CALLED_OFF, RESIGNED
from ludotheque.core.record import FORMAT, HIDDEN_POSITION, PLAIN, bad_line
from ludotheque.core.verbs import CHANCE_SEAT, TIME_SEAT
from ludotheque.table.table import Table, unknown_chance

SAME_SHARE = 1e-9
"""The largest difference between a return in a record and the one the rules give: a record is decimal text."""
MAX_DRAWS = 2**31
HEAD = ("ludotheque", "game", "rules", "components", "seats", "options", "first", "first_by", "chance",
        "commitment", "nonces", "players", "bots", "own_components", "position", "seed")  # fmt: skip
"""The keys of a record's first line."""
EVENT = ("n", "seat", "action", "text", "at_ms", "draw", "hidden")
"""The keys of a line about an event."""
PAUSE = ("at_ms", "ms")
"""The keys of a pause: when it began on the game's clock, and how long it lasted."""
MAX_PAUSE_MS = 2**53 - 1
PASSED = ("clock_ms", "next_draw")
"""The keys of what has changed beside the events."""


def replay(lines: Sequence[Mapping[str, Any]]) -> Table:
    """Play a record again, checking every event against the rules.

    Args:
        lines: the record as JSON objects, one for each line of the file: see `docs/record.md`.

    Returns:
        The table after the last event. It can be played on.

    Raises:
        BadRecord: the game is not installed, or a line is malformed or breaks the rules; the error names the line.
    """
    if isinstance(lines, str | bytes | PathLike):
        raise TypeError("this takes the lines of a record; ludotheque.load reads a file")
    if not lines:
        raise BadRecord("", Message("error.record.empty"))
    for number, line in enumerate(lines, 1):
        if not isinstance(line, Mapping):
            raise bad_line(number, "not_object", value=shown(line))
    table = _table_of(lines[0])
    ended = passed = False
    for number, line in enumerate(lines[1:], 2):
        if ended:
            raise bad_line(number, "after_end")
        if passed and "end" not in line:
            raise bad_line(number, "after_passed")
        if "race" in line:
            _note_race(table, line, number)
        elif "pause" in line:
            _note_pause(table, line, number)
        elif "passed" in line:
            if lines[0]["ludotheque"] == PLAIN:
                raise bad_line(number, "passed_format", format=PLAIN)
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
    if "ludotheque" not in head:
        raise BadRecord("ludotheque", Message("error.record.missing"))
    if head["ludotheque"] not in (PLAIN, FORMAT):
        formats = {"value": shown(head["ludotheque"]), "low": PLAIN, "high": FORMAT}
        raise BadRecord("ludotheque", Message("error.record.format", formats))
    for key in head:
        if key not in HEAD:
            raise BadRecord(str(key), Message("error.why.unknown_key", {"known": ", ".join(HEAD)}))
    for key in ("game", "rules", "components", "seats", "first"):
        if key not in head:
            raise BadRecord(key, Message("error.record.missing"))
    own = head.get("own_components")
    if own is not None and not isinstance(own, Mapping):
        raise BadRecord("own_components", Message("error.record.not_object", {"value": shown(own)}))
    if head.get("chance", "auto") not in CHANCES:
        raise BadRecord("chance", unknown_chance(head["chance"]))
    try:
        game = registry.get(str(head["game"]))
    except UnknownGame as error:
        raise BadRecord("game", error.message or error.text) from error
    if head.get("chance") == "dice" and game.thrown is None:
        raise BadRecord("chance", Message("error.why.no_dice"))
    if head.get("position") == HIDDEN_POSITION:
        raise BadRecord("position", Message("error.record.hidden"))
    players = head.get("players", [])
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise BadRecord("players", Message("error.record.players", {"value": shown(players)}))
    levels = head.get("bots", [])
    if not isinstance(levels, list) or not all(isinstance(level, str) for level in levels):
        raise BadRecord("bots", Message("error.record.bots", {"value": shown(levels)}))
    if head["rules"] != game.rules_version:
        versions = {"game": game.name, "old": head["rules"], "new": game.rules_version}
        raise BadRecord("rules", Message("error.record.rules", versions))
    try:
        nonces = [bytes.fromhex(nonce) for nonce in head.get("nonces", [])]
        seed = bytes.fromhex(head["seed"]) if "seed" in head else b""
    except (TypeError, ValueError) as error:
        raise BadRecord("seed", Message("error.record.hexadecimal", {"why": str(error)})) from error
    try:
        if "position" in head:
            table = Table.from_position(head["position"], seed=seed, nonces=nonces, components=head.get("own_components"),
                                        chance="physical", kept=True)  # fmt: skip
        else:
            table = Table(game, head["seats"], _options_of(game, head), seed=seed, nonces=nonces,
                          components=head.get("own_components"), first=head["first"], chance="physical")  # fmt: skip
    except (BadOption, BadComponents) as error:
        raise BadRecord(error.field, error.said or error.why) from error
    except BadPosition as error:
        where = f"position.{error.field}" if error.field else "position"
        raise BadRecord(where, error.said or error.why) from error
    except (TypeError, ValueError) as error:
        raise BadRecord("", Message("error.record.no_table", {"why": str(error)})) from error
    setup = table.journal.setup
    if setup.digest != head["components"]:
        digests = {"played": head["components"], "here": setup.digest}
        raise BadRecord("components", Message("error.record.components", digests))
    if "position" in head and setup.first != head["first"]:
        said = {"value": shown(head["first"]), "first": setup.first}
        raise BadRecord("first", Message("error.record.first", said))
    table.journal.players, table.journal.bots = list(players), list(levels)
    table.journal.setup = replace(setup, first_by_lot=head.get("first_by") == "lot")
    return table


def _options_of(game: Game, head: Mapping[str, Any]) -> Any:
    """The options that the first line of a record means; what is no object is refused with the rest."""
    given = head.get("options", {})
    return game.recorded_options(given) if isinstance(given, Mapping) else given


def _note_race(table: Table, line: Mapping[str, Any], number: int) -> None:
    """Keep what was measured of a race. The events that follow say how it ended."""
    if table.game.racing is None:
        raise bad_line(number, "no_race", game=table.game.name)
    if not isinstance(line["race"], Mapping) or set(line) != {"race"}:
        raise bad_line(number, "one_object", name="race")
    table.journal.races.append((len(table.events), dict(line["race"])))


def _note_pause(table: Table, line: Mapping[str, Any], number: int) -> None:
    """Keep that the game stood still because nobody was there. The rules know nothing of it."""
    if table.game.racing is None:
        raise bad_line(number, "no_pause", game=table.game.name)
    pause = line["pause"]
    if not isinstance(pause, Mapping) or set(line) != {"pause"} or set(pause) != set(PAUSE):
        raise bad_line(number, "one_pause", known=", ".join(PAUSE))
    for name in PAUSE:
        if type(pause[name]) is not int or not 0 <= pause[name] <= MAX_PAUSE_MS:
            raise bad_line(
                number, "whole_number", name=name, low=0, high=MAX_PAUSE_MS, value=shown(pause[name])
            )
    table.journal.pauses.append((len(table.events), len(table.journal.races), dict(pause)))


def _pass(table: Table, line: Mapping[str, Any], number: int) -> None:
    """Apply a `passed` line: the clock, and the number of the next draw."""
    passed = line["passed"]
    if not isinstance(passed, Mapping) or set(line) != {"passed"} or not passed:
        raise bad_line(number, "one_object", name="passed")
    for name, value in passed.items():
        if name not in PASSED:
            raise bad_line(number, "unknown_key", name=name, known=", ".join(PASSED))
        most = LATEST_MS if name == "clock_ms" else MAX_DRAWS
        if type(value) is not int or not 0 <= value <= most:
            raise bad_line(number, "whole_number", name=name, low=0, high=most, value=shown(value))
    if "clock_ms" in passed:
        _must_be_now(table, passed["clock_ms"], number)
        if 0 <= table.due_ms <= passed["clock_ms"]:
            raise bad_line(number, "left_out", at=table.due_ms)
        table.advance(passed["clock_ms"])
    table.journal.next_draw = max(table.journal.next_draw, passed.get("next_draw", 0))


def _notes_before(journal: Journal, index: int) -> int:
    """How many lines that replaying does not use come before the event with this index."""
    races = sum(before <= index for before, _ in journal.races)
    return races + sum(before <= index for before, _, _ in journal.pauses)


def _must_be_now(table: Table, at_ms: int, number: int) -> None:
    if not table.game.timed:
        raise bad_line(number, "no_clock", game=table.game.name)
    if at_ms < table.journal.clock_ms:
        raise bad_line(number, "backwards", at=at_ms, now=table.journal.clock_ms)


def _replay_event(table: Table, line: Mapping[str, Any], number: int) -> None:
    if line.get("hidden"):
        raise bad_line(number, "hidden")
    if unknown := sorted(set(line) - set(EVENT)):
        raise bad_line(number, "unknown_key", name=unknown[0], known=", ".join(EVENT))
    if type(line.get("seat")) is not int or not isinstance(line.get("text"), str):
        raise bad_line(number, "event_needs")
    for key, most in (("n", MAX_DRAWS), ("action", MAX_DRAWS), ("at_ms", LATEST_MS), ("draw", MAX_DRAWS)):
        if key in line and not (type(line[key]) is int and -1 <= line[key] <= most):
            raise bad_line(number, "whole_number", name=key, low=-1, high=most, value=shown(line[key]))
    if "draw" in line and line["seat"] != CHANCE_SEAT:
        raise bad_line(number, "not_chance")
    at_ms = line.get("at_ms", -1)
    if at_ms >= 0:
        _must_be_now(table, at_ms, number)
    if line["seat"] == TIME_SEAT:
        _happens_by_itself(table, at_ms, number)
        return
    if 0 <= table.due_ms <= at_ms:
        raise bad_line(number, "left_out", at=table.due_ms)
    if line["seat"] == CHANCE_SEAT and at_ms >= 0:
        table.advance(at_ms)
    try:
        event = table.play(
            line["text"], line["seat"], at_ms=at_ms if at_ms >= 0 and line["seat"] >= 0 else None
        )
    except (Unreadable, Illegal, Ambiguous) as error:
        raise bad_line(number, "refused", **_refusal(line, error)) from error
    if "action" in line and line["action"] != event.code:
        raise bad_line(number, "other_action", action=line["action"], text=line["text"], code=event.code)
    if "draw" in line:
        event.draw = line["draw"]


def _refusal(line: Mapping[str, Any], error: Unreadable | Illegal | Ambiguous) -> dict[str, Any]:
    """What was refused, why, and by which rows of the rulebook."""
    rows = f" ({', '.join(error.rules)})" if isinstance(error, Illegal) and error.rules else ""
    return {
        "seat": line["seat"],
        "text": line["text"],
        "why": error.message or error.text,
        "rows": rows,
    }


def _happens_by_itself(table: Table, at_ms: int, number: int) -> None:
    if not table.game.timed:
        raise bad_line(number, "no_clock", game=table.game.name)
    if table.due_ms != at_ms:
        if table.due_ms < 0:
            raise bad_line(number, "not_due", at=at_ms)
        raise bad_line(number, "due_later", at=at_ms, due=table.due_ms)
    table.journal.append(Event(TIME_SEAT, 0, at_ms=at_ms))


def _check_end(table: Table, line: Mapping[str, Any], number: int) -> None:
    journal, resigned = table.journal, _resigned(table, line, number)
    stops = not journal.is_over_by_rules
    for seat in resigned:
        journal.quit(seat, "resigned", stops=stops and line["end"] == RESIGNED)
    if stops and line["end"] == CALLED_OFF:
        journal.quit(-1, "called_off", stops=True)
    outcome = journal.outcome_by_rules or journal.outcome
    if outcome is None:
        raise bad_line(number, "not_over")
    said = _outcome(table, line, number)
    if (said.ending, said.ranking) != (outcome.ending, outcome.ranking):
        ends = {
            "said": f"{said.ending} {list(said.ranking)}",
            "found": f"{outcome.ending} {list(outcome.ranking)}",
        }
        raise bad_line(number, "outcome", **ends)
    if any(abs(one - other) > SAME_SHARE for one, other in zip(said.returns, outcome.returns, strict=True)):
        raise bad_line(number, "shares", said=list(said.returns), found=list(outcome.returns))


def _resigned(table: Table, line: Mapping[str, Any], number: int) -> list[int]:
    seats = line.get("resigned", [])
    if (
        not isinstance(seats, list)
        or len(set(map(str, seats))) != len(seats)
        or not all(type(seat) is int and 0 <= seat < table.seats for seat in seats)
    ):
        raise bad_line(number, "resigned", last=table.seats - 1, value=shown(seats))
    return list(seats)


def _outcome(table: Table, line: Mapping[str, Any], number: int) -> Outcome:
    """How the game ended according to the record's last line."""
    if not isinstance(line["end"], str):
        raise bad_line(number, "end", value=shown(line["end"]))
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
        kind = "numbers" if float in kinds else "whole_numbers"
        raise bad_line(number, kind, name=name, seats=table.seats, value=shown(values))
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
    over = table.is_over
    head = lines[0]
    if "seed" not in head:
        return Verdict(len(table.events), 0, over, seed_known=False)
    seed = bytes.fromhex(head["seed"])
    if "commitment" in head and chance.commitment(seed) != head["commitment"]:
        raise BadRecord("seed", Message("error.record.commitment"))
    source = chance.Source(seed, tuple(bytes.fromhex(nonce) for nonce in head.get("nonces", [])))
    draws = 0
    if table.journal.setup.first_by_lot and "position" not in head:
        draws += 1
        if source.uniform(0, table.seats) != head["first"]:
            lot = {"lot": source.uniform(0, table.seats), "value": head["first"]}
            raise BadRecord("first", Message("error.record.lot", lot))
    journal = table.journal
    last, drawn = 0, 0
    for index, (event, state, _) in enumerate(journal.steps()):
        number = index + 2 + _notes_before(journal, index)
        if event.seat == CHANCE_SEAT and event.draw < 0 and not journal.entered_by_people(state):
            raise bad_line(number, "no_draw")
        if event.seat == CHANCE_SEAT and event.draw >= 0:
            if event.draw <= last:
                raise bad_line(number, "draw_order", draw=event.draw, last=last)
            last, drawn = event.draw, drawn + 1
            codes, probabilities = journal.results(state)
            expected = codes[source.draw(event.draw, probabilities)]
            draws += 1
            if expected != event.code:
                raise bad_line(number, "draw", draw=event.draw, expected=expected, value=event.code)
    return Verdict(len(table.events), draws, over, seed_known=True, skipped=last - drawn)
