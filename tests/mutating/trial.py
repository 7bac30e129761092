"""What the test of a game's `mutations.toml` asks: is every broken rule noticed, and nothing where nothing is broken?"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.mutating.mutate import copy_sources, look_at_all, mutations, run, table

AT_ONCE = os.cpu_count() or 1


def named(game: str) -> set[str]:
    """The checks that a game's mutations name."""
    return {check for mutation in mutations(game) for check in mutation.caught}


def every_broken_rule_is_noticed(game: str, at_least: int, request: pytest.FixtureRequest) -> None:
    """Applies all mutations, prints which check noticed which, and asks for what `mutations.toml` says."""
    began, asked = time.perf_counter(), mutations(game)
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
