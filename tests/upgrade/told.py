"""What the logs of a data folder or a database make of its tables, told by the version that is imported.

`make.py` runs this as a program with the version that wrote them, the tests call it with today's: both must tell the same.
So it only uses what the first version had already.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ADDRESSES = ("/api/me", "/api/history", "/api/blocks", "/api/me/ratings", "/api/notify", "/api/evenings")
"""Where a server tells somebody about themselves."""


def evenings(answers: Mapping[str, Any]) -> list[str]:
    """The addresses of one's evenings."""
    mine = answers["/api/evenings"] or {"evenings": []}
    return [f"/api/evenings/{each['id']}" for each in mine["evenings"]]


def known(answers: Mapping[str, Any]) -> dict[str, Any]:
    """What these answers say, in a form that outlives them. What was not answered is left out."""
    me, history, blocks, ratings, notices, _ = [answers[address] for address in ADDRESSES]
    found = {
        "name": me["name"],
        "finished": history and history["count"],
        "blocks": blocks and [each["name"] for each in blocks["blocks"]],
        "ratings": ratings and [each["game"] for each in ratings["ratings"]],
        "notices": notices and notices["push"]["key"],
    } | {
        address: [[each["name"], each["points"]] for each in answers[address]["standings"]]
        for address in evenings(answers)
    }
    return {name: value for name, value in found.items() if value is not None}


def told(state: Any, rows: list[Any]) -> dict[str, Any]:
    """What a table is: its seats, every action so far, what each seat may do now, how it ended."""
    chairs = [[chair.who, chair.name, chair.level] for chair in state.chairs]
    found = {"game": state.game.name, "phase": state.phase, "log": len(rows), "chairs": chairs}
    table = state.table
    if table is None:
        return found
    turn = (
        table.actors if state.phase == "playing" else ()
    )  # also where somebody gave up, and the rules would go on
    legal = {str(seat): _digest([int(code) for code in table.legal_actions(seat)]) for seat in turn}
    events = [[event.seat, event.code, event.text] for event in table.events]
    ranking = list(state.outcome.ranking) if state.outcome else None
    return found | {"events": len(events), "moves": _digest(events), "legal": legal, "ranking": ranking}


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, ensure_ascii=False).encode()).hexdigest()[:20]


def main() -> None:
    """Tell a folder or a database as JSON. In a second folder write the record and the position of each game."""
    from ludotheque.core.record import dumps

    try:
        from ludotheque.server.room.state import fold
        from ludotheque.server.store import archive
    except ImportError:  # the first versions had all in one folder
        from ludotheque.server.fold import fold  # type: ignore[import-not-found, no-redef]

        from ludotheque.server import archive  # type: ignore[attr-defined, no-redef]

    where: Any = sys.argv[1] if "://" in sys.argv[1] else Path(sys.argv[1])
    beside = Path(sys.argv[2]) if sys.argv[2:] else None
    found = {}
    for identity, rows in archive.tables(where):
        state = fold(identity, rows)
        found[identity] = told(state, rows)
        if beside is not None and state.table is not None:
            (beside / f"{identity}.jsonl").write_text(dumps(state.table.record()), encoding="utf-8")
            position = json.dumps(state.table.position(), ensure_ascii=False)
            (beside / f"{identity}.position.json").write_text(position, encoding="utf-8")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
