"""What the test of a game's `mutations.toml` asks: is every broken rule noticed, and nothing where nothing is broken?

Each rule is looked at with the first of the checks that must notice it, and each check has one rule to notice at least;
`LUDOTHEQUE_EFFORT=2` looks at each with all of them. `make test` breaks a few rules of each game, `make test-deep` all.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from tests.depth import EFFORT, some
from tests.mutating.mutate import Mutation, copy_sources, look, mutations, run

AT_ONCE = os.cpu_count() or 1
ALWAYS = 3
"""So many rules of each game are broken whenever tests run; they lie evenly spread in its `mutations.toml`."""


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


def every_broken_rule(game: str) -> pytest.MarkDecorator:
    """The parameter `broken` of a test: each mutation of a game, most of them deep."""
    asked = mutations(game)
    if EFFORT == 1:
        asked = briefly(asked)
    cases = [pytest.param(mutation, id=mutation.name) for mutation in asked]
    return pytest.mark.parametrize("broken", some(cases, -(-len(cases) // ALWAYS)))


def is_noticed(broken: Mutation) -> None:
    """Applies a mutation, and asks for what `mutations.toml` says of it."""
    wrong = look(broken, broken.caught).wrong
    assert not wrong, wrong


def nothing_is_noticed(game: str, checks: Iterable[str], folder: Path) -> None:
    """Looks at a copy in which nothing is broken; `folder` is an empty one for it."""
    sources, ordered = copy_sources(folder), sorted(checks)
    shares = [ordered[n::AT_ONCE] for n in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        said = list(pool.map(lambda share: run(game, sources, share), [share for share in shares if share]))
    assert said
    for each in said:
        assert each.get("noticed", each) == {}, each
