"""Every acknowledged command is in the log once, all clients see one order, and nobody sees a secret: the checker, and what it checks."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

from ludotheque.server.room.log_events import Act, Created, Row, Sat
from tests.server.harness import Harness
from tests.server.history import History
from tests.server.test_playing import LINK, ME

Rows = list[Row]


async def played(server: Harness) -> tuple[str, History, Rows]:
    """A table with a refusal, a repetition, a cut and a sealed choice, as two players and a spectator saw it."""
    history = History()
    people = [await server.person(name) for name in ("Léa", "Tom", "Zoé")]
    table = await people[0].make([ME, LINK])
    lea, tom, zoe = [await history.open(person, 0, table) for person in people]
    assert (await tom.do("sit", seat=1, name="Tom", command_id="sit"))["t"] == "applied"
    for tab in (lea, tom, zoe):
        await tab.until(lambda v: v["table"]["phase"] == "playing" and v["scene"]["actors"] == [0, 1])
    assert (await lea.act(0, 3, command_id="soon"))["t"] == "rejected"
    assert (await lea.act(0, 2, command_id="first"))["t"] == "applied"
    for tab in (tom, zoe):
        await tab.until(lambda v: v["scene"]["actors"] == [1])
    await lea.close()
    lea = await history.open(people[0], 0, table, last_seq=2)
    assert (await lea.act(0, 2, command_id="first"))["t"] == "duplicate"
    assert (await tom.act(1, 0, command_id="second"))["t"] == "applied"
    for tab in (lea, tom, zoe):
        await tab.until(lambda v: len(v["scene"]["actors"]) == 2)
    rows = await server.services.store.events(table)
    for row in rows:  # who sat down is known by the log, and Zoé has no seat
        if isinstance(row.event, Sat):
            history.clients[{0: "Léa", 1: "Tom"}[row.event.seat]].guest = row.event.guest
    return table, history, rows


def _told(
    history: History, name: str, socket: int, so: Callable[[Any], bool], change: Callable[[Any], None]
) -> None:
    notes = history.clients[name].sockets[socket]
    for n, (way, text) in enumerate(notes):
        message = json.loads(text)
        if way == "got" and so(message):
            change(message)
            notes[n] = way, json.dumps(message)
            return
    raise AssertionError("nothing of the kind was told")


def _sealed(message: Any) -> bool:
    return message["t"] == "update" and message["scene"] is not None and message["scene"]["actors"] == [1]


def _lost(history: History, rows: Rows) -> None:
    at = next(n for n, row in enumerate(rows) if row.command_id == "second")
    rows[at] = Row(at, None, rows[at].at_ms, rows[at].event)


def _twice(history: History, rows: Rows) -> None:
    rows.append(Row(len(rows), "second", 1, Act(0, 3, (), 1)))


def _gap(history: History, rows: Rows) -> None:
    del rows[2]


def _unsent(history: History, rows: Rows) -> None:
    rows.append(Row(len(rows), "nobody's", 1, Act(0, 3, (), 1)))


def _refused(history: History, rows: Rows) -> None:
    rows.append(Row(len(rows), "soon", 1, Act(0, 3, (), 1)))


def _back(history: History, rows: Rows) -> None:
    notes = history.clients["Zoé"].sockets[0]
    notes.append(
        next(note for note in notes if note[0] == "got" and json.loads(note[1])["t"] in ("welcome", "update"))
    )


def _ahead(history: History, rows: Rows) -> None:
    _told(history, "Zoé", 0, _sealed, lambda m: m.update(seq=99))


def _other(history: History, rows: Rows) -> None:
    _told(history, "Léa", 1, lambda m: m["t"] == "welcome", lambda m: m["scene"].update(actors=[0]))


def _apart(history: History, rows: Rows) -> None:
    _told(history, "Tom", 0, _sealed, lambda m: m["table"]["chairs"][0].update(name="Lou"))


def _secret(history: History, rows: Rows) -> None:
    text = next(text for _, text in history.clients["Léa"].sockets[1] if json.loads(text)["t"] == "welcome")
    own = json.loads(text)
    _told(history, "Tom", 0, _sealed, lambda m: m.update(scene=own["scene"]))


def _seed(history: History, rows: Rows) -> None:
    created = rows[0].event
    assert isinstance(created, Created)
    seed = created.seed
    _told(history, "Zoé", 0, _sealed, lambda m: m["table"].update(seed=seed))


FAULTS = (_lost, _twice, _gap, _unsent, _refused, _back, _ahead, _other, _apart, _secret, _seed)


async def test_the_checker_finds_each_kind_of_fault(server: Harness) -> None:
    table, history, rows = await played(server)
    assert history.faults(table, rows) == []
    for fault in FAULTS:
        doctored, log = copy.deepcopy(history), list(rows)
        fault(doctored, log)
        kind = "secret" if fault is _seed else fault.__name__.strip("_")
        found = doctored.faults(table, log)
        assert any(f"{kind}: " in each for each in found), (kind, found)
