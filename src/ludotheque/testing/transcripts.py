"""Transcripts: a game line by line, with a hash of each situation, so that a change of the rules shows at a glance.

A golden transcript is a record `NAME.jsonl` with its transcript `NAME.txt` in the same folder.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ludotheque.core.reading import decoded
from ludotheque.core.record import dumps, loads
from ludotheque.core.verbs import CHANCE_SEAT, TIME_SEAT
from ludotheque.table import Table
from ludotheque.table.replay import replay
from ludotheque.testing.variants import Variant
from ludotheque.testing.walks import restarted, walk

_NOBODY = {CHANCE_SEAT: "chance", TIME_SEAT: "time"}


def transcript(variant: Variant, seed: int) -> str:
    """The transcript of a variant's random game.

    Args:
        variant: the variant to play.
        seed: the seed of the game.
    """
    return _told(walk(variant, seed).table)


def transcript_of(lines: Sequence[Mapping[str, Any]]) -> str:
    """The transcript of a record.

    It has a head, one line for each event (number, seat, notation, situation after it), and a line about the end. A situation is shown as
    the first eight digits of the SHA-256 of its position and the number of legal actions. The hash depends on the rules only, not on the
    layout of states in memory.

    Args:
        lines: the record as JSON objects, one for each line of the file.

    Raises:
        BadRecord: the rules do not allow the record.
    """
    return _told(replay(lines))


def _told(table: Table) -> str:
    options = "".join(
        f" {name}={json.dumps(value)}" for name, value in table.game.said_options(table.options).items()
    )
    said = [
        f"{table.game.name} seats={table.seats}{options} first={table.first} components={table.journal.setup.digest}"
    ]
    events = table.events
    going = restarted(table)
    said.append(f"   0  {'beginning':32}  {_situation(going)}")
    for number, event in enumerate(events, 1):
        going.journal.append(event)
        who = _NOBODY.get(event.seat, f"seat {event.seat}")
        said.append(f"{number:4}  {who:6}  {event.text:24}  {_situation(going)}")
    outcome = table.outcome
    if outcome is not None:
        shares = " ".join(f"{share:.6g}" for share in outcome.returns)
        said.append(
            f"end   {outcome.ending}  returns {shares}  ranking {' '.join(map(str, outcome.ranking))}"
        )
    return "\n".join(said) + "\n"


def _situation(table: Table) -> str:
    text = json.dumps(table.position(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    legal = sum(len(table.legal_actions(seat)) for seat in table.actors)
    return f"{hashlib.sha256(text.encode()).hexdigest()[:8]}  {legal:4} legal"


def write_golden(folder: Path, name: str, lines: Sequence[Mapping[str, Any]]) -> None:
    """Save a record and its transcript as `NAME.jsonl` and `NAME.txt`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.jsonl").write_text(dumps(lines), encoding="utf-8")
    (folder / f"{name}.txt").write_text(transcript_of(lines), encoding="utf-8")


def changed(folder: Path, game: str) -> list[str]:
    """Where a game's golden transcripts differ from the rules now, one sentence each. Raises `BadRecord` if a record cannot be replayed."""
    found = []
    for path in sorted(folder.glob("*.jsonl")):
        lines = loads(decoded(path.read_bytes()))
        if lines[0].get("game") != game:
            continue
        expected = path.with_suffix(".txt")
        if not expected.is_file():
            found.append(f"{path.name} has no {expected.name} beside it")
            continue
        difference = _first_difference(expected.read_text(encoding="utf-8"), transcript_of(lines))
        if difference:
            found.append(f"{expected.name}, {difference}")
    return found


def _first_difference(expected: str, now: str) -> str:
    one, other = expected.splitlines(), now.splitlines()
    for number in range(max(len(one), len(other))):
        was = one[number] if number < len(one) else "(nothing)"
        said = other[number] if number < len(other) else "(nothing)"
        if was != said:
            return f"line {number + 1}: was '{was.strip()}', now '{said.strip()}'"
    return ""
