"""What a page keeps is on the disk when SQLite says so, in an order from which it recovers, and is there for the next page."""

from __future__ import annotations

import json
from pathlib import Path

from tests.website import parts

DATABASE, JOURNAL = "ludotheque.db", "ludotheque.db-journal"


def test_a_commit_is_on_the_disk_in_an_order_from_which_it_recovers(tmp_path: Path) -> None:
    source = parts.bundled("src/site/files.ts", tmp_path / "files.mjs")
    told = json.loads(parts.run_in_node(parts.HERE / "files.mjs", parts.made(), source))
    assert told["seen"] == "([('before',), ('now',)], 1000.0)", (
        "the next page finds it all, and when it was touched"
    )
    done = [(what, name) for what, name in told["done"]]
    first = done.index(("write", DATABASE))
    last = len(done) - 1 - done[::-1].index(("write", DATABASE))
    cut = done.index(("truncate", JOURNAL), last)
    assert ("flush", JOURNAL) in done[:first], "the journal is there before the database changes"
    assert ("write", JOURNAL) not in done[done.index(("flush", JOURNAL)) : first]
    assert ("flush", DATABASE) in done[last:cut], "the database is there before the journal goes"
    assert ("flush", JOURNAL) in done[cut:], "and then it has gone"
