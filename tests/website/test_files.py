"""What a page keeps is on the disk when SQLite says so, in an order from which it recovers, and is there for the next page."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from tests.website import parts

DATABASE, JOURNAL = "ludotheque.db", "ludotheque.db-journal"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What the program in Node tells of the files."""
    source = parts.bundled("src/site/files.ts", tmp_path_factory.mktemp("files") / "files.mjs")
    return json.loads(parts.run_in_node(parts.HERE / "files.mjs", parts.made(), source))


def test_a_commit_reaches_the_disk_in_a_recoverable_order(told: Any) -> None:
    assert told["seen"] == "([('before',), ('now',)], 1000.0)", (
        "the next page finds it all, and when it was touched"
    )
    for each in told["done"]:  # where the database was made a moment ago, and in the next page
        done = [(what, name) for what, name in each]
        first = done.index(("write", DATABASE))
        last = len(done) - 1 - done[::-1].index(("write", DATABASE))
        cut = done.index(("truncate", JOURNAL), last)
        assert ("flush", JOURNAL) in done[:first], "the journal is there before the database changes"
        assert ("write", JOURNAL) not in done[done.index(("flush", JOURNAL)) : first]
        assert ("flush", DATABASE) in done[last:cut], "the database is there before the journal goes"
        assert ("flush", JOURNAL) in done[cut:], "and then it has gone"


def test_a_database_is_replaced_as_a_whole_wherever_that_ends(told: Any) -> None:
    before = "(('ok',), [('before',), ('now',)])"
    after = "(('ok',), [('elsewhere', b'')])"
    found = told["replaced"]
    assert len(found) > 20
    assert set(found) == {before, after}
    for which in (found[0::2], found[1::2]):  # all that was written, and only what was flushed
        assert sum(one != other for one, other in pairwise(which)) == 1, "it never goes back"


def test_a_full_disk_changes_nothing(told: Any) -> None:
    *tries, last = told["full"]
    assert len(tries) > 4
    for said, found in tries:
        assert said == "database or disk is full"
        assert found == "(('ok',), [('elsewhere',)])"
    assert last == ["ok", "(('ok',), [('elsewhere',), ('more',)])"]
    assert told["large"] == "('database or disk is full', [('a',)], ('ok',))"
