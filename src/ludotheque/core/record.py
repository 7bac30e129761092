"""Records, the saved games: JSON lines about the table, about each event, and about the end. See `docs/record.md`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ludotheque.core import chance, nesting
from ludotheque.core.errors import BadRecord, shown
from ludotheque.core.game import HIDDEN
from ludotheque.core.journal import Journal
from ludotheque.core.message import Message
from ludotheque.core.racing import CALL
from ludotheque.core.reading import unmarked

FORMAT = 2
"""The version of the format. It rises when older readers could no longer read a record."""

PLAIN = 1
"""The version for a record without `passed` and `pause`, which older readers can read."""

_HALF = re.compile("[\ud800-\udfff]")
"""A lone surrogate, which JSON may contain but a UTF-8 file may not."""

Lines = list[dict[str, Any]]

UNHEARD = ("late", "void")
"""Results of claims that had no effect."""

HIDDEN_POSITION = "hidden"
"""Stands for the position that a running game started from, in a player's copy: it may contain secrets."""


def write(journal: Journal, audience: int | None = None) -> Lines:
    """The record of a table. For an audience (bit mask of seats), `hidden` stands for the secrets of a running game."""
    outcome = journal.outcome_by_rules or journal.outcome
    over = outcome is not None
    passed = _passed(journal)
    newer = bool(passed or journal.pauses)
    setup = journal.setup
    head: dict[str, Any] = {
        "ludotheque": FORMAT if newer else PLAIN,
        "game": setup.game.name,
        "rules": setup.game.rules_version,
        "components": setup.digest,
        "seats": setup.seats,
        "options": setup.game.said_options(setup.options),
        "first": setup.first,
        "first_by": "lot" if setup.first_by_lot else "choice",
        "chance": journal.chance,
        "commitment": chance.commitment(setup.source.seed),
        "nonces": [nonce.hex() for nonce in setup.source.nonces],
    }
    if journal.players:
        head["players"] = list(journal.players)
    if any(journal.bots):
        head["bots"] = list(journal.bots)
    if setup.components is not None:
        head["own_components"] = dict(setup.components)
    position = journal.start_position()
    if position is not None:
        secret = setup.game.secrets and audience is not None and not over
        head["position"] = HIDDEN_POSITION if secret else dict(position)
    if audience is None or over:
        head["seed"] = setup.source.seed.hex()
    lines = [head, *_event_lines(journal, None if over else audience)]
    if passed:
        lines.append({"passed": passed})
    if outcome is not None:
        end = {"end": outcome.ending, "returns": list(outcome.returns), "ranking": list(outcome.ranking)}
        lines.append(end | ({"resigned": journal.resigned} if journal.resigned else {}))
    return lines


def _passed(journal: Journal) -> dict[str, int]:
    """What changed besides the events: time since the last one, and draws that were taken back."""
    passed = {}
    if journal.passed_ms() >= 0:
        passed["clock_ms"] = journal.clock_ms
    if journal.next_draw > 1 + max([0, *(event.draw for event in journal.events)]):
        passed["next_draw"] = journal.next_draw
    return passed


def _event_lines(journal: Journal, audience: int | None) -> Lines:
    journal.spell()
    lines: Lines = []
    state = journal.start()
    notes = _notes(journal, audience)
    for number, event in enumerate(journal.events, 1):
        while notes and notes[0][0] < number:
            lines.append(notes.pop(0)[1])
        line: dict[str, Any] = {"n": number, "seat": event.seat}
        if audience is not None and journal.veiled(event, state[0], audience) == HIDDEN:
            line["hidden"] = True
        else:
            line |= {"action": event.code, "text": event.text}
        if event.at_ms >= 0:
            line["at_ms"] = event.at_ms
        if event.draw >= 0:
            line["draw"] = event.draw
        lines.append(line)
        if audience is not None:
            journal.step(state, event)
    return [*lines, *(line for _, line in notes)]


def _notes(journal: Journal, audience: int | None) -> list[tuple[int, dict[str, Any]]]:
    """The lines that replaying does not use, each with the number of events before it: races and pauses, in order."""
    races = [
        ((before, number, 1), {"race": _race_for(race, audience)})
        for number, (before, race) in enumerate(journal.races)
    ]
    pauses = [((before, races, 0), {"pause": pause}) for before, races, pause in journal.pauses]
    return [(key[0], line) for key, line in sorted([*races, *pauses], key=lambda note: note[0])]


def _race_for(race: dict[str, Any], audience: int | None) -> dict[str, Any]:
    """What was measured of a race. While the game runs, a call that is held or had no effect is not named, since it may reveal a hand."""
    claims = race.get("claims")
    if audience is None or race.get("race") != CALL or not isinstance(claims, list):
        return race
    return race | {"claims": [_without_call(claim) for claim in claims if isinstance(claim, dict)]}


def _without_call(claim: dict[str, Any]) -> dict[str, Any]:
    unheard = claim.get("held") is True or claim.get("result") in UNHEARD
    return {name: value for name, value in claim.items() if not (unheard and name == "action")}


def dumps(lines: Iterable[Mapping[str, Any]]) -> str:
    """Lines as text, one JSON object each."""
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    return _HALF.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def loads(text: str) -> Lines:
    """Text as lines. Raises `BadRecord` with the number of the line that is not a JSON object."""
    lines: Lines = []
    for number, raw in enumerate(unmarked(text).split("\n"), 1):  # JSON may contain other line endings
        if not raw.strip():
            continue
        if nesting.is_json_too_deep(raw):
            raise bad_line(number, "too_deep", limit=nesting.MAX_DEPTH)
        try:
            line = json.loads(raw)
        except json.JSONDecodeError as error:
            raise bad_line(number, "not_json", column=error.colno) from error
        except ValueError as error:  # Python turns no text of thousands of digits into a number
            raise bad_line(number, "long_number", bits=nesting.MAX_BITS) from error
        if nesting.has_long_number(line):
            raise bad_line(number, "long_number", bits=nesting.MAX_BITS)
        if not isinstance(line, dict):
            raise bad_line(number, "not_object", value=shown(line))
        lines.append(line)
    if not lines:
        raise BadRecord("", Message("error.record.empty"))
    return lines


def bad_line(number: int, why: str, /, **args: Any) -> BadRecord:
    """What is wrong with a line of a record, counted from 1: `why` ends a key `error.record.`."""
    place = Message("error.record.line", {"number": number})
    return BadRecord(f"line {number}", Message(f"error.record.{why}", args), place=place)


def split(lines: Lines) -> Iterator[Lines]:
    """The records in a file, one after another: each begins with a line that has the format's version."""
    begins = [number for number, line in enumerate(lines) if number == 0 or "ludotheque" in line]
    for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True):
        yield lines[begin:end]
