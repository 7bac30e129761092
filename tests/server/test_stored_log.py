"""A log that a server wrote before: it makes the tables that it made then.

`stored_log.jsonl` holds, for each table, a line that says what its events made when they were written, then the events as they lie
in the database. Every kind of event occurs in it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ludotheque.core.errors import BadRecord
from ludotheque.core.message import Message
from ludotheque.server.room import log_events
from ludotheque.server.room.log_events import (
    Answered,
    Asked,
    CalledOff,
    Created,
    LogEvent,
    Resolved,
    Row,
    StoodIn,
    Unreadable,
    Withdrawn,
)
from ludotheque.server.room.reading import BrokenLog, GameMissing, RulesChanged
from ludotheque.server.room.state import TableState, fold
from ludotheque.server.store import archive

STORED = Path(__file__).with_name("stored_log.jsonl")


def stored() -> dict[str, tuple[dict[str, Any], list[Row]]]:
    """For each table what its events made, and the events."""
    found: dict[str, tuple[dict[str, Any], list[Row]]] = {}
    for line in map(json.loads, STORED.read_text().splitlines()):
        if "table" in line:
            rows: list[Row] = []
            found[line["table"]] = line["makes"], rows
        else:
            rows.append(
                Row(line["seq"], line["command_id"], line["at_ms"], log_events.read(json.dumps(line["body"])))
            )
    return found


def made(state: TableState) -> dict[str, Any]:
    """What a table's events came to, as the file tells it."""
    chairs = [[c.who, c.guest, c.name, c.level, c.nonce.hex()] for c in state.chairs]
    found: dict[str, Any] = {
        "phase": state.phase, "chairs": chairs, "commands": state.commands,
        "decision_since": {str(seat): seq for seat, seq in state.decision_since.items()},
        "started_ms": state.started_ms, "rematch": state.rematch, "commitment": state.commitment,
    }  # fmt: skip
    if state.table is not None:
        found["events"] = [[e.seat, e.code, e.text, e.at_ms] for e in state.table.events]
        found["races"] = [list(race) for race in state.table.journal.races]
        found["ranking"] = list(state.outcome.ranking) if state.outcome else None
    return found


@pytest.mark.parametrize("table", stored())
def test_an_older_log_makes_the_same_table(table: str) -> None:
    makes, rows = stored()[table]
    state = fold(table, rows)
    assert made(state) == makes
    archive.verify(table, rows)


def event(text: str) -> LogEvent | Unreadable:
    return log_events.read(text)


def test_every_kind_is_in_the_stored_log() -> None:
    kinds = {log_events.kind_of(row.event) for _, rows in stored().values() for row in rows}
    assert kinds == log_events.KINDS


def test_later_fields_have_a_value_in_older_logs() -> None:
    head = '"game":"tiny","rules":1,"seats":2,"options":{},"first":0,"components":null,"seed":"07","host":1'
    created = event('{"kind":"created",' + head + "}")
    assert isinstance(created, Created)
    assert (created.chance, created.handicaps, created.company) == ("auto", (), "friends")
    assert event('{"kind":"stood_in","seat":1}') == StoodIn(1, False)
    claim = (
        '{"seat":0,"action":3,"ms":9,"result":"late","elapsed_ms":1,"reaction_ms":1.5,"trusted_ms":0.0,"quota_ms":0.0,'
        '"compensation_ms":0.0,"reach_ms":0.0,"handicap_ms":0.0,"key_ms":1.0'
    )
    race = '{"kind":"resolved","race":"grab","cue":"c","base_ms":2.0,"by":-1,"window_ms":0.5,"slow":false,'
    first = event(race + '"claims":[' + claim + "}]}")
    assert isinstance(first, Resolved)
    assert "pause_ms" not in log_events.fields(first)
    later = event(
        race + '"pause_ms":0.0,"claims":[' + claim + ',"travel_ms":4.5,"lot":0},' + claim + ',"held":true}]}'
    )
    assert isinstance(later, Resolved)
    assert event('{"kind":"called_off"}') == CalledOff(-1, ())
    said = log_events.fields(later)
    assert said["pause_ms"] == 0.0
    assert [(row.get("travel_ms"), row.get("lot"), row.get("held")) for row in said["claims"]] == [
        (4.5, 0, None),
        (None, None, True),
    ]


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ('{"kind":"undo_asked","seat":0,"of":[1]}', Asked("undo", 0, (1,))),
        ('{"kind":"end_asked","seat":2,"of":[0,1]}', Asked("end", 2, (0, 1))),
        ('{"kind":"consented","seat":1,"yes":false}', Answered(1, False, None, -1)),
        ('{"kind":"undo_withdrawn","seat":0}', Withdrawn("undo", 0)),
        ('{"kind":"end_withdrawn","seat":0}', Withdrawn("end", 0)),
    ],
)
def test_stored_requests_read_as_they_are_written_now(before: str, now: LogEvent) -> None:
    assert event(before) == now
    assert event(log_events.write(now)) == now
    assert log_events.kind_of(now) in log_events.KINDS


@pytest.mark.parametrize("table", stored())
def test_written_weights_read_back(table: str) -> None:
    for row in stored()[table][1]:
        assert not isinstance(row.event, Unreadable)
        assert log_events.read(log_events.write(row.event)) == row.event


def why_unread(body: str) -> str:
    read = event(body)
    assert isinstance(read, Unreadable)
    assert read.why
    return read.why


@pytest.mark.parametrize(
    ("seq", "body", "kind", "reason"),
    [
        (5, '{"kind":"flown","seat":0}', "flown", ("error.log.kind", {"seq": 5, "kind": "flown"})),
        (5, '{"kind":"undone","seat":0,"keep":3,"why":"x"}', "undone", ("error.log.unread", {"seq": 5})),
        (5, '{"kind":"undone","seat":"0","keep":3}', "undone", ("error.log.unread", {"seq": 5})),
        (5, '{"kind":"undone","seat":0}', "undone", ("error.log.unread", {"seq": 5})),
        (5, '{"kind":"sat","seat":-1,"guest":1,"name":"","here":false,"nonce":""}', "sat", ("error.log.unread", {"seq": 5})),
        (5, "{", "", ("error.log.unread", {"seq": 5})),
        (5, "[" * 20_000, "", ("error.log.unread", {"seq": 5})),
        (5, "null", "", ("error.log.unread", {"seq": 5})),
        (5, '{"kind":"act","seat":0,"action":3,"ms":60}', "act", ("error.log.refused", {"seq": 5, "kind": "act"})),
        (5, '{"kind":"stood","seat":9}', "stood", ("error.log.fault", {"seq": 5, "kind": "stood", "why": "IndexError"})),
        (5, '{"kind":"consented","seat":0,"yes":true}', "answered", ("error.log.no_question", {})),
        (5, '{"kind":"answered","seat":0,"yes":true}', "answered", ("error.log.no_question", {})),
        (5, '{"kind":"end_asked","seat":0,"of":[1],"why":"x"}', "end_asked", ("error.log.unread", {"seq": 5})),
        (3, '{"kind":"started","first":1}', "started", ("error.log.first", {"first": 0, "said": 1})),
        (3, '{"kind":"time","ms":1}', "time", ("error.log.not_begun", {})),
        (0, '{"kind":"time","ms":1}', "time", ("error.log.begins", {})),
    ],
)  # fmt: skip
def test_impossible_log_entries_are_reported_with_the_place(
    seq: int, body: str, kind: str, reason: tuple[str, dict[str, Any]]
) -> None:
    table, (_, rows) = next(iter(stored().items()))
    rows[seq] = Row(seq, None, 1, event(body))
    with pytest.raises(BrokenLog) as broken:
        fold(table, rows)
    error = broken.value
    assert (error.table, error.seq, error.kind) == (table, seq, kind)
    assert error.game == ("tiny" if seq else "")
    assert error.reason.key == reason[0]
    assert error.reason.args == reason[1] | ({"why": why_unread(body)} if "unread" in reason[0] else {})
    assert error.message == Message("error.table_unreadable", {"why": error.reason})
    with pytest.raises(BadRecord, match=f"event {seq}: "):
        archive.verify(table, rows)


def test_other_rules_differ_from_a_missing_game() -> None:
    table, (_, rows) = next(iter(stored().items()))
    created = rows[0].event
    assert isinstance(created, Created)
    with pytest.raises(RulesChanged) as changed:
        fold(table, [Row(0, None, 1, replace(created, rules=7))])
    assert (changed.value.old, changed.value.new, changed.value.game) == (7, 1, "tiny")
    with pytest.raises(GameMissing) as missing:
        fold(table, [Row(0, None, 1, replace(created, game="belote"))])
    assert (missing.value.table, missing.value.seq, missing.value.game) == (table, 0, "belote")
    assert missing.value.message == Message("error.game_missing", {"game": "belote"})
