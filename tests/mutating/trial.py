"""What the test of a game's `mutations.toml` asks: is every broken rule noticed, and nothing where nothing is broken?

Each rule is looked at with the first of the checks that must notice it, and each check has one rule to notice at least;
`LUDOTHEQUE_EFFORT=2` looks at each with all of them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from tests.mutating.mutate import Mutation, copy_sources, look_at_all, mutations, run, table

AT_ONCE = os.cpu_count() or 1
EFFORT = int(os.environ.get("LUDOTHEQUE_EFFORT", "1"))


def named(game: str) -> set[str]:
    """The checks that a game's mutations name."""
    return {check for mutation in mutations(game) for check in mutation.caught}


def briefly(asked: Iterable[Mutation]) -> list[Mutation]:
    """The same mutations, each with its first check and with those that no mutation before it asked."""
    tried: set[str] = set()
    found = []
    for mutation in asked:
        caught = tuple(check for n, check in enumerate(mutation.caught) if n == 0 or check not in tried)
        tried.update(caught)
        found.append(replace(mutation, caught=caught))
    return found


def every_broken_rule_is_noticed(game: str, at_least: int, request: pytest.FixtureRequest) -> None:
    """Applies all mutations, prints which check noticed which, and asks for what `mutations.toml` says."""
    began, asked = time.perf_counter(), mutations(game)
    if EFFORT == 1:
        asked = briefly(asked)
    verdicts = look_at_all(asked, AT_ONCE)
    seconds = time.perf_counter() - began
    capturing = request.config.pluginmanager.getplugin("capturemanager")
    with capturing.global_and_fixture_disabled():
        print(f"\n{game}: {len(asked)} broken rules in {seconds:.0f} s, noticed by\n{table(verdicts)}")
    wrong = [verdict.wrong for verdict in verdicts if verdict.wrong]
    assert not wrong, "\n".join(wrong)
    assert len(asked) >= at_least


def nothing_is_noticed(game: str, checks: Iterable[str], folder: Path) -> None:
    """Looks at a copy in which nothing is broken; `folder` is an empty one for it."""
    sources, ordered = copy_sources(folder), sorted(checks)
    shares = [ordered[n::AT_ONCE] for n in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        said = list(pool.map(lambda share: run(game, sources, share), [share for share in shares if share]))
    assert said
    for each in said:
        assert each.get("noticed", each) == {}, each
