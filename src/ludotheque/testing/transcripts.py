"""A game told line by line, each with a short name of the situation after it: to see at a glance whether rules have changed.

A golden transcript is a record `NAME.jsonl` and what `transcript_of` said of it, `NAME.txt`, in one folder.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ludotheque.core.record import dumps, loads
from ludotheque.core.verbs import CHANCE_SEAT, TIME_SEAT
from ludotheque.table import Table
from ludotheque.table.replay import replay
from ludotheque.testing.variants import Variant
from ludotheque.testing.walks import restarted, walk

_NOBODY = {CHANCE_SEAT: "chance", TIME_SEAT: "time"}


def transcript(variant: Variant, seed: int) -> str:
    """The random game of a way and a seed, as `transcript_of` tells it."""
    return _told(walk(variant, seed).table)


def transcript_of(lines: Sequence[Mapping[str, Any]]) -> str:
    """A record, told: a head, one line an event (number, who, notation, situation after it), and how it ended.

    A situation is told by eight digits of the SHA-256 of its position, so that it depends on the rules alone and not on how
    a state lies in memory, and by the number of legal actions in it. `BadRecord` if the record does not hold.
    """
    return _told(replay(lines))


def _told(table: Table) -> str:
    options = "".join(f" {name}={json.dumps(value)}" for name, value in table.options.items())
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
    """Keep a record and its transcript as they are now, as `NAME.jsonl` and `NAME.txt`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.jsonl").write_text(dumps(lines), encoding="utf-8")
    (folder / f"{name}.txt").write_text(transcript_of(lines), encoding="utf-8")


def changed(folder: Path, game: str) -> list[str]:
    """What the golden transcripts of a game say that is no longer so, a sentence each. `BadRecord` where one cannot be read."""
    found = []
    for path in sorted(folder.glob("*.jsonl")):
        lines = loads(path.read_text(encoding="utf-8"))
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
